// Copies, stores and reductions that go on by themselves, and what waits for groups of them (PTX
// ISA 9.7.9.12, 9.7.9.14, 9.7.9.25).
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "litmus/kernels/front/asynchronous.hpp"
#include "litmus/language/ptx_code/asynchronous_form.hpp"
#include "litmus/language/ptx_code/asynchronous_instruction.hpp"

namespace opexplore::kernel {

namespace {

using CopyKind = AsynchronousOperation::Kind;

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
  // Programs compare signed numbers; which values meet is not found out of what goes on by itself.
  const bool compares = op == AtomicOp::min || op == AtomicOp::max;
  if (compares && type.kind == 'u') {
    spelled.fail("not modelled: " + spelled.written() + " compares unsigned numbers",
                 "use .s32 or .s64, if they are below 2^31 or 2^63");
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
  operation.elements = {{.source = 0, .destinations = {0}}};
  arrange(made, 0, {1, 0, 2, 3});
  becomes(made, operation);
}

AsynchronousOperation bulk_copy(const Spelled& spelled, bool at_mbarrier) {
  AsynchronousOperation operation;
  operation.elements = {{.source = 0, .destinations = {0}}};
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
  operation.elements = {{.destinations = {0}}};
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
  operation.elements = {{.destinations = {0}}};
  operation.order = Order::release;
  operation.scope = *detail::scope_in(spelled.mnemonic());
  arrange(made, 0, {0, 1});
  becomes(made, operation).type = type_in(spelled);
}

// ---- tensors

/// The dimensions that a modifier says, `.2d`.
std::size_t dimensions_in(const Spelled& spelled) {
  constexpr std::array<std::string_view, 5> words = {"1d", "2d", "3d", "4d", "5d"};
  const auto* const known =
      std::ranges::find_if(words, [&](std::string_view word) { return spelled.has(word); });
  return static_cast<std::size_t>(known - words.begin()) + 1;
}

/// Refuses what is not `[map, {x, y}]`, with a coordinate for each dimension.
void require_tensor(const Spelled& spelled, const code::Operand& operand) {
  const std::size_t dimensions = dimensions_in(spelled);
  const bool memory = operand.kind == code::Operand::Kind::memory && !operand.parts.empty();
  if (memory && operand.parts.size() == dimensions + 1) return;
  spelled.fail_at(operand,
                  spelled.written() + " needs a tensormap and " + std::to_string(dimensions) +
                      (dimensions == 1 ? " coordinate" : " coordinates"),
                  "write [map, {x, y}]: .2d has two");
}

/// `[destination], [map, {x, y}], [mbarrier]`, and the mask of a multicast.
void read_tensor_load(const Spelled& spelled, code::Instruction& made) {
  const bool multicast = detail::has_prefix(spelled.mnemonic(), "multicast");
  require_count(spelled, made, multicast ? 4 : 3, multicast ? 4 : 3);
  require_tensor(spelled, made.operands[1]);
  AsynchronousOperation operation;
  operation.descriptor = 0;
  operation.elements = {{.destinations = {0}}};
  operation.mbarriers = {0};
  arrange(made, 0, {1, 0, 2, 3});
  becomes(made, operation).multicast = multicast;
}

/// `[map, {x, y}], [source]`.
void read_tensor_store(const Spelled& spelled, code::Instruction& made) {
  require_count(spelled, made, 2, 2);
  require_tensor(spelled, made.operands[0]);
  AsynchronousOperation operation;
  operation.descriptor = 0;
  operation.elements = {{.source = 0}};
  if (spelled.has("reduce")) {
    operation.kind = CopyKind::bulk_reduce;
    operation.op = detail::operation_in(spelled.mnemonic());
    operation.order = Order::relaxed;
    operation.scope = Scope::gpu;
  }
  arrange(made, 0, {0, 1});
  becomes(made, operation);
}

/// Nothing depends on what a cache holds.
void read_prefetch(const Spelled& spelled, code::Instruction& made) {
  const bool tensor = spelled.has("tensor");
  require_count(spelled, made, tensor ? 1 : 2, tensor ? 1 : 2);
  if (tensor) require_tensor(spelled, made.operands[0]);
  made.results = 0;
  made.operation = code::Hint{};
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

constexpr std::array<CodeForm, 26> forms_of_copies{{
    {"cp.async.ca|cg.CTA.global", read_copy},
    {"cp.async.commit_group", read_commit},
    {"cp.async.wait_group", read_wait},
    {"cp.async.wait_all", read_wait},
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
    {"cp.async.bulk.tensor.1d|2d|3d|4d|5d.shared::cta.global.tile?.mbarrier::complete_tx::bytes",
     read_tensor_load},
    {"cp.async.bulk.tensor.1d|2d|3d|4d|5d.shared::cluster.global.tile?."
     "mbarrier::complete_tx::bytes."
     "multicast::cluster|multicast::cluster::16b|multicast::cluster::32b?",
     read_tensor_load},
    {"cp.async.bulk.tensor.1d|2d|3d|4d|5d.global.shared::cta.tile?.bulk_group", read_tensor_store},
    {"cp.reduce.async.bulk.tensor.1d|2d|3d|4d|5d.global.shared::cta.OP.tile?.bulk_group",
     read_tensor_store},
    {"cp.async.bulk.prefetch.L2.global", read_prefetch},
    {"cp.async.bulk.prefetch.tensor.1d|2d|3d|4d|5d.L2.global.tile?", read_prefetch},
    {"cp.async.bulk.commit_group", read_commit},
    {"cp.async.bulk.wait_group.read?", read_wait},
    {"st.async.weak?.shared|shared::cluster?.mbarrier::complete_tx::bytes.TYPE", read_remote_store},
    {"st.async.release.gpu|sys.global?.TYPE", read_release_store},
    {"red.async.relaxed.cluster.shared|shared::cluster?.mbarrier::complete_tx::bytes.OP.TYPE",
     read_remote_store},
    {"wgmma.commit_group.sync.aligned", read_commit},
    {"wgmma.wait_group.sync.aligned", read_wait},
}};

}  // namespace

std::span<const CodeForm> copy_forms() { return forms_of_copies; }

}  // namespace opexplore::kernel
