// The Vulkan memory model by brute force: all consistent executions of a test, with their outcomes
// and races. Independent of machines, explorer and axioms: it shares with them the parsed test and
// the arithmetic alone.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>

#include "opmodel/condition.hpp"
#include "tests/oracle/vulkan_barriers.hpp"
#include "tests/oracle/vulkan_model.hpp"

namespace opexplore::oracle::vulkan {

/// What is asked.
struct Question {
  Reading reading;
  /// Only executions that threads running in order can give: po ∪ rf ∪ po;syncbar;po is acyclic.
  bool in_order = false;
  /// Only executions in which no value comes out of thin air: dependencies and reads-from are
  /// acyclic. A value depends on what it is computed from, everything behind a branch on what is
  /// compared there.
  bool no_thin_air = false;
  /// The final value of a location is that of any write that coherence can have last. Otherwise
  /// coherence agrees with location order: nobody overwrites what comes later.
  bool any_final_value = false;
  BarrierReach barrier_reach = BarrierReach::workgroup;
};

/// Where an access stands in the program.
struct Place {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  auto operator<=>(const Place&) const = default;
};

/// What one execution shows.
struct Behaviour {
  Outcome outcome;  ///< values of Test::observables
  bool raced = false;
  auto operator<=>(const Behaviour&) const = default;
};

/// How far the enumeration goes before it says that it did not finish.
struct Limits {
  unsigned backward_jumps = 2;      ///< per thread
  std::uint64_t nodes = 2'000'000;  ///< partial executions looked at
  /// If given: whether nothing more need be found once this is.
  std::function<bool(const Behaviour&)> enough = nullptr;
};

/// What the enumeration found. The filter of the test is not applied.
struct Result {
  std::set<Behaviour> behaviours;  ///< of complete executions
  std::set<std::pair<Place, Place>>
      races;                    ///< smaller place first; those that the filter lets pass
  bool loop_bound_hit = false;  ///< some path was cut: behaviours may be missing
  std::uint64_t nodes = 0;      ///< partial executions looked at
};

/// Enumerates all consistent executions in which every thread comes to its end. A value that is
/// read out of thin air is one that the program or the condition names. Throws Unsupported.
Result enumerate(const Test& test, const Question& question = {}, const Limits& limits = {});

/// \name What decides the answers below, and so is enough for them.
/// @{
std::function<bool(const Behaviour&)> decides_condition(const Test& test);
std::function<bool(const Behaviour&)> decides_race(const Test& test);
/// @}

/// Whether the quantified condition holds of all executions, racy ones too, that pass the filter.
bool condition_holds(const Test& test, const Result& result);

/// Whether an execution that passes the filter has a race.
bool is_racy(const Test& test, const Result& result);

/// The outcomes, whatever the filter.
std::set<Outcome> outcomes(const Result& result);
/// Those of executions without a race.
std::set<Outcome> race_free_outcomes(const Result& result);

}  // namespace opexplore::oracle::vulkan
