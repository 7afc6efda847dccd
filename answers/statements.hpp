// What tests of Khronos and of nvlitmus say of their executions, against what a machine or a model
// finds.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "answers/pairing.hpp"
#include "litmus/language/statement.hpp"

namespace opexplore {

/// A statement and whether there is an execution as it asks for.
struct AnsweredStatement {
  Statement statement;
  std::optional<bool> satisfiable;  ///< nothing: not known
  std::string reason = {};          ///< why not; empty when known or refused

  /// Whether it is as the statement says, where that is known.
  std::optional<bool> holds() const;
};

/// Answers all of them, those that are refused with nothing. `found` is what was found for devices
/// with chains, and complete unless it says otherwise; what is said of devices without them is
/// asked again. The failure is of one that cannot run the test.
std::variant<std::vector<AnsweredStatement>, Failure> answered_statements(
    std::span<const Statement> statements, const Semantics& semantics, const Test& test,
    const Answer& found, const ExploreOptions& explore);

/// The worst of what was found: a statement that is refused, that does not hold, or of which that
/// is not known.
ExitCode code_of(std::span<const AnsweredStatement> statements);

/// Those who answer a test that says something about machines (SpelledTest::settings): the user's
/// choice comes first. A model that is there because a machine implements it changes with it.
Pairing with_settings(const Pairing& pairing,
                      const std::map<std::string, std::string, std::less<>>& settings);

}  // namespace opexplore
