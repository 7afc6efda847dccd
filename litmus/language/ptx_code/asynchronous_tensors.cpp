// Tensor memory (PTX ISA 9.7.16): its loads and stores, copies to it, matrix operations, what waits
// for them, and their fences. A matrix operation has one operand beside its accumulator, and writes
// or adds what it reads there.
#include <array>
#include <string>
#include <utility>

#include "litmus/language/ptx_code/asynchronous_instruction.hpp"

namespace opexplore::detail {

namespace {

using OperationKind = AsynchronousOperation::Kind;
using FenceKind = AsynchronousFence::Kind;

constexpr OperandRule own_tensor{ObjectKind::tensor, Space::shared_cta};
constexpr OperandRule own_operand{ObjectKind::data, Space::shared_cta};

/// A register, or `{r0}`.
template <class Read>
auto read_in_braces(InstructionContext& context, Read&& read) {
  const bool braces = context.tokens.accept("{");
  auto result = read();
  if (!braces) return result;
  if (context.tokens.peek().is(",")) {
    context.tokens.fail(context.tokens.peek(), "expected '}', found ','",
                        "with .x1 there is one register; use one instruction for each location");
  }
  context.tokens.expect("}", "'}'");
  return result;
}

Action load_from_tensor(InstructionContext& context) {
  AsynchronousOperation operation{.kind = OperationKind::tensor_load};
  operation.destination = read_in_braces(context, [&] { return context.destination(); });
  context.comma("the operand in tensor memory");
  operation.elements.front().source = read_object_operand(context, own_tensor).address;
  return Asynchronous{operation};
}

Action store_to_tensor(InstructionContext& context) {
  AsynchronousOperation operation{.kind = OperationKind::tensor_store};
  CopiedElement& element = operation.elements.front();
  element.destinations = {read_object_operand(context, own_tensor).address};
  context.comma("the value");
  element.operand = read_in_braces(context, [&] { return context.value(); });
  return Asynchronous{operation};
}

Action copy_to_tensor(InstructionContext& context) {
  AsynchronousOperation operation{.kind = OperationKind::tensor_copy};
  if (context.mnemonic.has("4x256b")) operation.form = TensorForm::four_rows;
  CopiedElement& element = operation.elements.front();
  element.destinations = {read_object_operand(context, own_tensor).address};
  context.comma("the source in shared memory");
  element.source = read_object_operand(context, own_operand).address;
  return Asynchronous{operation};
}

/// It moves rows, of which a location stands for all: it adds 1.
Action shift_tensor(InstructionContext& context) {
  AsynchronousOperation operation{.kind = OperationKind::tensor_shift};
  CopiedElement& element = operation.elements.front();
  element.destinations = {read_object_operand(context, own_tensor).address};
  element.operand = Value{1};
  return Asynchronous{operation};
}

TensorForm form_in(const Mnemonic& mnemonic) {
  constexpr std::array<std::pair<std::string_view, TensorForm>, 4> kinds{
      {{"kind::f16", TensorForm::f16},
       {"kind::tf32", TensorForm::tf32},
       {"kind::f8f6f4", TensorForm::f8f6f4},
       {"kind::i8", TensorForm::i8}}};
  for (const auto& [word, form] : kinds) {
    if (mnemonic.has(word)) return form;
  }
  return TensorForm::other;
}

/// Whether the location that comes next, in brackets, is in tensor memory.
bool at_tensor(const InstructionContext& context) {
  const auto address = context.builder.find_address(context.tokens.peek(1).text);
  if (!address || *address >= first_instance) return false;
  const Program& program = context.builder.program();
  return program.locations[program.addresses[*address].location].object == ObjectKind::tensor;
}

Action matrix_in_tensor(InstructionContext& context) {
  AsynchronousOperation operation{.kind = OperationKind::tensor_matrix};
  operation.form = form_in(context.mnemonic);
  CopiedElement& element = operation.elements.front();
  element.destinations = {read_object_operand(context, own_tensor).address};
  context.comma("the operand in shared or tensor memory");
  element.source =
      read_object_operand(context, at_tensor(context) ? own_tensor : own_operand).address;
  if (!context.tokens.accept(",")) return Asynchronous{operation};
  operation.accumulates = read_constant(context, "whether it adds, 0 or 1", 0, 1) == 1;
  return Asynchronous{operation};
}

Action commit_tensors(InstructionContext& context) {
  TensorCommit commit;
  commit.operands_only = has_prefix(context.mnemonic, "sync_restrict");
  const NamedOperand mbarrier =
      read_object_operand(context, {ObjectKind::mbarrier, Space::shared_cluster});
  commit.mbarriers = {mbarrier.address};
  if (!has_prefix(context.mnemonic, "multicast")) return Asynchronous{commit};
  context.comma("the mask of CTAs");
  const SourcePlace place = context.tokens.peek().place;
  const Value mask = read_constant(context, "a mask of CTAs", 1, 0xffff);
  context.builder.note_multicast({context.thread, 0, {}, mbarrier.address, mask, place});
  return Asynchronous{commit};
}

/// For all that the thread has issued of them.
Action wait_for_tensors(InstructionContext& context) {
  const bool loads = context.mnemonic.has("wait::ld");
  return Asynchronous{WaitGroup{
      loads ? OperationGroup::tensor_loads : OperationGroup::tensor_stores, 0, false, true}};
}

Action fence_of_tensors(InstructionContext& context) {
  const bool before = context.mnemonic.has("fence::before_thread_sync");
  return Asynchronous{AsynchronousFence{
      before ? FenceKind::tensor_before : FenceKind::tensor_after, Space::all, {}, {}}};
}

constexpr std::array<AsynchronousForm, 13> forms_of_tensors{{
    {"tcgen05.ld.sync.aligned?.32x32b|16x64b.x1.b32", load_from_tensor},
    {"tcgen05.st.sync.aligned?.32x32b|16x64b.x1.b32", store_to_tensor},
    {"tcgen05.cp.cta_group::1.128x256b|4x256b|128x128b.b8x16?.b6x16_p32|b4x16_p64?",
     copy_to_tensor},
    {"tcgen05.cp.cta_group::1.64x128b.warpx2::02_13|warpx2::01_23.b8x16?.b6x16_p32|b4x16_p64?",
     copy_to_tensor},
    {"tcgen05.cp.cta_group::1.32x128b.warpx4.b8x16?.b6x16_p32|b4x16_p64?", copy_to_tensor},
    {"tcgen05.shift.cta_group::1.down", shift_tensor},
    {"tcgen05.mma.cta_group::1.kind::f16|kind::tf32|kind::f8f6f4|kind::i8", matrix_in_tensor},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster?.b64", commit_tensors},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster?.multicast::cluster.b64",
     commit_tensors},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one."
     "sync_restrict::shared::read::mma::a.shared::cluster?.b64",
     commit_tensors},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one."
     "sync_restrict::shared::read::mma::a.shared::cluster?.multicast::cluster.b64",
     commit_tensors},
    {"tcgen05.wait::ld|wait::st.sync.aligned", wait_for_tensors},
    {"tcgen05.fence::before_thread_sync|fence::after_thread_sync", fence_of_tensors},
}};

}  // namespace

std::span<const AsynchronousForm> tensor_forms() { return forms_of_tensors; }

}  // namespace opexplore::detail
