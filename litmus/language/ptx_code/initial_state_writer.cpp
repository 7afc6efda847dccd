#include "litmus/language/ptx_code/initial_state_writer.hpp"

#include <optional>

#include "litmus/language/builder.hpp"
#include "litmus/language/instances.hpp"
#include "litmus/language/pointers.hpp"
#include "litmus/language/ptx_code/mnemonic.hpp"
#include "opmodel/asynchronous_use.hpp"

namespace opexplore::detail {

namespace {

const Location& location_of(const Program& program, std::size_t address) {
  return program.locations[program.addresses[address].location];
}

/// What a register starts with: a number, or the location whose address that is.
std::string initial_text(const Register& reg, const Program& program) {
  if (has_64_bits(reg.type)) {
    const std::optional<AddressId> address = address_with(program, reg.initial);
    if (address && location_of(program, *address).object != ObjectKind::ending) {
      return program.addresses[*address].name;
    }
  }
  return std::to_string(reg.initial);
}

/// `0: .reg .b64 r1 = x;`, or `0:r1=x;` where the type goes without saying.
std::string register_text(std::size_t thread, const Register& reg, const Program& program,
                          PtxStyle style) {
  const std::string initial = initial_text(reg, program);
  const std::string prefix = std::to_string(thread) + ":";
  if (style == PtxStyle::brief && reg.type == NumberType::s64) {
    return " " + prefix + reg.name + "=" + initial + ";\n";
  }
  const std::string declared =
      prefix + " .reg ." + std::string(to_string(reg.type)) + " " + reg.name;
  const std::string text = reg.initial == 0 ? declared : declared + " = " + initial;
  return (style == PtxStyle::brief ? " " : "") + text + ";\n";
}

}  // namespace

std::string registers_text(const Program& program, PtxStyle style) {
  std::string text;
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Register& reg : program.threads[thread].registers) {
      text += register_text(thread, reg, program, style);
    }
  }
  return text;
}

namespace {

/// How many elements the array has whose first one this is; 0 if it is none. Elements are called
/// `x_0`, `x_1`, and so on, lie side by side, and begin where the array with that index begins that
/// is read from a text.
std::size_t elements_from(const Program& program, std::size_t first, std::size_t index) {
  const auto number = [&](std::size_t i) { return program.addresses[i].number; };
  const std::string& name = program.addresses[first].name;
  const std::size_t end = program.addresses.size();
  if (number(first) != number_of_array(index) || !name.ends_with("_0") || name.size() < 3) return 0;
  const bool narrow = first + 1 < end && number(first + 1) == *number(first) + 4;
  const std::string stem = name.substr(0, name.size() - 1);
  std::size_t count = 1;
  while (first + count < end &&
         number(first + count) == *number(first) + static_cast<Value>(count) * (narrow ? 4 : 8) &&
         program.addresses[first + count].name == stem + std::to_string(count)) {
    ++count;
  }
  return count;
}

/// `x[2]={1,0};`, and in front the type that says how long elements are, if that is not 8 bytes.
std::string array_text(const Program& program, std::size_t first, std::size_t count,
                       PtxStyle style) {
  const auto number = [&](std::size_t i) {
    return numeric_address(program, static_cast<AddressId>(i));
  };
  const bool narrow = count > 1 && number(first + 1) - number(first) == 4;
  const std::string& name = program.addresses[first].name;
  std::string text = narrow ? ".b32 " : "";
  text += name.substr(0, name.size() - 2) + "[" + std::to_string(count) + "]" +
          (style == PtxStyle::brief ? "={" : " = {");
  for (std::size_t i = 0; i < count; ++i) {
    const Value initial = program.locations[program.addresses[first + i].location].initial;
    text += (i == 0 ? "" : ",") + std::to_string(initial);
  }
  return text + "};\n";
}

/// `x=3;`, `b @ mbarrier 1;`, `d @ tensormap = &x;` or `t @ tensor = 0;`
std::string location_text(const Program& program, std::size_t id, std::string_view name,
                          PtxStyle style) {
  const Location& location = location_of(program, id);
  const std::optional<Value> number = program.addresses[id].number;
  std::string text(name);
  if (location.object == ObjectKind::mbarrier) {
    text += " @ mbarrier";
    return text + (location.initial == 0 ? "" : " " + std::to_string(location.initial)) + ";\n";
  }
  if (location.object == ObjectKind::tensor) {
    return text + " @ tensor = " + std::to_string(location.initial) + ";\n";
  }
  if (location.object == ObjectKind::tensormap) {
    const auto target = address_with(program, location.initial);
    const bool points = target && location_of(program, *target).object == ObjectKind::data &&
                        !is_instance_name(program.addresses[*target].name);
    return text + " @ tensormap = " +
           (points ? "&" + program.addresses[*target].name : std::to_string(location.initial)) +
           ";\n";
  }
  if (number) text += " @ " + std::to_string(*number);
  return text + (style == PtxStyle::brief ? "=" : " = ") + std::to_string(location.initial) + ";\n";
}

/// How many addresses from that on are the instances of one name; 1 of a name without instances.
std::size_t instances_from(const Program& program, std::size_t first) {
  std::size_t end = first + 1;
  const std::string& name = program.addresses[first].name;
  if (!is_instance_name(name)) return 1;
  while (end < program.addresses.size() && is_instance_name(program.addresses[end].name) &&
         family_name(program.addresses[end].name) == family_name(name)) {
    ++end;
  }
  return end - first;
}

/// Whether one declaration says it of all: they start alike, and the rest of the program says that
/// they are instances.
bool declared_as_one(const Program& program, std::size_t first, std::size_t count) {
  if (!asynchronous_found(program)) return false;
  for (std::size_t i = 1; i < count; ++i) {
    if (location_of(program, first + i).initial != location_of(program, first).initial)
      return false;
  }
  return true;
}

/// The declarations of the instances of one name.
std::string instances_text(const Program& program, std::size_t first, std::size_t count,
                           PtxStyle style) {
  const std::string margin = style == PtxStyle::brief ? " " : "";
  const std::string& name = program.addresses[first].name;
  if (declared_as_one(program, first, count)) {
    return margin + location_text(program, first, family_name(name), style);
  }
  std::string text;
  for (std::size_t i = first; i < first + count; ++i) {
    text += margin + location_text(program, i, program.addresses[i].name, style);
  }
  return text;
}

}  // namespace

std::string locations_text(const Program& program, PtxStyle style) {
  std::string text;
  std::size_t arrays = 0;
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    const Address& address = program.addresses[id];
    const Location& location = location_of(program, id);
    if (location.object == ObjectKind::ending) continue;
    const std::size_t instances = instances_from(program, id);
    if (instances > 1 && location.name == address.name) {
      text += instances_text(program, id, instances, style);
      id += instances - 1;
      continue;
    }
    if (style == PtxStyle::brief) text += " ";
    if (const std::size_t count = elements_from(program, id, arrays); count > 0) {
      ++arrays;
      text += array_text(program, id, count, style);
      id += count - 1;
      continue;
    }
    if (location.name == address.name) {
      text += location_text(program, id, address.name, style);
      continue;
    }
    const std::string& bound =
        address.generic == id ? location.name : program.addresses[address.generic].name;
    if (program.language == Language::vulkan) {
      text += address.name + " aliases " + bound + ";\n";
      continue;
    }
    text += std::string(family_name(address.name)) + " @ " + std::string(to_string(address.proxy)) +
            " aliases " + std::string(family_name(bound)) + ";\n";
    id += instances - 1;
  }
  return text;
}

}  // namespace opexplore::detail
