#include "litmus/spirv/module.hpp"

#include <algorithm>
#include <array>
#include <spirv/unified1/spirv.hpp11>

#include "litmus/input/input_error.hpp"
#include "litmus/spirv/operand_reader.hpp"

namespace opexplore::spirv {

namespace {

bool is_binary(std::string_view bytes) {
  if (bytes.size() < 4) return false;
  std::uint32_t first = 0;
  for (const char byte : bytes.substr(0, 4)) first = first << 8U | static_cast<unsigned char>(byte);
  return first == magic_number || first == 0x03022307;  // either order of bytes
}

// Whether a text could begin so.
bool begins_like_text(std::string_view bytes) {
  if (bytes.empty()) return true;
  const char first = bytes.front();
  return !(first >= 0 && first < ' ') || first == '\t' || first == '\n' || first == '\r';
}

}  // namespace

std::string_view Instruction::name() const { return find_instruction(std::uint32_t{opcode})->name; }

std::string Module::name_of(Id id) const {
  const auto name = names.find(id);
  return '%' + (name == names.end() ? std::to_string(id) : name->second);
}

void Module::fail(const Place& place, const std::string& message, const std::string& advice) const {
  if (place.line != 0) throw InputError(path, {place.line, place.column}, message, advice);
  throw InputError(path, {}, "word " + std::to_string(place.word) + ": " + message, advice);
}

void Module::fail(const Instruction& instruction, const std::string& message,
                  const std::string& advice) const {
  fail(instruction.place, std::string(instruction.name()) + ": " + message, advice);
}

void Module::fail_by_name(const Place& place, const std::string& message,
                          const std::string& advice) const {
  const auto at = std::ranges::find_if(instructions, [&](const Instruction& instruction) {
    return instruction.place.line == place.line && instruction.place.word == place.word;
  });
  const std::string name = at == instructions.end() ? "" : std::string(at->name()) + ": ";
  fail(place, name + message, advice);
}

std::vector<std::uint32_t> words_of(std::string_view text) {
  std::vector<std::uint32_t> words(text.size() / 4 + 1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    words[i / 4] |= std::uint32_t{static_cast<unsigned char>(text[i])} << 8 * (i % 4);
  }
  return words;
}

std::string text_of(const Operand& operand) {
  std::string text;
  for (const std::uint32_t word : operand.words) {
    for (std::size_t byte = 0; byte < 4; ++byte) {
      const auto c = static_cast<char>(word >> 8 * byte & 0xFFU);
      if (c == '\0') return text;
      text += c;
    }
  }
  return text;
}

Module read_module(std::string_view bytes, const std::string& path) {
  if (is_binary(bytes)) return read_binary(bytes, path);
  if (begins_like_text(bytes)) return read_text(bytes, path);
  Module module;
  module.path = path;
  module.fail(Place{}, "no module begins with this word", "a binary one begins with 0x07230203");
}

namespace detail {

void Read::note(const Instruction& instruction) {
  if (instruction.type != 0) types.emplace(instruction.result, instruction.type);
  switch (spv::Op{instruction.opcode}) {
    case spv::Op::OpTypeInt:
      formats[instruction.result] = {instruction.word(0), false, instruction.word(1) != 0};
      return;
    case spv::Op::OpTypeFloat:
      formats[instruction.result] = {instruction.word(0), true, true};
      return;
    case spv::Op::OpExtInstImport:
      imports[instruction.result] = text_of(instruction.operands.front());
      return;
    default:
      return;
  }
}

const NumberFormat* Read::format_of_type(Id type) const {
  const auto format = formats.find(type);
  return format == formats.end() ? nullptr : &format->second;
}

}  // namespace detail

}  // namespace opexplore::spirv
