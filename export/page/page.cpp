#include "export/page/page.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "answers/settings.hpp"
#include "export/answer_json.hpp"
#include "export/answer_text.hpp"
#include "export/coq_certificate.hpp"
#include "export/page/assets.hpp"
#include "export/page/runs.hpp"
#include "export/termination_words.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

// A search of more states makes a certificate that is larger than all of the page.
constexpr std::uint64_t most_certified = 1000;

Json thread_titles_json(const Program& program) {
  Json list = Json::array();
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    list.push_back({{"name", thread.label.empty() ? thread_name(t) : thread.label},
                    {"place", thread_label(program, static_cast<ThreadId>(t))},
                    {"cta", thread.cta},
                    {"cluster", nullptr},
                    {"gpu", thread.gpu}});
  }
  return list;
}

// A test that was made has no text but the one that it would be written as.
Json sources_json(const AnsweredTest& run) {
  Json list = Json::array();
  for (const SourceText& source : run.asked.sources) {
    list.push_back({{"language", source.language}, {"file", source.file}, {"text", source.text}});
  }
  if (list.empty()) {
    list.push_back({{"language", "litmus"},
                    {"file", run.asked.test.path},
                    {"text", write(run.asked.test, run.asked.dialect)}});
  }
  return list;
}

// The log alone: what traces say, the page shows.
std::string log_of(const AnsweredTest& run, OutputOptions options) {
  options.trace = std::nullopt;
  options.explain = false;
  options.show = Show::none;
  const FormatResult log = log_part(run, options);
  const auto* const text = std::get_if<FormatPart>(&log);
  return text != nullptr ? text->get<std::string>() : "";
}

std::size_t untraced_outcomes(const Answer& answer) {
  return static_cast<std::size_t>(std::ranges::count_if(
      answer.outcomes,
      [](const AnsweredOutcome& outcome) { return !outcome.trace && !outcome.execution; }));
}

bool has_short_certificate(const AnsweredTest& run) {
  const auto* const machine = std::get_if<ChosenMachine>(&run.asked.pairing.first);
  return machine != nullptr && !run.compared && run.asked.kernel == nullptr &&
         !certificate_refusal(machine->entry->name, machine->options) &&
         run.answer.statistics.states <= most_certified;
}

// Nothing where there is none, or none that is short.
Json certificate_of(const AnsweredTest& run, const OutputOptions& options) {
  const std::optional<Answer>& search = run.gathered.certified;
  if (!has_short_certificate(run) || !search) return {};
  if (search->statistics.states > most_certified) return {};  // another format wanted all of it
  const FormatResult certificate = coq_part(run, options);
  const auto* const text = std::get_if<FormatPart>(&certificate);
  return text != nullptr ? Json(*text) : Json();
}

}  // namespace

Needs page_needs(const AnsweredTest& run, const OutputOptions& options) {
  Needs needs = runs_needs(run);
  if (!has_short_certificate(run)) return needs;
  needs.add(coq_needs(run, options));
  if (needs.certified) needs.certified->most_states = most_certified;
  return needs;
}

FormatResult page_part(const AnsweredTest& run, const OutputOptions& options) {
  OutputOptions without_traces = options;  // those are among the runs
  without_traces.asked.traces = false;
  const FormatResult report = json_part(run, without_traces);
  const auto* const said = std::get_if<FormatPart>(&report);
  if (said == nullptr) return report;
  const Json& known = *said;
  const bool machine = known.contains("machine");
  const Json& who = machine ? known["machine"] : known["model"];
  Json json{{"name", run.asked.test.name},
            {"path", run.asked.test.path},
            {"hash", run.asked.hash},
            {"answered_by", who["name"]},
            {"version", machine ? who["version"] : Json()},
            {"source", machine ? who["source"] : who["title"]},
            {"settings", who["settings"]},
            {"condition", known["condition"]},
            {"verdict", known["verdict"]},
            {"log", log_of(run, options)},
            {"statistics", machine ? known["statistics"] : Json()},
            {"incomplete", known["incomplete"]},
            {"threads", thread_titles_json(run.asked.test.program)},
            {"sources", sources_json(run)},
            {"untraced_outcomes", untraced_outcomes(run.answer)},
            {"runs", json_runs(run, options)},
            {"downloads", {{"coq", certificate_of(run, options)}}}};
  if (known.contains("kernel")) json["kernel"] = known["kernel"];
  return json;
}

FormatPart failed_page(const Failure& failure) { return json_test(failure); }

Json page_document(std::vector<FormatPart> parts, const ToolInfo& tool) {
  Json document{
      {"schema_version", page_schema_version},
      {"tool", {{"name", tool.name}, {"version", tool.version}, {"revision", tool.revision}}},
      {"tests", Json::array()}};
  for (FormatPart& part : parts) document["tests"].push_back(std::move(part));
  return document;
}

std::string page_html(std::vector<FormatPart> parts, const RunSummary& run) {
  const Json document = page_document(std::move(parts), run.tool);
  std::string page(page_asset("page.html"));
  page = filled(std::move(page), "/*opexplore-style*/", page_asset("bundle/viewer.css"));
  page = filled(std::move(page), "<!--opexplore-document-->",
                "<script id=\"opexplore-document\" type=\"application/json\">" +
                    embedded_json(document) + "</script>");
  return filled(std::move(page), "/*opexplore-script*/", page_asset("bundle/viewer.js"));
}

}  // namespace opexplore
