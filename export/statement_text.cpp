#include "export/statement_text.hpp"

#include <ostream>

#include "export/answer_text.hpp"

namespace opexplore {

std::string_view statement_word(const AnsweredStatement& statement) {
  if (statement.statement.refusal) return "Refused";
  const std::optional<bool> holds = statement.holds();
  if (!holds) return "Unknown";
  if (statement.statement.asks_alone) return *statement.satisfiable ? "Possible" : "Impossible";
  return *holds ? "Ok" : "No";
}

std::string_view broken_statement(const Statement& statement) {
  if (statement.satisfiable) return "no such execution was found";
  return statement.condition ? "there is an execution that breaks it"
                             : "there is such an execution";
}

void write_statements(std::ostream& out, const Test& test,
                      std::span<const AnsweredStatement> statements) {
  for (const AnsweredStatement& statement : statements) {
    out << "Statement " << test.name << ' ' << statement.statement.place.line << ' '
        << statement_word(statement) << ' ' << statement.statement.text << '\n';
  }
  out << '\n';
}

std::string statement_warnings(const Test& test, std::span<const AnsweredStatement> statements) {
  std::string text;
  for (const AnsweredStatement& answered : statements) {
    const Statement& statement = answered.statement;
    if (statement.refusal) {
      text += "Error: " + describe(to_failure(*statement.refusal)) + '\n';
      continue;
    }
    const std::string line = "line " + std::to_string(statement.place.line) + ": ";
    if (!answered.satisfiable) {
      text += warning(test, line + "not known: " + answered.reason);
    } else if (!*answered.holds()) {
      text += warning(test, line + std::string(broken_statement(statement)));
    }
  }
  return text;
}

}  // namespace opexplore
