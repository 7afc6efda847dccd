#include "litmus/kernels/pacing.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "code/uses.hpp"

namespace opexplore::kernel {

namespace {

using code::Pause;
using code::Uses;
using code::uses_of;

bool reads_clock(const code::Instruction& instruction) {
  return std::ranges::any_of(instruction.operands, [](const code::Operand& operand) {
    return operand.special == code::Special::clock;
  });
}

class Finder {
 public:
  Finder(const Entry& entry, const std::set<std::uint16_t>& observed, bool is_kernel)
      : entry_(entry),
        is_kernel_(is_kernel),
        all_(entry.code.instructions),
        end_(all_.size()),
        result_{candidates(observed), {}, {}} {
    for (std::size_t i = 0; i < end_; ++i) {
      const bool chooses = all_[i].guard && jump_target(all_[i]);
      if (!chooses || !is_pacing(uses_of(all_[i]).read)) continue;
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
  bool computes(const code::Instruction& instruction) const {
    if (code::computes(instruction)) return true;
    return is_kernel_ && is_load(instruction) &&
           std::get<code::Access>(instruction.operation).space == Space::parameter &&
           std::ranges::any_of(entry_.parameters, [&](const Variable& parameter) {
             return parameter.name.is(instruction.operands[1].text);
           });
  }

  /// The registers that get something of what `starts` writes, directly or through computations.
  template <class Starts>
  std::vector<bool> reached_from(const Starts& starts) const {
    std::vector<bool> reached(entry_.registers.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (const code::Instruction& instruction : all_) {
        const Uses use = uses_of(instruction);
        const bool passes = starts(instruction) ||
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
        reached_from([&](const code::Instruction& one) { return !computes(one); });
    timed_ = reached_from(reads_clock);
    std::vector<bool> result(entry_.registers.size());
    for (const code::Instruction& instruction : all_) {
      for (const std::uint16_t reg : read_by(instruction)) result[reg] = !from_others[reg];
    }
    for (const std::uint16_t reg : observed) result[reg] = false;
    return result;
  }

  /// Those that say how long to pause, too.
  static std::vector<std::uint16_t> read_by(const code::Instruction& instruction) {
    std::vector<std::uint16_t> read = uses_of(instruction).read;
    if (!code::is<Pause>(instruction)) return read;
    for (const code::Operand& operand : instruction.operands) {
      std::ranges::copy(registers_of(operand), std::back_inserter(read));
    }
    return read;
  }

  bool is_pacing(const std::vector<std::uint16_t>& registers) const {
    return std::ranges::all_of(registers, [&](auto reg) { return result_.registers[reg]; });
  }

  /// Whether it computes, pauses or jumps: it can lie between ways that meet.
  bool is_silent(const code::Instruction& instruction) const {
    return computes(instruction) || code::is<Pause>(instruction) || jump_target(instruction);
  }

  /// What can be reached from the ways of the branch without passing the statement `join`.
  std::set<std::size_t> between(std::size_t branch, std::size_t join) const {
    std::set<std::size_t> seen;
    std::vector<std::size_t> pending = successors(entry_.code, branch);
    while (!pending.empty()) {
      const std::size_t at = pending.back();
      pending.pop_back();
      if (at == join || !seen.insert(at).second || at == end_) continue;
      for (const std::size_t next : successors(entry_.code, at)) pending.push_back(next);
    }
    return seen;
  }

  std::optional<std::size_t> way_on(std::size_t at, const std::set<std::size_t>& passed) const {
    for (const std::size_t next : successors(entry_.code, at)) {
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
      const bool silent =
          !region.statements.contains(end_) &&
          std::ranges::all_of(region.statements, [&](std::size_t i) { return is_silent(all_[i]); });
      if (silent && at != branch) return region;
      if (at == end_ || !is_silent(all_[at])) return std::nullopt;
      passed.insert(at);
      next = way_on(at, passed);
    }
    return std::nullopt;
  }

  bool only_paces(std::size_t at) const {
    if (code::is<Pause>(all_[at])) return true;
    if (!computes(all_[at])) return false;
    const Uses use = uses_of(all_[at]);
    const bool writes = !use.written.empty() || !use.perhaps_written.empty();
    return writes && is_pacing(use.written) && is_pacing(use.perhaps_written);
  }

  /// Whether the ways of the jump meet for certain: a loop must end when its time has come.
  bool ends(std::size_t branch) const {
    const auto known = regions_.find(branch);
    if (known == regions_.end()) return false;
    const std::vector<std::uint16_t> guard = uses_of(all_[branch]).read;
    return !known->second.statements.contains(branch) ||
           std::ranges::any_of(guard, [&](auto reg) { return timed_[reg]; });
  }

  /// Whether the jump decides about pauses alone.
  bool is_harmless(std::size_t branch) const {
    if (!ends(branch) || !is_pacing(uses_of(all_[branch]).read)) return false;
    return std::ranges::all_of(regions_.at(branch).statements, [&](std::size_t i) {
      if (!jump_target(all_[i])) return only_paces(i);
      return !all_[i].guard || (ends(i) && is_pacing(uses_of(all_[i]).read));
    });
  }

  /// Takes out registers that serve something else, too. True if there were any.
  bool drop_used() {
    bool changed = false;
    for (std::size_t i = 0; i < end_; ++i) {
      if (only_paces(i) || is_harmless(i)) continue;
      for (const std::uint16_t reg : uses_of(all_[i]).read) {
        changed = changed || result_.registers[reg];
        result_.registers[reg] = false;
      }
    }
    return changed;
  }

  const Entry& entry_;
  bool is_kernel_;
  const std::vector<code::Instruction>& all_;
  std::size_t end_;
  std::vector<bool> timed_;
  Pacing result_;
  std::map<std::size_t, Region> regions_;
};

}  // namespace

Pacing pacing_of(const Entry& entry, const std::set<std::uint16_t>& observed, bool is_kernel) {
  const std::vector<code::Instruction>& all = entry.code.instructions;
  const bool paces = std::ranges::any_of(all, [](const code::Instruction& instruction) {
    return code::is<Pause>(instruction) || reads_clock(instruction);
  });
  if (!paces) {
    return {
        std::vector<bool>(entry.registers.size()), std::vector<bool>(entry.statements.size()), {}};
  }
  return Finder(entry, observed, is_kernel).run();
}

}  // namespace opexplore::kernel
