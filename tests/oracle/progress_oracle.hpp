// Does a program end, under a progress model and sequential consistency? The definitions, evaluated
// one by one over all states: a second opinion on what explorer/termination answers. It shares
// nothing with machines and explorer but the parsed program, the arithmetic, and the promise.
//
// Weak. For every set Run of threads: is there a cycle of steps of these threads alone in which
// each of them has a step, and is a run that goes round it for ever admissible (all groups, one by
// one)? Strong: by the definition, over all states.
//
// Sources: Sorensen, Salvador, Raval, Evrard, Wickerson, Martonosi, Donaldson, OOPSLA 2021 (models,
// weak and strong); Tong et al., ASPLOS 2024 (hierarchies).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "opmodel/program.hpp"
#include "opmodel/results/promise.hpp"
#include "tests/oracle/progress_states.hpp"

namespace opexplore::oracle {

/// What holds of a program under one promise.
struct Ending {
  bool deadlock = false;  ///< some state has no step, and a thread that has not ended
  bool weak = true;       ///< every run that the promise allows ends
  bool strong = true;     ///< from every state, those guaranteed can come to an end
  bool operator==(const Ending&) const = default;
};

/// A node of the scope tree: a group, or a thread.
struct Group {
  ScopeLevel level = ScopeLevel::sys;
  ThreadId thread = 0;          ///< of a thread
  Cta cta{};                    ///< of a CTA, a warp and a thread; of a GPU its number alone
  std::vector<Group> children;  ///< by their numbers
};

/// The whole tree, from the system down.
Group scope_tree(const Program& program);

class ProgressOracle {
 public:
  /// Throws TooManyStates from all functions once there are more than `limit` states.
  explicit ProgressOracle(const Program& program, std::size_t limit = 3000);

  /// UNFAIR is violated, weakly, by any run that is infinite.
  Ending judge(const Promise& promise);

  /// Whether the promise allows a run in which for ever these threads step, and no others.
  /// Precondition: `run` is not empty.
  bool allows_for_ever(const Promise& promise, const Threads& run);

  /// \name The definitions of models without groups. Precondition: no barriers.
  /// @{
  /// Whether in no infinite run each thread that the model guarantees has a step again and again.
  bool weak_without_groups(ProgressModel model);
  /// Whether from every state threads that the model guarantees lead to an end, or to a state in
  /// which it guarantees nobody.
  bool strong_without_groups(ProgressModel model);
  /// @}

  std::size_t states() { return view(std::nullopt).graph.states.size(); }

 private:
  struct View {
    StateRules rules;
    StateGraph graph;
  };
  View& view(std::optional<std::uint32_t> resident);

  const Program& program_;
  std::size_t limit_;
  Group tree_;
  std::map<std::optional<std::uint32_t>, View> views_;
};

}  // namespace opexplore::oracle
