#include "export/kernel_json.hpp"

#include <string_view>
#include <utility>

#include "answers/findings/findings.hpp"
#include "export/json.hpp"
#include "export/null_or.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

Json place_json(const Test& test, const BugPlace& place) {
  const Thread& thread = test.program.threads[place.thread];
  return {{"thread", place.thread},
          {"label", name_of_thread(test.program, place.thread)},
          {"instruction", place.instruction},
          {"what", place.what},
          {"source", json_source(thread.instructions[place.instruction])}};
}

std::string_view word(CodeEdit::Where where) {
  switch (where) {
    case CodeEdit::Where::at:
      return "at";
    case CodeEdit::Where::before:
      return "before";
    case CodeEdit::Where::after:
      return "after";
  }
  return {};
}

Json fix_json(const std::optional<CodeFix>& fix) {
  if (!fix) return nullptr;
  Json edits = Json::array();
  for (const CodeEdit& edit : fix->edits) {
    Json json{{"where", word(edit.where)}, {"place", json_code(edit.place)}, {"text", edit.text}};
    if (!edit.instead.empty()) json["instead"] = edit.instead;
    edits.push_back(std::move(json));
  }
  return {{"edits", std::move(edits)},
          {"effect", fix->effect},
          {"proved", fix->proved},
          {"mends_all", fix->mends_all}};
}

Json bug_json(const Test& test, const Bug& bug) {
  Json places = Json::array();
  for (const BugPlace& place : bug.places) places.push_back(place_json(test, place));
  return {{"kind", name_of(bug)},
          {"title", bug.title},
          {"places", std::move(places)},
          {"sentences", bug.sentences},
          {"fix", fix_json(bug.fix)},
          {"other_fixes", bug.other_fixes},
          {"trace", bug.trace != nullptr ? json_trace(test, *bug.trace) : Json()}};
}

}  // namespace

Json json_kernel(const Test& test, const kernel::Facts& facts, const Findings& found,
                 const AnsweredTest* as_written) {
  Json json{{"file", facts.file},
            {"kernels", facts.kernels},
            {"launch", facts.launch},
            {"chosen_launch", facts.chosen_launch},
            {"inputs", json_inputs(facts.inputs)},
            {"compiler", null_or(facts.compiler)},
            {"target", null_or(facts.target)},
            {"bugs", Json::array()},
            {"source_bugs", Json::array()},
            {"fine", Json::array()},
            {"notes", Json::array()},
            {"assumed", Json::array()}};
  for (const Bug& bug : found.bugs) json["bugs"].push_back(bug_json(test, bug));
  if (as_written != nullptr) {
    for (const Bug& bug : as_written->answer.findings->bugs) {
      json["source_bugs"].push_back(bug_json(as_written->asked.test, bug));
    }
  }
  for (const std::string& fine : found.fine) json["fine"].push_back(fine);
  for (const Note& note : found.notes) {
    json["notes"].push_back(
        {{"text", note.text}, {"place", note.place ? json_code(*note.place) : Json()}});
  }
  for (const kernel::Assumption& assumption : facts.assumed) {
    Json assumed{{"name", assumption.name}, {"what", kernel::name_of(assumption.what)}};
    const bool has_value = assumption.what == kernel::Assumption::What::number ||
                           assumption.what == kernel::Assumption::What::length;
    if (has_value) assumed["value"] = assumption.value;
    assumed["option"] = "--input";
    json["assumed"].push_back(std::move(assumed));
  }
  if (facts.threads_followed > 0) json["threads_followed"] = facts.threads_followed;
  if (facts.whole) {
    json["run_once"] = {{"threads", facts.whole->threads},
                        {"instructions", facts.whole->instructions},
                        {"decides", facts.whole->decides}};
  }
  return json;
}

}  // namespace opexplore
