// What PTX 8 and 9 add to the accesses of a thread: operations that run on by themselves, objects
// that count what has completed, fences between the proxies that they go by, barriers of a cluster,
// dependent grids, tensor memory (PTX ISA 9.4, chapter 8 and 9.7.9 to 9.7.17).
//
// An asynchronous operation is not in program order: it comes after what was before its
// instruction (8.9.1.1), and nothing later comes after it but through its completion.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <variant>
#include <vector>

#include "opmodel/elements.hpp"

namespace opexplore {

/// What a location is. An mbarrier's initial value is the count it was initialised with, 0 if it
/// was not; a tensormap's stands for its contents, and is an address's number if it points to it.
/// Tensor memory is beside shared memory in its CTA (9.7.16.1), and has the same region. An ending
/// is no memory, but what conditions ask by its name, `undef` or `deadlock`: 1 if the execution
/// ends so, 0 if not.
enum class ObjectKind : std::uint8_t { data, mbarrier, tensormap, tensor, ending };

/// What a fence orders, by where it lies (`.sync_restrict`, and the suffix of `fence.proxy.async`).
enum class Space : std::uint8_t {
  all,
  global,
  shared_cta,     ///< shared memory of the thread's own CTA
  shared_cluster  ///< shared memory of all CTAs of its cluster
};

/// What asynchronous operations of a thread are waited for together.
enum class OperationGroup : std::uint8_t {
  copies,         ///< `cp.async`
  bulk,           ///< `cp.async.bulk` with `.bulk_group`
  matrix,         ///< `wgmma.mma_async`
  tensor_loads,   ///< `tcgen05.ld`
  tensor_stores,  ///< `tcgen05.st`
};

/// How `tcgen05` instructions of one kind differ where pipelines ask for it (9.7.16.6.2): matrix
/// operations by what they compute with, copies by whether their shape is `.4x256b`.
enum class TensorForm : std::uint8_t { other, f16, tf32, f8f6f4, i8, four_rows };

/// What an operation carries in one piece. Between its elements there is no order (PTX ISA
/// 9.7.9.25).
struct CopiedElement {
  std::optional<AddressId> source = std::nullopt;
  std::vector<AddressId> destinations = {};  ///< several with `.multicast::cluster`
  Operand operand = Value{0};                ///< what is written, where nothing is read
  bool operator==(const CopiedElement&) const = default;
};

/// An operation that goes on by itself. It reads a descriptor, then its source, then writes its
/// destinations, element by element; what there is of it. In the end it completes: at the mbarrier
/// of each CTA that it writes to when all of its elements are written there, or in a group.
struct AsynchronousOperation {
  enum class Kind : std::uint8_t {
    copy,         ///< `cp.async`: weak, by the generic proxy (9.7.9.25.3)
    bulk,         ///< `cp.async.bulk`, `.tensor` too: by the asynchronous proxy (9.7.9.25.4)
    store,        ///< `st.async`: writes an operand, by the generic proxy (9.7.9.12)
    reduce,       ///< `red.async`: combines with an operand, by the generic proxy (9.7.9.14)
    bulk_reduce,  ///< `cp.reduce.async.bulk`: combines with the source, by the asynchronous proxy
    matrix,  ///< `wgmma.mma_async`: reads its source into a register, by the asynchronous proxy
    // Of tensor memory (9.7.16), which has no proxies; shared memory by the asynchronous one.
    tensor_load,    ///< `tcgen05.ld`: reads its source into a register
    tensor_store,   ///< `tcgen05.st`: writes an operand
    tensor_copy,    ///< `tcgen05.cp`: from shared memory
    tensor_matrix,  ///< `tcgen05.mma`: writes what it reads, or adds that
    tensor_shift    ///< `tcgen05.shift`: combines with an operand
  };
  Kind kind = Kind::bulk;
  /// Of a tensor copy: where the descriptor lies. It says what is read, of a copy from global
  /// memory (no `source`: the number in the descriptor, or what it is the address of), or what is
  /// written, of one to global memory (no `destinations`).
  std::optional<AddressId> descriptor = std::nullopt;
  std::vector<CopiedElement> elements{1};  ///< at least one; one with a descriptor
  std::vector<AddressId> mbarriers = {};   ///< one for each destination of an element, or none
  AtomicOp op = AtomicOp::add;             ///< of reductions
  Value bytes = 16;                        ///< that each mbarrier is told at once
  Order order = Order::weak;               ///< of the write; relaxed or release is strong
  Scope scope = Scope::sys;                ///< meaningless when weak
  /// Of `wgmma.mma_async` and `tcgen05.ld`.
  std::optional<RegisterId> destination = std::nullopt;
  TensorForm form = TensorForm::other;  ///< of tensor_copy and tensor_matrix
  bool accumulates = false;             ///< of tensor_matrix: it adds
  bool operator==(const AsynchronousOperation&) const = default;
};

/// `tcgen05.commit`: arrives at each mbarrier when the matrix operations, copies and shifts that
/// its thread has issued have completed (9.7.16.6.2, 9.7.16.12).
struct TensorCommit {
  std::vector<AddressId> mbarriers = {};  ///< several with `.multicast::cluster`
  /// `.sync_restrict::shared::read::mma::a`: when those have read their operands in shared memory.
  bool operands_only = false;
  bool operator==(const TensorCommit&) const = default;
};

/// `cp.async.commit_group`, `cp.async.bulk.commit_group`, `wgmma.commit_group`.
struct CommitGroup {
  OperationGroup group = OperationGroup::bulk;
  bool operator==(const CommitGroup&) const = default;
};

/// `cp.async.wait_group N` and so on: of all groups that this thread has committed but the newest N
/// the operations have completed.
struct WaitGroup {
  OperationGroup group = OperationGroup::bulk;
  std::uint32_t pending = 0;
  bool reads_only = false;  ///< `.read`: their sources have been read
  bool commits = false;     ///< `cp.async.wait_all`: what was not committed counts too
  bool operator==(const WaitGroup&) const = default;
};

/// An instruction on an mbarrier (9.7.15.16). Of an arrival the order is release or relaxed, of a
/// wait acquire or relaxed; `expect_tx` and `complete_tx` are relaxed.
struct MbarrierOperation {
  enum class Kind : std::uint8_t {
    init,           ///< `operand`: the count
    inval,          //
    expect_tx,      ///< `operand`: bytes
    complete_tx,    ///< `operand`: bytes
    arrive,         ///< `operand`: the count; `expected`: bytes that it expects beside
    arrive_drop,    ///< the same, and later phases expect as many fewer
    arrive_copies,  ///< `cp.async.mbarrier.arrive`: when all `cp.async` before it have completed
    wait            ///< `test_wait`, `try_wait`; `operand`: parity of the phase that it waits for
  };
  Kind kind = Kind::arrive;
  AddressId mbarrier = 0;
  Operand operand = Value{1};
  std::optional<Operand> expected = std::nullopt;
  Order order = Order::release;
  Scope scope = Scope::cta;
  bool no_complete = false;   ///< `.noComplete`
  bool no_increment = false;  ///< `.noinc` of arrive_copies
  /// Of a wait 1 or 0, whether the phase is complete; of an arrival the parity of its phase.
  std::optional<RegisterId> destination = std::nullopt;
  bool operator==(const MbarrierOperation&) const = default;
};

/// A fence that is not among the two of 7.5.
struct AsynchronousFence {
  enum class Kind : std::uint8_t {
    async,               ///< `fence.proxy.async`, both ways, of one thread; `space`
    async_release,       ///< `fence.proxy.async::generic.release.sync_restrict::…`; `space`
    async_acquire,       ///< `fence.proxy.async::generic.acquire.sync_restrict::…`; `space`
    async_read_release,  ///< `…release.sync_restrict::shared::cluster::read`: not cumulative
    tensormap_release,   ///< `fence.proxy.tensormap::generic.release`
    tensormap_acquire,   ///< `fence.proxy.tensormap::generic.acquire [object], 128`
    alias_release,       ///< `fence.proxy.alias.release`
    alias_acquire,       ///< `fence.proxy.alias.acquire`
    mbarrier_init,       ///< `fence.mbarrier_init.release.cluster`: this thread's initialisations
    restricted_release,  ///< `fence.release.sync_restrict::…`; `space`
    restricted_acquire,  ///< `fence.acquire.sync_restrict::…`; `space`
    matrix,              ///< `wgmma.fence`
    tensor_before,       ///< `tcgen05.fence::before_thread_sync`
    tensor_after         ///< `tcgen05.fence::after_thread_sync`
  };
  Kind kind = Kind::async;
  Space space = Space::all;
  Scope scope = Scope::cta;                        ///< see has_scope()
  std::optional<AddressId> object = std::nullopt;  ///< of tensormap_acquire
  bool operator==(const AsynchronousFence&) const = default;
};

/// Whether the scope of such a fence says anything.
constexpr bool has_scope(AsynchronousFence::Kind kind) {
  using Kind = AsynchronousFence::Kind;
  return kind != Kind::async && kind != Kind::matrix && kind != Kind::tensor_before &&
         kind != Kind::tensor_after;
}

/// `tensormap.cp_fenceproxy`: a generic copy, then the release half of a tensormap fence.
struct FencedCopy {
  AddressId destination = 0;
  AddressId source = 0;
  Scope scope = Scope::gpu;
  bool operator==(const FencedCopy&) const = default;
};

/// `barrier.cluster.arrive` (release or relaxed) and `.wait` (acquire).
struct ClusterBarrier {
  bool arrives = true;
  Order order = Order::release;
  bool operator==(const ClusterBarrier&) const = default;
};

/// `griddepcontrol.launch_dependents` and `.wait`.
struct GridControl {
  bool launches = true;
  bool operator==(const GridControl&) const = default;
};

using AsynchronousAction =
    std::variant<AsynchronousOperation, CommitGroup, WaitGroup, MbarrierOperation,
                 AsynchronousFence, FencedCopy, ClusterBarrier, GridControl, TensorCommit>;

/// An instruction that machines without asynchronous operations do not run.
struct Asynchronous {
  AsynchronousAction what;
  bool operator==(const Asynchronous&) const = default;
};

/// \name What such an instruction does with registers and addresses, as opmodel/instruction.hpp
/// says it of all.
/// @{
template <class Action, class Use>
requires std::same_as<std::remove_const_t<Action>, AsynchronousAction>
void for_each_operand(Action& action, Use&& use) {
  if (auto* const operation = std::get_if<AsynchronousOperation>(&action)) {
    for (auto& element : operation->elements) use(element.operand);
  } else if (auto* const mbarrier = std::get_if<MbarrierOperation>(&action)) {
    use(mbarrier->operand);
    if (mbarrier->expected) use(*mbarrier->expected);
  }
}
template <class Action>
requires std::same_as<std::remove_const_t<Action>, AsynchronousAction>
auto destination_of(Action& action)
    -> decltype(&std::get_if<MbarrierOperation>(&action)->destination) {
  if (auto* const operation = std::get_if<AsynchronousOperation>(&action)) {
    return &operation->destination;
  }
  auto* const mbarrier = std::get_if<MbarrierOperation>(&action);
  return mbarrier != nullptr ? &mbarrier->destination : nullptr;
}
/// The addresses that it names: of an operation the descriptor, then the source and the
/// destinations of each element, then the mbarriers.
template <class Action, class Use>
requires std::same_as<std::remove_const_t<Action>, AsynchronousAction>
void for_each_address(Action& action, Use&& use) {
  if (auto* const operation = std::get_if<AsynchronousOperation>(&action)) {
    if (operation->descriptor) use(*operation->descriptor);
    for (auto& element : operation->elements) {
      if (element.source) use(*element.source);
      for (auto& destination : element.destinations) use(destination);
    }
    for (auto& mbarrier : operation->mbarriers) use(mbarrier);
  } else if (auto* const mbarrier = std::get_if<MbarrierOperation>(&action)) {
    use(mbarrier->mbarrier);
  } else if (auto* const fence = std::get_if<AsynchronousFence>(&action)) {
    if (fence->object) use(*fence->object);
  } else if (auto* const copy = std::get_if<FencedCopy>(&action)) {
    use(copy->source);
    use(copy->destination);
  } else if (auto* const commit = std::get_if<TensorCommit>(&action)) {
    for (auto& address : commit->mbarriers) use(address);
  }
}
/// @}

}  // namespace opexplore
