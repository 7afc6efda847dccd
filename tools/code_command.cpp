// `opexplore code FILE`: kernels as they are understood, before they are launched.
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "export/output_file.hpp"
#include "litmus/input/files.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/kernels/listing.hpp"
#include "litmus/kernels/nvcc.hpp"
#include "tools/commands.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame code_frame{
    "usage: opexplore code [OPTIONS] FILE.ptx|FILE.ll|FILE.cu|-\n"
    "\n"
    "Prints kernels in the language that they are read into: a line for each instruction, with "
    "the\n"
    "line of the source and the PTX or LLVM IR that it comes from. What is not modelled is a\n"
    "refusal there.\n",
    "\nExit codes: 0 printed; 2 wrong input; 30 internal error.\n"};

struct CodeOptions {
  std::vector<std::string> files;
  std::string kernel;
  std::string arch = "sm_90";
};

constexpr std::array code_rows{OptionRow<CodeOptions>{{.names = "--kernel",
                                                       .value = "NAME",
                                                       .group = "input",
                                                       .help = "This kernel of the module alone"},
                                                      keep<&CodeOptions::kernel>},
                               OptionRow<CodeOptions>{{.names = "--arch",
                                                       .value = "ARCH",
                                                       .group = "input",
                                                       .help = "What a .cu file is compiled for"},
                                                      keep<&CodeOptions::arch>}};

ExitCode print_code(const CodeOptions& options) {
  if (options.files.size() != 1) {
    throw UsageError(options.files.empty() ? "no kernel given" : "code takes one file",
                     "name a .ptx, .ll or .cu file, or - for standard input");
  }
  const std::string& path = options.files.front();
  const std::string text =
      kernel::is_cuda_file(path)
          ? kernel::compiled(path, {kernel::find_nvcc("nvcc"), options.arch, {}, {}})
          : detail::file_text(path);
  write_standard_output(kernel::listing({text, path}, options.kernel));
  return ExitCode::complete;
}

}  // namespace

Subcommand code_command() {
  return {.name = "code",
          .summary = "Print kernels in the language that they are read into",
          .frame = code_frame,
          .declare = [](CommandLine& line) {
            const auto options = std::make_shared<CodeOptions>();
            line.add_words(options->files);
            line.add(code_rows, *options);
            return [options] { return print_code(*options); };
          }};
}

}  // namespace opexplore
