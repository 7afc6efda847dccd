// Mappings from C++ to PTX: arguments in, exit code out.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "litmus/input_error.hpp"
#include "tools/opmap_command.hpp"
#include "tools/output_files.hpp"

namespace opexplore {
namespace {

ExitCode stop(const std::string& message, ExitCode code = ExitCode::wrong_input) {
  std::fputs(("opmap: " + message + '\n').c_str(), stderr);
  return code;
}

ExitCode guarded(const std::vector<std::string>& arguments) {
  const std::string revision = OPEXPLORE_REVISION;
  try {
    return run_opmap(arguments, std::string("opmap ") + OPEXPLORE_VERSION +
                                    ", Rev: " + (revision.empty() ? "unknown" : revision));
  } catch (const UsageError& error) {
    return stop(error.what() + (error.suggestion.empty() ? "" : "; " + error.suggestion));
  } catch (const InputError& error) {
    return stop(error.what());
  } catch (const OutputError& error) {
    return stop(error.what());
  } catch (const std::exception& error) {
    return stop(std::string("internal error: ") + error.what(), ExitCode::internal_error);
  }
}

}  // namespace
}  // namespace opexplore

int main(int argc, char** argv) {
  return static_cast<int>(opexplore::guarded({argv + 1, argv + argc}));
}
