// What the mnemonic of a load, store or read-modify-write says (PTX ISA 9.7.9 "ld", "st", 9.7.13
// "atom", "red"). Modifiers come in any order.
#include <array>
#include <string>
#include <string_view>

#include "litmus/kernels/front/modifiers.hpp"
#include "litmus/kernels/front/readers.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using code::Access;

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
void read_modifier(const Spelled& spelled, const detail::Modifier& modifier, Access& access,
                   code::Instruction& made) {
  const std::string_view text = modifier.text;
  const std::optional<Type> type = type_named(text);
  switch (*modifier_kind(text)) {
    case ModifierKind::order:
      return read_order(text, access);
    case ModifierKind::scope:
      access.scope = find_word<Scope>(modifier.text);
      return;
    case ModifierKind::space:
      access.space = accessible_space(text);
      return;
    case ModifierKind::cache:
      access.annotation = find_word<Annotation>(text).value_or(Annotation::none);
      return;
    case ModifierKind::policy:
      if (!made.operands.empty()) made.operands.pop_back();  // one for caches
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
      if (type && type->bits <= 64) {
        access.type = *type;
        return;
      }
      spelled.fail_at(
          modifier,
          "not modelled: values of type ." + std::string(text) + " (" + spelled.written() + ")",
          type ? "values have 64 bits: use two accesses where nobody has to see both at once"
               : "use .f32, or one .f16 for each");
    case ModifierKind::subnormal:
    case ModifierKind::mmio:
    case ModifierKind::eviction:
    case ModifierKind::l2_eviction:
    case ModifierKind::prefetch:
      return;
  }
}

Access read_access_words(const Spelled& spelled, Access::Kind kind, code::Instruction& made) {
  check_modifiers(spelled);
  Access access;
  access.kind = kind;
  for (const detail::Modifier& modifier : spelled.mnemonic().modifiers) {
    read_modifier(spelled, modifier, access, made);
  }
  return access;
}

void require_access_operands(const Spelled& spelled, const code::Instruction& made,
                             std::size_t count) {
  Spelled{spelled.source, spelled.entry, spelled.statement, made.operands}.require_operands(count);
}

void read_load(const Spelled& spelled, code::Instruction& made) {
  made.operation = read_access_words(spelled, Access::Kind::load, made);
  require_access_operands(spelled, made, 2);
}

void read_store(const Spelled& spelled, code::Instruction& made) {
  made.results = 0;
  made.operation = read_access_words(spelled, Access::Kind::store, made);
  require_access_operands(spelled, made, 2);
}

/// `atom d, [a], b{, c}` and `red [a], b`.
template <std::size_t Results>
void read_update(const Spelled& spelled, code::Instruction& made) {
  made.results = Results;
  const Access access = read_access_words(spelled, Access::Kind::update, made);
  made.operation = access;
  if (access.type.kind == 'f' && (access.op == AtomicOp::min || access.op == AtomicOp::max)) {
    spelled.fail(
        "not modelled: the least or greatest of floating-point numbers (" + spelled.written() + ")",
        "use a loop of atom.cas");
  }
  require_access_operands(spelled, made, Results + (access.op == AtomicOp::cas ? 3 : 2));
}

}  // namespace

std::span<const InstructionReader> access_readers() {
  static constexpr std::array<InstructionReader, 4> readers = {
      {{"ld", read_load}, {"st", read_store}, {"atom", read_update<1>}, {"red", read_update<0>}}};
  return readers;
}

}  // namespace opexplore::kernel
