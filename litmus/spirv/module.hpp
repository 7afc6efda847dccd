// A SPIR-V module as it is written, in binary or as text: instructions with their operands, nothing
// interpreted (SPIR-V specification, 2.2 and 2.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/source_text.hpp"
#include "litmus/spirv/grammar.hpp"

namespace opexplore::spirv {

/// What instructions call each other's results by. 0 is none.
using Id = std::uint32_t;

/// The first word of a binary module.
constexpr std::uint32_t magic_number = 0x07230203;

/// What instructions call the file by that they were compiled from, and where in it they stand
/// (OpLine).
struct SourceLine {
  Id file = 0;  ///< of an OpString; 0 if nothing is said
  std::uint32_t line = 0;
  std::uint32_t column = 0;  ///< from 1
};

/// Where something stands: in a text a line and a column, in a binary module a word. Two things
/// are equal wherever they stand.
struct Place {
  std::uint32_t line = 0;    ///< from 1; 0 in a binary module
  std::uint32_t column = 0;  ///< in characters, from 1
  std::uint32_t word = 0;    ///< from 0; 0 in a text
  SourceLine source = {};    ///< as note_sources() finds it
  bool operator==(const Place&) const { return true; }
};

struct Operand {
  std::uint8_t kind = 0;             ///< index into Grammar::kinds
  std::vector<std::uint32_t> words;  ///< as a binary module has them
  Place place;
  bool operator==(const Operand&) const = default;

  Category category() const { return grammar().kinds[kind].category; }
  /// The first word; 0 if there is none.
  std::uint32_t word() const { return words.empty() ? 0 : words.front(); }
};

struct Instruction {
  std::uint16_t opcode = 0;
  Id type = 0;    ///< of its result
  Id result = 0;  ///< what others call it by
  /// The others; parameters of enumerants stand behind them.
  std::vector<Operand> operands;
  Place place;
  bool operator==(const Instruction&) const = default;

  /// Of the operand of that number, if there is one: 0 otherwise.
  std::uint32_t word(std::size_t operand) const {
    return operand < operands.size() ? operands[operand].word() : 0;
  }
  std::string_view name() const;  ///< "OpLoad"
};

/// A file that a module was compiled from.
struct SourceFile {
  std::string path;                ///< for messages
  std::vector<std::string> lines;  ///< as far as the text is there
};

/// Languages that a module can come from, by what OpSource says. They differ in what memory
/// without a decoration promises.
enum class Origin : std::uint8_t { unknown, glsl, hlsl, wgsl };

struct Module {
  std::string path;  ///< for messages
  bool binary = false;
  std::uint32_t version = 0;  ///< 0x00010600 is 1.6
  std::uint32_t bound = 0;    ///< all ids are less
  std::vector<Instruction> instructions;
  /// What ids are called, without the percent sign: in a text all of them; in a binary module those
  /// that OpName gives a name of their own, if it could be one in a text.
  std::map<Id, std::string> names;
  std::map<Id, SourceFile> sources;  ///< by OpString; see note_sources()
  Origin origin = Origin::unknown;   ///< likewise
  bool tells_sources = false;        ///< programs are told of in lines of the sources

  /// "%flag", or "%17" of an id without a name.
  std::string name_of(Id id) const;

  /// Throws InputError: the message begins with the word of a binary module.
  [[noreturn]] void fail(const Place& place, const std::string& message,
                         const std::string& advice = "") const;
  /// The same about an instruction, which the message names.
  [[noreturn]] void fail(const Instruction& instruction, const std::string& message,
                         const std::string& advice = "") const;
  /// The same, with the name of the instruction that is there, if one is.
  [[noreturn]] void fail_by_name(const Place& place, const std::string& message,
                                 const std::string& advice) const;
};

/// A literal string, of its words.
std::string text_of(const Operand& operand);
/// The words of a literal string.
std::vector<std::uint32_t> words_of(std::string_view text);

/// The instruction as it would stand in a text, `%7 = OpIAdd %uint %5 %6`.
std::string to_string(const Instruction& instruction, const Module& module);

/// Notes which language the module was compiled from (OpSource), and where its instructions stand
/// in the files (OpLine), of which the module may have the text. A shader that was compiled just
/// now has a name of its own, and its text at hand.
void note_sources(Module& module, const std::optional<SourceText>& shader);

/// Reads a module, in binary if it begins like one. Throws InputError where it is none.
Module read_module(std::string_view bytes, const std::string& path);

/// \name The two forms. What one writes the other one reads as an equal module, but for names.
/// @{
Module read_binary(std::string_view bytes, const std::string& path);
Module read_text(std::string_view text, const std::string& path);
/// The words of a binary module.
std::vector<std::uint32_t> binary_of(const Module& module);
/// A text, an instruction a line.
std::string text_of(const Module& module);
/// @}

}  // namespace opexplore::spirv
