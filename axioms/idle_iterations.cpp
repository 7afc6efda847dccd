#include "axioms/idle_iterations.hpp"

#include <cstddef>

#include "axioms/live_registers.hpp"

namespace opexplore::axioms {

namespace {

bool same_value(const Path& path, ExpressionIndex a, ExpressionIndex b) {
  if (a == b) return true;
  const Expression& first = path.expressions[a];
  const Expression& second = path.expressions[b];
  return first.kind == Expression::Kind::constant && second.kind == Expression::Kind::constant &&
         first.constant == second.constant;
}

}  // namespace

IdleIterations::IdleIterations(const Thread& thread, const RegisterSet& observed, unsigned kept,
                               bool without_events)
    : live_(live_registers(thread, observed)),
      heads_(thread.instructions.size() + 1, false),
      kept_(kept),
      without_events_(without_events) {
  for (std::size_t at = 0; at < thread.instructions.size(); ++at) {
    const Branch* const branch = branch_of(thread.instructions[at].action);
    if (branch != nullptr && branch->target <= at) heads_[branch->target] = true;
  }
}

bool IdleIterations::returned(const Path& path, const Visit& before, const Visit& now) const {
  if (before.head != now.head) return false;
  if (without_events_ && before.events != now.events) return false;
  for (std::size_t r = 0; r < now.registers.size(); ++r) {
    if (!live_[now.head].test(r)) continue;
    if (!same_value(path, before.registers[r], now.registers[r])) return false;
    if (before.dependencies[r] != now.dependencies[r]) return false;
  }
  return true;
}

}  // namespace opexplore::axioms
