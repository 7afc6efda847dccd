// How a machine is run: the choices that it offers, and the reductions of the search.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace opexplore {

/// A choice that a machine offers: another reading of its source, a part that only some
/// chips have. `false` and `true` make a switch.
struct Setting {
  std::string_view name;                     ///< also of the option: "chip" is --chip
  std::span<const std::string_view> values;  ///< two or more; the first is the default
  std::string_view summary;                  ///< one sentence
  /// Whether several values, but not the first, may be given, joined by '+': "drain+markers".
  bool several = false;
};

// WART: counts-and-reductions. A count is of a version of a machine, not of a memory model.
/// How a machine is run. Each reduction keeps verdicts, outcomes and the existence of deadlocks;
/// switching one off changes state counts alone (docs/search.md has the argument for each). A
/// machine ignores those that its rules have no use for.
struct MachineOptions {
  /// Values of Machine::settings by name; those not named have their defaults.
  std::map<std::string, std::string, std::less<>> settings;
  bool fuse_local = true;   ///< run register arithmetic and branches together with the step before
  bool prune_spins = true;  ///< drop loop iterations that changed nothing
  bool split_components = true;  ///< run threads that can no longer interact one after the other
  bool forget_dead = true;       ///< drop knowledge that no remaining instruction can use
  bool ample_threads = true;     ///< run threads that no other can affect before the others
  /// Run what no other thread can affect, and has one way to go, together with the step before.
  bool fuse_independent = true;
  /// Where others may still write for each of several loads: let one of them read what is there, or
  /// else put it off until something new is.
  bool await_writes = true;
  bool join_fences = true;  ///< keep what SC fences knew once per cluster, not once per thread
  /// Leave the order of SC fences open where that can be done, but for what events have decided.
  bool lazy_fences = true;
  bool relevance = true;        ///< keep in a view only what its thread, or who learns it, will use
  bool skip_dead_loads = true;  ///< loads that nobody can notice are no steps
  bool erase_writes = true;     ///< writes that nobody can read or order any more leave memory
  /// Let all threads see each write at once where all executions are interleavings, and loops write
  /// (opmodel/parts/one_order.hpp).
  bool bring_writes = true;
  bool hoist_stores = true;    ///< stores go before independent loads that are next to them
  bool watch_lateness = true;  ///< run in order as long as no state has a load that may be late
  bool symmetry = true;        ///< states that differ by an exchange of identical threads are one
  /// Look at the whole program first: run the smallest form of the machine that is exact for it.
  bool look_ahead = true;
  /// Drop states from which no final state can be reached that decides the quantified condition
  /// (opmodel/parts/goal.hpp). Not a reduction: outcomes and deadlocks are lost, the verdict is
  /// not.
  bool goal = false;
  /// Data races are looked for by a machine that can do without (FlagsDataRaces). Not a reduction,
  /// and no other outcomes: states remember who has accessed what.
  bool races = false;
  /// Infinite runs are judged (opmodel/progress.hpp): steps of memory that only fairness needs are
  /// taken, and loops of local instructions alone have a step. Neither is a reduction.
  bool liveness = false;
};

/// A reduction of the search: its name in documents, and its switch.
struct Reduction {
  std::string_view name;
  bool MachineOptions::*enabled;
};

/// All of them. With none of them a machine is that of its source.
inline constexpr std::array<Reduction, 16> all_reductions{
    {{"fuse_local", &MachineOptions::fuse_local},
     {"prune_spins", &MachineOptions::prune_spins},
     {"split_components", &MachineOptions::split_components},
     {"forget_dead", &MachineOptions::forget_dead},
     {"ample_threads", &MachineOptions::ample_threads},
     {"fuse_independent", &MachineOptions::fuse_independent},
     {"await_writes", &MachineOptions::await_writes},
     {"join_fences", &MachineOptions::join_fences},
     {"lazy_fences", &MachineOptions::lazy_fences},
     {"relevance", &MachineOptions::relevance},
     {"skip_dead_loads", &MachineOptions::skip_dead_loads},
     {"erase_writes", &MachineOptions::erase_writes},
     {"bring_writes", &MachineOptions::bring_writes},
     {"hoist_stores", &MachineOptions::hoist_stores},
     {"watch_lateness", &MachineOptions::watch_lateness},
     {"symmetry", &MachineOptions::symmetry}}};

/// The same options with all reductions switched off; look_ahead stays.
inline MachineOptions without_reductions(MachineOptions options) {
  for (const Reduction& reduction : all_reductions) options.*reduction.enabled = false;
  return options;
}

/// The same options for judging infinite runs: the reductions that are left keep, of each state,
/// what its future can be, step by step. One that leaves out steps or iterations, or prefers
/// threads, would hide loops.
inline MachineOptions for_liveness(MachineOptions options) {
  MachineOptions whole = without_reductions(options);
  whole.fuse_local = options.fuse_local;
  whole.forget_dead = options.forget_dead;
  whole.join_fences = options.join_fences;
  whole.relevance = options.relevance;
  whole.erase_writes = options.erase_writes;
  whole.bring_writes = options.bring_writes;
  whole.goal = whole.races = false;
  whole.liveness = true;
  return whole;
}

/// The value that the setting has.
inline std::string_view value_of(const Setting& setting, const MachineOptions& options) {
  const auto chosen = options.settings.find(setting.name);
  return chosen == options.settings.end() ? setting.values.front() : chosen->second;
}

/// Whether this value is the setting's, or one of several.
inline bool has_value(const Setting& setting, std::string_view value,
                      const MachineOptions& options) {
  std::string_view left = value_of(setting, options);
  while (!left.empty()) {
    const std::size_t end = left.find('+');
    if (left.substr(0, end) == value) return true;
    left = end == std::string_view::npos ? std::string_view{} : left.substr(end + 1);
  }
  return false;
}

}  // namespace opexplore
