#include <map>
#include <nlohmann/json.hpp>

#include "litmus/writer.hpp"
#include "mappings/report.hpp"

namespace opexplore::mappings {

namespace {

using Json = nlohmann::ordered_json;

// Built-in tables stand in the source tree under their names.
std::string uri_of(const Entry& entry) {
  const bool is_path = entry.file.find('/') != std::string::npos || entry.file.empty();
  if (is_path) return entry.file;
  const bool has_suffix = entry.file.ends_with(".json");
  return "mappings/" + entry.file + (has_suffix ? "" : ".json");
}

std::string rule_id(const Table& table, const Entry& entry) {
  return table.name + "/" + to_string(entry);
}

Json rule_json(const Table& table, const Entry& entry) {
  Json rule;
  rule["id"] = rule_id(table, entry);
  rule["shortDescription"]["text"] =
      to_string(entry) + " of " + table.name + ": " + to_string(entry.code);
  if (!entry.source.empty()) {
    rule["fullDescription"]["text"] = entry.source + " (" + entry.version + ")";
  }
  return rule;
}

Json location_json(const Entry& entry) {
  Json location;
  location["physicalLocation"]["artifactLocation"]["uri"] = uri_of(entry);
  if (entry.place.line != 0) {
    location["physicalLocation"]["region"] = {{"startLine", entry.place.line},
                                              {"startColumn", entry.place.column}};
  }
  return location;
}

/// Collects rules and results of one run.
class Run {
 public:
  void add(const ComparedTables& compared, const TableReport& report) {
    const Table& table = report.table;
    for (const Entry& entry : table.entries) rule_index(table, entry);
    for (const Counterexample& example : report.counterexamples) {
      for (const EntryId id : example.blamed) {
        Json result;
        result["ruleId"] = rule_id(table, table.at(id));
        result["ruleIndex"] = rule_index(table, table.at(id));
        result["level"] = "error";
        result["message"]["text"] = example.sentence + " Test " + example.source.name + ", " +
                                    compared.title.source + " -> " + compared.title.target + ".";
        result["locations"] = Json::array({location_json(table.at(id))});
        result["properties"] = {{"source", write(example.source)},
                                {"compiled", write(example.compiled)}};
        results_.push_back(std::move(result));
      }
    }
    add_over_strong(report);
  }

  Json finish() {
    Json run;
    run["tool"]["driver"] = {{"name", "opmap"}, {"rules", std::move(rules_)}};
    run["columnKind"] = "unicodeCodePoints";
    run["results"] = std::move(results_);
    return run;
  }

 private:
  void add_over_strong(const TableReport& report) {
    for (std::uint16_t e = 0; e < report.entries.size(); ++e) {
      const Entry& entry = report.table.entries[e];
      for (const Template& enough : report.entries[e].enough) {
        Json result;
        result["ruleId"] = rule_id(report.table, entry);
        result["ruleIndex"] = rule_index(report.table, entry);
        result["level"] = "note";
        result["message"]["text"] = to_string(entry) + " is over-strong on these families: `" +
                                    to_string(enough) + "` is enough. This is no proof.";
        result["locations"] = Json::array({location_json(entry)});
        results_.push_back(std::move(result));
      }
    }
  }

  std::size_t rule_index(const Table& table, const Entry& entry) {
    const auto [found, is_new] = indices_.try_emplace(rule_id(table, entry), rules_.size());
    if (is_new) rules_.push_back(rule_json(table, entry));
    return found->second;
  }

  Json rules_ = Json::array();
  Json results_ = Json::array();
  std::map<std::string, std::size_t> indices_;
};

}  // namespace

Json sarif_report(const std::vector<ComparedTables>& all) {
  Run run;
  for (const ComparedTables& compared : all) {
    for (const TableReport& report : compared.reports) run.add(compared, report);
  }
  Json json;
  json["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  json["version"] = "2.1.0";
  json["runs"] = Json::array({run.finish()});
  return json;
}

}  // namespace opexplore::mappings
