// A test as text: the canonical spelling of what the reader understood.
#pragma once

#include <string>

#include "litmus/dialect.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// One instruction of `thread` in the PTX dialect, e.g. "atom.relaxed.gpu.add r1, x, 1"; in C++ if
/// the program is, with libcu++'s names.
/// A jump names the label `LC` + index of the instruction it goes to.
std::string to_string(const Action& action, const Thread& thread, const Program& program);

/// The whole test; reading it gives the same program, observables and condition, a C++ program up
/// to the order of registers and the variables that a compare-exchange needs. Without a dialect,
/// that of its language. Precondition: `Dialect::cxx` if and only if the program is in C++, and
/// then without pointers.
std::string write(const Test& test);
std::string write(const Test& test, Dialect dialect);

}  // namespace opexplore
