// Why a machine or a model does not take a program.
#pragma once

#include <optional>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore {

struct Refusal {
  std::string why;                        ///< a clause, with what to do: "…; ptx runs it"
  std::optional<SourcePlace> place = {};  ///< in the program; nothing: it concerns all of it
};

/// The place of what a program says from its first line on, such as its language.
inline constexpr SourcePlace program_start{1, 1};

}  // namespace opexplore
