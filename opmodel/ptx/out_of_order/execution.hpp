// The candidate execution of an out-of-order state: what is known where in it, and whether the
// axioms allow it. The rules (opmodel/ptx/rules) are folded over what the threads issued, pass
// after pass, until nothing new is known; then their guards are asked, with all that is known.
//
// WART: views-computed-anew. All views are computed anew for every step.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/knowledge.hpp"
#include "opmodel/ptx/out_of_order/events.hpp"
#include "opmodel/ptx/sizes.hpp"

namespace opexplore::ptx_model {

/// Views of the events, and the axioms on them. Refers to the events.
/// Compiled for one stage, few_stages and max_stages.
template <class Size>
class Execution {
 public:
  explicit Execution(const Events& events)
      : events_(events), context_(events.context()), state_(events.state()) {}

  /// Computes all views. False when the Fence-SC order contradicts base causality.
  bool saturate();

  /// Base causality orders some write before others of its location: adds that to
  /// coherence. False when that is impossible.
  bool impose_coherence(LateMemory& memory) const;

  /// Causality, Atomicity and SC-per-Location for this coherence order.
  bool consistent(const LateMemory& memory) const;

  /// What is known to the thread at its end, for traces.
  const Knowledge<Size>& knowledge(ThreadId thread) const { return knowledge_[thread]; }
  const View<Size>& view_before(ThreadId thread, std::size_t entry) const {
    return views_[events_.index(thread, entry)].before;
  }
  /// The same before the write half. Precondition: the entry writes.
  const View<Size>& view_before_write(ThreadId thread, std::size_t entry) const {
    return views_[events_.index(thread, entry)].before_write;
  }

  /// What the barrier of this resource has gathered in this generation, counted from the past;
  /// nothing if nobody has arrived.
  const View<Size>* gathered(ThreadMask cta, Value resource, std::uint8_t generation) const;
  /// What was known at a fence.sc, by its number in OutOfOrderState::fences.
  const View<Size>& at_fence(std::size_t fence) const { return fence_views_[fence]; }
  /// What the writes hand on.
  std::span<const Message<Size>> messages() const { return span_of(messages_); }

  /// \name The rules, by name: what the entry does to what its thread knows there. Returns whether
  /// it tells others anything new.
  /// @{
  bool load(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry);
  bool store(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry);
  bool atomic(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry);
  bool fence(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry);
  bool fence_sc(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry);
  bool proxy_fence(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry);
  bool barrier(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry);
  /// Never called: local instructions are not issued.
  bool local(Knowledge<Size>& knowledge, ThreadId thread, std::size_t entry);
  /// @}

 private:
  struct GenerationView {
    ThreadMask cta = 0;
    Value resource = 0;
    std::uint8_t generation = 0;
    View<Size> view;
  };
  struct EntryViews {
    View<Size> before;
    View<Size> before_write;  ///< between the halves of an atomic
  };

  void begin_from_past();
  Knowledge<Size> at_start(ThreadId thread) const;
  bool walk(ThreadId thread);
  FenceFacts facts(ThreadId thread, std::size_t entry) const;
  SharedMemory<Size> shared() { return {context_.semantics, state_.memory, span_of(messages_)}; }

  const Events& events_;
  const Context& context_;
  const OutOfOrderState& state_;
  SmallVector<EntryViews, 24> views_;  ///< of the entries of all threads, in order
  SmallVector<Knowledge<Size>, 4> knowledge_;
  SmallVector<Message<Size>, 16> messages_;
  SmallVector<View<Size>, 4> fence_views_;
  std::vector<GenerationView> generations_;
  bool contradiction_ = false;
};

/// Calls f(execution) with views wide enough for the program, and returns its result.
template <class F>
auto with_execution(const Events& events, F&& f) {
  if (events.context().folds) {
    Execution<LateSize> execution(events);
    return f(execution);
  }
  const int stages = events.context().semantics.stages().count;
  if (stages == 1) {
    Execution<Size<1, late_words>> execution(events);
    return f(execution);
  }
  if (stages <= static_cast<int>(few_stages)) {
    Execution<Size<few_stages, late_words>> execution(events);
    return f(execution);
  }
  Execution<Size<max_stages, late_words>> execution(events);
  return f(execution);
}

}  // namespace opexplore::ptx_model
