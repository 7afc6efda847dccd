#include "hardware/generate/code_context.hpp"

namespace opexplore::hardware {

std::string number(Value value, std::uint32_t bytes) {
  const auto bits = bytes == 4 ? static_cast<std::uint64_t>(static_cast<std::uint32_t>(value))
                               : static_cast<std::uint64_t>(value);
  if (value >= 0 && static_cast<std::uint64_t>(value) == bits) return std::to_string(value);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::uint64_t rest = bits; rest != 0 || text.empty(); rest >>= 4U) {
    text.insert(text.begin(), digits[rest & 15U]);
  }
  return "0x" + text;
}

std::string operand_text(const Operand& operand, std::uint32_t word_bytes) {
  if (const auto* const reg = std::get_if<RegisterOperand>(&operand)) {
    return "r" + std::to_string(reg->id);
  }
  return number(std::get<Value>(operand), word_bytes);
}

}  // namespace opexplore::hardware
