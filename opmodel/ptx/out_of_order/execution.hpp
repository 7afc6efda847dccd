// The candidate execution of an out-of-order state: what is known where in it, and whether the
// axioms allow it. The rules (opmodel/ptx/rules) are folded over what the threads issued, pass
// after pass, until nothing new is known; then their guards are asked, with all that is known.
//
// WART: views-computed-anew. They are no part of the state, so each state begins with all of them.
//
// A step that issues the last instruction of its thread changes no view of what is there: what it
// may do follows from the views before it (Present). One that performs an earlier entry starts from
// these views, which only grow.
#pragma once

#include <span>
#include <type_traits>
#include <utility>
#include <variant>
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
  explicit Execution(const Events& events);

  /// The views of `before` as those of `after`, to start from.
  Execution(const Execution& before, const Events& after);

  /// Computes all views. False when the Fence-SC order contradicts base causality.
  bool saturate();
  /// The same where only an entry of the thread has something new to say.
  bool saturate_behind(ThreadId thread);
  /// A new write was given this number. To be called before saturate_behind().
  void make_room(std::size_t write);

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
  /// Writes that order the write half of the thread's next instruction, an atomic that reads the
  /// source.
  LateItems known_between_halves(ThreadId thread, const Access& access, std::size_t source);
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
  void walk_all();
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
  bool anybody_acquires_ = false;  ///< in the whole program: otherwise writes hand nothing on
  bool contradiction_ = false;
};

/// Calls f(type) for the type of execution that is wide enough for the program, and returns its
/// result.
template <class F>
auto with_width(const Context& context, F&& f) {
  if (context.folds) return f(std::type_identity<Execution<LateSize>>());
  const int stages = context.semantics.stages().count;
  if (stages == 1) return f(std::type_identity<Execution<Size<1, late_words>>>());
  if (stages <= static_cast<int>(few_stages)) {
    return f(std::type_identity<Execution<Size<few_stages, late_words>>>());
  }
  return f(std::type_identity<Execution<Size<max_stages, late_words>>>());
}

/// Calls f(execution), of these events, and returns its result.
template <class F>
auto with_execution(const Events& events, F&& f) {
  return with_width(events.context(), [&]<class Known>(std::type_identity<Known>) {
    Known execution(events);
    return f(execution);
  });
}

/// Writes of the access's location that memory has brought to its thread.
LateItems floor_at(const Context& context, const OutOfOrderState& state, const LateMemory& memory,
                   const Access& access);

/// A state's events and, once somebody asks, its execution: what the steps from there are worked
/// out from. Refers to its arguments.
class Present {
 public:
  Present(const Context& context, const OutOfOrderState& state);
  /// The same with those events, which the ones of `before` led to. The views are those of
  /// `before`, from which to go on.
  Present(const Present& before, Events events);
  Present(const Present&) = delete;
  Present& operator=(const Present&) = delete;

  const Events& events() const { return events_; }
  const Position& position(ThreadId thread) const { return events_.position(thread); }

  /// Calls f(execution) and returns its result.
  template <class F>
  auto with(F&& f) {
    return with_width(events_.context(), [&]<class Known>(std::type_identity<Known>) {
      if (!std::holds_alternative<Known>(execution_)) {
        execution_.template emplace<Known>(events_).saturate();
      }
      return f(std::get<Known>(execution_));
    });
  }

  /// \name Writes of the access's location that are known well enough to order it: for a read, with
  /// those that memory brought, the thread's next instruction or one that was issued; for a write,
  /// the next instruction, or the write half of one that reads the source.
  /// @{
  LateItems known_next(ThreadId thread, const Access& access);
  LateItems known_before(ThreadId thread, std::size_t entry);
  LateItems known_to_write(ThreadId thread, const Access& access);
  LateItems known_between_halves(ThreadId thread, const Access& access, std::size_t source);
  /// @}

 private:
  Events events_;
  std::variant<std::monostate, Execution<Size<1, late_words>>,
               Execution<Size<few_stages, late_words>>, Execution<Size<max_stages, late_words>>>
      execution_;
};

}  // namespace opexplore::ptx_model
