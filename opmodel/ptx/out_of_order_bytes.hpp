// The canonical bytes of out-of-order states. Included by out_of_order.hpp.
#pragma once

#include "opmodel/parts/encoding.hpp"
#include "opmodel/ptx/out_of_order.hpp"

namespace opexplore::ptx_model {

template <unsigned Width>
void OutOfOrderRules<Width>::encode(const State& state, std::string& bytes) const {
  const auto number = [&](std::uint64_t value) { put_unsigned(bytes, value); };
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    number(state.issued[t].size());
    for (const Issued& issued : state.issued[t]) {
      number(issued.instruction);
      const Action& action = context_.action(static_cast<ThreadId>(t), issued.instruction);
      if (std::holds_alternative<Barrier>(action)) {
        number(issued.generation);
        put_value(bytes, issued.resource);
        number(issued.too_late ? 1 : 0);
      } else if (address_of(action)) {
        // none and pending, 0xff and 0xfe, become 0 and 1.
        number(static_cast<std::uint8_t>(issued.read + 2U) ^ 1U);
        number(static_cast<std::uint8_t>(issued.write + 2U) ^ 1U);
      }
    }
  }
  number(state.memory.writes.size());
  for (std::size_t w = 0; w < state.memory.writes.size(); ++w) {
    const Write& write = state.memory.writes[w];
    if (w >= context_.semantics.locations()) {
      number(write.thread);
      number(write.instruction);
      put_value(bytes, write.value);
      number(static_cast<std::uint8_t>(write.rmw_source + 1U));
    }
    number(write.after);
  }
  number(state.fences.size());
  for (const OrderedFence& fence : state.fences) {
    number(fence.thread);
    number(fence.entry);
    number(fence.before);
  }
  state.barriers.encode(bytes);
  number(state.completed.size());
  for (const CompletedBarrier& barrier : state.completed) {
    number(barrier.cta);
    put_value(bytes, barrier.resource);
    number(barrier.count);
  }
  number(state.settled.size());
  for (const Value value : state.settled) put_value(bytes, value);
  number(state.too_many_events ? 1 : 0);
}

template <unsigned Width>
void OutOfOrderRules<Width>::decode(std::string_view bytes, State& state) const {
  ByteReader reader(bytes);
  const auto byte = [&] { return static_cast<std::uint8_t>(reader.get_unsigned()); };
  state = State{};
  state.issued.resize(context_.test.program.threads.size());
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    state.issued[t].resize(reader.get_unsigned());
    for (Issued& issued : state.issued[t]) {
      issued.instruction = static_cast<InstructionId>(reader.get_unsigned());
      const Action& action = context_.action(static_cast<ThreadId>(t), issued.instruction);
      if (std::holds_alternative<Barrier>(action)) {
        issued.generation = byte();
        issued.resource = reader.get_value();
        issued.too_late = byte() != 0;
      } else if (address_of(action)) {
        issued.read = static_cast<std::uint8_t>((byte() ^ 1U) - 2U);
        issued.write = static_cast<std::uint8_t>((byte() ^ 1U) - 2U);
      }
    }
  }
  state.memory.writes.resize(reader.get_unsigned());
  for (std::size_t w = 0; w < state.memory.writes.size(); ++w) {
    Write& write = state.memory.writes[w];
    if (w < context_.semantics.locations()) {
      write.instruction = static_cast<InstructionId>(w);
      write.value = context_.test.program.locations[w].initial;
    } else {
      write.thread = byte();
      write.instruction = static_cast<InstructionId>(reader.get_unsigned());
      write.value = reader.get_value();
      write.rmw_source = static_cast<std::uint8_t>(byte() - 1U);
    }
    write.after = reader.get_unsigned();
  }
  state.fences.resize(reader.get_unsigned());
  for (OrderedFence& fence : state.fences) {
    fence.thread = byte();
    fence.entry = byte();
    fence.before = reader.get_unsigned();
  }
  state.barriers.decode(reader);
  state.completed.resize(reader.get_unsigned());
  for (CompletedBarrier& barrier : state.completed) {
    barrier.cta = reader.get_unsigned();
    barrier.resource = reader.get_value();
    barrier.count = byte();
  }
  state.settled.resize(reader.get_unsigned());
  for (Value& value : state.settled) value = reader.get_value();
  state.too_many_events = reader.get_unsigned() != 0;
}

}  // namespace opexplore::ptx_model
