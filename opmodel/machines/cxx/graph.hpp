// The state of the machine: an execution graph that grows.
//
// Invariant: what a postponed event will read or write is not decided; everything decided stays. A
// graph says which events there are, not in which order the machine ran them, so executions that
// differ only in that are one state.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::cxx {

// WART: cxx-events. Some locks need more.
/// Events that a graph has room for; an execution with that many is given up (Machine::exceeded).
inline constexpr std::size_t max_graph_events = 64;

/// An event: the `index`-th of its thread, in program order.
struct EventName {
  ThreadId thread = 0;
  std::uint8_t index = 0;
  bool operator==(const EventName&) const = default;
  auto operator<=>(const EventName&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// What an event has done so far.
enum class Done : std::uint8_t {
  postponed,  ///< nothing yet: it has its place in program order alone
  fence,
  read,     ///< a load, or a compare-exchange that failed
  write,    ///< a store
  update,   ///< a read-modify-write
  barrier,  ///< an arrival at a barrier of the block
  branch    ///< a jump on `undef` has gone one way: taken if `written` is 1
};

struct GraphEvent {
  InstructionId instruction = 0;
  Done done = Done::postponed;
  std::optional<EventName> source;  ///< of a read or update; nothing: the initial value
  Value written = 0;                ///< by a write or update
  bool undefined = false;           ///< a read or update that gets `undef`: it has no source

  bool reads() const { return done == Done::read || done == Done::update; }
  bool writes() const { return done == Done::write || done == Done::update; }
  bool operator==(const GraphEvent&) const = default;
};

struct State {
  std::vector<std::vector<GraphEvent>> threads;  ///< in program order
  /// Per location, without the initial value. In AMDGPU first those that are not atomic, by name:
  /// they are in no order.
  std::vector<std::vector<EventName>> coherence;
  /// Two accesses that race; looked for only while nothing is postponed, for what is postponed can
  /// still order others. A race stays one whatever the graph grows to.
  std::optional<std::pair<EventName, EventName>> race = {};

  /// By thread and location a write: the thread reads nothing earlier any more. Memory's own steps
  /// put it there where infinite runs are judged; otherwise there are none.
  std::vector<std::vector<std::optional<EventName>>> floors = {};

  const GraphEvent& at(EventName name) const { return threads[name.thread][name.index]; }
  GraphEvent& at(EventName name) { return threads[name.thread][name.index]; }

  std::size_t events() const {
    std::size_t count = 0;
    for (const auto& thread : threads) count += thread.size();
    return count;
  }
};

/// The place of a write in the coherence order of its location, from 1; 0 is the initial value.
inline std::size_t place_of(const std::vector<EventName>& order,
                            const std::optional<EventName>& write) {
  if (!write) return 0;
  std::size_t place = 0;
  while (order[place] != *write) ++place;
  return place + 1;
}

}  // namespace opexplore::cxx
