// The generator of tests: arguments in, exit code out.
#include <cstdio>
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include "answers/unexpected.hpp"
#include "export/output_file.hpp"
#include "litmus/input_error.hpp"
#include "tools/arguments.hpp"
#include "tools/interrupt.hpp"
#include "tools/opgen_options.hpp"
#include "tools/opgen_output.hpp"

namespace opexplore {
namespace {

ExitCode run(const std::vector<std::string>& arguments) {
  const std::string revision = OPEXPLORE_REVISION;
  const auto parsed =
      parse_generate_options(arguments, std::string("opgen ") + OPEXPLORE_VERSION +
                                            ", Rev: " + (revision.empty() ? "unknown" : revision));
  if (const auto* const information = std::get_if<Information>(&parsed)) {
    write_standard_output(information->text);
    return ExitCode::complete;
  }
  const auto& options = std::get<GenerateOptions>(parsed);
  if (options.directory && !options.count) catch_interrupts();
  return run_generator(options);
}

ExitCode stop(const std::string& message, ExitCode code = ExitCode::wrong_input) {
  std::fputs(("opgen: " + message + '\n').c_str(), stderr);
  return code;
}

ExitCode guarded(const std::vector<std::string>& arguments) {
  try {
    return run(arguments);
  } catch (const UsageError& error) {
    return stop(error.what() + (error.suggestion.empty() ? "" : "; " + error.suggestion));
  } catch (const InputError& error) {
    return stop(error.what());
  } catch (const OutputError& error) {
    return stop(error.what());
  } catch (const std::exception& error) {
    const Failure failure = unexpected_failure(error);
    return stop(failure.message + "; " + failure.suggestion, failure.exit_code);
  }
}

}  // namespace
}  // namespace opexplore

int main(int argc, char** argv) {
  return static_cast<int>(opexplore::guarded({argv + 1, argv + argc}));
}
