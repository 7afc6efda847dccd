// What traces and drawings show of states and steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/program.hpp"
#include "opmodel/write_ref.hpp"

namespace opexplore {

/// A named part of a state, for traces: ("P0 view", "x=1 y=0").
struct Component {
  std::string name;
  std::string value;
  bool operator==(const Component&) const = default;
};

/// A memory event of a step. Optional: a machine that gives none has traces in text alone.
struct Event {
  enum class Kind : std::uint8_t { read, write, fence, barrier };
  Kind kind = Kind::read;
  AddressId address = 0;                   ///< reads and writes alone
  Value value = 0;                         ///< reads and writes alone
  std::optional<WriteRef> wrote = {};      ///< a write, where the machine says which it is
  std::optional<WriteRef> read_from = {};  ///< likewise of a read
  bool operator==(const Event&) const = default;
};

/// Pairs of writes, earlier first: coherence order, each pair one edge to draw.
using Coherence = std::vector<std::pair<WriteRef, WriteRef>>;

/// What a step did, for traces.
struct StepText {
  std::string arguments;                     ///< e.g. "reads x=1 written by P0"
  std::optional<InstructionId> instruction;  ///< the instruction it executes, if one
  /// For a step that reads: why memory could return that value. Empty otherwise.
  std::string reason;
  /// What it did to memory, in program order; a read-modify-write gives its read, then
  /// its write.
  std::vector<Event> events;
  /// The write whose value its location keeps at the end, of a step that chooses it.
  std::optional<WriteRef> last = {};
};

}  // namespace opexplore
