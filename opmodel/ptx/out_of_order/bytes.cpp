#include "opmodel/ptx/out_of_order/bytes.hpp"

#include <utility>

#include "opmodel/parts/encoding.hpp"
#include "opmodel/ptx/in_order/bytes.hpp"
#include "opmodel/ptx/out_of_order/fold.hpp"

namespace opexplore::ptx_model {

namespace {

void put(ByteWriter& out, const Issued& issued, const Action& action) {
  out.put_unsigned(issued.instruction);
  if (barrier_of(action) != nullptr) {
    out.put_unsigned(issued.generation);
    out.put_value(issued.resource);
    out.put_unsigned(issued.too_late ? 1 : 0);
  } else if (address_of(action)) {
    // none and pending, 0xff and 0xfe, become 0 and 1.
    out.put_unsigned(static_cast<std::uint8_t>(issued.read + 2U) ^ 1U);
    out.put_unsigned(static_cast<std::uint8_t>(issued.write + 2U) ^ 1U);
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

void put(ByteWriter& out, const LateItems& items) {
  for (const std::uint64_t word : items.words()) out.put_unsigned(word);
}

void get(ByteReader& reader, LateItems& items) {
  for (std::uint64_t& word : items.words()) word = reader.get_unsigned();
}

void put(ByteWriter& out, const Write<late_words>& write) {
  out.put_unsigned(write.thread);
  out.put_unsigned(write.instruction);
  out.put_value(write.value);
  out.put_unsigned(static_cast<std::uint8_t>(write.rmw_source + 1U));
  put(out, write.after);
}

void get(ByteReader& reader, Write<late_words>& write) {
  write.thread = get_byte(reader);
  write.instruction = static_cast<InstructionId>(reader.get_unsigned());
  write.value = reader.get_value();
  write.rmw_source = static_cast<std::uint8_t>(get_byte(reader) - 1U);
  get(reader, write.after);
}

// Of the writes of the past it says the rest.
void put(ByteWriter& out, const LateMemory& memory, std::size_t of_past) {
  out.put_unsigned(memory.writes.size() - of_past);
  for (std::size_t w = 0; w < memory.writes.size(); ++w) {
    const Write<late_words>& write = memory.writes[w];
    if (w >= of_past) {
      put(out, write);
    } else {
      put(out, write.after);
    }
    if (of_past != 0) put(out, write.not_after);
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

// So many integers at most are written of each part.
constexpr std::size_t of_entry = 4;
constexpr std::size_t of_write = 4 + 2 * late_words;
constexpr std::size_t of_fence = 2 + late_words;
constexpr std::size_t of_completed = 3;

void put_events(const Context& context, const OutOfOrderState& state, std::string& bytes) {
  std::size_t entries = 0;
  for (const IssuedList& log : state.issued) entries += log.size();
  ByteWriter out(bytes, state.issued.size() + of_entry * entries + 1 +
                            of_write * state.memory.writes.size() + 1 +
                            of_fence * state.fences.size());
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    out.put_unsigned(state.issued[t].size());
    for (const Issued& issued : state.issued[t]) {
      put(out, issued, context.action(thread, issued.instruction));
    }
  }
  put(out, state.memory, state.past.writes());
  out.put_unsigned(state.fences.size());
  for (const OrderedFence& fence : state.fences) {
    out.put_unsigned(fence.thread);
    out.put_unsigned(fence.entry);
    put(out, fence.before);
  }
}

void put_rest(const OutOfOrderState& state, std::string& bytes) {
  ByteWriter out(bytes, 1 + of_completed * state.completed.size() + 1 + state.settled.size() + 1);
  out.put_unsigned(state.completed.size());
  for (const CompletedBarrier& barrier : state.completed) {
    out.put_unsigned(barrier.cta);
    out.put_value(barrier.resource);
    out.put_unsigned(std::uint64_t{barrier.count} << 1U | (barrier.quorum ? 1U : 0U));
  }
  out.put_unsigned(state.settled.size());
  for (const Value value : state.settled) out.put_value(value);
  out.put_unsigned(static_cast<std::uint64_t>(state.beyond));
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
  if (context.folds) {
    put_unsigned(bytes, state.past.bytes().size());
    bytes += state.past.bytes();
  }
  put_events(context, state, bytes);
  state.barriers.encode(bytes);
  put_rest(state, bytes);
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
