// Barriers of a cluster, dependent grids, addresses in other CTAs, and what writes tensormaps (PTX
// ISA 9.7.9.24, 9.7.9.27, 9.7.15.3, 9.7.15.14).
#include <array>
#include <string>

#include "litmus/language/ptx_code/asynchronous_instruction.hpp"
#include "litmus/language/ptx_code/object_reader.hpp"

namespace opexplore::detail {

namespace {

Action read_cluster_arrive(InstructionContext& context) {
  return Asynchronous{ClusterBarrier{true, order_in(context.mnemonic).value_or(Order::release)}};
}

Action read_cluster_wait(InstructionContext&) {
  return Asynchronous{ClusterBarrier{false, Order::acquire}};
}

Action read_grid_control(InstructionContext& context) {
  return Asynchronous{GridControl{context.mnemonic.has("launch_dependents")}};
}

/// Some fields are arrays, of which a number in front of the value names an element.
bool has_element(const Mnemonic& mnemonic) {
  return mnemonic.has("box_dim") || mnemonic.has("global_dim") || mnemonic.has("global_stride") ||
         mnemonic.has("element_stride");
}

/// A weak generic write of the whole object, whatever the field.
Action read_replace(InstructionContext& context) {
  Store store;
  const std::vector<Space> spaces = spaces_in(context.mnemonic);
  store.address = read_object_operand(context, {ObjectKind::tensormap, spaces.front()}).address;
  context.comma("the value");
  if (has_element(context.mnemonic)) {
    read_constant(context, "the number of an element", 0, 4);
    context.comma("the value");
  }
  store.value = context.value();
  return store;
}

Action read_fenced_copy(InstructionContext& context) {
  FencedCopy copy;
  copy.scope = *scope_in(context.mnemonic);
  copy.destination = read_object_operand(context, {ObjectKind::tensormap, Space::global}).address;
  context.comma("the source");
  copy.source = read_object_operand(context, {ObjectKind::tensormap, Space::shared_cta}).address;
  context.comma("the size of a tensormap, 128");
  read_constant(context, "the size of a tensormap", 128, 128);
  return Asynchronous{copy};
}

/// The address of the same location in another CTA of the cluster.
Action read_mapped_address(InstructionContext& context) {
  Tokens& tokens = context.tokens;
  Arithmetic move;
  move.destination = context.destination();
  context.comma("a location");
  const Token name = tokens.peek();
  if (name.kind == TokenKind::word && is_register(name.text)) {
    tokens.fail(name, "not modelled: mapa of an address in the register " + quote(name),
                "write the location's name, as in 'mapa.shared::cluster.u32 r1, s, 1'");
  }
  tokens.expect_word("a location");
  const Token written = with_instance(tokens, context.builder, name);
  const AddressId address = context.builder.address(written);
  context.comma("the rank of a CTA");
  const SourcePlace place = tokens.peek().place;
  const Value rank = read_constant(context, "the rank of a CTA", 0, 15);
  context.builder.note_moved_address(context.thread, address, rank, place);
  return move;
}

constexpr std::array<AsynchronousForm, 6> forms_of_launches{{
    {"barrier.cluster.arrive.release|relaxed?.aligned?", read_cluster_arrive},
    {"barrier.cluster.wait.acquire?.aligned?", read_cluster_wait},
    {"griddepcontrol.launch_dependents|wait", read_grid_control},
    {"tensormap.replace.tile."
     "global_address|rank|box_dim|global_dim|global_stride|element_stride|elemtype|"
     "interleave_layout|swizzle_mode|swizzle_atomicity|fill_mode."
     "global|shared::cta.b1024?.b32|b64?",
     read_replace},
    {"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.SCOPE.sync?.aligned?",
     read_fenced_copy},
    {"mapa.shared::cluster?.u32|u64?", read_mapped_address},
}};

}  // namespace

std::span<const AsynchronousForm> launch_forms() { return forms_of_launches; }

}  // namespace opexplore::detail
