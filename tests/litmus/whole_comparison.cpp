#include "tests/litmus/whole_comparison.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "explorer/machine_entry.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

using kernel::LaunchedKernel;

namespace {

using Lines = std::pair<std::uint32_t, std::uint32_t>;

std::uint32_t line_at(const Program& program, ThreadId thread, InstructionId at) {
  const auto& code = program.threads[thread].instructions;
  return at < code.size() ? code[at].place.line : 0;
}

std::set<Lines> racing_lines(const Program& program, const Answer& answer, PairKind kind) {
  std::set<Lines> result;
  for (const AnsweredDataRace& race : answer.data_races) {
    if (race.pair.kind != kind) continue;
    const std::uint32_t first = line_at(program, race.pair.first_thread, race.pair.first);
    const std::uint32_t second = line_at(program, race.pair.second_thread, race.pair.second);
    result.insert(std::minmax(first, second));
  }
  return result;
}

// By name of the location.
std::map<std::string, Value> values_by_name(const Test& test, const Outcome& outcome) {
  std::map<std::string, Value> values;
  for (std::size_t i = 0; i < test.observables.size(); ++i) {
    const auto* const at = std::get_if<LocationTerm>(&test.observables[i]);
    if (at == nullptr) continue;
    values[test.program.locations[test.program.addresses[at->address].location].name] = outcome[i];
  }
  return values;
}

Answer answer_within(const Test& test, const std::string& machine, std::uint64_t most_states) {
  ExploreOptions options;
  options.machine.races = true;
  options.max_states = most_states;
  return find_machine(machine)->explore(test, options);
}

}  // namespace

void compare_whole(const std::string& module, kernel::Launch how, const std::string& machine,
                   std::uint64_t most_states, Counted& counted) {
  INFO(module);
  how.looked = kernel::Looked::one_execution;
  std::optional<LaunchedKernel> once;
  try {
    once = kernel::read_launched(module, "k.ptx", how);
  } catch (const InputError&) {
    ++counted.open;
    return;
  }
  how.looked = kernel::Looked::all_executions;
  const Test all = kernel::read_launched(module, "k.ptx", how).test;
  const Answer expected = answer_within(all, machine, most_states);
  if (!expected.coverage.complete()) return;
  ++counted.compared;
  const Answer found = answer_within(once->test, machine, most_states);
  if (once->facts.whole->decides) {
    ++counted.decided;
    CHECK(expected.data_races.empty());
    CHECK(expected.statistics.stuck_states == 0);
    REQUIRE(expected.outcomes.size() == 1);
    const auto values = values_by_name(all, expected.outcomes.front().values);
    for (const auto& [name, value] : values_by_name(once->test, found.outcomes.at(0).values)) {
      INFO(name);
      CHECK(values.at(name) == value);
    }
    return;
  }
  std::size_t bugs = 0;
  for (const PairKind kind : {PairKind::race, PairKind::divergence}) {
    const std::set<Lines> all_found = racing_lines(all.program, expected, kind);
    for (const Lines& lines : racing_lines(once->test.program, found, kind)) {
      INFO(lines.first << " and " << lines.second);
      if (kind == PairKind::race) CHECK(all_found.contains(lines));
      CHECK_FALSE(all_found.empty());
      ++bugs;
      ++(kind == PairKind::race ? counted.races : counted.apart);
    }
  }
  const bool waits = found.statistics.stuck_states > 0;
  if (waits) CHECK(expected.statistics.stuck_states > 0);
  counted.stuck += waits ? 1 : 0;
  CHECK((bugs > 0 || waits));
}

}  // namespace opexplore::testing
