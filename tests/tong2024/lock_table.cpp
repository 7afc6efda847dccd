#include "tests/tong2024/lock_table.hpp"

#include <fstream>
#include <optional>
#include <sstream>

#include "explorer/explore.hpp"
#include "litmus/spirv/kernel.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/termination.hpp"
#include "tests/tong2024/measured.hpp"

namespace opexplore::tong2024 {
namespace {

// The variable of the last `; @Input: %NAME = …`.
std::string last_input(const std::string& text) {
  constexpr std::string_view label = "; @Input: ";
  const std::size_t at = text.rfind(label);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + label.size();
  return text.substr(begin, text.find(' ', begin) - begin);
}

// No two threads have found the same number, but for those that have not come to write one.
std::string all_different(const std::string& variable, std::uint32_t count) {
  std::string question = "forall (true";
  for (std::uint32_t first = 0; first < count; ++first) {
    for (std::uint32_t second = first + 1; second < count; ++second) {
      const std::string one = variable + "[0][" + std::to_string(first) + ']';
      const std::string other = variable + "[0][" + std::to_string(second) + ']';
      question +=
          " /\\ (" + one + " == -1 \\/ " + other + " == -1 \\/ ~(" + one + " == " + other + "))";
    }
  }
  return question + ')';
}

kernel::Launch launch_of(const LockRow& row, const std::string& text) {
  const std::uint32_t threads = row.threads_per_workgroup * row.workgroups;
  const std::string results = last_input(text);
  kernel::Launch launch;
  launch.path = std::string(row.file);
  kernel::Grid& grid = launch.grids.emplace_back();
  grid.blocks = {row.workgroups, 1, 1};
  grid.threads_per_block = {row.threads_per_workgroup, 1, 1};
  kernel::Buffer found;
  found.count = threads;
  found.initial.assign(threads, Value{-1});
  launch.variables.push_back({results, found});
  launch.question = all_different(results, threads);
  return launch;
}

bool is_lock(const LockRow& row) { return row.file.find("lock") != std::string_view::npos; }

// What a search finds that stops at the first race or violation.
Finding searched(const Test& test, MeasuredLock& result) {
  ExploreOptions options;
  options.threads = 1;
  options.verdict_only = true;
  const Answer report = find_machine("vulkan")->explore(test, options);
  result.states = report.statistics.states;
  if (report.statistics.racy_states != 0) return Finding::race;
  const Verdict found = verdict(test, report);
  if (!found.decided) return Finding::unknown;
  return found.ok ? Finding::correct : Finding::unsafe;
}

Finding ended(const Test& test, MeasuredLock& result) {
  ExploreOptions options;
  options.threads = 1;
  const Termination report =
      find_machine("vulkan")->termination(test, options, {{parse_promise("FAIR")}, false, false});
  result.states += report.states;
  const Ends ends = report.judgements.front().weak;
  result.unbounded = ends == Ends::yes;
  if (ends == Ends::no) return Finding::endless;
  return ends == Ends::unknown ? Finding::unknown : Finding::correct;
}

std::string in_words(const MeasuredLock& lock) {
  switch (lock.finding) {
    case Finding::correct:
      return lock.unbounded ? "yes" : "yes, up to a bound";
    case Finding::race:
      return "no: a data race";
    case Finding::unsafe:
      return "no: a wrong result";
    case Finding::endless:
      return "no: it may not end";
    case Finding::unknown:
      break;
  }
  return "not known";
}

}  // namespace

const std::vector<LockRow>& lock_rows() {
  static const std::vector<LockRow> rows{
      {"caslock", "caslock-2.1.1", 2, 3, true, 23975},
      {"caslock-acq2rx", "caslock-acq2rx", 4, 2, false, 1728},
      {"caslock-rel2rx", "caslock-rel2rx", 4, 2, false, 1822},
      {"caslock-dv2wg", "caslock-dv2wg-2.2.1", 4, 1, true, 1994},
      {"caslock-dv2wg", "caslock-dv2wg-2.2.2", 4, 2, false, 2183},
      {"ticketlock", "ticketlock-2.1.1", 2, 3, true, 33651},
      {"ticketlock-acq2rx", "ticketlock-acq2rx", 4, 2, false, 1984},
      {"ticketlock-rel2rx", "ticketlock-rel2rx", 4, 2, false, 1918},
      {"ticketlock-dv2wg", "ticketlock-dv2wg-2.2.1", 4, 1, true, 1865},
      {"ticketlock-dv2wg", "ticketlock-dv2wg-2.2.2", 4, 2, false, 2083},
      {"ttaslock", "ttaslock-2.1.1", 2, 2, true, 65597},
      {"ttaslock-acq2rx", "ttaslock-acq2rx", 4, 2, false, 2179},
      {"ttaslock-rel2rx", "ttaslock-rel2rx", 4, 2, false, 1998},
      {"ttaslock-dv2wg", "ttaslock-dv2wg-2.2.1", 4, 1, true, 21893},
      {"ttaslock-dv2wg", "ttaslock-dv2wg-2.2.2", 4, 2, false, 2403},
      {"xf-barrier", "xf-barrier-3.1.3", 3, 3, true, 13598},
      {"xf-barrier-acq2rx-1", "xf-barrier-fail1", 2, 2, false, 2803},
      {"xf-barrier-acq2rx-2", "xf-barrier-fail4", 2, 2, false, 2792},
      {"xf-barrier-rel2rx-1", "xf-barrier-fail2", 2, 2, false, 2661},
      {"xf-barrier-rel2rx-2", "xf-barrier-fail3", 2, 2, false, 2777}};
  return rows;
}

// The grids and the questions of barriers are those of the files.
Test lock_test(const LockRow& row, const std::filesystem::path& suite) {
  const std::string name = std::string(row.file) + ".spvasm";
  std::ostringstream text;
  text << std::ifstream(suite / "spirv" / "benchmarks" / name).rdbuf();
  if (!is_lock(row)) return spirv::read_kernel(text.str(), name);
  return spirv::read_kernel(text.str(), name, launch_of(row, text.str()));
}

MeasuredLock measured(const LockRow& row, const std::filesystem::path& suite) {
  MeasuredLock result{row};
  const Stopwatch watch;
  const Test test = lock_test(row, suite);
  result.finding = searched(test, result);
  if (result.is_correct()) result.finding = ended(test, result);
  result.milliseconds = watch.milliseconds();
  return result;
}

std::string in_markdown(const std::vector<MeasuredLock>& rows) {
  std::string text = table_row({"benchmark", "grid", "threads", "correct", "the paper", "unbounded",
                                "states", "ms", "the paper's ms"});
  text += "|---|---|---|---|---|---|---|---|---|\n";
  for (const MeasuredLock& lock : rows) {
    const LockRow& row = lock.row;
    text += table_row(
        {std::string(row.benchmark),
         std::to_string(row.threads_per_workgroup) + '.' + std::to_string(row.workgroups),
         std::to_string(row.threads_per_workgroup * row.workgroups), in_words(lock),
         row.correct ? "yes" : "no", lock.is_correct() ? (lock.unbounded ? "yes" : "no") : "–",
         with_commas(lock.states), in_milliseconds(lock.milliseconds),
         in_milliseconds(row.milliseconds)});
  }
  return text;
}

}  // namespace opexplore::tong2024
