// Why an outcome of a machine is possible: the reads that a synchronised execution would not
// give, what would have to be there for each, and whether that forbids it. Plain values: text,
// JSON, SARIF and drawings write the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"
#include "opmodel/phrase.hpp"

namespace opexplore {

/// What an access did that a coherent, fully synchronised execution would not.
enum class Fault : std::uint8_t {
  stale,      ///< a read: a newer write had reached its thread
  too_new,    ///< a read: the write that it took follows from it
  too_early,  ///< a write: coherence order puts it before one that it follows
  lost        ///< a read-modify-write: another write came between its two halves
};
std::string_view to_string(Fault fault);  ///< "stale", "too new", "too early", "lost"

/// A write of the execution, or the initial one of its location.
struct NamedWrite {
  std::optional<ThreadId> thread;  ///< none: initial
  InstructionId instruction = 0;
  AddressId address = 0;  ///< as the instruction names it
  Value value = 0;
};

/// An access that is to blame.
struct Culprit {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  std::size_t step = 0;  ///< its number in the trace, from 1; 0 in an execution without steps
  Fault fault = Fault::stale;
  AddressId address = 0;             ///< as the instruction names it
  Value value = 0;                   ///< what it read, or wrote
  std::optional<NamedWrite> source;  ///< of a read: what it read
  /// The newest write that it would have to read; that which follows from it; that which it should
  /// come after.
  std::optional<NamedWrite> instead;
};

/// Which part of a synchronisation a row is about.
enum class RowKind : std::uint8_t {
  release,
  acquire,
  scope,
  proxy,
  sc,
  barrier,
  fence,         ///< that drains a store buffer
  semantics,     ///< of Vulkan: the storage classes that an operation orders
  availability,  ///< likewise: of what is written
  visibility     ///< likewise: to what reads
};
enum class RowStatus : std::uint8_t {
  ok,         ///< it is there
  missing,    ///< the relation is absent, and adding it counts (Why::verified)
  not_needed  ///< the outcome is forbidden without it; without remedies: nothing is asked of the
              ///< kind
};
std::string_view to_string(RowKind kind);      ///< "release", …
std::string_view to_string(RowStatus status);  ///< "ok", "missing", "not needed"

/// What an instruction, or a place between two, would have to be.
struct Edit {
  enum class Where : std::uint8_t { at, before, after };
  Where where = Where::at;
  ThreadId thread = 0;
  InstructionId instruction = 0;  ///< of the program as it is
  Action action;                  ///< in its place, or what is inserted
  std::string text;               ///< "ld.acquire.gpu at line 6", "fence.acq_rel.gpu after line 6"
  /// Not of others that have the same text: together with theirs it is one change of the source.
  bool alone = false;
};

/// Edits that do the same together.
using Remedy = std::vector<Edit>;

/// A line of the checklist.
struct WhyRow {
  RowKind kind = RowKind::release;
  RowStatus status = RowStatus::ok;
  ThreadId thread = 0;
  InstructionId instruction = 0;  ///< its line and text are shown
  Phrase remark;                  ///< "publishes x=42"; "is relaxed: it does not acquire"
  /// Of a row that is not ok: ways to mend it, the first of which stands for the row wherever
  /// several are tried together. Others are left out if they are not enough.
  std::vector<Remedy> remedies = {};
  bool elsewhere = false;     ///< not on this trace's cycle: of another way to the same outcome
  bool enough_alone = false;  ///< Why::verified: adding this one forbids the outcome
};

/// What forbids, or would forbid, a set of culprits.
struct Violation {
  std::vector<Culprit> culprits;
  std::vector<WhyRow> rows;
  /// All missing rows together forbid the outcome, and each of them is needed: the machine says so.
  bool verified = false;
  std::string unverified = {};  ///< why not, in one sentence; empty if it is, or nothing is missing
};

/// What is said of one read of the trace, in its order.
struct ReadReason {
  std::size_t step = 0;  ///< number, from 1
  Phrase reason;
};

/// Why the outcome at the end of a trace is possible.
struct Why {
  std::vector<Violation> violations;  ///< empty: an interleaving gives the outcome
  std::vector<ReadReason> reads;
  Phrase sentence;  ///< all of it in one sentence
};

}  // namespace opexplore
