#include "tools/opmap_nvcc.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "answers/amounts.hpp"
#include "answers/machine_choice.hpp"
#include "answers/settings.hpp"
#include "export/outcome_text.hpp"
#include "export/output_file.hpp"
#include "export/trace_text.hpp"
#include "hardware/toolchain.hpp"
#include "litmus/files.hpp"
#include "litmus/reader.hpp"
#include "litmus/sources.hpp"
#include "litmus/writer.hpp"
#include "mappings/compile.hpp"
#include "mappings/nvcc.hpp"
#include "tools/interrupt.hpp"
#include "tools/output_guard.hpp"

namespace opexplore {
namespace {

using mappings::CudaText;
using mappings::EmittedCheck;
using mappings::MemoryOperation;

constexpr HelpFrame frame{
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
  std::string cxx = "c++20", machine = "ptx-proxy", reading, timeout;
};

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
  MachineOptions source_settings;
  source_settings.settings["cxx"] = texts.cxx;
  MachineOptions target_settings;
  if (!texts.reading.empty()) target_settings.settings["ptx-reading"] = texts.reading;
  const ChosenMachine source = chosen_machine("cxx", source_settings);
  const ChosenMachine target = chosen_machine(texts.machine, target_settings);
  if (target.entry->language != Language::ptx) {
    throw UsageError("nvcc writes PTX, and " + target.name + " does not run that",
                     "--machine ptx or ptx-proxy");
  }
  require_offered(target_settings, {target});
  Run run{texts, mappings::load_table(texts.table), {source.entry, {}}, {target.entry, {}}};
  ExploreOptions limits;
  limits.interrupted = interrupted;
  if (!texts.timeout.empty()) {
    limits.timeout = parse_duration(texts.timeout);
    if (!limits.timeout) {
      throw UsageError("'" + texts.timeout + "' is no time", "write 90s, 5m, 500ms");
    }
  }
  run.source.options = limits;
  run.source.options.machine = source.options;
  run.target.options = limits;
  run.target.options.machine = target.options;
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
  std::optional<hardware::TemporaryFolder> temporary;
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

std::string listed(const std::vector<MemoryOperation>& operations) {
  std::string text;
  for (const MemoryOperation& operation : operations) {
    text += (text.empty() ? "" : "; ") + operation.text;
  }
  return text.empty() ? "nothing" : text;
}

std::string table_text(const Run& run, const Test& source, const Test& emitted) {
  std::vector<mappings::TableDifference> differences;
  try {
    differences = mappings::differences_from(run.table, source, emitted);
  } catch (const mappings::MappingError& error) {
    return "  " + run.table.name + " says nothing: " + error.message + '\n';
  }
  if (differences.empty()) return "  as " + run.table.name + " says\n";
  std::string text;
  for (const mappings::TableDifference& difference : differences) {
    text += "  P" + std::to_string(difference.thread) + " is not what " + run.table.name + " says" +
            (difference.plain_only ? ", in plain accesses only" : "") +
            ":\n    table: " + listed(difference.table) +
            "\n    nvcc:  " + listed(difference.emitted) + '\n';
  }
  return text;
}

std::string missing_text(const Test& emitted, const EmittedCheck& check) {
  std::ostringstream text;
  for (const OutcomeReport& outcome : check.missing) {
    text << "  not an outcome of the source: " << outcome_text(emitted, outcome.values) << '\n';
  }
  const OutcomeReport& first = check.missing.front();
  if (first.trace) {
    text << '\n';
    write_trace(text, emitted, *first.trace,
                {outcome_text(emitted, first.values), machine_title(check.emitted)});
  }
  return text.str();
}

struct Judged {
  std::string text;
  ExitCode code = ExitCode::complete;
};

Judged judged(const Test& emitted, const EmittedCheck& check) {
  const std::string outcomes = std::to_string(check.emitted_outcomes) +
                               " outcomes, the source has " +
                               std::to_string(check.source_outcomes) + '\n';
  switch (check.kind) {
    case EmittedCheck::Kind::sound:
      return {"sound: " + outcomes, ExitCode::complete};
    case EmittedCheck::Kind::unsound:
      return {"UNSOUND: " + outcomes + missing_text(emitted, check), ExitCode::disagreement};
    case EmittedCheck::Kind::undefined:
      return {"undefined: " + check.reason + '\n', ExitCode::complete};
    case EmittedCheck::Kind::refused:
      return {"refused: " + check.reason + '\n', ExitCode::wrong_input};
    case EmittedCheck::Kind::incomplete:
      break;
  }
  return {"incomplete: " + check.reason + '\n',
          interrupted() ? ExitCode::cancelled : ExitCode::incomplete};
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
    const Judged answer =
        judged(emitted, mappings::check_emitted(source, emitted, run.source, run.target));
    write_standard_output(source.name + ", " + each.title + ": " + answer.text +
                          table_text(run, source, emitted) +
                          (run.texts.emitted ? write(emitted) : ""));
    code = worse(code, answer.code);
    if (interrupted()) break;
  }
  return code;
}

ExitCode run(const NvccTexts& texts) {
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

void add_options(CLI::App& app, NvccTexts& texts) {
  app.add_option("files", texts.files)->group("");
  app.add_option("--nvcc", texts.nvcc, "PATH\tThe compiler (default: nvcc)")->group("compiler");
  app.add_option("--arch", texts.arch, "LIST\tArchitectures (default: sm_75,sm_90)")
      ->group("compiler");
  app.add_option("--ptx", texts.ptx, "FILE\tCheck this PTX of the test, without nvcc")
      ->group("compiler");
  app.add_option("--keep", texts.keep, "DIR\tKeep the CUDA and PTX files there")->group("compiler");
  app.add_flag("--cuda", texts.cuda, "Print the CUDA C++ that nvcc is given, and end")
      ->group("compiler");
  app.add_option("--table", texts.table, "TABLE\tCompare with it (default: libcudacxx-13.0)")
      ->group("check");
  app.add_option("--cxx", texts.cxx,
                 "c++20|rc11|rc11-lb|c++17\tThe source language (default: c++20)")
      ->group("check");
  app.add_option("--machine", texts.machine,
                 "NAME[:SETTING=VALUE,...]\tThe PTX machine (default: ptx-proxy)")
      ->group("check");
  app.add_option("--ptx-reading", texts.reading, "isa|dat3m\tHow it reads PTX")->group("check");
  app.add_option("--timeout", texts.timeout, "TIME\tFor each search: 90s, 5m")->group("check");
  app.add_flag("--emitted", texts.emitted, "Print the emitted program as a litmus test too")
      ->group("output");
}

}  // namespace

Subcommand nvcc_command() {
  return {"nvcc",
          "Check what nvcc makes of C++ tests",
          frame,
          {.with_value = "", .flags = ""},
          {},
          [](CLI::App& app) {
            const auto texts = std::make_shared<NvccTexts>();
            add_options(app, *texts);
            return [texts] { return run(*texts); };
          }};
}

}  // namespace opexplore
