#include "studies/repair/judge.hpp"

#include <algorithm>
#include <variant>

#include "answers/semantics.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::repair {
namespace {

// Executions of loops that the axioms look at for one proposal.
constexpr std::uint64_t most_candidates = 100'000;

// Of one search that nothing depends on: so many times the states of the first one, within these.
constexpr std::uint64_t times_of_little = 16, least_of_little = 500, most_of_little = 20'000;

Test asked_of(const Property& property, const Changed& program) {
  Test test = property.asked;
  test.program = program.test.program;
  return test;
}

// The pair by the instructions of the original.
RacingPair original(const Property& property, const Changed& program, const RacingPair& pair) {
  const auto from = [&](ThreadId thread, InstructionId at) {
    // A barrier may be come to apart from the end of a thread.
    if (at < program.origins[thread].size()) return program.origins[thread][at].value_or(0);
    return static_cast<InstructionId>(property.asked.program.threads[thread].instructions.size());
  };
  return racing_pair(pair.first_thread, from(pair.first_thread, pair.first), pair.second_thread,
                     from(pair.second_thread, pair.second), pair.kind);
}

bool is_new(const Property& property, const Changed& program, const AnsweredDataRace& race) {
  const bool counts = race.pair.kind == PairKind::race || race.pair.kind == PairKind::divergence;
  return counts && !property.races->contains(original(property, program, race.pair));
}

// A race, or a barrier that threads come to apart, that may not be; null if there is none.
AnsweredDataRace* new_pair(const Property& property, const Changed& program, Answer& answer) {
  for (auto* const pairs : {&answer.data_races, &answer.divergences}) {
    const auto found = std::ranges::find_if(
        *pairs, [&](const AnsweredDataRace& race) { return is_new(property, program, race); });
    if (found != pairs->end()) return &*found;
  }
  return nullptr;
}

const AnsweredOutcome* bad_outcome(const Test& test, const Answer& answer) {
  const auto found = std::ranges::find_if(answer.outcomes, [&](const AnsweredOutcome& outcome) {
    return decides(test, outcome.values);
  });
  return found == answer.outcomes.end() ? nullptr : &*found;
}

// Whether some execution has no meaning, by a machine or by axioms.
bool is_undefined(const Answer& answer) {
  return answer.races ||
         (answer.evaluation && std::ranges::any_of(answer.evaluation->flags, [](const auto& flag) {
            return flag.first == axioms::undefined_flag && flag.second != 0;
          }));
}

// A kernel need not be asked for anything but races.
bool asks_for_an_outcome(const Test& test) {
  const Proposition& bad = test.condition;
  return bad.kind != Proposition::Kind::negation ||
         bad.parts.front().kind != Proposition::Kind::truth;
}

ExploreOptions for_races(ExploreOptions options) {
  options.verdict_only = false;
  options.machine.races = true;
  return options;
}

bool is_fence_point(const std::vector<Point>& points, ThreadId thread, InstructionId at) {
  return std::ranges::any_of(points, [&](const Point& point) {
    if (point.gap || point.kind == PointKind::access) return false;
    const std::vector<Site> sites = point.sites();
    return std::ranges::find(sites, Site{thread, at}) != sites.end();
  });
}

// Different for different fences and waits.
std::uint32_t code_of(const Level& level) {
  const auto number = [](auto part) { return static_cast<std::uint32_t>(part); };
  if (level.proxy) return 100U + number(*level.proxy);
  if (!level.instruction) return 10U * number(level.order) + number(level.scope);
  if (const auto* const fence = std::get_if<AsynchronousFence>(&*level.instruction)) {
    const std::uint32_t object = fence->object ? 1U + *fence->object : 0U;
    return ((object * 32U + number(fence->kind)) * 4U + number(fence->space)) * 4U +
           number(fence->scope) + (1U << 10U);
  }
  if (const auto* const wait = std::get_if<WaitGroup>(&*level.instruction)) {
    return (wait->pending * 16U + number(wait->group) * 2U + number(wait->reads_only)) * 2U +
           number(wait->commits) + (1U << 30U);
  }
  return (1U << 31U) + number(std::get<CommitGroup>(*level.instruction).group);
}

bool is_jumped_to(const Thread& thread, InstructionId at) {
  return std::ranges::any_of(thread.instructions, [&](const Instruction& instruction) {
    const Branch* const branch = branch_of(instruction.action);
    return branch != nullptr && branch->target == at;
  });
}

}  // namespace

Judge::Judge(const Property& property, const std::vector<Point>& points,
             const ChosenMachine& machine, const ExploreOptions& options)
    : property_(property), points_(points), machine_(machine), options_(options) {
  options_.machine = machine.options;
  options_.threads = 1;
  options_.verdict_only = true;
  options_.traces = Traces::none;
  for (const Point& point : points) {
    std::vector<InstructionId>& ends = segments_.emplace_back();
    for (const Site site : point.sites()) {
      const Thread& thread = property.asked.program.threads[site.thread];
      InstructionId end = site.instruction;
      while (is_fence_point(points, site.thread, end)) {
        ++end;
        if (is_jumped_to(thread, end)) break;
      }
      ends.push_back(end);
    }
  }
}

std::vector<std::uint32_t> Judge::key(const Assignment& levels) const {
  std::vector<std::uint32_t> key;
  for (std::size_t p = 0; p < points_.size(); ++p) {
    const Point& point = points_[p];
    if (point.kind == PointKind::access) {
      key.push_back(levels[p]);
      continue;
    }
    const Level& level = point.levels[levels[p]];
    if (level == Level{}) continue;
    const std::uint32_t fence = code_of(level);
    const std::vector<Site> sites = point.sites();
    for (std::size_t i = 0; i < sites.size(); ++i) {
      key.insert(key.end(), {1000U + sites[i].thread, 2000U + segments_[p][i], fence});
    }
  }
  return key;
}

Judgement Judge::operator()(const Assignment& levels, Effort effort) {
  std::vector<std::uint32_t> program = key(levels);
  const auto known = judgements_.find(program);
  if (known != judgements_.end()) return known->second;
  ++asked_;
  const Judgement found = judged(changed(property_.asked, points_, levels), effort);
  if (found != Judgement::undecided || effort == Effort::full) {
    judgements_.emplace(std::move(program), found);
  }
  return found;
}

Judgement Judge::judged(const Changed& program, Effort effort) {
  ExploreOptions options = options_;
  if (effort == Effort::little) {
    const std::uint64_t little =
        std::clamp(times_of_little * states_of_first_, least_of_little, most_of_little);
    options.max_states = std::min(options.max_states.value_or(little), little);
  }
  const Test test = asked_of(property_, program);
  if (asks_for_an_outcome(test)) {
    const Answer answer = machine_.entry->explore(test, options);
    if (states_of_first_ == 0) states_of_first_ = answer.statistics.states;
    if (is_undefined(answer) || bad_outcome(test, answer) != nullptr) {
      return Judgement::insufficient;
    }
    if (!answer.coverage.complete()) return Judgement::undecided;
  }
  if (property_.races) {
    Answer racing = machine_.entry->explore(test, for_races(options));
    if (states_of_first_ == 0) states_of_first_ = racing.statistics.states;
    if (is_undefined(racing) || new_pair(property_, program, racing) != nullptr) {
      return Judgement::insufficient;
    }
    if (!racing.coverage.complete()) return Judgement::undecided;
  }
  switch (property_.ends ? ends(test, *property_.ends) : Ends::yes) {
    case Ends::yes:
    case Ends::bounded:
      return Judgement::enough;
    case Ends::no:
      return Judgement::insufficient;
    case Ends::unknown:
      return Judgement::undecided;
  }
  return Judgement::undecided;
}

Ends Judge::ends(const Test& test, const Promise& promise) const {
  return termination_of(test, promise, false).judgements.front().weak;
}

Termination Judge::termination_of(const Test& test, const Promise& promise, bool witnesses) const {
  TerminationQuestion question;
  question.promises = {promise};
  question.witnesses = witnesses;
  return machine_.entry->termination(test, options_, question);
}

std::optional<BadEnd> Judge::bad_end(const Changed& program) const {
  const Test test = asked_of(property_, program);
  ExploreOptions options = options_;
  options.traces = Traces::witness;
  Answer answer = machine_.entry->explore(test, options);
  if (answer.race) {
    return BadEnd{*std::move(answer.race), answer.replayed_with, {}, {}, false, answer.race_reason};
  }
  for (AnsweredOutcome& outcome : answer.outcomes) {
    if (!decides(test, outcome.values) || !outcome.trace) continue;
    return BadEnd{*std::move(outcome.trace), answer.replayed_with, outcome.values, {}};
  }
  if (property_.races) {
    Answer racing = machine_.entry->explore(test, for_races(options));
    AnsweredDataRace* const race = new_pair(property_, program, racing);
    if (race != nullptr && race->trace) {
      return BadEnd{*std::move(race->trace), racing.replayed_with, {}, race->pair};
    }
  }
  return property_.ends ? endless(test, *property_.ends) : std::nullopt;
}

std::optional<BadEnd> Judge::endless(const Test& test, const Promise& promise) const {
  Termination found = termination_of(test, promise, true);
  if (found.judgements.front().weak != Ends::no) return std::nullopt;
  BadEnd end;
  end.hang = true;
  end.replayed_with = found.replayed_with;
  if (found.judgements.front().lasso) {
    end.trace = std::move(found.judgements.front().lasso->stem);
  } else if (found.deadlock) {
    end.trace = std::move(found.deadlock->path);
  }
  return end;
}

AxiomsSay axioms_say(const Property& property, const Changed& program, const ChosenMachine& machine,
                     const ExploreOptions& options) {
  const std::optional<ChosenModel> model = implemented_model(machine);
  if (!model) return AxiomsSay::nothing;
  const Test test = asked_of(property, program);
  axioms::EvaluateOptions evaluation;
  evaluation.timeout = options.timeout;
  const auto enough = axioms::after_candidates(most_candidates);
  evaluation.interrupted = [&] {
    return enough() || (options.interrupted && options.interrupted());
  };
  evaluation.witnesses = false;
  evaluation.data_races = property.races.has_value();
  if (!evaluation.data_races) {
    evaluation.enough = [&](const Outcome& values) { return decides(test, values); };
  }
  try {
    const Answer answer = answer_of(axioms::evaluate(model->model, test, evaluation));
    if (is_undefined(answer) || bad_outcome(test, answer) != nullptr) return AxiomsSay::otherwise;
    if (property.races && std::ranges::any_of(answer.data_races, [&](const AnsweredDataRace& race) {
          return is_new(property, program, race);
        })) {
      return AxiomsSay::otherwise;
    }
    return answer.coverage.complete() ? AxiomsSay::the_same : AxiomsSay::bounded;
  } catch (const axioms::Unsupported&) {
    return AxiomsSay::nothing;
  }
}

}  // namespace opexplore::repair
