#include "opmodel/ptx/out_of_order/fold.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/renumber.hpp"
#include "opmodel/ptx/out_of_order/execution.hpp"
#include "opmodel/ptx/rules/barrier.hpp"

namespace opexplore::ptx_model {

Past beginning(const Context& context) {
  InOrderState<LateSize> past;
  for (const Thread& thread : context.test.program.threads) {
    auto& start = past.threads.emplace_back();
    for (const Register& reg : thread.registers) start.registers.push_back(reg.initial);
  }
  return Past(std::move(past), {});
}

bool is_beginning(const Context& context, const Past& past) {
  const auto begins = [](const Thread& thread, const InOrderThread<LateSize>& start) {
    return start.pc == 0 &&
           std::ranges::equal(thread.registers, start.registers, {}, &Register::initial);
  };
  return past.bytes().empty() &&
         std::ranges::equal(context.test.program.threads, past->threads, begins);
}

OutOfOrderState unfolded(Past past) {
  OutOfOrderState state;
  state.issued.resize(past->threads.size());
  state.memory = past->memory;
  state.barriers = past->barriers;
  for (const Gathering<LateSize>& gathering : past->gatherings) {
    if (gathering.complete) {
      state.completed.push_back({gathering.cta, gathering.resource, 1, true});
    }
  }
  state.past = std::move(past);
  return state;
}

bool may_fold(const OutOfOrderState& state) {
  return state.beyond == LateLimit::none && std::ranges::none_of(state.issued, is_pending);
}

namespace {

// In the in-order form writes are numbered by thread, and in program order.
class Renumbering {
 public:
  explicit Renumbering(const LateMemory& memory) : numbers_(memory.writes.size()) {
    for (std::size_t w = 0; w < numbers_.size(); ++w)
      writers_ |= thread_bit(memory.writes[w].thread);
    for_each_thread(writers_, [&](ThreadId thread) {
      for (std::size_t w = 0; w < numbers_.size(); ++w) {
        if (memory.writes[w].thread == thread) numbers_[w] = next_++;
      }
    });
  }

  void apply(InOrderState<LateSize>& state) const {
    if (std::ranges::is_sorted(numbers_)) return;
    move_writes(state, numbers_);
  }

 private:
  ThreadMask writers_ = 0;
  std::uint8_t next_ = 0;
  SmallVector<std::uint8_t, 16> numbers_;
};

// Folds one state: what its execution says of each part.
class Fold {
 public:
  Fold(const OutOfOrderState& state, const Events& events, const Execution<LateSize>& execution)
      : context_(events.context()), state_(state), events_(events), execution_(execution) {}

  InOrderState<LateSize> run() {
    result_ = *state_.past;
    result_.memory = state_.memory;
    result_.barriers = state_.barriers;
    for (std::size_t t = 0; t < state_.issued.size(); ++t) place(static_cast<ThreadId>(t));
    note_reads();
    const auto messages = execution_.messages();
    result_.messages.assign(messages.begin(), messages.end());
    join_fences();
    gather();
    const LateItems writes = LateItems::below(state_.memory.writes.size());
    for_each_view(result_, [&](View<LateSize>& view) {
      view.items &= writes;  // not reads and fences
    });
    Renumbering(result_.memory).apply(result_);
    for (std::size_t t = 0; t < state_.issued.size(); ++t) {
      run_local(context_, result_, static_cast<ThreadId>(t));
    }
    end_step(context_, result_);
    return std::move(result_);
  }

 private:
  void place(ThreadId thread) {
    const Position& at = events_.position(thread);
    auto& mine = result_.threads[thread];
    mine.pc = at.pc;
    for (std::size_t r = 0; r < at.registers.size(); ++r) {
      mine.registers[r] = at.registers[r].value_or(0);
    }
    mine.knowledge = execution_.knowledge(thread);
  }

  // What each read knew must not overwrite what it took, now or later.
  void note_reads() {
    for (std::size_t t = 0; t < state_.issued.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      for (std::size_t e = 0; e < state_.issued[t].size(); ++e) {
        const Issued& issued = state_.issued[t][e];
        if (!issued.read_done()) continue;
        const LateItems known = result_.memory.ordered_before(
            execution_.view_before(thread, e), events_.access(thread, e), context_.semantics);
        result_.memory.never_after(issued.read, known);
      }
    }
  }

  void join_fences() {
    for (std::size_t f = 0; f < state_.fences.size(); ++f) {
      const OrderedFence& fence = state_.fences[f];
      const InstructionId at = state_.issued[fence.thread][fence.entry].instruction;
      const Scope scope = fence_of(context_.action(fence.thread, at))->scope;
      for (const std::uint16_t cluster : context_.fence_clusters.written(fence.thread, scope)) {
        result_.fences[cluster] |= execution_.at_fence(f);
      }
    }
  }

  std::uint8_t generation_of(ThreadMask cta, Value resource) const {
    for (const CompletedBarrier& done : state_.completed) {
      if (done.cta == cta && done.resource == resource) return done.count;
    }
    return 0;
  }

  // What is being gathered, and Dartagnan's quorums that whoever comes later passes.
  void gather() {
    result_.gatherings.clear();
    const auto add = [&](ThreadMask cta, Value resource, std::uint8_t generation, bool complete) {
      const auto* const view = execution_.gathered(cta, resource, generation);
      if (view == nullptr) return;
      const auto gathering = element_for(result_.gatherings, cta, resource);
      gathering->view = *view;
      gathering->complete = complete;
    };
    if (context_.semantics.reading().barriers_by_instance) {
      for (const CompletedBarrier& done : state_.completed) {
        if (done.quorum) add(done.cta, done.resource, 0, true);
      }
    }
    for (const Generation& generation : state_.barriers.generations()) {
      add(generation.cta, generation.resource, generation_of(generation.cta, generation.resource),
          false);
    }
  }

  const Context& context_;
  const OutOfOrderState& state_;
  const Events& events_;
  const Execution<LateSize>& execution_;
  InOrderState<LateSize> result_;
};

}  // namespace

InOrderState<LateSize> folded(const Context& context, const OutOfOrderState& state,
                              Present* present) {
  if (present == nullptr) {
    Present own(context, state);
    return folded(context, state, &own);
  }
  return present->with([&]<class Known>(const Known& execution) -> InOrderState<LateSize> {
    if constexpr (std::is_same_v<Known, Execution<LateSize>>) {
      return Fold(state, present->events(), execution).run();
    } else {
      return {};  // never: programs that fold have this size
    }
  });
}

}  // namespace opexplore::ptx_model
