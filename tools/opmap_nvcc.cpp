// `opmap nvcc`: does what nvcc makes of C++ tests have outcomes that the tests do not have?
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "answers/settings.hpp"
#include "export/output_file.hpp"
#include "hardware/toolchain.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/input/files.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "mappings/choice.hpp"
#include "mappings/nvcc.hpp"
#include "mappings/report.hpp"
#include "tools/opmap.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

using mappings::CudaText;

constexpr HelpFrame nvcc_frame{
    "usage: opmap nvcc [OPTIONS] FILES\n"
    "\n"
    "Compiles C++ litmus tests with nvcc, reads the PTX back, and checks that every outcome of it\n"
    "is one of the source, unless that has a data race. Says where the memory operations are not\n"
    "those of a mapping table.\n",
    "\n"
    "Exit codes: 0 sound; 1 incomplete; 2 wrong input, or no nvcc; 20 unsound; 30 internal error;\n"
    "32 cancelled.\n"};

struct NvccTexts {
  std::vector<std::string> files;
  std::string arch = "sm_75,sm_90";
  std::string nvcc = "nvcc";
  std::string table = "libcudacxx-13.0";
  std::optional<std::filesystem::path> ptx, keep;
  bool cuda = false, emitted = false;
  std::string cxx = "c++20", machine = default_machine(Language::ptx), reading, timeout;
};

constexpr std::array nvcc_rows{
    OptionRow<NvccTexts>{{.names = "--nvcc",
                          .value = "PATH",
                          .group = "compiler",
                          .help = "The compiler (default: nvcc)"},
                         keep<&NvccTexts::nvcc>},
    OptionRow<NvccTexts>{{.names = "--arch",
                          .value = "LIST",
                          .group = "compiler",
                          .help = "Architectures (default: sm_75,sm_90)"},
                         keep<&NvccTexts::arch>},
    OptionRow<NvccTexts>{{.names = "--ptx",
                          .value = "FILE",
                          .group = "compiler",
                          .help = "Check this PTX of the test, without nvcc"},
                         keep<&NvccTexts::ptx>},
    OptionRow<NvccTexts>{{.names = "--keep",
                          .value = "DIR",
                          .group = "compiler",
                          .help = "Keep the CUDA and PTX files there"},
                         keep<&NvccTexts::keep>},
    OptionRow<NvccTexts>{{.names = "--cuda",
                          .group = "compiler",
                          .help = "Print the CUDA C++ that nvcc is given, and end"},
                         keep<&NvccTexts::cuda>},
    OptionRow<NvccTexts>{{.names = "--table",
                          .value = "TABLE",
                          .group = "check",
                          .help = "Compare with it (default: libcudacxx-13.0)"},
                         keep<&NvccTexts::table>},
    OptionRow<NvccTexts>{{.names = "--cxx",
                          .value = "c++20|rc11|rc11-lb|c++17",
                          .group = "check",
                          .help = "The source language (default: c++20)"},
                         keep<&NvccTexts::cxx>},
    OptionRow<NvccTexts>{{.names = "--machine",
                          .value = "NAME[:SETTING=VALUE,...]",
                          .group = "check",
                          .help = "The PTX machine (default: ptx-proxy)"},
                         keep<&NvccTexts::machine>},
    OptionRow<NvccTexts>{{.names = "--ptx-reading",
                          .value = "isa|dat3m",
                          .group = "check",
                          .help = "How it reads PTX"},
                         keep<&NvccTexts::reading>},
    OptionRow<NvccTexts>{{.names = "--timeout",
                          .value = "TIME",
                          .group = "check",
                          .help = "For each search: 90s, 5m"},
                         keep<&NvccTexts::timeout>},
    OptionRow<NvccTexts>{{.names = "--emitted",
                          .group = "output",
                          .help = "Print the emitted program as a litmus test too"},
                         keep<&NvccTexts::emitted>}};

/// PTX that was made of a test.
struct Emitted {
  std::string title;  ///< "sm_75", or the file's name
  std::string path;
  std::string text;
};

struct Run {
  const NvccTexts& texts;
  mappings::Table table;
  mappings::RunWith source, target;
};

Run prepared(const NvccTexts& texts) {
  const mappings::ChosenMachines chosen =
      mappings::chosen_machines({texts.cxx, texts.machine, texts.reading}, "nvcc writes PTX");
  Run run{texts, mappings::load_table(texts.table), {}, {}};
  ExploreOptions limits;
  limits.interrupted = interrupted;
  limits.timeout = timeout_of(texts.timeout);
  run.source = {chosen.source.entry, limits};
  run.source.options.machine = chosen.source.options;
  run.target = {chosen.target.entry, limits};
  run.target.options.machine = chosen.target.options;
  run.target.options.traces = Traces::every_outcome;
  return run;
}

// nvcc's options -ptx and -arch=sm_90 mean something else to other compilers, or nothing.
void require_nvcc(const std::string& name) {
  const std::string program = std::filesystem::path(name).filename().string();
  for (const std::string_view other : {"clang", "llc", "gcc", "g++", "c++", "nvc++", "hipcc"}) {
    if (!program.starts_with(other)) continue;
    throw UsageError("--nvcc is NVIDIA's nvcc, and '" + name + "' is another compiler",
                     "--cuda prints what is compiled; check the PTX that another compiler makes of "
                     "it, as clang does with --cuda-device-only -S, with --ptx FILE");
  }
}

std::filesystem::path compiler(const std::string& name) {
  require_nvcc(name);
  try {
    return hardware::find_nvcc(name);
  } catch (const hardware::ToolchainError& error) {
    throw UsageError(error.what(),
                     error.suggestion + ", or check PTX that was made elsewhere with --ptx FILE");
  }
}

std::vector<Emitted> compiled(const NvccTexts& texts, const Test& test, const CudaText& cuda) {
  if (texts.ptx) {
    return {{texts.ptx->filename().string(), texts.ptx->string(), detail::file_text(*texts.ptx)}};
  }
  const std::filesystem::path nvcc = compiler(texts.nvcc);
  std::optional<TemporaryFolder> temporary;
  if (texts.keep) {
    make_directory(*texts.keep);
  } else {
    temporary.emplace(std::filesystem::temp_directory_path());
  }
  const std::filesystem::path folder = texts.keep ? *texts.keep : temporary->path();
  const std::filesystem::path source = folder / (file_name(test.name) + ".cu");
  OutputGuard guard([&] { return files_of_words(texts.files); });
  guard.require_replaceable("--keep", source, FileKind::cuda);
  write_file(source, cuda.text);
  std::vector<Emitted> result;
  for (const std::string& arch : parts_of(texts.arch, ',')) {
    const std::filesystem::path ptx = folder / (file_name(test.name) + "." + arch + ".ptx");
    hardware::run_nvcc(nvcc, arch, source, ptx);
    result.push_back({arch, ptx.string(), detail::file_text(ptx)});
  }
  return result;
}

ExitCode check_file(const Run& run, const std::filesystem::path& file) {
  const Test source = mappings::with_locations_observed(read_file(file));
  const CudaText cuda = mappings::cuda_text(source);
  if (run.texts.cuda) {
    write_standard_output(cuda.text);
    return ExitCode::complete;
  }
  ExitCode code = ExitCode::complete;
  for (const Emitted& each : compiled(run.texts, source, cuda)) {
    const Test emitted = mappings::emitted_test(source, cuda, each.text, each.path);
    const mappings::EmittedCheck check =
        mappings::check_emitted(source, emitted, run.source, run.target);
    write_standard_output(mappings::text_report({source, each.title, emitted}, check, run.table) +
                          (run.texts.emitted ? write(emitted) : ""));
    const bool cut = interrupted() && code_of(check) == ExitCode::incomplete;
    code = worse(code, cut ? ExitCode::cancelled : code_of(check));
    if (interrupted()) break;
  }
  return code;
}

ExitCode check_with_nvcc(const NvccTexts& texts) {
  if (texts.files.empty()) throw UsageError("which test?", "opmap nvcc FILE.litmus");
  const std::vector<std::filesystem::path> files = expand_sources(texts.files);
  if (texts.ptx && files.size() != 1) {
    throw UsageError("--ptx is of one test, and there are " + std::to_string(files.size()),
                     "name one test");
  }
  catch_interrupts();
  const Run how = prepared(texts);
  ExitCode code = ExitCode::complete;
  try {
    for (const std::filesystem::path& file : files) {
      if (interrupted()) return worse(code, ExitCode::cancelled);
      code = worse(code, check_file(how, file));
    }
  } catch (const hardware::ToolchainError& error) {
    throw UsageError(error.what(), "--cuda prints what it was given");
  }
  return code;
}

}  // namespace

Subcommand nvcc_command() {
  return {.name = "nvcc",
          .summary = "Check what nvcc makes of C++ tests",
          .frame = nvcc_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<NvccTexts>();
            line.add_words(texts->files);
            line.add(nvcc_rows, *texts);
            return [texts] { return check_with_nvcc(*texts); };
          }};
}

}  // namespace opexplore
