// The PTX machine for programs whose loads never need to run late: each thread
// executes in program order; loads choose among the writes that their thread
// does not know to be overwritten.
//
// Exact whenever Semantics::lateness() names nothing (docs/machines-ptx.md):
// then every consistent execution has an order of its events that respects
// program order and reads-from, and the axioms can be checked as events arrive.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/parts/small_vector.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/final_state.hpp"
#include "opmodel/ptx/knowledge.hpp"

namespace opexplore::ptx_model {

/// One thread of the machine.
template <unsigned Width>
struct InOrderThread {
  InstructionId pc = 0;
  SmallVector<Value, 4> registers;  ///< dead ones are zero
  Knowledge<Width> knowledge;
  bool operator==(const InOrderThread&) const = default;
};

/// What the threads that have arrived at a barrier bring with them.
template <unsigned Width>
struct Gathering {
  ThreadMask cta = 0;
  Value resource = 0;
  View<Width> view;
  bool complete = false;  ///< Dartagnan's quorum reached: later arrivals pass
  bool operator==(const Gathering&) const = default;
};

template <unsigned Width>
struct InOrderState {
  SmallVector<InOrderThread<Width>, 4> threads;
  Memory memory;
  SmallVector<Message<Width>, 8> messages;  ///< per write
  Barriers barriers;
  std::vector<Gathering<Width>> gatherings;
  /// Once all threads are done: the settled value of the first observed locations.
  SmallVector<Value, 2> settled;
  bool too_many_writes = false;
  bool operator==(const InOrderState&) const = default;
};

/// The rules. Each takes a state and the choices it names, and gives perhaps a next state.
template <unsigned Width>
class InOrderRules {
 public:
  using State = InOrderState<Width>;

  explicit InOrderRules(const Context& context) : context_(context) {}

  State initial() const;
  bool all_finished(const State& state) const;
  bool final(const State& state) const;

  /// Calls sink(Step, State&&) for the enabled steps of the thread. Returns whether
  /// a spinning iteration was left out.
  template <class Sink>
  bool for_each_step(const State& state, ThreadId thread, Sink&& sink) const;

  /// Racing writes to a location settle: any last one may stay (PTX ISA 8.9.6).
  template <class Sink>
  void settle(const State& state, Sink&& sink) const;

  void encode(const State& state, std::string& bytes) const;
  void decode(std::string_view bytes, State& state) const;

  /// Registers of all threads and observed memory of a final state.
  Outcome outcome(const State& state) const;

 private:
  std::optional<State> load(const State& state, ThreadId thread, std::size_t source) const;
  template <class Sink>
  bool atomic(const State& state, ThreadId thread, std::size_t source, Sink&& sink) const;
  template <class Sink>
  void store(const State& state, ThreadId thread, Sink&& sink) const;
  State fence(const State& state, ThreadId thread) const;
  State proxy_fence(const State& state, ThreadId thread) const;
  std::optional<State> barrier(const State& state, ThreadId thread) const;
  State local(const State& state, ThreadId thread) const;

  bool observe(State& state, ThreadId thread, const Access& access, std::size_t source) const;
  template <class Emit>
  void write(State state, ThreadId thread, const Access& access, Value value, std::uint8_t source,
             Emit&& emit) const;
  void join_fences(State& state, ThreadId thread, Scope scope) const;
  void advance(State& state, ThreadId thread) const;
  void settle_thread(State& state, ThreadId thread) const;
  void release_barriers(State& state) const;
  void forget(State& state) const;
  bool spins(const State& before, const State& after, ThreadId thread) const;

  template <class F>
  static void for_each_view(State& state, F&& f);

  const Context& context_;
};

template <unsigned Width>
template <class F>
void InOrderRules<Width>::for_each_view(State& state, F&& f) {
  const auto scoped = [&](ScopedViews<Width>& views) {
    for (View<Width>& view : views) f(view);
  };
  for (auto& thread : state.threads) {
    f(thread.knowledge.view);
    scoped(thread.knowledge.released);
    scoped(thread.knowledge.fenced);
    for (auto& waiting : thread.knowledge.address_released) scoped(waiting.views);
  }
  for (auto& message : state.messages) {
    for (auto& source : message) scoped(source.views);
  }
  for (auto& gathering : state.gatherings) f(gathering.view);
}

template <unsigned Width>
InOrderState<Width> InOrderRules<Width>::initial() const {
  State state;
  const Program& program = context_.test.program;
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    Write write;
    write.instruction = static_cast<InstructionId>(l);
    write.value = program.locations[l].initial;
    state.memory.writes.push_back(write);
    state.messages.emplace_back();
  }
  for (const Thread& thread : program.threads) {
    auto& mine = state.threads.emplace_back();
    for (const Register& reg : thread.registers) mine.registers.push_back(reg.initial);
  }
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    settle_thread(state, static_cast<ThreadId>(t));
  }
  release_barriers(state);
  forget(state);
  return state;
}

template <unsigned Width>
bool InOrderRules<Width>::all_finished(const State& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (!context_.finished(static_cast<ThreadId>(t), state.threads[t].pc)) return false;
  }
  return state.barriers.waiting() == 0;
}

template <unsigned Width>
bool InOrderRules<Width>::final(const State& state) const {
  return all_finished(state) && state.settled.size() == context_.observed_locations.size();
}

template <unsigned Width>
void InOrderRules<Width>::advance(State& state, ThreadId thread) const {
  ++state.threads[thread].pc;
  if (state.barriers.waits(thread)) {
    auto& mine = state.threads[thread];
    context_.liveness.clear_dead(thread, mine.pc, span_of(mine.registers));
  } else {
    settle_thread(state, thread);
  }
  release_barriers(state);
  forget(state);
}

// Runs the local instructions that follow, or at least clears dead registers.
template <unsigned Width>
void InOrderRules<Width>::settle_thread(State& state, ThreadId thread) const {
  auto& mine = state.threads[thread];
  if (context_.options.fuse_local) {
    context_.local.run(thread, mine.pc, span_of(mine.registers));
  } else {
    context_.liveness.clear_dead(thread, mine.pc, span_of(mine.registers));
  }
}

// Those who wait at a complete barrier go on, knowing what everybody brought.
template <unsigned Width>
void InOrderRules<Width>::release_barriers(State& state) const {
  if (!context_.barriers.has_barriers()) return;
  while (true) {
    SmallVector<InstructionId, max_threads> pcs;
    for (const auto& thread : state.threads) pcs.push_back(thread.pc);
    const auto generation =
        state.barriers.take_completed(context_.barriers, span_of(std::as_const(pcs)));
    if (!generation) return;
    auto place = state.gatherings.begin();
    while (place->cta != generation->cta || place->resource != generation->resource) ++place;
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      if ((generation->waiting & thread_bit(thread)) == 0) continue;
      auto& mine = state.threads[t];
      const auto pc = static_cast<InstructionId>(mine.pc - 1);
      if (!std::get<Barrier>(context_.action(thread, pc)).arrive) {
        mine.knowledge.view |= place->view;
      }
      settle_thread(state, thread);
    }
    if (context_.semantics.reading().barriers_by_instance && generation->quorum) {
      place->complete = true;
    } else {
      state.gatherings.erase(place);
    }
  }
}

// Drops what no remaining instruction can use.
template <unsigned Width>
void InOrderRules<Width>::forget(State& state) const {
  if (!context_.options.forget_dead && !all_finished(state)) return;
  Future any;
  bool anybody_acquires = false;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const Future& future = context_.futures[t][state.threads[t].pc];
    anybody_acquires = anybody_acquires || future.acquire_fence || future.acquire_loads != 0;
    any |= future;
  }
  const Semantics& semantics = context_.semantics;
  ItemSet alive = 0;     // writes whose location is accessed again
  ItemSet readable = 0;  // writes that strong reads may still observe
  ItemSet written = 0;   // writes whose location is written again
  for (std::size_t w = semantics.locations(); w < state.memory.writes.size(); ++w) {
    const Write& each = state.memory.writes[w];
    const Access& access = semantics.access(each.thread, each.instruction);
    if (((any.reads | any.writes) & place(access.location)) != 0) alive |= item(w);
    if ((any.strong_reads & place(access.address)) != 0) readable |= item(w);
    if ((any.writes & place(access.location)) != 0) written |= item(w);
  }
  for (std::size_t w = 0; w < semantics.locations(); ++w) {
    if ((any.writes & place(w)) != 0) written |= item(w);
  }
  ItemSet observed = 0;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    auto& knowledge = state.threads[t].knowledge;
    const auto thread = static_cast<ThreadId>(t);
    const Future& future = context_.futures[t][state.threads[t].pc];
    const bool done =
        context_.finished(thread, state.threads[t].pc) && !state.barriers.waits(thread);
    if (done) knowledge.view = {};
    if (!future.acquire_fence) {
      ItemSet useful = 0;
      for_each_item(knowledge.observed, [&](std::size_t w) {
        const Write& each = state.memory.writes[w];
        const Access& access = semantics.access(each.thread, each.instruction);
        if ((future.acquire_loads & place(access.address)) != 0) useful |= item(w);
      });
      knowledge.observed = useful;
    }
    observed |= knowledge.observed;
    if (future.strong_writes == 0 || !anybody_acquires) knowledge.released = {};
    std::erase_if(knowledge.address_released, [&](const AddressRelease<Width>& waiting) {
      return !anybody_acquires || (future.strong_writes & place(waiting.address)) == 0;
    });
    bool other_fences = false;
    for (std::size_t u = 0; u < state.threads.size(); ++u) {
      other_fences = other_fences || (u != t && context_.futures[u][state.threads[u].pc].fence_sc);
    }
    if (!other_fences) knowledge.fenced = {};
  }
  for (std::size_t w = 0; w < state.messages.size(); ++w) {
    if (!anybody_acquires || !contains(readable | observed, w)) state.messages[w].clear();
    if (!contains(written, w)) {
      state.memory.writes[w].not_after = 0;
      state.memory.writes[w].rmw_source = Write::none;
    }
  }
  for_each_view(state, [&](View<Width>& view) {
    for (ItemSet& stage : view.stage) stage &= alive;
  });
}

template <unsigned Width>
bool InOrderRules<Width>::spins(const State& before, const State& after, ThreadId thread) const {
  const auto& from = before.threads[thread];
  const auto& to = after.threads[thread];
  return context_.options.prune_spins &&
         context_.spins.returns(thread, from.pc, span_of(from.registers), to.pc,
                                span_of(to.registers));
}

template <unsigned Width>
template <class Sink>
void InOrderRules<Width>::settle(const State& state, Sink&& sink) const {
  settle_location(
      context_, state.memory, state.settled.size(), [&](std::size_t write, Value value) {
        State next = state;
        next.settled.push_back(value);
        sink(Step{static_cast<std::uint8_t>(RuleId::settle), 0, static_cast<std::uint16_t>(write)},
             std::move(next));
      });
}

template <unsigned Width>
Outcome InOrderRules<Width>::outcome(const State& state) const {
  return outcome_of(context_, span_of(state.settled), [&](RegisterTerm term) {
    return state.threads[term.thread].registers[term.reg];
  });
}

}  // namespace opexplore::ptx_model

#include "opmodel/ptx/in_order_bytes.hpp"
#include "opmodel/ptx/in_order_rules.hpp"
