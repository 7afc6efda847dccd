#include "tools/oplitmus_build.hpp"

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "export/output_file.hpp"
#include "hardware/build.hpp"
#include "hardware/machine_code/compare.hpp"
#include "hardware/machine_code/disassembly.hpp"
#include "hardware/machine_code/elf.hpp"
#include "hardware/suite.hpp"
#include "tools/interrupt.hpp"
#include "tools/progress.hpp"

namespace opexplore {
namespace {

using hardware::Result;
using hardware::Suite;
using hardware::SuiteEntry;

constexpr HelpFrame frame{
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

std::string cubin_name(const std::string& roles_file) {
  constexpr std::string_view suffix = ".roles.cu";
  return roles_file.substr(0, roles_file.size() - suffix.size()) + ".cubin";
}

std::vector<std::size_t> generated(const Suite& suite) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < suite.entries.size(); ++i) {
    if (!suite.entries[i].roles_file.empty()) result.push_back(i);
  }
  return result;
}

std::vector<hardware::Built> compiled(const BuildArguments& arguments, const Suite& suite,
                                      const std::vector<std::size_t>& indices,
                                      const hardware::Toolkit& toolkit) {
  std::vector<hardware::BuildEntry> entries;
  for (const std::size_t index : indices) {
    const SuiteEntry& entry = suite.entries[index];
    entries.push_back({suite.folder / entry.roles_file, suite.folder / entry.kernel_file,
                       suite.folder / cubin_name(entry.roles_file)});
  }
  hardware::BuildOptions options;
  options.sm = suite.sm;
  options.jobs = arguments.jobs != 0 ? arguments.jobs : std::thread::hardware_concurrency();
  options.interrupted = interrupted;
  if (!arguments.quiet) {
    options.progress = [](std::size_t done, std::size_t all) { show_count("Building", done, all); };
  }
  std::vector<hardware::Built> built = hardware::build(toolkit, entries, options);
  if (!arguments.quiet) clear_progress();
  return built;
}

/// Two readings of one machine code: if they differ, ours is not to be trusted.
void weigh(hardware::Toolchain& toolchain, const std::string& opinion) {
  toolchain.second_opinion = opinion;
  if (opinion.find(" disagrees") == std::string::npos) return;
  for (hardware::Survival& role : toolchain.roles) {
    if (role.verdict != hardware::Survival::Verdict::exact) continue;
    role.verdict = hardware::Survival::Verdict::unknown;
    role.reason = opinion;
  }
}

/// The entry as it is after building; false if that failed. What was built before stays if
/// there was no time to build it again.
bool record(const Suite& suite, SuiteEntry& entry, const hardware::Built& built,
            const hardware::Toolkit& toolkit) {
  if (built.cubin_sha256.empty() && interrupted()) return false;
  entry.cubin_file.clear();
  entry.result.toolchain.reset();
  if (built.cubin_sha256.empty()) {
    entry.result.reason = "it could not be built";
    return false;
  }
  const std::string file = cubin_name(entry.roles_file);
  hardware::Toolchain toolchain;
  toolchain.nvcc = toolkit.version;
  toolchain.arch = "sm_" + std::to_string(suite.sm);
  toolchain.flags = hardware::nvcc_flags(suite.sm);
  toolchain.cubin_sha256 = built.cubin_sha256;
  const std::vector<std::byte> bytes = hardware::file_bytes(suite.folder / file);
  toolchain.roles = hardware::survival_of(hardware::prepared(suite, entry), bytes);
  weigh(toolchain, hardware::second_opinion(toolkit, suite.folder / file));
  entry.cubin_file = file;
  entry.result.toolchain = std::move(toolchain);
  entry.result.reason = "built, not run";
  return true;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "; ") + word;
  return text.empty() ? "nothing" : text;
}

/// What the compiler changed, thread by thread.
std::string differences(const Result& result) {
  std::string text;
  for (std::size_t i = 0; i < result.toolchain->roles.size(); ++i) {
    const hardware::Survival& role = result.toolchain->roles[i];
    if (role.verdict == hardware::Survival::Verdict::exact) continue;
    text += "  P" + std::to_string(i) + " " + std::string(to_string(role.verdict)) + ": " +
            role.reason + "\n    test:  " + joined(role.expected) +
            "\n    built: " + joined(role.found) + '\n';
  }
  return text;
}

void report(const Suite& suite, const std::vector<std::size_t>& indices, bool verbose) {
  std::map<std::string, std::size_t> verdicts;
  std::string details;
  for (const std::size_t index : indices) {
    const Result& result = suite.entries[index].result;
    if (!result.toolchain) continue;
    const auto verdict = hardware::worst(result.toolchain->roles);
    ++verdicts[std::string(to_string(verdict))];
    if (verdict == hardware::Survival::Verdict::exact && !verbose) continue;
    details += result.test.name + " " + std::string(to_string(result.profile)) + ": " +
               std::string(to_string(verdict)) + '\n' + differences(result);
  }
  std::string summary;
  for (const auto& [verdict, count] : verdicts) {
    summary += (summary.empty() ? "" : ", ") + std::to_string(count) + " " + verdict;
  }
  write_standard_output(details + "machine code: " + (summary.empty() ? "none" : summary) + '\n');
}

ExitCode run(const BuildArguments& arguments) {
  if (arguments.folders.size() != 1) throw UsageError("which suite?", "oplitmus build DIR");
  Suite suite = hardware::read_suite(arguments.folders.front());
  require_writable(suite.folder / hardware::suite_file);
  const hardware::Toolkit toolkit = hardware::find_toolkit(arguments.nvcc);
  const std::vector<std::size_t> indices = generated(suite);
  catch_interrupts();
  const std::vector<hardware::Built> built = compiled(arguments, suite, indices, toolkit);
  bool all_well = true;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    SuiteEntry& entry = suite.entries[indices[i]];
    if (record(suite, entry, built[i], toolkit)) continue;
    all_well = false;
    if (interrupted()) continue;
    std::fputs(("Error: " + entry.result.test.name + ": " + built[i].error + '\n').c_str(), stderr);
  }
  write_file(suite.folder / hardware::suite_file, hardware::suite_text(suite));
  if (!arguments.quiet) report(suite, indices, arguments.verbose);
  if (interrupted()) return ExitCode::cancelled;
  return all_well ? ExitCode::complete : ExitCode::internal_error;
}

// The toolkit is not the user's input: what it does wrong ends with another code.
ExitCode guarded(const BuildArguments& arguments) {
  std::string message;
  try {
    return run(arguments);
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
  return {"build",
          "Compile a suite, and check the machine code",
          frame,
          {.with_value = "j", .flags = "qv"},
          {},
          [](CLI::App& app) {
            const auto arguments = std::make_shared<BuildArguments>();
            app.add_option("folders", arguments->folders)->group("");
            app.add_option("--nvcc", arguments->nvcc,
                           "PROGRAM\tThe nvcc of the toolkit to use (default: nvcc)")
                ->group("toolkit");
            app.add_option("-j,--threads", arguments->jobs,
                           "N\tPrograms of the toolkit at once (default: one for each core)")
                ->group("toolkit");
            app.add_flag("-q", arguments->quiet, "Say nothing but errors")->group("output");
            app.add_flag("-v", arguments->verbose, "List every test, also where all is exact")
                ->group("output");
            return [arguments] { return guarded(*arguments); };
          }};
}

}  // namespace opexplore
