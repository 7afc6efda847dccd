// Small programs that tell the definitions of the PTX model apart, with the verdict of
// each definition.
#pragma once

#include <span>
#include <string_view>

namespace opexplore::oracle {

/// One program and whether its final condition is Allowed or Forbidden.
struct Verdict {
  std::string_view id;
  std::string_view declarations;
  std::string_view threads;  ///< as litmus_text() takes them
  std::string_view condition;
  /// 'A' or 'F' under: ptx60, ptx75, ptx60_dat3m, ptx75_dat3m.
  std::string_view verdicts;
};

/// Programs on which all definitions agree, and the classic patterns.
std::span<const Verdict> baseline_verdicts();

/// Programs on which some definitions differ.
std::span<const Verdict> distinguishing_verdicts();

}  // namespace opexplore::oracle
