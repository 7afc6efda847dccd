// Copies, stores and reductions that go on by themselves (PTX ISA 9.7.9.12, 9.7.9.14, 9.7.9.25),
// and matrix operations, whose one operand stands for what they read of shared memory.
#include <array>
#include <limits>
#include <string>

#include "litmus/language/ptx_code/asynchronous_instruction.hpp"

namespace opexplore::detail {

namespace {

using CopyKind = AsynchronousOperation::Kind;

constexpr OperandRule own_data{ObjectKind::data, Space::shared_cta};
constexpr OperandRule own_mbarrier{ObjectKind::mbarrier, Space::shared_cta};

OperandRule data_in(Space space) { return {ObjectKind::data, space}; }

/// `[destination], [source]`, or several in each.
void read_ends(InstructionContext& context, AsynchronousOperation& operation, Space to,
               Space from) {
  const std::vector<NamedOperand> destinations = read_elements(context, to);
  context.comma("the source");
  const Token open = context.tokens.peek();
  const std::vector<NamedOperand> sources = read_elements(context, from);
  if (sources.size() != destinations.size()) {
    context.tokens.fail(open,
                        "expected as many locations as the destination has, " +
                            std::to_string(destinations.size()) + ", found " +
                            std::to_string(sources.size()),
                        "each is copied to the one at the same place");
  }
  operation.elements.clear();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    operation.elements.push_back(
        {.source = sources[i].address, .destinations = {destinations[i].address}});
  }
}

/// A multiple of 16 bytes (PTX ISA 9.7.9.25.4.1).
Value read_bulk_bytes(InstructionContext& context) {
  const Token token = context.tokens.peek();
  const Value bytes = read_constant(context, "how many bytes are copied", 1,
                                    std::numeric_limits<std::int32_t>::max());
  if (bytes % 16 != 0) {
    context.tokens.fail(token,
                        "a bulk copy has a multiple of 16 bytes, not " + std::to_string(bytes),
                        "write 16, which is one location");
  }
  return bytes;
}

/// `[b]` behind the other operands, where the destinations are; with multicast also the mask.
void read_completion(InstructionContext& context, AsynchronousOperation& operation, Space space) {
  const NamedOperand mbarrier = read_object_operand(context, {ObjectKind::mbarrier, space});
  operation.mbarriers = {mbarrier.address};
  if (!has_prefix(context.mnemonic, "multicast")) {
    for (const CopiedElement& element : operation.elements) {
      context.builder.note_together(
          {context.thread, element.destinations.front(), mbarrier.address, mbarrier.name.place});
    }
    return;
  }
  context.comma("the mask of CTAs");
  const SourcePlace place = context.tokens.peek().place;
  const Value mask = read_constant(context, "a mask of CTAs", 1, 0xffff);
  std::vector<AddressId> destinations;
  for (const CopiedElement& element : operation.elements) {
    destinations.push_back(element.destinations.front());
  }
  context.builder.note_multicast(
      {context.thread, 0, std::move(destinations), mbarrier.address, mask, place});
}

/// `.relaxed.SCOPE.b128` (PTX ISA 9.3).
void set_strength(const InstructionContext& context, AsynchronousOperation& operation) {
  if (!context.mnemonic.has("relaxed")) return;
  operation.order = Order::relaxed;
  operation.scope = *scope_in(context.mnemonic);
}

void set_reduction(const InstructionContext& context, AsynchronousOperation& operation,
                   Scope scope) {
  operation.kind = CopyKind::bulk_reduce;
  operation.op = operation_in(context.mnemonic);
  operation.order = Order::relaxed;
  operation.scope = scope;
}

std::size_t dimensions_in(const Mnemonic& mnemonic) {
  for (std::size_t i = 1; i < 5; ++i) {
    if (mnemonic.has(std::to_string(i) + "d")) return i;
  }
  return 5;
}

Action read_copy(InstructionContext& context) {
  AsynchronousOperation operation{.kind = CopyKind::copy};
  read_ends(context, operation, Space::shared_cta, Space::global);
  context.comma("how many bytes are copied");
  const Token token = context.tokens.peek();
  operation.bytes = read_constant(context, "how many bytes are copied", 4, 16);
  const bool power = operation.bytes == 4 || operation.bytes == 8 || operation.bytes == 16;
  if (!power || (context.mnemonic.has("cg") && operation.bytes != 16)) {
    context.tokens.fail(
        token,
        quote(context.mnemonic.text()) + " cannot copy " + std::to_string(operation.bytes) +
            " bytes",
        context.mnemonic.has("cg") ? "with .cg it copies 16" : "it copies 4, 8 or 16");
  }
  return Asynchronous{operation};
}

Action read_bulk_load(InstructionContext& context) {
  AsynchronousOperation operation;
  const Space space = spaces_in(context.mnemonic).front();
  read_ends(context, operation, space, Space::global);
  context.comma("how many bytes are copied");
  operation.bytes = read_bulk_bytes(context);
  context.comma("the mbarrier");
  read_completion(context, operation, space);
  set_strength(context, operation);
  return Asynchronous{operation};
}

/// From the own CTA to another of the cluster.
Action read_bulk_send(InstructionContext& context) {
  AsynchronousOperation operation;
  read_ends(context, operation, Space::shared_cluster, Space::shared_cta);
  context.comma("how many bytes are copied");
  operation.bytes = read_bulk_bytes(context);
  context.comma("the mbarrier");
  read_completion(context, operation, Space::shared_cluster);
  if (has_prefix(context.mnemonic, "reduce")) set_reduction(context, operation, Scope::cluster);
  set_strength(context, operation);
  return Asynchronous{operation};
}

Action read_bulk_store(InstructionContext& context) {
  AsynchronousOperation operation;
  read_ends(context, operation, Space::global, Space::shared_cta);
  const bool strong = context.mnemonic.has("relaxed") && !context.mnemonic.has("reduce");
  if (!strong || context.tokens.peek().is(",")) {
    context.comma("how many bytes are copied");
    operation.bytes = read_bulk_bytes(context);
  }
  if (context.mnemonic.has("reduce")) set_reduction(context, operation, Scope::gpu);
  if (strong) set_strength(context, operation);
  return Asynchronous{operation};
}

Action read_tensor_load(InstructionContext& context) {
  AsynchronousOperation operation;
  const Space space = spaces_in(context.mnemonic).front();
  operation.elements.front().destinations = {read_object_operand(context, data_in(space)).address};
  context.comma("the tensormap");
  operation.descriptor = read_tensor_operand(context, dimensions_in(context.mnemonic));
  context.comma("the mbarrier");
  read_completion(context, operation, space);
  return Asynchronous{operation};
}

Action read_tensor_store(InstructionContext& context) {
  AsynchronousOperation operation;
  operation.descriptor = read_tensor_operand(context, dimensions_in(context.mnemonic));
  context.comma("the source");
  operation.elements.front().source = read_object_operand(context, own_data).address;
  if (context.mnemonic.has("reduce")) set_reduction(context, operation, Scope::gpu);
  return Asynchronous{operation};
}

/// `st.async [s@1], v, [b@1]`, and the same of `red.async`.
Action read_remote_store(InstructionContext& context) {
  AsynchronousOperation operation{.kind = CopyKind::store};
  CopiedElement& element = operation.elements.front();
  element.destinations = {read_object_operand(context, data_in(Space::shared_cluster)).address};
  context.comma("the value");
  element.operand = context.value();
  context.comma("the mbarrier");
  read_completion(context, operation, Space::shared_cluster);
  operation.bytes = bytes_in(context.mnemonic);
  if (!context.mnemonic.name.is("red")) return Asynchronous{operation};
  operation.kind = CopyKind::reduce;
  operation.op = operation_in(context.mnemonic);
  operation.order = Order::relaxed;
  operation.scope = Scope::cluster;
  return Asynchronous{operation};
}

Action read_release_store(InstructionContext& context) {
  AsynchronousOperation operation{.kind = CopyKind::store};
  CopiedElement& element = operation.elements.front();
  element.destinations = {read_object_operand(context, data_in(Space::global)).address};
  context.comma("the value");
  element.operand = context.value();
  operation.bytes = bytes_in(context.mnemonic);
  operation.order = Order::release;
  operation.scope = *scope_in(context.mnemonic);
  return Asynchronous{operation};
}

Action read_matrix(InstructionContext& context) {
  AsynchronousOperation operation{.kind = CopyKind::matrix};
  operation.destination = context.destination();
  context.comma("the operand in shared memory");
  operation.elements.front().source = read_object_operand(context, own_data).address;
  return Asynchronous{operation};
}

OperationGroup group_in(const Mnemonic& mnemonic) {
  if (mnemonic.name.is("wgmma")) return OperationGroup::matrix;
  return mnemonic.has("bulk") ? OperationGroup::bulk : OperationGroup::copies;
}

Action read_commit(InstructionContext& context) {
  return Asynchronous{CommitGroup{group_in(context.mnemonic)}};
}

Action read_wait_all(InstructionContext&) {
  return Asynchronous{WaitGroup{OperationGroup::copies, 0, false, true}};
}

Action read_wait(InstructionContext& context) {
  WaitGroup wait{.group = group_in(context.mnemonic)};
  wait.pending = static_cast<std::uint32_t>(
      read_constant(context, "how many groups may be pending", 0, 0xffff));
  wait.reads_only = context.mnemonic.has("read");
  return Asynchronous{wait};
}

Action read_tracked_arrival(InstructionContext& context) {
  MbarrierOperation operation{.kind = MbarrierOperation::Kind::arrive_copies};
  operation.mbarrier = read_object_operand(context, own_mbarrier).address;
  operation.no_increment = context.mnemonic.has("noinc");
  return Asynchronous{operation};
}

constexpr std::array<AsynchronousForm, 26> forms_of_copies{{
    {"cp.async.ca|cg.CTA.global", read_copy},
    {"cp.async.commit_group", read_commit},
    {"cp.async.wait_group", read_wait},
    {"cp.async.wait_all", read_wait_all},
    {"cp.async.mbarrier.arrive.noinc?.CTA?.b64?", read_tracked_arrival},
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes", read_bulk_load},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
     "multicast::cluster|multicast::cluster::16b|multicast::cluster::32b?",
     read_bulk_load},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes", read_bulk_send},
    {"cp.async.bulk.global.shared::cta.bulk_group", read_bulk_store},
    {"cp.async.bulk.shared::cta|shared::cluster.global.mbarrier::complete_tx::bytes."
     "relaxed.SCOPE.b128",
     read_bulk_load},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.relaxed.SCOPE.b128",
     read_bulk_send},
    {"cp.async.bulk.global.shared::cta.bulk_group?.relaxed.SCOPE.b128", read_bulk_store},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.OP.TYPE?", read_bulk_store},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.OP.TYPE?",
     read_bulk_send},
    {"cp.async.bulk.tensor.1d|2d|3d|4d|5d.shared::cta.global.tile?."
     "mbarrier::complete_tx::bytes",
     read_tensor_load},
    {"cp.async.bulk.tensor.1d|2d|3d|4d|5d.shared::cluster.global.tile?."
     "mbarrier::complete_tx::bytes."
     "multicast::cluster|multicast::cluster::16b|multicast::cluster::32b?",
     read_tensor_load},
    {"cp.async.bulk.tensor.1d|2d|3d|4d|5d.global.shared::cta.tile?.bulk_group", read_tensor_store},
    {"cp.reduce.async.bulk.tensor.1d|2d|3d|4d|5d.global.shared::cta.OP.tile?.bulk_group",
     read_tensor_store},
    {"cp.async.bulk.commit_group", read_commit},
    {"cp.async.bulk.wait_group.read?", read_wait},
    {"st.async.weak?.shared::cluster?.mbarrier::complete_tx::bytes.TYPE?", read_remote_store},
    {"st.async.release.gpu|sys.global?.TYPE?", read_release_store},
    {"red.async.relaxed.cluster.shared::cluster?.mbarrier::complete_tx::bytes.OP.TYPE?",
     read_remote_store},
    {"wgmma.mma_async.sync?.aligned?", read_matrix},
    {"wgmma.commit_group.sync?.aligned?", read_commit},
    {"wgmma.wait_group.sync?.aligned?", read_wait},
}};

}  // namespace

std::span<const AsynchronousForm> copy_forms() { return forms_of_copies; }

}  // namespace opexplore::detail
