#include "tests/tong2024/kernel_table.hpp"

#include <fstream>
#include <sstream>

#include "explorer/explore.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/spirv/kernel.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::tong2024 {
namespace {

// Nothing for kernels that are not understood.
std::optional<bool> is_free_of_races(const std::filesystem::path& file, bool with_filter) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  try {
    Test test = spirv::read_kernel(text.str(), file.string());
    if (!with_filter) test.filter.reset();
    ExploreOptions options;
    options.threads = 1;
    options.verdict_only =
        !test.filter;  // a race is looked for all the same, and the first is enough
    options.machine.settings["races"] = test.filter ? "follow" : "stop";
    const Answer report = find_machine("vulkan")->explore(test, options);
    if (report.statistics.racy_states != 0) return false;
    if (!report.coverage.complete()) return std::nullopt;
    return true;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::string row_of(const std::string& name, const Asked& asked) {
  return table_row({name, std::to_string(asked.tests), std::to_string(asked.supported),
                    std::to_string(asked.equal), in_milliseconds(asked.mean()),
                    in_milliseconds(asked.most)});
}

}  // namespace

KernelTable measure_kernel_table(const std::filesystem::path& suite,
                                 std::optional<std::size_t> most) {
  KernelTable table;
  for (const Columns& line : lines_of(suite / "expected-spirv-races.csv")) {
    if (most && table.all.tests == *most) break;
    // file, unrolling, filter, verdict
    const std::string& file = line.at(0);
    const Stopwatch watch;
    const auto answer = is_free_of_races(suite / file, line.at(2) != "without-filter");
    const double milliseconds = watch.milliseconds();
    const bool listed = line.at(3) == "1";
    table.all.add(file, answer, listed, milliseconds);
    if (file.find("/gpuverify/") == std::string::npos) continue;
    table.gpuverify.add(file, answer, listed, milliseconds);
  }
  return table;
}

std::string in_markdown(const KernelTable& table) {
  std::string text =
      table_row({"kernels", "asked", "supported", "equal", "mean ms", "most ms"}) +
      "|---|---|---|---|---|---|\n" +
      row_of("GPUVerify's, with a listed verdict", table.gpuverify) +
      row_of("these and Dartagnan's own", table.all) +
      table_row({"the paper: Dartagnan", "177", "66", "59, to GPUVerify", "1,679", "–"}) +
      table_row({"the paper: GPUVerify", "177", "177", "–", "1,172", "–"});
  text += '\n';
  for (const std::string& file : table.all.different) {
    text += "* Answered otherwise than listed: `" + file + "`\n";
  }
  for (const std::string& file : table.all.refused) text += "* Not supported: `" + file + "`\n";
  return text;
}

}  // namespace opexplore::tong2024
