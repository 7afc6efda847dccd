#include "litmus/kernels/liveness.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "litmus/kernels/branch_facts.hpp"
#include "litmus/kernels/instructions.hpp"

namespace opexplore::kernel {

namespace {

/// Whether the first operand of the instruction is written.
bool has_destination(const Mnemonic& mnemonic) {
  constexpr std::array<std::string_view, 11> without = {"st",    "red",  "bar",         "barrier",
                                                        "fence", "bra",  "membar",      "call",
                                                        "ret",   "exit", "stackrestore"};
  const bool reduces = mnemonic.has("red");  // at a barrier
  return reduces || std::ranges::find(without, mnemonic.name.text) == without.end();
}

}  // namespace

Use use_of(const Entry& entry, const Statement& statement) {
  Use use;
  const auto reg = [&](const Token& token) {
    return token.kind == detail::TokenKind::word ? find_register(entry, statement.block, token.text)
                                                 : std::nullopt;
  };
  if (statement.guard) {
    if (const auto guard = reg(*statement.guard)) use.read.push_back(*guard);
  }
  if (is_pause(statement.mnemonic.name.text)) return use;  // how long it lasts does not matter
  bool in_destination = has_destination(statement.mnemonic);
  std::size_t depth = 0;
  for (const Token& token : statement.operands) {
    if (token.is("{") || token.is("[")) ++depth;
    if ((token.is("}") || token.is("]")) && depth > 0) --depth;
    if (token.is(",") && depth == 0) in_destination = false;
    const auto id = reg(token);
    if (!id) continue;
    if (!in_destination) {
      use.read.push_back(*id);
    } else {
      (statement.guard ? use.perhaps_written : use.written).push_back(*id);
    }
  }
  return use;
}

std::optional<std::size_t> jump_target(const Entry& entry, const Statement& statement) {
  if (!statement.mnemonic.name.is("bra") || statement.operands.size() != 1) return std::nullopt;
  return find_label(entry, statement.block, statement.operands.front().text);
}

bool leaves_function(const Statement& statement) {
  return statement.mnemonic.name.is("ret") || statement.mnemonic.name.is("exit");
}

std::vector<std::size_t> successors(const Entry& entry, std::size_t at) {
  const Statement& statement = entry.statements[at];
  const std::optional<std::size_t> target = jump_target(entry, statement);
  std::vector<std::size_t> result;
  if (target) result.push_back(*target);
  if (leaves_function(statement)) result.push_back(entry.statements.size());
  if (statement.guard || result.empty()) result.push_back(at + 1);
  return result;
}

std::vector<std::vector<bool>> live_registers(const Entry& entry,
                                              const std::set<std::uint16_t>& observed) {
  const std::size_t end = entry.statements.size();
  std::vector<std::vector<bool>> live(end + 1, std::vector<bool>(entry.registers.size()));
  for (const std::uint16_t reg : observed) live[end][reg] = true;
  std::vector<Use> uses;
  for (std::size_t i = 0; i < end; ++i) {
    Use use = use_of(entry, entry.statements[i]);
    if (const auto comparison = comparison_of(entry, i)) {
      const Use compared = use_of(entry, entry.statements[*comparison]);
      use.read.insert(use.read.end(), compared.read.begin(), compared.read.end());
    }
    uses.push_back(std::move(use));
  }
  const auto join = [](std::vector<bool>& into, const std::vector<bool>& from) {
    for (std::size_t i = 0; i < into.size(); ++i) {
      if (from[i]) into[i] = true;
    }
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = end; i-- > 0;) {
      const Statement& statement = entry.statements[i];
      std::vector<bool> now(entry.registers.size());
      const std::optional<std::size_t> target = jump_target(entry, statement);
      if (target) join(now, live[*target]);
      // A function that is called can end the thread.
      const bool may_end = leaves_function(statement) || statement.mnemonic.name.is("call");
      if (may_end) join(now, live[end]);
      if (statement.guard || (!target && !leaves_function(statement))) join(now, live[i + 1]);
      for (const std::uint16_t reg : uses[i].written) now[reg] = false;
      for (const std::uint16_t reg : uses[i].read) now[reg] = true;
      if (now == live[i]) continue;
      live[i] = std::move(now);
      changed = true;
    }
  }
  return live;
}

}  // namespace opexplore::kernel
