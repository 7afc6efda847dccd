#include "answers/unexpected.hpp"

#include <new>
#include <string_view>
#include <system_error>

#include "answers/exit_code.hpp"

namespace opexplore {
namespace {

// std::thread says so by an error code, oneTBB by the name of the function.
bool lacks_threads(const std::exception& error) {
  if (std::string_view(error.what()).starts_with("pthread_create has failed")) return true;
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  return system != nullptr && system->code() == std::errc::resource_unavailable_try_again;
}

}  // namespace

Failure unexpected_failure(const std::exception& error, const std::string& file) {
  Failure failure{.message = "", .file = file, .exit_code = ExitCode::incomplete};
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    failure.message = "out of memory";
    failure.suggestion = file.empty() ? "give the program more (ulimit -v), or one thread with -j 1"
                                      : "--max-memory ends a search before this happens";
  } else if (lacks_threads(error)) {
    failure.message = "out of memory or processes: a thread cannot be started";
    failure.suggestion = "use fewer with -j 1, or allow more (ulimit -v, ulimit -u)";
  } else {
    failure.message = std::string("internal error: ") + error.what();
    failure.suggestion =
        "please report it with " + (file.empty() ? "the command" : std::string("this file"));
    failure.exit_code = ExitCode::internal_error;
  }
  return failure;
}

}  // namespace opexplore
