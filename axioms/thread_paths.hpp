// Every way one thread can run, with the values it reads left symbolic.
//
// A path fixes the outcome of each branch and of each compare-and-swap; the choice is
// a constraint on read values, checked once reads-from is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "axioms/asynchronous_events.hpp"
#include "axioms/relation.hpp"
#include "axioms/unsupported.hpp"
#include "opmodel/amdgpu.hpp"
#include "opmodel/program.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore::axioms {

/// Index into Path::expressions.
using ExpressionIndex = std::uint32_t;

/// A value in terms of what the thread read.
struct Expression {
  enum class Kind : std::uint8_t { constant, read, arithmetic, atomic, compare_and_swap };
  Kind kind = Kind::constant;
  Value constant = 0;
  EventIndex read = 0;  ///< event of the same path
  ArithmeticOp arithmetic = ArithmeticOp::move;
  NumberType type = NumberType::s64;
  AtomicOp atomic = AtomicOp::add;
  /// arithmetic: operands; atomic: old, operand; compare_and_swap: old, new, expected.
  ExpressionIndex first = 0, second = 0, third = 0;
};

/// One event of a path.
struct PathEvent {
  enum class Kind : std::uint8_t {
    read,
    write,
    fence,
    proxy_fence,
    device_operation,
    barrier,
    asynchronous  ///< neither of these: `asynchronous` says what
  };
  Kind kind = Kind::read;
  AddressId address = 0;
  Proxy proxy = Proxy::generic;
  /// Reads: weak, relaxed, acquire or sc; writes: weak, relaxed, release or sc; fences as written.
  Order order = Order::weak;
  Scope scope = Scope::sys;  ///< meaningless when weak
  Annotation annotation = Annotation::none;
  ProxyFenceKind proxy_fence = ProxyFenceKind::alias;
  bool atomic = false;                 ///< of an atomic, also a failed compare-and-swap
  std::optional<EventIndex> rmw_read;  ///< of an atomic's write: its read
  ExpressionIndex value = 0;           ///< what a write stores
  /// Earlier reads of the path that the address, the value and being executed depend on.
  EventSet address_from = 0, data_from = 0, control_from = 0;
  bool arrive = false;                                 ///< barrier alone
  Value instance = 0;                                  ///< barrier alone
  std::optional<ExpressionIndex> id, quorum, members;  ///< barrier alone
  InstructionId instruction = 0;
  std::optional<VulkanEvent> vulkan;  ///< its tags, in Vulkan; scope and barriers' order are there
  std::optional<AmdgpuEvent> amdgpu;  ///< likewise in AMDGPU, of all but barriers
  /// Of what asynchronous instructions make, accesses too. Where it is on an mbarrier, `address` is
  /// that.
  std::optional<AsynchronousEvent> asynchronous;

  /// Whether program order leaves it out.
  bool apart() const { return asynchronous && asynchronous->apart(); }
};
using EventKind = PathEvent::Kind;

/// What must be true of read values for the path to be the one taken.
struct Constraint {
  Comparison comparison = Comparison::equal;
  ExpressionIndex left = 0, right = 0;
  bool expected = true;
  bool branch = false;  ///< of a jump, not of a compare-and-swap
};

/// Where a thread stays for ever.
enum class Stuck : std::uint8_t { no, at_start, at_barrier, at_cluster_wait, at_grid_wait };

struct Path {
  std::vector<PathEvent> events;  ///< in program order
  std::vector<Expression> expressions;
  std::vector<Constraint> constraints;
  std::vector<ExpressionIndex> registers;  ///< final values
  /// Then this is all that it does; of a barrier it has the event, of other waits not.
  Stuck stuck = Stuck::no;
};

/// A path that was cut at a limit, as far as it came.
struct CutPath {
  Path path;
  EventSet control = 0;            ///< the reads that whatever follows depends on by a branch
  std::vector<AddressId> written;  ///< what may be written behind the cut, in increasing order
};

struct Paths {
  std::vector<Path> paths;
  bool bound_hit = false;     ///< a path was cut at a limit and is missing
  std::vector<CutPath> cut;   ///< these, if they are not too many
  bool too_many_cut = false;  ///< then `cut` is empty
};

struct PathOptions {
  bool failed_cas_writes = false;  ///< a failed cas writes the old value back
  unsigned backward_jumps = 2;     ///< per path; what jumps more often is cut
  unsigned steps = 10'000;         ///< instructions per path
  std::size_t paths = 4096;        ///< per thread; more are refused
  Language language = Language::ptx;
  const Program* asynchronous = nullptr;  ///< then its asynchronous instructions are run
  const Program* amdgpu = nullptr;        ///< the program, if it is one for AMDGPU
  bool stuck = false;                     ///< paths that stay somewhere too
};

class IdleIterations;

/// All paths of the thread within the limits; with `idle` those alone that keep no more idle
/// iterations than it says, and jumps back in these do not count. Throws Unsupported.
Paths paths_of(const Thread& thread, const PathOptions& options,
               const IdleIterations* idle = nullptr);

}  // namespace opexplore::axioms
