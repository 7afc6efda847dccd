#include "export/kernel_text.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include "answers/findings/code_words.hpp"
#include "answers/findings/findings.hpp"
#include "answers/findings/vocabulary.hpp"
#include "answers/places.hpp"
#include "export/bug_text.hpp"
#include "export/columns.hpp"
#include "export/outcome_text.hpp"
#include "opmodel/place_text.hpp"

namespace opexplore {
namespace {

constexpr std::size_t text_margin = 7;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

// "  BUG  text", the lines that follow indented as far.
void write_item(std::ostream& out, const std::string& word, const std::string& text) {
  write_wrapped(out, "  " + padded(word, text_margin - 2), text);
}

std::string number_of_states(const AnsweredTest& run) {
  const std::optional<ModelFindings>& model = run.answer.evaluation;
  const std::uint64_t number = model ? model->candidates : run.answer.statistics.states;
  const std::string what = model ? " execution" : " state";
  const bool all = run.answer.coverage.complete();
  return std::to_string(number) + what + (number == 1 ? "" : "s") + (all ? ", all of them" : "");
}

// Of a launch that was run once.
std::string number_run(const kernel::Facts::Whole& whole) {
  return std::to_string(whole.threads) +
         " threads, run once: " + std::to_string(whole.instructions) + " instructions" +
         (whole.decides ? ", no other order gives anything else" : "");
}

void write_head(std::ostream& out, const AnsweredTest& run) {
  const kernel::Facts& facts = *run.asked.kernel;
  std::vector<std::string> how;
  if (!facts.compiler.empty()) how.push_back(facts.compiler);
  if (!facts.target.empty()) how.push_back(facts.target);
  if (facts.threads_followed > 0) {
    const std::uint64_t explored = run.asked.test.program.threads.size();
    how.push_back(std::to_string(explored) + " of " +
                  std::to_string(explored + facts.threads_followed) + " threads");
  }
  how.push_back(facts.whole ? number_run(*facts.whole) : number_of_states(run));
  // The shape is what it is explored as.
  std::vector<kernel::InputValue> values = facts.inputs.values;
  std::erase_if(values, [](const kernel::InputValue& value) { return value.shape; });
  const std::string inputs = kernel::text_of(values);
  out << kernel_title(run) << (inputs.empty() ? "" : " with " + inputs) << " (" << joined(how)
      << ")\n";
}

// "block 0  handoff.cu:6  data = 42;  store  PTX 49".
Cells cells_of(const AnsweredTest& run, const BugPlace& at) {
  const Test& test = run.asked.test;
  const Instruction& instruction = instruction_of(test.program, at.thread, at.instruction);
  const CodePlace place = place_of(test, at.thread, at.instruction);
  std::string line = to_string(place);
  std::string ptx;
  if (instruction.code) {
    const bool other = instruction.place != instruction.code->place;  // the module has lines
    ptx =
        std::string(vocabulary(run.asked.kernel->language).module) +
        (other && instruction.place.line != 0 ? ' ' + std::to_string(instruction.place.line) : "") +
        ": " + instruction.text;
  }
  return {name_of_thread(test.program, at.thread), std::move(line), place.text, at.what,
          std::move(ptx)};
}

// Of what is not in the PTX that the report is of, lines of the source are told alone.
void write_places(std::ostream& out, const AnsweredTest& run, const Bug& bug, bool with_ptx) {
  std::vector<Cells> lines;
  for (const BugPlace& place : bug.places) {
    lines.push_back(cells_of(run, place));
    if (!with_ptx) lines.back()[4].clear();
  }
  const bool any = std::ranges::any_of(lines, [](const Cells& cells) { return !cells[4].empty(); });
  if (!any) {
    for (Cells& cells : lines) cells.pop_back();
  }
  write_columns(out, lines, text_margin + 2);
}

// Whether an earlier bug has the same fix.
bool is_told(const std::vector<Bug>& bugs, const Bug& bug) {
  for (const Bug& other : bugs) {
    if (&other == &bug) return false;
    if (other.fix && bug.fix && other.fix->edits == bug.fix->edits) return true;
  }
  return false;
}

// What stands between a change and the line that it is made at.
std::string place_word(const CodeEdit& edit) {
  if (edit.inside) return "inside";
  switch (edit.where) {
    case CodeEdit::Where::before:
      return "before";
    case CodeEdit::Where::after:
      return "after";
    case CodeEdit::Where::at:
      break;
  }
  return edit.instead.empty() ? "for the access in" : "in place of " + edit.instead + " in";
}

// `way`: how it is known what the change does.
void write_fix(std::ostream& out, const std::vector<Bug>& bugs, const Bug& bug,
               const std::string& way) {
  if (!bug.fix) {
    for (const std::string& other : bug.other_fixes) write_item(out, "FIX", other);
    return;
  }
  const CodeFix& fix = *bug.fix;
  std::string head = fix.edits.size() == 1 ? "" : "all are needed";
  if (fix.edits.size() == 2) head = "both are needed";
  if (fix.proved) {
    const std::string effect = fix.effect.empty() ? "" : "; " + fix.effect;
    const bool others = bugs.size() > 1;
    const std::string gone = !others         ? "the bug is gone"
                             : fix.mends_all ? "all bugs are gone"
                                             : "this bug is gone, others are left";
    head += (head.empty() ? "" : ", ") + ("proved by " + way + " it: " + gone + effect);
  } else {
    head += (head.empty() ? "" : ", ") + std::string("not proved");
  }
  write_item(out, "FIX", head);
  std::vector<Cells> lines;
  for (const CodeEdit& edit : fix.edits) lines.push_back(edit_cells(edit));
  write_columns(out, lines, text_margin + 2);
  for (const std::string& other : bug.other_fixes) write_item(out, "", "or: " + other);
}

void write_steps(std::ostream& out, const AnsweredTest& run, const Trace& trace) {
  std::vector<Cells> lines;
  std::size_t number = 0;
  for (const TraceStep& step : trace.steps) {
    if (!step.instruction || step.step.thread >= run.asked.test.program.threads.size()) continue;
    const CodePlace place = place_of(run.asked.test, step.step.thread, *step.instruction);
    lines.push_back({std::to_string(++number),
                     name_of_thread(run.asked.test.program, step.step.thread), to_string(place),
                     place.text, step_text(run.asked.test, run.asked.kernel, step)});
  }
  write_columns(out, lines, text_margin + 2);
}

void write_bug(std::ostream& out, const AnsweredTest& run, const std::vector<Bug>& bugs,
               const Bug& bug, bool explain, bool with_ptx = true) {
  write_item(out, "BUG", bug.title);
  write_places(out, run, bug, with_ptx);
  for (const std::string& sentence : bug.sentences) write_item(out, "", sentence);
  if (explain && bug.trace != nullptr) {
    write_item(out, "", "step by step:");
    write_steps(out, run, *bug.trace);
  }
  if (is_told(bugs, bug)) {
    write_item(out, "FIX", bug.fix->proved ? "the same, proved for this one, too" : "the same");
  } else {
    write_fix(out, bugs, bug, run.asked.kernel->whole ? "running" : "exploring");
  }
}

// In hexadecimal floating-point numbers are their bits.
std::string value_text(const AnsweredTest& run, AddressId address, Value value, Radix radix) {
  if (radix == Radix::decimal)
    return kernel_words::value(run.asked.test, *run.asked.kernel, address, value);
  const auto name = kernel_words::pointed_at(run.asked.test.program, *run.asked.kernel, value);
  return name.value_or(to_string(value, radix));
}

}  // namespace

std::string kernel_title(const AnsweredTest& run) {
  const kernel::Facts& facts = *run.asked.kernel;
  const std::string kernels = facts.kernels.empty() ? run.asked.test.name : joined(facts.kernels);
  return facts.file + ": kernel " + kernels +
         (facts.launch.empty() ? "" : ", explored as " + facts.launch);
}

std::string fine_text(const AnsweredTest& run) {
  std::vector<std::string> fine = run.answer.findings->fine;
  if (run.as_written && !fine.empty()) fine.back() += " (in the PTX)";
  return joined(fine);
}

ShownResults shown_results(const AnsweredTest& run, Radix radix) {
  ShownResults results;
  for (std::size_t i = 0; i < run.asked.test.shown; ++i) {
    const auto* const term = std::get_if<LocationTerm>(&run.asked.test.observables[i]);
    if (term == nullptr) continue;
    std::set<Value> values;
    for (const AnsweredOutcome& outcome : run.answer.outcomes) values.insert(outcome.values[i]);
    if (values.empty()) continue;
    results.push_back({run.asked.kernel->locations[term->address], {}});
    for (const Value value : values) {
      results.back().second.push_back(value_text(run, term->address, value, radix));
    }
  }
  return results;
}

std::string joined_results(const ShownResults& results) {
  std::string text;
  for (const auto& [place, values] : results) {
    text += (text.empty() ? "" : ";  ") + place + ": " + joined(values);
  }
  return text;
}

std::string results_text(const AnsweredTest& run, Radix radix) {
  const std::string text = joined_results(shown_results(run, radix));
  if (text.empty()) return text;
  const bool all = run.answer.coverage.complete();
  return (all ? "possible  " : "found so far  ") + text;
}

void write_findings(std::ostream& out, const AnsweredTest& run, bool explain, bool with_module) {
  const Findings& found = *run.answer.findings;
  for (const Bug& bug : found.bugs) write_bug(out, run, found.bugs, bug, explain, with_module);
  if (run.as_written) {
    const std::vector<Bug>& bugs = run.as_written->answer.findings->bugs;
    for (const Bug& bug : bugs) write_bug(out, *run.as_written, bugs, bug, explain, false);
  }
  const std::string fine = fine_text(run);
  if (!fine.empty()) write_item(out, "ok", fine);
  const std::string assumed = kernel::sentence_of(run.asked.kernel->assumed);
  if (!assumed.empty()) write_item(out, "if", assumed);
  for (const Note& note : found.notes) {
    if (note.text == run.asked.kernel->launch_remark) continue;
    const std::string place = note.place ? to_string(*note.place) : "";
    const bool said = note.text.find(place) != std::string::npos;
    write_item(out, "note", (said ? "" : place + ": ") + note.text);
  }
  if (!run.answer.coverage.complete()) {
    write_item(out, "cut", "not everything was explored: " + run.answer.coverage.reason);
  }
}

std::vector<std::string> edit_cells(const CodeEdit& edit) {
  std::string line = (edit.place.text.empty() ? "that line" : edit.place.text) +
                     (edit.needs_braces ? "  (both in braces)" : "");
  if (edit.text.empty()) return {to_string(edit.place), "- " + edit.instead, "in", std::move(line)};
  return {to_string(edit.place), "+ " + edit.text, place_word(edit), std::move(line)};
}

void write_kernel(std::ostream& out, const AnsweredTest& run, const OutputOptions& options) {
  // That another program than the user's is explored comes before all that is said of it.
  const std::string& remark = run.asked.kernel->launch_remark;
  if (!remark.empty()) out << run.asked.kernel->file << ": " << remark << '\n';
  write_head(out, run);
  out << '\n';
  write_findings(out, run, options.explain);
  const std::string results = results_text(run, options.radix);
  if (!results.empty()) {
    out << '\n';
    write_item(out, "", results);
  }
  out << '\n';
}

}  // namespace opexplore
