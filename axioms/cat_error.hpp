// What is wrong with a model file, and where.
#pragma once

#include <stdexcept>
#include <string>

#include "opmodel/program.hpp"

namespace opexplore::axioms {

/// A mistake in a model. `what()` is "FILE:LINE:COLUMN: message; suggestion"; without a position
/// (a file that cannot be read) "FILE: message; suggestion".
class CatError : public std::runtime_error {
 public:
  CatError(std::string file, SourcePlace where, std::string what_is_wrong, std::string advice = "");

  std::string path;        ///< as given, or the name of a built-in model
  SourcePlace place;       ///< line 0: none
  std::string message;     ///< what was expected and what was found
  std::string suggestion;  ///< what to write instead; may be empty
};

}  // namespace opexplore::axioms
