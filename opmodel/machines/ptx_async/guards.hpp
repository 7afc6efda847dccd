// What may happen next in an execution, and what may happen before all else.
#pragma once

#include <optional>
#include <vector>

#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/context.hpp"
#include "opmodel/machines/ptx_async/thread_run.hpp"

namespace opexplore::ptx_async {

/// The guards of the rules in one state; keeps references to its arguments.
class Guards {
 public:
  Guards(const Context& context, const State& state, const std::vector<Standing>& standings);

  /// The instruction before which a thread stands that has not ended.
  const Action& next_action(ThreadId thread) const {
    return context_.thread(thread).instructions[standings_[thread].at].action;
  }
  /// What it is of those that are asynchronous; null for others.
  template <class Kind>
  const Kind* next(ThreadId thread) const {
    const auto* const other = std::get_if<Asynchronous>(&next_action(thread));
    return other != nullptr ? std::get_if<Kind>(&other->what) : nullptr;
  }

  /// Whether the thread stands before an instruction whose operands are known, or before an access
  /// or an operation whose write can be made later.
  bool may_step(ThreadId thread) const;
  /// Whether what the next instruction waits for has happened, if it waits for anything.
  bool may_go_on(ThreadId thread) const;
  /// Whether the thread may come to the barrier once more.
  bool may_arrive(ThreadId thread, const Barrier& barrier) const;
  /// Whether the thread, or an access of it that was put off, can go on.
  bool has_step(ThreadId thread) const;
  bool has_ended(ThreadId thread) const;
  /// Whether an access waits for a value that is still to be read.
  bool must_postpone(ThreadId thread) const {
    return standings_[thread].kind == Standing::Kind::needs &&
           memory_access(next_action(thread)) != nullptr;
  }
  /// Whether what an event that is not done comes behind is done.
  bool is_ready(EventId event) const;

  /// \name Whether nobody needs to do anything before the next step of the thread, or before the
  /// event is done.
  /// @{
  bool comes_alone(ThreadId thread) const;
  bool is_done_alone(EventId event) const;
  /// @}

 private:
  bool is_at_end(ThreadId thread) const;
  bool has_started(ThreadId thread) const;
  bool is_settled(LocationId location, std::optional<ThreadId> own) const;
  bool cluster_has_arrived(ThreadId thread) const;
  bool grids_have_ended(ThreadId thread) const;
  bool data_is_done(const Event& completion) const;
  bool copies_are_done(const Event& completion) const;
  bool tensors_are_done(const Event& completion) const;

  const Context& context_;
  const State& state_;
  const std::vector<Standing>& standings_;
  Rows tensors_;  // the order of operations on tensor memory, if there are any
};

}  // namespace opexplore::ptx_async
