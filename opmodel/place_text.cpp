#include "opmodel/place_text.hpp"

namespace opexplore {

std::string to_string(const CodePlace& place) {
  // A binary module without lines has no other place.
  return place.place.line == 0 ? place.file : place.file + ':' + std::to_string(place.place.line);
}

std::string line_text(const Instruction& instruction) {
  if (instruction.place.line == 0) return {};
  const std::string line = "line " + std::to_string(instruction.place.line);
  // Of a shader there are no other lines than those of its source.
  if (instruction.code && instruction.code->place == instruction.place) {
    return to_string(*instruction.code);
  }
  return instruction.code ? to_string(*instruction.code) + " (PTX " + line + ')' : line;
}

std::string placed_text(const Instruction& instruction) {
  if (instruction.place.line == 0) return instruction.text;
  const std::string text =
      "line " + std::to_string(instruction.place.line) + ": " + instruction.text;
  if (!instruction.code) return text;
  const std::string& source = instruction.code->text;
  if (instruction.code->place == instruction.place) {
    return to_string(*instruction.code) + (source.empty() ? "" : ": " + source) + " (" +
           instruction.text + ')';
  }
  return to_string(*instruction.code) + (source.empty() ? "" : ": " + source) + " (PTX " + text +
         ')';
}

}  // namespace opexplore
