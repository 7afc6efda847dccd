#include "export/why_text.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "answers/places.hpp"
#include "export/columns.hpp"
#include "opmodel/thread_name.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

std::string status_text(const WhyRow& row) {
  return row.status == RowStatus::missing ? "<- missing" : std::string(to_string(row.status));
}

Cells cells_of(const Test& test, const WhyRow& row) {
  return {std::string(to_string(row.kind)), place_text(test.program, row.thread, row.instruction),
          instruction_of(test.program, row.thread, row.instruction).text,
          told(row.remark, test.program), status_text(row)};
}

std::string culprit_text(const Test& test, const Culprit& culprit) {
  const std::string step = culprit.step == 0 ? "" : "step " + std::to_string(culprit.step) + ", ";
  return step + told(sentence_of(test, culprit), test.program);
}

std::vector<WhyRow> rows_of(const Violation& violation, bool elsewhere) {
  std::vector<WhyRow> rows;
  std::ranges::copy_if(violation.rows, std::back_inserter(rows),
                       [&](const WhyRow& row) { return row.elsewhere == elsewhere; });
  return rows;
}

// What would mend a row, in one way or in one of several.
struct Remedies {
  std::string text;
  bool choice = false;
};

// Of each missing row.
std::vector<Remedies> remedies_of(const std::vector<WhyRow>& rows) {
  std::vector<Remedies> parts;
  for (const WhyRow& row : rows) {
    if (row.status != RowStatus::missing || row.remedies.empty()) continue;
    std::string part;
    for (const Remedy& remedy : row.remedies) {
      part += part.empty() ? "" : " | ";
      for (std::size_t i = 0; i < remedy.size(); ++i) {
        part += (i == 0 ? "" : " + ") + remedy[i].text;
      }
    }
    parts.push_back({std::move(part), row.remedies.size() > 1});
  }
  return parts;
}

void write_violation(std::ostream& out, const Test& test, const Violation& violation) {
  const char* lead = "Why it is possible: ";
  for (const Culprit& culprit : violation.culprits) {
    out << lead << culprit_text(test, culprit) << '\n';
    lead = "  and: ";
  }
  write_rows(out, test, rows_of(violation, false), 2);
  const std::vector<WhyRow> others = rows_of(violation, true);
  if (!others.empty()) out << "  and where other executions end so:\n";
  write_rows(out, test, others, 2);
  if (violation.verified) {
    write_remedies(out, "Forbidden by", violation.rows);
  } else if (!violation.unverified.empty()) {
    out << "  What would forbid it is not known: " << violation.unverified << '\n';
  }
}

}  // namespace

void write_prevented(std::ostream& out, const Test& test, const Violation& prevented) {
  const char* lead = "Why it is forbidden: else ";
  for (const Culprit& culprit : prevented.culprits) {
    out << lead << culprit_text(test, culprit) << '\n';
    lead = "  and that ";
  }
  write_rows(out, test, prevented.rows, 2);
}

void write_rows(std::ostream& out, const Test& test, const std::vector<WhyRow>& rows,
                std::size_t margin) {
  std::vector<Cells> lines;
  for (const WhyRow& row : rows) {
    // Of a kind that nothing is asked of there is nothing to say.
    if (row.status == RowStatus::not_needed && row.remedies.empty()) continue;
    lines.push_back(cells_of(test, row));
  }
  write_columns(out, lines, margin);
}

void write_remedies(std::ostream& out, const std::string& lead, const std::vector<WhyRow>& rows) {
  const std::vector<Remedies> parts = remedies_of(rows);
  if (parts.empty()) return;
  const bool choice = std::ranges::any_of(parts, &Remedies::choice);
  std::string line;
  for (const auto& [part, one_of_several] : parts) {
    line += (line.empty() ? "" : " and ") + (choice && parts.size() > 1 ? '(' + part + ')' : part);
  }
  const std::string which = parts.size() > 1 ? " all of:" : choice ? " any of:" : "";
  if (lead.size() + which.size() + 1 + line.size() <= widest_line) {
    out << lead << which << ' ' << line << '\n';
    return;
  }
  out << lead << which << '\n';
  const std::string margin(lead.find_first_not_of(' ') + 2, ' ');
  for (const Remedies& part : parts) out << margin << part.text << '\n';
}

void write_why(std::ostream& out, const Test& test, const Why& why) {
  for (const Violation& violation : why.violations) write_violation(out, test, violation);
  if (why.violations.empty())
    out << "Why it is possible: " << told(why.sentence, test.program) << '\n';
}

}  // namespace opexplore
