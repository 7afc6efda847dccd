#include "opmodel/pipeline/path.hpp"

#include <algorithm>
#include <utility>

namespace opexplore::pipeline {

namespace {

bool before(const InFlight& a, const InFlight& b) {
  return std::pair(a.access.thread, a.access.instruction) <
         std::pair(b.access.thread, b.access.instruction);
}

}  // namespace

Path::Path(const Test& test, const MachineOptions& options, const PathForm& form)
    : core_(test, options, number_of(sms_setting, options)), form_(form) {}

bool Path::same_path(ThreadId a, ThreadId b) const {
  const Plan& plan = core_.plan();
  return form_.per_warp ? plan.warp(a) == plan.warp(b) : plan.sm(a) == plan.sm(b);
}

bool Path::in_order(const InFlight& a, const InFlight& b) const {
  return same_place(a, b) || (form_.warp_order && same_warp(a.access.thread, b));
}

// The list is a normal form, and the entry comes after everything in it. It can stand anywhere
// behind the last one with which it must stay in order; the lexicographically first list has it
// before the first entry there that is greater.
void Path::insert(PathState& state, const InFlight& entry) const {
  auto& list = state.in_flight;
  std::size_t place = list.size();
  while (place > 0 && !in_order(list[place - 1], entry)) --place;
  while (place < list.size() && before(list[place], entry)) ++place;
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(place), entry);
}

// What was behind the entry may now stand before what it could not pass with it there.
void Path::remove(PathState& state, std::size_t entry) const {
  const auto behind = state.in_flight.begin() + static_cast<std::ptrdiff_t>(entry) + 1;
  const SmallVector<InFlight, 8> rest(behind, state.in_flight.end());
  state.in_flight.resize(entry);
  for (const InFlight& other : rest) insert(state, other);
}

Counters Path::counters(const PathState& state, ThreadId thread) const {
  Counters result;
  for (const InFlight& entry : state.in_flight) {
    const Planned& what = planned(entry);
    if (!same_warp(thread, entry) || !counts(what.location)) continue;
    result.loads += what.reads ? 1 : 0;
    result.stores += what.writes ? 1 : 0;
  }
  return result;
}

Counters Path::fenced(const PathState& state, ThreadId thread) const {
  Counters result;
  for (const InFlight& entry : state.in_flight) {
    const Planned& what = planned(entry);
    if (!entry.fenced || !same_warp(thread, entry)) continue;
    result.loads += what.reads ? 1 : 0;
    result.stores += what.writes ? 1 : 0;
  }
  return result;
}

bool Path::is_next(const PathState& state, std::size_t entry) const {
  const InFlight& mine = state.in_flight[entry];
  return std::none_of(state.in_flight.begin(),
                      state.in_flight.begin() + static_cast<std::ptrdiff_t>(entry),
                      [&](const InFlight& other) { return same_place(other, mine); });
}

bool Path::is_behind_own_warp(const PathState& state, std::size_t entry) const {
  const ThreadId thread = state.in_flight[entry].access.thread;
  return std::any_of(state.in_flight.begin(),
                     state.in_flight.begin() + static_cast<std::ptrdiff_t>(entry),
                     [&](const InFlight& other) { return same_warp(thread, other); });
}

const InFlight* Path::own_store(const PathState& state, std::size_t entry) const {
  const InFlight& mine = state.in_flight[entry];
  for (std::size_t i = entry; i-- > 0;) {
    const InFlight& other = state.in_flight[i];
    if (!same_place(other, mine)) continue;
    const Planned& what = planned(other);
    const bool own = other.access.thread == mine.access.thread;
    return own && what.writes && !what.reads ? &other : nullptr;
  }
  return nullptr;
}

void Path::enter(PathState& state, ThreadId thread) const {
  insert(state, {core_.issue(state.core, thread), false});
}

void Path::complete(PathState& state, std::size_t entry) const {
  core_.complete(state.core, state.in_flight[entry].access);
  remove(state, entry);
}

void Path::complete_with(PathState& state, std::size_t entry, Value value) const {
  core_.complete_with(state.core, state.in_flight[entry].access, value);
  remove(state, entry);
}

void Path::mark(PathState& state, ThreadId thread) const {
  for (InFlight& entry : state.in_flight) {
    if (same_warp(thread, entry) && counts(planned(entry).location)) entry.fenced = true;
  }
}

std::size_t Path::count(const PathState& state, ThreadId thread) const {
  return static_cast<std::size_t>(
      std::count_if(state.in_flight.begin(), state.in_flight.end(),
                    [&](const InFlight& entry) { return entry.access.thread == thread; }));
}

bool Path::waits_for_room(const PathState& state, ThreadId thread) const {
  const InstructionId next = state.core.threads[thread].pc;
  const auto same = std::ranges::count_if(state.in_flight, [&](const InFlight& entry) {
    return entry.access.thread == thread && entry.access.instruction == next;
  });
  return static_cast<std::size_t>(same) >= liveness_window;
}

std::string_view Path::exceeded(const PathState& state) const {
  if (state.in_flight.size() > max_in_flight) {
    for (std::size_t t = 0; t < state.core.threads.size(); ++t) {
      if (count(state, static_cast<ThreadId>(t)) > max_in_flight) {
        return "a thread has more than 32 accesses in flight";
      }
    }
  }
  return core_.exceeded(state.core);
}

void Path::encode(const PathState& state, std::string& bytes) const {
  core_.encode(state.core, bytes);
  put_unsigned(bytes, state.in_flight.size());
  for (const InFlight& entry : state.in_flight) {
    core_.encode_access(entry.access, bytes);
    if (form_.marks_fences) put_unsigned(bytes, entry.fenced ? 1 : 0);
  }
}

void Path::decode(std::string_view bytes, PathState& state) const {
  ByteReader reader(bytes);
  core_.decode(reader, state.core);
  state.in_flight.resize(reader.get_unsigned());
  for (InFlight& entry : state.in_flight) {
    entry.access = core_.decode_access(reader, state.core);
    entry.fenced = form_.marks_fences && reader.get_unsigned() != 0;
  }
}

}  // namespace opexplore::pipeline
