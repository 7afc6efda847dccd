// Memory, and what orders accesses to it (LLVM LangRef, "Memory Access and Addressing Operations").
#include <algorithm>
#include <array>

#include "litmus/kernels/llvm/body.hpp"
#include "litmus/kernels/llvm/lexer.hpp"
#include "litmus/kernels/llvm/scopes.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel::llvm {

namespace {

using code::Access;
using code::Formula;
using detail::quote;

/// A place in memory as an access names it.
struct Place {
  code::Operand pointer;
  std::uint32_t space = 0;
  std::optional<Packet> packet;
};

Place read_place(Body& body) {
  const IrType type = read_type(body.tokens);
  if (type.kind != IrType::Kind::pointer) {
    body.tokens.fail(body.tokens.previous(),
                     "expected a pointer, found a value of type " + quote(type.text));
  }
  IrValue value = body.value(type);
  if (value.packet) return {{}, type.space, value.packet};
  return {value.parts.front(), type.space, {}};
}

/// How an access is made, beside what and where.
struct Manner {
  bool atomic = false;
  bool is_volatile = false;
};

Manner read_manner(Body& body) {
  Manner manner;
  manner.atomic = body.tokens.accept("atomic");
  manner.is_volatile = body.tokens.accept("volatile");
  return manner;
}

/// Reads `, align 4`, if it is next.
std::optional<std::uint32_t> read_align(Body& body) {
  if (!body.tokens.peek().is(",") || !body.tokens.peek(1).is("align")) return std::nullopt;
  body.tokens.take();
  body.tokens.take();
  return body.tokens.expect_index("an alignment");
}

/// The scope and order of an access. One of a single thread orders nothing for others, who race
/// with it. Volatile is what both back ends make of it: relaxed, of the system.
Access access_of(Body& body, Access::Kind kind, const Manner& manner, const Place& place,
                 code::Instruction& notes) {
  Access access;
  access.kind = kind;
  access.space = space_of(place.space);
  if (manner.atomic) {
    const SyncScope scope = read_scope(body.tokens);
    const Order order = expect_order(body.tokens);
    if (scope.scope) {
      access.order = order;
      access.scope = scope.scope;
    }
    note_scope(scope, notes);
  } else if (manner.is_volatile) {
    access.order = Order::relaxed;
    access.scope = Scope::sys;
    access.annotation = Annotation::volatile_;
  }
  return access;
}

void copy_notes(const code::Instruction& notes, code::Instruction& made) {
  made.of_waves = notes.of_waves;
  made.of_one_space = notes.of_one_space;
}

/// Where a value lies that is accessed with fewer bytes of alignment than it has, it may be
/// accessed in parts.
void check_align(Body& body, std::optional<std::uint32_t> align, Type type, std::uint64_t offset) {
  if (!align || *align == 0) return;
  const std::uint32_t bytes = type.bits / 8;
  if (*align % bytes != 0 && offset == 0) {
    body.refuse("an access of " + std::to_string(bytes) + " bytes that are aligned to " +
                    std::to_string(*align),
                "leave out packed structures");
  }
}

/// A size of the block or the grid.
code::Operand size_operand(const Body& body, code::Special what, std::int64_t component) {
  constexpr std::array<std::string_view, 3> of_block = {"%ntid.x", "%ntid.y", "%ntid.z"};
  constexpr std::array<std::string_view, 3> of_grid = {"%nctaid.x", "%nctaid.y", "%nctaid.z"};
  code::Operand operand = body.number(component);
  operand.kind = OperandKind::special;
  operand.special = what;
  operand.text = (what == code::Special::block_shape ? of_block : of_grid)
                     .at(static_cast<std::size_t>(component));
  return operand;
}

/// Three sizes, for x, y and z, in memory.
struct Field {
  Packet::Kind kind;
  std::int64_t begin;
  std::uint32_t bits;
  code::Special what;

  std::optional<std::int64_t> component(const Packet& packet, std::uint32_t wanted) const {
    const std::int64_t bytes = bits / 8;
    const std::int64_t at = packet.offset - begin;
    if (packet.kind != kind || wanted != bits || at < 0 || at % bytes != 0) return std::nullopt;
    return at / bytes < 3 ? std::optional(at / bytes) : std::nullopt;
  }
};

/// What the hardware says of the launch: sizes, in the packet that launches it (HSA Platform System
/// Architecture, "Kernel dispatch packet") or behind the arguments (AMDGPU code object V5). In the
/// packet that of the grid counts threads.
void read_packet(Body& body, const Packet& packet, const IrType& type) {
  using enum Packet::Kind;
  using code::Special;
  constexpr std::array<Field, 4> fields = {{{dispatch, 4, 16, Special::block_shape},
                                            {dispatch, 12, 32, Special::grid_shape},
                                            {implicit_arguments, 0, 32, Special::grid_shape},
                                            {implicit_arguments, 12, 16, Special::block_shape}}};
  const Type held = register_type(type, body.tokens);
  for (const Field& field : fields) {
    const auto component = field.component(packet, type.bits);
    if (!component) continue;
    const code::Operand size = size_operand(body, field.what, *component);
    const code::Operand to = body.result(type);
    if (packet.kind == dispatch && field.what == Special::grid_shape) {
      body.compute(Formula::product, held,
                   {to, size, size_operand(body, Special::block_shape, *component)});
    } else {
      body.compute(Formula::move, held, {to, size});
    }
    return;
  }
  body.refuse("this part of what the hardware says of the launch", "use sizes of the workgroup");
}

/// Goes on behind a load of a byte that is a truth.
void load_one(Body& body, const Access& access, const code::Instruction& notes,
              const code::Operand& to, const code::Operand& memory, bool is_truth) {
  const code::Operand held = is_truth ? body.temporary({'u', 8}) : to;
  copy_notes(notes, body.emit(access, {held, memory}, 1));
  if (!is_truth) return;
  body.compute(Formula::operation, {'u', 8}, {to, held, body.number(0)}).op =
      ArithmeticOp::not_equal;
}

void read_load(Body& body) {
  const Manner manner = read_manner(body);
  const IrType type = read_type(body.tokens);
  body.tokens.expect(",", "','");
  const Place place = read_place(body);
  if (place.packet) return read_packet(body, *place.packet, type);
  code::Instruction notes;
  Access access = access_of(body, Access::Kind::load, manner, place, notes);
  const auto align = read_align(body);
  const std::vector<Layout::Scalar> parts = body.globals.layout.scalars_of(type, body.tokens);
  const std::vector<code::Operand> to = body.results(type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    access.type = memory_type(parts[i].type, body.globals.layout, body.tokens);
    check_align(body, align, access.type, parts[i].offset);
    const auto offset = static_cast<Value>(parts[i].offset);
    load_one(body, access, notes, to[i], body.memory_at(place.pointer, offset),
             parts[i].type.bits == 1);
  }
}

void read_store(Body& body) {
  const Manner manner = read_manner(body);
  const IrValue value = body.typed_value();
  body.tokens.expect(",", "','");
  const Place place = read_place(body);
  if (place.packet) body.refuse("a store to what the hardware says of the launch", "");
  code::Instruction notes;
  Access access = access_of(body, Access::Kind::store, manner, place, notes);
  const auto align = read_align(body);
  const std::vector<Layout::Scalar> parts = body.globals.layout.scalars_of(value.type, body.tokens);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    access.type = memory_type(parts[i].type, body.globals.layout, body.tokens);
    check_align(body, align, access.type, parts[i].offset);
    code::Operand stored = value.parts.at(i);
    if (parts[i].type.bits == 1 && stored.kind != OperandKind::number) {
      const code::Operand byte = body.temporary({'u', 8});
      body.compute(Formula::selection, {'u', 8}, {byte, body.number(1), body.number(0), stored});
      stored = byte;
    }
    const auto offset = static_cast<Value>(parts[i].offset);
    copy_notes(notes, body.emit(access, {body.memory_at(place.pointer, offset), stored}, 0));
  }
}

/// An operation of `atomicrmw`, and of which numbers; those of one name are those of PTX.
struct Update {
  AtomicOp op;
  char kind = 'u';
};

std::optional<Update> update_named(std::string_view name) {
  if (name == "xchg") return Update{AtomicOp::exch};
  if (name == "fadd") return Update{AtomicOp::add, 'f'};
  if (name == "nand") return Update{AtomicOp::bit_and};
  if (name == "uinc_wrap") return Update{AtomicOp::inc};
  if (name == "udec_wrap") return Update{AtomicOp::dec};
  const bool is_unsigned = name == "umin" || name == "umax";
  const auto op = find_word<AtomicOp>(is_unsigned ? name.substr(1) : name);
  switch (op.value_or(AtomicOp::cas)) {
    case AtomicOp::min:
    case AtomicOp::max:
      return Update{*op, is_unsigned ? 'u' : 's'};
    case AtomicOp::add:
    case AtomicOp::sub:
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
      return Update{*op};
    default:
      return std::nullopt;
  }
}

/// The scope and order of a read-modify-write, which several threads make.
void read_update_order(Body& body, Access& access, code::Instruction& notes) {
  const SyncScope scope = read_scope(body.tokens);
  if (!scope.scope) {
    body.refuse("a read-modify-write of one thread alone",
                "choose the scope of those that access the memory");
  }
  access.scope = scope.scope;
  note_scope(scope, notes);
  access.order = expect_order(body.tokens);
}

void read_update(Body& body) {
  Access access;
  access.kind = Access::Kind::update;
  body.tokens.accept("volatile");
  const Token name = body.tokens.expect_word("an operation");
  const auto known = update_named(name.text);
  if (!known) {
    body.tokens.fail(name, "not modelled: atomicrmw " + std::string(name.text),
                     "use a loop of cmpxchg");
  }
  const Place place = read_place(body);
  if (place.packet) body.refuse("this read-modify-write", "");
  body.tokens.expect(",", "','");
  const IrType type = read_type(body.tokens);
  const code::Operand operand = body.scalar(type);
  code::Instruction notes;
  read_update_order(body, access, notes);
  access.space = space_of(place.space);
  access.op = known->op;
  access.complements = name.is("nand");
  access.type = memory_type(type, body.globals.layout, body.tokens);
  if (access.type.kind != 'f') access.type.kind = known->kind;
  if (access.type.kind == 'f' && known->kind != 'f') access.type.kind = 'u';  // xchg
  const code::Operand old = body.result(type);
  copy_notes(notes, body.emit(access, {old, body.memory_at(place.pointer), operand}, 1));
}

/// The result is a pair: what was there, and whether that is what was compared. That a weak one may
/// fail for no reason is not modelled.
void read_exchange(Body& body) {
  Access access;
  access.kind = Access::Kind::update;
  access.op = AtomicOp::cas;
  body.accept_words({"weak", "volatile"});
  const Place place = read_place(body);
  if (place.packet) body.refuse("this read-modify-write", "");
  body.tokens.expect(",", "','");
  const IrType type = read_type(body.tokens);
  const code::Operand compared = body.scalar(type);
  body.tokens.expect(",", "','");
  read_type(body.tokens);
  const code::Operand wanted = body.scalar(type);
  code::Instruction notes;
  read_update_order(body, access, notes);
  access.failure = expect_order(body.tokens);
  access.space = space_of(place.space);
  access.type = memory_type(type, body.globals.layout, body.tokens);
  IrType pair;
  pair.kind = IrType::Kind::structure;
  pair.parts = {type, integer_type(1)};
  const std::vector<code::Operand> to = body.results(pair);
  copy_notes(notes, body.emit(access, {to[0], body.memory_at(place.pointer), compared, wanted}, 1));
  body.compute(Formula::operation, {'u', access.type.bits}, {to[1], to[0], compared}).op =
      ArithmeticOp::equal;
}

/// One of a single thread is for signal handlers: nothing of it reaches others.
void read_fence(Body& body) {
  const SyncScope scope = read_scope(body.tokens);
  const Order order = expect_order(body.tokens);
  if (!scope.scope) {
    body.emit(code::Hint{}, {}, 0);
    return;
  }
  note_scope(scope, body.emit(Fence{order, *scope.scope}, {}, 0));
}

void read_allocation(Body& body) {
  body.accept_words({"inalloca", "swifterror"});
  const IrType type = read_type(body.tokens);
  std::uint64_t count = 1;
  while (body.tokens.peek().is(",") && !is_name(body.tokens.peek(1), '!')) {
    body.tokens.take();
    if (body.tokens.accept("align")) {
      body.tokens.expect_index("an alignment");
    } else if (body.tokens.accept("addrspace")) {
      body.tokens.expect("(", "'('");
      body.tokens.expect_index("an address space");
      body.tokens.expect(")", "')'");
    } else {
      const code::Operand number = body.scalar(read_type(body.tokens));
      if (number.kind != OperandKind::number) {
        body.refuse("an alloca whose size is not known", "take an array of known size");
      }
      count = static_cast<std::uint64_t>(number.number);
    }
  }
  const std::uint64_t size = body.globals.layout.size_of(type, body.tokens);
  constexpr std::uint64_t most = std::uint64_t{1} << 20U;
  if (count > most || size * count > most) body.refuse("so large an alloca", "take less");
  IrType pointer;
  pointer.kind = IrType::Kind::pointer;
  IrValue value{pointer, {body.own_memory(size * count)}, {}};
  body.set_result(std::move(value));
}

/// Adds a product of an index to an address.
code::Operand with_term(Body& body, const code::Operand& to, const code::Operand& address,
                        const Offset::Term& term) {
  const Type wide{'s', 64};
  code::Operand index = term.index;
  if (term.bits < 32) {
    const code::Operand extended = body.temporary({'u', 64});
    body.compute(Formula::conversion, {'s', term.bits}, {extended, index}).result = wide;
    index = extended;
  }
  const bool whole = term.bits == 32;
  code::Compute& made =
      body.compute(Formula::product, {'s', whole ? 32U : 64U},
                   {to, index, body.number(static_cast<Value>(term.size)), address});
  made.result = wide;
  made.part = whole ? code::Part::whole : code::Part::low;
  return to;
}

void read_address(Body& body) {
  body.accept_words({"inbounds", "nuw", "nusw"});
  auto [pointer, offset] = read_element_address(body);
  if (pointer.packet) {
    if (!offset.terms.empty()) body.refuse("an index into what the hardware says", "");
    pointer.packet->offset += offset.bytes;
    return body.set_result(std::move(pointer));
  }
  const code::Operand base = pointer.parts.front();
  const bool symbol = base.kind == OperandKind::symbol;
  if (offset.terms.empty() && (offset.bytes == 0 || symbol || base.kind == OperandKind::number)) {
    pointer.parts.front().number += offset.bytes;
    return body.set_result(std::move(pointer));
  }
  code::Operand address = base;
  const code::Operand result = body.result(pointer.type);
  const Type wide{'u', 64};
  if (symbol && !offset.terms.empty()) {
    address.number += std::exchange(offset.bytes, 0);
    const code::Operand held = body.temporary(wide);
    body.compute(Formula::move, wide, {held, address});
    address = held;
  }
  for (std::size_t i = 0; i < offset.terms.size(); ++i) {
    const bool last = i + 1 == offset.terms.size() && offset.bytes == 0;
    address = with_term(body, last ? result : body.temporary(wide), address, offset.terms[i]);
  }
  if (offset.bytes == 0) return;
  body.compute(Formula::operation, wide, {result, address, body.number(offset.bytes)}).op =
      ArithmeticOp::add;
}

constexpr std::array<OperationReader, 7> memory_readers = {{{"load", read_load},
                                                            {"store", read_store},
                                                            {"atomicrmw", read_update},
                                                            {"cmpxchg", read_exchange},
                                                            {"fence", read_fence},
                                                            {"alloca", read_allocation},
                                                            {"getelementptr", read_address}}};

}  // namespace

bool read_memory(Body& body, std::string_view opcode) {
  const auto* const reader = std::ranges::find(memory_readers, opcode, &OperationReader::name);
  if (reader == memory_readers.end()) return false;
  reader->read(body);
  return true;
}

}  // namespace opexplore::kernel::llvm
