// The bytes of states.
#include <algorithm>

#include "opmodel/machines/vulkan/machine.hpp"
#include "opmodel/parts/encoding.hpp"

namespace opexplore::vulkan {

namespace {

// Sets have as many words as the events need.
std::size_t words_for(const State& state) { return (state.events.size() + 63) / 64; }

void put_set(std::string& bytes, const EventSet& set, std::size_t words) {
  for (std::size_t word = 0; word < words; ++word) put_unsigned(bytes, set.words()[word]);
}
EventSet get_set(ByteReader& reader, std::size_t words) {
  EventSet set;
  for (std::size_t word = 0; word < words; ++word) set.words()[word] = reader.get_unsigned();
  return set;
}

// One more than the event, and 0 for none.
void put_event(std::string& bytes, EventId event) {
  put_unsigned(bytes, event == no_event ? 0 : event + 1U);
}
EventId get_event(ByteReader& reader) {
  const std::uint64_t number = reader.get_unsigned();
  return number == 0 ? no_event : static_cast<EventId>(number - 1);
}

template <class Number>
Number get(ByteReader& reader) {
  return static_cast<Number>(reader.get_unsigned());
}

void put_optional(std::string& bytes, const std::optional<Value>& value) {
  put_unsigned(bytes, value ? 1 : 0);
  if (value) put_value(bytes, *value);
}
std::optional<Value> get_optional(ByteReader& reader) {
  if (reader.get_unsigned() == 0) return std::nullopt;
  return reader.get_value();
}

void put_events(std::string& bytes, const State& state) {
  put_unsigned(bytes, state.events.size());
  for (const Event& event : state.events) {
    put_unsigned(bytes, event.operation);
    put_event(bytes, event.reads_from);
    put_event(bytes, event.read_half);
  }
  const std::size_t words = words_for(state);
  for (const Ordered& ordered : state.ordered) {
    put_set(bytes, ordered.location_order, words);
    put_set(bytes, ordered.before, words);
  }
}
void get_events(ByteReader& reader, State& state, bool exact) {
  state.events.resize(reader.get_unsigned());
  for (Event& event : state.events) {
    event.operation = get<OperationId>(reader);
    event.reads_from = get_event(reader);
    event.read_half = get_event(reader);
  }
  const std::size_t words = words_for(state);
  state.ordered.resize(exact ? state.events.size() : 0);
  for (Ordered& ordered : state.ordered) {
    ordered.location_order = get_set(reader, words);
    ordered.before = get_set(reader, words);
  }
}

void put_knowledge(std::string& bytes, const State& state) {
  const std::size_t words = words_for(state);
  for (const auto* const sets :
       {&state.known, &state.start, &state.released, &state.through, &state.pending}) {
    for (const EventSet& set : *sets) put_set(bytes, set, words);
  }
  put_unsigned(bytes, state.handed.size());
  for (const Handed& handed : state.handed) {
    put_unsigned(bytes, handed.release);
    put_unsigned(bytes, handed.mask);
    put_set(bytes, handed.events, words);
  }
  put_unsigned(bytes, state.stamps.size());
  for (const Stamp& stamp : state.stamps) {
    put_unsigned(bytes, stamp.write);
    put_unsigned(bytes, static_cast<unsigned>(stamp.kind) * 256U + stamp.places);
    put_unsigned(bytes, stamp.by);
  }
}
void get_knowledge(ByteReader& reader, State& state) {
  const std::size_t words = words_for(state);
  for (auto* const sets :
       {&state.known, &state.start, &state.released, &state.through, &state.pending}) {
    for (EventSet& set : *sets) set = get_set(reader, words);
  }
  state.handed.resize(reader.get_unsigned());
  for (Handed& handed : state.handed) {
    handed.release = get<EventId>(reader);
    handed.mask = get<std::uint8_t>(reader);
    handed.events = get_set(reader, words);
  }
  state.stamps.resize(reader.get_unsigned());
  for (Stamp& stamp : state.stamps) {
    stamp.write = get<EventId>(reader);
    const std::uint64_t both = reader.get_unsigned();
    stamp.kind = static_cast<Stamp::Kind>(both / 256);
    stamp.places = static_cast<ChainPlaces>(both % 256);
    stamp.by = get<EventId>(reader);
  }
}

// What memory has brought to threads is there only where infinite runs are judged, or all is
// brought at once.
void put_messages(std::string& bytes, const State& state, bool brings) {
  const std::size_t words = words_for(state);
  put_unsigned(bytes, state.messages.size());
  for (const Message& message : state.messages) {
    put_unsigned(bytes, message.location * 2U + (message.bound ? 1U : 0U));
    put_event(bytes, message.write);
    put_value(bytes, message.value);
    put_set(bytes, message.sources, words);
    if (brings) put_unsigned(bytes, message.brought);
  }
}
void get_messages(ByteReader& reader, State& state, bool brings) {
  const std::size_t words = words_for(state);
  state.messages.resize(reader.get_unsigned());
  for (Message& message : state.messages) {
    const std::uint64_t both = reader.get_unsigned();
    message.location = static_cast<LocationId>(both / 2);
    message.bound = both % 2 != 0;
    message.write = get_event(reader);
    message.value = reader.get_value();
    message.sources = get_set(reader, words);
    message.brought = brings ? reader.get_unsigned() : 0;
  }
}

void put_reach(std::string& bytes, std::optional<VulkanScope> reach) {
  put_unsigned(bytes, reach ? static_cast<std::uint64_t>(*reach) + 1 : 0);
}
std::optional<VulkanScope> get_reach(ByteReader& reader) {
  const std::uint64_t coded = reader.get_unsigned();
  if (coded == 0) return std::nullopt;
  return static_cast<VulkanScope>(coded - 1);
}

void put_late(std::string& bytes, const State& state) {
  const std::size_t words = words_for(state);
  put_unsigned(bytes, state.late.size());
  for (const LateRead& late : state.late) {
    put_event(bytes, late.event);
    put_set(bytes, late.before, words);
    put_set(bytes, late.after, words);
    put_event(bytes, late.write.event);
    if (late.write.event == no_event) continue;
    put_value(bytes, late.write.operand);
    put_set(bytes, late.write.before, words);
    put_set(bytes, late.write.after, words);
    put_set(bytes, late.write.sources, words);
  }
}
void get_late(ByteReader& reader, State& state) {
  const std::size_t words = words_for(state);
  state.late.assign(reader.get_unsigned(), {});
  for (LateRead& late : state.late) {
    late.event = get_event(reader);
    late.before = get_set(reader, words);
    late.after = get_set(reader, words);
    late.write.event = get_event(reader);
    if (late.write.event == no_event) continue;
    late.write.operand = reader.get_value();
    late.write.before = get_set(reader, words);
    late.write.after = get_set(reader, words);
    late.write.sources = get_set(reader, words);
  }
}

void put_instances(std::string& bytes, const State& state) {
  const std::size_t words = words_for(state);
  put_unsigned(bytes, state.instances.size());
  for (const Instance& instance : state.instances) {
    put_unsigned(bytes, instance.members);
    put_value(bytes, instance.number);
    put_optional(bytes, instance.id);
    put_reach(bytes, instance.reach);
    put_optional(bytes, instance.quorum);
    put_unsigned(bytes, instance.open ? 1 : 0);
    put_unsigned(bytes, instance.arrived.size());
    for (const Member& member : instance.arrived) {
      put_unsigned(bytes, member.thread);
      put_unsigned(bytes, member.operation);
      put_event(bytes, member.event);
      put_set(bytes, member.released, words);
    }
  }
}
void get_instances(ByteReader& reader, State& state) {
  const std::size_t words = words_for(state);
  state.instances.resize(reader.get_unsigned());
  for (Instance& instance : state.instances) {
    instance.members = reader.get_unsigned();
    instance.number = reader.get_value();
    instance.id = get_optional(reader);
    instance.reach = get_reach(reader);
    instance.quorum = get_optional(reader);
    instance.open = reader.get_unsigned() != 0;
    instance.arrived.resize(reader.get_unsigned());
    for (Member& member : instance.arrived) {
      member.thread = get<ThreadId>(reader);
      member.operation = get<OperationId>(reader);
      member.event = get_event(reader);
      member.released = get_set(reader, words);
    }
  }
}

}  // namespace

void Machine::encode(const State& state, std::string& bytes) const {
  for (const InstructionId at : state.next) put_unsigned(bytes, at);
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const auto registers = context_.registers(state, thread);
    for (const RegisterId reg : context_.liveness.live(thread, state.next[index])) {
      put_value(bytes, registers[reg]);
    }
  }
  put_unsigned(bytes, state.race ? 1U + static_cast<unsigned>(state.race->missing) : 0U);
  if (state.race) {
    put_unsigned(bytes, state.race->first);
    put_unsigned(bytes, state.race->second);
  }
  put_unsigned(bytes, state.started);
  put_events(bytes, state);
  put_knowledge(bytes, state);
  put_messages(bytes, state, options_.liveness || !context_.brought.empty());
  put_instances(bytes, state);
  if (context_.late.any()) put_late(bytes, state);
}

void Machine::decode(std::string_view bytes, State& state) const {
  ByteReader reader(bytes);
  for (InstructionId& at : state.next) at = get<InstructionId>(reader);
  std::ranges::fill(state.registers, 0);
  for (std::size_t index = 0; index < state.next.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    const auto registers = context_.registers(state, thread);
    for (const RegisterId reg : context_.liveness.live(thread, state.next[index])) {
      registers[reg] = reader.get_value();
    }
  }
  state.race.reset();
  if (const std::uint64_t raced = reader.get_unsigned(); raced != 0) {
    Race race;
    race.missing = static_cast<Missing>(raced - 1);
    race.first = get<OperationId>(reader);
    race.second = get<OperationId>(reader);
    state.race = race;
  }
  state.started = reader.get_unsigned();
  state.refuted = false;
  get_events(reader, state, context_.exact);
  get_knowledge(reader, state);
  get_messages(reader, state, options_.liveness || !context_.brought.empty());
  get_instances(reader, state);
  if (context_.late.any()) get_late(reader, state);
}

}  // namespace opexplore::vulkan
