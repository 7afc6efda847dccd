#include <nlohmann/json.hpp>
#include <sstream>

#include "mappings/report.hpp"
#include "mappings/report_parts.hpp"
#include "mappings/table_words.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {

namespace {

using Json = nlohmann::ordered_json;

// Entries that change in the same way.
struct ChangedRow {
  std::vector<std::string> entries;
  const EntryChange* first = nullptr;
};

const Entry& entry_of(const TableDiff& diff, const EntryChange& change) {
  return change.after ? diff.after.at(*change.after) : diff.before.at(*change.before);
}

// Whether both entries say the same, or neither table has one.
bool same_code(const Table& table, std::optional<EntryId> a, std::optional<EntryId> b) {
  if (!a || !b) return a == b;
  return table.at(*a).code == table.at(*b).code && table.at(*a).refused == table.at(*b).refused;
}

bool same_change(const TableDiff& diff, const EntryChange& a, const EntryChange& b) {
  return entry_of(diff, a).operation == entry_of(diff, b).operation &&
         same_code(diff.before, a.before, b.before) && same_code(diff.after, a.after, b.after);
}

std::vector<ChangedRow> rows_of(const TableDiff& diff) {
  std::vector<ChangedRow> rows;
  for (const EntryChange& change : diff.changes) {
    const std::string name = to_string(entry_of(diff, change));
    if (!rows.empty() && same_change(diff, *rows.back().first, change)) {
      rows.back().entries.push_back(name);
    } else {
      rows.push_back({{name}, &change});
    }
  }
  return rows;
}

void write_scopes(std::ostream& out, const TableDiff& diff) {
  for (const Scope scope : detail::all_scopes) {
    if (diff.before.mapped(scope) == diff.after.mapped(scope)) continue;
    out << "  " << cxx_name(scope) << " scope: " << told(diff.before.mapped(scope)) << " becomes "
        << told(diff.after.mapped(scope)) << '\n';
  }
}

void write_changes(std::ostream& out, const TableDiff& diff) {
  write_scopes(out, diff);
  for (const ChangedRow& row : rows_of(diff)) {
    out << "  " << listed(row.entries) << '\n';
    const auto line = [&](const char* sign, const Table& table, const std::optional<EntryId>& id) {
      if (id) out << "    " << sign << ' ' << told(table.at(*id)) << '\n';
    };
    line("-", diff.before, row.first->before);
    line("+", diff.after, row.first->after);
    if (!row.first->effects.empty()) out << "      " << listed(row.first->effects) << '\n';
  }
  if (diff.changes.empty() && diff.before.scopes == diff.after.scopes)
    out << "  no entry differs\n";
}

void write_counts(std::ostream& out, const CheckTitle& title, const TableDiff& diff) {
  out << diff.affected << " of " << plural(title.size, "test")
      << " become different programs: " << diff.count(Finding::sound, Finding::sound)
      << " sound with both, " << diff.newly_unsound() << " became unsound, "
      << diff.count(Finding::unsound, Finding::sound) << " became sound, "
      << diff.count(Finding::unsound, Finding::unsound) << " unsound with both\n";
  for (std::size_t was = 0; was < finding_count; ++was) {
    for (std::size_t is = 0; is < finding_count; ++is) {
      const auto from = static_cast<Finding>(was);
      const auto to = static_cast<Finding>(is);
      const auto judged = [](Finding it) { return it == Finding::sound || it == Finding::unsound; };
      if (diff.count(from, to) == 0 || (judged(from) && judged(to))) continue;
      out << "  " << diff.count(from, to) << ' ' << to_string(from);
      if (from == to) {
        out << " with both";
      } else {
        out << " with " << diff.before.name << ", " << to_string(to) << " with " << diff.after.name;
      }
      out << '\n';
    }
  }
  if (!diff.incomplete.empty()) out << "  incomplete: " << diff.incomplete << '\n';
}

void write_examples(std::ostream& out, const std::vector<Counterexample>& examples,
                    const std::string& what, std::size_t first) {
  for (std::size_t i = 0; i < examples.size(); ++i) {
    out << '\n' << what << counterexample_text(examples[i], first + i);
  }
}

Json meaning_json(const Table& table, std::optional<EntryId> id) {
  return id ? meaning_json(table.at(*id)) : Json(nullptr);
}

Json change_json(const TableDiff& diff, const EntryChange& change) {
  Json json;
  json["entry"] = to_string(entry_of(diff, change));
  json["before"] = meaning_json(diff.before, change.before);
  json["after"] = meaning_json(diff.after, change.after);
  json["effects"] = change.effects;
  return json;
}

Json scopes_json(const Table& table) {
  Json json;
  for (const Scope scope : detail::all_scopes) {
    const MappedScope& mapped = table.mapped(scope);
    Json& value = json[std::string(cxx_name(scope))];
    if (mapped.scope) {
      value = to_string(*mapped.scope);
    } else if (!mapped.refused.empty()) {
      value["refused"] = mapped.refused;
    }
  }
  return json;
}

Json table_json(const Table& table) {
  Json json;
  json["table"] = table.name;
  json["version"] = table.version;
  json["source"] = table.source;
  json["extends"] = table.extends.empty() ? Json(nullptr) : Json(table.extends);
  json["scopes"] = scopes_json(table);
  return json;
}

Json moved_json(const TableDiff& diff) {
  Json all = Json::array();
  for (std::size_t was = 0; was < finding_count; ++was) {
    for (std::size_t is = 0; is < finding_count; ++is) {
      const auto from = static_cast<Finding>(was);
      const auto to = static_cast<Finding>(is);
      if (diff.count(from, to) == 0) continue;
      Json json;
      json["before"] = to_string(from);
      json["after"] = to_string(to);
      json["tests"] = diff.count(from, to);
      all.push_back(std::move(json));
    }
  }
  return all;
}

Json examples_json(const std::vector<Counterexample>& examples, const Table& table) {
  Json all = Json::array();
  for (const Counterexample& example : examples) {
    all.push_back(counterexample_json(example, table));
  }
  return all;
}

}  // namespace

std::string text_report(const CheckTitle& title, const TableDiff& diff) {
  std::ostringstream out;
  out << "From " << titled(diff.before) << " to " << titled(diff.after) << ": " << title.source
      << " -> " << title.target << ", " << title.tests << '\n';
  write_changes(out, diff);
  write_counts(out, title, diff);
  write_examples(out, diff.broken, "Became unsound. ", 1);
  write_examples(out, diff.mended, "Became sound. ", diff.broken.size() + 1);
  return out.str();
}

std::string text_report(const std::vector<ComparedPair>& all) {
  std::string text;
  for (const ComparedPair& pair : all) {
    text += (text.empty() ? "" : "\n") + text_report(pair.title, pair.diff);
  }
  return text;
}

Json json_report(const std::vector<ComparedPair>& all, int exit_code) {
  Json json;
  json["schema_version"] = 1;
  json["tool"] = "opmap diff";
  json["diffs"] = Json::array();
  for (const ComparedPair& pair : all) {
    const TableDiff& diff = pair.diff;
    Json each;
    each["source"] = pair.title.source;
    each["target"] = pair.title.target;
    each["tests"] = pair.title.tests;
    each["count"] = pair.title.size;
    each["before"] = table_json(diff.before);
    each["after"] = table_json(diff.after);
    each["changes"] = Json::array();
    for (const EntryChange& change : diff.changes) {
      each["changes"].push_back(change_json(diff, change));
    }
    each["affected"] = diff.affected;
    each["moved"] = moved_json(diff);
    each["became_unsound"] = examples_json(diff.broken, diff.after);
    each["became_sound"] = examples_json(diff.mended, diff.before);
    each["incomplete"] = diff.incomplete.empty() ? Json(nullptr) : Json(diff.incomplete);
    each["seconds"] = diff.seconds;
    json["diffs"].push_back(std::move(each));
  }
  json["exit_code"] = exit_code;
  return json;
}

}  // namespace opexplore::mappings
