#include "export/bug_text.hpp"

#include <cctype>

#include "answers/findings/code_words.hpp"
#include "opmodel/place_text.hpp"

namespace opexplore {
namespace {

std::string quoted(const std::string& text) { return '`' + text + '`'; }

// "handoff.cu:7 `flag = 1;`".
std::string edited_place(const CodePlace& place) {
  return to_string(place) + (place.text.empty() ? "" : ' ' + quoted(place.text));
}

std::string edit_text(const CodeEdit& edit) {
  switch (edit.where) {
    case CodeEdit::Where::at:
      return "write " + quoted(edit.text) + " in place of " +
             (edit.instead.empty() ? "" : quoted(edit.instead) + " in ") + edited_place(edit.place);
    case CodeEdit::Where::before:
    case CodeEdit::Where::after:
      break;
  }
  const bool before = edit.where == CodeEdit::Where::before;
  return "insert " + quoted(edit.text) +
         (edit.inside ? " inside "
          : before    ? " before "
                      : " after ") +
         edited_place(edit.place) + (edit.needs_braces ? ", both in braces" : "");
}

// As the source calls it.
std::string location_name(const Program& program, const kernel::Facts* facts, AddressId address) {
  if (facts != nullptr && address < facts->locations.size()) return facts->locations[address];
  return address < program.addresses.size() ? program.addresses[address].name : "";
}

std::string value_text(const Test& test, const kernel::Facts* facts, AddressId address,
                       Value value) {
  if (facts == nullptr || address >= facts->locations.size()) return std::to_string(value);
  return kernel_words::value(test, *facts, address, value);
}

std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return std::string_view(".!?").find(text.back()) == std::string_view::npos ? text + '.' : text;
}

// What is known of the changed kernel, in brackets.
std::string effect_text(const CodeFix& fix) {
  if (fix.proved) return fix.effect.empty() ? " (proved)" : " (proved: " + fix.effect + ')';
  return fix.effect.empty() ? "" : " (" + fix.effect + ')';
}

}  // namespace

std::string title_sentence(const Bug& bug) { return as_sentence(bug.title); }

std::string inputs_sentence(const kernel::InputCase& inputs) {
  const std::string text = kernel::text_of(inputs.values);
  return text.empty() ? text : "It is found with " + text + '.';
}

std::string sentences_text(const Bug& bug) {
  std::string text;
  for (const std::string& sentence : bug.sentences) {
    if (!sentence.empty()) text += (text.empty() ? "" : " ") + as_sentence(sentence);
  }
  return text;
}

std::string fix_text(const Bug& bug) {
  std::string text;
  if (bug.fix) {
    for (const CodeEdit& edit : bug.fix->edits) {
      text += (text.empty() ? "" : ", and ") + edit_text(edit);
    }
    text = (bug.fix->proved ? "Fix: " : "Possible fix: ") + text + effect_text(*bug.fix) + '.';
  }
  for (const std::string& other : bug.other_fixes) {
    text += (text.empty() ? "Possible fix: " : " Or: ") + other + '.';
  }
  return text;
}

std::string step_text(const Test& test, const kernel::Facts* facts, const TraceStep& step) {
  std::string text;
  for (const Event& event : step.events) {
    const bool read = event.kind == Event::Kind::read;
    if (!read && event.kind != Event::Kind::write) continue;
    text += (text.empty() ? "" : ", ") + std::string(read ? "reads " : "writes ") +
            location_name(test.program, facts, event.address) + " = " +
            value_text(test, facts, event.address, event.value);
  }
  if (!text.empty()) return text;
  return step.arguments.empty() ? std::string(step.rule) : step.arguments;
}

std::string place_text(const Program& program, const BugPlace& place) {
  return name_of_thread(program, place.thread) + (place.what.empty() ? "" : ": " + place.what);
}

}  // namespace opexplore
