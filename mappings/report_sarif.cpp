#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "export/sarif.hpp"
#include "litmus/language/writer.hpp"
#include "mappings/report.hpp"
#include "mappings/report_parts.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore::mappings {

namespace {

using Json = nlohmann::ordered_json;

std::string rule_id(const Table& table, const Entry& entry) {
  return table.name + "/" + to_string(entry);
}

Json rule_json(const Table& table, const Entry& entry) {
  Json rule;
  rule["id"] = rule_id(table, entry);
  rule["shortDescription"]["text"] = to_string(entry) + " of " + table.name + ": " + told(entry);
  if (!entry.source.empty()) {
    rule["fullDescription"]["text"] =
        entry.source + (entry.version.empty() ? "" : " (" + entry.version + ")");
  }
  return rule;
}

Json location_json(const Entry& entry) { return sarif::location({entry.file, entry.place}); }

// Which access of the compiled test is to blame.
std::string why_text(const Counterexample& example) {
  if (!example.why) return "";
  return " It is possible: " + told(example.why->sentence, example.compiled.program) + ".";
}

/// Collects rules and results of one run.
class TableRun {
 public:
  void add(const ComparedTables& compared, const TableReport& report) {
    const Table& table = report.table;
    for (const Entry& entry : table.entries) run_.add_rule(rule_json(table, entry));
    for (const Counterexample& example : report.counterexamples) {
      for (const EntryId id : example.blamed) {
        Json result = sarif::result({rule_id(table, table.at(id)), "error",
                                     example.sentence + " Test " + example.source.name + ", " +
                                         compared.title.source + " -> " + compared.title.target +
                                         "." + why_text(example),
                                     location_json(table.at(id))});
        result["properties"] = {{"source", write(example.source)},
                                {"compiled", write(example.compiled)}};
        run_.add(std::move(result));
      }
    }
    add_not_needed(report);
    add_untested(report);
  }

  Json finish() { return run_.finish({{"name", "opmap"}}); }

 private:
  void add_note(const Table& table, const Entry& entry, const std::string& text) {
    run_.add_rule(rule_json(table, entry));
    run_.add(sarif::result(
        {rule_id(table, entry), "note", to_string(entry) + ": " + text, location_json(entry)}));
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

  sarif::Run run_;
};

}  // namespace

Json sarif_report(const std::vector<ComparedTables>& all) {
  TableRun run;
  for (const ComparedTables& compared : all) {
    for (const TableReport& report : compared.reports) run.add(compared, report);
  }
  return sarif::document(run.finish());
}

}  // namespace opexplore::mappings
