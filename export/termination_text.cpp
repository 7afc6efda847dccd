#include "export/termination_text.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include "export/columns.hpp"
#include "export/log.hpp"
#include "export/termination_words.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

void write_verdicts(std::ostream& out, const Test& test, const Termination& report) {
  std::vector<Cells> lines;
  for (const EndJudgement& judgement : report.judgements) {
    lines.push_back({"Termination " + test.name, judgement.promise.name,
                     std::string(weak_word(report, judgement)),
                     std::string(strong_word(report, judgement))});
  }
  // Names and words have no blanks, so that each line is four words and more blanks.
  write_columns(out, lines);
}

void write_cost(std::ostream& out, const Answer& answer) {
  const Termination& report = *answer.termination;
  if (report.judgements.size() == 1) {
    out << "promise=" << spelled(report.judgements.front().promise) << '\n';
  }
  out << "machine=" << answer.answered_by;
  if (!answer.machine_version.empty()) out << " version=" << answer.machine_version;
  for (const auto& [name, value] : answer.settings) out << ' ' << name << '=' << value;
  out << "\nstates=" << report.states << " transitions=" << report.transitions
      << " components=" << report.components << '\n';
  if (!report.race.empty()) out << "race=" << report.race << '\n';
  if (!report.bound.empty()) out << "bound=" << report.bound << '\n';
  if (!report.coverage.complete()) {
    out << "incomplete=" << to_string(report.coverage.incomplete) << ": " << report.coverage.reason
        << '\n';
  }
  out << '\n';
}

// What each thread does, in columns. `text` says it of one.
template <class Text>
void write_threads(std::ostream& out, const Program& program, std::size_t count, Text text) {
  std::vector<Cells> lines;
  for (std::size_t number = 0; number < count; ++number) {
    const auto thread = static_cast<ThreadId>(number);
    lines.push_back({thread_label(program, thread), text(thread)});
  }
  write_columns(out, lines, 2);
}

std::string after_step(std::size_t number) {
  return number == 0 ? "the initial state" : "the state after step " + std::to_string(number);
}

void write_reasons(std::ostream& out, const Test& test, const Lasso& lasso,
                   const Promise& promise) {
  out << "Why nobody ends it:\n";
  write_threads(out, test.program, lasso.threads.size(),
                [&](ThreadId thread) { return thread_text(test, lasso, thread); });
  for (const std::string& text : read_texts(test, lasso)) out << "  " << text << '\n';
  if (lasso.boundary) out << "  " << boundary_text(promise, *lasso.boundary) << '\n';
  if (!lasso.remark.empty()) out << "Remark: " << told(lasso.remark, test.program) << '\n';
  out << '\n';
}

void write_lasso(std::ostream& out, const Test& test, const Answer& answer,
                 const EndJudgement& judgement, TraceDetail detail) {
  const Lasso& lasso = *judgement.lasso;
  const std::size_t stem = lasso.stem.steps.size();
  out << "Endless run of " << test.name << ", " << machine_title(answer) << ", under "
      << judgement.promise.name << '\n';
  StepsText text(out, test, detail);
  text.write_initial(lasso.stem.initial);
  text.write(lasso.stem.steps);
  out << "loop, for ever:\n";
  text.write(lasso.loop);
  out << "which is again " << after_step(stem) << '\n';
  write_reasons(out, test, lasso, judgement.promise);
}

// Where a trap is the beginning of the loop of the lasso, its steps have been shown.
bool is_shown(const EndJudgement& judgement) {
  return judgement.lasso &&
         std::ranges::equal(judgement.lasso->stem.steps, judgement.trap->path.steps, {},
                            &TraceStep::step, &TraceStep::step);
}

void write_trap(std::ostream& out, const Test& test, const Answer& answer,
                const EndJudgement& judgement, TraceDetail detail) {
  const Trap& trap = *judgement.trap;
  const std::size_t count = trap.path.steps.size();
  const bool shown = is_shown(judgement);
  if (!shown) {
    out << "Run of " << test.name << ", " << machine_title(answer)
        << ", to where it is caught under " << judgement.promise.name << '\n';
    StepsText text(out, test, detail);
    text.write_initial(trap.path.initial);
    text.write(trap.path.steps);
  }
  out << "Caught in " << after_step(count)
      << ": from there the threads that are sure to go on lead to " << trap.states
      << (trap.states == 1 ? " state, which is no end\n" : " states, and none of them is an end\n");
  if (!shown || trap.threads != judgement.lasso->threads) {
    write_threads(out, test.program, trap.threads.size(),
                  [&](ThreadId thread) { return thread_text(test.program, trap.threads[thread]); });
  }
  out << '\n';
}

void write_deadlock(std::ostream& out, const Test& test, const Answer& answer, TraceDetail detail) {
  const Deadlock& deadlock = *answer.termination->deadlock;
  out << "Deadlock of " << test.name << ", " << machine_title(answer) << '\n';
  StepsText text(out, test, detail);
  text.write_initial(deadlock.path.initial);
  text.write(deadlock.path.steps);
  out << "Why nobody goes on: " << told(deadlock.reason, test.program) << '\n';
  write_threads(out, test.program, deadlock.threads.size(), [&](ThreadId thread) {
    return thread_text(test.program, deadlock.threads[thread]);
  });
  out << '\n';
}

void write_sentences(std::ostream& out, const Termination& report, const EndJudgement& judgement) {
  const std::string strong = strong_sentence(report, judgement);
  const std::string_view source = source_text(judgement.promise);
  out << weak_sentence(report, judgement) << ".\n";
  if (!strong.empty()) out << strong << ".\n";
  if (!source.empty()) out << "What " << judgement.promise.name << " says: " << source << ".\n";
  out << '\n';
}

}  // namespace

void write_termination(std::ostream& out, const Test& test, const Answer& answer,
                       TraceDetail detail) {
  const Termination& report = *answer.termination;
  write_verdicts(out, test, report);
  write_cost(out, answer);
  if (report.judgements.size() == 1) {
    const EndJudgement& judgement = report.judgements.front();
    write_sentences(out, report, judgement);
    if (judgement.lasso) write_lasso(out, test, answer, judgement, detail);
    if (judgement.trap) write_trap(out, test, answer, judgement, detail);
  }
  if (report.deadlock) write_deadlock(out, test, answer, detail);
}

std::string termination_warning(const Test& test, const Termination& report) {
  if (report.judgements.size() != 1) return {};
  const EndJudgement& judgement = report.judgements.front();
  if (is_deadlocked(report, judgement)) {
    return weak_sentence(report, judgement) + ": " + told(report.deadlock->reason, test.program);
  }
  if (judgement.weak != Ends::yes) return weak_sentence(report, judgement);
  return judgement.strong == Ends::yes ? std::string() : strong_sentence(report, judgement);
}

}  // namespace opexplore
