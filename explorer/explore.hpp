// The search as everybody above the explorer sees it: a test and options in, a
// report out. Machines are found by name in the registry that the build writes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/diagram.hpp"
#include "opmodel/machine_facts.hpp"
#include "opmodel/program.hpp"
#include "opmodel/refusal.hpp"
#include "opmodel/results/replayed.hpp"
#include "opmodel/results/statistics.hpp"
#include "opmodel/results/verdict.hpp"
#include "opmodel/rule.hpp"
#include "opmodel/setting.hpp"

namespace opexplore {

struct Synchronisation;
struct TerminationQuestion;
struct Termination;
struct Promise;
struct LassoSteps;
struct ReplayedLasso;
struct HuntFind;
struct MachineForms;
struct Ranks;

/// Is given what a hunt comes to (explorer/search/hunt.hpp), as soon as it is known.
using HuntSink = std::function<void(const HuntFind&)>;

/// A glimpse of a running search; given a few times per second.
struct Progress {
  std::uint32_t depth = 0;
  std::uint64_t generated = 0;  ///< transitions so far
  std::uint64_t distinct = 0;   ///< states so far
  std::uint64_t queue = 0;      ///< states of the current level not yet expanded
  double seconds = 0;
};

/// Which traces the report shall carry.
enum class Traces : std::uint8_t { none, witness, every_outcome };

/// What a search has beyond the memory and the life of one process.
struct LargeSearch {
  std::optional<std::filesystem::path> store;          ///< folder where states lie, sorted, on disk
  std::optional<std::filesystem::path> checkpoint;     ///< journal of a search in memory
  std::chrono::milliseconds checkpoint_every{10'000};  ///< the least time between two notes there
  /// Goes on with what lies there, if there is something.
  bool resume = false;
  /// What was asked before it came here, in lines "what: value": the program with its version, the
  /// test by its hash. Files of another question are refused.
  std::string question;
  const Ranks* ranks = nullptr;  ///< the processes that search together; nullptr: this one alone
};

struct ExploreOptions {
  MachineOptions machine;
  unsigned threads = 0;  ///< 0: as many as the machine has cores
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::uint64_t> max_states;
  std::optional<std::uint64_t> max_memory;  ///< bytes
  /// May stop as soon as the quantifier is decided, and leave out what cannot decide it: searches
  /// towards the condition as if `machine.goal` were set, where nothing else is asked.
  bool verdict_only = false;
  bool find_deadlocks = false;  ///< stuck states are asked for, too: leaves out none of them
  bool count_paths = false;
  bool count_stalls = false;  ///< of a machine that has them; Answer::stalls
  Traces traces = Traces::none;
  LargeSearch large;
  std::function<bool()> interrupted;              ///< polled; true stops the search
  std::function<void(const Progress&)> progress;  ///< may be empty
};

/// A machine behind function pointers: what the registry holds.
struct MachineEntry {
  std::string_view name;
  std::string_view version;
  std::string_view source;
  Language language;  ///< of the programs that it runs
  std::span<const Rule> rules;
  std::span<const Setting> settings;
  /// Why the machine cannot run the test, or nothing.
  std::optional<Refusal> (*refusal)(const Test&, const MachineOptions&);
  /// Precondition: refusal() said nothing. The same report for any number of
  /// threads, timing apart. Throws std::bad_alloc only if memory is gone.
  Answer (*explore)(const Test&, const ExploreOptions&);
  /// What the form of the machine that explores the test says about these steps, and nothing of the
  /// search. Precondition: refusal() said nothing.
  Replayed (*replay)(const Test&, const MachineOptions&, std::span<const Step>);
  /// The steps that the same form takes from each state along these (explorer/analyses/replay.hpp).
  std::vector<std::vector<Choice>> (*choices)(const Test&, const MachineOptions&,
                                              std::span<const Step>);
  /// The name of the axiomatic model that the machine implements; nullptr when there is none.
  std::string_view (*axioms)(const MachineOptions&) = nullptr;
  /// What orders accesses, for whoever explains an outcome; nullptr where nobody does (Explains).
  Synchronisation (*synchronisation)(const MachineOptions&) = nullptr;
  /// Does it end (explorer/termination/termination.hpp)? nullptr where the machine does not judge
  /// infinite runs (HasProgress). Precondition: refusal() said nothing, and no promise gives warps
  /// a stack unless knows_places.
  Termination (*termination)(const Test&, const ExploreOptions&,
                             const TerminationQuestion&) = nullptr;
  /// What the machine says about a lasso for that promise; nullptr where `termination` is.
  ReplayedLasso (*replay_lasso)(const Test&, const MachineOptions&, const LassoSteps&,
                                const Promise&) = nullptr;
  /// Looks for outcomes, data races and deadlocks depth first, executions with few changes of the
  /// thread before those with more, until a limit of the options or until it has seen them all
  /// (explorer/search/hunt.hpp). Precondition: refusal() said nothing.
  Answer (*hunt)(const Test&, const ExploreOptions&, const HuntSink&) = nullptr;
  /// What `explore` and `hunt` search; plan_for() them are the searches that a question takes
  /// (explorer/plan/exploration.hpp).
  MachineForms (*forms)() = nullptr;
  bool finds_races = false;        ///< HasRaces
  bool flags_data_races = false;   ///< FlagsDataRaces
  bool knows_places = false;       ///< HasPlaces; without it promises give warps no stacks
  bool counts_stalls = false;      ///< HasStalls
  Diagram (*diagram)() = nullptr;  ///< HasDiagram; nullptr when there is none

  MachineFacts facts() const { return {name, version, source, rules, settings, finds_races}; }
};

/// The entries in the order of their names. Throws std::logic_error if two have the same.
std::vector<MachineEntry> by_name(std::vector<MachineEntry> entries);

/// All machines of this build, by name.
std::span<const MachineEntry> machines();

/// The machine with that name, or nullptr.
const MachineEntry* find_machine(std::string_view name);

/// Why a machine for programs in `language` cannot run the test, or nothing: at the first
/// instruction of Vulkan if it is a machine for others.
std::optional<Refusal> language_refusal(const Test& test, Language language);

/// Why a machine without asynchronous operations cannot run the test, or nothing.
std::optional<Refusal> asynchronous_refusal(const Test& test);

}  // namespace opexplore
