#include "tests/random/race_comparison.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "axioms/axioms.hpp"
#include "litmus/generate/minimise/minimise.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/results/answer.hpp"
#include "tests/oracle/axiomatic.hpp"

namespace opexplore::random_programs {

namespace {

oracle::Model oracle_model(const std::string& name) {
  if (name == "ptx60") return oracle::ptx60();
  if (name == "ptx75") return oracle::ptx75();
  if (name == "ptx60-dat3m") return oracle::ptx60_dat3m();
  if (name == "ptx75-dat3m") return oracle::ptx75_dat3m();
  throw std::runtime_error("the oracle has no model " + name);
}

std::string instruction(const Test& test, ThreadId thread, InstructionId number) {
  return "P" + std::to_string(thread) + " " +
         test.program.threads[thread].instructions[number].text;
}

void list(std::ostream& out, const Test& test, const std::set<RacingPair>& pairs,
          const std::set<RacingPair>& others, const char* what) {
  for (const RacingPair& pair : pairs) {
    out << "  " << (others.contains(pair) ? "  " : "! ") << what
        << instruction(test, pair.first_thread, pair.first) << "  ~  "
        << instruction(test, pair.second_thread, pair.second) << '\n';
  }
}

void describe(std::ostream& out, const Test& test, const RacingSide& side,
              const std::optional<RacesFound>& found, const std::optional<RacesFound>& other) {
  out << side.name << ':' << (found ? "" : " no answer") << '\n';
  if (!found) return;
  const RacesFound others = other.value_or(RacesFound{});
  list(out, test, found->counted, others.counted, "");
  list(out, test, found->excluded, others.excluded, "filtered: ");
}

// Whether more executions than those that found the pairs of `some` may give those of `all`.
bool part(const RacesFound& some, const RacesFound& all) {
  std::set<RacingPair> any = all.counted;
  any.insert(all.excluded.begin(), all.excluded.end());
  return std::ranges::includes(all.counted, some.counted) &&
         std::ranges::includes(any, some.excluded);
}

}  // namespace

bool agree(const RacesFound& first, const RacesFound& second) {
  if (first.cut && second.cut) return true;
  if (first.cut) return part(first, second);
  if (second.cut) return part(second, first);
  return first == second;
}

RacingSide machine_races(const std::string& machine, const std::string& reading,
                         const MachineOptions& options, std::uint64_t max_states) {
  const MachineEntry* const entry = find_machine(machine);
  if (entry == nullptr) throw std::runtime_error("this build has no machine " + machine);
  if (!entry->flags_data_races) throw std::runtime_error(machine + " finds no data races");
  ExploreOptions explore;
  explore.machine = options;
  explore.machine.races = true;
  if (!reading.empty()) explore.machine.settings["ptx-reading"] = reading;
  explore.threads = 1;
  explore.max_states = max_states;
  explore.traces = Traces::none;
  const auto races = [entry, explore](const Test& test) -> std::optional<RacesFound> {
    if (entry->refusal(test, explore.machine)) return std::nullopt;
    const Answer report = entry->explore(test, explore);
    if (!report.coverage.complete() || !report.looked_for_data_races) return std::nullopt;
    RacesFound found;
    for (const AnsweredDataRace& race : report.data_races) {
      if (race.in_ending) found.counted.insert(race.pair);
    }
    found.excluded.insert(report.excluded_data_races.begin(), report.excluded_data_races.end());
    return found;
  };
  return {machine + (reading.empty() ? "" : " (" + reading + ")"), races};
}

RacingSide model_races(const std::string& model) {
  axioms::EvaluateOptions options;
  options.witnesses = false;
  options.data_races = true;
  const auto races = [loaded = axioms::load_model(model + ".cat"),
                      options](const Test& test) -> std::optional<RacesFound> {
    try {
      const axioms::AxiomaticReport report = axioms::evaluate(loaded, test, options);
      const bool cut = report.stopped == Stopped::bound;
      if (!report.complete() && !cut) return std::nullopt;
      return RacesFound{{report.data_races.begin(), report.data_races.end()},
                        {report.excluded_data_races.begin(), report.excluded_data_races.end()},
                        cut};
    } catch (const axioms::Unsupported&) {
      return std::nullopt;
    }
  };
  return {model + ".cat", races};
}

RacingSide oracle_races(const std::string& model) {
  const auto races = [chosen = oracle_model(model)](const Test& test) -> std::optional<RacesFound> {
    oracle::Limits limits;
    limits.nodes = 200'000;
    try {
      oracle::Result result = oracle::enumerate_races(test, chosen, limits);
      return RacesFound{std::move(result.races), std::move(result.excluded_races),
                        result.loop_bound_hit};
    } catch (const oracle::Unsupported&) {
      return std::nullopt;
    }
  };
  return {"oracle " + model, races};
}

std::string model_of(const std::string& machine, const std::string& reading) {
  return std::string(machine == "ptx" ? "ptx60" : "ptx75") + (reading == "dat3m" ? "-dat3m" : "");
}

Test minimise_races(const Test& test, const RacingSide& first, const RacingSide& second) {
  const auto differs = [&](const Test& smaller) {
    const auto one = first.races(smaller);
    const auto other = second.races(smaller);
    return one && other && !agree(*one, *other);
  };
  minimise::Limits limits;
  limits.most_tries = 2000;
  const auto keep = test.filter ? minimise::Keep::condition : minimise::Keep::outcomes;
  return minimise::minimise(test, keep, differs, limits).test;
}

std::string explain(const Test& test, const RacingSide& first, const RacingSide& second) {
  std::ostringstream out;
  const auto one = first.races(test);
  const auto other = second.races(test);
  out << write(test);
  describe(out, test, first, one, other);
  describe(out, test, second, other, one);
  return out.str();
}

}  // namespace opexplore::random_programs
