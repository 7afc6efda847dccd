// The body of a function as it is read: its values, its blocks, and the instructions that they
// become.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "code/instruction.hpp"
#include "litmus/kernels/llvm/metadata.hpp"
#include "litmus/kernels/llvm/types.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel::llvm {

using OperandKind = code::Operand::Kind;

/// What is known of the module while its functions are read.
struct Globals {
  const Source& source;
  Module& module;
  Layout layout = {};
  Metadata metadata = {};
  bool amdgpu = false;
  Value barriers = 0;  ///< that have been read
};

/// What the hardware says of a launch, in memory: what AMDGPU reads the sizes of a grid from.
struct Packet {
  enum class Kind : std::uint8_t { dispatch, implicit_arguments };
  Kind kind = Kind::dispatch;
  std::int64_t offset = 0;
};

/// A value with the operands that it is made of: one, or those of a vector or a structure.
struct IrValue {
  IrType type;
  std::vector<code::Operand> parts;
  std::optional<Packet> packet = {};  ///< it points there
  std::uint64_t align = 1;            ///< of an argument that is a pointer
};

/// What attributes of a parameter or an argument say.
struct Attributes {
  std::optional<IrType> copied;  ///< `byval`: it points to a copy of the caller's
  std::uint64_t align = 1;
};

class Body {
 public:
  Body(Globals& globals, const std::vector<Token>& tokens);

  Globals& globals;
  detail::Tokens tokens;
  Entry entry;

  /// \name Reading.
  /// @{
  /// A value of that type: a constant, or what an instruction gives, perhaps one further down.
  IrValue value(const IrType& type);
  /// The same behind its type.
  IrValue typed_value();
  /// The same of a value that is no vector and no structure.
  code::Operand scalar(const IrType& type);
  Attributes attributes();
  /// The word, if it is next; several of them in any order.
  bool accept_words(std::initializer_list<std::string_view> words);
  [[noreturn]] void refuse(const std::string& what, const std::string& suggestion) const;
  /// @}

  /// \name What the instruction that is read becomes.
  /// @{
  code::Instruction& emit(code::Operation operation, std::vector<code::Operand> operands,
                          std::size_t results);
  code::Compute& compute(code::Formula formula, Type type, std::vector<code::Operand> operands);
  code::Operand temporary(Type type);
  code::Operand number(Value value) const;
  /// A register that nobody writes, of that type: `undef` and `poison`.
  code::Operand nothing(Type type);
  /// The register, or the registers, of the result.
  std::vector<code::Operand> results(const IrType& type);
  code::Operand result(const IrType& type) { return results(type).front(); }
  /// The result is this.
  void set_result(IrValue value);
  /// What lies behind a pointer.
  code::Operand memory_at(const code::Operand& pointer, Value offset = 0) const;
  /// Goes to the block if the truth holds, or in any case; behind that to what comes next.
  void leave_to(const Token& label, std::optional<code::Operand> truth = {}, bool negated = false);
  bool has_result() const { return !result_name_.empty(); }
  /// @}

  /// Reads what stands between the braces, and puts the blocks behind each other.
  void read_blocks(std::string_view first_label);
  /// Makes the name mean the value.
  void define(std::string_view name, IrValue value);
  /// A register of the function.
  code::Operand new_register(std::string_view text, Type type, SourcePlace place);
  /// Of a `phi` of this block: what it is behind which other one.
  void add_incoming(const code::Operand& to, const code::Operand& from, std::string_view label,
                    Type type);
  /// A block of variables that lie in memory of the function's own.
  code::Operand own_memory(std::uint64_t bytes);
  /// Loads a part of what the launch says of a parameter.
  void emit_parameter_load(const code::Access& access, const code::Operand& to,
                           const code::Operand& parameter, Value offset);

 private:
  struct Made {
    Statement statement;
    code::Instruction instruction;
  };
  struct Exit {
    std::vector<Made> before;
    std::optional<code::Guard> guard;
    Token target;
  };
  struct Move {
    code::Operand to, from;
    Type type;
  };
  struct Block {
    std::string_view name;
    std::vector<Made> made;
    std::vector<Exit> exits;
    std::map<std::string_view, std::vector<Move>> incoming;  ///< by the block that it comes from
    bool has_phis = false;
    std::size_t first = 0;  ///< its first instruction
  };
  struct Known {
    IrValue value;
    bool defined = false;
    bool registers = false;  ///< it was used before it was defined
    bool refused = false;    ///< what defines it is not modelled
  };

  IrValue local(const Token& name, const IrType& type);
  IrValue constant(const IrType& type);
  IrValue constant_expression(const IrType& type);
  code::Operand constant_address();
  code::Operand constant_number(const Token& token, const IrType& scalar);
  void read_instruction();
  void read_trailing();
  void skip_rest(const Token& first);
  void note_statement(const Token& first, std::size_t exits);
  void check_defined() const;
  void lay_out();
  void lay_out_exit(const Block& block, const Exit& exit,
                    std::vector<std::pair<std::size_t, Token>>& jumps);
  std::vector<Made> moves_between(const Block& from, const Exit& exit);
  void append(Made made);
  const Block& block_named(const Token& label) const;

  std::deque<Block> blocks_;
  std::map<std::string_view, Known> known_;
  std::map<std::pair<char, std::uint32_t>, std::uint16_t> unwritten_;
  Token opcode_;
  std::string_view result_name_;
  SourcePlace result_place_;
  std::optional<std::size_t> mark_;
  std::vector<Made> pending_;  ///< in front of the next exit
};

/// Who reads the instructions of a name.
struct OperationReader {
  std::string_view name;
  void (*read)(Body& body);
};

/// Reads an instruction, of which the name has been read; false for one that is not known.
bool read_operation(Body& body, std::string_view opcode);

/// \name Families of instructions, for read_operation().
/// @{
bool read_arithmetic(Body& body, std::string_view opcode);
bool read_cast(Body& body, std::string_view opcode);
bool read_memory(Body& body, std::string_view opcode);
bool read_control(Body& body, std::string_view opcode);
/// @}

/// The constant part of an address, and what is added to it: `getelementptr`.
struct Offset {
  Value bytes = 0;
  struct Term {
    code::Operand index;
    std::uint32_t bits = 64;
    std::uint64_t size = 1;
  };
  std::vector<Term> terms;
};
/// Reads `type, pointer, index, …`; the pointer comes out beside it.
std::pair<IrValue, Offset> read_element_address(Body& body);

/// A call of a function that is no function of the module: `llvm.…`. False if it is not known.
bool read_intrinsic(Body& body, std::string_view name, const IrType& result,
                    const std::vector<IrValue>& arguments);

}  // namespace opexplore::kernel::llvm
