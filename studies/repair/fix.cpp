#include "studies/repair/fix.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "answers/findings/vocabulary.hpp"
#include "explorer/explore.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::repair {
namespace {

constexpr const char* not_known_as_it_is =
    "whether the program is good as it is is not known: a limit ended the search";

// Works out one answer.
class Fixing {
 public:
  Fixing(const Test& test, const FixQuestion& question)
      : question_(question),
        answer_(unanswered(test, question)),
        extra_(extra_costs(answer_, question)) {}

  FixAnswer run() {
    if (!find_property()) return std::move(answer_);
    Judge judge(answer_.property, answer_.points, question_.machine, question_.explore);
    judge_ = &judge;
    if (question_.task == Task::weaken && !question_.condition_only) look_at_condition();
    if (!is_settled()) {
      look();
      finish();
    }
    if (answer_.not_known.empty()) answer_.not_known = end_not_known_;
    if (answer_.cannot_end) say_that_it_cannot_end();
    answer_.asked = judge.asked();
    look_at_costs();
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
    look_at_costs();
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
    if (question_.kernel != nullptr) ask_for_the_end();
    return true;
  }

  // Whether a kernel ends belongs to what is good if any program does, and if this one does where
  // it is to become weaker. Of one that does not the rest is looked at all the same.
  void ask_for_the_end() {
    const ChosenMachine& machine = question_.machine;
    const Test& asked = answer_.property.asked;
    if (machine.entry->termination == nullptr ||
        machine.entry->refusal(asked, for_liveness(machine.options))) {
      end_not_known_ = "whether it ends was not asked";
      return;
    }
    const Promise all = parse_promise(vocabulary(question_.kernel->language).all_there);
    const Judge judge(answer_.property, answer_.points, machine, question_.explore);
    const bool as_it_is = question_.task == Task::weaken;
    // One that ends does so, too, when it is made stronger.
    Ends ends = judge.ends(program(assignment_now(answer_.points)).test, all);
    if (!as_it_is && ends != Ends::yes && ends != Ends::bounded) {
      ends = judge.ends(strongest(asked, answer_.points).test, all);
    }
    switch (ends) {
      case Ends::yes:
      case Ends::bounded:
        answer_.property.ends = all;
        return;
      case Ends::no:
        answer_.cannot_end = !as_it_is;
        if (as_it_is) {
          answer_.remarks.emplace_back(
              "it can go on for ever as it is, and whether it does so in other ways afterwards was "
              "not asked");
        }
        return;
      case Ends::unknown:
        end_not_known_ = "whether it ends: a limit ended the search";
        return;
    }
  }

  // A program that goes on for ever whatever may be changed is not good, whatever else is.
  void say_that_it_cannot_end() {
    if (answer_.conclusion == Conclusion::nothing_to_do) {
      answer_.conclusion = Conclusion::no_change;
      answer_.bad_end.emplace().hang = true;
    } else {
      answer_.remarks.emplace_back(
          "it can go on for ever, whatever may be changed: opexplore says how");
    }
  }

  // Whoever weakens a program most likely takes it to be right.
  void look_at_condition() {
    const Property condition = by_condition(answer_.test, question_.kernel);
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
    const Property condition = by_condition(answer_.test, question_.kernel);
    const Judge judge(condition, answer_.points, machine, question_.explore);
    const Changed as_it_is =
        changed(condition.asked, answer_.points, assignment_now(answer_.points));
    auto end = judge.bad_end(as_it_is);
    answer_.not_interleaved = !end;
    if (!end) return;
    conclude(Conclusion::interleaving);
    answer_.bad_end = std::move(end);
  }

  void look() { answer_.search = search(judged_question(*judge_)); }

  SearchQuestion judged_question(Judge& judge) const {
    SearchQuestion asked = search_question(answer_, question_);
    asked.judge = [&](const Assignment& levels, Effort effort) { return judge(levels, effort); };
    asked.stopped = [&] { return cancelled(); };
    return asked;
  }

  // Few programs at most: what is not known then is not told. It must not hang on what was asked
  // before, for who checks an answer has not searched.
  void look_at_costs() {
    const SearchResult& found = answer_.search;
    if (!question_.sensitivity || question_.preference == Preference::edits ||
        question_.all_minimal || answer_.fixes.empty() || !found.undecided.empty() ||
        found.stopped) {
      return;
    }
    const std::uint64_t most = question_.kernel == nullptr ? 400 : 50;
    constexpr std::uint64_t most_looked_at = 20'000;
    std::uint64_t looked_at = 0;
    Judge judge(answer_.property, answer_.points, question_.machine, question_.explore);
    SearchQuestion asked = judged_question(judge);
    asked.insufficient = found.insufficient;
    asked.stopped = [&] {
      return judge.asked() > most || ++looked_at > most_looked_at || cancelled();
    };
    answer_.sensitivity =
        sensitivity(answer_.test, question_.costs, asked, answer_.fixes.front().levels);
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
    Cost cost = answer_.cost;
    for (std::size_t p = 0; p < levels.size(); ++p) cost += extra_[p][levels[p]];
    return cost;
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
  // would be good, and is no use to anybody. Where interleavings are no executions, it is what the
  // strongest of all programs can do that has to stay.
  void require_interleavings(const Changed& proposal) {
    const MachineEntry* const sc = find_machine("sc");
    const bool interleaves = sc != nullptr && !sc->refusal(proposal.test, {});
    const ChosenMachine& machine = question_.machine;
    if (!interleaves && machine.entry->synchronisation != nullptr) return;
    const std::optional<Answer> least =
        interleaves ? outcomes_of(proposal.test, {"sc", sc, {}})
                    : outcomes_of(strongest(answer_.property.asked, answer_.points).test, machine);
    const std::optional<Answer> there = outcomes_of(proposal.test, machine);
    if (!least || !there) return;
    for (const AnsweredOutcome& outcome : least->outcomes) {
      if (std::ranges::find(there->outcomes, outcome.values, &AnsweredOutcome::values) ==
          there->outcomes.end()) {
        answer_.disagreement = interleaves
                                   ? "a proposal lacks an outcome that an interleaving has"
                                   : "a proposal lacks an outcome that a stronger program has";
      }
    }
    if (there->outcomes.empty()) answer_.disagreement = "a proposal comes to no end";
  }

  // Nothing where a limit ended the search.
  std::optional<Answer> outcomes_of(const Test& test, const ChosenMachine& machine) const {
    ExploreOptions options = question_.explore;
    options.threads = 1;
    options.machine = machine.options;
    Answer answer = machine.entry->explore(test, options);
    return answer.coverage.complete() ? std::optional(std::move(answer)) : std::nullopt;
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
  std::vector<std::vector<Cost>> extra_;
  std::string end_not_known_;
  Judge* judge_ = nullptr;
};

}  // namespace

std::optional<FixAnswer> answered(const Test& test, const FixQuestion& question,
                                  const SearchResult& search) {
  return Fixing(test, question).told(search);
}

FixAnswer fix(const Test& test, const FixQuestion& question) {
  return Fixing(test, question).run();
}

}  // namespace opexplore::repair
