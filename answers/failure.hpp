// Why a test, or a whole run, gave no answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/exit_code.hpp"
#include "litmus/input/deadline.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/kernels/input_case.hpp"

namespace opexplore {

/// One of several things that are wrong with a test.
struct Remark {
  std::uint32_t line = 0;    ///< from 1
  std::uint32_t column = 0;  ///< from 1
  std::string message;
  std::string suggestion;  ///< may be empty
};

/// Why a test, or the whole run, gave no result.
struct Failure {
  std::string message;
  std::string file = {};        ///< empty when it concerns no file
  std::uint32_t line = 0;       ///< from 1; 0 when unknown
  std::uint32_t column = 0;     ///< from 1; 0 when unknown
  std::string suggestion = {};  ///< what to do about it; may be empty
  ExitCode exit_code = ExitCode::wrong_input;
  std::vector<Remark> remarks = {};  ///< the single reasons, where there are several
  kernel::InputCase inputs = {};     ///< of a launch, where others have other inputs
};

/// As `error` entries have it.
Failure to_failure(const InputError& error);
/// Of a file that was given up before there was anything to explore.
Failure to_failure(const GivenUp& end, std::string file);

/// "FILE:LINE:COLUMN: message; suggestion", without what is unknown.
std::string describe(const Failure& failure);

}  // namespace opexplore
