// What a test says of its executions, with the verdicts on it.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "answers/statements.hpp"

namespace opexplore {

/// "Ok", "No", "Unknown" or "Refused"; of one that asks alone "Possible" or "Impossible".
std::string_view statement_word(const AnsweredStatement& statement);

/// Why one is not as it says, that does not hold.
std::string_view broken_statement(const Statement& statement);

/// A line for each: `Statement NAME LINE WORD TEXT`.
void write_statements(std::ostream& out, const Test& test,
                      std::span<const AnsweredStatement> statements);

/// For standard error: which of them do not hold, are not known or not understood. A line each.
std::string statement_warnings(const Test& test, std::span<const AnsweredStatement> statements);

}  // namespace opexplore
