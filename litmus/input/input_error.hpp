// What the user wrote is wrong, and where: the only exception of this folder.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore {

/// A mistake in an input file. `what()` is "FILE:LINE:COLUMN: message; suggestion";
/// without a position (a file that cannot be read) "FILE: message; suggestion".
class InputError : public std::runtime_error {
 public:
  InputError(std::string file, SourcePlace place, std::string what_is_wrong,
             std::string advice = "");

  std::string path;          ///< as given by the caller
  std::uint32_t line = 0;    ///< from 1; 0 without a position
  std::uint32_t column = 0;  ///< in characters, from 1; 0 without a position
  std::string message;       ///< what was expected and what was found
  std::string suggestion;    ///< what to write instead; may be empty
};

}  // namespace opexplore
