#include "answers/findings/mend.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "answers/findings/asking.hpp"
#include "answers/findings/changes.hpp"
#include "answers/findings/code_words.hpp"
#include "answers/findings/ends.hpp"
#include "answers/side_search.hpp"
#include "answers/termination.hpp"
#include "answers/why/edit.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

using kernel_words::code_edit;

// What makes a bug the same one after a change: the kind, and of those that stand at certain lines
// these. A race of which all write the same is another one than a race of which they do not.
using Identity = std::tuple<BugKind, std::string, std::set<std::string>>;

Identity identity_of(const Test& test, const Bug& bug) {
  const auto line = [&](const BugPlace& at) {
    const CodePlace place = place_of(test, at.thread, at.instruction);
    return place.file + ':' + std::to_string(place.place.line);
  };
  switch (bug.kind) {
    case BugKind::data_race:
    case BugKind::same_value:
      if (bug.places.size() < 2) return {bug.kind, "", {}};
      return {bug.kind, "", {line(bug.places.at(0)), line(bug.places.at(1))}};
    case BugKind::assertion:
    case BugKind::misuse:
      return {bug.kind, bug.title, {line(bug.places.front())}};
    default:
      return {bug.kind, std::string(bug.rule), {}};
  }
}

// The facts, with the stops where they are in the changed program.
kernel::Facts moved(kernel::Facts facts, const why_parts::Edited& edited) {
  for (kernel::Assertion& assertion : facts.assertions) {
    const auto& origins = edited.origins[assertion.thread];
    const auto now = std::ranges::find(origins, std::optional(assertion.instruction));
    assertion.instruction = static_cast<InstructionId>(now - origins.begin());
  }
  return facts;
}

class Mender {
 public:
  Mender(const AnsweredTest& run, const ExploreOptions& explore, const std::vector<Mendable>& bugs)
      : run_(run), explore_(explore), deadline_(deadline_of(explore)) {
    for (const Mendable& one : bugs) before_.insert(identity_of(run.asked.test, one.bug));
  }

  void mend(Mendable& one) {
    if (one.bug.fix) return;
    if (for_all_) {
      one.bug.fix = for_all_;
      return;
    }
    if (!one.changes || is_over()) return;
    const Changes changes = one.changes();
    const Identity identity = identity_of(run_.asked.test, one.bug);
    const Remedy* open = nullptr;  // the first of which nothing is known
    const Remedy* best = nullptr;
    const std::size_t rest = left_ - std::min(left_, most_of_one_bug);
    for (const Remedy& change : changes.likely) {
      if (left_ == rest) break;
      const Tried& found = tried(change);
      if (found.asked && !found.known && open == nullptr) open = &change;
      if (best == nullptr && mends(found, identity)) best = &change;
      if (!mends_all(found)) continue;
      best = &change;
      break;
    }
    if (best != nullptr) {
      one.bug.fix = proved(*best, identity);
      if (mends_all(tried(*best))) for_all_ = one.bug.fix;
    } else if (open != nullptr) {
      one.bug.fix = as_fix(kernel_changes::for_all_threads(run_, one.bug.places.front(), *open));
    }
    add_others(changes, identity, one.bug);
  }

 private:
  // What asking about the program with some edits says.
  struct Tried {
    bool asked = false;
    bool known = false;  // no limit ended it
    std::set<Identity> bugs;
    std::string effect;
  };

  // What tells changes from each other: the same of the source, and whether it is that of each
  // thread.
  using Change = std::pair<std::vector<CodeEdit>, bool>;

  bool is_over() const { return left_ == 0 || deadline_.has_come(); }

  static bool mends_all(const Tried& found) { return found.known && found.bugs.empty(); }

  // Whether the bug is gone, and there is none that was not there before.
  bool mends(const Tried& found, const Identity& bug) const {
    return found.known && !found.bugs.contains(bug) && std::ranges::includes(before_, found.bugs);
  }

  const Tried& tried(const Remedy& change) {
    const Change key{as_fix(change).edits, std::ranges::any_of(change, &Edit::alone)};
    for (const auto& [known, found] : known_) {
      if (known == key) return found;
    }
    known_.emplace_back(key, is_over() ? Tried{} : asked(change));
    return known_.back().second;
  }

  // Orders and fences leave an execution out, and hold none up. A barrier may: whether all come to
  // it is asked also where it was not asked of the kernel as it is.
  std::optional<TerminationQuestion> asked_of_end(const Remedy& change) const {
    if (run_.answer.termination) return asked_again(*run_.answer.termination);
    const bool holds_up = std::ranges::any_of(
        change, [](const Edit& edit) { return barrier_of(edit.action) != nullptr; });
    if (!holds_up || !judges_infinite_runs(run_.asked.pairing.first)) return std::nullopt;
    TerminationQuestion question = kernel_termination(*run_.asked.kernel);
    question.witnesses = false;
    return question;
  }

  Tried asked(const Remedy& change) {
    --left_;
    const why_parts::Edited edited = why_parts::edited(run_.asked.test, change);
    const kernel::Facts facts = moved(*run_.asked.kernel, edited);
    const std::optional<TerminationQuestion> ends = asked_of_end(change);
    const Question question{.pairing = run_.asked.pairing,
                            .test = edited.test,
                            .dialect = run_.asked.dialect,
                            .termination = ends ? &*ends : nullptr,
                            .kernel = &facts};
    const auto answer = ask(question, for_changed(in_time(explore_, deadline_)));
    const auto* const run = std::get_if<AnsweredTest>(&answer);
    Tried found;
    found.asked = true;
    if (run == nullptr) return found;
    found.known = run->answer.coverage.complete() &&
                  (!run->answer.termination || run->answer.termination->coverage.complete());
    for (const Mendable& one : bugs_in(*run)) {
      found.bugs.insert(identity_of(edited.test, one.bug));
    }
    // That nothing is known to go on for ever is not enough.
    const bool hangs = run->answer.termination && !known_to_end(*run) && found.bugs.empty();
    found.known = found.known && !hangs;
    found.effect = effect_of(*run);
    return found;
  }

  // What the changed kernel does, by what the report shows.
  static std::string effect_of(const AnsweredTest& run) {
    std::string text;
    constexpr std::size_t most_shown = 3;
    for (std::size_t i = 0; i < std::min(run.asked.test.shown, most_shown); ++i) {
      const auto* const term = std::get_if<LocationTerm>(&run.asked.test.observables[i]);
      if (term == nullptr) continue;
      std::set<Value> found;
      for (const AnsweredOutcome& outcome : run.answer.outcomes) found.insert(outcome.values[i]);
      if (found.empty()) continue;
      text += (text.empty() ? "" : ", ") + kernel_words::values(run.asked.test, *run.asked.kernel,
                                                                term->address,
                                                                {found.begin(), found.end()});
    }
    return text;
  }

  // Whether an author changes the source once for both: beside a whole line its columns do not
  // matter.
  static bool are_one(CodeEdit one, const CodeEdit& other) {
    const bool beside = one.where != CodeEdit::Where::at && !one.inside && !other.inside;
    const bool one_line =
        one.place.file == other.place.file && one.place.place.line == other.place.place.line;
    if (beside && one_line) one.place = other.place;
    return one == other;
  }

  // Whether a thread has several accesses of that kind at the place: the edit is beside each.
  bool is_beside_several(const Edit& edit) const {
    const auto& code = run_.asked.test.program.threads[edit.thread].instructions;
    const Instruction& here = code[edit.instruction];
    return !edit.alone && here.code && std::ranges::any_of(code, [&](const Instruction& other) {
      return other.code == here.code && other.place.line != here.place.line &&
             kind_of(other.action) == kind_of(here.action);
    });
  }

  CodeEdit text_of(const Edit& edit) const {
    CodeEdit text = code_edit(run_.asked.test, *run_.asked.kernel, edit);
    if (text.inside && fence_of(edit.action) && is_beside_several(edit)) {
      const bool before = text.where == CodeEdit::Where::before;
      text.text += before ? "  // before each access" : "  // after each access";
    }
    return text;
  }

  CodeFix as_fix(const Remedy& change) const {
    CodeFix result;
    for (const Edit& edit : change) {
      CodeEdit text = text_of(edit);
      const auto is_same = [&](const CodeEdit& other) { return are_one(text, other); };
      if (std::ranges::none_of(result.edits, is_same)) result.edits.push_back(std::move(text));
    }
    return result;
  }

  // Without edits that are not needed for what it mends.
  CodeFix proved(Remedy change, const Identity& bug) {
    const bool all = mends_all(tried(change));
    bool all_known = true;
    const std::vector<CodeEdit> edits = as_fix(change).edits;
    for (const CodeEdit& edit : edits) {
      if (edits.size() == 1) break;
      Remedy rest = change;
      std::erase_if(rest, [&](const Edit& one) { return are_one(text_of(one), edit); });
      if (rest.empty()) break;
      const Tried& without = tried(rest);
      all_known = all_known && without.known;
      if (all ? mends_all(without) : mends(without, bug)) change = std::move(rest);
    }
    CodeFix fix = as_fix(change);
    fix.proved = true;
    fix.mends_all = all;
    fix.effect = tried(change).effect;
    if (!all_known) fix.effect += "; a limit left open whether less is enough";
    return fix;
  }

  // Another way, if it does as much as the fix does; and advice, if there is no fix.
  void add_others(const Changes& changes, const Identity& identity, Bug& bug) {
    if (bug.fix && bug.fix->proved && !changes.otherwise.empty()) {
      const bool same = as_fix(changes.otherwise).edits == bug.fix->edits;
      const Tried& found = tried(changes.otherwise);
      const bool mended = bug.fix->mends_all ? mends_all(found) : mends(found, identity);
      const std::string way = other_way(changes.otherwise);
      if (!same && mended && !way.empty()) bug.other_fixes.push_back(way);
    }
    if (bug.fix || changes.advice.empty()) return;
    const bool helps = changes.if_any_order.empty() || mends(tried(changes.if_any_order), identity);
    if (helps) bug.other_fixes.push_back(changes.advice);
  }

  // "with cuda::atomic_ref: flag.store(release, device scope) at handoff.cu:7".
  std::string other_way(const Remedy& change) const {
    std::string text;
    for (const Edit& edit : change) {
      const std::string way = kernel_words::atomic_way(run_.asked.test, *run_.asked.kernel, edit);
      if (text.find(way) == std::string::npos) text += (text.empty() ? "" : ", ") + way;
    }
    return text.empty() ? text : "with cuda::atomic_ref: " + text;
  }

  // Each takes as long as the kernel itself took, or longer.
  static constexpr std::size_t most_explorations = 16, most_of_one_bug = 8;

  const AnsweredTest& run_;
  const ExploreOptions& explore_;
  Deadline deadline_;
  std::set<Identity> before_;
  std::deque<std::pair<Change, Tried>> known_;  // stay where they are
  std::size_t left_ = most_explorations;
  std::optional<CodeFix> for_all_;
};

}  // namespace

ExploreOptions for_changed(ExploreOptions options) {
  options.traces = Traces::none;
  options.progress = {};
  options.max_states =
      std::min(options.max_states.value_or(most_states_per_change), most_states_per_change);
  return options;
}

TerminationQuestion asked_again(const Termination& report) {
  TerminationQuestion question;
  for (const EndJudgement& judgement : report.judgements) {
    question.promises.push_back(judgement.promise);
  }
  question.witnesses = false;
  return question;
}

void mend(const AnsweredTest& answered, const ExploreOptions& explore,
          std::vector<Mendable>& bugs) {
  if (!std::holds_alternative<ChosenMachine>(answered.asked.pairing.first)) return;
  Mender mender(answered, explore, bugs);
  for (Mendable& one : bugs) mender.mend(one);
}

}  // namespace opexplore
