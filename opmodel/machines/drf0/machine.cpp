#include "opmodel/machines/drf0/machine.hpp"

#include <algorithm>

namespace opexplore::drf0 {

namespace {

// Threads that no longer meet a racing pair may be run first only if that ends: the reduction of
// `sc` keeps final and stuck states, and a loop without end in front of a race would hide it.
MachineOptions safe(const Test& test, MachineOptions options) {
  for (const Thread& thread : test.program.threads) {
    if (has_backward_jump(thread)) options.split_components = false;
  }
  return options;
}

}  // namespace

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions&) {
  const std::size_t count = test.program.threads.size();
  if (count <= max_mask_threads) return std::nullopt;
  return Refusal{"the program has " + std::to_string(count) + " threads; drf0 runs at most " +
                 std::to_string(max_mask_threads)};
}

Machine::Machine(const Test& test, const MachineOptions& options)
    : test_(test),
      forget_(options.forget_dead),
      sc_(test),
      base_(test, safe(test, options), sc::Purpose::races),
      context_(test.program) {}

State Machine::initial() const {
  State state;
  state.base = base_.initial();
  state.known.assign(context_.rows.size(), 0);
  state.orders.resize(context_.plan.threads());
  state.writers.resize(context_.plan.contended());
  return state;
}

// A failed cas writes nothing.
bool Machine::writes(const sc::State& state, ThreadId thread) const {
  const Action& action = sc_.next(state, thread)->action;
  const Value old = state.memory[test_.program.addresses[*address_of(action)].location];
  return value_written(action, sc_.frame.registers(state, thread), old).has_value();
}

State Machine::watched(const State& state, Step step, sc::State&& next) const {
  State after{{}, state.known, state.orders, state.writers, state.gathered, state.race};
  after.base = std::move(next);
  const InstructionId at = state.base.next[step.thread];
  const Planned& planned = context_.plan.at(step.thread, at);
  switch (planned.kind) {
    case Planned::Kind::access:
      access(context_, after, {step.thread, at, writes(state.base, step.thread)});
      break;
    case Planned::Kind::fence:
      fence(context_, after, step.thread, planned);
      break;
    case Planned::Kind::sync:
    case Planned::Kind::arrive:
    case Planned::Kind::silent:
      break;
  }
  if (sc_.barriers.has_barriers()) watch_barriers(state, step.thread, after);
  if (forget_) forget(context_, after, after.base.next);
  return after;
}

// `sc` arrives and takes complete generations out in one step: those that were there, or came with
// this arrival, and are gone.
void Machine::watch_barriers(const State& state, ThreadId thread, State& after) const {
  Barriers barriers = state.base.barriers;
  const InstructionId at = state.base.next[thread];
  const Action& action = sc_.next(state.base, thread)->action;
  if (const Barrier* const barrier = barrier_of(action)) {
    const Arrival arrival = arrival_of(*barrier, sc_.frame.registers(state.base, thread));
    barriers.arrive(sc_.barriers, thread, arrival);
    arrive(context_, after, thread, at, {sc_.barriers.cta(thread), arrival.resource, 0, 0, {}});
  }
  const auto remaining = after.base.barriers.generations();
  for (const Generation& generation : barriers.generations()) {
    const bool remains = std::ranges::any_of(remaining, [&](const Generation& one) {
      return one.cta == generation.cta && one.resource == generation.resource;
    });
    if (!remains) leave(context_, after, generation);
  }
}

// After a race nothing but it is left to write. The memory comes last: its machine reads to the
// end.
void Machine::encode(const State& state, std::string& bytes) const {
  if (state.race) {
    put_unsigned(bytes, 1 + static_cast<std::uint64_t>(state.race->kind));
    put_unsigned(bytes, state.race->first);
    put_unsigned(bytes, state.race->first_writes ? 1 : 0);
    put_unsigned(bytes, state.race->location);
    put_unsigned(bytes, state.race->second);
    put_unsigned(bytes, state.race->at);
  } else {
    put_unsigned(bytes, 0);
    for (const std::uint64_t word : state.known) put_unsigned(bytes, word);
    encode_order(state, bytes);
  }
  base_.encode(state.base, bytes);
}

void Machine::encode_order(const State& state, std::string& bytes) const {
  for (const ThreadOrder& order : state.orders) {
    put_unsigned(bytes, (order.any ? 1U : 0U) | (order.reads_alone ? 2U : 0U) |
                            (static_cast<unsigned>(order.before) << 2U) |
                            (static_cast<unsigned>(order.fence) << 4U) | (order.stored ? 64U : 0U));
    if (!order.any) continue;
    put_unsigned(bytes, order.location);
    put_unsigned(bytes, order.pending);
    put_unsigned(bytes, order.owed);
  }
  for (const Writer& writer : state.writers) {
    put_unsigned(bytes, static_cast<unsigned>(writer.thread) * 4U + writer.strong);
  }
  if (!sc_.barriers.has_barriers()) return;
  put_unsigned(bytes, state.gathered.size());
  for (const Gathered& gathered : state.gathered) {
    put_unsigned(bytes, gathered.cta);
    put_value(bytes, gathered.resource);
    for (const std::uint64_t word : gathered.known) put_unsigned(bytes, word);
  }
}

void Machine::decode(std::string_view bytes, State& state) const {
  ByteReader reader(bytes);
  const std::uint64_t raced = reader.get_unsigned();
  state.race.reset();
  if (raced == 0) {
    for (std::uint64_t& word : state.known) word = reader.get_unsigned();
    decode_order(reader, state);
  } else {
    decode_race(reader, state);
    state.race->kind = static_cast<Race::Kind>(raced - 1);
  }
  const auto read = static_cast<std::size_t>(reader.take(0) - bytes.data());
  base_.decode(bytes.substr(read), state.base);
}

void Machine::decode_race(ByteReader& reader, State& state) const {
  Race race;
  race.first = static_cast<ThreadId>(reader.get_unsigned());
  race.first_writes = reader.get_unsigned() != 0;
  race.location = static_cast<LocationId>(reader.get_unsigned());
  race.second = static_cast<ThreadId>(reader.get_unsigned());
  race.at = static_cast<InstructionId>(reader.get_unsigned());
  found(state, race);
}

void Machine::decode_order(ByteReader& reader, State& state) const {
  for (ThreadOrder& order : state.orders) {
    order = {};
    const std::uint64_t bits = reader.get_unsigned();
    order.any = (bits & 1) != 0;
    order.reads_alone = (bits & 2) != 0;
    order.stored = (bits & 64) != 0;
    order.before = static_cast<Rank>(bits >> 2 & 3);
    order.fence = static_cast<Rank>(bits >> 4 & 3);
    if (!order.any) continue;
    order.location = static_cast<LocationId>(reader.get_unsigned());
    order.pending = static_cast<std::uint8_t>(reader.get_unsigned());
    order.owed = reader.get_unsigned();
  }
  for (Writer& writer : state.writers) {
    const std::uint64_t both = reader.get_unsigned();
    writer = {static_cast<ThreadId>(both / 4), static_cast<Rank>(both % 4)};
  }
  state.gathered.clear();
  if (!sc_.barriers.has_barriers()) return;
  state.gathered.resize(reader.get_unsigned());
  for (Gathered& gathered : state.gathered) {
    gathered.cta = reader.get_unsigned();
    gathered.resource = reader.get_value();
    gathered.known.resize(context_.plan.words());
    for (std::uint64_t& word : gathered.known) word = reader.get_unsigned();
  }
}

}  // namespace opexplore::drf0
