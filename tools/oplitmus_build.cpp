// `oplitmus build`: the CUDA programs of a suite are compiled, and their machine code is read.
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>

#include "export/output_file.hpp"
#include "hardware/machine_code/elf.hpp"
#include "hardware/suite_build.hpp"
#include "hardware/suite_text.hpp"
#include "tools/oplitmus.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame build_frame{
    "usage: oplitmus build DIR [OPTIONS]\n"
    "\n"
    "Compiles the CUDA programs of a suite and checks whether the memory instructions of each "
    "test\n"
    "are in the machine code. Needs the CUDA toolkit, and no GPU.\n",
    "\n"
    "Exit codes: 0 done; 2 wrong input; 30 the toolkit is missing or failed; 32 cancelled.\n"};

struct BuildArguments {
  std::vector<std::string> folders;
  std::string nvcc = "nvcc";
  unsigned jobs = 0;
  bool quiet = false;
  bool verbose = false;
};

constexpr std::array build_rows{
    OptionRow<BuildArguments>{{.names = "--nvcc",
                               .value = "PROGRAM",
                               .group = "toolkit",
                               .help = "The nvcc of the toolkit to use (default: nvcc)"},
                              keep<&BuildArguments::nvcc>},
    OptionRow<BuildArguments>{
        {.names = "-j,--threads",
         .value = "N",
         .group = "toolkit",
         .help = "Programs of the toolkit at once (default: one for each core)"},
        [](BuildArguments& arguments, const Written& written) {
          arguments.jobs = static_cast<unsigned>(number_of(written, 0, most_threads));
        }},
    OptionRow<BuildArguments>{{.names = "-q", .group = "output", .help = "Say nothing but errors"},
                              keep<&BuildArguments::quiet>},
    OptionRow<BuildArguments>{
        {.names = "-v", .group = "output", .help = "List every test, also where all is exact"},
        keep<&BuildArguments::verbose>}};

hardware::BuildOptions build_options(const BuildArguments& arguments) {
  hardware::BuildOptions options;
  options.jobs = arguments.jobs != 0 ? arguments.jobs : std::thread::hardware_concurrency();
  options.interrupted = interrupted;
  if (!arguments.quiet) {
    options.progress = [show = shown_counts()](std::size_t done, std::size_t all) {
      show("Building", done, all);
    };
  }
  return options;
}

ExitCode build_programs(const BuildArguments& arguments) {
  if (arguments.folders.size() != 1) throw UsageError("which suite?", "oplitmus build DIR");
  hardware::Suite suite = hardware::read_suite(arguments.folders.front());
  const std::filesystem::path list = suite.folder / hardware::suite_file;
  require_writable(list);
  const hardware::Toolkit toolkit = hardware::find_toolkit(arguments.nvcc);
  catch_interrupts();
  const std::vector<hardware::BuildFailure> failures =
      hardware::build_suite(suite, toolkit, build_options(arguments));
  if (!arguments.quiet) clear_progress();
  for (const hardware::BuildFailure& failure : failures) {
    std::fputs(("Error: " + failure.test + ": " + failure.error + '\n').c_str(), stderr);
  }
  write_file(list, hardware::suite_text(suite));
  if (!arguments.quiet) {
    write_standard_output(hardware::machine_code_text(suite, arguments.verbose));
  }
  if (interrupted()) return ExitCode::cancelled;
  return failures.empty() ? ExitCode::complete : ExitCode::internal_error;
}

// The toolkit is not the user's input: what it does wrong ends with another code.
ExitCode guarded(const BuildArguments& arguments) {
  std::string message;
  try {
    return build_programs(arguments);
  } catch (const hardware::ToolchainError& error) {
    message = error.what() + (error.suggestion.empty() ? "" : "; " + error.suggestion);
  } catch (const hardware::MachineCodeError& error) {
    message = std::string("nvcc wrote what is no machine code: ") + error.what();
  }
  std::fputs(("oplitmus: " + message + '\n').c_str(), stderr);
  return ExitCode::internal_error;
}

}  // namespace

Subcommand hardware_build_command() {
  return {.name = "build",
          .summary = "Compile a suite, and check the machine code",
          .frame = build_frame,
          .declare = [](CommandLine& line) {
            const auto arguments = std::make_shared<BuildArguments>();
            line.add_words(arguments->folders);
            line.add(build_rows, *arguments);
            return [arguments] { return guarded(*arguments); };
          }};
}

}  // namespace opexplore
