// The one language that kernels are read into: what their instructions do, decoded once. A function
// is a list of them; jumps name places in it. Nothing here knows how PTX or SPIR-V is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "code/compute.hpp"
#include "code/matrix.hpp"
#include "code/operand.hpp"
#include "code/type.hpp"
#include "opmodel/asynchronous.hpp"
#include "opmodel/program.hpp"

namespace opexplore::code {

/// A load, a store or a read-modify-write, which operands are of the first two: a register or
/// several, and a place in memory.
struct Access {
  enum class Kind : std::uint8_t { load, store, update };
  Kind kind = Kind::load;
  Type type;  ///< of an element
  std::uint32_t elements = 1;
  std::optional<Space> space = {};
  std::optional<Order> order = {};
  std::optional<Scope> scope = {};
  std::optional<AtomicOp> op = {};  ///< of an update
  bool complements = false;         ///< it writes the complement of what the operation gives
  Order failure = Order::relaxed;   ///< of a compare-exchange that fails
  Annotation annotation = Annotation::none;
  bool read_only = false;  ///< of memory that nobody writes
};

/// Waiting for the threads of a CTA, or telling them. Operands are the number of the barrier, how
/// many threads it waits for, and what a reduction combines.
struct BarrierOperation {
  /// Of truths, which the result is: how many hold, whether all do, whether some do.
  enum class Reduction : std::uint8_t { none, count, all, any };
  Value instance = 0;  ///< tells the barrier instructions of a module apart
  bool arrives = false;
  bool aligned = false;
  bool counted = false;  ///< a number of threads is there
  bool orders = true;    ///< accesses in front of it before those behind it; else fences do
  Reduction reduction = Reduction::none;
};

/// What lanes of a warp do together: the last operand, but of active_mask, says which ones.
struct WarpOperation {
  enum class Kind : std::uint8_t {
    barrier,
    active_mask,
    shuffle_up,
    shuffle_down,
    shuffle_butterfly,
    shuffle_index,
    vote_all,
    vote_any,
    vote_uniform,
    vote_ballot,
    match_any,
    match_all,
    reduction,
    election
  };
  Kind kind = Kind::barrier;
  Type type = {};
  ArithmeticOp op = ArithmeticOp::add;  ///< of a reduction; `less` and `greater`: who is so
};

/// What goes on by itself, waits for that, or orders it (opmodel/asynchronous.hpp). Where `what`
/// has addresses, registers and numbers the operands say which: behind the result, if there is one,
/// the addresses in the order of for_each_address(), of several destinations one; then the number
/// that is its operand, or the bytes that it expects; of a copy how many bytes are copied, and how
/// many of them are read, if both are there; of a multicast the mask of CTAs. The descriptor of a
/// tensor copy has the coordinates among its parts, behind its base; no bytes are said.
struct Asynchronous {
  AsynchronousAction what;
  Type type;               ///< of what is stored or combined
  bool multicast = false;  ///< each CTA of a mask is a destination
};

/// Of an address in shared memory: the same place in the CTA of a rank in the cluster, or the rank
/// of the CTA whose it is.
struct ClusterAddress {
  bool rank = false;
};

/// Memory of the function's own: some more of it, where it ends, and back to there.
struct StackOperation {
  enum class Kind : std::uint8_t { allocate, save, restore };
  Kind kind = Kind::save;
  Type type;  ///< of the operand
};

/// Takes time, and does nothing else.
struct Pause {};
/// Changes nothing that a program can see.
struct Hint {};

/// Goes on elsewhere, at an index into Function::instructions; behind the last one is the end.
struct Jump {
  std::size_t target = 0;
};
/// Leaves the function.
struct Return {};
/// Ends the thread.
struct Exit {};

/// The function is the operand behind the results, and arguments follow it.
struct Call {};

/// The thread goes wrong, and ends.
struct Stop {
  enum class Kind : std::uint8_t { assertion, trap, undefined };
  Kind kind = Kind::trap;
};

/// What is not understood: refused where some thread executes it.
struct Refusal {
  SourcePlace place;
  std::string message;
  std::string suggestion;
  bool computes = false;  ///< it computes results from operands, and does nothing else
};

using Operation =
    std::variant<Hint, Compute, Access, Fence, ProxyFence, BarrierOperation, WarpOperation,
                 MatrixProduct, MatrixTransfer, FragmentTransfer, FragmentProduct, Asynchronous,
                 ClusterAddress, StackOperation, Pause, Jump, Return, Exit, Call, Stop, Refusal>;

/// The truth on which an instruction is executed.
struct Guard {
  Operand reg;
  bool negated = false;
};

struct Instruction {
  Operation operation;
  std::optional<Guard> guard = {};
  std::vector<Operand> operands;  ///< the results, then what is read
  std::size_t results = 0;
  SourcePlace place;                         ///< for messages
  std::string name;                          ///< as the source calls it
  std::optional<SourcePlace> of_waves = {};  ///< where it says that its scope is a warp
  /// Where it says that it orders accesses to its own space alone, or to one, if it is a fence.
  std::optional<SourcePlace> of_one_space = {};
};

}  // namespace opexplore::code
