#include "answers/findings/result_bugs.hpp"

#include <algorithm>
#include <utility>

#include "answers/findings/changes.hpp"
#include "answers/findings/code_words.hpp"
#include "answers/findings/findings.hpp"
#include "answers/findings/vocabulary.hpp"
#include "explorer/store/tally.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

bool asks(const Test& test) { return test.condition.kind != Proposition::Kind::truth; }

// Whether the outcome is what the question is after: of --forall what it excludes.
bool is_asked(const Test& test, const Outcome& outcome) {
  return holds(test.condition, outcome) != (test.quantifier == Quantifier::forall);
}

const AnsweredOutcome* asked_outcome(const AnsweredTest& run) {
  const auto& outcomes = run.answer.outcomes;
  const AnsweredOutcome* found = nullptr;
  for (const AnsweredOutcome& outcome : outcomes) {
    if (!is_asked(run.asked.test, outcome.values)) continue;
    if (found == nullptr || outcome.trace) found = &outcome;
    if (outcome.trace) break;
  }
  return found;
}

// "out is 0".
std::string outcome_words(const AnsweredTest& run, const Outcome& outcome) {
  std::string text;
  for (std::size_t i = 0; i < run.asked.test.shown; ++i) {
    const auto* const term = std::get_if<LocationTerm>(&run.asked.test.observables[i]);
    if (term == nullptr) continue;
    text += (text.empty() ? "" : ", ") + kernel_words::location(*run.asked.kernel, term->address) +
            " = " +
            kernel_words::value(run.asked.test, *run.asked.kernel, term->address, outcome[i]);
  }
  return text;
}

// Of threads that did the same at one line two are shown.
void say_alike(const Test& test, Bug& bug) {
  constexpr std::ptrdiff_t most = 2;
  std::vector<BugPlace> shown;
  std::size_t more = 0;
  for (BugPlace& place : bug.places) {
    const CodePlace line = place_of(test, place.thread, place.instruction);
    const auto alike = std::ranges::count_if(shown, [&](const BugPlace& other) {
      return place_of(test, other.thread, other.instruction) == line;
    });
    if (alike < most) {
      shown.push_back(std::move(place));
    } else {
      ++more;
    }
  }
  bug.places = std::move(shown);
  if (more > 0) {
    bug.sentences.push_back("The same happens in " + std::to_string(more) +
                            (more == 1 ? " more thread." : " more threads."));
  }
}

// Places and sentences of the reads that are to blame.
void blame(const AnsweredTest& run, const Why& why, Bug& bug) {
  std::vector<const WhyRow*> missing;
  for (const Violation& violation : why.violations) {
    for (const Culprit& culprit : violation.culprits) {
      const std::string name = kernel_words::location(*run.asked.kernel, culprit.address);
      std::string what = culprit.fault == Fault::too_early || culprit.fault == Fault::lost
                             ? std::string(to_string(culprit.fault))
                             : "reads " + name + " = " +
                                   kernel_words::value(run.asked.test, *run.asked.kernel,
                                                       culprit.address, culprit.value);
      if (culprit.instead && culprit.instead->thread) {
        what += ", though " + name_of_thread(run.asked.test.program, *culprit.instead->thread) +
                " wrote " +
                kernel_words::value(run.asked.test, *run.asked.kernel, culprit.address,
                                    culprit.instead->value);
      }
      bug.places.push_back({culprit.thread, culprit.instruction, std::move(what)});
    }
    for (const WhyRow& row : violation.rows) {
      if (row.status == RowStatus::missing && !row.elsewhere) missing.push_back(&row);
    }
  }
  bug.sentences = kernel_words::sentences(run, missing);
  say_alike(run.asked.test, bug);
  if (bug.sentences.empty() && !why.sentence.empty()) {
    bug.sentences.emplace_back(
        why.violations.empty()
            ? "No access is out of order: an interleaving of the threads ends so."
            : told(why.sentence, run) + '.');
  }
}

Changes changes_of(const AnsweredTest& run, const Why& why, const BugPlace& first) {
  std::vector<WhyRow> rows;
  for (const Violation& violation : why.violations) {
    rows.insert(rows.end(), violation.rows.begin(), violation.rows.end());
  }
  // Of one culprit the author would put a fence in front of the read itself.
  const bool one = why.violations.size() == 1 && why.violations.front().culprits.size() == 1;
  return kernel_changes::by_rows(run, rows, one ? std::optional(first) : std::nullopt);
}

}  // namespace

bool ends_unexpectedly(const AnsweredTest& run) {
  return asks(run.asked.test) && run.asked.test.quantifier != Quantifier::exists &&
         asked_outcome(run) != nullptr;
}

std::vector<Mendable> unexpected_bugs(const AnsweredTest& run) {
  if (!ends_unexpectedly(run)) return {};
  const AnsweredOutcome* const outcome = asked_outcome(run);
  Bug bug{BugKind::unexpected, "it can end with " + outcome_words(run, outcome->values), {}, {}};
  bug.trace = trace_of(*outcome);
  if (outcome->why) blame(run, *outcome->why, bug);
  if (bug.places.empty()) bug.places.push_back(kernel_words::last_place(run.asked.test, bug.trace));
  Mendable one{std::move(bug)};
  // Changes of shaders are in words of their own (shader_fix.hpp).
  const bool cuda = run.asked.kernel->language == kernel::SourceLanguage::cuda;
  if (cuda && outcome->why && !outcome->why->violations.empty()) {
    one.changes = [&run, &why = *outcome->why, first = one.bug.places.front()] {
      return changes_of(run, why, first);
    };
  }
  return {std::move(one)};
}

void add_answer(const AnsweredTest& run, Findings& verdict) {
  if (!asks(run.asked.test) || run.answer.races) return;
  const AnsweredOutcome* const outcome = asked_outcome(run);
  if (run.asked.test.quantifier == Quantifier::exists) {
    if (outcome != nullptr) {
      verdict.notes.push_back({"yes, it can end so: " + outcome_words(run, outcome->values), {}});
    } else if (run.answer.coverage.complete()) {
      verdict.fine.push_back({"it never ends with what --exists asks for"});
    }
  } else if (outcome == nullptr && run.answer.coverage.complete()) {
    verdict.fine.push_back({run.asked.test.quantifier == Quantifier::forall
                                ? "it always ends as --forall asks"
                                : "it never ends as --never excludes"});
  }
}

}  // namespace opexplore
