#include "tools/oplitmus_gen.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

#include "export/output_file.hpp"
#include "hardware/suite.hpp"
#include "litmus/reader.hpp"
#include "litmus/sources.hpp"
#include "tools/output_guard.hpp"

namespace opexplore {
namespace {

constexpr HelpFrame frame{
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

std::uint32_t sm_of(const std::string& arch) {
  const std::string digits = arch.starts_with("sm_") ? arch.substr(3) : "";
  const bool number = !digits.empty() && digits.size() <= 3 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
  constexpr std::uint32_t oldest = 70;  // with the memory model: PTX ISA 6.0, "Memory Consistency"
  const auto sm = number ? static_cast<std::uint32_t>(std::stoul(digits)) : 0;
  if (sm < oldest) {
    throw UsageError("'" + arch + "' is no architecture that tests are made for",
                     "--arch sm_90, or another from sm_70 on");
  }
  return sm;
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

/// How many programs there are.
std::size_t report(const hardware::GeneratedSuite& generated, bool quiet) {
  std::size_t programs = 0;
  std::set<std::string> kernels;
  for (const hardware::SuiteEntry& entry : generated.suite.entries) {
    if (entry.roles_file.empty()) continue;
    ++programs;
    kernels.insert(entry.kernel_file);
  }
  if (quiet) return programs;
  for (const std::string& refusal : generated.refusals) {
    std::fputs(("Warning: " + refusal + '\n').c_str(), stderr);
  }
  write_standard_output(
      std::to_string(programs) + " programs with " + std::to_string(kernels.size()) +
      " kernels for sm_" + std::to_string(generated.suite.sm) + ", " +
      std::to_string(generated.suite.entries.size() - programs) + " unsupported\n");
  return programs;
}

ExitCode run(const GenOptions& options) {
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
  const std::size_t programs = report(generated, options.quiet);
  if (programs != 0) return ExitCode::complete;
  throw UsageError("none of the tests can run on a GPU", "see the reasons above");
}

}  // namespace

Subcommand hardware_gen_command() {
  return {"gen",
          "Make CUDA programs of litmus tests",
          frame,
          {.with_value = "o", .flags = "q"},
          {},
          [](CLI::App& app) {
            const auto options = std::make_shared<GenOptions>();
            app.add_option("tests", options->tests)->group("");
            app.add_option("-o", options->folder, "DIR\tThe folder of the suite")->group("output");
            app.add_option("--arch", options->arch,
                           "sm_N\tThe architecture to compile for (default: sm_90)")
                ->group("programs");
            app.add_option("--profile", options->profile,
                           "P\tas-written, pinned (all accesses stay, in order) or both")
                ->group("programs");
            app.add_flag("--no-siblings", options->no_siblings,
                         "Leave out the relaxed siblings of tests")
                ->group("programs");
            app.add_flag("-q", options->quiet, "Say nothing but errors")->group("output");
            return [options] { return run(*options); };
          }};
}

}  // namespace opexplore
