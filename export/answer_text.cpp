#include "export/answer_text.hpp"

#include <sstream>
#include <utility>

#include "export/comparison_text.hpp"
#include "export/data_race_text.hpp"
#include "export/execution_text.hpp"
#include "export/kernel_text.hpp"
#include "export/log.hpp"
#include "export/statement_text.hpp"
#include "export/termination_text.hpp"
#include "export/trace_text.hpp"
#include "export/why_text.hpp"
#include "export/witnesses.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

// The witnesses of one answer, as text.
class WitnessText {
 public:
  WitnessText(std::ostream& out, const Test& test, const Answer& answer, TraceDetail detail)
      : out_(out), test_(test), answer_(answer), detail_(detail) {}

  void operator()(const Trace& trace, const std::string& goal) const {
    write_trace(out_, test_, trace, {goal, machine_title(answer_)}, detail_,
                why_of(answer_, trace));
  }
  void operator()(const Execution& execution, const std::string& goal) const {
    write_execution(out_, test_, execution, {goal, answer_.answered_by}, detail_);
  }

 private:
  std::ostream& out_;
  const Test& test_;
  const Answer& answer_;
  TraceDetail detail_;
};

void write_forbidden(std::ostream& out, const Test& test, const Forbidden& forbidden,
                     const OutputOptions& options) {
  const Explanation& why = forbidden.explanation;
  const std::string goal = goal_text(test, forbidden, options.radix);
  out << "Forbidden by " << forbidden.model << ": " << goal << "\n  ";
  if (!why.prohibitions.empty()) {
    out << "by " << axioms_text(why);
  } else if (why.stopped == Stopped::no) {
    out << "no candidate execution ends so";
  }
  if (why.stopped != Stopped::no) {
    out << (why.prohibitions.empty() ? "" : "; ")
        << "not all was looked at: " << why.incomplete_reason;
  }
  out << "\n\n";
  if (why.prohibitions.empty()) return;
  write_execution(out, test, why.prohibitions.front().execution,
                  {goal + ", forbidden", forbidden.model},
                  options.trace.value_or(TraceDetail::changes));
}

// Those of Khronos say which races and which outcomes there are.
bool statements_tell(const AnsweredTest& run) {
  return !run.statements.empty() && !run.statements.front().statement.condition;
}

// What to know about the search of one machine. `who` begins the sentences when there are two.
// `in_statements`: statements say which races and which outcomes there are.
std::string search_warnings(const Test& test, const Answer& answer, const std::string& who,
                            bool in_statements) {
  std::string text;
  if (!answer.coverage.complete()) {
    text += warning(test, who + "exploration incomplete, legal outcomes may be missing: " +
                              answer.coverage.reason);
  }
  if (answer.statistics.stuck_states > 0) {
    text += warning(test, who + "deadlock: " + told(answer.deadlock_reason, test.program));
  }
  if (in_statements) return text;
  if (answer.races)
    text += warning(test, who + std::string(race_title(answer)) + ": " + answer.race_reason);
  if (const std::string races = data_race_warning(test, answer); !races.empty()) {
    text += warning(test, who + races);
  }
  if (never_ends(answer)) {
    text += warning(test, who + (answer.evaluation ? "the model allows no execution that ends"
                                                   : "never ends: no final state can be reached"));
  }
  if (!answer.endless_reason.empty()) {
    text += warning(test, who + "no final state can be reached where " +
                              told(answer.endless_reason, test.program));
  }
  // A search towards the condition has not looked for what the filter lets through.
  if (answer.coverage.complete() && answer.outcomes.empty() && !answer.races &&
      !answer.coverage.goal_directed && !never_ends(answer)) {
    text += warning(test, who + "the filter lets no final state through, so the verdict is empty");
  }
  return text;
}

}  // namespace

FormatResult log_part(const AnsweredTest& run, const OutputOptions& options) {
  if (run.asked.kernel != nullptr) {
    std::ostringstream text;
    write_kernel(text, run, options);
    return FormatPart(std::move(text).str());
  }
  const Pairing& pairing = run.asked.pairing;
  // A text that grows as it is written is copied again and again.
  std::string room;
  room.reserve(expected_log_length(run.asked.test, run.answer, options.radix) + 1024);
  std::ostringstream out(std::move(room));
  write_log(out, run.asked.test, run.answer, run.asked.hash, {options.radix, true});
  write_data_races(out, run.asked.test, run.answer);
  if (!run.statements.empty()) write_statements(out, run.asked.test, run.statements);
  if (run.compared) {
    write_comparison(out, run.asked.test, {name_of(pairing.first), run.answer},
                     {name_of(*pairing.second), run.compared->answer}, run.compared->comparison,
                     options.radix);
  }
  if (run.answer.termination) {
    write_termination(out, run.asked.test, run.answer,
                      options.trace.value_or(TraceDetail::changes));
  }
  if (!options.trace && !run.compared) return FormatPart(std::move(out).str());
  const bool shown = options.trace.has_value();
  const TraceDetail detail = options.trace.value_or(TraceDetail::changes);
  for_each_answer(run, [&](const Answer& answer, const Semantics&) {
    for_each_witness(run.asked.test, answer, options, {shown, shown, shown},
                     WitnessText(out, run.asked.test, answer, detail));
    if (!shown || !answer.prevented) return;
    write_prevented(out, run.asked.test, *answer.prevented);
    out << '\n';
  });
  for (const Forbidden& forbidden : run.answer.forbidden) {
    write_forbidden(out, run.asked.test, forbidden, options);
  }
  return FormatPart(std::move(out).str());
}

std::string warning(const Test& test, const std::string& text) {
  return "Warning: File \"" + test.path + "\": " + text + '\n';
}

std::string warnings(const AnsweredTest& run) {
  const Pairing& pairing = run.asked.pairing;
  std::string text =
      search_warnings(run.asked.test, run.answer, run.compared ? name_of(pairing.first) + ": " : "",
                      statements_tell(run));
  if (run.compared) {
    text += search_warnings(run.asked.test, run.compared->answer, name_of(*pairing.second) + ": ",
                            statements_tell(run));
  }
  text += statement_warnings(run.asked.test, run.statements);
  if (run.answer.termination) {
    const std::string hangs = termination_warning(run.asked.test, *run.answer.termination);
    if (!hangs.empty()) text += warning(run.asked.test, hangs);
  }
  if (run.unexpected()) {
    text += warning(run.asked.test, std::string("expected ") + (*run.asked.expected ? "Ok" : "No") +
                                        ", found " + (*run.asked.expected ? "No" : "Ok"));
  }
  return text;
}

}  // namespace opexplore
