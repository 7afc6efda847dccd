// The one interface between machines and everything else: a machine is a
// labelled transition system over its own State.
//
// A machine folder opmodel/machines/<folder>/ holds a machine.hpp that defines
// `opexplore::<folder>::Machine` satisfying the concept below; the build finds it.
// Nondeterminism lives only in the choice of the step: a Step determines its
// successor uniquely, so a trace is a list of steps and replays without search.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

/// A rule of a machine, as it is listed, traced and cited.
struct Rule {
  std::string_view name;     ///< the paper's name; what traces print
  std::string_view section;  ///< where the rule comes from, e.g. "PTX ISA 8.9.5"
  std::string_view summary;  ///< one sentence
};

/// One rule instance. `argument` selects among the instances of the rule for
/// that thread; its meaning belongs to the rule.
struct Step {
  std::uint8_t rule = 0;
  ThreadId thread = 0;
  std::uint16_t argument = 0;
  bool operator==(const Step&) const = default;
  auto operator<=>(const Step&) const = default;
};

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
/// How a machine is run. Each reduction keeps verdicts and outcomes; switching
/// one off changes state counts alone.
struct MachineOptions {
  /// Values of Machine::settings by name; those not named have their defaults.
  std::map<std::string, std::string, std::less<>> settings;
  bool fuse_local = true;   ///< run register arithmetic and branches together with the step before
  bool prune_spins = true;  ///< drop loop iterations that changed nothing
  bool split_components = true;  ///< run threads that can no longer interact one after the other
  bool forget_dead = true;       ///< drop knowledge that no remaining instruction can use
  /// Look at the whole program first: run the smallest form of the machine that is exact for it.
  bool look_ahead = true;
};

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

/// A named part of a state, for traces: ("P0 view", "x=1 y=0").
struct Component {
  std::string name;
  std::string value;
  bool operator==(const Component&) const = default;
};

/// A memory event of a step, for drawn graphs. Optional: a machine that gives none
/// has traces in text alone.
struct Event {
  enum class Kind : std::uint8_t { read, write, fence, barrier };
  Kind kind = Kind::read;
  AddressId address = 0;  ///< reads and writes alone
  Value value = 0;        ///< reads and writes alone
  /// The machine's stable name of a write, e.g. "P0.1"; of an initial write
  /// "init x" with the location's name. Empty for everything else.
  std::string id;
  std::string reads_from;  ///< a read's write, by its id
  bool operator==(const Event&) const = default;
};

/// Pairs of write ids, earlier first: coherence order, each pair one edge to draw.
using Coherence = std::vector<std::pair<std::string, std::string>>;

/// What a step did, for traces.
struct StepText {
  std::string arguments;                     ///< e.g. "reads x=1 written by P0"
  std::optional<InstructionId> instruction;  ///< the instruction it executes, if one
  /// For a step that reads: why memory could return that value. Empty otherwise.
  std::string reason;
  /// What it did to memory, in program order; a read-modify-write gives its read, then
  /// its write.
  std::vector<Event> events;
};

/// An automaton inside a machine, such as the states of a directory entry. Computed from the
/// function that the machine's rules call, never written down a second time.
struct Diagram {
  struct Edge {
    std::string from, to;
    std::vector<std::string> labels;  ///< what takes it there, in the paper's words
  };
  std::string title;
  std::string initial;
  std::vector<std::string> nodes;  ///< in the order in which they are to be drawn
  std::vector<Edge> edges;         ///< at most one from a node to another
};

// clang-format off
/// A machine that has an automaton to show.
template <class M>
concept HasDiagram = requires { { M::diagram() } -> std::same_as<Diagram>; };

/// The language of the programs that the machine runs; PTX if it does not say.
template <class M>
constexpr Language language_of() {
  if constexpr (requires { { M::language } -> std::convertible_to<Language>; }) {
    return M::language;
  } else {
    return Language::ptx;
  }
}

/// A machine that looks for data races. The search does not go on behind a state that has one:
/// a program with a race means nothing (Adve and Hill, ISCA 1990).
template <class M>
concept HasRaces = requires(const M& machine, const typename M::State& state) {
  { machine.has_raced(state) } -> std::same_as<bool>;
  { machine.race(state) } -> std::same_as<std::string>;  // one sentence, for messages
};

/// A machine that holds accesses back to keep them in order: of how many threads a step from this
/// state finds an access ready and held back by ordering alone.
template <class M>
concept HasStalls = requires(const M& machine, const typename M::State& state) {
  { machine.stalled(state) } -> std::same_as<std::uint32_t>;
};

/// A machine, or a form of one, whose search has dead ends: states without a step that belong to no
/// execution, for what was put off there (a late read) never happens. What is left of them says
/// nothing about whether the program ends.
template <class M>
concept HasDeadEnds = M::has_dead_ends;

/// A machine that can also name the coherence order of a state, for drawn graphs.
template <class M>
concept HasCoherence = requires(const M& machine, const typename M::State& state) {
  { machine.coherence(state) } -> std::same_as<Coherence>;
};

/// A machine that implements an axiomatic model: names the one that these options mean, as
/// `axioms/models` spells it.
template <class M>
concept HasAxioms = requires(const MachineOptions& options) {
  { M::axioms(options) } -> std::same_as<std::string_view>;
};

template <class M>
concept Machine = requires(const M& machine, const Test& test, const MachineOptions& options,
                           const typename M::State& state, typename M::State& mutable_state,
                           std::string& bytes, std::string_view view, Step step) {
  // Who it is.
  { M::name } -> std::convertible_to<std::string_view>;       // "ptx-proxy"
  { M::version } -> std::convertible_to<std::string_view>;    // changes when outcomes may change
  { M::source } -> std::convertible_to<std::string_view>;     // the paper or ISA version
  { M::rules } -> std::convertible_to<std::span<const Rule>>;
  { M::settings } -> std::convertible_to<std::span<const Setting>>;

  // Why it cannot run a program (instruction, and which machines could), or nothing.
  { M::refusal(test, options) } -> std::same_as<std::optional<std::string>>;

  requires std::constructible_from<M, const Test&, const MachineOptions&>;
  requires std::copyable<typename M::State>;

  { machine.initial() } -> std::same_as<typename M::State>;
  // Calls sink(Step, State&&) once per enabled rule instance, in an order that depends
  // on the state alone. Returns whether a spinning iteration was pruned here: a state
  // with no step, not final, that did not prune is stuck (a deadlock). Const and thread-safe.
  { machine.for_each_step(state, [](Step, typename M::State&&) {}) } -> std::same_as<bool>;
  { machine.is_final(state) } -> std::same_as<bool>;
  // Values of test.observables, for final states.
  { machine.outcome(state) } -> std::same_as<Outcome>;
  // Canonical: equal states if and only if equal bytes. encode appends; decode reads all.
  { machine.encode(state, bytes) } -> std::same_as<void>;
  { machine.decode(view, mutable_state) } -> std::same_as<void>;

  // For traces only; speed does not matter.
  { machine.describe(state) } -> std::same_as<std::vector<Component>>;
  { machine.describe(state, step) } -> std::same_as<StepText>;  // of a step enabled in `state`
  { machine.stuck_reason(state) } -> std::same_as<std::string>; // of a stuck state
  // A structural bound was hit on the way here (e.g. too many writes in flight): the
  // search below this state is cut and the result incomplete. Empty when not.
  { machine.exceeded(state) } -> std::same_as<std::string_view>;
};
// clang-format on

}  // namespace opexplore
