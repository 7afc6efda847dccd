#include "tools/questions.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "answers/default_machine.hpp"
#include "answers/machine_axioms.hpp"
#include "answers/settings.hpp"
#include "export/coq_certificate.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/input/usage_error.hpp"

namespace opexplore {
namespace {

Pairing pairing_of(const Options& options, const std::string& name) {
  return chosen_pairing({name, options.compare_with, options.within, options.check_axioms},
                        semantics_options(options));
}

void require_offered(const Options& options, const std::vector<Pairing>& pairings) {
  std::vector<Semantics> all;
  for (const Pairing& pairing : pairings) {
    all.push_back(pairing.first);
    if (pairing.second) all.push_back(*pairing.second);
  }
  require_offered(options.explore.machine, all);
}

// Machines follow loops to the end.
void require_model(const Options& options, const Pairing& pairing) {
  const bool model = has_model(pairing);
  if (options.loop_bound && !model) {
    throw UsageError("--unroll is for models, and " + name_of(pairing.first) + " is a machine",
                     "leave it out; --max-states limits a search");
  }
}

// A model has no states, so these would be ignored.
void require_machine(const Options& options, const Pairing& pairing) {
  if (!is_model(pairing.first) || (pairing.second && !is_model(*pairing.second))) return;
  const MachineOptions& machine = options.explore.machine;
  const bool reduced =
      machine.look_ahead && std::ranges::all_of(all_reductions, [&](const Reduction& reduction) {
        return machine.*reduction.enabled;
      });
  const std::string limits = "leave it out; --timeout limits an evaluation";
  const std::vector<std::tuple<std::string, bool, std::string>> about_states{
      {"--property deadlock", options.check_deadlock, "leave it out"},
      {"--count-paths", options.explore.count_paths, "leave it out"},
      {"--no-reduce", !reduced, "leave it out"},
      {"--hunt", options.hunt, "leave it out"},
      {"--verdict=all", machine.goal, "leave it out; --verdict stops at the verdict"},
      {"--max-states", options.explore.max_states.has_value(), limits},
      {"--max-memory", options.explore.max_memory.has_value(), limits}};
  for (const auto& [name, given, advice] : about_states) {
    if (!given) continue;
    throw UsageError(name + " is for machines, and " + name_of(pairing.first) + " is a model",
                     advice);
  }
}

// A search for races by a machine that finds none would say that there are none.
// WART: races-need-a-machine. The machine is chosen before the tests are read.
void require_detector(const Options& options, const Pairing& pairing) {
  if (!options.check_races) return;
  if (finds_data_races(pairing)) return;
  std::vector<std::string> able;
  for (const MachineEntry& entry : machines()) {
    if (finds_data_races(entry)) able.push_back("--machine " + std::string(entry.name));
  }
  throw UsageError((is_model(pairing.first) ? "model " : "machine ") + name_of(pairing.first) +
                       " does not look for data races",
                   able.empty() ? "leave the check out" : "what does is " + joined(able));
}

// Which threads of a warp have their turn is told by where they are. Precondition: `chosen` judges
// infinite runs.
void require_places(const Options& options, const Semantics& chosen) {
  if (std::ranges::none_of(options.promises, &Promise::stack)) return;
  if (std::get<ChosenMachine>(chosen).entry->knows_places) return;
  std::vector<std::string> able;
  for (const MachineEntry& entry : machines()) {
    if (entry.termination != nullptr && entry.knows_places) able.emplace_back(entry.name);
  }
  throw UsageError("machine " + name_of(chosen) + " does not run the threads of a warp together",
                   "for warp=stack there are " + joined(able));
}

// A promise means nothing to who cannot tell whether a run is endless.
void require_judge(const Options& options, const Pairing& pairing) {
  if (!options.check_termination) return;
  if (pairing.second) {
    throw UsageError("whether a program ends is asked of one machine", "leave the other out");
  }
  if (judges_infinite_runs(pairing.first)) return require_places(options, pairing.first);
  std::vector<std::string> able;
  for (const MachineEntry& entry : machines()) {
    if (entry.termination != nullptr) able.emplace_back(entry.name);
  }
  throw UsageError((is_model(pairing.first) ? "model " : "machine ") + name_of(pairing.first) +
                       " does not say whether programs end",
                   "machines that do are " + joined(able));
}

}  // namespace

std::optional<TerminationQuestion> termination_question(const Options& options) {
  if (!options.check_termination) return std::nullopt;
  TerminationQuestion question{options.promises, options.strong};
  if (question.promises.empty()) question.promises.push_back(parse_promise("cuda"));
  for (Promise& promise : question.promises) {
    if (!options.resident) continue;
    promise.resident = options.resident;
    promise.name += ",resident=" + std::to_string(*options.resident);
  }
  question.witnesses = question.promises.size() == 1 || options.writes.has(json_format) ||
                       options.writes.shows_traces() || options.witness != WitnessFile::none;
  return question;
}

SemanticsOptions semantics_options(const Options& options) {
  SemanticsOptions result{options.explore.machine, options.search};
  if (options.loop_bound) result.loop_bound = *options.loop_bound;
  return result;
}

std::map<std::string, Pairing> pairings_of_other_programs(const Options& options,
                                                          const Pairing& usual) {
  std::map<std::string, Pairing> result;
  if (options.machine) return result;
  const auto* const asked = std::get_if<ChosenMachine>(&usual.first);
  for (const DefaultMachine& each : machines_of_languages()) {
    if ((asked != nullptr && each.machine == asked->name) || !find_machine(each.machine)) continue;
    Options chosen = options;
    chosen.machine = std::string(each.machine);
    try {
      result.emplace(each.machine, chosen_pairing(chosen));
    } catch (const UsageError&) {
      continue;  // the options speak of another machine, which then refuses the test
    }
  }
  return result;
}

// What --doshow names has to be there to be drawn. A test for which no machine is named may have
// any of those that come with the program.
void require_relations(const Options& options, const Pairing& pairing) {
  if (options.picture.shown.empty()) return;
  std::vector<std::string> names = relation_names(pairing.first);
  if (pairing.second) std::ranges::copy(relation_names(*pairing.second), std::back_inserter(names));
  for (const axioms::BuiltInModel& model : axioms::built_in_models()) {
    if (options.machine) break;
    const ChosenModel chosen{axioms::load_model(std::string(model.name) + ".cat")};
    std::ranges::copy(relation_names(chosen), std::back_inserter(names));
  }
  for (const std::string& name : options.picture.shown) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const auto close = nearest(name, names);
    throw UsageError(
        "--draw: no relation is called " + name,
        close ? "did you mean " + *close + "?" : "--trace=full of a model lists its relations");
  }
}

Pairing chosen_pairing(const Options& options) {
  Pairing pairing =
      pairing_of(options, options.machine.value_or(default_machine(options.explore.machine)));
  require_offered(options, {pairing});
  require_machine(options, pairing);
  require_model(options, pairing);
  require_detector(options, pairing);
  require_judge(options, pairing);
  require_relations(options, pairing);
  return options.check_races ? with_data_races(std::move(pairing)) : pairing;
}

std::vector<Pairing> chosen_pairings(const Options& options, Language language) {
  std::vector<Pairing> result;
  for (const std::string& name : listed(options.machine.value_or(default_machine(language)))) {
    result.push_back(pairing_of(options, name));
  }
  require_offered(options, result);
  for (const Pairing& pairing : result) {
    require_machine(options, pairing);
    require_model(options, pairing);
  }
  return result;
}

Pairing distinguished_pair(const Options& options) {
  const SemanticsOptions common = semantics_options(options);
  Pairing pairing{chosen_semantics(*options.distinguish, common),
                  chosen_semantics(options.sources.front(), common)};
  if (same(pairing.first, *pairing.second)) {
    throw UsageError("distinguish: both are " + name_of(pairing.first),
                     "give a machine another setting, MACHINE:NAME=VALUE");
  }
  const Language first = language_of(pairing.first), second = language_of(*pairing.second);
  if (first != second) {
    throw UsageError("distinguish: " + name_of(pairing.first) + " is for " +
                         std::string(to_string(first)) + ", and " + name_of(*pairing.second) +
                         " is for " + std::string(to_string(second)),
                     "name two for one language; opmap compares across a mapping");
  }
  require_offered(options, {pairing});
  require_machine(options, pairing);
  require_model(options, pairing);
  return pairing;
}

void require_certifiable(const Options& options, const Pairing& pairing) {
  if (!options.writes.has(coq_format)) return;
  const auto* const machine = std::get_if<ChosenMachine>(&pairing.first);
  const std::string name =
      machine != nullptr ? std::string(machine->entry->name) : name_of(pairing.first);
  const MachineOptions settings = machine != nullptr ? machine->options : MachineOptions{};
  if (const auto reason = certificate_refusal(name, settings)) {
    throw UsageError("--write coq: " + *reason, "choose another with --machine");
  }
}

}  // namespace opexplore
