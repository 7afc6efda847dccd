#include "studies/repair/document.hpp"

#include "answers/places.hpp"
#include "answers/semantics.hpp"
#include "export/kernel_text.hpp"
#include "export/outcome_text.hpp"
#include "export/trace_json.hpp"
#include "opmodel/vocabulary.hpp"
#include "studies/repair/of_kernel.hpp"
#include "studies/repair/places.hpp"
#include "studies/repair/text.hpp"

namespace opexplore::repair {
namespace {

using Json = nlohmann::ordered_json;

Json machine_json(const ChosenMachine& machine) {
  Json settings = Json::object();
  for (const Setting& setting : machine.entry->settings) {
    settings[std::string(setting.name)] = value_of(setting, machine.options);
  }
  const auto model = implemented_model(machine);
  return {{"name", machine.entry->name},
          {"version", machine.entry->version},
          {"settings", std::move(settings)},
          {"axioms", model ? Json(model->model.name()) : Json(nullptr)}};
}

Json places_json(const std::vector<NamedPlace>& places) {
  Json list = Json::array();
  for (const NamedPlace& place : places) list.push_back(to_string(place));
  return list;
}

Json question_json(const FixQuestion& question) {
  Json moves = Json::array();
  if (question.moves.accesses) moves.push_back("access");
  if (question.moves.fences) moves.push_back("fence");
  if (question.moves.proxy_fences) moves.push_back("proxy");
  if (question.moves.waits) moves.push_back("wait");
  if (question.kernel != nullptr && !question.moves.plain_stays) moves.push_back("plain");
  Json written = Json::array();
  for (const Scope scope : question.moves.scopes) written.push_back(to_string(scope));
  Json costs = Json::object();
  for (const auto& [row, numbers] : question.costs.rows()) costs[row] = numbers;
  return {{"task", to_string(question.task)},
          {"moves", std::move(moves)},
          {"one_sided", question.moves.one_sided},
          {"scopes", std::move(written)},
          {"keep", places_json(question.moves.keep)},
          {"only", places_json(question.moves.only)},
          {"allow_weak", question.moves.allow_weak},
          {"condition_only", question.condition_only},
          {"prefer", question.preference == Preference::edits ? "edits" : "cost"},
          {"all", question.all_minimal},
          {"limit", question.most_found},
          {"costs", std::move(costs)}};
}

std::string level_name(const FixAnswer& answer, const Point& point, std::uint8_t level) {
  return name_of(point.kind, point.levels[level], answer.test.program, point.thread);
}

Json levels_json(const FixAnswer& answer, const Assignment& levels) {
  Json names = Json::array();
  for (std::size_t p = 0; p < levels.size(); ++p) {
    const Point& point = answer.points[p];
    names.push_back(level_name(answer, point, levels[p]));
  }
  return names;
}

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// Of a kernel: as what it ran, and what the answer rests on.
Json kernel_json(const FixAnswer& answer) {
  if (answer.kernel == nullptr) return nullptr;
  const kernel::Facts& facts = *answer.kernel;
  return {{"kernels", facts.kernels},
          {"launch", facts.launch},
          {"compiler", text_or_null(facts.compiler)},
          {"target", facts.target},
          {"remarks", answer.remarks}};
}

Json source_json(const FixAnswer& answer, const Fix& fix) {
  Json edits = Json::array();
  if (answer.kernel == nullptr) return edits;
  for (const CodeEdit& edit : source_edits(answer, fix)) {
    const std::vector<std::string> words = edit_cells(edit);
    edits.push_back({{"file", edit.place.file},
                     {"line", edit.place.place.line},
                     {"column", edit.place.place.column},
                     {"change", words.at(1)},
                     {"where", words.at(2)},
                     {"at", edit.place.text}});
  }
  return edits;
}

Json end_json(const Property& property, const ChosenMachine& machine, const BadEnd& end) {
  Json steps = Json::array();
  for (const TraceStep& step : end.trace.steps) {
    steps.push_back(
        {machine.entry->rules[step.step.rule].name, step.step.thread, step.step.argument});
  }
  Json without = Json::array();
  for (const auto& [name, field] : document_switches) {
    if (end.replayed_with.*field != MachineOptions().*field) without.push_back(name);
  }
  Json json{{"steps", std::move(steps)}, {"switched", std::move(without)}};
  const bool ends = !end.race && !end.hang && end.undefined.empty();
  json["outcome"] = ends ? Json(outcome_text(property.asked, end.outcome)) : Json(nullptr);
  if (end.hang) json["hangs"] = true;
  if (!end.undefined.empty()) json["undefined"] = end.undefined;
  return json;
}

Json insufficient_json(const FixAnswer& answer, const FixQuestion& question, const Judge& judge,
                       const Assignment& levels) {
  const auto end = judge.bad_end(changed(answer.property.asked, answer.points, levels));
  return {{"levels", levels_json(answer, levels)},
          {"end", end ? end_json(answer.property, question.machine, *end) : Json(nullptr)}};
}

Json proof_json(const FixAnswer& answer, const FixQuestion& question) {
  const Judge judge(answer.property, answer.points, question.machine, question.explore);
  Json found = Json::array(), insufficient = Json::array(), undecided = Json::array();
  for (const Assignment& levels : answer.search.found) found.push_back(levels_json(answer, levels));
  for (const Assignment& levels : answer.search.insufficient) {
    insufficient.push_back(insufficient_json(answer, question, judge, levels));
  }
  for (const Assignment& levels : answer.search.undecided) {
    undecided.push_back(levels_json(answer, levels));
  }
  return {{"found", std::move(found)},
          {"insufficient", std::move(insufficient)},
          {"undecided", std::move(undecided)},
          {"complete", !answer.search.stopped && !answer.search.left_out}};
}

std::string_view axioms_word(AxiomsSay axioms) {
  switch (axioms) {
    case AxiomsSay::the_same:
      return "agree";
    case AxiomsSay::otherwise:
      return "disagree";
    case AxiomsSay::bounded:
      return "agree as far as they look";
    case AxiomsSay::nothing:
      return "not asked";
  }
  return {};
}

Json fix_json(const FixAnswer& answer, const SpelledTest& spelled, const Fix& fix) {
  Json changes = Json::array(), reasons = Json::array();
  for (std::size_t p = 0; p < fix.levels.size(); ++p) {
    const Point& point = answer.points[p];
    if (fix.levels[p] == point.now) continue;
    changes.push_back({{"point", p},
                       {"place", place_name(answer, point)},
                       {"from", text_at(answer, point, point.now)},
                       {"to", text_at(answer, point, fix.levels[p])}});
  }
  for (const Reason& reason : fix.reasons) {
    const Point& point = answer.points[reason.point];
    reasons.push_back({{"point", reason.point},
                       {"with", text_at(answer, point, reason.level)},
                       {"happens", reason.sentence.empty() ? Json(nullptr)
                                                           : Json(told(answer, reason.sentence))}});
  }
  return {{"cost", fix.cost},
          {"axioms", axioms_word(fix.axioms)},
          {"changes", std::move(changes)},
          {"source", source_json(answer, fix)},
          {"less", std::move(reasons)},
          {"patch", patch_of(answer, spelled, fix)}};
}

Json sensitivity_json(const FixAnswer& answer) {
  if (!answer.sensitivity) return nullptr;
  const auto or_null = [](const std::optional<Cost>& cost) {
    return cost ? Json(*cost) : Json(nullptr);
  };
  Json list = Json::array();
  for (const Sensitivity& one : *answer.sensitivity) {
    list.push_back({{"row", one.row},
                    {"column", one.column},
                    {"now", one.now},
                    {"least", or_null(one.least)},
                    {"most", or_null(one.most)}});
  }
  return list;
}

}  // namespace

Json json_points(const FixAnswer& answer, const FixQuestion& question) {
  const auto price = prices(answer.test, answer.points, question.costs);
  Json points = Json::array();
  for (std::size_t p = 0; p < answer.points.size(); ++p) {
    const Point& point = answer.points[p];
    Json levels = Json::array();
    for (std::uint8_t level = 0; level < point.levels.size(); ++level) {
      levels.push_back(level_name(answer, point, level));
    }
    points.push_back({{"kind", to_string(point.kind)},
                      {"thread", point.thread},
                      {"instruction", point.instruction},
                      {"gap", point.gap},
                      {"place", place_name(answer, point)},
                      {"now", level_name(answer, point, point.now)},
                      {"levels", std::move(levels)},
                      {"costs", price[p]}});
  }
  return points;
}

Json fix_document(const FixAnswer& answer, const FixQuestion& question, const SpelledTest& spelled,
                  const ToolInfo& tool) {
  return fix_document(answer, question, spelled, tool, proof_json(answer, question));
}

Json fix_document(const FixAnswer& answer, const FixQuestion& question, const SpelledTest& spelled,
                  const ToolInfo& tool, Json proof) {
  Json fixes = Json::array();
  for (const Fix& fix : answer.fixes) fixes.push_back(fix_json(answer, spelled, fix));
  return {
      {"schema_version", fix_schema_version},
      {"tool", {{"name", tool.name}, {"version", tool.version}, {"revision", tool.revision}}},
      {"test", {{"name", answer.test.name}, {"path", answer.test.path}, {"text", spelled.text}}},
      {"kernel", kernel_json(answer)},
      {"machine", machine_json(question.machine)},
      {"question", question_json(question)},
      {"conclusion", to_string(answer.conclusion)},
      {"cost", answer.cost},
      {"programs_explored", answer.asked},
      {"not_known", text_or_null(answer.not_known)},
      {"disagreement", text_or_null(answer.disagreement)},
      {"points", json_points(answer, question)},
      {"fixes", std::move(fixes)},
      {"sensitivity", sensitivity_json(answer)},
      {"proof", std::move(proof)},
      {"exit_code", static_cast<int>(code_of(answer))}};
}

}  // namespace opexplore::repair
