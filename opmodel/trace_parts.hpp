// What traces and drawings show of states and steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// A named part of a state, for traces: ("P0 view", "x=1 y=0").
struct Component {
  std::string name;
  std::string value;
  bool operator==(const Component&) const = default;
};

/// A memory event of a step, for drawn graphs. Optional: a machine that gives none
/// has traces in text alone.
struct Event {
  enum class Kind : std::uint8_t { read, write, fence, barrier };
  Kind kind = Kind::read;
  AddressId address = 0;  ///< reads and writes alone
  Value value = 0;        ///< reads and writes alone
  /// The machine's stable name of a write, e.g. "P0.1"; of an initial write
  /// "init x" with the location's name. Empty for everything else.
  std::string id;
  std::string reads_from;  ///< a read's write, by its id
  bool operator==(const Event&) const = default;
};

/// Pairs of write ids, earlier first: coherence order, each pair one edge to draw.
using Coherence = std::vector<std::pair<std::string, std::string>>;

/// What a step did, for traces.
struct StepText {
  std::string arguments;                     ///< e.g. "reads x=1 written by P0"
  std::optional<InstructionId> instruction;  ///< the instruction it executes, if one
  /// For a step that reads: why memory could return that value. Empty otherwise.
  std::string reason;
  /// What it did to memory, in program order; a read-modify-write gives its read, then
  /// its write.
  std::vector<Event> events;
};

}  // namespace opexplore
