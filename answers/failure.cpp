#include "answers/failure.hpp"

#include "opmodel/located_message.hpp"

namespace opexplore {

Failure to_failure(const InputError& error) {
  return {.message = error.message,
          .file = error.path,
          .line = error.line,
          .column = error.column,
          .suggestion = error.suggestion};
}

std::string describe(const Failure& failure) {
  return located_message(failure.file, {failure.line, failure.column}, failure.message,
                         failure.suggestion);
}

}  // namespace opexplore
