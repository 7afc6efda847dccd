#include "tests/oracle/vulkan_values.hpp"

#include <set>
#include <variant>

namespace opexplore::oracle::vulkan {

namespace {

void collect(const Proposition& proposition, std::set<Value>& constants) {
  for (const Term& term : {proposition.left, proposition.right}) {
    if (const auto* value = std::get_if<Value>(&term)) constants.insert(*value);
  }
  for (const Proposition& part : proposition.parts) collect(part, constants);
}

void collect(const Operand& operand, std::set<Value>& constants) {
  if (const auto* value = std::get_if<Value>(&operand)) constants.insert(*value);
}

void collect(const Action& action, std::set<Value>& constants) {
  if (const auto* store = std::get_if<Store>(&action)) collect(store->value, constants);
  if (const auto* atomic = std::get_if<Atomic>(&action)) collect(atomic->operand, constants);
  if (const auto* arithmetic = std::get_if<Arithmetic>(&action)) {
    collect(arithmetic->left, constants);
    collect(arithmetic->right, constants);
  }
  if (const auto* branch = std::get_if<Branch>(&action)) {
    collect(branch->left, constants);
    collect(branch->right, constants);
  }
}

}  // namespace

void Values::update(const ReadsFrom& reads_from, const std::vector<std::optional<Value>>& assumed) {
  read_.assign(g_.size(), std::nullopt);
  for (std::size_t e = 0; e < assumed.size(); ++e) read_[e] = assumed[e];
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t e = 0; e < g_.size(); ++e) {
      if (read_[e] || !reads_from[e]) continue;
      read_[e] = written(*reads_from[e]);
      changed = changed || read_[e];
    }
  }
}

std::optional<Value> Values::written(std::size_t write) const {
  const Event& event = g_.events[write];
  if (event.kind == Event::Kind::initial) return g_.program.locations[event.location].initial;
  return of_expression(*event.thread, event.value);
}

std::optional<Value> Values::of(ThreadId thread, RegisterId reg) const {
  return of_expression(thread, g_.paths[thread]->registers[reg]);
}

std::optional<Value> Values::of_expression(ThreadId thread, std::size_t index) const {
  const Expression& expression = g_.paths[thread]->expressions[index];
  if (expression.kind == Expression::Kind::constant) return expression.value;
  if (expression.kind == Expression::Kind::read)
    return read_[g_.number_of(thread, expression.read)];
  const auto left = of_expression(thread, expression.left);
  const auto right = of_expression(thread, expression.right);
  if (!left || !right) return std::nullopt;
  if (expression.kind == Expression::Kind::update)
    return evaluate(expression.atomic_op, *left, *right);
  return evaluate(expression.op, *left, *right, expression.type);
}

bool Values::contradictory(const ReadsFrom& reads_from) const {
  for (std::size_t e = 0; e < g_.size(); ++e) {
    if (!reads_from[e] || !read_[e]) continue;
    const auto value = written(*reads_from[e]);
    if (value && value != read_[e]) return true;
  }
  for (ThreadId t = 0; t < g_.paths.size(); ++t) {
    for (const Assumption& assumption : g_.paths[t]->assumptions) {
      const auto left = of_expression(t, assumption.left);
      const auto right = of_expression(t, assumption.right);
      if (left && right && evaluate(assumption.comparison, *left, *right) != assumption.holds)
        return true;
    }
  }
  return false;
}

std::vector<Value> constants_of(const Test& test) {
  std::set<Value> constants;
  for (const Thread& thread : test.program.threads) {
    for (const Instruction& instruction : thread.instructions)
      collect(instruction.action, constants);
    for (const Register& reg : thread.registers) constants.insert(reg.initial);
  }
  for (const Location& location : test.program.locations) constants.insert(location.initial);
  collect(test.condition, constants);
  if (test.filter) collect(*test.filter, constants);
  return {constants.begin(), constants.end()};
}

}  // namespace opexplore::oracle::vulkan
