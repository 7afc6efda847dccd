#include "opmodel/machines/cxx/encode.hpp"

#include "opmodel/parts/encoding.hpp"

namespace opexplore::cxx {

namespace {

void put_name(std::string& bytes, EventName name) {
  put_unsigned(bytes, name.thread);
  put_unsigned(bytes, name.index);
}

bool has_value(const GraphEvent& event) { return event.writes() || event.done == Done::branch; }

EventName get_name(ByteReader& reader) {
  const auto thread = static_cast<ThreadId>(reader.get_unsigned());
  return {thread, static_cast<std::uint8_t>(reader.get_unsigned())};
}

}  // namespace

// Per thread its events, each with its instruction, what it has done, and its source (0: none or
// the initial value); per location its writes; the floors; then the race, if there is one.
void encode_graph(const State& state, std::string& bytes) {
  for (const auto& events : state.threads) {
    put_unsigned(bytes, events.size());
    for (const GraphEvent& event : events) {
      put_unsigned(bytes, event.instruction);
      put_unsigned(bytes, static_cast<std::uint64_t>(event.done) * 2 + (event.undefined ? 1 : 0));
      if (event.reads()) {
        put_unsigned(bytes, event.source ? std::uint64_t{event.source->thread} + 1 : 0);
        if (event.source) put_unsigned(bytes, event.source->index);
      }
      if (has_value(event)) put_value(bytes, event.written);
    }
  }
  for (const auto& order : state.coherence) {
    put_unsigned(bytes, order.size());
    for (const EventName write : order) put_name(bytes, write);
  }
  for (const auto& floors : state.floors) {
    for (const auto& write : floors) {
      put_unsigned(bytes, write ? 1 : 0);
      if (write) put_name(bytes, *write);
    }
  }
  put_unsigned(bytes, state.race ? 1 : 0);
  if (state.race) {
    put_name(bytes, state.race->first);
    put_name(bytes, state.race->second);
  }
}

void decode_graph(std::string_view bytes, State& state) {
  ByteReader reader(bytes);
  for (auto& events : state.threads) {
    events.resize(reader.get_unsigned());
    for (GraphEvent& event : events) {
      event.instruction = static_cast<InstructionId>(reader.get_unsigned());
      const std::uint64_t done = reader.get_unsigned();
      event.done = static_cast<Done>(done / 2);
      event.undefined = done % 2 != 0;
      if (event.reads()) {
        const std::uint64_t thread = reader.get_unsigned();
        if (thread != 0) {
          event.source = EventName{static_cast<ThreadId>(thread - 1),
                                   static_cast<std::uint8_t>(reader.get_unsigned())};
        }
      }
      if (has_value(event)) event.written = reader.get_value();
    }
  }
  for (auto& order : state.coherence) {
    order.resize(reader.get_unsigned());
    for (EventName& write : order) write = get_name(reader);
  }
  for (auto& floors : state.floors) {
    for (auto& write : floors) {
      if (reader.get_unsigned() != 0) write = get_name(reader);
    }
  }
  if (reader.get_unsigned() != 0) {
    const EventName first = get_name(reader);
    state.race = std::pair{first, get_name(reader)};
  }
}

}  // namespace opexplore::cxx
