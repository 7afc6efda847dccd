// Asks a machine, and the axioms that it implements, about programs with other levels.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "answers/machine_choice.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/results/termination.hpp"
#include "opmodel/results/trace.hpp"
#include "studies/repair/points.hpp"
#include "studies/repair/search.hpp"

namespace opexplore::repair {

/// What no good program may do. An execution without a meaning (of mbarriers) is no good one,
/// whatever is asked.
struct Property {
  Test asked;  ///< `exists`: its condition must not be reached
  /// The data races that there may be (PTX ISA 8.7.1), and the barriers that threads may come to
  /// apart, by instructions of the test; nothing: they are not looked at.
  std::optional<std::set<RacingPair>> races = {};
  /// It must end, where all threads are scheduled; nothing: whether it does is not asked.
  std::optional<Promise> ends = {};
};

/// An execution that a program must not have.
struct BadEnd {
  Trace trace;
  MachineOptions replayed_with;    ///< the options under which the machine takes its steps
  Outcome outcome;                 ///< of the property's test; empty where a race is what is bad
  std::optional<RacingPair> race;  ///< by instructions of the changed program
  bool hang = false;               ///< it goes on for ever behind the trace
  /// Which step has no meaning, in a clause, if one has none; then there is no outcome.
  std::string undefined = {};
};

/// What the axioms say of a program that the machine found good.
enum class AxiomsSay : std::uint8_t {
  the_same,   ///< no execution is bad
  otherwise,  ///< some execution is
  bounded,    ///< none with as few turns of loops, and among as many, as they look at
  nothing     ///< they do not take the program
};

class Judge {
 public:
  /// All of it outlives the judge. `options` has the limits of one search.
  Judge(const Property& property, const std::vector<Point>& points, const ChosenMachine& machine,
        const ExploreOptions& options);

  Judgement operator()(const Assignment& levels, Effort effort = Effort::full);
  /// The same of a program that the points do not give.
  Judgement judged(const Changed& program, Effort effort = Effort::full);

  /// A bad execution of the program, if it is found within the limits.
  std::optional<BadEnd> bad_end(const Changed& program) const;

  /// Whether the program ends, whatever the property says of that.
  Ends ends(const Test& test, const Promise& promise) const;

  /// What equal programs have in common: changes at several points can come to the same text.
  std::vector<std::uint32_t> key(const Assignment& levels) const;

  /// How many programs the machine was asked about.
  std::uint64_t asked() const { return asked_; }

 private:
  Termination termination_of(const Test& test, const Promise& promise, bool witnesses) const;
  std::optional<BadEnd> endless(const Test& test, const Promise& promise) const;

  const Property& property_;
  const std::vector<Point>& points_;
  const ChosenMachine& machine_;
  ExploreOptions options_;
  std::uint64_t asked_ = 0;
  std::uint64_t states_of_first_ = 0;  ///< of the first program, which is most often as it was
  /// By point and site: where the run of fences ends that it is in.
  std::vector<std::vector<InstructionId>> segments_;
  std::map<std::vector<std::uint32_t>, Judgement> judgements_;  // of full effort, or decided
};

/// What the axioms that the machine implements say. Precondition: the machine said that it is good.
AxiomsSay axioms_say(const Property& property, const Changed& program, const ChosenMachine& machine,
                     const ExploreOptions& options);

}  // namespace opexplore::repair
