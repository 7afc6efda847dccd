// `opmap nvcc` and `opmap clang`: does what a compiler makes of C++ tests have outcomes that the
// tests do not have?
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
#include "mappings/emitted.hpp"
#include "mappings/report.hpp"
#include "tools/opmap.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

using Kind = hardware::PtxCompiler::Kind;
using mappings::CudaText;

constexpr std::string_view exit_codes =
    "\n"
    "Exit codes: 0 sound; 1 incomplete, or a mixed-size data race; 2 wrong input, no compiler, or\n"
    "what it does not compile; 20 unsound; 30 internal error; 32 cancelled.\n";

constexpr HelpFrame nvcc_frame{
    "usage: opmap nvcc [OPTIONS] FILES\n"
    "\n"
    "Compiles C++ litmus tests with nvcc, reads the PTX back, and checks that every outcome of it\n"
    "is one of the source, unless that has a data race. Says where the memory operations are not\n"
    "those of a mapping table.\n",
    exit_codes};

constexpr HelpFrame clang_frame{
    "usage: opmap clang [OPTIONS] FILES\n"
    "\n"
    "Compiles C++ litmus tests with clang, reads the PTX back, and checks that every outcome of "
    "it\n"
    "is one of the source, unless that has a data race. Says where the memory operations are not\n"
    "those of a mapping table.\n",
    exit_codes};

struct EmittedTexts {
  std::vector<std::string> files;
  std::string compiler, arch, table;
  std::string width = "32";
  std::optional<std::filesystem::path> ptx, keep;
  bool cuda = false, emitted = false;
  std::string cxx = "c++20", machine = default_machine(Language::ptx), reading, timeout;
};

// What is usual for nvcc and for clang.
EmittedTexts usual_texts(Kind kind) {
  EmittedTexts texts;
  const bool nvcc = kind == Kind::nvcc;
  texts.compiler = nvcc ? "nvcc" : "clang";
  texts.arch = nvcc ? "sm_75,sm_90" : "sm_70";
  texts.table = nvcc ? "libcudacxx-13.0" : "clang-c";
  return texts;
}

constexpr std::array nvcc_rows{
    OptionRow<EmittedTexts>{{.names = "--nvcc",
                             .value = "PATH",
                             .group = "compiler",
                             .help = "The compiler (default: nvcc)"},
                            keep<&EmittedTexts::compiler>},
    OptionRow<EmittedTexts>{{.names = "--arch",
                             .value = "LIST",
                             .group = "compiler",
                             .help = "Architectures (default: sm_75,sm_90)"},
                            keep<&EmittedTexts::arch>},
    OptionRow<EmittedTexts>{{.names = "--table",
                             .value = "TABLE",
                             .group = "check",
                             .help = "Compare with it (default: libcudacxx-13.0)"},
                            keep<&EmittedTexts::table>}};

constexpr std::array clang_rows{
    OptionRow<EmittedTexts>{{.names = "--clang",
                             .value = "PATH",
                             .group = "compiler",
                             .help = "The compiler, as clang-16 (default: clang)"},
                            keep<&EmittedTexts::compiler>},
    OptionRow<EmittedTexts>{{.names = "--arch",
                             .value = "LIST",
                             .group = "compiler",
                             .help = "Architectures (default: sm_70)"},
                            keep<&EmittedTexts::arch>},
    OptionRow<EmittedTexts>{{.names = "--table",
                             .value = "TABLE",
                             .group = "check",
                             .help = "Compare with it (default: clang-c)"},
                            keep<&EmittedTexts::table>}};

constexpr std::array emitted_rows{
    OptionRow<EmittedTexts>{{.names = "--ptx",
                             .value = "FILE",
                             .group = "compiler",
                             .help = "Check this PTX of the test, without a compiler"},
                            keep<&EmittedTexts::ptx>},
    OptionRow<EmittedTexts>{{.names = "--keep",
                             .value = "DIR",
                             .group = "compiler",
                             .help = "Keep the CUDA and PTX files there"},
                            keep<&EmittedTexts::keep>},
    OptionRow<EmittedTexts>{{.names = "--cuda",
                             .group = "compiler",
                             .help = "Print the CUDA C++ that is compiled, and end"},
                            keep<&EmittedTexts::cuda>},
    OptionRow<EmittedTexts>{{.names = "--width",
                             .value = "8|16|32|64",
                             .group = "check",
                             .help = "Bits of objects; 32 leaves them as they are (default: 32)"},
                            keep<&EmittedTexts::width>},
    OptionRow<EmittedTexts>{{.names = "--cxx",
                             .value = "c++20|rc11|rc11-lb|c++17",
                             .group = "check",
                             .help = "The source language (default: c++20)"},
                            keep<&EmittedTexts::cxx>},
    OptionRow<EmittedTexts>{{.names = "--machine",
                             .value = "NAME[:SETTING=VALUE,...]",
                             .group = "check",
                             .help = "The PTX machine (default: ptx-proxy)"},
                            keep<&EmittedTexts::machine>},
    OptionRow<EmittedTexts>{{.names = "--ptx-reading",
                             .value = "isa|dat3m",
                             .group = "check",
                             .help = "How it reads PTX"},
                            keep<&EmittedTexts::reading>},
    OptionRow<EmittedTexts>{{.names = "--timeout",
                             .value = "TIME",
                             .group = "check",
                             .help = "For each search: 90s, 5m"},
                            keep<&EmittedTexts::timeout>},
    OptionRow<EmittedTexts>{{.names = "--emitted",
                             .group = "output",
                             .help = "Print the emitted program as a litmus test too"},
                            keep<&EmittedTexts::emitted>}};

/// PTX that was made of a test, or what the compiler says instead.
struct Emitted {
  std::string title;  ///< "sm_75", or the file's name
  std::string path;
  std::string text;
  std::optional<std::string> refused = {};
};

struct Run {
  Kind kind;
  const EmittedTexts& texts;
  mappings::CudaStyle style;
  mappings::Table table;
  mappings::RunWith source, target;
};

Run prepared(Kind kind, const EmittedTexts& texts) {
  const mappings::ChosenMachines chosen = mappings::chosen_machines(
      {texts.cxx, texts.machine, texts.reading}, texts.compiler + " writes PTX");
  Run run{kind, texts, {}, mappings::load_table(texts.table), {}, {}};
  run.style.width = mappings::width_of(texts.width);
  run.style.atomics = kind == Kind::nvcc ? mappings::Atomics::libcudacxx : mappings::Atomics::clang;
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
                     "opmap clang --clang PATH runs a clang; check the PTX that another compiler "
                     "makes of what --cuda prints with --ptx FILE");
  }
}

hardware::PtxCompiler compiler(Kind kind, const std::string& name) {
  if (kind == Kind::nvcc) require_nvcc(name);
  try {
    return hardware::find_ptx_compiler(kind, name);
  } catch (const hardware::ToolchainError& error) {
    throw UsageError(error.what(),
                     error.suggestion + ", or check PTX that was made elsewhere with --ptx FILE");
  }
}

std::string without_folder(std::string text, const std::filesystem::path& folder) {
  const std::string begin = folder.string() + '/';
  for (std::size_t at = text.find(begin); at != text.npos; at = text.find(begin)) {
    text.erase(at, begin.size());
  }
  return text;
}

std::vector<Emitted> compiled(const Run& run, const Test& test, const CudaText& cuda) {
  const EmittedTexts& texts = run.texts;
  if (texts.ptx) {
    return {{texts.ptx->filename().string(), texts.ptx->string(), detail::file_text(*texts.ptx)}};
  }
  const hardware::PtxCompiler program = compiler(run.kind, texts.compiler);
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
    // A folder of this run alone says nothing to anyone.
    const std::string path = texts.keep ? ptx.string() : ptx.filename().string();
    if (auto refused = hardware::make_ptx(program, arch, source, ptx)) {
      result.push_back({arch, path, "", without_folder(std::move(*refused), folder)});
    } else {
      result.push_back({arch, path, detail::file_text(ptx)});
    }
  }
  return result;
}

// What became of one compilation.
ExitCode check(const Run& run, const Test& source, const CudaText& cuda, const Emitted& made) {
  const auto refused = [&](const std::string& reason) {
    mappings::EmittedCheck check;
    check.kind = mappings::EmittedCheck::Kind::refused;
    check.reason = reason;
    write_standard_output(mappings::text_report({source, made.title, nullptr}, check, run.table));
    return code_of(check);
  };
  if (made.refused) return refused(run.texts.compiler + " does not compile it: " + *made.refused);
  std::optional<kernel::LaunchedKernel> emitted;
  try {
    emitted = mappings::emitted_kernel(source, cuda, made.text, made.path);
  } catch (const InputError& error) {
    return refused(error.what());
  }
  // Objects of one size alone have no accesses of two.
  const bool small =
      run.style.width == mappings::Width::bits8 || run.style.width == mappings::Width::bits16;
  const kernel::Facts* const facts = small ? &emitted->facts : nullptr;
  const mappings::EmittedCheck check =
      mappings::check_emitted({source, cuda, emitted->test, facts}, run.source, run.target);
  const mappings::EmittedTest test{source, made.title, &emitted->test, run.style.width};
  write_standard_output(mappings::text_report(test, check, run.table) +
                        (run.texts.emitted ? write(emitted->test) : ""));
  const bool cut = interrupted() && code_of(check) == ExitCode::incomplete;
  return cut ? ExitCode::cancelled : code_of(check);
}

ExitCode check_file(const Run& run, const std::filesystem::path& file) {
  const Test source = mappings::with_locations_observed(read_file(file));
  const CudaText cuda = mappings::cuda_text(source, run.style);
  if (run.texts.cuda) {
    write_standard_output(cuda.text);
    return ExitCode::complete;
  }
  ExitCode code = ExitCode::complete;
  for (const Emitted& each : compiled(run, source, cuda)) {
    code = worse(code, check(run, source, cuda, each));
    if (interrupted()) break;
  }
  return code;
}

ExitCode check_emitted(Kind kind, const EmittedTexts& texts) {
  const std::string command = kind == Kind::nvcc ? "opmap nvcc" : "opmap clang";
  if (texts.files.empty()) throw UsageError("which test?", command + " FILE.litmus");
  const std::vector<std::filesystem::path> files = expand_sources(texts.files);
  if (texts.ptx && files.size() != 1) {
    throw UsageError("--ptx is of one test, and there are " + std::to_string(files.size()),
                     "name one test");
  }
  catch_interrupts();
  const Run how = prepared(kind, texts);
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

template <class Rows>
void declare(CommandLine& line, const Rows& rows, const std::shared_ptr<EmittedTexts>& texts) {
  line.add_words(texts->files);
  line.add(rows, *texts);
  line.add(emitted_rows, *texts);
}

}  // namespace

Subcommand nvcc_command() {
  return {.name = "nvcc",
          .summary = "Check what nvcc makes of C++ tests",
          .frame = nvcc_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<EmittedTexts>(usual_texts(Kind::nvcc));
            declare(line, nvcc_rows, texts);
            return [texts] { return check_emitted(Kind::nvcc, *texts); };
          }};
}

Subcommand clang_command() {
  return {.name = "clang",
          .summary = "Check what clang makes of C++ tests",
          .frame = clang_frame,
          .declare = [](CommandLine& line) {
            const auto texts = std::make_shared<EmittedTexts>(usual_texts(Kind::clang));
            declare(line, clang_rows, texts);
            return [texts] { return check_emitted(Kind::clang, *texts); };
          }};
}

}  // namespace opexplore
