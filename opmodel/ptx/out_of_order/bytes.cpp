#include "opmodel/ptx/out_of_order/bytes.hpp"

#include <utility>

#include "opmodel/parts/encoding.hpp"
#include "opmodel/ptx/in_order/bytes.hpp"
#include "opmodel/ptx/out_of_order/fold.hpp"

namespace opexplore::ptx_model {

namespace {

void put(std::string& bytes, const Issued& issued, const Action& action) {
  put_unsigned(bytes, issued.instruction);
  if (barrier_of(action) != nullptr) {
    put_unsigned(bytes, issued.generation);
    put_value(bytes, issued.resource);
    put_unsigned(bytes, issued.too_late ? 1 : 0);
  } else if (address_of(action)) {
    // none and pending, 0xff and 0xfe, become 0 and 1.
    put_unsigned(bytes, static_cast<std::uint8_t>(issued.read + 2U) ^ 1U);
    put_unsigned(bytes, static_cast<std::uint8_t>(issued.write + 2U) ^ 1U);
  }
}

std::uint8_t get_byte(ByteReader& reader) {
  return static_cast<std::uint8_t>(reader.get_unsigned());
}

Issued get_issued(ByteReader& reader, const Context& context, ThreadId thread) {
  Issued issued;
  issued.instruction = static_cast<InstructionId>(reader.get_unsigned());
  const Action& action = context.action(thread, issued.instruction);
  if (barrier_of(action) != nullptr) {
    issued.generation = get_byte(reader);
    issued.resource = reader.get_value();
    issued.too_late = get_byte(reader) != 0;
  } else if (address_of(action)) {
    issued.read = static_cast<std::uint8_t>((get_byte(reader) ^ 1U) - 2U);
    issued.write = static_cast<std::uint8_t>((get_byte(reader) ^ 1U) - 2U);
  }
  return issued;
}

void put(std::string& bytes, const LateItems& items) {
  for (const std::uint64_t word : items.words()) put_unsigned(bytes, word);
}

void get(ByteReader& reader, LateItems& items) {
  for (std::uint64_t& word : items.words()) word = reader.get_unsigned();
}

void put(std::string& bytes, const Write<late_words>& write) {
  put_unsigned(bytes, write.thread);
  put_unsigned(bytes, write.instruction);
  put_value(bytes, write.value);
  put_unsigned(bytes, static_cast<std::uint8_t>(write.rmw_source + 1U));
  put(bytes, write.after);
}

void get(ByteReader& reader, Write<late_words>& write) {
  write.thread = get_byte(reader);
  write.instruction = static_cast<InstructionId>(reader.get_unsigned());
  write.value = reader.get_value();
  write.rmw_source = static_cast<std::uint8_t>(get_byte(reader) - 1U);
  get(reader, write.after);
}

// Of the writes of the past it says the rest.
void put(std::string& bytes, const LateMemory& memory, std::size_t of_past) {
  put_unsigned(bytes, memory.writes.size() - of_past);
  for (std::size_t w = 0; w < memory.writes.size(); ++w) {
    const Write<late_words>& write = memory.writes[w];
    if (w >= of_past) {
      put(bytes, write);
    } else {
      put(bytes, write.after);
    }
    if (of_past != 0) put(bytes, write.not_after);
  }
}

void get(ByteReader& reader, LateMemory& memory, const Past& past) {
  memory.writes.resize(past.writes() + reader.get_unsigned());
  for (std::size_t w = 0; w < memory.writes.size(); ++w) {
    Write<late_words>& write = memory.writes[w];
    if (w >= past.writes()) {
      get(reader, write);
    } else {
      write = past->memory.writes[w];
      get(reader, write.after);
    }
    if (past.writes() != 0) get(reader, write.not_after);
  }
}

// Of states that come one after the other, many have the same.
void get(const Context& context, ByteReader& reader, Past& past) {
  if (!context.folds) {
    if (!past || !is_beginning(context, past)) past = beginning(context);
    return;
  }
  const std::size_t size = reader.get_unsigned();
  const std::string_view bytes(reader.take(size), size);
  if (past && past.bytes() == bytes) return;
  InOrderState<LateSize> state;
  decode(context, bytes, state);
  past = Past(std::move(state), std::string(bytes));
}

}  // namespace

void encode(const Context& context, const OutOfOrderState& state, std::string& bytes) {
  const auto number = [&](std::uint64_t value) { put_unsigned(bytes, value); };
  if (context.folds) {
    number(state.past.bytes().size());
    bytes += state.past.bytes();
  }
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    number(state.issued[t].size());
    for (const Issued& issued : state.issued[t]) {
      put(bytes, issued, context.action(thread, issued.instruction));
    }
  }
  put(bytes, state.memory, state.past.writes());
  number(state.fences.size());
  for (const OrderedFence& fence : state.fences) {
    number(fence.thread);
    number(fence.entry);
    put(bytes, fence.before);
  }
  state.barriers.encode(bytes);
  number(state.completed.size());
  for (const CompletedBarrier& barrier : state.completed) {
    number(barrier.cta);
    put_value(bytes, barrier.resource);
    number(std::uint64_t{barrier.count} << 1U | (barrier.quorum ? 1U : 0U));
  }
  number(state.settled.size());
  for (const Value value : state.settled) put_value(bytes, value);
  number(static_cast<std::uint64_t>(state.beyond));
}

void decode(const Context& context, std::string_view bytes, OutOfOrderState& state) {
  const Program& program = context.test.program;
  ByteReader reader(bytes);
  Past past = std::move(state.past);
  state = OutOfOrderState{};
  get(context, reader, past);
  state.past = std::move(past);
  state.issued.resize(program.threads.size());
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    state.issued[t].resize(reader.get_unsigned());
    for (Issued& issued : state.issued[t]) {
      issued = get_issued(reader, context, static_cast<ThreadId>(t));
    }
  }
  get(reader, state.memory, state.past);
  state.fences.resize(reader.get_unsigned());
  for (OrderedFence& fence : state.fences) {
    fence.thread = get_byte(reader);
    fence.entry = get_byte(reader);
    get(reader, fence.before);
  }
  state.barriers.decode(reader);
  state.completed.resize(reader.get_unsigned());
  for (CompletedBarrier& barrier : state.completed) {
    barrier.cta = reader.get_unsigned();
    barrier.resource = reader.get_value();
    const std::uint64_t count = reader.get_unsigned();
    barrier.count = static_cast<std::uint8_t>(count >> 1U);
    barrier.quorum = (count & 1U) != 0;
  }
  state.settled.resize(reader.get_unsigned());
  for (Value& value : state.settled) value = reader.get_value();
  state.beyond = static_cast<LateLimit>(reader.get_unsigned());
}

}  // namespace opexplore::ptx_model
