// What a model cannot treat.
#pragma once

#include <stdexcept>

namespace opexplore::axioms {

/// The program cannot be evaluated: says why.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace opexplore::axioms
