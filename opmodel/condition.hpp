// The final condition of a litmus test, and the test itself: program + question.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// The final value of a register, `0:r1`.
struct RegisterTerm {
  ThreadId thread = 0;
  RegisterId reg = 0;
  bool operator==(const RegisterTerm&) const = default;
  // The null that clang-tidy sees is the compiler's own comparison with 0.
  auto operator<=>(const RegisterTerm&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The final value of a location, `[x]`, named through one of its addresses.
struct LocationTerm {
  AddressId address = 0;
  bool operator==(const LocationTerm&) const = default;
  auto operator<=>(const LocationTerm&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Something of the final state that a test asks about.
using Observable = std::variant<RegisterTerm, LocationTerm>;

/// The final values of Test::observables, in that order.
using Outcome = std::vector<Value>;

/// One side of a comparison: index into Test::observables, or a constant.
struct ObservableIndex {
  std::uint16_t index = 0;
  bool operator==(const ObservableIndex&) const = default;
};
using Term = std::variant<ObservableIndex, Value>;

/// What a comparison says where a side is `undef`, which may be any number (opmodel/amdgpu.hpp).
enum class OfUndef : std::uint8_t {
  as_number,  ///< no side ever is, or the question is whether it is: `r1=undef`
  holds,      ///< it may hold, and that is what is asked
  fails       ///< it may fail, and that is what is asked
};

/// A boolean formula over the final state.
struct Proposition {
  enum class Kind : std::uint8_t { truth, comparison, conjunction, disjunction, negation };

  Kind kind = Kind::truth;
  Comparison comparison = Comparison::equal;  ///< comparison alone
  Term left = Value{0};                       ///< comparison alone
  Term right = Value{0};                      ///< comparison alone
  std::vector<Proposition> parts;             ///< conjunction, disjunction: >= 1; negation: 1
  OfUndef of_undef = OfUndef::as_number;      ///< comparison alone

  bool operator==(const Proposition&) const = default;
};

/// Whether `outcome` (values of Test::observables) satisfies the formula.
bool holds(const Proposition& proposition, std::span<const Value> outcome);

/// herd's quantifiers; their kind words are Allowed, Forbidden, Required.
enum class Quantifier : std::uint8_t { exists, not_exists, forall };

/// A litmus test: a program and a question about its final states.
struct Test {
  std::string name;
  std::string path;                   ///< as given on the command line; "-" for standard input
  std::vector<std::string> comments;  ///< quoted lines of the header, without quotes
  Program program;

  /// Everything the condition, `locations` and `filter` mention; the first
  /// `shown` of them (condition and `locations`) appear in logs, in herd's order.
  std::vector<Observable> observables;
  std::size_t shown = 0;

  Quantifier quantifier = Quantifier::exists;
  Proposition condition;
  std::optional<Proposition> filter;  ///< executions whose final state fails it do not count

  /// What the lines of instructions are those of, where it is not the file of that path: "PTX".
  std::string listing = {};
};

/// "0:r1" or "[x]"; how an execution ends is "undef" or "deadlock".
std::string to_string(const Observable& observable, const Program& program);

/// herd's spelling of a formula, e.g. `0:r0=1 /\ [x]=2`.
std::string to_string(const Proposition& proposition, const Test& test);

/// "exists (…)", "~exists (…)" or "forall (…)".
std::string condition_line(const Test& test);

/// Whether a final state with this outcome counts: it passes the filter.
bool passes_filter(const Test& test, const Outcome& outcome);

/// Whether this outcome counts and alone decides the quantified condition: a witness
/// of `exists`, a counterexample of `~exists` or `forall`.
bool decides(const Test& test, const Outcome& outcome);

}  // namespace opexplore
