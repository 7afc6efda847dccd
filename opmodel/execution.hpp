// One execution of a program as axiomatic models see it: events and relations between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// One event of an execution.
struct ExecutionEvent {
  enum class Kind : std::uint8_t { initial_write, read, write, fence, proxy_fence, barrier };
  Kind kind = Kind::read;
  std::optional<ThreadId> thread;            ///< none: an initial write
  std::optional<InstructionId> instruction;  ///< of that thread
  std::optional<AddressId> address;          ///< accesses; an initial write has its location's
  std::optional<Value> value;                ///< what was read or written
};

/// A relation between events, by their indices, in increasing order.
struct NamedRelation {
  std::string name;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

/// Invariant: the edges are between the events.
struct Execution {
  std::vector<ExecutionEvent> events;    ///< initial writes, then thread by thread
  std::vector<NamedRelation> relations;  ///< po, rf, co, … and all that the model names
  std::vector<std::string> shown = {};   ///< names of relations that the model wants drawn
  /// What those flags of the model speak of that do not hold, and axioms that were made flags, by
  /// their names: a relation that ought to be empty, or without cycles, or without loops.
  std::vector<NamedRelation> broken = {};
};

}  // namespace opexplore
