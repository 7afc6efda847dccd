#include "litmus/language/ptx_code/asynchronous_instruction.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "litmus/language/ptx_code/object_reader.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

constexpr std::array<std::string_view, 7> asynchronous_words = {
    "cp", "mbarrier", "wgmma", "tcgen05", "griddepcontrol", "tensormap", "mapa"};

/// Instructions that share their name with others, and the beginning of a modifier that they have.
struct SharedName {
  std::string_view name;
  std::string_view prefix;
};

constexpr std::array<SharedName, 10> shared_names{{{"st", "async"},
                                                   {"red", "async"},
                                                   {"barrier", "cluster"},
                                                   {"fence", "async"},
                                                   {"fence", "tensormap"},
                                                   {"fence", "mbarrier_init"},
                                                   {"fence", "sync_restrict"},
                                                   {"fence", "fabric"},
                                                   {"fabric", "submit"},
                                                   {"fabric", "wait"}}};

/// What is known by name and not modelled: a modifier of an instruction of that name, or of any.
struct RefusedModifier {
  std::string_view name;
  std::string_view prefix;
  std::string_view what;
  std::string_view nearest;
};

constexpr std::string_view several_registers = "parts of tensor memory in several registers";
constexpr std::string_view newer_isa = "PTX 9.5; its meaning is not known to this version";

constexpr std::array<RefusedModifier, 46> refused_modifiers{{
    {"cp", "sync_restrict", newer_isa, "leaving it out"},
    {"fence", "sync_restrict::read", newer_isa, "fence.proxy.alias.release.sys"},
    {"tensormap", "alloc_class", newer_isa, "another field"},
    {"fabric", "submit", newer_isa, "st.release.sys"},
    {"fabric", "wait", newer_isa, "ld.acquire.sys"},
    {"cp", "im2col", "im2col tensor copies", ".tile, whose copies have the same events"},
    {"cp", "tile::gather4", "gathering tensor copies", ".tile"},
    {"cp", "tile::scatter4", "scattering tensor copies", ".tile"},
    {"cp", "prefetch", "prefetching", "leaving it out"},
    {"cp", "cta_group", "pairs of CTAs", "leaving it out"},
    {"", "L2::cache_hint", "cache policies", "leaving it and its operand out"},
    {"cp", "ignore_oob", "addresses out of bounds", "leaving it out"},
    {"cp", "cp_mask", "copies of some bytes", "a copy of all"},
    {"", "layout", "layouts of mbarriers", "leaving it out"},
    {"", "phase_type", "kinds of phases", "leaving it out"},
    {"", "report", "reports of mbarriers", "leaving it out"},
    {"", "counted", "counters of the fabric", "leaving it out"},
    {"fence", "fabric", "the fabric proxy", "fence.proxy.alias.release.sys"},
    {"fence", "generic::fabric", "the fabric proxy", "fence.proxy.alias.release.sys"},
    {"mbarrier", "pending_count", "counts as values", "test_wait"},
    {"wgmma", "m64", "shapes of matrices", "wgmma.mma_async r0, [s]"},
    {"wgmma", "sp", "sparse matrices", "wgmma.mma_async r0, [s]"},
    {"tcgen05", "alloc", "allocation of tensor memory", "declaring it: 't @ tensor;'"},
    {"tcgen05", "dealloc", "allocation of tensor memory", "leaving it out"},
    {"tcgen05", "relinquish", "allocation of tensor memory", "leaving it out"},
    {"tcgen05", "cta_group::2", "pairs of CTAs", ".cta_group::1"},
    {"tcgen05", "ws", "matrix operations of single warps", "tcgen05.mma.cta_group::1"},
    {"tcgen05", "sp", "sparse matrices", "tcgen05.mma.cta_group::1"},
    {"tcgen05", "kind::mxf", "scaled matrices", ".kind::f16, whose operand is in tensor memory"},
    {"tcgen05", "collector", "buffers of operands", "leaving it out"},
    {"tcgen05", "ashift", "moved operands", "leaving it out"},
    {"tcgen05", "red", "reductions of what is loaded", "tcgen05.ld and arithmetic"},
    {"tcgen05", "pack", "packed values", "leaving it out"},
    {"tcgen05", "unpack", "packed values", "leaving it out"},
    {"tcgen05", "16x128b", several_registers, ".32x32b.x1"},
    {"tcgen05", "16x256b", several_registers, ".32x32b.x1"},
    {"tcgen05", "16x32bx2", several_registers, ".32x32b.x1"},
    {"tcgen05", "x2", several_registers, ".x1"},
    {"tcgen05", "x4", several_registers, ".x1"},
    {"tcgen05", "x8", several_registers, ".x1"},
    {"tcgen05", "x16", several_registers, ".x1"},
    {"tcgen05", "x32", several_registers, ".x1"},
    {"tcgen05", "x64", several_registers, ".x1"},
    {"tcgen05", "x128", several_registers, ".x1"},
    {"st", "mmio", "memory-mapped input and output here", "st.async.release.sys"},
    {"red", "mmio", "memory-mapped input and output here", "red.relaxed.sys"},
}};

std::vector<AsynchronousForm> all_forms() {
  std::vector<AsynchronousForm> all;
  for (const auto& part :
       {copy_forms(), mbarrier_forms(), fence_forms(), tensor_forms(), launch_forms()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

void refuse_by_name(const Source& source, const Mnemonic& mnemonic) {
  for (const Modifier& modifier : mnemonic.modifiers) {
    for (const RefusedModifier& entry : refused_modifiers) {
      if (!entry.name.empty() && entry.name != mnemonic.name.text) continue;
      if (!modifier.text.starts_with(entry.prefix)) continue;
      const std::string nearest = "nearest: " + std::string(entry.nearest);
      const std::string written = quote(mnemonic.text());
      if (entry.what == newer_isa) {
        source.fail(modifier.place, written + " is " + std::string(newer_isa), nearest);
      }
      source.fail(modifier.place, "not modelled: " + std::string(entry.what) + " (" + written + ")",
                  nearest);
    }
  }
}

bool has_prefix(const Mnemonic& mnemonic, std::string_view prefix) {
  return std::ranges::any_of(mnemonic.modifiers, [&](const Modifier& modifier) {
    return modifier.text.starts_with(prefix);
  });
}

std::span<const std::string_view> asynchronous_names() { return asynchronous_words; }

bool is_asynchronous(const Mnemonic& mnemonic) {
  const std::string_view name = mnemonic.name.text;
  if (std::ranges::find(asynchronous_words, name) != asynchronous_words.end()) return true;
  const bool half = mnemonic.has("release") || mnemonic.has("acquire");
  if (name == "fence" && mnemonic.has("proxy") && mnemonic.has("alias") && half) return true;
  return std::ranges::any_of(shared_names, [&](const SharedName& mark) {
    return mark.name == name && has_prefix(mnemonic, mark.prefix);
  });
}

Action read_asynchronous(InstructionContext context) {
  static const std::vector<AsynchronousForm> known = all_forms();
  refuse_by_name(context.source(), context.mnemonic);
  const AsynchronousForm& form =
      find_form<AsynchronousForm>(context.source(), context.mnemonic, known);
  context.builder.note_asynchronous();
  return form.read(context);
}

namespace {

NamedOperand read_object_name(InstructionContext& context, OperandRule rule) {
  Tokens& tokens = context.tokens;
  const Token name = tokens.peek();
  if (name.kind == TokenKind::word && (is_register(name.text) || is_predicate(name.text))) {
    tokens.fail(name,
                "not modelled: an address in the register " + quote(name) +
                    " in an asynchronous instruction",
                "write the location's name, as in '[s]' or '[s@1]'");
  }
  tokens.expect_word("a location");
  const Token written = with_instance(tokens, context.builder, name);
  if (tokens.peek().is("+") || tokens.peek().is("-")) {
    tokens.fail(tokens.peek(), "an operand of an asynchronous instruction has no offset",
                "declare one location for each element");
  }
  const AddressId address = context.builder.address(written);
  context.builder.note_operand({context.thread, address, name.place, rule});
  return {address, written};
}

}  // namespace

NamedOperand read_object_operand(InstructionContext& context, OperandRule rule) {
  Tokens& tokens = context.tokens;
  tokens.expect("[", "'[' and a location");
  const NamedOperand operand = read_object_name(context, rule);
  if (!tokens.peek().is(",") || rule.object != ObjectKind::tensormap) tokens.expect("]", "']'");
  return operand;
}

std::vector<NamedOperand> read_elements(InstructionContext& context, Space space) {
  context.tokens.expect("[", "'[' and a location");
  std::vector<NamedOperand> elements;
  do {
    elements.push_back(read_object_name(context, {ObjectKind::data, space}));
  } while (context.tokens.accept(","));
  context.tokens.expect("]", "']'");
  return elements;
}

AddressId read_tensor_operand(InstructionContext& context, std::size_t dimensions) {
  Tokens& tokens = context.tokens;
  const NamedOperand tensor = read_object_operand(context, {.object = ObjectKind::tensormap});
  const std::string form = "tensor copies name coordinates, as in '[d, {0}]'";
  if (tokens.previous().is("]")) tokens.fail(tokens.previous(), "expected ',', found ']'", form);
  tokens.expect(",", "','", form);
  const Token open = tokens.expect("{", "'{' and the coordinates", form);
  std::size_t count = 0;
  do {
    const Token number = tokens.peek();
    if (tokens.expect_number("a coordinate", form) != 0) {
      tokens.fail(number, "not modelled: parts of tensors",
                  "coordinates are 0; declare one tensormap for each part");
    }
    ++count;
  } while (tokens.accept(","));
  tokens.expect("}", "'}'");
  if (count != dimensions) {
    tokens.fail(
        open,
        "expected " + std::to_string(dimensions) + " coordinates, found " + std::to_string(count),
        "the modifier ." + std::to_string(dimensions) + "d says how many there are");
  }
  tokens.expect("]", "']'");
  return tensor.address;
}

Value read_constant(InstructionContext& context, std::string_view what, Value least, Value most) {
  const Token token = context.tokens.peek();
  if (token.kind == TokenKind::word) {
    context.tokens.fail(token, "expected " + std::string(what) + ", found " + quote(token),
                        "write the number");
  }
  const Value number = context.tokens.expect_number(what);
  if (number < least || number > most) {
    context.tokens.fail(
        token, "expected " + std::string(what) + ", found " + std::to_string(number),
        least == most ? "it is " + std::to_string(least)
                      : "it is between " + std::to_string(least) + " and " + std::to_string(most));
  }
  return number;
}

Operand read_amount(InstructionContext& context, std::string_view what, Value least, Value most) {
  if (context.tokens.at_number()) return read_constant(context, what, least, most);
  return context.value();
}

std::optional<RegisterId> read_result(InstructionContext& context, NumberType type) {
  if (context.tokens.peek().is("[")) return std::nullopt;
  std::optional<RegisterId> result;
  if (!context.tokens.accept("_")) result = context.destination(type);
  context.comma("an mbarrier");
  return result;
}

}  // namespace opexplore::detail
