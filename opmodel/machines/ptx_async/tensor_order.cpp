#include "opmodel/machines/ptx_async/tensor_order.hpp"

#include <algorithm>
#include <vector>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/machines/ptx_async/completion.hpp"

namespace opexplore::ptx_async {

namespace {

using Operation = AsynchronousOperation;
using OperationKind = AsynchronousOperation::Kind;
using FenceKind = AsynchronousFence::Kind;
using MbarrierKind = MbarrierOperation::Kind;

bool completes_at_mbarrier(OperationKind kind) {
  return kind == OperationKind::tensor_matrix || kind == OperationKind::tensor_copy ||
         kind == OperationKind::tensor_shift;
}

// 9.7.16.6.2: the pairs that are executed in the order in which they are issued.
bool is_pipeline(const Context& context, const Operation& first, const Operation& second) {
  const auto written = [&](const Operation& operation) {
    return context.program().addresses[operation.elements.front().destinations.front()].location;
  };
  switch (first.kind) {
    case OperationKind::tensor_matrix:
      if (second.kind == OperationKind::tensor_shift) return true;
      return second.kind == OperationKind::tensor_matrix && first.form == second.form &&
             written(first) == written(second);
    case OperationKind::tensor_copy:
      return second.kind == OperationKind::tensor_matrix;
    case OperationKind::tensor_shift:
      return second.kind == OperationKind::tensor_matrix ||
             (second.kind == OperationKind::tensor_copy && second.form == TensorForm::four_rows);
    default:
      return false;
  }
}

class TensorOrder {
 public:
  TensorOrder(const Context& context, const State& state, const BaseOrder& base)
      : context_(context), state_(state), base_(base), order_(state.events.size()) {
    for (std::size_t i = 0; i < state.events.size(); ++i) {
      const Event& event = state.events[i];
      if (is_asynchronous(event.what)) continue;
      const auto* const operation = context.of<Operation>(event);
      if (operation != nullptr && is_of_tensors(operation->kind)) operations_ |= EventSet::of(i);
      if (is_before_fence(event)) before_fences_.push_back(static_cast<EventId>(i));
      if (is_after_fence(event)) after_fences_.push_back(static_cast<EventId>(i));
    }
  }

  Rows take() && {
    if (operations_.empty()) return std::move(order_);
    execution_ = base_.execution();
    operations_.for_each([&](std::size_t i) {
      const auto operation = static_cast<EventId>(i);
      order_pipeline(operation);
      order_behind_wait(operation);
      order_behind_commit(operation);
    });
    for (std::size_t over = 0; over < order_.size(); ++over) {
      if (order_[over].empty()) continue;
      for (EventSet& row : order_) {
        if (row.contains(over)) row |= order_[over];
      }
    }
    return std::move(order_);
  }

 private:
  const Event& at(EventId id) const { return state_.events[id]; }

  // A commit has such a fence in it (9.7.16.6.4). One for operands alone says nothing of the rest.
  bool is_before_fence(const Event& event) const {
    const auto* const fence = context_.of<AsynchronousFence>(event);
    const auto* const commit = context_.of<TensorCommit>(event);
    if (fence != nullptr) return fence->kind == FenceKind::tensor_before;
    if (commit != nullptr) return !commit->operands_only;
    const auto* const arrival = context_.of<MbarrierOperation>(event);
    return context_.reading().mbarriers_fence_tensors && arrival != nullptr &&
           (arrival->kind == MbarrierKind::arrive || arrival->kind == MbarrierKind::arrive_drop) &&
           is_release(arrival->order);
  }

  bool is_after_fence(const Event& event) const {
    const auto* const fence = context_.of<AsynchronousFence>(event);
    if (fence != nullptr) return fence->kind == FenceKind::tensor_after;
    const auto* const wait = context_.of<MbarrierOperation>(event);
    return context_.reading().mbarriers_fence_tensors && wait != nullptr &&
           wait->kind == MbarrierKind::wait && event.value != 0 && is_acquire(wait->order);
  }

  // The operations of its thread that come later.
  EventSet issued_behind(EventId event) const {
    EventSet result;
    operations_.for_each([&](std::size_t i) {
      const auto operation = static_cast<EventId>(i);
      if (base_.in_program_order(event, operation)) result |= EventSet::of(i);
    });
    return result;
  }

  // 9.7.16.6.3: the operations behind an `after_thread_sync` that execution has come to from there.
  EventSet behind_after_fence(EventId from) const {
    EventSet result;
    for (const EventId fence : after_fences_) {
      if (fence == from || execution_[from].contains(fence)) result |= issued_behind(fence);
    }
    return result;
  }

  // Those that a `before_thread_sync` behind the event comes before.
  EventSet behind_both_fences(EventId event) const {
    EventSet result;
    for (const EventId fence : before_fences_) {
      if (base_.in_program_order(event, fence)) result |= behind_after_fence(fence);
    }
    return result;
  }

  // 9.7.16.6.2; across threads behind both fences, completed or not (9.7.16.6.3).
  void order_pipeline(EventId first) {
    const EventSet later = issued_behind(first) | behind_both_fences(first);
    later.for_each([&](std::size_t i) {
      const auto second = static_cast<EventId>(i);
      const bool pair = context_.same_cta(at(first).thread, at(second).thread) &&
                        is_pipeline(context_, *context_.of<Operation>(at(first)),
                                    *context_.of<Operation>(at(second)));
      if (pair) order_[first] |= EventSet::of(i);
    });
  }

  // `tcgen05.wait`: what has completed there is before all later operations of the thread, and
  // before those behind both fences.
  void order_behind_wait(EventId operation) {
    for (std::size_t i = 0; i < state_.events.size(); ++i) {
      const Event& event = state_.events[i];
      if (!is_asynchronous(event.what) || event.issue != operation) continue;
      base_.completions(static_cast<EventId>(i)).for_each([&](std::size_t end) {
        const auto wait = static_cast<EventId>(end);
        if (context_.of<WaitGroup>(at(wait)) == nullptr) return;
        order_[operation] |= issued_behind(wait) | behind_both_fences(wait);
      });
    }
  }

  // A wait that finds a phase complete in which a commit was counted, whatever it acquires.
  void order_behind_commit(EventId operation) {
    if (!completes_at_mbarrier(context_.of<Operation>(at(operation))->kind)) return;
    for (std::size_t i = 0; i < state_.events.size(); ++i) {
      state_.events[i].observed.for_each([&](std::size_t counted) {
        const Event& completion = state_.events[counted];
        const auto* const commit = context_.of<TensorCommit>(completion);
        const auto wait = static_cast<EventId>(i);
        const bool tracked = commit != nullptr && !commit->operands_only &&
                             completion.thread == at(operation).thread &&
                             operation < completion.issue;
        if (!tracked || !is_reached(context_, state_.events[i], completion.thread)) return;
        order_[operation] |= behind_after_fence(wait);
      });
    }
  }

  const Context& context_;
  const State& state_;
  const BaseOrder& base_;
  EventSet operations_;  // the events of their instructions
  std::vector<EventId> before_fences_;
  std::vector<EventId> after_fences_;
  Rows execution_;
  Rows order_;
};

}  // namespace

bool is_tracked(const Context& context, const Event& event, const Event& completion) {
  const auto* const operation = context.of<Operation>(event);
  const auto* const commit = context.of<TensorCommit>(completion);
  if (operation == nullptr || commit == nullptr || !is_asynchronous(event.what) ||
      event.thread != completion.thread || event.issue > completion.issue) {
    return false;
  }
  if (!commit->operands_only) return completes_at_mbarrier(operation->kind);
  return operation->kind == OperationKind::tensor_matrix && event.what == Happens::source &&
         context.is_shared(context.location(event));
}

Rows tensor_order_of(const Context& context, const State& state, const BaseOrder& base) {
  return TensorOrder(context, state, base).take();
}

bool awaits_write(const Context& context, const State& state, const Rows& order, EventId event) {
  const Event& read = state.events[event];
  if (!read.reads() || !context.is_tensor(context.location(read))) return false;
  return std::ranges::any_of(state.events, [&](const Event& write) {
    const bool writes = write.what == Happens::target || write.what == Happens::combine;
    return writes && !write.done && context.location(write) == context.location(read) &&
           order[write.issue].contains(read.issue);
  });
}

bool keeps_tensor_order(const Context& context, const State& state, const Rows& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i].contains(i)) return false;
    const Event& event = state.events[i];
    const bool has_read = is_asynchronous(event.what) && event.has_read();
    if (has_read && awaits_write(context, state, order, static_cast<EventId>(i))) return false;
  }
  return true;
}

}  // namespace opexplore::ptx_async
