// What a module says of the source that it was compiled from (SPIR-V specification, 3.42.2 "Debug
// Instructions").
#include <algorithm>
#include <filesystem>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/spirv/module.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

Origin origin_of(std::uint32_t language) {
  constexpr std::uint32_t wgsl = 10;  // headers of Debian 12 do not know it
  if (language == wgsl) return Origin::wgsl;
  switch (spv::SourceLanguage{language}) {
    case spv::SourceLanguage::ESSL:
    case spv::SourceLanguage::GLSL:
      return Origin::glsl;
    case spv::SourceLanguage::HLSL:
      return Origin::hlsl;
    default:
      return Origin::unknown;
  }
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(begin);
    lines.emplace_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// glslang puts lines of its own in front of the text, and says where that begins.
std::string_view without_preamble(std::string_view text) {
  constexpr std::string_view begin = "#line 1\n";
  const bool has_preamble = text.starts_with("// OpModuleProcessed");
  const std::size_t at = has_preamble ? text.find(begin) : std::string_view::npos;
  return at == std::string_view::npos ? text : text.substr(at + begin.size());
}

// The text of the source, of which OpSource has the beginning.
std::string text_from(const std::vector<Instruction>& instructions, std::size_t at) {
  if (instructions[at].operands.size() < 4) return {};
  std::string text = text_of(instructions[at].operands[3]);
  while (++at < instructions.size() && Op{instructions[at].opcode} == Op::OpSourceContinued) {
    text += text_of(instructions[at].operands[0]);
  }
  return text;
}

}  // namespace

void note_sources(Module& module, const std::optional<SourceText>& shader) {
  SourceLine line;
  for (std::size_t i = 0; i < module.instructions.size(); ++i) {
    Instruction& instruction = module.instructions[i];
    switch (Op{instruction.opcode}) {
      case Op::OpString:
        module.sources[instruction.result].path = text_of(instruction.operands.front());
        break;
      case Op::OpSource:
        if (module.origin == Origin::unknown) module.origin = origin_of(instruction.word(0));
        if (instruction.operands.size() > 3) {
          module.sources[instruction.word(2)].lines =
              lines_of(without_preamble(text_from(module.instructions, i)));
        }
        break;
      case Op::OpLine:
        line = {instruction.word(0), instruction.word(1), std::max(instruction.word(2), 1U)};
        break;
      case Op::OpNoLine:
      case Op::OpFunctionEnd:
        line = {};
        break;
      default:
        instruction.place.source = line;
    }
  }
  if (!shader) return;
  const auto name_of = [](const std::string& path) {
    return std::filesystem::path(path).filename();
  };
  for (auto& [id, file] : module.sources) {
    if (name_of(file.path) != name_of(shader->file)) continue;
    file = {shader->file, lines_of(shader->text)};
  }
}

}  // namespace opexplore::spirv
