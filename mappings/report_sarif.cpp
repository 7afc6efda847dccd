#include <cctype>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "litmus/language/writer.hpp"
#include "mappings/report.hpp"
#include "mappings/report_parts.hpp"

namespace opexplore::mappings {

namespace {

using Json = nlohmann::ordered_json;

// RFC 3986: what is neither unreserved nor a slash is written in hexadecimal digits.
std::string percent_encoded(const std::string& path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view unreserved = "-._~/";
  std::string text;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        (byte < 0x80 && std::isalnum(byte) != 0) || unreserved.find(c) != unreserved.npos;
    if (plain) {
      text += c;
    } else {
      text += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return text;
}

// Relative to the folder that the program runs in, as the name of the file was.
std::string uri_of(const Entry& entry) {
  const std::filesystem::path path = std::filesystem::path(entry.file).lexically_normal();
  return (path.is_absolute() ? "file://" : "") + percent_encoded(path.generic_string());
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
    rule["fullDescription"]["text"] =
        entry.source + (entry.version.empty() ? "" : " (" + entry.version + ")");
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

// Which access of the compiled test is to blame.
std::string why_text(const Counterexample& example) {
  return example.why ? " It is possible: " + example.why->sentence + "." : "";
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
                                    compared.title.source + " -> " + compared.title.target + "." +
                                    why_text(example);
        result["locations"] = Json::array({location_json(table.at(id))});
        result["properties"] = {{"source", write(example.source)},
                                {"compiled", write(example.compiled)}};
        results_.push_back(std::move(result));
      }
    }
    add_not_needed(report);
    add_untested(report);
  }

  Json finish() {
    Json run;
    run["tool"]["driver"] = {{"name", "opmap"}, {"rules", std::move(rules_)}};
    run["columnKind"] = "unicodeCodePoints";
    run["results"] = std::move(results_);
    return run;
  }

 private:
  void add_note(const Table& table, const Entry& entry, const std::string& text) {
    Json result;
    result["ruleId"] = rule_id(table, entry);
    result["ruleIndex"] = rule_index(table, entry);
    result["level"] = "note";
    result["message"]["text"] = to_string(entry) + ": " + text;
    result["locations"] = Json::array({location_json(entry)});
    results_.push_back(std::move(result));
  }

  void add_not_needed(const TableReport& report) {
    for (std::uint16_t e = 0; e < report.entries.size(); ++e) {
      const EntryReport& found = report.entries[e];
      for (const Template& enough : found.enough) {
        add_note(report.table, report.table.entries[e],
                 "the weaker `" + to_string(enough) + "` passes the same " +
                     plural(found.tests, "test") + " (" + listed(found.families) +
                     ") too. This is no proof that it is enough.");
      }
    }
  }

  // What a table has from another one is that one's affair.
  void add_untested(const TableReport& report) {
    const Table& table = report.table;
    for (const EntryId id : report.untested()) {
      if (!table.path.empty() && table.at(id).file != table.path) continue;
      add_note(table, table.at(id), "no test uses it, so it was not checked.");
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
