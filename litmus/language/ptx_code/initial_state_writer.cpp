#include "litmus/language/ptx_code/initial_state_writer.hpp"

#include <optional>

#include "litmus/language/pointers.hpp"
#include "litmus/language/ptx_code/mnemonic.hpp"

namespace opexplore::detail {

namespace {

/// What a register starts with: a number, or the location whose address that is.
std::string initial_text(const Register& reg, const Program& program) {
  if (has_64_bits(reg.type)) {
    const std::optional<AddressId> address = address_with(program, reg.initial);
    if (address) return program.addresses[*address].name;
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

std::string locations_text(const Program& program, PtxStyle style) {
  std::string text;
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    const Address& address = program.addresses[id];
    const Location& location = program.locations[address.location];
    if (style == PtxStyle::brief) text += " ";
    if (location.name == address.name) {
      text += address.name + (style == PtxStyle::brief ? "=" : " = ") +
              std::to_string(location.initial) + ";\n";
      continue;
    }
    const std::string& bound =
        address.generic == id ? location.name : program.addresses[address.generic].name;
    if (program.language == Language::vulkan) {
      text += address.name + " aliases " + bound + ";\n";
      continue;
    }
    text +=
        address.name + " @ " + std::string(to_string(address.proxy)) + " aliases " + bound + ";\n";
  }
  return text;
}

}  // namespace opexplore::detail
