#include <array>
#include <nlohmann/json.hpp>

#include "litmus/language/writer.hpp"
#include "mappings/report.hpp"
#include "mappings/report_parts.hpp"

namespace opexplore::mappings {

namespace {

using Json = nlohmann::ordered_json;

Json names_of(const std::vector<EntryId>& entries, const Table& table) {
  Json names = Json::array();
  for (const EntryId entry : entries) names.push_back(to_string(entry, table));
  return names;
}

Json templates(const std::vector<Template>& codes) {
  Json all = Json::array();
  for (const Template& code : codes) all.push_back(to_lines(code));
  return all;
}

Json entry_json(const EntryReport& entry, EntryId id, const Table& table) {
  constexpr std::array<const char*, 3> verdicts{"unused", "sound", "unsound"};
  Json json;
  json["entry"] = to_string(id, table);
  json["template"] = meaning_json(table.at(id));
  json["source"] = table.at(id).source;
  json["version"] = table.at(id).version;
  json["verdict"] = verdicts.at(static_cast<std::size_t>(entry.verdict));
  json["tests"] = entry.tests;
  json["families"] = entry.families;
  json["counterexample"] = entry.counterexample ? Json(*entry.counterexample) : Json(nullptr);
  json["enough"] = templates(entry.enough);
  return json;
}

Json trace_json(const Counterexample& example) {
  Json steps = Json::array();
  for (const TraceStep& step : example.trace.steps) {
    Json json;
    json["thread"] = step.step.thread;
    json["rule"] = step.rule;
    const auto& instructions = example.compiled.program.threads[step.step.thread].instructions;
    const bool executes = step.instruction && *step.instruction < instructions.size();
    json["instruction"] = executes ? Json(instructions[*step.instruction].text) : Json(nullptr);
    json["arguments"] = step.arguments;
    json["reason"] = step.reason;
    steps.push_back(std::move(json));
  }
  return steps;
}

Json table_json(const TableReport& report) {
  Json json;
  json["table"] = report.table.name;
  json["version"] = report.table.version;
  json["extends"] = report.table.extends.empty() ? Json(nullptr) : Json(report.table.extends);
  json["source"] = report.table.source;
  for (std::size_t f = 0; f < report.findings.size(); ++f) {
    json["tests"][std::string(to_string(static_cast<Finding>(f)))] = report.findings[f];
  }
  json["first_gap"] = report.first_gap.empty() ? Json(nullptr) : Json(report.first_gap);
  json["incomplete"] = report.incomplete.empty() ? Json(nullptr) : Json(report.incomplete);
  json["weakened"] = report.weakened;
  json["entries"] = Json::array();
  for (std::uint16_t e = 0; e < report.entries.size(); ++e) {
    json["entries"].push_back(entry_json(report.entries[e], {e}, report.table));
  }
  json["no_test"] = names_of(report.untested(), report.table);
  const std::string assumed = assumed_text(report);
  json["assumed"] = assumed.empty() ? Json(nullptr) : Json(assumed);
  json["counterexamples"] = Json::array();
  for (const Counterexample& example : report.counterexamples) {
    json["counterexamples"].push_back(counterexample_json(example, report.table));
  }
  json["seconds"] = report.seconds;
  return json;
}

}  // namespace

Json meaning_json(const Entry& entry) {
  if (entry.refused.empty()) return to_lines(entry.code);
  return {{"refused", entry.refused}};
}

Json counterexample_json(const Counterexample& example, const Table& table) {
  Json json;
  json["test"] = example.source.name;
  json["sentence"] = example.sentence;
  json["outcome"] = example.ending;
  if (!example.race.empty()) json["race"] = example.race;
  json["blamed"] = names_of(example.blamed, table);
  json["together"] = example.together;
  json["cures"] = example.cures;
  json["cures_from"] = example.cure.empty() ? Json(nullptr) : Json(example.cure);
  json["source"] = write(example.source);
  json["compiled"] = write(example.compiled);
  json["machine"] = example.trace_machine;
  json["trace"] = trace_json(example);
  json["axioms"] = example.axioms;
  json["events"] = example.events;
  json["relations"] = example.relations;
  json["axioms_agree"] = example.disagreement.empty();
  json["disagreement"] = example.disagreement.empty() ? Json(nullptr) : Json(example.disagreement);
  json["bounded"] = example.bounded;
  json["kept"] = example.kept;
  return json;
}

Json json_report(const std::vector<ComparedTables>& all, int exit_code) {
  Json json;
  json["schema_version"] = 1;
  json["tool"] = "opmap check";
  json["checks"] = Json::array();
  for (const ComparedTables& compared : all) {
    Json check;
    check["source"] = compared.title.source;
    check["target"] = compared.title.target;
    check["tests"] = compared.title.tests;
    check["count"] = compared.title.size;
    check["tables"] = Json::array();
    for (const TableReport& report : compared.reports) {
      check["tables"].push_back(table_json(report));
    }
    json["checks"].push_back(std::move(check));
  }
  json["exit_code"] = exit_code;
  return json;
}

}  // namespace opexplore::mappings
