// A test put to a machine or model, or to two: everything that there is to say about it, before
// anybody writes it down.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "answers/explain.hpp"
#include "answers/needs.hpp"
#include "answers/pairing.hpp"
#include "answers/statements.hpp"
#include "answers/termination.hpp"
#include "litmus/input/source_text.hpp"
#include "litmus/kernels/facts.hpp"
#include "litmus/language/dialect.hpp"

namespace opexplore {

/// What the second of a pairing found, and how it compares.
struct ComparedAnswer {
  Answer answer;
  OutcomeComparison comparison;
};

/// A test, who is asked, and what is known of it before anybody answers; the references outlive the
/// answer.
struct Question {
  const Pairing& pairing;
  const Test& test;
  const Dialect& dialect;             ///< in which it is written
  std::string hash = {};              ///< of the program, as the log says it
  std::optional<bool> expected = {};  ///< herd's Ok, where an expectation was given
  /// What else is asked: whether it ends; nullptr: nothing. Precondition: judges_infinite_runs() of
  /// the first of the pairing, which has no second.
  const TerminationQuestion* termination = nullptr;
  /// What the test says of its executions; it outlives the answer.
  std::span<const Statement> statements = {};
  const kernel::Facts* kernel = nullptr;  ///< of a kernel that is told of in its own words
  std::string without_races = {};  ///< why data races are not looked for, though they usually are
  /// Whether there is a hunt; not where there are two in the pairing. Beside the search there is
  /// one for kernels whatever is said here.
  HuntOptions hunt = {};
  /// What it was read from: first that of which it has lines and columns. None if it was made.
  std::span<const SourceText> sources = {};
};

/// A question beside its answers, as those who describe them are given both. It finds out nothing:
/// what is found is in the answers, and all that is said here follows from them.
struct AnsweredTest {
  Question asked;
  Answer answer;  ///< of the first
  std::optional<ComparedAnswer> compared = {};
  std::vector<AnsweredStatement> statements = {};  ///< by the first; in the order of the test
  /// The same launch of the module that the compiler took no access from, where that has bugs which
  /// this one has not: those. Of a kernel; nothing if there are none.
  std::shared_ptr<const AnsweredTest> as_written = {};
  /// What writers need; it refers to the rest, and is for whoever keeps this in its place.
  Gathered gathered = {};

  /// Of the first answer.
  Verdict verdict() const { return opexplore::verdict(asked.test, answer); }
  /// Whether the verdict is known and not what was expected.
  bool unexpected() const;
};

/// Asks, compares and explains. Witnesses are kept, where `explore` asks for them, for outcomes
/// that differ when there are two. The failure is of the first one that cannot run the test.
std::variant<AnsweredTest, Failure> ask(const Question& asked, const ExploreOptions& explore);

/// What a user asked to be told by the exit code.
struct Watched {
  bool hangs = true;      ///< deadlocks, and states that lead to no end, where none was expected
  bool deadlock = false;  ///< also where an expectation was given
  bool races = false;     ///< also where an expectation was given
  bool differences = false;
  const TerminationQuestion* termination = nullptr;  ///< Question::termination
};

/// The worst of what was found.
ExitCode code_of(const AnsweredTest& test, const Watched& watched);

}  // namespace opexplore
