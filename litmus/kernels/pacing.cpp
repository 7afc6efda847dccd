#include "litmus/kernels/pacing.hpp"

#include <algorithm>
#include <optional>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/liveness.hpp"
#include "litmus/kernels/special_registers.hpp"

namespace opexplore::kernel {

namespace {

bool reads_clock(const Statement& statement) {
  return std::ranges::any_of(statement.operands,
                             [](const detail::Token& token) { return is_clock(token.text); });
}

class Finder {
 public:
  Finder(const Entry& entry, const std::set<std::uint16_t>& observed, bool is_kernel)
      : entry_(entry),
        is_kernel_(is_kernel),
        end_(entry.statements.size()),
        result_{candidates(observed), {}, {}} {
    for (std::size_t i = 0; i < end_; ++i) {
      const Statement& statement = entry.statements[i];
      const bool chooses = statement.guard && jump_target(entry, statement);
      if (!chooses || !is_pacing(use_of(entry, statement).read)) continue;
      if (auto region = region_of(i)) regions_.emplace(i, std::move(*region));
    }
  }

  Pacing run() {
    while (drop_used()) {
    }
    for (std::size_t i = 0; i < end_; ++i) result_.statements.push_back(only_paces(i));
    for (const auto& [branch, region] : regions_) {
      if (is_harmless(branch)) result_.joins.emplace(branch, region.join);
    }
    return std::move(result_);
  }

 private:
  /// The statements between a jump and where its ways meet.
  struct Region {
    std::set<std::size_t> statements;
    std::size_t join = 0;
  };

  /// Whether it computes registers from others, or from a known parameter.
  bool computes(const Statement& statement) const {
    if (is_computation(statement.mnemonic.name.text)) return true;
    return is_kernel_ && statement.mnemonic.name.is("ld") && statement.mnemonic.has("param") &&
           std::ranges::any_of(entry_.parameters, [&](const Variable& parameter) {
             return std::ranges::any_of(statement.operands, [&](const detail::Token& token) {
               return token.is(parameter.name.text);
             });
           });
  }

  /// The registers that get something of what `starts` writes, directly or through computations.
  template <class Starts>
  std::vector<bool> reached_from(const Starts& starts) const {
    std::vector<bool> reached(entry_.registers.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (const Statement& statement : entry_.statements) {
        const Use use = use_of(entry_, statement);
        const bool passes = starts(statement) ||
                            std::ranges::any_of(use.read, [&](auto reg) { return reached[reg]; });
        if (!passes) continue;
        for (const auto* const written : {&use.written, &use.perhaps_written}) {
          for (const std::uint16_t reg : *written) {
            changed = changed || !reached[reg];
            reached[reg] = true;
          }
        }
      }
    }
    return reached;
  }

  /// Registers that are read, and depend on nothing but numbers known beforehand and time.
  std::vector<bool> candidates(const std::set<std::uint16_t>& observed) {
    const std::vector<bool> from_others =
        reached_from([&](const Statement& s) { return !computes(s); });
    timed_ = reached_from(reads_clock);
    std::vector<bool> result(entry_.registers.size());
    for (const Statement& statement : entry_.statements) {
      for (const std::uint16_t reg : read_by(statement)) result[reg] = !from_others[reg];
    }
    for (const std::uint16_t reg : observed) result[reg] = false;
    return result;
  }

  /// Those that say how long to pause, too.
  std::vector<std::uint16_t> read_by(const Statement& statement) const {
    std::vector<std::uint16_t> read = use_of(entry_, statement).read;
    if (!is_pause(statement.mnemonic.name.text)) return read;
    for (const detail::Token& token : statement.operands) {
      if (const auto reg = find_register(entry_, statement.block, token.text)) read.push_back(*reg);
    }
    return read;
  }

  bool is_pacing(const std::vector<std::uint16_t>& registers) const {
    return std::ranges::all_of(registers, [&](auto reg) { return result_.registers[reg]; });
  }

  /// Whether it computes, pauses or jumps: it can lie between ways that meet.
  bool is_silent(const Statement& statement) const {
    const std::string_view name = statement.mnemonic.name.text;
    return computes(statement) || is_pause(name) || name == "bra";
  }

  /// What can be reached from the ways of the branch without passing the statement `join`.
  std::set<std::size_t> between(std::size_t branch, std::size_t join) const {
    std::set<std::size_t> seen;
    std::vector<std::size_t> pending = successors(entry_, branch);
    while (!pending.empty()) {
      const std::size_t at = pending.back();
      pending.pop_back();
      if (at == join || !seen.insert(at).second || at == end_) continue;
      for (const std::size_t next : successors(entry_, at)) pending.push_back(next);
    }
    return seen;
  }

  std::optional<std::size_t> way_on(std::size_t at, const std::set<std::size_t>& passed) const {
    for (const std::size_t next : successors(entry_, at)) {
      if (!passed.contains(next)) return next;
    }
    return std::nullopt;
  }

  /// Nothing if the ways do something else before they meet.
  std::optional<Region> region_of(std::size_t branch) const {
    // The place where they meet lies on each way to the end: one is followed.
    std::set<std::size_t> passed;
    for (std::optional<std::size_t> next = way_on(branch, passed); next;) {
      const std::size_t at = *next;
      Region region{between(branch, at), at};
      const bool silent = !region.statements.contains(end_) &&
                          std::ranges::all_of(region.statements, [&](std::size_t i) {
                            return is_silent(entry_.statements[i]);
                          });
      if (silent && at != branch) return region;
      if (at == end_ || !is_silent(entry_.statements[at])) return std::nullopt;
      passed.insert(at);
      next = way_on(at, passed);
    }
    return std::nullopt;
  }

  bool only_paces(std::size_t at) const {
    const Statement& statement = entry_.statements[at];
    if (is_pause(statement.mnemonic.name.text)) return true;
    if (!computes(statement)) return false;
    const Use use = use_of(entry_, statement);
    const bool writes = !use.written.empty() || !use.perhaps_written.empty();
    return writes && is_pacing(use.written) && is_pacing(use.perhaps_written);
  }

  /// Whether the ways of the jump meet for certain: a loop must end when its time has come.
  bool ends(std::size_t branch) const {
    const auto known = regions_.find(branch);
    if (known == regions_.end()) return false;
    const std::vector<std::uint16_t> guard = use_of(entry_, entry_.statements[branch]).read;
    return !known->second.statements.contains(branch) ||
           std::ranges::any_of(guard, [&](auto reg) { return timed_[reg]; });
  }

  /// Whether the jump decides about pauses alone.
  bool is_harmless(std::size_t branch) const {
    if (!ends(branch) || !is_pacing(use_of(entry_, entry_.statements[branch]).read)) return false;
    return std::ranges::all_of(regions_.at(branch).statements, [&](std::size_t i) {
      const Statement& statement = entry_.statements[i];
      if (!statement.mnemonic.name.is("bra")) return only_paces(i);
      return !statement.guard || (ends(i) && is_pacing(use_of(entry_, statement).read));
    });
  }

  /// Takes out registers that serve something else, too. True if there were any.
  bool drop_used() {
    bool changed = false;
    for (std::size_t i = 0; i < end_; ++i) {
      if (only_paces(i) || is_harmless(i)) continue;
      for (const std::uint16_t reg : use_of(entry_, entry_.statements[i]).read) {
        changed = changed || result_.registers[reg];
        result_.registers[reg] = false;
      }
    }
    return changed;
  }

  const Entry& entry_;
  bool is_kernel_;
  std::size_t end_;
  std::vector<bool> timed_;
  Pacing result_;
  std::map<std::size_t, Region> regions_;
};

}  // namespace

Pacing pacing_of(const Entry& entry, const std::set<std::uint16_t>& observed, bool is_kernel) {
  const bool paces = std::ranges::any_of(entry.statements, [](const Statement& statement) {
    return is_pause(statement.mnemonic.name.text) || reads_clock(statement);
  });
  if (!paces) {
    return {
        std::vector<bool>(entry.registers.size()), std::vector<bool>(entry.statements.size()), {}};
  }
  return Finder(entry, observed, is_kernel).run();
}

}  // namespace opexplore::kernel
