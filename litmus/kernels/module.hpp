// A module as it is written, in PTX or in LLVM IR, whose values are registers here: kernels and
// functions, their parameters, variables and statements (PTX ISA 5 "State Spaces, Types, and
// Variables").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "code/function.hpp"
#include "code/type.hpp"
#include "litmus/language/lexer.hpp"
#include "litmus/language/ptx_code/mnemonic.hpp"

namespace opexplore::kernel {

using detail::Mnemonic;
using detail::Source;
using detail::Token;

/// Fundamental types (PTX ISA 5.2.1) and state spaces (5.1).
/// @{
using code::Space;
using code::Type;
/// @}

/// The type that a modifier such as "u32" names.
std::optional<Type> type_named(std::string_view text);

/// The state space that a word such as "shared" names, if memory is meant.
std::optional<Space> space_named(std::string_view text);

/// A variable, or a parameter of a kernel or function.
struct Variable {
  Token name;
  Space space = Space::global;
  Type type;
  std::optional<std::uint32_t> count;  ///< elements; nothing for `[]`
  std::vector<Token> initial;          ///< numbers and names between the braces, in order
  std::uint32_t alignment = 0;         ///< bytes that its address is a multiple of; 0: not said
  /// What the source calls a parameter, and its type there; empty if the module does not say it.
  std::string source_name = {}, source_type = {};
};

/// A register as the kernel declares it.
struct PtxRegister {
  std::string name;  ///< without the percent sign
  Type type;
};

/// The registers, labels and variables of `{ … }` in a body.
struct Block {
  std::size_t parent = 0;  ///< itself for the body
  std::map<std::string, std::uint16_t, std::less<>> registers;
  std::map<std::string_view, std::size_t> labels;     ///< index of the statement that follows
  std::map<std::string_view, std::size_t> variables;  ///< index into Entry::variables
};

/// What a `.loc` directive says of the statements behind it (PTX ISA 11.5.3): a line of a source.
struct LineMark {
  std::uint32_t file = 0;  ///< in Module::files
  SourcePlace place;
  /// Where the function that has the line was inlined; nothing in a kernel itself.
  std::optional<std::pair<std::uint32_t, SourcePlace>> inlined_at;
};

/// An instruction as it is written.
struct Statement {
  std::optional<Token> guard;  ///< the register of `@p` or `@!p`
  bool negated = false;
  Mnemonic mnemonic;
  std::vector<Token> operands;  ///< all tokens up to the `;`
  std::size_t block = 0;
  SourcePlace place;
  std::string text;                 ///< as written, blanks as one, without the `;`
  std::optional<std::size_t> mark;  ///< index into Module::marks
};

/// A kernel, or a function that is called (PTX ISA 5.1.6, 7.1 "Function Declarations and
/// Definitions").
struct Entry {
  Token name;
  std::vector<Variable> results;  ///< what a function returns
  std::vector<Variable> parameters;
  bool has_body = false;
  /// CTAs of each cluster along x, y and z, as the kernel asks for them.
  std::array<std::uint32_t, 3> cluster{1, 1, 1};
  std::vector<Variable> variables;  ///< declared in the body
  std::vector<PtxRegister> registers;
  std::vector<Block> blocks;
  std::vector<Statement> statements;
  code::Function code;  ///< what the statements do, by their indices
};

struct Module {
  std::vector<Variable> variables;
  std::vector<Entry> entries;
  std::vector<LineMark> marks;                 ///< in the order of the text
  std::map<std::uint32_t, std::string> files;  ///< names by number, as `.file` has them
  std::vector<Entry> functions;                ///< those that are no kernels, with body or without
  std::map<std::string_view, std::string_view> aliases = {};  ///< other names of functions
  Language language = Language::ptx;   ///< whose model the instructions follow: LLVM's is C++'s
  std::string target = {};             ///< "amdgcn-amd-amdhsa"; empty for PTX
  std::deque<std::string> texts = {};  ///< names and numbers that are not in the text
};

/// The function of that name, or with that alias. One with a body, if there is one.
const Entry* find_function(const Module& module, std::string_view name);

/// Bytes of a variable; nothing for `[]`.
std::optional<std::uint32_t> size_of(const Variable& variable);

/// \name Names as a statement of that block sees them.
/// @{
std::optional<std::uint16_t> find_register(const Entry& entry, std::size_t block,
                                           std::string_view name);
std::optional<std::size_t> find_label(const Entry& entry, std::size_t block, std::string_view name);
std::optional<std::size_t> find_variable(const Entry& entry, std::size_t block,
                                         std::string_view name);
/// @}

/// Reads a module of PTX, or of LLVM IR; the result refers to the text of `source`. Throws
/// InputError where it is neither.
Module read_module(const Source& source);

/// A module and the text that it refers to.
class ModuleFile {
 public:
  /// Reads a module of that name in messages. Throws InputError where it is too large, or no PTX.
  ModuleFile(std::string text, std::string path);
  ModuleFile(const ModuleFile&) = delete;
  ModuleFile& operator=(const ModuleFile&) = delete;

  const std::string& text() const { return text_; }
  const Source& source() const { return source_; }
  const Module& module() const { return module_; }

 private:
  std::string text_;
  Source source_;
  Module module_;
};

/// What the text of a module is called: "PTX", "LLVM IR".
std::string_view name_of_text(const Module& module);

}  // namespace opexplore::kernel
