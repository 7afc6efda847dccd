// One instruction of a kernel, executed by one thread as far as its operands are known. What
// is left becomes instructions of the program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "code/instruction.hpp"
#include "litmus/kernels/abstract.hpp"
#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/frame.hpp"
#include "litmus/kernels/homes.hpp"
#include "litmus/kernels/meetings.hpp"
#include "litmus/kernels/memory.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/kernels/sizes.hpp"

namespace opexplore::kernel {

/// A thread of the same CTA.
struct Mate {
  ThreadId number = 0;  ///< in the launch
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
};

/// Of one thread: more than a test that somebody writes may have (max_instructions), since each sum
/// of floating-point numbers takes some hundreds.
constexpr std::size_t most_instructions = 16'384;

constexpr std::uint32_t warp_size = 32;  ///< lanes of a warp (PTX ISA, `WARP_SZ`)

/// A thread of the launch and what it sees.
struct Executor {
  ThreadId number = 0;   ///< in the launch
  std::size_t grid = 0;  ///< index into Launch::grids
  Triple block;
  Triple thread;
  Triple blocks;
  Triple threads_per_block;
  std::optional<std::uint32_t> dynamic_shared = {};  ///< as Grid has it
  std::uint32_t gpu = 0;
  std::uint32_t cta = 0;
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
  std::uint32_t in_block = 0;  ///< its number in the block
  Triple cluster{1, 1, 1};     ///< the shape of its cluster, in CTAs
  std::uint32_t awaits = 0;    ///< so many grids are launched one dependent on the other before it
  /// Whether objects that it alone sees are, but for what they hold, those of other threads.
  bool shares_private_objects = false;
  std::vector<Mate> cta_mates;   ///< the threads of its CTA in the launch, itself included
  std::vector<Mate> warp_mates;  ///< likewise of its warp
  std::map<std::pair<std::string, Value>, Abstract> parameters;        ///< by name and offset
  std::map<std::pair<std::string, Value>, TensorMap> tensormaps = {};  ///< likewise
};

/// A register of the program.
struct NewRegister {
  std::optional<std::uint16_t> ptx;  ///< the kernel's register that it is
  std::string result;                ///< or the name of a result; else a temporary
  Type type;
};

/// Registers that hold something within one instruction of the kernel.
enum class Scratch : std::uint8_t {
  given,
  read,
  result,
  present,
  index,
  predicate,
  mask,     ///< of lanes, known only when the program runs
  members,  ///< the threads that it names
  meeting,  ///< the barrier where these meet
  named     ///< whether it names some lane
};

/// A place where a thread stops because of an error (see assertion.hpp).
struct CodeStop {
  const Statement* statement = nullptr;
  InstructionId instruction = 0;  ///< the first one that says so
  StopKind kind = StopKind::assertion;
  std::string text;  ///< see Assertion::text
};

/// An address that is known only when the program runs.
struct Pointer {
  RegisterId reg = 0;
  Value offset = 0;                     ///< in bytes, added to what the register holds
  std::optional<std::uint16_t> object;  ///< the register was computed from its address
};

/// Instructions that access elements side by side, at a computed address: each says, as its
/// address, which of the elements it accesses.
struct ComputedElements {
  const Statement* statement = nullptr;
  InstructionId begin = 0;
  InstructionId end = 0;
  Pointer pointer;
  std::uint32_t width = 4;  ///< bytes of an element
  std::uint32_t elements = 1;
  bool whole = false;  ///< each in one piece
  /// Bytes of the floating-point numbers that they are accessed as; 0 if they are not.
  std::uint32_t float_bytes = 0;
};

/// A read-modify-write that compares unsigned numbers: `atom.min.u32`.
struct UnsignedOrder {
  const Statement* statement = nullptr;
  InstructionId instruction = 0;
};

/// What an object is that one thread alone sees.
struct PrivateObject {
  std::uint32_t depth = 0;          ///< of the frame that it belongs to
  const Entry* function = nullptr;  ///< of the frame
  std::size_t block = 0;            ///< whose end is the end of it
  std::uint32_t allocation = 0;     ///< the number of the `alloca`; 0 for variables
};

/// The program of a thread as it is made.
struct ThreadCode {
  std::vector<Instruction> instructions;
  std::vector<NewRegister> registers;
  std::map<std::uint16_t, RegisterId> by_ptx;
  std::map<const Entry*, std::vector<std::uint16_t>> shared;  ///< see shared_registers()
  /// Registers that hold something within one statement, by type, and how many it uses.
  std::map<std::pair<char, std::uint32_t>, std::pair<std::vector<RegisterId>, std::size_t>>
      borrowed;
  std::map<std::string, RegisterId> by_result;
  std::vector<RegisterId> scratch;    ///< of 64 bits, used within one instruction
  std::optional<RegisterId> stopped;  ///< 1 + index into `stops` if the thread stopped, else 0
  std::vector<CodeStop> stops;
  std::vector<InstructionId> leaves;           ///< jumps from there to the end of the thread
  std::vector<ComputedElements> computed;      ///< in the order of the instructions
  std::vector<UnsignedOrder> unsigned_orders;  ///< see unsigned_order.hpp
  Homes homes;
  std::map<std::uint16_t, PrivateObject> privates;              ///< by object
  std::map<std::uint16_t, std::string_view> kernel_parameters;  ///< names by object
  bool prints = false;                                          ///< calls of printf are left out
  Arrivals arrivals;
};

/// What is known when a module is launched.
struct Surroundings {
  const Source& source;
  const Module& module;
  const Launch& launch;
  bool several_ctas = false;  ///< in the launch
  bool several_gpus = false;
  Sizes& sizes;
  Memory memory;
  CodePlaces places;
  std::vector<SourcePlace> of_one_space = {};  ///< what orders accesses to one space alone
  std::vector<SourcePlace> read_only = {};  ///< loads of memory that nobody writes (ld.global.nc)
  bool cooperative = false;  ///< a kernel counts the blocks of its grid, as grid.sync() does
  /// What was chosen where PTX leaves it open, one sentence each.
  std::set<std::string> assumptions = {};
  Meetings meetings = {};
  std::set<std::string> known_reads = {};  ///< keys of objects of which loads are known
  /// Of loads that are known, the bytes that they are of: keys of objects, and offsets.
  std::map<const Statement*, std::set<std::pair<std::string, Value>>> known_loads = {};
  std::vector<Instruction> choices = {};  ///< see any_value.hpp
  bool reads_clock = false;
  /// Functions of known numbers of which it is only bounded how far they err are computed.
  bool approximates = false;
  /// By statement that passes on a value which is not computed (see uncomputed.hpp), the keys of
  /// the objects that it stores it in; none if it does something else with it.
  std::map<const Statement*, std::set<std::string>> uncomputed = {};
};

/// The key of the variable's object in Memory, as that thread sees it.
std::string variable_key(const Executor& executor, const Variable& variable,
                         const std::string& entry);

/// The address of a variable, as that thread sees it: shared ones exist once per CTA. Refuses
/// initial values that are no numbers. `entry` is empty for variables of the module.
Abstract variable_address(Surroundings& around, const Executor& executor, const Variable& variable,
                          const std::string& entry);

/// An operand that is read: what is known of it, and the register that holds it otherwise.
struct Input {
  Abstract known;
  RegisterId reg = 0;
};

/// A thread uses a value that nobody has written, or that no lane gives: it goes wrong there,
/// whatever the launch.
struct NoValue {
  Abstract::Lack why = Abstract::Lack::never_written;
  std::string reg;  ///< that has the value, as the kernel calls it
};

class Step {
 public:
  /// Executes the statement that `state` has come to. The state stays where it is; what is known of
  /// registers and private memory changes.
  Step(Surroundings& around, const Executor& executor, State& state, ThreadCode& code);

  const code::Instruction& instruction() const { return instruction_; }
  const Statement& statement() const { return statement_; }
  std::span<const code::Operand> operands() const { return instruction_.operands; }
  const Executor& executor() const { return executor_; }
  const Entry& entry() const { return entry_; }
  Surroundings& around() const { return around_; }
  State& state() const { return state_; }
  ThreadCode& code() const { return code_; }

  /// \name Complaints about the instruction, a modifier or an operand.
  /// @{
  [[noreturn]] void fail(const std::string& message, const std::string& suggestion = "") const;
  [[noreturn]] void fail_at(const code::Operand& operand, const std::string& message,
                            const std::string& suggestion = "") const;
  /// @}

  /// \name Reading. Throws NoValue.
  /// @{
  Input input(const code::Operand& operand, Type type);
  /// What the register holds; it has been written.
  Input read(std::uint16_t reg) { return {environment_.at(reg), program_register(reg)}; }
  /// The same, an address as a number.
  Input number(const code::Operand& operand, Type type);
  /// The input as an operand of the program; an address as a number.
  Operand run_time(const Input& input) const;
  /// What is known, an address as a number.
  Abstract as_number(const Abstract& known) const;
  /// Whether what the operand holds is only a matter of time.
  bool is_time(const code::Operand& operand) const;
  /// The object and offset that `[…]` means, or what is known of it otherwise. Refuses numbers that
  /// are no addresses.
  std::variant<Abstract, Pointer> location(const code::Operand& memory);
  /// The address of a variable, parameter or function.
  Abstract symbol(const code::Operand& operand);
  /// @}

  /// \name Writing.
  /// @{
  /// The register that an operand names.
  const code::Operand& destination(std::size_t index = 0) const { return operands()[index]; }
  void set(const code::Operand& destination, Abstract value);
  /// Whether the operand is a register that has an undefined value; input() refuses it.
  bool is_undefined(const code::Operand& operand) const;
  /// Whether it is a register that has not been written; input() throws NoValue.
  bool is_unwritten(const code::Operand& operand) const;
  /// Makes what the instruction computes undefined if something that it computes it of is. False
  /// if nothing is, or the instruction computes nothing.
  bool hand_on_undefined();
  /// From now on the register has the value that the program's register of that number gets.
  RegisterId set_run_time(const code::Operand& destination);
  /// If `known` says so, what the register gets at run time was computed from an object's address.
  void note_object(const code::Operand& destination, const Abstract& known);
  /// The same, from an input.
  void set(const code::Operand& destination, const Input& input);
  /// Nothing is known of the register any more: it counts as never written.
  void forget(const code::Operand& destination);
  /// The register of the program for so many bytes of private memory.
  RegisterId home(const PrivateByte& byte, std::uint32_t width);
  /// A register that holds something until the statement has been executed.
  RegisterId temporary(Type type);
  /// A register of 64 bits by number, for use within one instruction.
  RegisterId scratch(std::size_t number);
  RegisterId scratch(Scratch what) { return scratch(static_cast<std::size_t>(what)); }
  RegisterId result(const std::string& name, Type type);
  void emit(Action action);
  /// The instructions that were emitted since `begin` are these accesses.
  void note_computed(ComputedElements elements) { code_.computed.push_back(elements); }
  /// The next instruction to be emitted compares unsigned numbers.
  void note_unsigned_order() { code_.unsigned_orders.push_back({&statement_, here()}); }
  InstructionId here() const { return static_cast<InstructionId>(code_.instructions.size()); }
  void emit(ArithmeticOp op, RegisterId destination, Operand left, Operand right, NumberType type);
  /// A jump, whose target land() says: the instruction that is emitted next.
  InstructionId emit_branch(Comparison comparison, Operand left, Operand right);
  InstructionId emit_jump();
  void land(InstructionId branch);
  /// Waits for the threads that the meeting expects, at its own barrier or another one.
  void meet(Value meeting);
  void meet(Value meeting, const Barrier& barrier);
  /// Comes to the meeting without waiting for anybody.
  void pass(Value meeting);
  /// Says that the thread stops here, and why (see Assertion::text). The walk ends the thread.
  void stop(StopKind kind, std::string text);
  void stop(const NoValue& value);
  /// The same where the comparison does not hold when the program runs; else it goes on.
  void stop_unless(Comparison comparison, Operand left, Operand right, StopKind kind,
                   std::string text);
  /// Whether stop() was called.
  bool stops() const { return stops_; }
  /// @}

 private:
  void emit_stop(StopKind kind, std::string text);
  Input negated_input(const code::Operand& operand, Type type);
  RegisterId program_register(std::uint16_t ptx);
  RegisterId home(const Home& home, Type type);
  RegisterId add_register(NewRegister reg);
  const Variable* module_variable(std::string_view name) const;
  std::optional<CodePlace> code_place() const;
  bool is_undefined(std::uint16_t ptx) const;
  /// Why the register has no value, if it has none.
  std::optional<Abstract::Lack> lack_of(std::uint16_t ptx) const;
  /// Sets what the instruction computes, if that is the same whatever its undefined operands are.
  bool set_whatever_is_undefined();
  bool chooses_undefined();
  [[noreturn]] void fail_on_lack(const code::Operand& operand, Abstract::Lack lack) const;

  Surroundings& around_;
  const Executor& executor_;
  State& state_;
  const Entry& entry_;
  const Statement& statement_;
  const code::Instruction& instruction_;
  Environment& environment_;
  ThreadCode& code_;
  bool stops_ = false;
};

/// Executes an instruction that does not jump. Throws InputError for what is not modelled.
void execute(Step& step);

}  // namespace opexplore::kernel
