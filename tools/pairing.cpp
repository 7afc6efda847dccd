#include "tools/pairing.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "answers/settings.hpp"
#include "export/coq_certificate.hpp"
#include "litmus/usage_error.hpp"

namespace opexplore {
namespace {

Pairing pairing_of(const Options& options, const std::string& name) {
  return chosen_pairing({name, options.compare_with, options.within, options.check_axioms},
                        semantics_options(options));
}

// The first machine for programs in that language.
const MachineEntry* machine_for(Language language) {
  const auto all = machines();
  const auto found = std::ranges::find(all, language, &MachineEntry::language);
  return found == all.end() ? nullptr : &*found;
}

// A setting that only the machine for C++ has says that the tests are C++.
std::string usual_machine(const Options& options) {
  const MachineEntry* const cxx = machine_for(Language::cxx);
  for (const auto& [setting, value] : options.explore.machine.settings) {
    if (cxx == nullptr || find_setting(*cxx, setting) == nullptr) return default_machine;
  }
  const bool settings = !options.explore.machine.settings.empty();
  return settings ? std::string(cxx->name) : default_machine;
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
  const bool reduced = machine.fuse_local && machine.prune_spins && machine.split_components &&
                       machine.forget_dead && machine.look_ahead;
  const std::string limits = "leave it out; --timeout limits an evaluation";
  const std::vector<std::tuple<std::string, bool, std::string>> about_states{
      {"--check deadlock", options.check_deadlock, "leave it out"},
      {"--count-paths", options.explore.count_paths, "leave it out"},
      {"--no-reduce", !reduced, "leave it out"},
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
  const auto finds_races = [](const Semantics& semantics) {
    const auto* const machine = std::get_if<ChosenMachine>(&semantics);
    return machine != nullptr && machine->entry->finds_races;
  };
  if (finds_races(pairing.first) || (pairing.second && finds_races(*pairing.second))) return;
  std::vector<std::string> able;
  for (const MachineEntry& entry : machines()) {
    if (entry.finds_races) able.push_back("--machine " + std::string(entry.name));
  }
  throw UsageError((is_model(pairing.first) ? "model " : "machine ") + name_of(pairing.first) +
                       " does not look for data races",
                   able.empty() ? "leave the check out" : "what does is " + joined(able));
}

}  // namespace

SemanticsOptions semantics_options(const Options& options) {
  SemanticsOptions result{options.explore.machine, options.search};
  if (options.loop_bound) result.loop_bound = *options.loop_bound;
  return result;
}

std::optional<Pairing> pairing_for_cxx(const Options& options) {
  const MachineEntry* const cxx = machine_for(Language::cxx);
  if (options.machine || cxx == nullptr) return std::nullopt;
  Options chosen = options;
  chosen.machine = std::string(cxx->name);
  try {
    return chosen_pairing(chosen);
  } catch (const UsageError&) {
    return std::nullopt;  // the options speak of another machine, which then refuses the test
  }
}

Pairing chosen_pairing(const Options& options) {
  Pairing pairing = pairing_of(options, options.machine.value_or(usual_machine(options)));
  require_offered(options, {pairing});
  require_machine(options, pairing);
  require_model(options, pairing);
  require_detector(options, pairing);
  return pairing;
}

std::vector<Pairing> chosen_pairings(const Options& options) {
  std::vector<Pairing> result;
  for (const std::string& name : listed(options.machine.value_or(default_machine))) {
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
    throw UsageError("--distinguish: both are " + name_of(pairing.first),
                     "give a machine another setting, MACHINE:NAME=VALUE");
  }
  const Language first = language_of(pairing.first), second = language_of(*pairing.second);
  if (first != second) {
    throw UsageError("--distinguish: " + name_of(pairing.first) + " is for " +
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
  if (!options.coq) return;
  const auto* const machine = std::get_if<ChosenMachine>(&pairing.first);
  const std::string name =
      machine != nullptr ? std::string(machine->entry->name) : name_of(pairing.first);
  const MachineOptions settings = machine != nullptr ? machine->options : MachineOptions{};
  if (const auto reason = certificate_refusal(name, settings)) {
    throw UsageError("--coq: " + *reason, "choose another with --machine");
  }
}

}  // namespace opexplore
