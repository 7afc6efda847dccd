#include "opmodel/place_text.hpp"

namespace opexplore {

std::string to_string(const CodePlace& place) {
  return place.file + ':' + std::to_string(place.place.line);
}

std::string line_text(const Instruction& instruction) {
  if (instruction.place.line == 0) return {};
  const std::string line = "line " + std::to_string(instruction.place.line);
  return instruction.code ? to_string(*instruction.code) + " (PTX " + line + ')' : line;
}

std::string placed_text(const Instruction& instruction) {
  if (instruction.place.line == 0) return instruction.text;
  const std::string text =
      "line " + std::to_string(instruction.place.line) + ": " + instruction.text;
  if (!instruction.code) return text;
  const std::string& source = instruction.code->text;
  return to_string(*instruction.code) + (source.empty() ? "" : ": " + source) + " (PTX " + text +
         ')';
}

}  // namespace opexplore
