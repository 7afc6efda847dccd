#include "litmus/kernels/access_words.hpp"

#include <array>
#include <string>
#include <string_view>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/modifiers.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

std::optional<Space> accessible_space(std::string_view text) {
  if (text == "shared::cta" || text == "shared::cluster") return Space::shared;
  if (text == "param::entry" || text == "param::func") return Space::parameter;
  return space_named(text);
}

void read_order(std::string_view text, Access& access) {
  if (text == "volatile") {
    access.annotation = Annotation::volatile_;
    access.order = Order::relaxed;
    access.scope = Scope::sys;
  } else {
    access.order = find_word<Order>(text);
  }
}

/// What the modifier adds. Those on caches never change what is read (PTX ISA 9.7.9.1, 9.7.9.2);
/// the machines before the memory model know some of them.
void read_modifier(const Step& step, const detail::Modifier& modifier, Access& access) {
  const std::string_view text = modifier.text;
  switch (*modifier_kind(text)) {
    case ModifierKind::order:
      return read_order(text, access);
    case ModifierKind::scope:
      access.scope = scope_named(step, modifier);
      return;
    case ModifierKind::space:
      if (text == "shared::cluster") require_no_cluster(step, modifier);
      access.space = accessible_space(text);
      return;
    case ModifierKind::cache:
      access.annotation = find_word<Annotation>(text).value_or(Annotation::none);
      return;
    case ModifierKind::policy:
      access.policy = true;
      return;
    case ModifierKind::read_only:
      access.read_only = true;
      return;
    case ModifierKind::vector:
      access.elements = static_cast<std::uint32_t>(text[1] - '0');
      return;
    case ModifierKind::operation:
      access.op = find_word<AtomicOp>(text);
      return;
    case ModifierKind::type:
      access.type = type_named(text);
      if (access.type && access.type->bits <= 64) return;
      step.around().source.fail(
          modifier.place,
          "not modelled: values of type ." + std::string(text) + " (" + written(step) + ")",
          access.type ? "values have 64 bits: use two accesses where nobody has to see both at once"
                      : "use .f32, or one .f16 for each");
    case ModifierKind::subnormal:
    case ModifierKind::mmio:
    case ModifierKind::eviction:
    case ModifierKind::l2_eviction:
    case ModifierKind::prefetch:
      return;
  }
}

}  // namespace

Access access_of(Step& step) {
  check_modifiers(step);
  Access access;
  for (const detail::Modifier& modifier : step.mnemonic().modifiers) {
    read_modifier(step, modifier, access);
  }
  if (access.policy) step.drop_last_operand();
  const bool compares = access.op == AtomicOp::min || access.op == AtomicOp::max;
  if (compares && access.type->kind == 'f') {
    step.fail(
        "not modelled: the least or greatest of floating-point numbers (" + written(step) + ")",
        "use a loop of atom.cas");
  }
  return access;
}

}  // namespace opexplore::kernel
