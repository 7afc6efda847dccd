// The axiomatic definitions of the PTX memory model, evaluated directly over
// candidate executions. Independent of machines and explorer: it shares nothing with
// them but the parsed program and the arithmetic. With the cat models of axioms/ it shares
// the enumeration of paths and barriers; relations and axioms are written here once more.
//
// Sources: PTX ISA 6.0 as in Lustig 2019; PTX ISA 7.5 as in Lustig 2022, section 6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "axioms/thread_paths.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"

namespace opexplore::oracle {

/// Which axiomatic definition is evaluated.
struct Model {
  bool proxies = true;             ///< virtual addresses and proxies matter (7.5); else 6.0
  bool fence_sc_acq_rel = true;    ///< fence.sc is also a release and acquire fence
  bool sc_per_location = true;     ///< the axiom SC-per-Location is checked
  bool failed_cas_writes = false;  ///< a failed cas writes the old value back
  bool arrive_blocks = false;      ///< barriers as in Dat3M: one-shot instances, no deadlock
  bool closed_observation = true;  ///< what races: observation goes through atomics; else one step
};

Model ptx60();        ///< PTX ISA 6.0
Model ptx75();        ///< PTX ISA 7.5
Model ptx60_dat3m();  ///< Dat3M's ptx-v6.0.cat with its front-end
Model ptx75_dat3m();  ///< Dat3M's ptx-v7.5.cat with its front-end

/// How far the enumeration goes before it says that it did not finish.
struct Limits {
  unsigned backward_jumps = 2;        ///< per thread path
  unsigned steps = 200;               ///< instructions per thread path
  std::size_t paths = 4096;           ///< per thread
  std::uint64_t nodes = 400'000'000;  ///< partial executions looked at
};

/// What the enumeration found.
struct Result {
  std::set<Outcome> outcomes;    ///< values of Test::observables; the filter is not applied
  bool loop_bound_hit = false;   ///< some path was cut: outcomes may be missing
  std::uint64_t nodes = 0;       ///< partial executions looked at
  std::uint64_t executions = 0;  ///< consistent choices of paths, SC order and reads-from
  /// \name Data races (PTX ISA 8.7.1), where they are asked for.
  /// @{
  std::set<RacingPair> races;           ///< of executions that pass the filter
  std::set<RacingPair> excluded_races;  ///< of the others alone
  /// @}
};

/// The oracle cannot answer: it says why, and never guesses.
using axioms::Unsupported;

/// Enumerates all consistent executions. Throws Unsupported.
Result enumerate(const Test& test, const Model& model, const Limits& limits = {});

/// The same, with data races.
Result enumerate_races(const Test& test, const Model& model, const Limits& limits = {});

/// Exactly the outcomes that the model allows. Throws Unsupported, also if a bound was hit.
std::set<Outcome> outcomes(const Test& test, const Model& model, const Limits& limits = {});

/// Whether the quantified condition of the test holds of these outcomes; its filter
/// is applied first.
bool condition_holds(const Test& test, const std::set<Outcome>& outcomes);

}  // namespace opexplore::oracle
