// Single instructions as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// How the dialects of PTX differ in what they share.
enum class PtxStyle : std::uint8_t {
  brief,  ///< Dartagnan's: "ld.weak r1, x", "beq r1, 0, LC00"; types are left out
  full    ///< Sorensen's, as an assembler takes it: "ld.cg.s32 r1, [x]", "@p1 bra LC00"
};

/// Spells the actions of one thread.
class Spelling {
 public:
  Spelling(PtxStyle style, const Program& program, const Thread& thread);

  /// E.g. "ld.weak r1, x" or "ld.cg.s32 r1, [x]". A jump names the label `LC` + index of
  /// the instruction it goes to. An access through a pointer goes `offset` bytes behind it.
  std::string text(const Action& action, Value offset = 0) const;

  /// The guard `@p` or `@!p` that instruction `index` can be for the instruction after it, if
  /// that needs no label: a branch over that alone, on a predicate. The brief style has the
  /// branch instead.
  std::optional<std::string> guard(std::size_t index) const;

  /// By index, and one for the end: whether there must be a label.
  std::vector<bool> labels() const;

 private:
  struct Visitor;

  PtxStyle style_;
  const Program& program_;
  const Thread& thread_;
  /// By LocationId: the type of the accesses to it, if the registers say that it has 32 bits.
  std::vector<std::optional<NumberType>> types_;
};

/// The label of the instruction with that index, "LC3".
std::string label(InstructionId target);

}  // namespace opexplore::detail
