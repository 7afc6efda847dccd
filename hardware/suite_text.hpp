// What programs say of a suite while it is made, built and run.
#pragma once

#include <cstddef>
#include <string>

#include "hardware/suite.hpp"

namespace opexplore::hardware {

/// How many tests of the suite have a program.
std::size_t count_programs(const Suite& suite);

/// "2 programs with 1 kernels for sm_90, 0 unsupported", a line.
std::string generated_text(const Suite& suite);

/// What the compiler changed, thread by thread, in each test that is not exactly in the machine
/// code, or with `every_test` in each; then a line that counts the verdicts.
std::string machine_code_text(const Suite& suite, bool every_test);

/// "MP+relaxed pinned ok: 101,376,000 executed, 5,300 of what it asks for, 3.1e+03/s".
std::string finished_text(const Result& result);

/// "61 tests, about 2 min 1 s".
std::string duration_text(std::size_t tests, double seconds);

}  // namespace opexplore::hardware
