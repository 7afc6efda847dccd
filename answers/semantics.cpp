#include "answers/semantics.hpp"

#include <algorithm>

#include "answers/choices.hpp"
#include "answers/explain.hpp"
#include "answers/refusal.hpp"
#include "answers/settings.hpp"
#include "answers/side_search.hpp"
#include "axioms/compiled_model.hpp"
#include "axioms/library.hpp"
#include "explorer/store/tally.hpp"
#include "litmus/input/suggestion.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {
namespace {

bool is_model_name(const std::string& text) {
  return text.ends_with(".cat") || text.find('/') != std::string::npos;
}

// A name without suffix that is no machine: in a directory of -I, or built in.
bool names_model(const std::string& text, const SemanticsOptions& options) {
  return std::ranges::find(axioms::embedded_models(), text, &EmbeddedFile::stem) !=
             axioms::embedded_models().end() ||
         std::ranges::any_of(options.search, [&](const std::filesystem::path& directory) {
           std::error_code error;
           return std::filesystem::is_regular_file(directory / (text + ".cat"), error);
         });
}

// A file without an axiom is more likely cut off than meant: it would allow everything.
ChosenModel loaded(const std::string& name, const SemanticsOptions& options) {
  ChosenModel chosen{axioms::load_model(name, options.search), options.loop_bound};
  if (chosen.model.compiled().checks.empty()) {
    throw axioms::CatError(name, {}, "the model has no axiom, so it would allow everything",
                           "an axiom is acyclic, irreflexive or empty, with what must be so");
  }
  return chosen;
}

bool has_all(const MachineEntry& machine, const MachineOptions& common) {
  return std::ranges::all_of(common.settings, [&](const auto& setting) {
    return find_setting(machine, setting.first) != nullptr;
  });
}

std::string built_in_file(std::string_view name) { return std::string(name) + ".cat"; }

// The built-in model that a machine with these settings implements, if with its defaults it
// implements this one: then the settings say how to read both. Else the model itself.
ChosenModel in_reading(ChosenModel chosen, const SemanticsOptions& options) {
  if (options.machine.settings.empty() || chosen.model.origin() != "built in") return chosen;
  std::string name = chosen.model.name();
  if (name.ends_with(".cat")) name.erase(name.size() - 4);
  for (const MachineEntry& machine : machines()) {
    if (machine.axioms == nullptr || machine.axioms({}) != name) continue;
    if (!has_all(machine, options.machine)) continue;
    const std::string read(machine.axioms(options.machine));
    if (read.empty()) throw UsageError("no model has these settings together", "leave one out");
    if (read == name) return chosen;
    return {axioms::load_model(built_in_file(read)), options.loop_bound};
  }
  return chosen;
}

// Whether such settings have been taken into account in the choice of the model.
bool is_read_so(const ChosenModel& chosen, const MachineOptions& common) {
  return std::ranges::any_of(machines(), [&](const MachineEntry& machine) {
    if (machine.axioms == nullptr || !has_all(machine, common)) return false;
    const std::string name(machine.axioms(common));
    return chosen.model.origin() == "built in" &&
           (chosen.model.name() == name || chosen.model.name() == built_in_file(name));
  });
}

[[noreturn]] void unknown(const std::string& text) {
  std::vector<std::string> machine_names;
  for (const MachineEntry& entry : machines()) machine_names.emplace_back(entry.name);
  std::vector<std::string> model_names;
  for (const EmbeddedFile& model : axioms::embedded_models()) {
    model_names.emplace_back(model.stem());
  }
  std::vector<std::string> all = machine_names;
  all.insert(all.end(), model_names.begin(), model_names.end());
  const std::string name = text.substr(0, text.find(':'));
  const auto close = nearest(name, all);
  throw UsageError(name.empty() ? "the name of a machine or model is empty"
                                : "there is no machine or model " + name,
                   (close ? "did you mean " + *close + "? " : "") + "machines are " +
                       joined(machine_names) + "; models are " + joined(model_names) +
                       " and files NAME.cat");
}

// The settings that are not at their defaults, "store-buffer=none".
std::string changed_settings(const ChosenMachine& machine) {
  std::vector<std::string> changed;
  for (const Setting& setting : machine.entry->settings) {
    const std::string value(value_of(setting, machine.options));
    if (value != setting.values.front()) changed.push_back(std::string(setting.name) + '=' + value);
  }
  return joined(changed);
}

// The name of the machine's model; empty where it has none, as with some settings.
std::string_view model_name(const ChosenMachine& machine) {
  return machine.entry->axioms == nullptr ? "" : machine.entry->axioms(machine.options);
}

[[noreturn]] void throw_no_model(const ChosenMachine& machine) {
  std::vector<std::string> able;
  for (const MachineEntry& entry : machines()) {
    if (entry.axioms != nullptr && !entry.axioms({}).empty()) able.emplace_back(entry.name);
  }
  const std::string with = machine.entry->axioms != nullptr ? changed_settings(machine) : "";
  throw UsageError("machine " + machine.name +
                       (with.empty() ? " has no axioms of its own to be checked against"
                                     : " implements no model with " + with),
                   "name a model, --check-axioms=MODEL; machines with axioms are " + joined(able));
}

// Leaves the execution that shows most about the verdict: one that decides it, else the first.
void keep_telling(const Test& test, std::vector<AnsweredOutcome>& outcomes) {
  auto telling = std::ranges::find_if(
      outcomes, [&](const AnsweredOutcome& outcome) { return decides(test, outcome.values); });
  if (telling == outcomes.end()) telling = outcomes.begin();
  for (auto outcome = outcomes.begin(); outcome != outcomes.end(); ++outcome) {
    if (outcome != telling) outcome->execution.reset();
  }
}

// A setting may have chosen the machine, which then cannot run what others can.
std::string advice_on(const ChosenMachine& machine) {
  if (machine.options.settings.empty()) return "";
  std::vector<std::string> names;
  for (const auto& [name, value] : machine.options.settings) names.push_back("--" + name);
  return "leave out " + joined(names) + ", for programs in " +
         std::string(to_string(machine.entry->language));
}

std::variant<Answer, Failure> answered(const ChosenMachine& machine, const Test& test,
                                       const ExploreOptions& explore, const HuntOptions& hunt) {
  if (const auto refusal = machine.entry->refusal(test, machine.options)) {
    Failure failure = machine_refusal(test, machine.name, *refusal);
    if (machine.entry->language != test.program.language) failure.suggestion = advice_on(machine);
    return failure;
  }
  const Deadline deadline = deadline_of(explore);
  Answer answer = explored_with(machine, test, explore, hunt);
  tell_divergences_apart(answer);
  answer.looks_for_races = machine.entry->finds_races;
  const ExploreOptions beside = for_explanations(explore, deadline);
  explain_traces(machine, test, beside, answer);
  explain_data_races(machine, test, beside, answer);
  add_choices(machine, test, answer);
  return answer;
}

bool raises(const axioms::Model& model, std::string_view flag) {
  return std::ranges::any_of(model.compiled().checks, [&](const axioms::Check& check) {
    return check.flag && check.name == flag;
  });
}

std::variant<Answer, Failure> answered(const ChosenModel& chosen, const Test& test,
                                       const ExploreOptions& explore, const HuntOptions&) {
  axioms::EvaluateOptions options;
  options.loop_bound = chosen.loop_bound;
  options.timeout = explore.timeout;
  options.interrupted = explore.interrupted;
  options.witnesses = explore.traces != Traces::none;
  options.data_races = chosen.data_races && raises(chosen.model, axioms::racing_accesses_flag);
  if (explore.verdict_only && !options.data_races) {  // every execution may have one
    options.enough = [&](const Outcome& values) { return decides(test, values); };
  }
  try {
    Answer answer = answer_of(axioms::evaluate(chosen.model, test, options));
    answer.looks_for_races = raises(chosen.model, axioms::data_race_flag);
    if (explore.traces == Traces::witness) keep_telling(test, answer.outcomes);
    return answer;
  } catch (const axioms::Unsupported& unsupported) {
    return model_refusal(test, chosen.model.name(), unsupported.refusal());
  }
}

}  // namespace

const std::string& name_of(const Semantics& semantics) {
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  return machine != nullptr ? machine->name : std::get<ChosenModel>(semantics).model.name();
}

std::string source_of(const Semantics& semantics) {
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  return machine != nullptr ? std::string(machine->entry->source)
                            : std::get<ChosenModel>(semantics).model.title();
}

std::string origin_of(const Semantics& semantics) {
  const auto* const chosen = std::get_if<ChosenModel>(&semantics);
  return chosen != nullptr ? chosen->model.origin() : "";
}

bool finds_races(const ChosenModel& model) {
  return raises(model.model, axioms::data_race_flag) ||
         raises(model.model, axioms::racing_accesses_flag);
}

bool is_model(const Semantics& semantics) { return std::holds_alternative<ChosenModel>(semantics); }

Language language_of(const Semantics& semantics) {
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  return machine != nullptr ? machine->entry->language
                            : std::get<ChosenModel>(semantics).model.compiled().language;
}

Semantics chosen_semantics(const std::string& text, const SemanticsOptions& options) {
  const std::string name = text.substr(0, text.find(':'));
  if (is_model_name(text)) {
    return in_reading(loaded(text, options), options);
  }
  if (find_machine(name) != nullptr || name.find(',') != std::string::npos) {
    return chosen_machine(text, options.machine);
  }
  if (!names_model(name, options)) unknown(text);
  if (name != text) {
    throw UsageError("model " + name + " has no settings", "write " + name + " alone");
  }
  return in_reading(loaded(text, options), options);
}

Semantics axioms_of(const ChosenMachine& machine, const SemanticsOptions& options) {
  const std::string name(model_name(machine));
  if (name.empty()) throw_no_model(machine);
  // The model that comes with the machine, whatever files there are.
  const bool taken = find_machine(name) != nullptr;
  return ChosenModel{axioms::load_model(taken ? name + ".cat" : name), options.loop_bound};
}

std::optional<ChosenModel> implemented_model(const Semantics& semantics) {
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  if (machine == nullptr || model_name(*machine).empty()) return std::nullopt;
  return std::get<ChosenModel>(axioms_of(*machine, {}));
}

bool same(const Semantics& a, const Semantics& b) {
  if (is_model(a) != is_model(b)) return false;
  if (!is_model(a)) return same(std::get<ChosenMachine>(a), std::get<ChosenMachine>(b));
  const axioms::Model& first = std::get<ChosenModel>(a).model;
  const axioms::Model& second = std::get<ChosenModel>(b).model;
  return first.name() == second.name() && first.origin() == second.origin();
}

void require_offered(const MachineOptions& common, const std::vector<Semantics>& chosen) {
  std::vector<ChosenMachine> machines;
  for (const Semantics& one : chosen) {
    if (const auto* const machine = std::get_if<ChosenMachine>(&one)) machines.push_back(*machine);
  }
  if (machines.empty() && !common.settings.empty()) {
    const auto* const model = std::get_if<ChosenModel>(&chosen.front());
    if (model != nullptr && is_read_so(*model, common)) return;
    throw UsageError("--" + common.settings.begin()->first + " is for machines, and " +
                         name_of(chosen.front()) + " is a model",
                     "leave it out");
  }
  require_offered(common, machines);
}

std::variant<Answer, Failure> answer(const Semantics& semantics, const Test& test,
                                     const ExploreOptions& explore, const HuntOptions& hunt) {
  return std::visit([&](const auto& chosen) { return answered(chosen, test, explore, hunt); },
                    semantics);
}

}  // namespace opexplore
