// PTX with holes: what an entry of a mapping table says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::mappings {

/// How many bits an access has: those of the object, or of the aligned half word or word around it.
enum class Extent : std::uint8_t { object = 0, half_word = 16, word = 32 };

/// One instruction. Its registers and its address are holes: the address is always that of the
/// operation, registers are numbered as Template says.
struct Step {
  Action action;
  bool source_scope = false;       ///< its scope is that of the operation, as the table maps it
  bool source_op = false;          ///< its operation (add, exch, …) is that of the source
  Extent extent = Extent::object;  ///< of its access
  bool operator==(const Step&) const = default;
};

/// The register of a template that stands for the result of the operation.
inline constexpr RegisterId destination_hole = 0;
/// … for its operand: what is stored, added or exchanged.
inline constexpr RegisterId value_hole = 1;
/// … for what a cas compares with.
inline constexpr RegisterId expected_hole = 2;
/// Temporaries of the template are numbered from here.
inline constexpr RegisterId first_temporary = 3;

/// Instructions of a template; jumps lead to an index into `steps`, or to their number.
struct Template {
  std::vector<Step> steps;
  std::vector<Register> temporaries;
  std::vector<std::string> written = {};  ///< the lines of one in SPIR-V; empty of one in PTX
  bool operator==(const Template&) const = default;
};

/// A line of a template does not say what PTX can do.
struct TemplateError {
  std::size_t line = 0;      ///< index into the lines
  std::uint32_t column = 0;  ///< in that line, in characters from 1; 0 for the whole line
  std::string message;
  std::string suggestion;
};

/// Reads a template, one instruction or label per line. Throws TemplateError.
Template read_template(const std::vector<std::string>& lines);

/// A template as lines that read_template() takes.
std::vector<std::string> to_lines(const Template& code);

/// The lines with "; " between them; "nothing" when there are none.
std::string to_string(const Template& code);

}  // namespace opexplore::mappings
