#include "studies/stalls/stalls.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "answers/jobs.hpp"
#include "answers/settings.hpp"
#include "explorer/limits.hpp"
#include "litmus/language/hash.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {
namespace {

// What Singh 2015 compares: order by waiting alone (section 3), for SC and for TSO, the latter
// without and with a store buffer; order at synchronisation alone; and its own design (section 4).
constexpr std::array<std::string_view, 5> compared_machines{"sc-naive", "tso:store-buffer=none",
                                                            "tso", "rmo", "sc-typed"};

std::vector<std::string> counting_machines() {
  std::vector<std::string> names;
  for (const MachineEntry& entry : machines()) {
    if (entry.counts_stalls) names.emplace_back(entry.name);
  }
  return names;
}

// Those of the comparison that this build has, as a list.
std::string default_machines() {
  std::string list;
  for (const std::string_view name : compared_machines) {
    const MachineEntry* const entry = find_machine(name.substr(0, name.find(':')));
    if (entry == nullptr || !entry->counts_stalls) continue;
    list += (list.empty() ? "" : ",") + std::string(name);
  }
  if (list.empty()) {
    throw UsageError("stalls: none of the machines that are compared is in this build",
                     "name others with --machine");
  }
  return list;
}

void require_stalls(const ChosenMachine& machine) {
  if (machine.entry->counts_stalls) return;
  const std::vector<std::string> able = counting_machines();
  throw UsageError(
      "machine " + std::string(machine.entry->name) + " counts no stalls",
      able.empty() ? "no machine of this build does" : "machines that do are " + joined(able));
}

// Why a complete search counted nothing although executions end.
Incomplete limit_of_count(const Answer& report, const ExploreOptions& explore) {
  if (explore.interrupted && explore.interrupted()) return Incomplete::interrupted;
  const std::chrono::duration<double> spent(report.statistics.seconds);
  return explore.timeout && spent >= *explore.timeout ? Incomplete::time : Incomplete::memory;
}

FoundStalls no_count(std::string reason, ExitCode code) {
  return {{StallAnswer::Kind::incomplete, {}, std::move(reason)}, code};
}

}  // namespace

FoundStalls found_stalls(const ChosenMachine& machine, const Test& test,
                         const ExploreOptions& explore) {
  if (const auto refusal = machine.entry->refusal(test, machine.options)) {
    return {{StallAnswer::Kind::refused, {}, refusal->why}};
  }
  ExploreOptions counting = explore;
  counting.count_stalls = true;
  const Answer report = explored_with(machine, test, counting);
  if (report.stalls) return {{StallAnswer::Kind::counted, *report.stalls, {}}};
  FoundStalls found;
  found.reached_max_states = report.coverage.incomplete == Incomplete::states;
  if (!report.coverage.complete()) {
    found.answer = {StallAnswer::Kind::incomplete, {}, report.coverage.reason};
    found.code = code_of(report.coverage.incomplete);
  } else if (report.statistics.final_states == 0) {
    found.answer = {StallAnswer::Kind::no_end, {}, "no final state is reachable"};
  } else {
    const Incomplete limit = limit_of_count(report, counting);
    found.answer = {StallAnswer::Kind::incomplete, {}, explain(limit, counting)};
    found.code = code_of(limit);
  }
  return found;
}

std::vector<ChosenMachine> stall_machines(const std::optional<std::string>& names,
                                          MachineOptions common) {
  common = without_reductions(std::move(common));
  std::vector<ChosenMachine> chosen = chosen_machines(names ? *names : default_machines(), common);
  for (const ChosenMachine& machine : chosen) require_stalls(machine);
  require_offered(common, chosen);
  return chosen;
}

StallTable count_stalls(StallQuestion question, const StallWatch& watch) {
  StallTable table{std::move(question.machines), {}};
  const std::vector<Test>& tests = question.tests;
  const std::size_t width = table.machines.size();
  Jobs<FoundStalls> jobs(
      question.explore, tests.size() * width, [&](std::size_t index, const ExploreOptions& limits) {
        const ChosenMachine& machine = table.machines[index % width];
        const Test& test = tests[index / width];
        return guarded(
            limits, [&] { return found_stalls(machine, test, limits); }, no_count);
      });
  for (std::size_t index = 0; index < tests.size(); ++index) {
    const Test& test = tests[index];
    StallRow row{test.name, test.path, hash(test), {}};
    for (std::size_t i = 0; i < width; ++i) {
      if (watch.progress) watch.progress(index * width + i, jobs.size());
      FoundStalls found = jobs.result(index * width + i);
      table.code = worse(table.code, found.code);
      row.answers.push_back(std::move(found.answer));
    }
    table.rows.push_back(std::move(row));
    if (watch.row) watch.row(table.rows.back());
  }
  return table;
}

}  // namespace opexplore
