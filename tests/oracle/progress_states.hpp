// The states of a program under sequential consistency, one instruction a step: what the oracle of
// progress models looks at. Written for being read: no machine, no fusion, no packed states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::oracle {

using Threads = std::set<ThreadId>;

/// A CTA: its GPU and its number there.
using Cta = std::pair<std::uint32_t, std::uint32_t>;
Cta cta_of(const Program& program, ThreadId thread);

/// The program has more states than the oracle is asked to look at.
struct TooManyStates : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Threads that have arrived at a barrier, all of one generation.
struct Gathering {
  Threads arrived;
  Threads waiting;              ///< those of them that cannot go on before it is complete
  std::optional<Value> quorum;  ///< the largest that one of them named
  bool open = false;            ///< in Vulkan, of one with a quorum: whoever comes later passes
  auto operator<=>(const Gathering&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Everything that the future can depend on, and who has taken a step.
struct ProgramState {
  std::vector<InstructionId> pcs;
  std::vector<std::vector<Value>> registers;
  std::vector<Value> memory;  ///< by location
  std::map<std::pair<Cta, Value>, Gathering> barriers;
  Threads started;
  auto operator<=>(const ProgramState&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// What states can do.
class StateRules {
 public:
  /// With `resident`, a thread may take its first step only in a CTA that has started, or while
  /// fewer CTAs of its GPU than that have started and not ended.
  StateRules(const Program& program, std::optional<std::uint32_t> resident)
      : program_(program), resident_(resident) {}

  ProgramState initial() const;
  bool ended(const ProgramState& state, ThreadId thread) const;
  bool can_step(const ProgramState& state, ThreadId thread) const;
  /// Precondition: can_step().
  ProgramState after_step(const ProgramState& state, ThreadId thread) const;

  bool cta_started(const ProgramState& state, Cta cta) const;
  bool cta_ended(const ProgramState& state, Cta cta) const;
  /// Whether one more CTA of the GPU may start.
  bool has_free_slot(const ProgramState& state, std::uint32_t gpu) const;

 private:
  bool waits(const ProgramState& state, ThreadId thread) const;
  bool has_arrived(const ProgramState& state, ThreadId thread, const Barrier& barrier) const;
  bool complete(const ProgramState& state, Cta cta, Value resource, const Gathering& who) const;
  bool has_barrier(ThreadId thread, Value resource) const;
  void open_complete_barriers(ProgramState& state) const;

  const Program& program_;
  std::optional<std::uint32_t> resident_;
};

/// All states that can be reached, the initial one first, and the steps between them.
struct StateGraph {
  struct Edge {
    ThreadId thread = 0;
    std::size_t target = 0;
  };
  std::vector<ProgramState> states;
  std::vector<std::vector<Edge>> edges;  ///< by state
};

/// Throws TooManyStates.
StateGraph reachable(const StateRules& rules, std::size_t threads, std::size_t limit);

}  // namespace opexplore::oracle
