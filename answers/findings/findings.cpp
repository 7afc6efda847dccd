#include "answers/findings/findings.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "answers/findings/divergence_bugs.hpp"
#include "answers/findings/ends.hpp"
#include "answers/findings/failures.hpp"
#include "answers/findings/host_waits.hpp"
#include "answers/findings/in_one_piece.hpp"
#include "answers/findings/in_the_source.hpp"
#include "answers/findings/mend.hpp"
#include "answers/findings/race_bugs.hpp"
#include "answers/findings/result_bugs.hpp"
#include "answers/findings/shader_races.hpp"
#include "answers/findings/test_bugs.hpp"
#include "answers/findings/test_fix.hpp"
#include "answers/findings/volatile_races.hpp"
#include "answers/places.hpp"
#include "answers/side_search.hpp"
#include "opmodel/asynchronous_use.hpp"

namespace opexplore {

namespace {

void append(std::vector<Mendable>& bugs, std::vector<Mendable> more) {
  std::ranges::move(more, std::back_inserter(bugs));
}

void append(std::vector<Mendable>& bugs, std::vector<Bug> more) {
  for (Bug& bug : more) bugs.push_back({std::move(bug)});
}

bool has_assertions(const kernel::Facts& facts) {
  return std::ranges::any_of(facts.assertions, [](const kernel::Assertion& assertion) {
    return assertion.kind == kernel::StopKind::assertion ||
           assertion.kind == kernel::StopKind::trap;
  });
}

// The questions that were asked, and found nothing.
void add_fine(const AnsweredTest& run, bool of_deadlocks, Findings& verdict) {
  const auto has = [&](BugKind kind) {
    return std::ranges::any_of(verdict.bugs, [&](const Bug& bug) { return bug.kind == kind; });
  };
  // Nothing is known to be absent.
  if (!run.answer.coverage.complete() || verdict.incomplete) return;
  const bool undefined = run.answer.looks_for_races && run.answer.undefined;
  const bool looked =
      run.answer.looked_for_data_races || (run.answer.looks_for_races && !undefined);
  const bool races = run.answer.races || has(BugKind::data_race) || has(BugKind::same_value);
  if (looked && !races) {
    verdict.fine.push_back("no data race");
  }
  if (undefined && !run.answer.races) verdict.fine.push_back("nothing undefined");
  // A failure behind which the others never end is in no outcome.
  const bool ends = !has(BugKind::hang) && !has(BugKind::deadlock);
  for (const kernel::Watched& watched : run.asked.kernel->watched) {
    const bool fails = std::ranges::any_of(
        verdict.bugs, [&](const Bug& bug) { return bug.rule == watched.question->rule.id; });
    if (fails || !(watched.location ? looked : ends)) continue;
    verdict.fine.push_back(std::string(watched.question->fine) + watched.lines);
  }
  // Nor is there a promise that a barrier lets go who comes to it apart from others.
  const bool may_hang = has(BugKind::hang) || has(BugKind::deadlock) || has(BugKind::divergence);
  if (run.answer.termination && !may_hang && known_to_end(run)) {
    verdict.fine.push_back("no hang");
  }
  if (of_deadlocks && !run.answer.termination && !may_hang) verdict.fine.push_back("no deadlock");
  if (ends && run.asked.kernel != nullptr && has_assertions(*run.asked.kernel) &&
      !has(BugKind::assertion)) {
    verdict.fine.push_back("no assertion fails");
  }
}

// What could not be decided goes from the bugs to the notes.
void tell_undecided(const AnsweredTest& run, Findings& verdict) {
  std::erase_if(verdict.bugs, [&](const Bug& bug) {
    if (!bug.undecided) return false;
    const BugPlace& at = bug.places.front();
    verdict.notes.push_back({bug.title, place_of(run.asked.test, at.thread, at.instruction)});
    verdict.incomplete = true;
    return true;
  });
}

// Where what is watched fails, a race says so, or two do, or a stop.
void tell_watched_once(std::vector<Mendable>& bugs) {
  std::set<std::string_view> told;
  std::erase_if(bugs, [&](const Mendable& one) {
    return one.bug.kind == BugKind::watched && !told.insert(one.bug.rule).second;
  });
}

// The ISA leaves much open about what goes on by itself.
void add_note_on_reading(const AnsweredTest& run, Findings& verdict) {
  const kernel::Facts* const kernel = run.asked.kernel;
  if (kernel != nullptr && kernel->whole && kernel->whole->asynchronous) {
    verdict.notes.push_back(
        {"what the ISA leaves open about asynchronous operations is read as "
         "`isa`; `opexplore readings` asks under all readings",
         {}});
    return;
  }
  const auto& settings = run.answer.settings;
  const auto reading =
      std::ranges::find(settings, "async-reading", [](const auto& one) { return one.first; });
  if (reading == settings.end() || !asynchronous_found(run.asked.test.program)) return;
  verdict.notes.push_back({"what the ISA leaves open about asynchronous operations is read as `" +
                               reading->second + "`; `opexplore readings` asks under all readings",
                           {}});
}

}  // namespace

std::vector<Mendable> bugs_in(const AnsweredTest& answered, const ExploreOptions* explore) {
  std::vector<Mendable> bugs;
  append(bugs, shader_race_bugs(answered, explore));
  append(bugs, race_bugs(answered));
  std::vector<Bug> stops = assertion_bugs(answered);
  std::vector<Bug> apart = divergence_bugs(answered);
  std::vector<Bug> ends = bugs_of_ends(answered);
  leave_to_host(answered, ends);
  blame_assertions(answered, apart, stops);
  blame_assertions(answered, ends, stops);
  append(bugs, std::move(stops));
  append(bugs, std::move(apart));
  append(bugs, unexpected_bugs(answered));
  append(bugs, std::move(ends));
  tell_watched_once(bugs);
  return bugs;
}

namespace {

// Of a launch that was run once the program has what is wrong alone: a change of it says nothing.
// What was compiled and run with other lines does.
void mend_by_lines(const kernel::Facts::Whole& whole, std::vector<Mendable>& bugs) {
  if (whole.mended_by.empty()) return;
  CodeFix fix{.edits = {}, .effect = {}, .proved = true, .mends_all = true};
  for (const kernel::Facts::Whole::NewLine& line : whole.mended_by) {
    fix.edits.push_back({line.before ? CodeEdit::Where::before : CodeEdit::Where::after, line.place,
                         std::string(line.text)});
  }
  for (Mendable& one : bugs) one.bug.fix = fix;
}

Findings kernel_findings(const AnsweredTest& answered, const ExploreOptions& explore,
                         const Deadline& deadline) {
  Findings verdict;
  std::vector<Mendable> bugs = bugs_in(answered, &explore);
  if (answered.asked.kernel->whole) {
    mend_by_lines(*answered.asked.kernel->whole, bugs);
  } else {
    mend(answered, in_time(explore, deadline), bugs);
  }
  for (Mendable& one : bugs) verdict.bugs.push_back(std::move(one.bug));
  tell_undecided(answered, verdict);
  add_fine(answered, explore.find_deadlocks, verdict);
  add_answer(answered, verdict);
  add_notes_on_ends(answered, verdict);
  if (!answered.asked.without_races.empty()) {
    verdict.notes.push_back(
        {"data races were not looked for: " + answered.asked.without_races, {}});
    verdict.incomplete = true;
  }
  const bool looked = answered.answer.looked_for_data_races || answered.answer.looks_for_races;
  if (!looked && answered.asked.without_races.empty() && !answered.answer.races) {
    verdict.notes.push_back({"data races were not looked for", {}});
  }
  for (const kernel::CompilerNote& note : answered.asked.kernel->notes) {
    verdict.notes.push_back({note.text, note.at});
  }
  add_note_on_reading(answered, verdict);
  add_notes_on_volatile(answered, in_time(explore, deadline), verdict);
  add_note_on_vectors(answered, in_time(explore, deadline), verdict);
  return verdict;
}

}  // namespace

void add_findings(AnsweredTest& answered, const ExploreOptions& explore) {
  if (answered.asked.kernel == nullptr) {
    answered.answer.findings = findings_of_test(answered);
    mend_races(answered, explore, *answered.answer.findings);
    return;
  }
  const Deadline deadline = deadline_of(explore);
  answered.answer.findings = kernel_findings(answered, explore, deadline);
  answered.as_written = bugs_of_source(answered, in_time(explore, deadline));
}

bool has_bugs(const AnsweredTest& answered) {
  return answered.answer.races || !answered.answer.data_races.empty() ||
         !answered.answer.divergences.empty() || ends_unexpectedly(answered) ||
         !assertion_bugs(answered).empty() || !bugs_of_ends(answered).empty();
}

ExitCode code_of(const Findings& found, bool hangs) {
  ExitCode code = found.incomplete ? ExitCode::incomplete : ExitCode::complete;
  for (const Bug& bug : found.bugs) {
    switch (bug.kind) {
      case BugKind::data_race:
      case BugKind::same_value:
        code = worse(code, ExitCode::data_race);
        break;
      case BugKind::assertion:
      case BugKind::misuse:
      case BugKind::divergence:
      case BugKind::unexpected:
      case BugKind::watched:
        code = worse(code, ExitCode::unexpected);
        break;
      case BugKind::deadlock:
        if (hangs) code = worse(code, ExitCode::deadlock);
        break;
      case BugKind::hang:
        if (hangs) code = worse(code, ExitCode::never_ends);
        break;
    }
  }
  return code;
}

}  // namespace opexplore
