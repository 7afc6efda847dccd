#include "answers/statements.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace opexplore {
namespace {

/// Executions that end, satisfy the axioms and pass the filter: of a machine, final states.
struct FoundOutcomes {
  std::uint64_t all = 0;
  std::uint64_t racy = 0;
  bool complete = false;
};

std::uint64_t racy_of(const Answer& answer) {
  if (!answer.evaluation) return answer.statistics.racy_states;
  for (const auto& [name, executions] : answer.evaluation->flags) {
    if (name == "data-race") return executions;
  }
  return 0;
}

// `condition`: what holds at the end of those that count, if that matters.
FoundOutcomes found_in(const Answer& answer, const std::optional<Proposition>& condition) {
  FoundOutcomes found{.racy = racy_of(answer)};
  for (const AnsweredOutcome& outcome : answer.outcomes) {
    if (!condition || holds(*condition, outcome.values)) found.all += outcome.count;
  }
  found.complete = answer.coverage.everything();
  return found;
}

bool is_found(AskedRaces races, const FoundOutcomes& found) {
  switch (races) {
    case AskedRaces::any:
      return found.all != 0;
    case AskedRaces::none:
      return found.all > found.racy;
    case AskedRaces::some:
      return found.racy != 0;
  }
  return false;
}

AnsweredStatement answered(const Statement& statement, const Answer& answer) {
  AnsweredStatement result{statement, std::nullopt};
  const FoundOutcomes found = found_in(answer, statement.condition);
  if (is_found(statement.races, found)) {
    result.satisfiable = true;
  } else if (found.complete) {
    result.satisfiable = false;
  } else {
    result.reason = answer.coverage.reason.empty() ? "not every execution was looked at"
                                                   : answer.coverage.reason;
  }
  return result;
}

// Built-in models, and those of the same reading for devices without chains.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> readings{
    {{"vulkan", "vulkan-nochains"}, {"vulkan-als", "vulkan-als-nochains"}}};

/// The model of the same reading for devices without chains, if there is one.
std::optional<Semantics> without_chains(const ChosenModel& chosen) {
  if (chosen.model.origin() != "built in") return std::nullopt;
  for (const auto& [with, without] : readings) {
    if (chosen.model.name() == without) return chosen;
    if (chosen.model.name() != with) continue;
    return ChosenModel{axioms::load_model(std::string(without)), chosen.loop_bound};
  }
  return std::nullopt;
}

bool offers(const ChosenMachine& machine, std::string_view setting) {
  const auto& settings = machine.entry->settings;
  return std::ranges::find(settings, setting, &Setting::name) != settings.end();
}

std::optional<Semantics> without_chains(ChosenMachine machine) {
  if (!offers(machine, "chains")) return std::nullopt;
  machine.options.settings["chains"] = "none";
  return machine;
}

/// What is there for devices without chains: asked once, if at all.
class Nochains {
 public:
  Nochains(const Semantics& semantics, const Test& test, const ExploreOptions& explore)
      : semantics_(
            std::visit([](const auto& chosen) { return without_chains(chosen); }, semantics)),
        test_(test),
        explore_(explore) {}

  std::variant<AnsweredStatement, Failure> answered(const Statement& statement) {
    if (!semantics_) {
      return AnsweredStatement{statement, std::nullopt,
                               "there is nothing like it for devices without chains"};
    }
    if (!found_) {
      auto answer = opexplore::answer(*semantics_, test_, explore_);
      if (auto* const failure = std::get_if<Failure>(&answer)) return std::move(*failure);
      found_ = std::get<Answer>(std::move(answer));
    }
    return opexplore::answered(statement, *found_);
  }

 private:
  std::optional<Semantics> semantics_;
  const Test& test_;
  const ExploreOptions& explore_;
  std::optional<Answer> found_;
};

}  // namespace

std::optional<bool> AnsweredStatement::holds() const {
  if (!satisfiable) return std::nullopt;
  return statement.asks_alone || *satisfiable == statement.satisfiable;
}

std::variant<std::vector<AnsweredStatement>, Failure> answered_statements(
    std::span<const Statement> statements, const Semantics& semantics, const Test& test,
    const Answer& found, const ExploreOptions& explore) {
  std::vector<AnsweredStatement> result;
  Nochains nochains(semantics, test, explore);
  for (const Statement& statement : statements) {
    if (statement.refusal) {
      result.push_back({statement, std::nullopt});
      continue;
    }
    if (statement.chains) {
      result.push_back(answered(statement, found));
      continue;
    }
    auto answer = nochains.answered(statement);
    if (auto* const failure = std::get_if<Failure>(&answer)) return std::move(*failure);
    result.push_back(std::get<AnsweredStatement>(std::move(answer)));
  }
  return result;
}

ExitCode code_of(std::span<const AnsweredStatement> statements) {
  ExitCode code = ExitCode::complete;
  for (const AnsweredStatement& statement : statements) {
    const std::optional<bool> holds = statement.holds();
    if (statement.statement.refusal) code = worse(code, ExitCode::wrong_input);
    if (!holds) code = worse(code, ExitCode::incomplete);
    if (holds && !*holds) code = worse(code, ExitCode::unexpected);
  }
  return code;
}

Pairing with_settings(const Pairing& pairing,
                      const std::map<std::string, std::string, std::less<>>& settings) {
  const auto* const machine = std::get_if<ChosenMachine>(&pairing.first);
  if (machine == nullptr || settings.empty()) return pairing;
  ChosenMachine changed = *machine;
  for (const auto& [name, value] : settings) {
    if (offers(changed, name)) changed.options.settings.emplace(name, value);
  }
  Pairing result{changed, pairing.second, pairing.asked};
  const auto* const second = pairing.second ? std::get_if<ChosenModel>(&*pairing.second) : nullptr;
  if (second == nullptr || machine->entry->axioms == nullptr) return result;
  const auto implements = [&](const ChosenMachine& one) {
    return !machine->entry->axioms(one.options).empty();
  };
  SemanticsOptions options;
  options.loop_bound = second->loop_bound;
  if (!implements(*machine) || !same(*second, axioms_of(*machine, options))) return result;
  // Of a reading that no model is of, the model stays with the machine that it was chosen for.
  if (!implements(changed)) return pairing;
  result.second = axioms_of(changed, options);
  return result;
}

}  // namespace opexplore
