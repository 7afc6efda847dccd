// The program under construction: names become indices, limits are enforced,
// jumps are resolved at the end.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/language/accesses.hpp"
#include "litmus/language/asynchronous_operands.hpp"
#include "litmus/language/dialect.hpp"
#include "litmus/language/instances.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// `0:r1 = 3`, or with a type `0: .reg .s32 r1 = 3`.
struct RegisterDeclaration {
  Token thread;
  std::uint32_t number = 0;  ///< of the thread
  Token name;
  std::optional<NumberType> type;                 ///< as written
  std::variant<Value, Token> initial = Value{0};  ///< or the location whose address it is
};

/// `x[4] = {1, &y}`, or with a type `.b32 x[4]`. Elements that no value is given for start with 0.
struct ArrayDeclaration {
  Token name;
  Value count = 0;
  Value width = 8;  ///< bytes of an element
  std::vector<std::variant<Value, Token>> initial;
};

/// `b @ mbarrier 2`, `d @ tensormap = &x`.
struct ObjectDeclaration {
  Token name;
  ObjectKind kind = ObjectKind::mbarrier;
  std::variant<Value, Token> initial = Value{0};
};

/// Where a thread runs, as written.
struct ThreadPlace {
  std::uint32_t cta = 0;
  std::uint32_t gpu = 0;
  std::optional<std::uint32_t> warp = std::nullopt;
  std::optional<std::uint32_t> cluster = std::nullopt;
  std::optional<std::uint32_t> grid = std::nullopt;
};

/// A number, and where it was written.
struct PlacedNumber {
  Value number = 0;
  SourcePlace place;
};

/// What `&x` is as a number for the first element of the array that is declared as the one with
/// that index: behind all that names have at most.
constexpr Value number_of_array(std::size_t index) {
  return 0x1'0000 + 0x1000 * static_cast<Value>(index);
}

class ProgramBuilder {
 public:
  ProgramBuilder(const Source& source, const Dialect& dialect)
      : source_(source), dialect_(dialect) {
    program_.language = dialect.language;
  }

  const Dialect& dialect() const { return dialect_; }

  /// \name The initial state.
  /// @{
  void declare_location(const Token& name, Value initial);
  /// The address of the location is the number. Complains if that may be the address of another.
  void declare_location(const Token& name, Value initial, const PlacedNumber& number);
  void declare_array(const ArrayDeclaration& declaration);
  void declare_alias(const Token& name, Proxy proxy, const Token& target);
  void declare_object(const ObjectDeclaration& declaration);
  /// Checked by start_code(), when the threads are known.
  void declare_register(const RegisterDeclaration& declaration);
  /// Initial value of the location that `name` maps to; complains if there is none.
  Value initial_value(const Token& name) const;
  /// @}

  /// \name Threads and the memory map.
  /// @{
  void add_thread(const Token& token);
  /// Without a warp: the first number that no thread before has in that CTA. Complains, at the
  /// token, if a thread before says that the CTA is in another cluster or grid.
  void place_thread(ThreadId thread, const ThreadPlace& place, const Token& written);
  void set_region(LocationId location, Region region);
  /// Threads that exist.
  void synchronise(SystemSynchronisation pair);
  void start_code();
  /// @}

  /// \name Names in instructions: created on first use, with value 0.
  /// Registers must be declared before where the dialect says so.
  /// @{
  AddressId address(const Token& name);
  /// What lies that many bytes behind the name. Complains if that is no element of the same array.
  AddressId address(const Token& name, Value offset);
  RegisterId reg(ThreadId thread, const Token& name, NumberType type_if_new = NumberType::s64);
  /// @}

  /// \name Threads that have been read as a whole.
  /// @{
  /// Adds a register. The question knows it by its name if `known`.
  RegisterId define_register(ThreadId thread, const Token& name, const Register& reg, bool known);
  /// @}

  /// Notes that the next instruction of its thread accesses memory.
  void note_access(AccessNote note);

  /// \name Asynchronous operations, and shared memory of several CTAs.
  /// @{
  /// The text has something of them: shared memory has an instance in each CTA.
  void note_asynchronous() { instances_.asynchronous = true; }
  /// A heading before the code has placed a thread in a cluster or grid.
  bool names_clusters() const { return names_clusters_; }
  /// The name of the instance in that CTA: `s@1`.
  Token instance(const Token& name, std::uint32_t cta);
  void note_operand(const OperandNote& note) { operands_.operands.push_back(note); }
  void note_together(const TogetherNote& note) { operands_.together.push_back(note); }
  /// Notes that the next instruction of its thread has several destinations.
  void note_multicast(MulticastNote note);
  /// Notes that the next instruction of the thread moves that address, in the CTA of that rank.
  void note_moved_address(ThreadId thread, AddressId address, Value rank, SourcePlace place);
  /// Whether each of several CTAs has a location of that name.
  bool has_instances(std::string_view name) const;
  /// @}

  void label(ThreadId thread, const Token& name);
  /// Remembers that the next instruction of `thread` jumps to `name`.
  void jump(ThreadId thread, const Token& name);
  void add_instruction(ThreadId thread, Instruction instruction);
  /// Resolves jumps.
  void finish_code();
  /// Resolves pointers and checks all accesses; needs regions and the threads' places.
  void check_accesses();

  /// \name Names in conditions: must exist.
  /// @{
  std::optional<AddressId> find_address(std::string_view name) const;
  /// The element of the array that begins there; the location itself for 0 of one that is no array.
  std::optional<AddressId> find_element(AddressId first, Value index) const;
  std::optional<RegisterId> find_register(ThreadId thread, std::string_view name) const;
  /// Where the name occurs first. Precondition: it does.
  SourcePlace first_mention(std::string_view address) const;
  /// @}

  /// \name For messages.
  /// @{
  std::string thread_name(std::size_t number) const;  ///< "P3" or "T3"
  std::string known_threads() const;                  ///< "the threads are P0 to P2"
  /// @}

  const Program& program() const { return program_; }
  /// Of threads that may access no location; known behind check_accesses().
  const std::vector<FaultRegister>& faults() const { return faults_; }

 private:
  struct Jump {
    std::size_t instruction;
    Token label;
  };
  struct Names {
    std::map<std::string_view, RegisterId> registers;
    std::map<std::string_view, std::pair<InstructionId, SourcePlace>> labels;
    std::vector<Jump> jumps;
  };
  void require_new_name(const Token& name) const;
  void declare_instance(const Token& name, ObjectKind kind, Value initial);
  void require_consistent(ThreadId thread, const Token& written) const;
  InstanceName* instance_named(const Token& name);
  /// Declares what instances have declared before; false if none have.
  bool declare_implied(const Token& name, ObjectKind kind, Value initial);
  /// Puts each CTA's shared memory in the place of what the text has one name for.
  void place_instances();
  void add_element(const ArrayDeclaration& declaration, Value index, Value number);
  AddressId add_address(const Token& name, Address address);
  RegisterId add_register(ThreadId thread, const Token& name, Value initial, NumberType type);
  /// What the register starts with, as a value of its type.
  Value initial_value(const RegisterDeclaration& declaration, NumberType type);
  /// The address of the location as a number, which is noted: instances are not known yet.
  Value address_number(const Token& location, AddressNumber note);

  const Source& source_;
  const Dialect& dialect_;
  Program program_;
  std::vector<Names> names_;  ///< one per thread
  std::vector<bool> placed_;  ///< likewise
  bool names_clusters_ = false;
  std::map<std::string_view, AddressId> addresses_;
  std::map<AddressId, std::size_t> arrays_;  ///< how many elements follow from the first on
  std::deque<std::string> element_names_;    ///< what `addresses_` refers to
  std::map<std::string_view, SourcePlace> declared_;
  std::vector<RegisterDeclaration> register_declarations_;
  std::set<std::string_view> implied_;  ///< that so far only instances declare
  std::vector<AccessNote> accesses_;
  InstanceNotes instances_;
  OperandNotes operands_;
  std::vector<FaultRegister> faults_;
};

}  // namespace opexplore::detail
