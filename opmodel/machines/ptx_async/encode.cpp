#include "opmodel/machines/ptx_async/encode.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "opmodel/parts/encoding.hpp"

namespace opexplore::ptx_async {

namespace {

using Places = std::array<EventId, 256>;

// An asynchronous event directly behind that of its instruction. Of one instruction no two have the
// same kind and part.
std::vector<EventId> sorted(const State& state) {
  std::vector<EventId> order;
  for (std::size_t i = 0; i < state.events.size(); ++i) order.push_back(static_cast<EventId>(i));
  const auto place = [&](EventId id) {
    const Event& event = state.events[id];
    const bool behind = is_asynchronous(event.what);
    return std::tuple(event.thread, behind ? event.issue : id, behind, event.what, event.part);
  };
  std::ranges::sort(order, {}, place);
  return order;
}

EventSet moved(const EventSet& set, const Places& places) {
  EventSet result;
  set.for_each([&](std::size_t event) {
    if (places[event] != no_event) result |= EventSet::of(places[event]);
  });
  return result;
}

void put_set(std::string& bytes, const EventSet& set) {
  for (const std::uint64_t word : set.words()) put_unsigned(bytes, word);
}

EventSet get_set(ByteReader& reader) {
  EventSet set;
  for (std::uint64_t& word : set.words()) word = reader.get_unsigned();
  return set;
}

void put(std::string& bytes, const Event& event, const Places& places) {
  const bool ordered = !event.before.empty();
  const bool observes = !event.observed.empty();
  const bool issued = event.issue != no_event;
  put_unsigned(bytes, static_cast<unsigned>(event.what) | unsigned{event.done} << 4U |
                          unsigned{event.wrote} << 5U | unsigned{ordered} << 6U |
                          unsigned{observes} << 7U | unsigned{issued} << 8U);
  put_unsigned(bytes, event.thread);
  put_unsigned(bytes, event.instruction);
  if (issued) {
    put_unsigned(bytes, places[event.issue]);
    put_unsigned(bytes, event.part);
  } else {
    put_unsigned(bytes, event.part);
  }
  put_unsigned(bytes, event.reads_from == no_event ? 0U : places[event.reads_from] + 1U);
  put_unsigned(bytes, event.address);
  put_value(bytes, event.value);
  if (ordered) put_set(bytes, moved(event.before, places));
  if (observes) put_set(bytes, moved(event.observed, places));
}

Event get_event(ByteReader& reader) {
  Event event;
  const std::uint64_t first = reader.get_unsigned();
  event.what = static_cast<Happens>(first & 15U);
  event.done = (first >> 4U & 1U) != 0;
  event.wrote = (first >> 5U & 1U) != 0;
  event.thread = static_cast<ThreadId>(reader.get_unsigned());
  event.instruction = static_cast<InstructionId>(reader.get_unsigned());
  if ((first >> 8U & 1U) != 0) event.issue = static_cast<EventId>(reader.get_unsigned());
  event.part = static_cast<std::uint8_t>(reader.get_unsigned());
  const std::uint64_t source = reader.get_unsigned();
  event.reads_from = source == 0 ? no_event : static_cast<EventId>(source - 1);
  event.address = static_cast<AddressId>(reader.get_unsigned());
  event.value = reader.get_value();
  if ((first >> 6U & 1U) != 0) event.before = get_set(reader);
  if ((first >> 7U & 1U) != 0) event.observed = get_set(reader);
  return event;
}

}  // namespace

void arrange(State& state, const EventSet& gone) {
  std::vector<EventId> order = sorted(state);
  std::erase_if(order, [&](EventId id) { return gone.contains(id); });
  Places places{};
  places.fill(no_event);
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<EventId>(i);
  const auto move = [&](EventId& id) {
    if (id != no_event) id = places[id];
  };
  std::vector<Event> events;
  for (const EventId id : order) {
    Event& event = events.emplace_back(state.events[id]);
    move(event.issue);
    move(event.reads_from);
    event.before = moved(event.before, places);
    event.observed = moved(event.observed, places);
  }
  state.events = std::move(events);
  for (Mbarrier& mbarrier : state.mbarriers) {
    move(mbarrier.init);
    mbarrier.completed = moved(mbarrier.completed, places);
    mbarrier.current = moved(mbarrier.current, places);
  }
  if (state.undefined) move(state.undefined->event);
  for (EventSet& shown : state.shown) shown = moved(shown, places);
}

void encode(const State& state, std::string& bytes) {
  const std::vector<EventId> order = sorted(state);
  Places places{};
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = static_cast<EventId>(i);
  put_unsigned(bytes, order.size());
  for (const EventId id : order) put(bytes, state.events[id], places);
  for (const Mbarrier& mbarrier : state.mbarriers) {
    put_unsigned(bytes, unsigned{mbarrier.valid} | unsigned{mbarrier.phase} << 1U);
    put_value(bytes, mbarrier.expected);
    put_value(bytes, mbarrier.pending);
    put_value(bytes, mbarrier.bytes);
    put_unsigned(bytes, mbarrier.init == no_event ? 0U : places[mbarrier.init] + 1U);
    put_set(bytes, moved(mbarrier.completed, places));
    put_set(bytes, moved(mbarrier.current, places));
  }
  state.barriers.encode(bytes);
  put_unsigned(bytes, state.undefined ? 1 + static_cast<unsigned>(state.undefined->why) : 0);
  if (state.undefined) put_unsigned(bytes, places[state.undefined->event]);
  put_unsigned(bytes, state.cut ? 1 : 0);
  put_unsigned(bytes, state.settled.size());
  for (const Value value : state.settled) put_value(bytes, value);
  for (const EventSet& shown : state.shown) put_set(bytes, moved(shown, places));
}

void decode(std::string_view bytes, const Context& context, State& state) {
  ByteReader reader(bytes);
  state = State();
  for (std::uint64_t left = reader.get_unsigned(); left > 0; --left) {
    state.events.push_back(get_event(reader));
  }
  for (std::size_t i = 0; i < context.mbarrier_locations().size(); ++i) {
    Mbarrier& mbarrier = state.mbarriers.emplace_back();
    const std::uint64_t first = reader.get_unsigned();
    mbarrier.valid = (first & 1U) != 0;
    mbarrier.phase = (first >> 1U & 1U) != 0;
    mbarrier.expected = reader.get_value();
    mbarrier.pending = reader.get_value();
    mbarrier.bytes = reader.get_value();
    const std::uint64_t init = reader.get_unsigned();
    if (init != 0) mbarrier.init = static_cast<EventId>(init - 1);
    mbarrier.completed = get_set(reader);
    mbarrier.current = get_set(reader);
  }
  state.barriers.decode(reader);
  if (const std::uint64_t why = reader.get_unsigned(); why != 0) {
    const auto event = static_cast<EventId>(reader.get_unsigned());
    state.undefined = Undefined{event, static_cast<Undefined::Why>(why - 1)};
  }
  state.cut = reader.get_unsigned() != 0;
  for (std::uint64_t left = reader.get_unsigned(); left > 0; --left) {
    state.settled.push_back(reader.get_value());
  }
  if (!context.judges_runs()) return;
  for (std::size_t t = 0; t < context.program().threads.size(); ++t) {
    state.shown.push_back(get_set(reader));
  }
}

}  // namespace opexplore::ptx_async
