#include "litmus/kernels/liveness.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "litmus/kernels/branch_facts.hpp"
#include "litmus/kernels/carry.hpp"
#include "litmus/kernels/instructions.hpp"

namespace opexplore::kernel {

namespace {

/// Whether the first operand of the instruction is written.
bool has_destination(const Mnemonic& mnemonic) {
  constexpr std::array<std::string_view, 14> without = {
      "st",   "red", "bar",  "barrier",      "fence",    "bra",       "membar",
      "call", "ret", "exit", "stackrestore", "prefetch", "prefetchu", "applypriority"};
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
  const auto flag = carry_flag(entry);
  if (flag && takes_carry(statement.mnemonic)) use.read.push_back(*flag);
  if (flag && statement.mnemonic.has("cc")) {
    (statement.guard ? use.perhaps_written : use.written).push_back(*flag);
  }
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

namespace {

/// By register, those that are needed at a statement where it is needed, too.
std::vector<std::set<std::uint16_t>> needed_together(const Entry& entry,
                                                     const std::vector<std::vector<bool>>& live) {
  std::vector<std::set<std::uint16_t>> result(entry.registers.size());
  for (std::size_t i = 0; i < entry.statements.size(); ++i) {
    // An instruction may become several, so that what it writes is not put where it reads.
    const Use use = use_of(entry, entry.statements[i]);
    std::set<std::uint16_t> here(use.read.begin(), use.read.end());
    here.insert(use.written.begin(), use.written.end());
    here.insert(use.perhaps_written.begin(), use.perhaps_written.end());
    std::vector<std::size_t> points = successors(entry, i);
    points.push_back(i);
    for (const std::size_t point : points) {
      for (std::size_t reg = 0; reg < entry.registers.size(); ++reg) {
        if (live[point][reg]) here.insert(static_cast<std::uint16_t>(reg));
      }
    }
    for (const std::uint16_t reg : here) result[reg].insert(here.begin(), here.end());
  }
  return result;
}

}  // namespace

std::vector<std::uint16_t> shared_registers(const Entry& entry,
                                            const std::vector<std::vector<bool>>& live,
                                            const std::set<std::uint16_t>& observed) {
  std::vector<std::uint16_t> result;
  const std::vector<std::set<std::uint16_t>> together = needed_together(entry, live);
  struct Place {
    std::uint16_t first = 0;   // the register whose it was
    std::vector<bool> others;  // that cannot take it
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < entry.registers.size(); ++i) {
    const auto reg = static_cast<std::uint16_t>(i);
    result.push_back(reg);
    if (observed.contains(reg) || together[reg].empty()) continue;
    auto place = std::ranges::find_if(places, [&](const Place& one) {
      return entry.registers[one.first].type == entry.registers[reg].type && !one.others[reg];
    });
    if (place == places.end()) {
      place = places.insert(place, {reg, std::vector<bool>(entry.registers.size())});
    }
    for (const std::uint16_t other : together[reg]) place->others[other] = true;
    result.back() = place->first;
  }
  return result;
}

}  // namespace opexplore::kernel
