#include "export/kernel_sarif.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "answers/findings/findings.hpp"
#include "export/bug_text.hpp"
#include "export/kernel_rules.hpp"
#include "export/sarif.hpp"
#include "litmus/language/hash.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

// Our name for it, with a version: another way to work it out is another fingerprint.
constexpr const char* fingerprint = "bugText/v1";

// What the bugs are of; a litmus test has no facts.
struct Subject {
  const Test& test;
  const kernel::Facts* facts;
};

Json message(const std::string& text) { return {{"text", sarif::message_text(text)}}; }

// The place in the PTX, where that is another.
void add_ptx(const Instruction& instruction, Json& location) {
  if (!instruction.code || instruction.place.line == 0) return;
  location["properties"]["ptx"] = {{"line", instruction.place.line}, {"text", instruction.text}};
}

Json location_of(const Test& test, ThreadId thread, InstructionId at, const std::string& text) {
  const CodePlace code = place_of(test, thread, at);
  Json location = sarif::location({code.file, code.place});
  location["message"] = message(text + (code.text.empty() ? "" : ": " + code.text));
  add_ptx(test.program.threads[thread].instructions[at], location);
  return location;
}

Json bug_location(const Test& test, const BugPlace& place) {
  return location_of(test, place.thread, place.instruction, place_text(test.program, place));
}

bool executes(const Test& test, const TraceStep& step, std::size_t thread) {
  return step.instruction && step.step.thread == thread &&
         *step.instruction < test.program.threads[thread].instructions.size();
}

// The steps of one thread; `executionOrder` is their place among those of all. What memory does by
// itself stands at no line, and is left out.
Json thread_flow(const Subject& subject, const Trace& trace, std::size_t thread) {
  const Test& test = subject.test;
  const auto id = static_cast<ThreadId>(thread);
  Json locations = Json::array();
  for (std::size_t number = 0; number < trace.steps.size(); ++number) {
    const TraceStep& step = trace.steps[number];
    if (!executes(test, step, thread)) continue;
    locations.push_back({{"location", location_of(test, id, *step.instruction,
                                                  step_text(test, subject.facts, step))},
                         {"executionOrder", number + 1}});
  }
  return {{"id", name_of_thread(test.program, id)}, {"locations", std::move(locations)}};
}

void add_flows(const Subject& subject, const Bug& bug, Json& result) {
  if (bug.trace == nullptr) return;
  Json flows = Json::array();
  for (std::size_t thread = 0; thread < subject.test.program.threads.size(); ++thread) {
    Json flow = thread_flow(subject, *bug.trace, thread);
    if (!flow["locations"].empty()) flows.push_back(std::move(flow));
  }
  if (!flows.empty()) result["codeFlows"] = Json::array({{{"threadFlows", std::move(flows)}}});
}

// Whether an editor can do it without looking at the line.
bool can_be_done(const CodeEdit& edit) {
  if (edit.place.place.line == 0) return false;
  if (edit.where == CodeEdit::Where::at) return edit.exact;
  return !edit.inside && !edit.in_a_column && !edit.needs_braces;
}

// A part of a line; or an empty region at its start, and a whole line that goes there, as far in as
// the statement beside it.
Json replacement_of(const CodeEdit& edit) {
  const SourcePlace at = edit.place.place;
  if (edit.where == CodeEdit::Where::at) {
    return {{"deletedRegion",
             {{"startLine", at.line},
              {"startColumn", at.column},
              {"endLine", at.line},
              {"endColumn", at.column + edit.instead.size()}}},
            {"insertedContent", {{"text", edit.text}}}};
  }
  const std::uint32_t line = at.line + (edit.where == CodeEdit::Where::after ? 1 : 0);
  const std::string margin(at.column > 0 ? at.column - 1 : 0, ' ');
  return {{"deletedRegion",
           {{"startLine", line}, {"startColumn", 1}, {"endLine", line}, {"endColumn", 1}}},
          {"insertedContent", {{"text", margin + edit.text + '\n'}}}};
}

// Only if all of it can be done so: half a fix is none.
void add_fixes(const Bug& bug, Json& result) {
  if (!bug.fix || !std::ranges::all_of(bug.fix->edits, can_be_done)) return;
  std::map<std::string, Json> by_file;
  for (const CodeEdit& edit : bug.fix->edits) {
    by_file[edit.place.file].push_back(replacement_of(edit));
  }
  Json changes = Json::array();
  for (auto& [file, replacements] : by_file) {
    changes.push_back({{"artifactLocation", {{"uri", sarif::uri_of(file)}}},
                       {"replacements", std::move(replacements)}});
  }
  Json fix{{"artifactChanges", std::move(changes)}};
  if (!bug.fix->effect.empty()) fix["description"] = message(bug.fix->effect);
  result["fixes"] = Json::array({std::move(fix)});
}

// Kind and texts, no lines: what stands above the bug may change. Nor files, which are named from
// where the program runs.
std::string fingerprint_of(const Test& test, const Bug& bug) {
  std::string text = std::string(name_of(bug)) + '\n' + bug.title + '\n';
  for (const BugPlace& place : bug.places) {
    const CodePlace at = place_of(test, place.thread, place.instruction);
    text += at.text + '\n' + place.what + '\n';
  }
  return md5(text);
}

Json bug_result(const Subject& subject, const Bug& bug) {
  const Test& test = subject.test;
  std::string text = title_sentence(bug);
  const std::string inputs =
      subject.facts != nullptr ? inputs_sentence(subject.facts->inputs) : std::string();
  for (const std::string& part : {inputs, sentences_text(bug), fix_text(bug)}) {
    if (!part.empty()) text += ' ' + part;
  }
  const std::string rule(name_of(bug));
  Json result = sarif::result({rule, std::string(level_of(rule)), sarif::message_text(text),
                               bug_location(test, bug.places.front())});
  for (std::size_t i = 1; i < bug.places.size(); ++i) {
    Json related = bug_location(test, bug.places[i]);
    related["id"] = i;
    result["relatedLocations"].push_back(std::move(related));
  }
  add_flows(subject, bug, result);
  add_fixes(bug, result);
  result["partialFingerprints"] = {{fingerprint, fingerprint_of(test, bug)}};
  result["properties"] = {{"test", test.name}};
  return result;
}

// Notes name lines in their words, too.
std::string fingerprint_of(const Note& note, const std::string& line) {
  std::string text = std::string(note_rule) + '\n' + line + '\n' + note.text;
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return md5(text);
}

Json note_json(const Test& test, const Note& note) {
  const CodePlace at = note.place.value_or(CodePlace{test.path, {}, {}});
  Json result = sarif::result({std::string(note_rule), "note", sarif::message_text(note.text),
                               sarif::location({at.file, at.place})});
  result["partialFingerprints"] = {{fingerprint, fingerprint_of(note, at.text)}};
  result["properties"] = {{"test", test.name}};
  return result;
}

bool is_result(const Json& element) { return element.contains("ruleId"); }

// Two bugs of the same texts are two: the second has a number.
void number_fingerprint(std::map<std::string, int>& seen, Json& result) {
  Json& print = result["partialFingerprints"][fingerprint];
  auto text = print.get<std::string>();
  print = text + ':' + std::to_string(++seen[text]);
}

Json driver_json(const ToolInfo& tool) {
  return {
      {"name", tool.name}, {"version", tool.version}, {"fullName", tool.name + ' ' + tool.version}};
}

}  // namespace

Json sarif_results(const Test& test, const Findings& found, const kernel::Facts* facts,
                   const AnsweredTest* as_written) {
  Json results = Json::array();
  for (const Bug& bug : found.bugs) results.push_back(bug_result({test, facts}, bug));
  if (as_written != nullptr) {
    const Subject source{as_written->asked.test, as_written->asked.kernel};
    for (const Bug& bug : as_written->answer.findings->bugs) {
      results.push_back(bug_result(source, bug));
    }
  }
  for (const Note& note : found.notes) results.push_back(note_json(test, note));
  return results;
}

FormatResult sarif_part(const AnsweredTest& run, const OutputOptions&) {
  return sarif_results(run.asked.test, *run.answer.findings, run.asked.kernel,
                       run.as_written.get());
}

FormatPart failed_sarif(const Failure& failure) {
  Json notification{{"level", "error"}, {"message", message(describe(failure))}};
  if (!failure.file.empty()) {
    notification["locations"] =
        Json::array({sarif::location({failure.file, {failure.line, failure.column}})});
  }
  return Json::array({std::move(notification)});
}

std::string sarif_document(std::vector<FormatPart> parts, const RunSummary& summary) {
  sarif::Run run;
  for (Json& rule : sarif_rules()) run.add_rule(std::move(rule));
  Json notifications = Json::array();
  std::map<std::string, int> seen;
  for (FormatPart& part : parts) {
    for (Json& element : part) {
      if (is_result(element)) {
        number_fingerprint(seen, element);
        run.add(std::move(element));
      } else {
        notifications.push_back(std::move(element));
      }
    }
  }
  Json log = run.finish(driver_json(summary.tool));
  Json invocation{{"executionSuccessful", notifications.empty()}, {"exitCode", summary.exit_code}};
  if (!notifications.empty()) invocation["toolExecutionNotifications"] = std::move(notifications);
  log["invocations"] = Json::array({std::move(invocation)});
  return json_text(sarif::document(std::move(log)));
}

}  // namespace opexplore
