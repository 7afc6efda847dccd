// A test as text: the canonical spelling of what the reader understood.
#pragma once

#include <string>

#include "litmus/language/dialect.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// One instruction of `thread` in the PTX dialect, e.g. "atom.relaxed.gpu.add r1, x, 1"; in C++ if
/// the program is, with libcu++'s names.
/// A jump names the label `LC` + index of the instruction it goes to.
std::string to_string(const Action& action, const Thread& thread, const Program& program);

/// The whole test; reading it gives the same program, observables and condition, a C++ program up
/// to the order of registers and the variables that a compare-exchange needs. Without a dialect,
/// the native one of its language. Precondition: the dialect can write the program: one of C++
/// takes C++ programs alone, and those without pointers.
std::string write(const Test& test);
std::string write(const Test& test, const Dialect& dialect);

}  // namespace opexplore
