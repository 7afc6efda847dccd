#include "litmus/kernels/private_memory.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/amounts.hpp"
#include "litmus/kernels/tensor_map.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

// Object numbers have 16 bits.
constexpr std::size_t most_objects = 60'000;

std::string numbers(const Triple& triple) {
  return std::to_string(triple.x) + ',' + std::to_string(triple.y) + ',' + std::to_string(triple.z);
}

std::string thread_key(const Executor& executor) {
  if (executor.shares_private_objects) return std::to_string(executor.grid);
  return std::to_string(executor.grid) + ' ' + numbers(executor.block) + ' ' +
         numbers(executor.thread);
}

/// Names have a blank in them, so that no question can mean them.
std::uint16_t object_of(Step& step, const std::string& key, const std::string& name, Space space,
                        std::optional<std::uint32_t> bytes) {
  Memory& memory = step.around().memory;
  if (memory.objects() >= most_objects) {
    step.fail("too many local variables and parameters of calls",
              "launch fewer threads, or call functions less deeply");
  }
  Object object;
  object.name = name;
  object.space = space;
  object.bytes = bytes;
  return memory.object(key, object);
}

/// An object of the frame that runs.
Abstract frame_object(Step& step, const std::string& name, Space space, PrivateObject made,
                      std::optional<std::uint32_t> bytes) {
  const std::string key = "private " + thread_key(step.executor()) + ' ' +
                          std::to_string(made.depth) + ' ' + std::string(made.function->name.text) +
                          ' ' + std::to_string(made.block) + ' ' + name;
  const std::uint16_t object = object_of(step, key, "local " + name, space, bytes);
  step.code().privates.try_emplace(object, made);
  return address(object, 0);
}

const Object& object_at(const Step& step, const Abstract& place) {
  return step.around().memory.at(place.object);
}

/// What is wrong with an access there, if something is: it is undefined then.
std::optional<std::string> misuse(const Step& step, const Abstract& place, std::uint32_t width,
                                  bool writes) {
  const Memory& memory = step.around().memory;
  const Object& object = memory.at(place.object);
  const std::string name = quote(object.name);
  const std::optional<Value> size = memory.size_of(place.object);
  if (object.space == Space::code) return "the access is to " + name;
  if (place.number < 0 || (size && place.number > *size - Value{width})) {
    return "the access is at byte " + std::to_string(place.number) + " of " + name +
           (size ? ", which has " + bytes_text(*size) : "");
  }
  const bool of_kernel = step.code().kernel_parameters.contains(place.object);
  if (writes && (of_kernel || object.space == Space::constant)) {
    return "the store is to " + name + ", which kernels cannot write";
  }
  return std::nullopt;
}

std::uint64_t mask_of(std::uint32_t bytes) {
  return bytes >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
}

/// Numbers of 64 bits: known, or in a temporary register.
Input computed(Step& step, ArithmeticOp op, const Input& left, Value right, NumberType type) {
  if (left.known.is_constant()) {
    return {constant(evaluate(op, left.known.number, right, type))};
  }
  const RegisterId result = step.temporary({'s', 64});
  step.emit(op, result, RegisterOperand{left.reg}, right, type);
  return {{}, result};
}

Input joined(Step& step, const Input& left, const Input& right) {
  if (left.known.is_constant() && left.known.number == 0) return right;
  if (right.known.is_constant()) {
    return computed(step, ArithmeticOp::bit_or, left, right.known.number, NumberType::s64);
  }
  if (left.known.is_constant()) {
    return computed(step, ArithmeticOp::bit_or, right, left.known.number, NumberType::s64);
  }
  const RegisterId result = step.temporary({'s', 64});
  step.emit(ArithmeticOp::bit_or, result, RegisterOperand{left.reg}, RegisterOperand{right.reg},
            NumberType::s64);
  return {{}, result};
}

/// Bytes `first` and up of a value of `width` bytes, as an unsigned number.
Input piece(Step& step, Input value, std::uint32_t width, std::uint32_t first,
            std::uint32_t bytes) {
  if (value.known.is_constant()) {
    const auto bits = static_cast<std::uint64_t>(value.known.number) & mask_of(width);
    return {constant(static_cast<Value>(bits >> (8 * first) & mask_of(bytes)))};
  }
  if (width == 4) value = computed(step, ArithmeticOp::move, value, 0, NumberType::u32);
  if (first != 0) {
    value = computed(step, ArithmeticOp::div, value, Value{1} << (8 * first), NumberType::u64);
  }
  if (first + bytes == width) return value;
  return computed(step, ArithmeticOp::bit_and, value, static_cast<Value>(mask_of(bytes)),
                  NumberType::s64);
}

/// An unsigned number as registers hold values of that width.
Input as_held(Step& step, const Input& value, std::uint32_t width) {
  if (value.known.is_constant()) return {constant(wide_value(8 * width, value.known.number))};
  return width == 4 ? computed(step, ArithmeticOp::move, value, 0, NumberType::s32) : value;
}

Input input_of(Step& step, const PrivateByte& byte, const Held& held) {
  if (held.value.kind != Abstract::Kind::run_time) return {held.value};
  return {held.value, step.home(byte, held.width)};
}

std::vector<std::pair<PrivateByte, Held>> overlapping(const PrivateMemory& memory,
                                                      const PrivateByte& first,
                                                      std::uint32_t width) {
  std::vector<std::pair<PrivateByte, Held>> found;
  constexpr Value widest = 8;
  PrivateByte from = first;
  from.offset -= widest;
  for (auto next = memory.lower_bound(from); next != memory.end(); ++next) {
    const auto& [byte, held] = *next;
    if (byte.object != first.object || byte.offset >= first.offset + width) break;
    if (byte.offset + held.width > first.offset) found.emplace_back(byte, held);
  }
  return found;
}

[[noreturn]] void refuse_piece(const Step& step, const Abstract& place) {
  step.fail("not modelled: a part of an address, in " + quote(object_at(step, place).name),
            "copy addresses as a whole");
}

PrivateByte byte_at(const Step& step, const Abstract& place) {
  return {step.code().privates.at(place.object).depth, place.object, place.number};
}

/// Whether these are bytes between the members of a structure, which compilers copy one by one: the
/// launch says other words of the parameter, and nothing there.
bool is_padding(const Step& step, const Abstract& place, std::uint32_t width) {
  const auto& parameters = step.executor().parameters;
  const std::string name(step.code().kernel_parameters.at(place.object));
  const auto first = parameters.lower_bound({name, 0});
  return width == 1 && place.number % 8 != 0 && first != parameters.end() &&
         first->first.first == name && !parameters.contains({name, place.number});
}

/// Whether these are bytes of a tensormap, which mean nothing to a kernel: it can only copy them.
bool is_in_tensormap(const Step& step, const std::string& name, Value offset) {
  const auto& maps = step.executor().tensormaps;
  const auto behind = maps.upper_bound({name, offset});
  if (behind == maps.begin()) return false;
  const auto& [parameter, at] = std::prev(behind)->first;
  return parameter == name && offset < at + tensormap_bytes;
}

/// What the launch binds the parameter of the kernel to.
Input parameter_value(const Step& step, const Abstract& place, std::uint32_t width) {
  const std::string name(step.code().kernel_parameters.at(place.object));
  const auto known = step.executor().parameters.find({name, place.number});
  if (is_in_tensormap(step, name, place.number)) return {constant(0)};
  if (known == step.executor().parameters.end()) {
    const std::string offset = place.number == 0 ? "" : "+" + std::to_string(place.number);
    step.fail_at(step.operands()[1],  // of the load
                 "the launch does not say what the parameter " + quote(name + offset) + " holds",
                 "add it to \"parameters\", by name or number, or say it with --input");
  }
  Abstract value = known->second;
  if (value.is_constant()) value.number = wide_value(8 * width, value.number);
  return {value};
}

/// The rest of what is overwritten in part stays.
void make_room(Step& step, const Abstract& place, std::uint32_t width) {
  PrivateMemory& memory = step.state().memory;
  const PrivateByte first = byte_at(step, place);
  const Value end = first.offset + width;
  for (const auto& [byte, held] : overlapping(memory, first, width)) {
    memory.erase(byte);
    const auto keep = [&, byte = byte, held = held](Value from, Value to) {
      if (from >= to) return;
      const auto bytes = static_cast<std::uint32_t>(to - from);
      const PrivateByte at{byte.depth, byte.object, from};
      if (held.broken || held.value.is_address()) {
        memory[at] = {bytes, held.value, true};
        return;
      }
      const Input rest = piece(step, input_of(step, byte, held), held.width,
                               static_cast<std::uint32_t>(from - byte.offset), bytes);
      set_private(step, address(byte.object, from), bytes, as_held(step, rest, bytes));
    };
    keep(byte.offset, first.offset);
    keep(end, byte.offset + held.width);
  }
}

}  // namespace

Abstract private_address(Step& step, const Variable& variable, std::size_t block) {
  const Frame& frame = step.state().frame;
  return frame_object(step, std::string(variable.name.text), variable.space,
                      {frame.depth, frame.function, block}, size_of(variable));
}

Abstract kernel_parameter_address(Step& step, const Variable& parameter) {
  const std::string name(parameter.name.text);
  const std::uint16_t object =
      object_of(step, "parameter " + thread_key(step.executor()) + ' ' + name, "parameter " + name,
                Space::parameter, size_of(parameter));
  step.code().kernel_parameters.try_emplace(object, parameter.name.text);
  return address(object, 0);
}

bool is_private(const Step& step, const Abstract& place) {
  if (!place.is_address()) return false;
  const Space space = object_at(step, place).space;
  return is_own(space) || space == Space::constant;
}

std::optional<Input> private_value(Step& step, const Abstract& place, Type type) {
  const std::uint32_t width = type.bits / 8;
  if (!is_own(object_at(step, place).space)) {  // nobody writes it
    const Memory& memory = step.around().memory;
    const Element element{place.object, place.number, width};
    const bool is_float = type.kind == 'f' || memory.is_float(element);
    const auto wrong = is_float ? std::nullopt : memory.unsuitable_initial(element);
    if (wrong) step.fail(*wrong, "write an integer");
    return Input{constant(memory.initial(element, is_float))};
  }
  if (step.code().kernel_parameters.contains(place.object)) {
    if (is_padding(step, place, width)) return std::nullopt;
    return parameter_value(step, place, width);
  }
  const PrivateByte first = byte_at(step, place);
  const auto pieces = overlapping(step.state().memory, first, width);
  if (pieces.empty()) return std::nullopt;
  const auto& [byte, held] = pieces.front();
  if (byte == first && held.width == width && !held.broken) return input_of(step, byte, held);
  Input result{constant(0)};  // also of bytes between that nobody has written
  for (const auto& [at, part] : pieces) {
    if (part.broken || part.value.is_address()) refuse_piece(step, place);
    const Value from = std::max(at.offset, first.offset);
    const Value to = std::min(at.offset + part.width, first.offset + width);
    Input value =
        piece(step, input_of(step, at, part), part.width,
              static_cast<std::uint32_t>(from - at.offset), static_cast<std::uint32_t>(to - from));
    if (from != first.offset) {
      const Value factor = Value{1} << (8 * (from - first.offset));
      value = computed(step, ArithmeticOp::mul, value, factor, NumberType::s64);
    }
    result = joined(step, result, value);
  }
  return as_held(step, result, width);
}

void set_private(Step& step, const Abstract& place, std::uint32_t width,
                 const std::optional<Input>& value) {
  if (value && value->known.is_address() && width < 4) refuse_piece(step, place);
  make_room(step, place, width);
  if (!value) return;
  const PrivateByte first = byte_at(step, place);
  step.state().memory[first] = {width, value->known, false};
  if (value->known.kind != Abstract::Kind::run_time) return;
  step.emit(ArithmeticOp::move, step.home(first, width), RegisterOperand{value->reg}, Value{0},
            number_type({'s', 8 * width}));
}

void load_private(Step& step, const code::Operand& destination, const Abstract& place, Type type) {
  if (const auto wrong = misuse(step, place, type.bits / 8, false)) {
    return step.stop(StopKind::misuse, *wrong);
  }
  const std::optional<Input> loaded = private_value(step, place, type);
  if (destination.kind == code::Operand::Kind::nothing) return;
  if (destination.kind != code::Operand::Kind::reg) {
    step.fail_at(destination, "expected a register, found " + quote(destination.text));
  }
  if (!loaded) return step.forget(destination);
  const std::uint32_t into = step.entry().registers[destination.reg].type.bits;
  if (loaded->known.is_constant()) {
    return step.set(destination, constant(typed_value(type, loaded->known.number)));
  }
  Input value = *loaded;
  if (value.known.kind == Abstract::Kind::run_time && type.kind == 's' && type.bits < 32) {
    const Value sign = Value{1} << (type.bits - 1);
    value = computed(step, ArithmeticOp::bit_xor, value, sign, NumberType::s64);
    value = computed(step, ArithmeticOp::sub, value, sign, NumberType::s64);
    if (into < 32) value = piece(step, value, 8, 0, into / 8);
  }
  if (value.known.kind == Abstract::Kind::run_time && type.kind != 's' && type.bits == 32 &&
      into == 64) {
    value = computed(step, ArithmeticOp::move, value, 0, NumberType::u32);
  }
  step.set(destination, value);
}

void store_private(Step& step, const code::Operand& value, const Abstract& place, Type type) {
  const std::uint32_t width = type.bits / 8;
  if (const auto wrong = misuse(step, place, width, true)) {
    return step.stop(StopKind::misuse, *wrong);
  }
  const bool is_register = value.kind == code::Operand::Kind::reg;
  if (is_register && !step.state().frame.environment.contains(value.reg)) {
    return set_private(step, place, width, std::nullopt);
  }
  Input input = step.input(value, type);
  if (input.known.is_constant()) input.known.number = wide_value(type.bits, input.known.number);
  const bool cut = input.known.kind == Abstract::Kind::run_time &&
                   step.entry().registers[value.reg].type.bits > type.bits;
  if (cut) input = as_held(step, piece(step, input, 8, 0, width), width);
  set_private(step, place, width, input);
}

namespace {

void allocate(Step& step, Type type) {
  Frame& frame = step.state().frame;
  constexpr std::uint32_t most = 1'000;
  const Input size = step.input(step.operands()[1], type);
  if (!size.known.is_constant() || size.known.number < 0) {
    step.fail("not modelled: an alloca whose size is known only when the program runs",
              "take an array of known size");
  }
  if (frame.allocations == most) step.fail("more than 1000 uses of alloca in one function");
  const PrivateObject made{frame.depth, frame.function, 0, ++frame.allocations};
  const auto bytes = static_cast<std::uint32_t>(std::min<Value>(size.known.number, 1U << 30U));
  step.set(step.destination(), frame_object(step, "alloca " + std::to_string(made.allocation),
                                            Space::local, made, bytes));
}

void restore(Step& step, Type type) {
  Frame& frame = step.state().frame;
  const Input saved = step.input(step.operands()[0], type);
  if (!saved.known.is_constant()) step.fail("'stackrestore' needs what stacksave has saved");
  frame.allocations = static_cast<std::uint32_t>(saved.known.number);
  std::erase_if(step.state().memory, [&](const auto& held) {
    const PrivateObject& object = step.code().privates.at(held.first.object);
    return object.depth == frame.depth && object.allocation > frame.allocations;
  });
}

}  // namespace

void execute_stack(Step& step, const code::StackOperation& what) {
  using Kind = code::StackOperation::Kind;
  if (what.kind == Kind::allocate) return allocate(step, what.type);
  if (what.kind == Kind::restore) return restore(step, what.type);
  step.set(step.destination(), constant(step.state().frame.allocations));
}

}  // namespace opexplore::kernel
