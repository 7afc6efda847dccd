// Single instructions as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/dialect.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// `beq`, `bne`, …: jumps of the PTX dialect.
std::string_view jump_mnemonic(Comparison comparison);

/// Spells the actions of one thread.
class Spelling {
 public:
  Spelling(Dialect dialect, const Program& program, const Thread& thread);

  /// E.g. "ld.weak r1, x" or "ld.cg.s32 r1, [x]". A jump names the label `LC` + index of
  /// the instruction it goes to.
  std::string text(const Action& action) const;

  /// The guard `@p` or `@!p` that instruction `index` can be for the instruction after it, if
  /// that needs no label: a branch over that alone, on a predicate. The PTX dialect has the
  /// branch instead.
  std::optional<std::string> guard(std::size_t index) const;

  /// By index, and one for the end: whether there must be a label.
  std::vector<bool> labels() const;

 private:
  struct Visitor;

  Dialect dialect_;
  const Program& program_;
  const Thread& thread_;
  /// By LocationId: the type of the accesses to it, if the registers say that it has 32 bits.
  std::vector<std::optional<NumberType>> types_;
};

/// The label of the instruction with that index, "LC3".
std::string label(InstructionId target);

}  // namespace opexplore::detail
