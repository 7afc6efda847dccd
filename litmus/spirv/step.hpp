// One instruction of a kernel, executed by one thread as far as its operands are known. What is
// left becomes instructions of the program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/launch.hpp"
#include "litmus/spirv/body.hpp"
#include "litmus/spirv/declarations.hpp"
#include "litmus/spirv/memory.hpp"

namespace opexplore::spirv {

/// Memory of a thread's own, by object and offset.
using Cells = std::map<std::pair<std::uint32_t, std::uint32_t>, Known>;

/// What is known at a point of a thread.
struct Environment {
  std::map<Id, Known> ids;
  Cells cells;
  bool operator==(const Environment&) const = default;
  auto operator<=>(const Environment&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// How many threads a launch has: so many elements has an array whose length nobody says.
std::uint64_t threads_of(const Shape& shape);

/// A thread of the launch, and where it is in it.
struct Invocation {
  kernel::Triple local;      ///< in its workgroup
  kernel::Triple workgroup;  ///< its workgroup
  Shape shape;
  std::uint32_t local_index = 0;
  std::uint32_t workgroup_index = 0;
  std::uint32_t subgroup = 0;  ///< in its workgroup
  std::uint32_t lane = 0;      ///< in its subgroup
  std::uint32_t subgroup_size = 1;
  std::uint32_t subgroups = 1;  ///< of a workgroup
};

/// The value of a variable that is built in, of a scalar or of three. Nothing if it is not known
/// here.
std::optional<Known> builtin_value(const Invocation& invocation, std::uint32_t builtin,
                                   bool is_scalar);

/// The program of a thread as it is made.
struct ThreadCode {
  std::vector<opexplore::Instruction> instructions;
  std::vector<Register> registers;
  /// By what they hold: an id and a part of it, or an object and an offset.
  std::map<std::tuple<bool, std::uint32_t, std::uint32_t>, RegisterId> numbers;
  std::vector<std::size_t> ends;  ///< jumps to the end of the thread
};

/// What is the same for all threads.
struct Surroundings {
  const Module& module;
  const Declarations& declarations;
  const Body& body;
  Memory& memory;
  /// Ways that undefined values decide are chosen, and so are ones that are stored; else the one is
  /// refused, and the other if somebody looks.
  bool chooses_ways = false;
  bool chooses_stored = false;
};

/// The memory of a thread's own that it only reads, and what it starts with.
struct ThreadMemory {
  Cells constant;
  Cells initial;
};

class Step {
 public:
  Step(const Surroundings& around, const Invocation& invocation, const ThreadMemory& memory,
       const Instruction& instruction, Environment& environment, ThreadCode& code)
      : around_(around),
        invocation_(invocation),
        memory_(memory),
        instruction_(instruction),
        environment_(environment),
        code_(code) {}

  const Instruction& instruction() const { return instruction_; }
  const Surroundings& around() const { return around_; }
  const Invocation& invocation() const { return invocation_; }
  const Type& type(Id id) const;
  /// The type of the result, and of an operand.
  const Type& result_type() const { return type(instruction_.type); }
  Id type_id(std::size_t operand) const;
  const Type& type_of(std::size_t operand) const { return type(type_id(operand)); }

  [[noreturn]] void fail(const std::string& message, const std::string& advice = "") const {
    around_.module.fail(instruction_, message, advice);
  }

  /// What is known of an operand. Throws InputError for an id that has no value here.
  Known operand(std::size_t index) const;
  /// The number of an operand that has to be known. Throws InputError for others.
  Value known_number(std::size_t index, const std::string& what) const;

  void set(Known value) { environment_.ids[instruction_.result] = std::move(value); }

  /// \name Registers of the program and what fills them.
  /// @{
  /// That of a part of the result; temporaries have parts from `first_temporary` on.
  RegisterId result_register(const Type& type, std::uint32_t part = 0);
  /// One of 64 bits that formulas compute in, whatever the instruction.
  RegisterId scratch(std::size_t number);
  opexplore::Operand run_time(const Known& known) const;
  void emit(Action action);
  void emit(ArithmeticOp op, RegisterId destination, opexplore::Operand left,
            opexplore::Operand right, NumberType type);
  /// What the thread does from here on has no meaning. A program says so by a race, which takes the
  /// meaning from it likewise: the thread stores twice to one location, by two names.
  void emit_undefined_behaviour(kernel::Meaningless why);
  /// @}

  /// \name Memory of the thread's own.
  /// What is stored there stays in the register that it is in, so that a load is not waited for.
  /// Between two places where ways meet that register gets no other value: its instruction is
  /// executed again only behind such a place.
  /// @{
  Known cell(std::uint32_t object, std::uint32_t offset) const;
  void set_cell(std::uint32_t object, std::uint32_t offset, Known value) {
    environment_.cells[{object, offset}] = std::move(value);
  }
  /// Where ways meet: moves what is stored to the registers of the cells, on all ways the same.
  void settle_cells();
  bool in_own_register(const std::pair<std::uint32_t, std::uint32_t>& cell,
                       const Known& known) const;
  std::uint32_t local_object(Id variable, Id type);
  /// @}

  AddressId address(std::uint32_t object, std::uint32_t offset, const Type& type) {
    return around_.memory.provisional_address(object, offset, type, instruction_);
  }

  static constexpr std::uint32_t first_temporary = 1U << 16U;
  static constexpr std::uint32_t first_scratch = 1U << 17U;

 private:
  RegisterId reg(const std::tuple<bool, std::uint32_t, std::uint32_t>& key, NumberType type);

  const Surroundings& around_;
  const Invocation& invocation_;
  const ThreadMemory& memory_;
  const Instruction& instruction_;
  Environment& environment_;
  ThreadCode& code_;
};

/// What an instruction of a module becomes in the program, with its places in module and source.
opexplore::Instruction placed(Action action, const Instruction& from, const Module& module);

/// The type of the program's arithmetic: with a sign, or without one where that makes a difference.
NumberType number_type(const Type& type, bool is_unsigned = false);

/// \name What the instructions do.
/// Each gives false if it does not know the instruction.
/// @{
bool execute_arithmetic(Step& step);
bool execute_composite(Step& step);
bool execute_memory(Step& step);
bool execute_synchronisation(Step& step);
/// @}

/// Whether it is an operation of integers or truths that calculate() knows.
bool is_operation(std::uint16_t opcode);
/// What registers hold of a result of fewer than 32 bits.
void cut_to_width(Step& step, RegisterId reg, const Type& type);
/// The result of an operation on scalars of that type; `part` is the number of the register that it
/// may take, and of two further ones.
Known calculate(Step& step, std::uint16_t opcode, const Type& type, const Type& result, Known left,
                Known right, std::uint32_t part);
/// `condition ? first : second` of scalars.
Known choose(Step& step, const Type& type, const Known& condition, const Known& first,
             const Known& second, std::uint32_t part);

/// Executes an instruction that does not end its block. Throws InputError for what is not modelled.
void execute(Step& step);

}  // namespace opexplore::spirv
