#include "export/compiler_explorer.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "answers/findings/findings.hpp"
#include "export/bug_text.hpp"
#include "export/kernel_rules.hpp"
#include "export/kernel_text.hpp"
#include "export/outcome_text.hpp"
#include "export/statement_text.hpp"

namespace opexplore {
namespace {

// More say little, and the pane is small.
constexpr std::size_t most_outcomes = 16;

// A text of several lines would be several findings.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

// Headers are not in the editor; those of the toolkit's C++ library have no suffix.
bool is_header(const std::string& file) {
  constexpr std::array<std::string_view, 5> suffixes{"", ".h", ".hpp", ".hh", ".cuh"};
  const std::string suffix = std::filesystem::path(file).extension().string();
  return file != "-" && std::ranges::find(suffixes, suffix) != suffixes.end();
}

std::string line_at(const std::string& file, SourcePlace place, std::string_view severity,
                    const std::string& text) {
  std::string line;
  if (place.line != 0) {
    line = file + ':' + std::to_string(place.line) + ':';
    if (place.column != 0) line += std::to_string(place.column) + ':';
    line += ' ';
  }
  return line.append(severity) + ": " + one_line(text) + '\n';
}

bool is_compiled(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return instruction.code.has_value();
    });
  });
}

class Writer {
 public:
  Writer(const AnsweredTest& run, const OutputOptions& options)
      : run_(run), options_(options), compiled_(is_compiled(run.asked.test.program)) {}

  std::string text() {
    const Findings& found = *run_.answer.findings;
    for (const Bug& bug : found.bugs) add(run_.asked.test, bug);
    if (const AnsweredTest* const source = run_.as_written.get()) {
      for (const Bug& bug : source->answer.findings->bugs) add(source->asked.test, bug);
    }
    for (const Note& note : found.notes) {
      add(note.place.value_or(CodePlace{}), "note", note.text);
    }
    for (const AnsweredStatement& statement : run_.statements) add(statement);
    add_end(found);
    return text_;
  }

 private:
  void add(const CodePlace& at, std::string_view severity, const std::string& text) {
    const bool module = at.file == run_.asked.test.path;
    const std::string file = module && compiled_  ? "<ptx>"
                             : is_header(at.file) ? at.file
                                                  : "<source>";
    text_ += line_at(file, at.place, severity, text);
  }

  void add(const Test& test, const Bug& bug) {
    bool first = true;
    for (const BugPlace& place : bug.places) {
      const CodePlace at = place_of(test, place.thread, place.instruction);
      std::string said = place_text(test.program, place);
      if (first) said.insert(0, ": ").insert(0, bug.title);
      const std::string why = first ? sentences_text(bug) : "";
      if (!why.empty()) said.append(". ").append(why);
      add(at, first ? level_of(name_of(bug)) : "note", said);
      first = false;
    }
    const std::string fix = fix_text(bug);
    if (fix.empty()) return;
    const BugPlace& place = bug.places.front();
    add(bug.fix ? bug.fix->edits.front().place : place_of(test, place.thread, place.instruction),
        "note", fix);
  }

  // The word of the log, and why.
  void add(const AnsweredStatement& answered) {
    const Statement& statement = answered.statement;
    const std::string_view word = statement_word(answered);
    std::string text = std::string(word) + ": " + statement.text;
    std::string_view severity = "note";
    if (statement.refusal) {
      severity = "error";
      text += "; " + statement.refusal->message;
    } else if (!answered.satisfiable) {
      severity = "warning";
      text += "; " + answered.reason;
    } else if (!*answered.holds()) {
      severity = "error";
      text += "; " + std::string(broken_statement(statement));
    }
    add({run_.asked.test.path, statement.place, {}}, severity, text);
  }

  void add_end(const Findings& found) {
    const Answer& answer = run_.answer;
    if (!answer.coverage.complete()) {
      text_ += line_at({}, {}, "warning", "not everything was explored: " + answer.coverage.reason);
    }
    std::string fine;
    for (const std::string& one : found.fine) fine += (fine.empty() ? "" : ", ") + one;
    if (run_.asked.kernel != nullptr) {
      text_ += run_.asked.test.name + ' ' + run_.asked.kernel->launch +
               (fine.empty() ? "" : ": " + fine) + '\n';
      const std::string results = results_text(run_, options_.radix);
      if (!results.empty()) text_ += results + '\n';
      return;
    }
    if (run_.statements.empty()) {
      text_ += run_.asked.test.name + ": " + condition_line(run_.asked.test) + ": " +
               std::string(observation_word(run_.verdict())) + '\n';
    }
    add_outcomes();
  }

  void add_outcomes() {
    const std::vector<AnsweredOutcome>& outcomes = run_.answer.outcomes;
    const std::size_t shown = std::min(outcomes.size(), most_outcomes);
    for (std::size_t i = 0; i < shown; ++i) {
      text_ += run_.asked.test.name + " may end with " +
               outcome_text(run_.asked.test, outcomes[i].values, options_.radix) + '\n';
    }
    if (shown < outcomes.size()) {
      text_ += run_.asked.test.name + " has " + std::to_string(outcomes.size() - shown) +
               " more outcomes\n";
    }
    if (outcomes.empty()) text_ += run_.asked.test.name + " has no outcome\n";
  }

  const AnsweredTest& run_;
  const OutputOptions& options_;
  bool compiled_ = false;  ///< whether lines of a source are known
  std::string text_;
};

}  // namespace

FormatResult compiler_explorer_part(const AnsweredTest& run, const OutputOptions& options) {
  return Writer(run, options).text();
}

FormatPart failed_compiler_explorer(const Failure& failure) {
  const std::string file = is_header(failure.file) ? failure.file : "<source>";
  const std::string advice = failure.suggestion.empty() ? "" : "; " + failure.suggestion;
  return line_at(file, {failure.line, failure.column}, "error", failure.message + advice);
}

}  // namespace opexplore
