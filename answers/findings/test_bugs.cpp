#include "answers/findings/test_bugs.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "answers/data_races.hpp"
#include "answers/findings/test_fix.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

std::string_view access_word(const Action& action) {
  if (!writes_memory(action)) return "load";
  return reads_memory(action) ? "atomic" : "store";
}

BugPlace access_place(const Program& program, ThreadId thread, InstructionId at) {
  const Action& action = program.threads[thread].instructions[at].action;
  return {thread, at, std::string(access_word(action))};
}

std::vector<BugPlace> last_places(std::span<const TraceStep> steps, const std::string& what) {
  const auto last = std::find_if(steps.rbegin(), steps.rend(),
                                 [](const TraceStep& step) { return step.instruction; });
  if (last == steps.rend()) return {};
  return {{last->step.thread, *last->instruction, what}};
}

// Where a path ends; where nothing was executed, at the beginning.
std::vector<BugPlace> end_of(const Test& test, const Trace& trace, const std::string& what) {
  std::vector<BugPlace> places = last_places(trace.steps, what);
  const auto& threads = test.program.threads;
  for (ThreadId thread = 0; places.empty() && thread < threads.size(); ++thread) {
    if (!threads[thread].instructions.empty()) places.push_back({thread, 0, what});
  }
  return places;
}

// What goes round: the last of each thread that does.
std::vector<BugPlace> loop_of(const Test& test, const Lasso& lasso) {
  std::vector<BugPlace> places;
  for (ThreadId thread = 0; thread < test.program.threads.size(); ++thread) {
    std::vector<TraceStep> own;
    std::ranges::copy_if(lasso.loop, std::back_inserter(own),
                         [&](const TraceStep& step) { return step.step.thread == thread; });
    for (BugPlace& place : last_places(own, "goes round for ever")) {
      places.push_back(std::move(place));
    }
  }
  return places.empty() ? end_of(test, lasso.stem, "goes round for ever behind this") : places;
}

std::string sentence(std::string reason) {
  if (!reason.empty() && reason.back() != '.') reason += '.';
  return reason;
}

class TestFindings {
 public:
  explicit TestFindings(const AnsweredTest& run) : run_(run), test_(run.asked.test) {}

  Findings all() {
    add_data_races();
    add_bad_ends(run_.answer);
    if (run_.answer.termination) add_termination(*run_.answer.termination);
    add_unexpected();
    return std::move(found_);
  }

 private:
  // Without instructions there is no place to point at.
  void add(Bug bug) {
    if (!bug.places.empty()) found_.bugs.push_back(std::move(bug));
  }

  void add_data_races() {
    for (const DataRaceEntry& entry : data_race_entries(test_, run_.answer)) {
      const RacingPair& pair = entry.first().pair;
      std::string why;
      for (const NotStrongReason& reason : entry.not_strong) {
        why += (why.empty() ? "" : ", and ") + reason_text(test_.program, pair, reason);
      }
      add({.kind = BugKind::data_race,
           .title = "data race on `" + entry.location + '`',
           .places = {access_place(test_.program, pair.first_thread, pair.first),
                      access_place(test_.program, pair.second_thread, pair.second)},
           .sentences = {"Nothing orders the two: " + why + '.'},
           .trace = race_trace(pair)});
    }
  }

  // That of the answer, which outlives the entries.
  const Trace* race_trace(const RacingPair& pair) const {
    const auto& races = run_.answer.data_races;
    const auto found = std::ranges::find(races, pair, &AnsweredDataRace::pair);
    return found == races.end() ? nullptr : trace_of(*found);
  }

  void add_bad_ends(const Answer& found) {
    if (found.race) {
      add({.kind = BugKind::data_race,
           .title = std::string(race_title(run_.answer)),
           .places = end_of(test_, *found.race,
                            run_.answer.undefined ? "undefined here" : "access that races"),
           .sentences = {sentence(run_.answer.race_reason)},
           .trace = &*found.race});
    }
    if (found.deadlock && !(run_.answer.termination && run_.answer.termination->deadlock)) {
      add({.kind = BugKind::deadlock,
           .title = "deadlock",
           .places = end_of(test_, *found.deadlock, "nothing goes on behind this"),
           .sentences = {sentence(told(found.deadlock_reason, test_.program))},
           .trace = &*found.deadlock});
    }
    if (found.endless && !run_.answer.termination) {
      add({.kind = BugKind::hang,
           .title = "no end can be reached",
           .places = end_of(test_, *found.endless, "no end can be reached from here"),
           .sentences = {sentence(told(found.endless_reason, test_.program))},
           .trace = &*found.endless});
    }
  }

  void add_termination(const Termination& report) {
    if (report.deadlock) {
      add({.kind = BugKind::deadlock,
           .title = "deadlock",
           .places = end_of(test_, report.deadlock->path, "nothing goes on behind this"),
           .sentences = {sentence(told(report.deadlock->reason, test_.program))},
           .trace = &report.deadlock->path});
    }
    for (const EndJudgement& judgement : report.judgements) {
      if (!judgement.lasso) continue;
      add({.kind = BugKind::hang,
           .title = "a run without end",
           .places = loop_of(test_, *judgement.lasso),
           .sentences = {"The promise " + spelled(judgement.promise) + " allows it."},
           .trace = &judgement.lasso->stem});
    }
  }

  void add_unexpected() {
    if (never_ends(run_.answer) || !(run_.unexpected() || contradicts_itself())) return;
    const AnsweredOutcome* const outcome = deciding_outcome();
    const Trace* const trace = outcome != nullptr ? trace_of(*outcome) : nullptr;
    Bug bug{.kind = BugKind::unexpected,
            .title = "a result that was not expected",
            .places = end_of(test_, trace != nullptr ? *trace : Trace(), "the last step to it"),
            .sentences = {said_of_the_condition()},
            .trace = trace};
    if (outcome != nullptr && outcome->why && !run_.verdict().ok) {
      bug.sentences.push_back(sentence(told(outcome->why->sentence, test_.program)));
      bug.fix = fix_of(run_, *outcome->why);
    }
    add(std::move(bug));
  }

  // Whether an outcome is there that the test says there is not; `exists` says no such thing.
  bool contradicts_itself() const {
    const Verdict found = run_.verdict();
    return !run_.asked.expected && run_.statements.empty() && found.decided && !found.ok &&
           test_.quantifier != Quantifier::exists;
  }

  std::string said_of_the_condition() const {
    const std::string condition = condition_line(test_);
    if (!run_.asked.expected) return condition + " does not hold.";
    return condition + (run_.verdict().ok ? " holds, and was expected not to."
                                          : " does not hold, and was expected to.");
  }

  // One that decides what is asked, with a trace where there is one.
  const AnsweredOutcome* deciding_outcome() const {
    const AnsweredOutcome* found = nullptr;
    for (const AnsweredOutcome& outcome : run_.answer.outcomes) {
      if (!decides(test_, outcome.values)) continue;
      if (outcome.trace) return &outcome;
      if (found == nullptr) found = &outcome;
    }
    return found;
  }

  const AnsweredTest& run_;
  const Test& test_;
  Findings found_;
};

}  // namespace

Findings findings_of_test(const AnsweredTest& answered) { return TestFindings(answered).all(); }

}  // namespace opexplore
