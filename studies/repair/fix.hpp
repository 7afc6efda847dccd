// Which change of orders, scopes and fences mends a program at least cost, and which of them are
// stronger than it needs. docs/repair.md describes the question, the answer and why it is right.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "answers/failure.hpp"
#include "answers/machine_choice.hpp"
#include "litmus/kernels/facts.hpp"
#include "opmodel/phrase.hpp"
#include "studies/repair/costs.hpp"
#include "studies/repair/judge.hpp"
#include "studies/repair/points.hpp"
#include "studies/repair/property.hpp"
#include "studies/repair/search.hpp"
#include "studies/repair/sensitivity.hpp"

namespace opexplore::repair {

enum class Task : std::uint8_t {
  repair,   ///< stronger, until what the test excludes is unreachable
  weaken,   ///< weaker, as long as nothing else becomes possible
  optimise  ///< whatever is cheapest and good
};
std::string_view to_string(Task task);

struct FixQuestion {
  Task task = Task::repair;
  ChosenMachine machine;
  Moves moves;
  Costs costs;
  Preference preference = Preference::cost;
  bool all_minimal = false;
  std::size_t most_found = 0;  ///< 0: no limit
  /// Other outcomes may appear, and data races; those of a kernel may stay.
  bool condition_only = false;
  /// Of a kernel what is known of it beside its program; it outlives question and answer. Then no
  /// data race is good, no stop of a thread, and no execution that goes on for ever.
  const kernel::Facts* kernel = nullptr;
  bool sensitivity = true;  ///< how far costs may go is asked, too
  /// Limits of each search, and what ends all of them.
  ExploreOptions explore;
};

enum class Conclusion : std::uint8_t {
  changed,        ///< there are changes
  nothing_to_do,  ///< the program is good, and for weaken and optimise the cheapest
  no_change,      ///< no assignment is good
  interleaving,   ///< nor could one be: an interleaving has it
  undecided,      ///< a limit left open whether anything has to change
  cancelled
};
std::string_view to_string(Conclusion conclusion);

/// What happens with less at one place.
struct Reason {
  std::size_t point = 0;
  std::uint8_t level = 0;  ///< what does not do there
  Phrase sentence;         ///< empty where a limit left open what happens
};

/// A program that is good.
struct Fix {
  Assignment levels;
  Cost cost = 0;                ///< of the whole program
  std::vector<Reason> reasons;  ///< for what is strongest below each of its levels
  AxiomsSay axioms = AxiomsSay::nothing;
};

struct FixAnswer {
  Test test;
  std::vector<Point> points;
  Property property;
  Conclusion conclusion = Conclusion::undecided;
  Cost cost = 0;  ///< of the program as it is
  /// The good ones, each program once. Where nothing is to be done by weaken or optimise, the
  /// program as it is.
  std::vector<Fix> fixes;
  SearchResult search;  ///< what shows that they are the cheapest
  /// Of the first of them, where cost is what counts and it is known: how far each number of the
  /// table may go.
  std::optional<std::vector<Sensitivity>> sensitivity = {};
  std::uint64_t asked = 0;     ///< programs that the machine was asked about
  std::string not_known = {};  ///< what a limit left open, in a sentence; empty if nothing
  /// Of a repair, how the program as it is comes to a bad end; of an interleaving, on `sc`.
  std::optional<BadEnd> bad_end = {};
  /// Of weaken: what the test excludes is reachable as it is, and stays so.
  bool stays_bad = false;
  const kernel::Facts* kernel = nullptr;  ///< that of the question
  /// Of a kernel what it does beside that, or what the answer rests on: a sentence each.
  std::vector<std::string> remarks = {};
  /// No interleaving is as bad. If not, interleavings were not asked about where nothing helps:
  /// those of asynchronous programs are no executions.
  bool not_interleaved = false;
  /// Of a kernel that is mended: it can go on for ever, whatever may be changed.
  bool cannot_end = false;
  /// A machine and its axioms disagree on a proposal, or it lacks an outcome of `sc`: neither may
  /// be.
  std::string disagreement = {};
};

/// Why the machine cannot be asked, or nothing: of others than these it is not known that what is
/// stronger makes nothing else possible.
std::optional<std::string> refusal_of(const ChosenMachine& machine);

/// Why the program cannot be asked about, or nothing. Precondition: the machine can.
std::optional<Failure> refusal_of(const Test& test, const FixQuestion& question);

/// Precondition: it is not refused.
FixAnswer fix(const Test& test, const FixQuestion& question);

/// \name Parts of it, for who checks an answer.
/// @{
/// The answer to which such a search comes, all but the number of programs asked about; nothing
/// where what the program can do is not known.
std::optional<FixAnswer> answered(const Test& test, const FixQuestion& question,
                                  const SearchResult& search);
/// The test, its points and what it costs.
FixAnswer unanswered(const Test& test, const FixQuestion& question);
/// What no good program may do.
std::variant<Property, NotKnown> property_of(const Test& test, const FixQuestion& question);
/// The question of the search that fix() makes, but for who judges.
SearchQuestion search_question(const FixAnswer& answer, const FixQuestion& question);
/// @}

/// By point and level, what it costs there beyond what the program has there.
std::vector<std::vector<Cost>> extra_costs(const FixAnswer& answer, const FixQuestion& question);

/// "P1 line 10 `ld.weak r1, x` reads x=0 although P0 wrote x=1 (line 9)"; the names of two
/// accesses, of a race; who goes on for ever.
Phrase sentence_of(const Property& property, const Changed& program, const BadEnd& end,
                   const ChosenMachine& machine);

}  // namespace opexplore::repair
