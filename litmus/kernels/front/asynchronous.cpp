// What goes on by itself in PTX 8 and 9, what waits for it, and the fences between its proxies (PTX
// ISA 9.7.9.12, 9.7.9.14, 9.7.9.25, 9.7.15). How litmus tests spell it is the same
// (litmus/language/ptx_code): operands differ, which are registers here.
#include <array>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/front/readers.hpp"
#include "litmus/language/ptx_code/asynchronous_form.hpp"
#include "litmus/language/ptx_code/asynchronous_instruction.hpp"

namespace opexplore::kernel {

namespace {

using CopyKind = AsynchronousOperation::Kind;
using MbarrierKind = MbarrierOperation::Kind;
using FenceKind = AsynchronousFence::Kind;

/// A spelling, and what it means. Operands stand as written until `read` arranges them.
struct CodeForm {
  std::string_view pattern;
  void (*read)(const Spelled& spelled, code::Instruction& made);
};

/// The operands in the order of code::Asynchronous, by their places as written. Those that are not
/// there are left out.
void arrange(code::Instruction& made, std::size_t results,
             std::initializer_list<std::size_t> places) {
  std::vector<code::Operand> arranged;
  for (const std::size_t place : places) {
    if (place < made.operands.size()) arranged.push_back(made.operands[place]);
  }
  made.operands = std::move(arranged);
  made.results = results;
}

code::Asynchronous& becomes(code::Instruction& made, AsynchronousAction what) {
  return made.operation.emplace<code::Asynchronous>(code::Asynchronous{std::move(what), {}, false});
}

void require_count(const Spelled& spelled, const code::Instruction& made, std::size_t least,
                   std::size_t most) {
  if (made.operands.size() >= least && made.operands.size() <= most) return;
  spelled.fail(spelled.written() + " has " + std::to_string(least) +
                   (least == most ? "" : " to " + std::to_string(most)) + " operands",
               "here it has " + std::to_string(made.operands.size()));
}

/// The type of what is stored or combined; unsigned bits of four bytes if none is written.
Type type_in(const Spelled& spelled) {
  const std::vector<Type> types = spelled.types();
  return types.empty() ? Type{'b', 32} : types.back();
}

/// Which types an operation combines (9.7.9.14, 9.7.9.25.5).
Type combined_type(const Spelled& spelled) {
  const Type type = type_in(spelled);
  const AtomicOp op = detail::operation_in(spelled.mnemonic());
  const bool counts = op == AtomicOp::inc || op == AtomicOp::dec;
  const bool bits = op == AtomicOp::bit_and || op == AtomicOp::bit_or || op == AtomicOp::bit_xor;
  const bool signed_sum = op == AtomicOp::add && type == Type{'s', 64};
  const bool fits = counts ? type == Type{'u', 32} : bits == (type.kind == 'b') && !signed_sum;
  if (!fits) {
    spelled.fail(spelled.written() + " does not combine values of that type",
                 counts ? "write .u32"
                 : bits ? "write .b32"
                        : "write .u32, .s32 or .u64");
  }
  return type;
}

// ---- copies

/// 4, 8 or 16 bytes, with .cg 16; of them as many are read as a fourth operand says.
void check_copied_bytes(const Spelled& spelled, const code::Instruction& made) {
  using Kind = code::Operand::Kind;
  const code::Operand& size = made.operands[2];
  const bool whole = size.kind == Kind::number && size.number == 16;
  const bool part = size.kind == Kind::number && (size.number == 4 || size.number == 8);
  if (!whole && (!part || spelled.has("cg"))) {
    spelled.fail_at(size, spelled.written() + " does not copy that many bytes",
                    spelled.has("cg") ? "with .cg it copies 16" : "it copies 4, 8 or 16");
  }
  if (made.operands.size() == 3) return;
  const code::Operand& read = made.operands[3];
  if (read.kind == Kind::number && (read.number < 0 || read.number > size.number)) {
    spelled.fail_at(read, spelled.written() + " reads more than it copies",
                    "it reads 0 to " + std::to_string(size.number) + " bytes");
  }
}

void read_copy(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 3, 4);
  check_copied_bytes(spelled, made);
  AsynchronousOperation operation{.kind = CopyKind::copy};
  operation.source = 0;
  operation.destinations = {0};
  arrange(made, 0, {1, 0, 2, 3});
  becomes(made, operation);
}

AsynchronousOperation bulk_copy(const Spelled& spelled, bool at_mbarrier) {
  AsynchronousOperation operation;
  operation.source = 0;
  operation.destinations = {0};
  if (at_mbarrier) operation.mbarriers = {0};
  if (spelled.has("relaxed")) {
    operation.order = Order::relaxed;
    operation.scope = *detail::scope_in(spelled.mnemonic());
  }
  return operation;
}

/// `[destination], [source], size, [mbarrier]`, and the mask of a multicast.
void read_bulk_load(const Spelled& spelled, code::Instruction& made) {
  const bool multicast = detail::has_prefix(spelled.mnemonic(), "multicast");
  require_count(spelled, made, multicast ? 5 : 4, multicast ? 5 : 4);
  arrange(made, 0, {1, 0, 3, 2, 4});
  becomes(made, bulk_copy(spelled, true)).multicast = multicast;
}

/// `[destination], [source], size`.
void read_bulk_store(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 3, 3);
  arrange(made, 0, {1, 0, 2});
  becomes(made, bulk_copy(spelled, false));
}

template <bool AtMbarrier>
void read_bulk_reduce(const Spelled& spelled, code::Instruction& made) {
  (AtMbarrier ? read_bulk_load : read_bulk_store)(spelled, made);
  auto& what = std::get<code::Asynchronous>(made.operation);
  auto& operation = std::get<AsynchronousOperation>(what.what);
  operation.kind = CopyKind::bulk_reduce;
  operation.op = detail::operation_in(spelled.mnemonic());
  operation.order = Order::relaxed;
  operation.scope = AtMbarrier ? Scope::cluster : Scope::gpu;
  what.type = combined_type(spelled);
  spelled.require_integer(what.type);
}

/// `[destination], value, [mbarrier]`.
void read_remote_store(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 3, 3);
  AsynchronousOperation operation{.kind = CopyKind::store};
  operation.destinations = {0};
  operation.mbarriers = {0};
  if (spelled.is("red")) {
    operation.kind = CopyKind::reduce;
    operation.op = detail::operation_in(spelled.mnemonic());
    operation.order = Order::relaxed;
    operation.scope = Scope::cluster;
  }
  const Type type = spelled.is("red") ? combined_type(spelled) : type_in(spelled);
  arrange(made, 0, {0, 2, 1});
  becomes(made, operation).type = type;
}

/// `st.async.release.gpu.global [destination], value`.
void read_release_store(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 2, 2);
  AsynchronousOperation operation{.kind = CopyKind::store};
  operation.destinations = {0};
  operation.order = Order::release;
  operation.scope = *detail::scope_in(spelled.mnemonic());
  arrange(made, 0, {0, 1});
  becomes(made, operation).type = type_in(spelled);
}

// ---- groups

OperationGroup group_in(const Spelled& spelled) {
  if (spelled.is("wgmma")) return OperationGroup::matrix;
  return spelled.has("bulk") ? OperationGroup::bulk : OperationGroup::copies;
}

void read_commit(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 0, 0);
  arrange(made, 0, {});
  becomes(made, CommitGroup{group_in(spelled)});
}

void read_wait(const Spelled& spelled, code::Instruction& made) {
  WaitGroup wait{.group = group_in(spelled)};
  wait.reads_only = spelled.has("read");
  wait.commits = spelled.has("wait_all");
  require_count(spelled, made, wait.commits ? 0 : 1, wait.commits ? 0 : 1);
  if (!wait.commits) {
    const code::Operand& pending = made.operands.front();
    if (pending.kind != code::Operand::Kind::number || pending.number < 0) {
      spelled.fail_at(pending, spelled.written() + " needs a number of groups",
                      "write how many may be pending, 0 for none");
    }
    wait.pending = static_cast<std::uint32_t>(pending.number);
  }
  arrange(made, 0, {});
  becomes(made, wait);
}

// ---- mbarriers (9.7.15.16)

/// Without order and scope an arrival is a release, a wait an acquire, of the CTA.
MbarrierOperation mbarrier_operation(const Spelled& spelled, MbarrierKind kind, Order usual) {
  const auto order = detail::order_in(spelled.mnemonic());
  const auto scope = detail::scope_in(spelled.mnemonic());
  if (order.has_value() != scope.has_value()) {
    spelled.fail(spelled.written() + ": order and scope stand together, or neither does",
                 order ? "write .cta or .cluster" : "leave the scope out, or name the order");
  }
  MbarrierOperation operation{.kind = kind};
  operation.order = order.value_or(usual);
  operation.scope = scope.value_or(Scope::cta);
  operation.no_complete = spelled.has("noComplete");
  return operation;
}

/// `[mbarrier]{, number}`.
template <MbarrierKind Kind, std::size_t Operands>
void read_mbarrier(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, Operands, Operands);
  const bool is_relaxed = Kind == MbarrierKind::expect_tx || Kind == MbarrierKind::complete_tx;
  arrange(made, 0, {0, 1});
  becomes(made, mbarrier_operation(spelled, Kind, is_relaxed ? Order::relaxed : Order::release));
}

/// `{result, }[mbarrier]{, count or bytes}`.
void read_arrival(const Spelled& spelled, code::Instruction& made) {
  const bool drops = spelled.has("arrive_drop");
  MbarrierOperation operation = mbarrier_operation(
      spelled, drops ? MbarrierKind::arrive_drop : MbarrierKind::arrive, Order::release);
  const bool has_result =
      !made.operands.empty() && made.operands.front().kind != code::Operand::Kind::memory;
  const std::size_t results = has_result ? 1 : 0;
  const bool expects = spelled.has("expect_tx");
  require_count(spelled, made, results + (expects || operation.no_complete ? 2 : 1), results + 2);
  const bool is_given = has_result && made.operands.front().kind == code::Operand::Kind::reg;
  if (is_given && spelled.has("shared::cluster")) {
    spelled.fail_at(made.operands.front(),
                    spelled.written() + " gives no result: the mbarrier may be in another CTA",
                    "write _ for the result, or .shared::cta");
  }
  if (expects) operation.expected = Operand{Value{0}};
  made.results = results;
  becomes(made, operation);
}

/// `result, [mbarrier], state or parity{, time}`.
void read_mbarrier_wait(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 3, spelled.has("try_wait") ? 4 : 3);
  arrange(made, 1, {0, 1, 2});
  becomes(made, mbarrier_operation(spelled, MbarrierKind::wait, Order::acquire));
}

void read_tracked_arrival(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 1, 1);
  MbarrierOperation operation{.kind = MbarrierKind::arrive_copies};
  operation.no_increment = spelled.has("noinc");
  arrange(made, 0, {0});
  becomes(made, operation);
}

// ---- fences

void read_async_fence(const Spelled& spelled, code::Instruction& made) {
  const auto spaces = detail::spaces_in(spelled.mnemonic());
  arrange(made, 0, {});
  becomes(made,
          AsynchronousFence{
              FenceKind::async, spaces.empty() ? opexplore::Space::all : spaces.front(), {}, {}});
}

void read_async_half(const Spelled& spelled, code::Instruction& made) {
  AsynchronousFence fence{FenceKind::async_release,
                          opexplore::Space::shared_cta,
                          *detail::scope_in(spelled.mnemonic()),
                          {}};
  if (spelled.has("acquire")) {
    fence.kind = FenceKind::async_acquire;
    fence.space = opexplore::Space::shared_cluster;
  } else if (spelled.has("sync_restrict::shared::cluster::read")) {
    fence.kind = FenceKind::async_read_release;
    fence.space = opexplore::Space::shared_cluster;
  }
  arrange(made, 0, {});
  becomes(made, fence);
}

template <FenceKind Kind, opexplore::Space Covers>
void read_scoped_fence(const Spelled& spelled, code::Instruction& made) {
  arrange(made, 0, {});
  becomes(made, AsynchronousFence{Kind, Covers, *detail::scope_in(spelled.mnemonic()), {}});
}

void read_matrix_fence(const Spelled&, code::Instruction& made) {
  arrange(made, 0, {});
  becomes(made, AsynchronousFence{FenceKind::matrix, opexplore::Space::all, Scope::cta, {}});
}

// ---- clusters and grids

void read_cluster_barrier(const Spelled& spelled, code::Instruction& made) {
  const bool arrives = spelled.has("arrive");
  const Order order = spelled.has("relaxed") ? Order::relaxed
                      : arrives              ? Order::release
                                             : Order::acquire;
  arrange(made, 0, {});
  becomes(made, ClusterBarrier{arrives, order});
}

void read_grid_control(const Spelled& spelled, code::Instruction& made) {
  arrange(made, 0, {});
  becomes(made, GridControl{spelled.has("launch_dependents")});
}

/// `mapa d, a, rank`.
void read_mapped_address(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 3, 3);
  spelled.destination();
  made.results = 1;
  made.operation = code::ClusterAddress{false};
}

/// `getctarank d, a`.
void read_rank(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 2, 2);
  spelled.destination();
  made.results = 1;
  made.operation = code::ClusterAddress{true};
}

constexpr auto no_space = opexplore::Space::all;

constexpr std::array<CodeForm, 46> forms{{
    {"cp.async.ca|cg.CTA.global", read_copy},
    {"cp.async.commit_group", read_commit},
    {"cp.async.wait_group", read_wait},
    {"cp.async.wait_all", read_wait},
    {"cp.async.mbarrier.arrive.noinc?.CTA?.b64", read_tracked_arrival},
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes", read_bulk_load},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
     "multicast::cluster|multicast::cluster::16b|multicast::cluster::32b?",
     read_bulk_load},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes", read_bulk_load},
    {"cp.async.bulk.global.shared::cta.bulk_group", read_bulk_store},
    {"cp.async.bulk.shared::cta|shared::cluster.global.mbarrier::complete_tx::bytes."
     "relaxed.SCOPE.b128",
     read_bulk_load},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.relaxed.SCOPE.b128",
     read_bulk_load},
    {"cp.async.bulk.global.shared::cta.bulk_group?.relaxed.SCOPE.b128", read_bulk_store},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.OP.TYPE", read_bulk_reduce<false>},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.OP.TYPE",
     read_bulk_reduce<true>},
    {"cp.async.bulk.commit_group", read_commit},
    {"cp.async.bulk.wait_group.read?", read_wait},
    {"st.async.weak?.shared|shared::cluster?.mbarrier::complete_tx::bytes.TYPE", read_remote_store},
    {"st.async.release.gpu|sys.global?.TYPE", read_release_store},
    {"red.async.relaxed.cluster.shared|shared::cluster?.mbarrier::complete_tx::bytes.OP.TYPE",
     read_remote_store},
    {"wgmma.fence.sync.aligned", read_matrix_fence},
    {"wgmma.commit_group.sync.aligned", read_commit},
    {"wgmma.wait_group.sync.aligned", read_wait},
    {"mbarrier.init.CTA?.b64", read_mbarrier<MbarrierKind::init, 2>},
    {"mbarrier.inval.CTA?.b64", read_mbarrier<MbarrierKind::inval, 1>},
    {"mbarrier.expect_tx.relaxed?.cta|cluster?.SHARED?.b64",
     read_mbarrier<MbarrierKind::expect_tx, 2>},
    {"mbarrier.complete_tx.relaxed?.cta|cluster?.SHARED?.b64",
     read_mbarrier<MbarrierKind::complete_tx, 2>},
    {"mbarrier.arrive.release|relaxed?.cta|cluster?.SHARED?.b64", read_arrival},
    {"mbarrier.arrive.expect_tx.release|relaxed?.cta|cluster?.SHARED?.b64", read_arrival},
    {"mbarrier.arrive.noComplete.release?.cta?.CTA?.b64", read_arrival},
    {"mbarrier.arrive_drop.expect_tx?.release|relaxed?.cta|cluster?.SHARED?.b64", read_arrival},
    {"mbarrier.arrive_drop.noComplete.release?.cta?.CTA?.b64", read_arrival},
    {"mbarrier.test_wait.parity?.acquire|relaxed?.cta|cluster?.CTA?.b64", read_mbarrier_wait},
    {"mbarrier.try_wait.parity?.acquire|relaxed?.cta|cluster?.CTA?.b64", read_mbarrier_wait},
    {"fence.proxy.async.global|shared::cta|shared::cluster?", read_async_fence},
    {"fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster", read_async_half},
    {"fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster", read_async_half},
    {"fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster|cta",
     read_async_half},
    {"fence.proxy.tensormap::generic.release.SCOPE",
     read_scoped_fence<FenceKind::tensormap_release, no_space>},
    {"fence.mbarrier_init.release.cluster", read_scoped_fence<FenceKind::mbarrier_init, no_space>},
    {"fence.release.sync_restrict::shared::cta.cluster",
     read_scoped_fence<FenceKind::restricted_release, opexplore::Space::shared_cta>},
    {"fence.acquire.sync_restrict::shared::cluster.cluster",
     read_scoped_fence<FenceKind::restricted_acquire, opexplore::Space::shared_cluster>},
    {"barrier.cluster.arrive.release|relaxed?.aligned?", read_cluster_barrier},
    {"barrier.cluster.wait.acquire?.aligned?", read_cluster_barrier},
    {"griddepcontrol.launch_dependents|wait", read_grid_control},
    {"mapa.shared::cluster?.u32|u64", read_mapped_address},
    {"getctarank.shared::cluster?.u32|u64", read_rank},
}};

/// What is asynchronous, and needs more than a kernel says, or is not modelled.
void refuse_unmodelled(const Spelled& spelled) {
  const bool tensors =
      spelled.has("tensor") || spelled.is("tensormap") ||
      (spelled.is("fence") && spelled.has("tensormap::generic") && spelled.has("acquire"));
  if (tensors) {
    spelled.fail("not modelled: tensormaps, which the host makes (" + spelled.written() + ")",
                 "copy with cp.async.bulk without .tensor: it has the same order");
  }
  if (spelled.is("st") && !spelled.has("mbarrier::complete_tx::bytes") && !spelled.has("release")) {
    spelled.fail("not modelled: a store that completes nowhere (" + spelled.written() + ")",
                 "write .mbarrier::complete_tx::bytes and an mbarrier");
  }
  if (spelled.is("wgmma") && spelled.has("mma_async")) {
    spelled.fail("not modelled: tensor cores (" + spelled.written() + ")",
                 "leave the arithmetic out: what is explored is memory");
  }
}

/// Without the policy of a cache, which changes nothing that a program can see, and its operand.
Mnemonic without_policy(const Mnemonic& mnemonic, code::Instruction& made) {
  Mnemonic plain = mnemonic;
  const auto removed = std::erase_if(plain.modifiers, [](const detail::Modifier& modifier) {
    return modifier.text == "L2::cache_hint";
  });
  if (removed != 0 && !made.operands.empty()) made.operands.pop_back();
  return plain;
}

}  // namespace

bool has_asynchronous_form(const Mnemonic& mnemonic) {
  return detail::is_asynchronous(mnemonic) || mnemonic.name.is("getctarank");
}

void read_asynchronous(const Spelled& spelled, code::Instruction& made) {
  refuse_unmodelled(spelled);
  const Mnemonic plain = without_policy(spelled.mnemonic(), made);
  detail::refuse_by_name(spelled.source, plain);
  detail::find_form<CodeForm>(spelled.source, plain, forms).read(spelled, made);
}

}  // namespace opexplore::kernel
