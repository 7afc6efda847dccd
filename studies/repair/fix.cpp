#include "studies/repair/fix.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "answers/refusal.hpp"
#include "explorer/explore.hpp"
#include "opmodel/asynchronous_use.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/synchronisation.hpp"

namespace opexplore::repair {
namespace {

LevelOrder level_order(const ChosenMachine& machine) {
  return {machine.entry->synchronisation(machine.options).fence_sc_orders};
}

Direction direction_of(Task task) {
  switch (task) {
    case Task::repair:
      return Direction::stronger;
    case Task::weaken:
      return Direction::weaker;
    case Task::optimise:
      return Direction::both;
  }
  return Direction::both;
}

// Of the least level of each point: what all others have within them, of which there is one.
Assignment bottom_of(const std::vector<Point>& points) {
  return Assignment(points.size(), std::uint8_t{0});
}

constexpr const char* not_known_as_it_is =
    "whether the program is good as it is is not known: a limit ended the search";

// Works out one answer.
class Fixing {
 public:
  Fixing(const Test& test, const FixQuestion& question)
      : question_(question), answer_(unanswered(test, question)) {}

  FixAnswer run() {
    if (!find_property()) return std::move(answer_);
    Judge judge(answer_.property, answer_.points, question_.machine, question_.explore);
    judge_ = &judge;
    if (question_.task == Task::weaken && !question_.condition_only) look_at_condition();
    if (!is_settled()) {
      look();
      finish();
    }
    answer_.asked = judge.asked();
    return std::move(answer_);
  }

  // The same where somebody else has searched.
  std::optional<FixAnswer> told(const SearchResult& search) {
    if (!find_property()) return std::nullopt;
    Judge judge(answer_.property, answer_.points, question_.machine, question_.explore);
    judge_ = &judge;
    const Assignment now = assignment_now(answer_.points);
    if (judge(now) == Judgement::insufficient) answer_.bad_end = judge.bad_end(program(now));
    answer_.search = search;
    finish();
    return std::move(answer_);
  }

 private:
  bool cancelled() const {
    return question_.explore.interrupted && question_.explore.interrupted();
  }

  void conclude(Conclusion conclusion, std::string not_known = {}) {
    answer_.conclusion = cancelled() ? Conclusion::cancelled : conclusion;
    answer_.not_known = std::move(not_known);
  }

  bool find_property() {
    auto found = property_of(answer_.test, question_);
    if (const auto* const unknown = std::get_if<NotKnown>(&found)) {
      conclude(unknown->never_ends ? Conclusion::no_change : Conclusion::undecided,
               "what the program can do: " + unknown->why);
      return false;
    }
    answer_.property = std::get<Property>(std::move(found));
    return true;
  }

  // Whoever weakens a program most likely takes it to be right.
  void look_at_condition() {
    const Property condition = by_condition(answer_.test);
    Judge judge(condition, answer_.points, question_.machine, question_.explore);
    answer_.stays_bad = judge(assignment_now(answer_.points)) == Judgement::insufficient;
  }

  Changed program(const Assignment& levels) const {
    return changed(answer_.property.asked, answer_.points, levels);
  }

  // Answers that no search is needed for.
  bool is_settled() {
    const Assignment now = assignment_now(answer_.points);
    const Judgement as_it_is = (*judge_)(now);
    const bool good = as_it_is == Judgement::enough;
    if (question_.task == Task::repair && good) {
      conclude(Conclusion::nothing_to_do);
      return true;
    }
    if (question_.task == Task::weaken && !good) return cannot_weaken(as_it_is);
    if (as_it_is == Judgement::undecided) {
      conclude(Conclusion::undecided, not_known_as_it_is);
      return true;
    }
    if (!good) answer_.bad_end = judge_->bad_end(program(now));
    if (good || judge_->judged(strongest(answer_.property.asked, answer_.points)) !=
                    Judgement::insufficient) {
      return false;
    }
    no_change();
    return true;
  }

  bool cannot_weaken(Judgement as_it_is) {
    if (as_it_is == Judgement::undecided) {
      conclude(Conclusion::undecided, not_known_as_it_is);
    } else {
      conclude(Conclusion::no_change);
      answer_.bad_end = judge_->bad_end(program(assignment_now(answer_.points)));
    }
    return true;
  }

  // Whether it is the memory model's doing.
  void no_change() {
    const MachineEntry* const sc = find_machine("sc");
    conclude(Conclusion::no_change);
    if (sc == nullptr || sc->refusal(answer_.property.asked, {})) return;
    const ChosenMachine machine{"sc", sc, {}};
    const Property condition = by_condition(answer_.test);
    const Judge judge(condition, answer_.points, machine, question_.explore);
    const Changed as_it_is =
        changed(condition.asked, answer_.points, assignment_now(answer_.points));
    if (auto end = judge.bad_end(as_it_is)) {
      conclude(Conclusion::interleaving);
      answer_.bad_end = std::move(end);
    }
  }

  void look() {
    SearchQuestion asked = search_question(answer_, question_);
    asked.judge = [&](const Assignment& levels, Effort effort) {
      return (*judge_)(levels, effort);
    };
    asked.stopped = [&] { return cancelled(); };
    answer_.search = search(asked);
  }

  void finish() {
    if (answer_.search.found.empty()) {
      if (answer_.search.undecided.empty()) return no_change();
      return conclude(Conclusion::undecided, undecided_text());
    }
    add_fixes();
    const bool same =
        answer_.fixes.size() == 1 && answer_.fixes.front().levels == assignment_now(answer_.points);
    conclude(same ? Conclusion::nothing_to_do : Conclusion::changed, undecided_text());
  }

  std::string undecided_text() const {
    const std::size_t count = answer_.search.undecided.size();
    if (count == 0) return {};
    return "of " + std::to_string(count) + (count == 1 ? " change" : " changes") +
           " that would not be dearer a limit left open whether " +
           (count == 1 ? "it is" : "they are") + " enough";
  }

  void add_fixes() {
    std::vector<const Assignment*> order;
    for (const Assignment& levels : answer_.search.found) order.push_back(&levels);
    const Assignment now = assignment_now(answer_.points);
    const auto edits = [&](const Assignment* levels) {
      std::size_t count = 0;
      for (std::size_t p = 0; p < now.size(); ++p) count += (*levels)[p] != now[p];
      return std::pair(cost_of(*levels), count);
    };
    std::ranges::stable_sort(order, {}, edits);
    std::set<std::vector<std::uint32_t>> programs;
    for (const Assignment* levels : order) {
      if (programs.insert(judge_->key(*levels)).second) add_fix(*levels);
    }
  }

  Cost cost_of(const Assignment& levels) const {
    return question_.costs.of(program(levels).test.program);
  }

  void add_fix(const Assignment& levels) {
    Fix fix{levels, cost_of(levels), {}, {}};
    const Changed proposal = program(levels);
    fix.axioms = axioms_say(answer_.property, proposal, question_.machine, question_.explore);
    if (fix.axioms == AxiomsSay::otherwise) {
      answer_.disagreement = "the machine finds a proposal good, and its axioms do not";
    }
    require_interleavings(proposal);
    add_reasons(fix);
    answer_.fixes.push_back(std::move(fix));
  }

  // What is possible without any memory model must stay so: a program that nothing is possible of
  // would be good, and is no use to anybody.
  void require_interleavings(const Changed& proposal) {
    const MachineEntry* const sc = find_machine("sc");
    if (sc == nullptr || sc->refusal(proposal.test, {})) return;
    ExploreOptions options = question_.explore;
    options.threads = 1;
    options.machine = {};
    const Answer interleaved = sc->explore(proposal.test, options);
    options.machine = question_.machine.options;
    const Answer there = question_.machine.entry->explore(proposal.test, options);
    if (!interleaved.coverage.complete() || !there.coverage.complete()) return;
    for (const AnsweredOutcome& outcome : interleaved.outcomes) {
      if (std::ranges::find(there.outcomes, outcome.values, &AnsweredOutcome::values) ==
          there.outcomes.end()) {
        answer_.disagreement = "a proposal lacks an outcome that an interleaving has";
      }
    }
  }

  // No level of a minimal assignment can be less.
  void add_reasons(Fix& fix) {
    for (std::size_t p = 0; p < fix.levels.size(); ++p) {
      const std::vector<std::vector<bool>>& within = answer_.points[p].within;
      const std::uint8_t mine = fix.levels[p];
      for (std::uint8_t lower = 0; lower < within.size(); ++lower) {
        if (lower == mine || !within[lower][mine] || has_between(within, lower, mine)) continue;
        Assignment less = fix.levels;
        less[p] = lower;
        const Changed weaker = program(less);
        Reason& reason = fix.reasons.emplace_back(Reason{p, lower, {}});
        if (const auto end = judge_->bad_end(weaker)) {
          reason.sentence = repair::sentence_of(answer_.property, weaker, *end, question_.machine);
        }
      }
    }
  }

  static bool has_between(const std::vector<std::vector<bool>>& within, std::size_t low,
                          std::size_t high) {
    for (std::size_t level = 0; level < within.size(); ++level) {
      if (level != low && level != high && within[low][level] && within[level][high]) return true;
    }
    return false;
  }

  const FixQuestion& question_;
  FixAnswer answer_;
  Judge* judge_ = nullptr;
};

Failure failure_at(const Test& test, const std::string& message, std::optional<SourcePlace> place,
                   std::string suggestion) {
  Failure failure{message, test.path, 0, 0, std::move(suggestion)};
  if (place) {
    failure.line = place->line;
    failure.column = place->column;
  }
  return failure;
}

}  // namespace

std::string_view to_string(Task task) {
  switch (task) {
    case Task::repair:
      return "repair";
    case Task::weaken:
      return "weaken";
    case Task::optimise:
      return "optimise";
  }
  return {};
}

std::string_view to_string(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::changed:
      return "changed";
    case Conclusion::nothing_to_do:
      return "nothing to do";
    case Conclusion::no_change:
      return "no change";
    case Conclusion::interleaving:
      return "interleaving";
    case Conclusion::undecided:
      return "undecided";
    case Conclusion::cancelled:
      return "cancelled";
  }
  return {};
}

std::optional<std::string> refusal_of(const ChosenMachine& machine) {
  const std::string name(machine.entry->name);
  if (name != "ptx" && name != "ptx-proxy") {
    return "of machine " + name +
           " it is not known that what is stronger makes nothing else possible; ptx-proxy and ptx "
           "can be asked";
  }
  const auto reading = machine.options.settings.find("ptx-reading");
  if (reading == machine.options.settings.end() || reading->second != "cuda") return std::nullopt;
  return "the reading cuda is about data races, which no change here mends; isa and dat3m can be "
         "asked";
}

std::optional<Failure> refusal_of(const Test& test, const FixQuestion& question) {
  if (test.program.language != Language::ptx) {
    return failure_at(test,
                      "the test is written in " + std::string(to_string(test.program.language)) +
                          ", and only orders and fences of PTX are changed",
                      program_start, "opmap compile makes PTX of C++");
  }
  if (const auto found = asynchronous_found(test.program)) {
    return failure_at(test,
                      found->why +
                          " is of PTX 8 and later: of such programs it is not known that "
                          "stronger orders make nothing else possible",
                      found->place, "leave it out, or try changes with opexplore");
  }
  if (const auto refusal = question.machine.entry->refusal(test, question.machine.options)) {
    return machine_refusal(test, question.machine.name, *refusal);
  }
  return std::nullopt;
}

FixAnswer unanswered(const Test& test, const FixQuestion& question) {
  FixAnswer answer;
  answer.test = test;
  answer.cost = question.costs.of(test.program);
  answer.points =
      points_of(test, question.moves, direction_of(question.task), level_order(question.machine));
  return answer;
}

std::variant<Property, NotKnown> property_of(const Test& test, const FixQuestion& question) {
  if (question.task == Task::repair || question.condition_only) return by_condition(test);
  auto found = observed(test, question.machine, question.explore);
  if (auto* const unknown = std::get_if<NotKnown>(&found)) return std::move(*unknown);
  const auto& seen = std::get<Observed>(found);
  const bool weaker = question.task == Task::weaken;
  return by_outcomes(seen, weaker ? seen.outcomes : not_excluded(seen));
}

std::optional<FixAnswer> answered(const Test& test, const FixQuestion& question,
                                  const SearchResult& search) {
  return Fixing(test, question).told(search);
}

FixAnswer fix(const Test& test, const FixQuestion& question) {
  return Fixing(test, question).run();
}

SearchQuestion search_question(const FixAnswer& answer, const FixQuestion& question) {
  return {.points = answer.points,
          .prices = prices(answer.test, answer.points, question.costs),
          .bottom = bottom_of(answer.points),
          .preference = question.preference,
          .all_minimal = question.all_minimal,
          .most_found = question.most_found,
          .judge = {},
          .stopped = {}};
}

}  // namespace opexplore::repair
