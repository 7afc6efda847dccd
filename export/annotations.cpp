#include "export/annotations.hpp"

#include <optional>
#include <string_view>

#include "answers/findings/findings.hpp"
#include "export/bug_text.hpp"
#include "export/kernel_rules.hpp"
#include "opmodel/place_text.hpp"

namespace opexplore {
namespace {

// As GitHub undoes it again: a line is a command, and in its properties `:` and `,` end something.
std::string escaped(std::string_view text, std::string_view special) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    if (special.find(c) == std::string_view::npos) {
      result += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      result += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return result;
}

std::string escaped_message(const std::string& text) { return escaped(text, "%\r\n"); }

std::string property(std::string_view name, const std::string& value) {
  return (std::string(name) += '=') += escaped(value, "%\r\n:,");
}

struct WorkflowAnnotation {
  std::string_view level;  // "error", "notice"
  std::string file;
  SourcePlace place = {};
  std::string title;
  std::string text;
};

std::string line_of(const WorkflowAnnotation& annotation) {
  std::string properties;
  const auto add = [&](std::string_view name, const std::string& value) {
    properties += (properties.empty() ? " " : ",") + property(name, value);
  };
  if (!annotation.file.empty()) add("file", annotation.file);
  if (annotation.place.line != 0) add("line", std::to_string(annotation.place.line));
  if (annotation.place.column != 0) add("col", std::to_string(annotation.place.column));
  if (!annotation.title.empty()) add("title", annotation.title);
  return ("::" + std::string(annotation.level) += properties) +
         "::" + escaped_message(annotation.text) + '\n';
}

// Each part is a line of the annotation.
std::string joined_lines(std::initializer_list<std::string> lines) {
  std::string text;
  for (const std::string& line : lines) {
    if (!line.empty()) text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

// Where else to look, for the lines of an annotation are all that is seen of it.
std::string other_places(const Test& test, const Bug& bug) {
  std::string text;
  for (const BugPlace& place : bug.places) {
    const CodePlace at = place_of(test, place.thread, place.instruction);
    text += (text.empty() ? "" : "\n") + place_text(test.program, place) + " at " +
            opexplore::to_string(at) + (at.text.empty() ? "" : " `" + at.text + '`');
  }
  return text;
}

WorkflowAnnotation annotation_of(const Test& test, const Bug& bug,
                                 const kernel::InputCase& inputs) {
  const BugPlace& first = bug.places.front();
  CodePlace at = place_of(test, first.thread, first.instruction);
  return {level_of(name_of(bug)), std::move(at.file), at.place, bug.title,
          joined_lines({other_places(test, bug), inputs_sentence(inputs), sentences_text(bug),
                        fix_text(bug)})};
}

}  // namespace

std::string annotations(const Test& test, const Findings& found, const kernel::InputCase& inputs,
                        const AnsweredTest* as_written) {
  std::string text;
  for (const Bug& bug : found.bugs) text += line_of(annotation_of(test, bug, inputs));
  if (as_written != nullptr) {
    for (const Bug& bug : as_written->answer.findings->bugs) {
      text += line_of(annotation_of(as_written->asked.test, bug, inputs));
    }
  }
  for (const Note& note : found.notes) {
    const CodePlace at = note.place.value_or(CodePlace{test.path, {}, {}});
    text += line_of({"notice", at.file, at.place, "note on the kernel", note.text});
  }
  return text;
}

FormatResult annotations_part(const AnsweredTest& run, const OutputOptions&) {
  const kernel::Facts* const facts = run.asked.kernel;
  return annotations(run.asked.test, *run.answer.findings,
                     facts != nullptr ? facts->inputs : kernel::InputCase{}, run.as_written.get());
}

FormatPart failed_annotation(const Failure& failure) {
  return line_of({"error",
                  failure.file,
                  {failure.line, failure.column},
                  "not checked",
                  joined_lines({failure.message, failure.suggestion})});
}

}  // namespace opexplore
