// What is said of an event that an asynchronous instruction makes (opmodel/asynchronous.hpp),
// beside what every event of a path has.
//
// An operation that goes on by itself has one event in program order, its issue; what it then does
// is apart from it: a read of its descriptor, a read of its source, a write for each destination,
// and a completion for each mbarrier (PTX ISA 9.4, 8.9.1.1).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "axioms/relation.hpp"
#include "opmodel/program.hpp"

namespace opexplore::axioms {

/// The way that an access of an asynchronous operation takes to memory.
enum class Channel : std::uint8_t { generic, asynchronous, tensormap, tensor };

struct AsynchronousEvent {
  enum class Kind : std::uint8_t {
    access,          ///< apart; its PathEvent is a read or a write
    issue,           //
    completion,      ///< apart; what an operation does to an mbarrier in the end
    mbarrier,        ///< an instruction on an mbarrier; of waits those that are true alone
    fence,           //
    group_wait,      //
    cluster_arrive,  //
    cluster_wait,    //
    launch,          ///< `griddepcontrol.launch_dependents`
    grid_wait,       ///< `griddepcontrol.wait`
    tensor_commit    ///< `tcgen05.commit`; its completions are apart
  };
  Kind kind = Kind::access;
  Channel channel = Channel::generic;
  /// Of what operation: accesses, issues and completions. None of a completion that is the arrival
  /// of `cp.async.mbarrier.arrive`.
  std::optional<AsynchronousOperation::Kind> operation;
  EventIndex issue = 0;              ///< of what is apart: its thread's event
  std::optional<EventIndex> anchor;  ///< of what is apart: what its past is taken from
  /// What is apart and comes before: in one operation, and what a completion or a group_wait is the
  /// end of. Events of the same path.
  EventSet before = 0;
  MbarrierOperation::Kind mbarrier = MbarrierOperation::Kind::arrive;  ///< mbarrier, completion
  Value count = 0;           ///< that is counted down, or that init sets; of a wait its parity
  Value bytes = 0;           ///< expected, or completed with
  bool no_complete = false;  ///< `.noComplete`
  std::optional<Value>
      phase;  ///< of an arrival with a result: the parity that the path takes it for
  AsynchronousFence::Kind fence = AsynchronousFence::Kind::async;
  Space space = Space::all;
  std::optional<AddressId> object;      ///< of a fence that speaks of one
  TensorForm form = TensorForm::other;  ///< of an access by an operation on tensor memory
  /// Of a tensor_commit that is for operands alone.
  bool operands_only = false;

  /// Whether program order leaves it out.
  bool apart() const { return kind == Kind::access || kind == Kind::completion; }
  /// Whether it takes place at an mbarrier.
  bool on_mbarrier() const { return kind == Kind::mbarrier || kind == Kind::completion; }
};

/// What a path keeps in mind of its asynchronous operations.
struct InFlight {
  std::array<EventSet, 5> open{};                    ///< by OperationGroup: not committed
  std::array<std::vector<EventSet>, 5> committed{};  ///< by OperationGroup, the oldest first
  EventSet copies = 0;                               ///< of all `cp.async` so far
  std::optional<EventIndex> matrix_fence;            ///< the last `wgmma.fence`
  EventSet tensors = 0;          ///< what a `tcgen05.commit` is for: of all operations so far
  EventSet tensor_operands = 0;  ///< the same of one for operands alone
};

}  // namespace opexplore::axioms
