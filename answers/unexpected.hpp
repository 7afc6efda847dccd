// Errors that no other handler knows.
#pragma once

#include <exception>
#include <string>

#include "answers/failure.hpp"

namespace opexplore {

/// Lack of memory or of threads, which the user can do something about (exit code 1), or else a
/// mistake of ours (30). `file` is the test that was being explored, if any.
Failure unexpected_failure(const std::exception& error, const std::string& file = "");

}  // namespace opexplore
