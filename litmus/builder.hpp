// The program under construction: names become indices, limits are enforced,
// jumps are resolved at the end.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/tokens.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

class ProgramBuilder {
 public:
  explicit ProgramBuilder(const Source& source) : source_(source) {}

  /// \name The initial state.
  /// @{
  void declare_location(const Token& name, Value initial);
  void declare_alias(const Token& name, Proxy proxy, const Token& target);
  /// `value` is a number or the name of a location whose address the register gets.
  void initialize_register(const Token& thread, std::uint32_t number, const Token& name,
                           std::variant<Value, Token> value);
  /// Initial value of the location that `name` maps to; complains if there is none.
  Value initial_value(const Token& name) const;
  /// @}

  /// Adds a thread; register initialisations of unknown threads are checked by start_code().
  void add_thread(const Token& token, std::uint32_t cta, std::uint32_t gpu);
  void start_code();

  /// \name Names in instructions: created on first use, with value 0.
  /// @{
  AddressId address(const Token& name);
  RegisterId reg(ThreadId thread, const Token& name);
  /// @}

  /// Notes that an instruction at `place` accesses the location with that type ("u32", …;
  /// empty when not written) and refuses a second width (PTX ISA, mixed-size data races).
  void note_type(AddressId address, std::string_view type, SourcePlace place);

  void label(ThreadId thread, const Token& name);
  /// Remembers that the next instruction of `thread` jumps to `name`.
  void jump(ThreadId thread, const Token& name);
  void add_instruction(ThreadId thread, Instruction instruction);
  /// Resolves jumps.
  void finish();

  /// \name Names in conditions: must exist.
  /// @{
  std::optional<AddressId> find_address(std::string_view name) const;
  std::optional<RegisterId> find_register(ThreadId thread, std::string_view name) const;
  /// @}

  const Program& program() const { return program_; }
  Program take() { return std::move(program_); }

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
  struct TypedAccess {
    std::string_view type;
    SourcePlace place;
  };
  struct RegisterInit {
    Token thread;
    std::uint32_t number;
    Token name;
    std::variant<Value, Token> value;
  };

  void require_new_name(const Token& name) const;
  AddressId add_address(const Token& name, Address address);
  RegisterId add_register(ThreadId thread, const Token& name, Value initial);

  const Source& source_;
  Program program_;
  std::vector<Names> names_;  ///< one per thread
  std::map<std::string_view, AddressId> addresses_;
  std::map<std::string_view, SourcePlace> declared_;
  std::vector<RegisterInit> register_inits_;
  std::map<LocationId, TypedAccess> typed_;  ///< first access that wrote a type
};

/// "P3" for messages.
std::string thread_name(std::size_t number);
/// "the test has the threads P0 to P2", for suggestions.
std::string known_threads(const Program& program);

}  // namespace opexplore::detail
