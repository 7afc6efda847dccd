// The grammar of SPIR-V instructions, as tables: which operands an instruction has, and what their
// values are called. They are made while opexplore is built, by make_grammar.cpp, of the grammar
// that Khronos publishes in machine-readable form (SPIRV-Headers, spirv.core.grammar.json).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace opexplore::spirv {

/// What an operand is (SPIR-V specification, 2.3 and 3).
enum class Category : std::uint8_t {
  result_type,
  result,
  id,
  integer,  ///< a literal number of one word
  text,     ///< a literal string
  number,   ///< a literal number as wide as the type that it is of
  extended_instruction,
  opcode,  ///< of the operation of OpSpecConstantOp; its operands follow
  bits,    ///< a mask of enumerants, whose parameters follow
  value    ///< one enumerant, whose parameters follow
};

enum class Quantity : std::uint8_t { one, optional, any };

/// No second kind in a rule.
inline constexpr std::uint8_t no_kind = 0xFF;

/// One place in the operands of an instruction, or among the parameters of an enumerant. Pairs have
/// two kinds.
struct OperandRule {
  std::uint8_t kind = 0;  ///< index into Grammar::kinds
  std::uint8_t second = no_kind;
  Quantity quantity = Quantity::one;
};

struct Enumerant {
  std::string_view name;
  std::uint32_t value = 0;
  std::uint16_t first_parameter = 0;  ///< index into Grammar::rules
  std::uint16_t parameters = 0;
};

struct OperandKind {
  std::string_view name;  ///< "MemorySemantics"
  Category category = Category::id;
  std::uint16_t first_enumerant = 0;  ///< index into Grammar::enumerants
  std::uint16_t enumerants = 0;
};

struct InstructionRule {
  std::string_view name;  ///< "OpLoad"
  std::uint16_t opcode = 0;
  std::uint16_t first_operand = 0;  ///< index into Grammar::rules
  std::uint16_t operands = 0;
};

/// An instruction of a set that OpExtInst names.
struct ExtendedInstruction {
  std::string_view set;  ///< "GLSL.std.450"
  std::string_view name;
  std::uint32_t number = 0;
};

struct Grammar {
  std::span<const OperandRule> rules;
  std::span<const Enumerant> enumerants;
  std::span<const OperandKind> kinds;
  std::span<const InstructionRule> instructions;  ///< by opcode, each once
  std::span<const InstructionRule> by_name;       ///< the same, and other names of some
  std::span<const ExtendedInstruction> extended;

  std::span<const OperandRule> operands_of(const InstructionRule& rule) const {
    return rules.subspan(rule.first_operand, rule.operands);
  }
  std::span<const OperandRule> parameters_of(const Enumerant& enumerant) const {
    return rules.subspan(enumerant.first_parameter, enumerant.parameters);
  }
  std::span<const Enumerant> enumerants_of(const OperandKind& kind) const {
    return enumerants.subspan(kind.first_enumerant, kind.enumerants);
  }
};

/// The tables.
const Grammar& grammar();

/// \name What has that number or name; null if nothing has.
/// @{
const InstructionRule* find_instruction(std::uint32_t opcode);
const InstructionRule* find_instruction(std::string_view name);
const Enumerant* find_enumerant(const OperandKind& kind, std::uint32_t value);
const Enumerant* find_enumerant(const OperandKind& kind, std::string_view name);
/// Of a set as a module imports it: the version behind `NonSemantic.ClspvReflection.` is none of
/// its name.
const ExtendedInstruction* find_extended(std::string_view set, std::uint32_t number);
const ExtendedInstruction* find_extended(std::string_view set, std::string_view name);
/// @}

}  // namespace opexplore::spirv
