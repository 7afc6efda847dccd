#include "answers/findings/failures.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "answers/findings/code_words.hpp"
#include "answers/places.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {

std::string title_of(const kernel::Assertion& assertion, const CodePlace& place) {
  switch (assertion.kind) {
    case kernel::StopKind::assertion:
      return "assertion `" + (assertion.text.empty() ? place.text : assertion.text) + "` can fail";
    case kernel::StopKind::trap:
      return "trap is reached";
    case kernel::StopKind::misuse:
    case kernel::StopKind::null:
    case kernel::StopKind::watched:
      return assertion.text;
    case kernel::StopKind::not_given:
      return '`' + assertion.text +
             "` is null, since nobody says what it holds, and the kernel goes where it points: "
             "what "
             "happens then was not explored. Let main fill it, by cudaMemcpy, or a kernel that "
             "--setup names";
  }
  return {};
}

namespace {

BugKind kind_of(const kernel::Assertion& assertion) {
  switch (assertion.kind) {
    case kernel::StopKind::assertion:
    case kernel::StopKind::trap:
      return BugKind::assertion;
    case kernel::StopKind::misuse:
    case kernel::StopKind::null:
    case kernel::StopKind::not_given:
      return BugKind::misuse;
    case kernel::StopKind::watched:
      return BugKind::watched;
  }
  return {};
}

// Adds the failure to the bugs; one that they have at the same place has another thread then.
void add_failure(const AnsweredTest& run, const kernel::Assertion& assertion, const Trace* trace,
                 std::vector<Bug>& bugs) {
  const CodePlace place = place_of(run.asked.test, assertion.thread, assertion.instruction);
  const BugKind kind = kind_of(assertion);
  const bool undecided = assertion.kind == kernel::StopKind::not_given;
  const kernel::Watch* const question = assertion.question;
  const std::string_view what = question != nullptr       ? question->stopped
                                : kind == BugKind::misuse ? "goes wrong here"
                                                          : "fails here";
  const BugPlace here{assertion.thread, assertion.instruction, std::string(what)};
  const std::string title = title_of(assertion, place);
  const auto known = std::ranges::find_if(bugs, [&](const Bug& bug) {
    const BugPlace& first = bug.places.front();
    // Threads may have the same of several elements of one memory.
    return bug.kind == kind && bug.undecided == undecided && (undecided || bug.title == title) &&
           place_of(run.asked.test, first.thread, first.instruction) == place;
  });
  if (known == bugs.end()) {
    bugs.push_back({.kind = kind,
                    .title = title,
                    .places = {here},
                    .trace = trace,
                    .undecided = undecided,
                    .rule = question != nullptr ? question->rule.id : std::string_view()});
    return;
  }
  const bool same = std::ranges::any_of(
      known->places, [&](const BugPlace& other) { return other.thread == here.thread; });
  if (!same) known->places.push_back(here);
}

// The component's value at the end of the trace; empty if it has none.
std::string value_at_end(const Trace& trace, const std::string& component) {
  for (auto step = trace.steps.rbegin(); step != trace.steps.rend(); ++step) {
    for (const Change& change : step->changes) {
      if (change.component == component) return change.after;
    }
  }
  const auto initial = std::ranges::find(trace.initial, component, &Component::name);
  return initial == trace.initial.end() ? "" : initial->value;
}

// The stop that a thread has come to where the trace ends, if one has: the machines write the
// registers that matter, "r0=1 r3=0", and of threads that ended those are the observed ones.
const kernel::Assertion* failure_in(const AnsweredTest& run, const Trace& trace) {
  for (const kernel::Assertion& assertion : run.asked.kernel->assertions) {
    const Thread& thread = run.asked.test.program.threads[assertion.thread];
    const std::string registers =
        ' ' + value_at_end(trace, thread_name(assertion.thread) + " registers") + ' ';
    const std::string failed =
        ' ' + thread.registers[assertion.reg].name + '=' + std::to_string(assertion.value) + ' ';
    if (registers.find(failed) != std::string::npos) return &assertion;
  }
  return nullptr;
}

}  // namespace

std::vector<Bug> assertion_bugs(const AnsweredTest& run) {
  std::vector<Bug> bugs;
  for (const kernel::Assertion& assertion : run.asked.kernel->assertions) {
    const Observable term = RegisterTerm{assertion.thread, assertion.reg};
    const auto at = std::ranges::find(run.asked.test.observables, term);
    if (at == run.asked.test.observables.end()) continue;
    const auto index = static_cast<std::size_t>(at - run.asked.test.observables.begin());
    const auto fails = std::ranges::find_if(
        run.answer.outcomes,
        [&](const AnsweredOutcome& outcome) { return outcome.values[index] == assertion.value; });
    if (fails == run.answer.outcomes.end()) continue;
    add_failure(run, assertion, trace_of(*fails), bugs);
  }
  return bugs;
}

void blame_assertions(const AnsweredTest& run, std::vector<Bug>& ends, std::vector<Bug>& stops) {
  std::erase_if(ends, [&](const Bug& bug) {
    const kernel::Assertion* const failure =
        bug.trace != nullptr ? failure_in(run, *bug.trace) : nullptr;
    if (failure != nullptr) add_failure(run, *failure, bug.trace, stops);
    return failure != nullptr;
  });
}

}  // namespace opexplore
