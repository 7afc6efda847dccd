#include "export/statement_text.hpp"

#include <ostream>

#include "export/answer_text.hpp"

namespace opexplore {

std::string_view statement_word(const AnsweredStatement& statement) {
  if (statement.statement.refusal) return "Refused";
  const std::optional<bool> holds = statement.holds();
  if (!holds) return "Unknown";
  return *holds ? "Ok" : "No";
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
    } else if (*answered.satisfiable != statement.satisfiable) {
      text += warning(test, line + (statement.satisfiable ? "no such execution was found"
                                                          : "there is such an execution"));
    }
  }
  return text;
}

}  // namespace opexplore
