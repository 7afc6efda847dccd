#include "answers/failure.hpp"

#include <utility>

#include "opmodel/located_message.hpp"

namespace opexplore {

Failure to_failure(const InputError& error) {
  return {.message = error.message,
          .file = error.path,
          .line = error.line,
          .column = error.column,
          .suggestion = error.suggestion};
}

Failure to_failure(const GivenUp& end, std::string file) {
  return {.message = std::string(end.what()) + " while it was read, before anything was explored",
          .file = std::move(file),
          .exit_code = end.by_time ? ExitCode::timed_out : ExitCode::cancelled};
}

std::string describe(const Failure& failure) {
  return located_message(failure.file, {failure.line, failure.column}, failure.message,
                         failure.suggestion);
}

}  // namespace opexplore
