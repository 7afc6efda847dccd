// What became of a test that a compiler compiled, for people.
#include <sstream>

#include "export/outcome_text.hpp"
#include "export/trace_text.hpp"
#include "mappings/compile.hpp"
#include "mappings/report.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore::mappings {
namespace {

std::string operations_text(const std::vector<MemoryOperation>& operations) {
  std::string text;
  for (const MemoryOperation& operation : operations) {
    text += (text.empty() ? "" : "; ") + operation.text;
  }
  return text.empty() ? "nothing" : text;
}

std::string missing_text(const Test& emitted, const EmittedCheck& check) {
  std::ostringstream text;
  for (const AnsweredOutcome& outcome : check.missing) {
    text << "  not an outcome of the source: " << outcome_text(emitted, outcome.values) << '\n';
  }
  const AnsweredOutcome& first = check.missing.front();
  if (first.trace) {
    text << '\n';
    write_trace(text, emitted, *first.trace,
                {outcome_text(emitted, first.values), machine_title(check.emitted)});
  }
  return text.str();
}

std::string verdict_text(const Test& emitted, const EmittedCheck& check) {
  const std::string outcomes = std::to_string(check.emitted_outcomes) +
                               " outcomes, the source has " +
                               std::to_string(check.source_outcomes) + '\n';
  switch (check.kind) {
    case EmittedCheck::Kind::sound:
      return "sound: " + outcomes;
    case EmittedCheck::Kind::unsound:
      return "UNSOUND: " + outcomes + missing_text(emitted, check);
    case EmittedCheck::Kind::undefined:
      return "undefined: " + check.reason + '\n';
    case EmittedCheck::Kind::mixed_size:
      return "no verdict, a mixed-size data race: " + check.reason +
             "; PTX promises nothing of such a program\n";
    case EmittedCheck::Kind::refused:
      return "refused: " + check.reason + '\n';
    case EmittedCheck::Kind::incomplete:
      break;
  }
  return "incomplete: " + check.reason + '\n';
}

std::string differences_text(const Table& table, const EmittedTest& test) {
  std::vector<TableDifference> differences;
  try {
    differences = differences_from(table, test.source, *test.emitted, test.width);
  } catch (const MappingError& error) {
    return "  " + table.name + " says nothing: " + error.message + '\n';
  }
  if (differences.empty()) return "  as " + table.name + " says\n";
  std::string text;
  for (const TableDifference& difference : differences) {
    text += "  P" + std::to_string(difference.thread) + " is not what " + table.name + " says" +
            (difference.plain_only ? ", in plain accesses only" : "") +
            ":\n    table:   " + operations_text(difference.table) +
            "\n    emitted: " + operations_text(difference.emitted) + '\n';
  }
  return text;
}

}  // namespace

std::string text_report(const EmittedTest& test, const EmittedCheck& check, const Table& table) {
  const std::string title = test.source.name + ", " + test.title + ": ";
  if (test.emitted == nullptr) return title + "refused: " + check.reason + '\n';
  // Accesses of different sizes have no order, so that nothing would be as a table says.
  const bool comparable = check.kind != EmittedCheck::Kind::mixed_size;
  return title + verdict_text(*test.emitted, check) +
         (comparable ? differences_text(table, test) : "");
}

}  // namespace opexplore::mappings
