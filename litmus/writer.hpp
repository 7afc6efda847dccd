// A test as text: the canonical spelling of what the reader understood.
#pragma once

#include <string>

#include "litmus/dialect.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// One instruction of `thread` in the PTX dialect, e.g. "atom.relaxed.gpu.add r1, x, 1".
/// A jump names the label `LC` + index of the instruction it goes to.
std::string to_string(const Action& action, const Thread& thread, const Program& program);

/// The whole test; reading it gives the same program, observables and condition.
std::string write(const Test& test, Dialect dialect = Dialect::ptx);

}  // namespace opexplore
