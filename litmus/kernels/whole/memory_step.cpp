#include "litmus/kernels/whole/memory_step.hpp"

#include <algorithm>
#include <string>

#include "code/uses.hpp"
#include "litmus/kernels/access_target.hpp"
#include "litmus/kernels/floats.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/private_memory.hpp"
#include "litmus/kernels/protocol/recording.hpp"
#include "litmus/kernels/whole/clashes.hpp"
#include "litmus/kernels/whole/followed.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using Kind = code::Operand::Kind;

/// Updates of one operation that end in the same value in any order.
bool commutes(const Access& access) {
  if (access.type.kind == 'f') return false;  // sums are rounded
  switch (*access.op) {
    case AtomicOp::add:
    case AtomicOp::bit_and:
    case AtomicOp::bit_or:
    case AtomicOp::bit_xor:
    case AtomicOp::min:
    case AtomicOp::max:
      return true;
    default:
      return false;
  }
}

}  // namespace

void MemoryStep::run(const KnownStatement& known) {
  // A store has it in front.
  const code::Operand& memory = step_.operands()[step_.instruction().results];
  const std::optional<Abstract> place = place_in_memory(memory);
  if (!place) {  // of one thread alone, or nowhere
    return execute_access(step_, access_);
  }
  check_space(step_, memory, access_, place->object);
  const Element all{place->object, place->number, access_.elements * access_.type.bits / 8};
  launch_.around.memory.note_access({all.object, all.offset, access_.type.bits / 8});
  if (!is_followed(launch_, step_, all)) return;
  if (launch_.recording != nullptr && launch_.recording->is_location(all)) {
    if (access_.read_only) launch_.objects.read_only.insert(place->object);
    if (access_.kind != Access::Kind::load) launch_.objects.written.insert(place->object);
    return access_location(known.observes);
  }
  if (access_.type.kind == 'f') {
    launch_.run.float_bytes.emplace(place->object, access_.type.bits / 8);
  }
  if (access_.op) {
    update(*place, known.observes);
  } else if (access_.kind == Access::Kind::load) {
    load(*place);
  } else {
    store(*place);
  }
}

std::optional<Abstract> MemoryStep::place_in_memory(const code::Operand& memory) {
  if (memory.kind != Kind::memory || memory.parts.empty()) return std::nullopt;
  const Abstract base = step_.input(memory.parts.front(), {'b', 64}).known;
  std::optional<Abstract> place;
  if (base.is_address()) {
    place = address(base.object, sum(base.number, memory.number));
  } else if (base.is_constant()) {
    const auto found = launch_.around.memory.place_with(sum(base.number, memory.number));
    if (found) place = address(found->first, found->second);
  } else {
    throw LeftOpen{"where it accesses memory is not known", &step_.statement()};
  }
  if (!place || is_private(step_, *place)) return std::nullopt;
  return place;
}

std::vector<code::Operand> MemoryStep::parts(const code::Operand& operand) const {
  const bool vector = operand.kind == Kind::vector;
  const std::size_t count = vector ? operand.parts.size() : 1;
  if (vector != (access_.elements != 1) || count != access_.elements) {
    step_.fail_at(operand, written(step_) + " needs " + std::to_string(access_.elements) +
                               (access_.elements == 1 ? " register" : " registers in braces"));
  }
  return vector ? operand.parts : std::vector{operand};
}

bool MemoryStep::is_float(const Element& element) const {
  return access_.type.kind == 'f' || launch_.around.memory.is_float(element);
}

Touch MemoryStep::touch_of(TouchKind kind, Value offset) const {
  Touch touch;
  touch.statement = &step_.statement();
  touch.offset = offset;
  touch.block = thread_.block;
  touch.thread = thread_.number;
  touch.moment = clocks_.now(thread_.number);
  touch.width = static_cast<std::uint8_t>(access_.type.bits / 8);
  touch.kind = kind;
  const bool updates = kind == TouchKind::update;
  touch.order = access_.order.value_or(updates ? Order::relaxed : Order::weak);
  touch.strong = touch.order != Order::weak;
  touch.scope = access_.scope.value_or(updates ? Scope::gpu : Scope::sys);
  if (touch.scope == Scope::cluster) touch.scope = Scope::cta;  // each block is one of its own
  return touch;
}

Value MemoryStep::given(const code::Operand& operand) {
  const Input input = step_.input(operand, access_.type);
  const bool own = input.known.is_address() &&
                   is_own(launch_.around.memory.at(input.known.object).space) &&
                   launch_.around.memory.at(input.known.object).space != Space::code;
  const Abstract known = step_.as_number(input.known);
  if (own || !known.is_constant()) {
    throw LeftOpen{"what it stores is not known", &step_.statement()};
  }
  return known.number;
}

/// It becomes instructions of the program, and what these read is told.
void MemoryStep::access_location(bool observes) {
  execute_access(step_, access_);
  if (step_.stops()) return;
  ThreadCode& code = step_.code();
  std::vector<std::pair<std::uint16_t, RegisterId>> read;
  const code::Uses uses = code::uses_of(step_.instruction());
  for (const auto* const registers : {&uses.written, &uses.perhaps_written}) {
    for (const std::uint16_t reg : *registers) {
      const auto found = code.by_ptx.find(reg);
      if (found != code.by_ptx.end()) read.emplace_back(reg, found->second);
    }
  }
  launch_.recording->act(thread_.number, step_.statement(), code);
  Environment& environment = step_.state().frame.environment;
  for (const auto& [ptx, reg] : read) {
    if (access_.op && !observes) {
      environment[ptx] = constant(0);  // that nobody reads
      continue;
    }
    const auto value =
        launch_.recording->choose(thread_.number, step_.statement(), reg, step_.state());
    if (!value) throw NotTold{};
    environment[ptx] = constant(*value);
  }
}

void MemoryStep::load(const Abstract& place) {
  if (access_.read_only) launch_.objects.read_only.insert(place.object);
  const std::vector<code::Operand> destinations = parts(step_.operands()[0]);
  const std::uint32_t width = access_.type.bits / 8;
  Value offset = place.number;
  std::vector<Value> values;
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    const Element element{place.object, offset, width};
    note_access(launch_, clocks_, place.object, touch_of(TouchKind::load, offset));
    values.push_back(launch_.run.contents.load(launch_.around.memory, element, is_float(element)));
    offset += width;
  }
  if (touch_of(TouchKind::load, 0).strong) ++launch_.reads_since_write;
  // Only now: a destination may be the address.
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    if (destinations[i].kind == Kind::nothing) continue;
    if (destinations[i].kind != Kind::reg) step_.fail_at(destinations[i], "expected a register");
    const bool is_signed = access_.type.kind == 's';
    const auto unused = static_cast<int>(64 - access_.type.bits);
    const Value value =
        is_signed ? static_cast<Value>(static_cast<std::uint64_t>(values[i]) << unused) >> unused
                  : values[i];
    step_.set(destinations[i], constant(value));
  }
}

void MemoryStep::store(const Abstract& place) {
  const std::uint32_t width = access_.type.bits / 8;
  Value offset = place.number;
  for (const code::Operand& part : parts(step_.operands()[1])) {
    Touch touch = touch_of(TouchKind::store, offset);
    touch.operand = given(part);
    note_access(launch_, clocks_, place.object, touch);
    launch_.run.contents.store(launch_.around.memory, {place.object, offset, width}, touch.operand);
    offset += width;
  }
  launch_.reads_since_write = 0;
  launch_.objects.written.insert(place.object);
}

Value MemoryStep::updated(Value old, Value operand, Value expected) const {
  const Type type = access_.type;
  if (type.kind == 'f') {
    if (*access_.op != AtomicOp::add || type.bits < 32) {
      throw LeftOpen{"a sum of floating-point numbers of 16 bits", &step_.statement()};
    }
    const FloatFormat format = format_of(type);
    return *float_sum(format, Number(typed_value({'u', type.bits}, old)),
                      Number(typed_value({'u', type.bits}, operand)))
                .known();
  }
  const Value before = typed_value(type, old);
  if (*access_.op == AtomicOp::cas) {
    return before == typed_value(type, expected) ? operand : old;
  }
  return evaluate(*access_.op, before, typed_value(type, operand));
}

void MemoryStep::update(const Abstract& place, bool observes) {
  if (access_.elements != 1) {
    throw LeftOpen{"a read-modify-write of a vector", &step_.statement()};
  }
  const bool has_destination = step_.instruction().results == 1;
  const auto operands = step_.operands();
  const std::size_t first = has_destination ? 2 : 1;
  const bool compares = access_.op == AtomicOp::cas;
  Touch touch = touch_of(TouchKind::update, place.number);
  touch.op = *access_.op;
  touch.operand = given(operands[first + (compares ? 1 : 0)]);
  if (compares) touch.expected = given(operands[first]);
  touch.commutes = commutes(access_) && !observes;
  const bool compares_order = touch.op == AtomicOp::min || touch.op == AtomicOp::max;
  touch.is_signed = compares_order && access_.type.kind == 's';
  launch_.fences = launch_.fences || touch.order != Order::relaxed;
  const Element element{place.object, place.number, access_.type.bits / 8};
  note_access(launch_, clocks_, place.object, touch);
  const Value old = launch_.run.contents.load(launch_.around.memory, element, is_float(element));
  launch_.run.contents.store(launch_.around.memory, element,
                             updated(old, touch.operand, touch.expected));
  launch_.reads_since_write = compares ? launch_.reads_since_write + 1 : 0;
  launch_.objects.written.insert(place.object);
  if (has_destination && operands[0].kind != Kind::nothing) {
    step_.set(step_.destination(), constant(old));
  }
}

}  // namespace opexplore::kernel
