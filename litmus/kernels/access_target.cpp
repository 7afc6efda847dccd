#include "litmus/kernels/access_target.hpp"

#include <string>
#include <utility>
#include <variant>

#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/sizes.hpp"

namespace opexplore::kernel {

Extent extent_of(const Step& step, const Access& access, bool writes) {
  constexpr std::uint32_t longest = 8;
  const std::uint32_t width = access.type.bits / 8;
  const bool strong = writes && (access.op || access.order.value_or(Order::weak) != Order::weak);
  const std::uint32_t all = access.elements * width;
  Sizes& sizes = step.around().sizes;
  // Each element of a read-modify-write is one of its own, whatever the launch says.
  const bool split = access.elements == 1 || access.op || all > step.around().launch.one_piece;
  if (access.elements > 1 && !access.op && all <= longest) sizes.short_vectors = true;
  sizes.accessed[&step.statement()] = split ? width : all;
  if (split) return {access.elements, width, strong};
  if (all > longest) {
    step.fail("not modelled: " + std::to_string(all) + " bytes in one piece (" + written(step) +
                  "): values have 64 bits",
              "choose --vector 8 or --vector split");
  }
  return {1, all, true};
}

void check_space(Step& step, const code::Operand& operand, const Access& access,
                 std::uint16_t accessed) {
  const Object& object = step.around().memory.at(accessed);
  // The address of a parameter of a function is one of local memory (PTX ISA 5.1.6.3).
  const bool as_local = object.space == Space::parameter && access.space == Space::local;
  if (access.space && *access.space != object.space && !as_local) {
    step.fail_at(
        operand,
        detail::quote(object.name) + " is not in the state space that " + written(step) + " names",
        "leave the state space out");
  }
}

namespace {

Target known_target(Step& step, const Abstract& place, const Extent& extent) {
  Target target{place.object, {}, {}, place.number};
  const AccessPlace at{step.around().source, step.instruction().place};
  if (target.results(step) != nullptr) {
    target.values.resize(extent.values);
    return target;
  }
  // Vectors are aligned as a whole (PTX ISA 6.4.1 "Addresses as Operands").
  step.around().memory.note_access({place.object, place.number, extent.width});
  const auto wrong =
      step.around().memory.misplaced({place.object, place.number, extent.values * extent.width});
  if (wrong) {
    step.stop(StopKind::misuse, "the access is " + *wrong);
    return target;
  }
  for (std::uint32_t i = 0; i < extent.values; ++i) {
    const Element element{place.object, sum(place.number, Value{i} * extent.width), extent.width};
    auto found = pieces_of(step.around(), element, extent.whole, at);
    if (const auto* const why = std::get_if<std::string>(&found)) {
      step.stop(StopKind::misuse, "the access is " + *why);
      target.values.clear();
      return target;
    }
    target.values.push_back(std::get<Pieces>(std::move(found)));
  }
  return target;
}

}  // namespace

Target accessed(Step& step, const code::Operand& operand, const Access& access,
                const Extent& extent) {
  const std::variant<Abstract, Pointer> place = step.location(operand);
  if (const auto* const known = std::get_if<Abstract>(&place)) {
    check_space(step, operand, access, known->object);
    return known_target(step, *known, extent);
  }
  Target target{{}, std::get<Pointer>(place), {}};
  target.object = target.pointer->object;
  if (target.object) check_space(step, operand, access, *target.object);
  const auto divided = step.around().sizes.computed.find(&step.statement());
  const bool is_divided = divided != step.around().sizes.computed.end();
  AddressId next = 0;
  for (std::uint32_t i = 0; i < extent.values; ++i) {
    Pieces pieces{{}, is_divided ? divided->second : extent.width, 0};
    for (std::uint32_t at = 0; at < extent.width; at += pieces.width) {
      pieces.addresses.push_back(next++);
    }
    target.values.push_back(std::move(pieces));
  }
  return target;
}

namespace {

/// Bytes of the floating-point numbers that are accessed; 0 if the access says no such type.
std::uint32_t float_bytes(const Access& access) {
  return access.type.kind == 'f' ? access.type.bits / 8 : 0;
}

}  // namespace

void note_floats(Step& step, const Target& target, const Access& access) {
  if (target.pointer || float_bytes(access) == 0) return;
  for (const Pieces& pieces : target.values) {
    for (const AddressId piece : pieces.addresses) {
      step.around().memory.note_float(piece, float_bytes(access));
    }
  }
}

void finish(Step& step, const Target& target, const Access& access, const Extent& extent,
            InstructionId begin) {
  if (!target.pointer) return;
  step.note_computed({&step.statement(), begin, step.here(), *target.pointer, extent.width,
                      extent.values, extent.whole, float_bytes(access)});
}

void fill(MemoryAccess& action, const Target& target, AddressId address, const Access& access,
          bool part) {
  action.address = address;
  action.order = part ? Order::weak : access.order.value_or(Order::weak);
  action.scope = access.scope.value_or(Scope::sys);
  action.annotation = part ? Annotation::none : access.annotation;
  if (target.pointer) action.pointer = target.pointer->reg;
}

}  // namespace opexplore::kernel
