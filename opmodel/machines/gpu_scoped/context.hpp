// What the rules of `gpu-scoped` know before it runs.
#pragma once

#include <bit>

#include "opmodel/machines/gpu_scoped/state.hpp"

namespace opexplore::gpu_scoped {

using queue_model::Kind;
using queue_model::Pending;
using queue_model::Queues;
using queue_model::ThreadState;

/// Parts of the rules that a test can switch off, to show what each is good for.
struct Weakening {
  queue_model::QueueRules queues;
  bool crossing = true;             ///< pending loads of global locations cross a membar.cta
  bool crossed_keep_order = true;   ///< loads of one address do not pass one that has crossed
  bool only_foreign_news = true;    ///< a crossed load gets a new value from other blocks alone
  bool wait_for_shared = true;      ///< membar.cta waits for pending loads of shared locations
  bool wait_for_loads = true;       ///< membar.gl waits for all pending loads
  bool publish = true;              ///< fences publish what their thread has written
  bool refresh = true;              ///< fences refresh their thread's view
  bool refresh_at_once = true;      ///< a refresh takes all locations, not one
  bool cumulative = true;           ///< membar.gl publishes for its whole block
  bool atomic_owes_nothing = true;  ///< an atomic waits until its address has no LM and no GM
  bool operator==(const Weakening&) const = default;
};

/// What the rules know about the program and the machine's settings.
struct Context {
  Queues queues;
  bool l1;  ///< `--chip fermi`, and the program has loads that use it
  bool split_components;
  bool forget_dead;
  bool origins;  ///< whether it can matter who wrote a value
  Weakening rules;

  Context(const Test& test, const MachineOptions& options, bool fermi, Weakening weakening)
      : queues(test, options, false, weakening.queues),
        l1(fermi && queues.plan().uses_l1()),
        split_components(options.split_components),
        forget_dead(options.forget_dead),
        origins(!forget_dead || queues.plan().has_membar_cta()),
        rules(weakening) {}

  const queue_model::Plan& plan() const { return queues.plan(); }
  std::size_t locations() const { return plan().locations(); }

  /// The thread that rules of a block go by.
  ThreadId first(std::uint8_t block) const {
    return static_cast<ThreadId>(std::countr_zero(plan().members(block)));
  }
  /// What marks a value as written by the thread's block.
  std::uint8_t origin(ThreadId thread) const {
    return origins ? plan().block(thread) : Cell::nowhere;
  }

  template <class S>
  auto& view(S& state, ThreadId thread, LocationId location) const {
    return state.views[thread * locations() + location];
  }
  template <class S>
  auto& block(S& state, std::uint8_t block, LocationId location) const {
    return state.blocks[block * locations() + location];
  }
  template <class S>
  auto& line(S& state, std::uint8_t block, LocationId location) const {
    return state.l1[block * locations() + location];
  }
};

}  // namespace opexplore::gpu_scoped
