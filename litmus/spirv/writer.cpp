// Modules in both forms.
#include <algorithm>
#include <cctype>

#include "litmus/spirv/module.hpp"
#include "litmus/spirv/operand_reader.hpp"

namespace opexplore::spirv {

namespace {

std::string enumerant_text(const OperandKind& kind, std::uint32_t value) {
  if (const Enumerant* const whole = find_enumerant(kind, value)) return std::string(whole->name);
  std::string text;
  for (std::uint32_t bit = 1; bit != 0; bit <<= 1U) {
    if ((value & bit) == 0) continue;
    const Enumerant* const enumerant = find_enumerant(kind, bit);
    text += (text.empty() ? "" : "|") +
            (enumerant != nullptr ? std::string(enumerant->name) : std::to_string(bit));
  }
  return text.empty() ? std::to_string(value) : text;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

/// All its bits, which a reader takes for any type of the width.
std::string number_text(const Operand& operand) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (auto word = operand.words.rbegin(); word != operand.words.rend(); ++word) {
    for (std::uint32_t shift = 32; shift != 0;) text += digits[*word >> (shift -= 4) & 0xFU];
  }
  text.erase(0, std::min(text.find_first_not_of('0'), text.size() - 1));
  return text.size() == 1 && std::isdigit(static_cast<unsigned char>(text.front())) != 0
             ? text
             : "0x" + text;
}

std::string operand_text(const Operand& operand, const Module& module, const detail::Read* imports,
                         const Instruction& instruction) {
  const OperandKind& kind = grammar().kinds[operand.kind];
  switch (kind.category) {
    case Category::result_type:
    case Category::result:
    case Category::id:
      return module.name_of(operand.word());
    case Category::integer:
      return operand.words.size() == 1 ? std::to_string(operand.word()) : number_text(operand);
    case Category::number:
      return number_text(operand);
    case Category::text:
      return quoted(text_of(operand));
    case Category::opcode:
      return std::string(find_instruction(operand.word())->name.substr(2));
    case Category::bits:
    case Category::value:
      return enumerant_text(kind, operand.word());
    case Category::extended_instruction:
      break;
  }
  if (imports != nullptr) {
    const auto set = imports->imports.find(instruction.word(0));
    const auto* const named =
        set == imports->imports.end() ? nullptr : find_extended(set->second, operand.word());
    if (named != nullptr) return std::string(named->name);
  }
  return std::to_string(operand.word());
}

std::string line_of(const Instruction& instruction, const Module& module,
                    const detail::Read* imports) {
  std::string text;
  if (instruction.result != 0) text += module.name_of(instruction.result) + " = ";
  text += instruction.name();
  if (instruction.type != 0) text += ' ' + module.name_of(instruction.type);
  for (const Operand& operand : instruction.operands) {
    text += ' ' + operand_text(operand, module, imports, instruction);
  }
  return text;
}

}  // namespace

std::string to_string(const Instruction& instruction, const Module& module) {
  return line_of(instruction, module, nullptr);
}

std::string text_of(const Module& module) {
  std::string text = "; SPIR-V\n; Version: " + std::to_string(module.version >> 16U) + '.' +
                     std::to_string(module.version >> 8U & 0xFFU) + '\n';
  detail::Read read;
  for (const Instruction& instruction : module.instructions) {
    text += line_of(instruction, module, &read) + '\n';
    read.note(instruction);
  }
  return text;
}

std::vector<std::uint32_t> binary_of(const Module& module) {
  std::vector<std::uint32_t> words{magic_number, module.version, 0, module.bound, 0};
  for (const Instruction& instruction : module.instructions) {
    const std::size_t begin = words.size();
    words.push_back(instruction.opcode);
    if (instruction.type != 0) words.push_back(instruction.type);
    if (instruction.result != 0) words.push_back(instruction.result);
    for (const Operand& operand : instruction.operands) {
      words.insert(words.end(), operand.words.begin(), operand.words.end());
    }
    words[begin] |= static_cast<std::uint32_t>(words.size() - begin) << 16U;
  }
  return words;
}

}  // namespace opexplore::spirv
