#include "answers/pairing.hpp"

#include <utility>

#include "litmus/input/usage_error.hpp"

namespace opexplore {
namespace {

Semantics named_model(const std::string& name, const SemanticsOptions& common) {
  Semantics model = chosen_semantics(name, common);
  if (!is_model(model)) {
    throw UsageError("--check-axioms: " + name + " is a machine", "name a model, or use compare");
  }
  return model;
}

Semantics implemented_model(const Semantics& semantics, const std::string& name,
                            const SemanticsOptions& common) {
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  if (machine == nullptr) {
    throw UsageError("--check-axioms checks a machine, and " + name + " is a model",
                     "compare compares two models");
  }
  return axioms_of(*machine, common);
}

std::optional<Semantics> second_of(const PairingWords& words, const Semantics& first,
                                   const SemanticsOptions& common) {
  if (words.within) return chosen_semantics(*words.within, common);
  if (words.compare_with) return chosen_semantics(*words.compare_with, common);
  if (!words.axioms) return std::nullopt;
  if (words.axioms->empty()) return implemented_model(first, words.first, common);
  return named_model(*words.axioms, common);
}

}  // namespace

Pairing chosen_pairing(const PairingWords& words, const SemanticsOptions& common) {
  Pairing pairing{chosen_semantics(words.first, common), {}, {}};
  pairing.second = second_of(words, pairing.first, common);
  pairing.asked = words.within ? Asked::inclusion : Asked::equality;
  if (pairing.second && same(pairing.first, *pairing.second)) {
    const bool models = is_model(pairing.first);
    throw UsageError(
        std::string(words.within ? "--within" : "--compare-with") + ": both " +
            (models ? "models" : "machines") + " are " + name_of(pairing.first),
        models ? "name another one" : "give one of them another setting, MACHINE:NAME=VALUE");
  }
  return pairing;
}

std::string name_of(const Pairing& pairing) {
  return name_of(pairing.first) + (pairing.asked == Asked::inclusion ? " within " : ", ") +
         name_of(*pairing.second);
}

bool has_model(const Pairing& pairing) {
  return is_model(pairing.first) || (pairing.second && is_model(*pairing.second));
}

Pairing with_data_races(Pairing pairing) {
  const auto ask = [](Semantics& semantics) {
    if (auto* const model = std::get_if<ChosenModel>(&semantics)) model->data_races = true;
    auto* const machine = std::get_if<ChosenMachine>(&semantics);
    if (machine != nullptr && machine->entry->flags_data_races) machine->options.races = true;
  };
  ask(pairing.first);
  if (pairing.second) ask(*pairing.second);
  return pairing;
}

bool finds_data_races(const MachineEntry& entry) {
  const bool is_value = entry.language == Language::amdgpu;
  return entry.flags_data_races || (entry.finds_races && !is_value);
}

bool finds_data_races(const Pairing& pairing) {
  const auto finds = [](const Semantics& semantics) {
    if (const auto* const model = std::get_if<ChosenModel>(&semantics)) return finds_races(*model);
    const auto* const machine = std::get_if<ChosenMachine>(&semantics);
    return machine != nullptr && finds_data_races(*machine->entry);
  };
  return finds(pairing.first) || (pairing.second && finds(*pairing.second));
}

std::optional<Refusal> refusal_of(const Pairing& pairing, const Test& test) {
  const auto of = [&](const Semantics& semantics) -> std::optional<Refusal> {
    const auto* const machine = std::get_if<ChosenMachine>(&semantics);
    if (machine == nullptr) return std::nullopt;
    return machine->entry->refusal(test, machine->options);
  };
  std::optional<Refusal> first = of(pairing.first);
  return first || !pairing.second ? first : of(*pairing.second);
}

std::variant<BothAnswers, Failure> both_answers(const Pairing& pairing, const Test& test,
                                                const ExploreOptions& explore) {
  std::variant<Answer, Failure> a = answer(pairing.first, test, explore);
  if (auto* const failure = std::get_if<Failure>(&a)) return std::move(*failure);
  std::variant<Answer, Failure> b = answer(*pairing.second, test, explore);
  if (auto* const failure = std::get_if<Failure>(&b)) return std::move(*failure);
  BothAnswers both{std::get<Answer>(std::move(a)), std::get<Answer>(std::move(b)), {}};
  both.comparison = compare(test, both.first, both.second, pairing.asked);
  return both;
}

}  // namespace opexplore
