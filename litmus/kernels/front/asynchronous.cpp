// What goes on by itself in PTX 8 and 9, what waits for it, and the fences between its proxies (PTX
// ISA 9.7.15). How litmus tests spell it is the same (litmus/language/ptx_code): operands differ,
// which are registers here.
#include "litmus/kernels/front/asynchronous.hpp"

#include <array>
#include <string>
#include <vector>

#include "litmus/language/ptx_code/asynchronous_form.hpp"
#include "litmus/language/ptx_code/asynchronous_instruction.hpp"

namespace opexplore::kernel {

namespace {

using MbarrierKind = MbarrierOperation::Kind;
using FenceKind = AsynchronousFence::Kind;

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

/// `[tensormap], 128`. What a tensormap says does not change while the launch runs: nobody could
/// tell whether it is there.
void read_tensormap_acquire(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 2, 2);
  const code::Operand& size = made.operands[1];
  if (size.kind != code::Operand::Kind::number || size.number != 128) {
    spelled.fail_at(size, spelled.written() + " is of a tensormap, which has 128 bytes",
                    "write 128");
  }
  made.results = 0;
  made.operation = code::Hint{};
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

constexpr std::array<CodeForm, 27> other_forms{{
    {"cp.async.mbarrier.arrive.noinc?.CTA?.b64", read_tracked_arrival},
    {"wgmma.fence.sync.aligned", read_matrix_fence},
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
    {"fence.proxy.tensormap::generic.acquire.SCOPE", read_tensormap_acquire},
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

/// Without the policy of a cache, which changes nothing that a program can see, and its operand.
Mnemonic without_policy(const Mnemonic& mnemonic, code::Instruction& made) {
  Mnemonic plain = mnemonic;
  const auto removed = std::erase_if(plain.modifiers, [](const detail::Modifier& modifier) {
    return modifier.text == "L2::cache_hint";
  });
  if (removed != 0 && !made.operands.empty()) made.operands.pop_back();
  return plain;
}

std::vector<CodeForm> all_forms() {
  std::vector<CodeForm> all(other_forms.begin(), other_forms.end());
  const auto copies = copy_forms();
  all.insert(all.end(), copies.begin(), copies.end());
  return all;
}

}  // namespace

void refuse_unmodelled(const Spelled& spelled) {
  if (spelled.is("tensormap")) {
    spelled.fail("not modelled: tensormaps that a kernel changes (" + spelled.written() + ")",
                 "have the host make one for each tensor, and say what they describe: --input "
                 "map=tensor:in:8x4:box=4x2");
  }
  if (spelled.is("st") && !spelled.has("mbarrier::complete_tx::bytes") && !spelled.has("release")) {
    spelled.fail("not modelled: a store that completes nowhere (" + spelled.written() + ")",
                 "write .mbarrier::complete_tx::bytes and an mbarrier");
  }
}

bool has_asynchronous_form(const Mnemonic& mnemonic) {
  return detail::is_asynchronous(mnemonic) || mnemonic.name.is("getctarank");
}

void read_asynchronous(const Spelled& spelled, code::Instruction& made) {
  if (spelled.is("wgmma") && spelled.has("mma_async")) return read_matrix_product(spelled, made);
  const Mnemonic plain = without_policy(spelled.mnemonic(), made);
  const bool prefetches =
      plain.has("prefetch") && !detail::has_prefix(plain, "im2col") && !plain.has("tile::gather4");
  if (!prefetches) detail::refuse_by_name(spelled.source, plain);
  static const std::vector<CodeForm> forms = all_forms();
  detail::find_form<CodeForm>(spelled.source, plain, forms).read(spelled, made);
}

}  // namespace opexplore::kernel
