// `oplitmus gen`: litmus tests become CUDA programs.
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "export/output_file.hpp"
#include "export/output_guard.hpp"
#include "hardware/suite.hpp"
#include "hardware/suite_text.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/language/reader.hpp"
#include "tools/oplitmus.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame gen_frame{
    "usage: oplitmus gen -o DIR [OPTIONS] TEST...\n"
    "\n"
    "Makes CUDA programs of litmus tests; TEST is a file, a folder, a list @FILE, or - for\n"
    "standard input. Needs no CUDA. What no GPU can run is listed as unsupported, with the "
    "reason.\n",
    "\n"
    "Exit codes: 0 done; 2 wrong input, or no test at all is supported; 30 internal error.\n"};

struct GenOptions {
  std::vector<std::string> tests;
  std::optional<std::filesystem::path> folder;
  std::string arch = "sm_90";
  std::string profile = "as-written";
  bool no_siblings = false;
  bool quiet = false;
};

constexpr std::array gen_rows{
    OptionRow<GenOptions>{
        {.names = "-o", .value = "DIR", .group = "output", .help = "The folder of the suite"},
        keep<&GenOptions::folder>},
    OptionRow<GenOptions>{{.names = "--arch",
                           .value = "sm_N",
                           .group = "programs",
                           .help = "The architecture to compile for (default: sm_90)"},
                          keep<&GenOptions::arch>},
    OptionRow<GenOptions>{{.names = "--profile",
                           .value = "P",
                           .group = "programs",
                           .help = "as-written, pinned (all accesses stay, in order) or both"},
                          keep<&GenOptions::profile>},
    OptionRow<GenOptions>{{.names = "--no-siblings",
                           .group = "programs",
                           .help = "Leave out the relaxed siblings of tests"},
                          keep<&GenOptions::no_siblings>},
    OptionRow<GenOptions>{{.names = "-q", .group = "output", .help = "Say nothing but errors"},
                          keep<&GenOptions::quiet>}};

std::uint32_t sm_of(const std::string& arch) {
  if (const auto sm = hardware::sm_named(arch)) return *sm;
  throw UsageError("'" + arch + "' is no architecture that tests are made for",
                   "--arch sm_90, or another from sm_70 on");
}

std::vector<hardware::Profile> profiles_of(const std::string& name) {
  if (name == "both") return {hardware::Profile::as_written, hardware::Profile::pinned};
  const auto profile = hardware::profile_named(name);
  if (!profile) {
    throw UsageError("there is no profile '" + name + "'", "--profile as-written, pinned or both");
  }
  return {*profile};
}

// suite.json comes last and an old one goes first: where there is one, all it names is there.
void write_suite(const std::filesystem::path& folder, const hardware::GeneratedSuite& generated) {
  make_directory(folder);
  OutputGuard guard([] { return OutputGuard::Paths(); });
  guard.require_replaceable("-o", folder / hardware::suite_file);
  std::error_code ignored;
  std::filesystem::remove(folder / hardware::suite_file, ignored);
  for (const hardware::SuiteFile& file : generated.files) write_file(folder / file.name, file.text);
  write_file(folder / hardware::suite_file, hardware::suite_text(generated.suite));
}

ExitCode make_suite(const GenOptions& options) {
  if (options.tests.empty()) throw UsageError("which tests?", "oplitmus gen -o DIR TEST...");
  if (!options.folder) throw UsageError("into which folder?", "oplitmus gen -o DIR TEST...");
  hardware::SuiteOptions suite;
  suite.sm = sm_of(options.arch);
  suite.profiles = profiles_of(options.profile);
  suite.siblings = !options.no_siblings;
  std::vector<Test> tests;
  for (const std::filesystem::path& path : expand_sources(options.tests)) {
    tests.push_back(read_file(path));
  }
  const hardware::GeneratedSuite generated = hardware::generate_suite(tests, suite);
  write_suite(*options.folder, generated);
  if (!options.quiet) {
    for (const std::string& refusal : generated.refusals) {
      std::fputs(("Warning: " + refusal + '\n').c_str(), stderr);
    }
    write_standard_output(hardware::generated_text(generated.suite));
  }
  if (hardware::count_programs(generated.suite) != 0) return ExitCode::complete;
  throw UsageError("none of the tests can run on a GPU", "see the reasons above");
}

}  // namespace

Subcommand hardware_gen_command() {
  return {.name = "gen",
          .summary = "Make CUDA programs of litmus tests",
          .frame = gen_frame,
          .declare = [](CommandLine& line) {
            const auto options = std::make_shared<GenOptions>();
            line.add_words(options->tests);
            line.add(gen_rows, *options);
            return [options] { return make_suite(*options); };
          }};
}

}  // namespace opexplore
