#include <algorithm>
#include <sstream>

#include "litmus/language/writer.hpp"
#include "mappings/report.hpp"
#include "mappings/report_parts.hpp"

namespace opexplore::mappings {

namespace {

// A cell of a table may not hold its separator.
std::string cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
    text.replace(at, 1, "\\|");
  }
  return text;
}

// The name under which pages link to a heading: no dots.
std::string heading(const std::string& name) {
  std::string text;
  for (const char letter : name) {
    if (letter != '.') text += letter;
  }
  return text;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') {
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

std::string version_of(const Table& table) {
  return table.version.empty() ? "extends " + table.extends : table.version;
}

std::string verdict_of(const TableReport& report) {
  const auto& entries = report.entries;
  const auto unsound = std::count_if(entries.begin(), entries.end(), [](const EntryReport& it) {
    return it.verdict == EntryReport::Verdict::unsound;
  });
  if (report.count(Finding::unsound) > 0) {
    return "**unsound**: " + std::to_string(unsound) + (unsound == 1 ? " entry" : " entries");
  }
  return report.incomplete.empty() ? "sound" : "no counterexample, incomplete";
}

void write_overview(std::ostream& out, const std::vector<ComparedTables>& all) {
  out << "| table | version |";
  for (const ComparedTables& compared : all) out << ' ' << cell(compared.title.source) << " |";
  out << "\n|---|---|";
  for (std::size_t i = 0; i < all.size(); ++i) out << "---|";
  out << '\n';
  for (std::size_t t = 0; t < all.front().reports.size(); ++t) {
    const Table& table = all.front().reports[t].table;
    out << "| [" << table.name << "](#" << heading(table.name) << ") | " << cell(version_of(table))
        << " |";
    for (const ComparedTables& compared : all) {
      const TableReport& report = compared.reports[t];
      out << ' ' << verdict_of(report) << "; " << report.count(Finding::sound) << " sound, "
          << report.count(Finding::unsound) << " unsound |";
    }
    out << '\n';
  }
}

std::string anchor(const std::string& table, const std::string& example) {
  std::string text = table + "-" + example;
  for (char& letter : text) {
    if (letter == '.' || letter == '+' || letter == ':') letter = '_';
  }
  return text;
}

/// The counterexamples of one table, each named once however many source models it breaks.
class Examples {
 public:
  // Its anchor; the example is kept to be written.
  std::string link(const TableReport& report, const EntryReport& entry) {
    const Counterexample& example = report.counterexamples[*entry.counterexample];
    const std::string name = anchor(report.table.name, example.source.name);
    const bool known = std::any_of(kept_.begin(), kept_.end(),
                                   [&](const auto& kept) { return kept.first == name; });
    if (!known) kept_.emplace_back(name, &example);
    return "[unsound](#" + name + ")";
  }

  void write(std::ostream& out) const {
    for (const auto& [name, example] : kept_) {
      out << "\n<a id=\"" << name << "\"></a>\n\n"
          << example->sentence << "\n\n```\n"
          << opexplore::write(example->source) << "```\n\n```\n"
          << opexplore::write(example->compiled) << "```\n";
    }
  }

 private:
  std::vector<std::pair<std::string, const Counterexample*>> kept_;
};

bool used_anywhere(const std::vector<ComparedTables>& all, std::size_t table, std::size_t entry) {
  return std::any_of(all.begin(), all.end(), [&](const ComparedTables& compared) {
    return compared.reports[table].entries[entry].verdict != EntryReport::Verdict::unused;
  });
}

void write_verdict(std::ostream& out, const TableReport& report, const EntryReport& entry,
                   Examples& examples) {
  if (entry.verdict == EntryReport::Verdict::unsound) {
    out << ' ' << examples.link(report, entry) << " |";
    return;
  }
  out << ' ' << verdict_text(entry);
  for (const Template& enough : entry.enough)
    out << "; the weaker `" << cell(to_string(enough)) << "` passes them too";
  out << " |";
}

void write_table(std::ostream& out, const std::vector<ComparedTables>& all, std::size_t index) {
  const Table& table = all.front().reports[index].table;
  out << "\n## " << table.name << "\n\n"
      << capitalised(table.summary) << ". " << (table.source.empty() ? "" : table.source + "; ")
      << version_of(table) << (table.arch.empty() ? "" : "; " + table.arch) << ".\n\n"
      << "| entry | " << (table.language.empty() ? "PTX" : "SPIR-V") << " |";
  for (const ComparedTables& compared : all) out << ' ' << cell(compared.title.source) << " |";
  out << "\n|---|---|";
  for (std::size_t i = 0; i < all.size(); ++i) out << "---|";
  out << '\n';
  Examples examples;
  for (std::size_t e = 0; e < table.entries.size(); ++e) {
    if (!used_anywhere(all, index, e)) continue;
    out << "| " << to_string(table.entries[e]) << " | `" << cell(to_string(table.entries[e].code))
        << "` |";
    for (const ComparedTables& compared : all) {
      const TableReport& report = compared.reports[index];
      write_verdict(out, report, report.entries[e], examples);
    }
    out << '\n';
  }
  const TableReport& first = all.front().reports[index];
  if (first.count(Finding::uncovered) > 0) {
    out << "\nNot covered: " << first.count(Finding::uncovered) << " of " << all.front().title.size
        << " tests. The first gap: " << first.first_gap << ".\n";
  }
  const std::string untested = untested_text(first);
  if (!untested.empty()) out << "\nNo test: " << untested << ".\n";
  const std::string refused = refused_text(first);
  if (!refused.empty()) out << "\nRefused by the compiler: " << cell(refused) << ".\n";
  const std::string assumed = assumed_text(first);
  if (!assumed.empty()) out << "\nAssumed: " << assumed << ".\n";
  examples.write(out);
}

}  // namespace

std::string markdown_report(const std::vector<ComparedTables>& all) {
  std::ostringstream out;
  const CheckTitle& title = all.front().title;
  out << "# Compiler mappings compared\n\n"
      << "Each table over " << title.size << " source tests (" << title.tests
      << "), compiled and run on " << title.target
      << ".\nSound means: sound on these tests. Where a weaker template passes them too that is "
         "said, and is no\nproof that it is enough. [Checking mappings](../mappings.md) "
         "explains both.\n\n";
  write_overview(out, all);
  for (std::size_t t = 0; t < all.front().reports.size(); ++t) write_table(out, all, t);
  return out.str();
}

}  // namespace opexplore::mappings
