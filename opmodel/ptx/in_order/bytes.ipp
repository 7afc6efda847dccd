#pragma once

#include <span>

#include "opmodel/ptx/in_order/bytes.hpp"
#include "opmodel/ptx/in_order/state_writer.ipp"

namespace opexplore::ptx_model {

namespace {

// Which parts of a thread follow, and which of a write.
constexpr std::uint64_t has_view = 1;
constexpr std::uint64_t has_released = 2;
constexpr std::uint64_t has_observed = 4;
constexpr std::uint64_t has_address_released = 8;
constexpr std::uint64_t has_floor = 16;
constexpr std::uint64_t has_passed_over = 32;  // it awaits a write
constexpr std::uint64_t has_after = 1;
constexpr std::uint64_t has_not_after = 2;
constexpr std::uint64_t has_message = 4;
constexpr std::uint64_t has_source = 8;

constexpr std::uint64_t bit_if(bool present, std::uint64_t bit) { return present ? bit : 0; }

template <class Size>
void put(StateWriter<Size>& out, const InOrderThread<Size>& thread,
         std::span<const RegisterId> live) {
  const Knowledge<Size>& knowledge = thread.knowledge;
  const View<Size> no_view{};
  const std::uint64_t parts = bit_if(knowledge.view != no_view, has_view) |
                              bit_if(!is_empty<Size>(knowledge.released), has_released) |
                              bit_if(!knowledge.observed.empty(), has_observed) |
                              bit_if(!knowledge.address_released.empty(), has_address_released) |
                              bit_if(!thread.floor.empty(), has_floor) |
                              bit_if(thread.awaits, has_passed_over);
  out.numbers(thread.pc, parts);
  for (const RegisterId reg : live) out.value(thread.registers[reg]);
  if (thread.awaits) out.set(thread.passed_over);
  if ((parts & has_floor) != 0) out.set(thread.floor);
  if ((parts & has_view) != 0) out.view(knowledge.view);
  if ((parts & has_released) != 0) out.views(knowledge.released);
  if ((parts & has_observed) != 0) out.set(knowledge.observed);
  if ((parts & has_address_released) == 0) return;
  out.number(knowledge.address_released.size());
  for (const auto& waiting : knowledge.address_released) {
    out.number(waiting.address);
    out.number(waiting.surface_headed ? 1 : 0);
    out.views(waiting.views);
  }
}

// Into a thread that may be of another state: its vectors keep their memory.
template <class Size>
void get(StateReader<Size>& in, InOrderThread<Size>& thread, std::span<const RegisterId> live) {
  Knowledge<Size>& knowledge = thread.knowledge;
  knowledge.view = {};
  knowledge.released = {};
  knowledge.observed = {};
  knowledge.address_released.clear();
  thread.floor = {};
  thread.passed_over = {};
  const std::uint64_t parts = in.number();
  for (const RegisterId reg : live) thread.registers[reg] = in.value();
  thread.awaits = (parts & has_passed_over) != 0;
  if (thread.awaits) thread.passed_over = in.set();
  if ((parts & has_floor) != 0) thread.floor = in.set();
  if ((parts & has_view) != 0) in.view(knowledge.view);
  if ((parts & has_released) != 0) in.views(knowledge.released);
  if ((parts & has_observed) != 0) knowledge.observed = in.set();
  if ((parts & has_address_released) == 0) return;
  knowledge.address_released.resize(in.number());
  for (auto& waiting : knowledge.address_released) {
    waiting.address = static_cast<AddressId>(in.number());
    waiting.surface_headed = in.number() != 0;
    in.views(waiting.views);
  }
}

template <class Size>
void put(StateWriter<Size>& out, const Write<Size::words>& write, const Message<Size>& message) {
  const std::uint64_t parts = bit_if(!write.after.empty(), has_after) |
                              bit_if(!write.not_after.empty(), has_not_after) |
                              bit_if(!message.empty(), has_message) |
                              bit_if(write.rmw_source != Write<Size::words>::none, has_source);
  out.numbers(parts, write.thread, write.instruction, out.zigzag(write.value));
  if ((parts & has_after) != 0) out.set(write.after);
  if ((parts & has_not_after) != 0) out.set(write.not_after);
  if ((parts & has_source) != 0) out.number(write.rmw_source);
  if ((parts & has_message) == 0) return;
  out.number(message.size());
  for (const auto& source : message) {
    out.number(source.thread);
    out.number(source.surface_headed ? 1 : 0);
    out.views(source.views);
  }
}

template <class Size>
void get(StateReader<Size>& in, Write<Size::words>& write, Message<Size>& message) {
  const std::uint64_t parts = in.number();
  write = {};
  message.clear();
  write.thread = static_cast<ThreadId>(in.number());
  write.instruction = static_cast<InstructionId>(in.number());
  write.value = in.value();
  if ((parts & has_after) != 0) write.after = in.set();
  if ((parts & has_not_after) != 0) write.not_after = in.set();
  if ((parts & has_source) != 0) write.rmw_source = static_cast<std::uint8_t>(in.number());
  if ((parts & has_message) == 0) return;
  message.resize(in.number());
  for (auto& source : message) {
    source.thread = static_cast<ThreadId>(in.number());
    source.surface_headed = in.number() != 0;
    in.views(source.views);
  }
}

template <class Size>
void put(StateWriter<Size>& out, const Gathering<Size>& gathering) {
  out.number(gathering.cta);
  out.value(gathering.resource);
  out.view(gathering.view);
  out.number(gathering.complete ? 1 : 0);
}

template <class Size>
void get(StateReader<Size>& in, Gathering<Size>& gathering) {
  gathering.cta = in.number();
  gathering.resource = in.value();
  in.view(gathering.view);
  gathering.complete = in.number() != 0;
}

// Of the pairs those alone that are part of the state.
template <class Size>
void put(StateWriter<Size>& out, const Racing<Size>& racing, bool keeps_found) {
  out.slots(racing.done);
  for (const auto& observed : racing.observed) out.slots(observed);
  if (!keeps_found) return;
  out.number(racing.found.size());
  for (const RacingPair& pair : racing.found) {
    out.number(pair.first_thread);
    out.number(pair.first);
    out.number(pair.second_thread);
    out.number(pair.second);
  }
}

template <class Size>
void get(StateReader<Size>& in, Racing<Size>& racing, std::size_t writes, bool keeps_found) {
  racing.done = in.slots();
  racing.observed.resize(writes);
  for (auto& observed : racing.observed) observed = in.slots();
  racing.found.clear();
  if (!keeps_found) return;
  racing.found.resize(in.number());
  for (RacingPair& pair : racing.found) {
    pair.first_thread = static_cast<ThreadId>(in.number());
    pair.first = static_cast<InstructionId>(in.number());
    pair.second_thread = static_cast<ThreadId>(in.number());
    pair.second = static_cast<InstructionId>(in.number());
  }
}

template <class Size>
void put(StateWriter<Size>& out, const LocationOrder<Size>& order) {
  const auto maybe = [&](const typename Size::Items& set) {
    out.number(set.empty() ? 0 : 1);
    if (!set.empty()) out.set(set);
  };
  for (const auto& set : order.before) maybe(set);
  for (const auto& set : order.passed) maybe(set);
  out.number(order.reads.size());
  for (const OrderedRead<Size>& read : order.reads) {
    out.number(read.source);
    out.number(read.thread);
    out.number(read.instruction);
    out.set(read.before);
  }
}

template <class Size>
void get(StateReader<Size>& in, LocationOrder<Size>& order, std::size_t writes,
         std::size_t places) {
  const auto maybe = [&](typename Size::Items& set) {
    set = in.number() != 0 ? in.set() : typename Size::Items{};
  };
  order.before.resize(writes);
  for (auto& set : order.before) maybe(set);
  order.passed.resize(places);
  for (auto& set : order.passed) maybe(set);
  order.reads.resize(in.number());
  for (OrderedRead<Size>& read : order.reads) {
    read.source = static_cast<std::uint8_t>(in.number());
    read.thread = static_cast<ThreadId>(in.number());
    read.instruction = static_cast<InstructionId>(in.number());
    read.before = in.set();
  }
}

template <class Size>
void put(StateWriter<Size>& out, const OpenFence<Size>& fence) {
  const bool empty = fence == OpenFence<Size>{};
  out.number(empty ? 0 : 1);
  if (empty) return;
  out.view(fence.known);
  out.set(fence.met);
  out.set(fence.made);
  out.number(fence.met_initial);
}

template <class Size>
void get(StateReader<Size>& in, OpenFence<Size>& fence) {
  fence = {};
  if (in.number() == 0) return;
  in.view(fence.known);
  fence.met = in.set();
  fence.made = in.set();
  fence.met_initial = in.number();
}

}  // namespace

template <class Size>
void encode(const Context& context, const InOrderState<Size>& state, std::string& bytes) {
  const std::size_t writes = state.memory.writes.size();
  StateWriter<Size> out(context, writes, bytes);
  out.number(writes << 1U | (state.too_many_writes ? 1U : 0U));
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto& thread = state.threads[t];
    put(out, thread, context.liveness.live(static_cast<ThreadId>(t), thread.pc));
  }
  for (std::size_t w = 0; w < writes; ++w) {
    put(out, state.memory.writes[w], state.messages[w]);
  }
  for (const View<Size>& fences : state.fences) {
    const bool known = fences != View<Size>{};
    out.number(known ? 1 : 0);
    if (known) out.view(fences);
  }
  if (context.barriers.has_barriers()) {
    state.barriers.encode(out.flushed());
    out.number(state.gatherings.size());
    for (const auto& gathering : state.gatherings) put(out, gathering);
  }
  out.number(state.settled.size());
  for (const Value value : state.settled) out.value(value);
  if (!context.ordered_addresses.empty()) put(out, state.order);
  if constexpr (Size::leaves_fences_open) {
    for (const auto& fence : state.open_fences) put(out, fence);
  }
  if constexpr (Size::finds_races) put(out, state.racing, context.keeps_races);
}

template <class Size>
void decode(const Context& context, std::string_view bytes, InOrderState<Size>& state) {
  const Program& program = context.test.program;
  StateReader<Size> in(context, bytes);
  const std::uint64_t head = in.number();
  const std::size_t writes = head >> 1U;
  state.too_many_writes = (head & 1U) != 0;
  in.expect_writes(writes);
  state.threads.resize(program.threads.size());
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    auto& thread = state.threads[t];
    thread.pc = static_cast<InstructionId>(in.number());
    thread.registers.assign(program.threads[t].registers.size(), Value{0});
    get(in, thread, context.liveness.live(static_cast<ThreadId>(t), thread.pc));
  }
  state.memory.writes.resize(writes);
  state.messages.resize(writes);
  for (std::size_t w = 0; w < writes; ++w) {
    get(in, state.memory.writes[w], state.messages[w]);
  }
  state.fences.resize(context.fence_clusters.count());
  for (View<Size>& fences : state.fences) {
    fences = {};
    if (in.number() != 0) in.view(fences);
  }
  if (context.barriers.has_barriers()) {
    state.barriers.decode(in.bytes());
    state.gatherings.assign(in.number(), {});
    for (auto& gathering : state.gatherings) get(in, gathering);
  }
  state.settled.resize(in.number());
  for (Value& value : state.settled) value = in.value();
  if (!context.ordered_addresses.empty()) {
    get(in, state.order, writes, context.ordered_addresses.places());
  }
  if constexpr (Size::leaves_fences_open) {
    state.open_fences.resize(context.fence_slots.count());
    for (auto& fence : state.open_fences) get(in, fence);
  }
  if constexpr (Size::finds_races) get(in, state.racing, writes, context.keeps_races);
}

}  // namespace opexplore::ptx_model
