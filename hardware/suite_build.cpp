#include "hardware/suite_build.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include "hardware/machine_code/compare.hpp"
#include "hardware/machine_code/disassembly.hpp"

namespace opexplore::hardware {
namespace {

std::string cubin_name(const std::string& roles_file) {
  constexpr std::string_view suffix = ".roles.cu";
  return roles_file.substr(0, roles_file.size() - suffix.size()) + ".cubin";
}

/// Two readings of one machine code: if they differ, ours is not to be trusted.
void weigh(Toolchain& toolchain, const std::string& opinion) {
  toolchain.second_opinion = opinion;
  if (opinion.find(" disagrees") == std::string::npos) return;
  for (Survival& role : toolchain.roles) {
    if (role.verdict != Survival::Verdict::exact) continue;
    role.verdict = Survival::Verdict::unknown;
    role.reason = opinion;
  }
}

void enter(const Suite& suite, SuiteEntry& entry, const Built& built, const Toolkit& toolkit) {
  entry.cubin_file.clear();
  entry.result.toolchain.reset();
  if (built.cubin_sha256.empty()) {
    entry.result.reason = "it could not be built";
    return;
  }
  const std::string file = cubin_name(entry.roles_file);
  Toolchain toolchain;
  toolchain.nvcc = toolkit.version;
  toolchain.arch = "sm_" + std::to_string(suite.sm);
  toolchain.flags = nvcc_flags(suite.sm);
  toolchain.cubin_sha256 = built.cubin_sha256;
  const std::vector<std::byte> bytes = file_bytes(suite.folder / file);
  toolchain.roles = survival_of(prepared(suite, entry), bytes);
  weigh(toolchain, second_opinion(toolkit, suite.folder / file));
  entry.cubin_file = file;
  entry.result.toolchain = std::move(toolchain);
  entry.result.reason = "built, not run";
}

}  // namespace

std::vector<BuildFailure> build_suite(Suite& suite, const Toolkit& toolkit, BuildOptions options) {
  options.sm = suite.sm;
  std::vector<SuiteEntry*> programs;
  std::vector<BuildEntry> files;
  for (SuiteEntry& entry : suite.entries) {
    if (entry.roles_file.empty()) continue;
    programs.push_back(&entry);
    files.push_back({suite.folder / entry.roles_file, suite.folder / entry.kernel_file,
                     suite.folder / cubin_name(entry.roles_file)});
  }
  const std::vector<Built> built = build(toolkit, files, options);
  const auto interrupted = [&] { return options.interrupted && options.interrupted(); };
  std::vector<BuildFailure> failures;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const bool failed = built[i].cubin_sha256.empty();
    if (failed && interrupted()) continue;
    enter(suite, *programs[i], built[i], toolkit);
    if (failed) failures.push_back({programs[i]->result.test.name, built[i].error});
  }
  return interrupted() ? std::vector<BuildFailure>() : failures;
}

}  // namespace opexplore::hardware
