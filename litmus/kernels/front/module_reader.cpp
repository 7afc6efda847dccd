#include "litmus/kernels/llvm/module_reader.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "litmus/input/files.hpp"
#include "litmus/kernels/front/carry.hpp"
#include "litmus/kernels/front/ptx_lexer.hpp"
#include "litmus/kernels/front/translate.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::Modifier;
using detail::quote;
using detail::TokenKind;
using detail::Tokens;

constexpr std::size_t most_registers = 20'000;  // of one kernel or function, as declared

struct VariableType {
  Type type;
  std::uint32_t alignment = 1;
};

class ModuleReader {
 public:
  explicit ModuleReader(const Source& source) : tokens_(source, tokenize(source)) {}

  Module read() {
    while (tokens_.peek().kind != TokenKind::end) read_directive();
    return std::move(module_);
  }

 private:
  /// One directive of the module.
  void read_directive() {
    const Token dot = tokens_.expect(
        ".", "a directive such as .version or .entry",
        module_.entries.empty() ? "a kernel is a PTX module, as 'nvcc -ptx -O3' writes it" : "");
    const Token word = tokens_.expect_word("a directive");
    if (word.is("file")) return read_file(word);
    if (word.is("loc")) return read_mark(word);
    if (word.is("version") || word.is("target") || word.is("address_size")) {
      return skip_line(word);
    }
    if (word.is("visible") || word.is("weak") || word.is("extern") || word.is("common")) return;
    if (word.is("entry")) return read_entry();
    if (word.is("func")) return read_function();
    if (word.is("section")) return skip_section();
    if (word.is("alias")) return read_alias();
    if (word.is("pragma")) return skip_statement();
    if (const auto space = space_named(word.text); space && *space != Space::parameter) {
      for (Variable& variable : read_variables(*space)) {
        module_.variables.push_back(std::move(variable));
      }
      return;
    }
    tokens_.fail(dot, "unknown directive '." + std::string(word.text) + "'",
                 "a module has .version, .target, .entry and variables");
  }

  /// `.file 1 "kernel.cu"` (PTX ISA 11.5.2).
  void read_file(const Token& word) {
    if (tokens_.peek().kind == TokenKind::number) {
      const std::uint32_t number = tokens_.expect_index("the number of a file");
      const std::string_view name = tokens_.peek().text;
      if (name.size() > 2 && name.front() == '"' && tokens_.peek().place.line == word.place.line) {
        module_.files.emplace(number, std::string(name.substr(1, name.size() - 2)));
      }
    }
    skip_line(word);
  }

  /// Whether the next token is a number in the line of the word.
  bool has_number(const Token& word) const {
    return tokens_.peek().kind == TokenKind::number && tokens_.peek().place.line == word.place.line;
  }

  /// `1 14 5`: file, line and column. Nothing if that is not what stands there.
  std::optional<std::pair<std::uint32_t, SourcePlace>> read_place(const Token& word) {
    std::array<std::uint32_t, 3> numbers{};
    for (std::uint32_t& number : numbers) {
      if (!has_number(word)) return std::nullopt;
      number = tokens_.expect_index("a number of a place");
    }
    return std::pair{numbers[0], SourcePlace{numbers[1], numbers[2]}};
  }

  /// `.loc 1 7 3, function_name $L__info_string8, inlined_at 1 12 5`.
  void read_mark(const Token& word) {
    if (const auto place = read_place(word)) {
      LineMark mark{place->first, place->second, std::nullopt};
      while (tokens_.peek().kind != TokenKind::end &&
             tokens_.peek().place.line == word.place.line) {
        if (tokens_.take().is("inlined_at")) mark.inlined_at = read_place(word);
      }
      module_.marks.push_back(mark);
    }
    skip_line(word);
  }

  void skip_line(const Token& word) {
    while (tokens_.peek().kind != TokenKind::end && tokens_.peek().place.line == word.place.line) {
      tokens_.take();
    }
  }

  void skip_statement() {
    while (!tokens_.peek().is(";")) take_inside("';'");
    tokens_.take();
  }

  /// Skips to the brace that closes one opened just before.
  void skip_braces() {
    for (std::size_t depth = 1; depth != 0;) {
      const Token token = take_inside("'}'");
      if (token.is("{")) ++depth;
      if (token.is("}")) --depth;
    }
  }

  void skip_section() {
    while (!tokens_.peek().is("{")) take_inside("'{'");
    tokens_.take();
    skip_braces();
  }

  Token take_inside(std::string_view what) {
    if (tokens_.peek().kind == TokenKind::end) tokens_.fail_expected(what);
    return tokens_.take();
  }

  /// What stands between the space and the names: type, alignment, attributes.
  VariableType read_variable_type() {
    std::optional<Type> type;
    std::optional<std::uint32_t> alignment;
    while (tokens_.accept(".")) {
      const Token word = tokens_.expect_word("a type");
      if (word.is("align")) {
        alignment = tokens_.expect_index("an alignment");
      } else if (word.is("attribute")) {
        tokens_.expect("(", "'('");
        while (!tokens_.accept(")")) take_inside("')'");
      } else if (const auto named = type_named(word.text)) {
        type = named;
      } else if (!word.is("ptr") && !space_named(word.text)) {  // .ptr .global says where it points
        tokens_.fail(word, "expected a type, found " + quote(word));
      }
    }
    if (!type) tokens_.fail_expected("a type, such as .u32");
    return {*type, alignment.value_or(type->bits / 8)};
  }

  /// The dimensions of an array, `[4]`, `[2][8]` or `[]`.
  std::optional<std::uint32_t> read_dimensions() {
    std::uint64_t count = 1;
    bool open = false;
    while (tokens_.accept("[")) {
      const Token start = tokens_.peek();
      if (tokens_.accept("]")) {
        open = true;
        continue;
      }
      count *= tokens_.expect_index("the number of elements");
      if (count > std::numeric_limits<std::uint32_t>::max()) {
        tokens_.fail(start, "the array is too large");
      }
      tokens_.expect("]", "']'");
    }
    return open ? std::nullopt : std::optional(static_cast<std::uint32_t>(count));
  }

  Variable read_variable(Space space, const VariableType& type) {
    Variable variable{tokens_.expect_word("the name of a variable"), space, type.type, 1, {}};
    variable.alignment = type.alignment;
    variable.count = read_dimensions();
    if (!tokens_.accept("=")) return variable;
    std::size_t depth = 0;
    do {
      const Token token = take_inside("a value");
      if (token.is("{")) ++depth;
      if (token.is("}")) --depth;
      if (!token.is("{") && !token.is("}") && !token.is(",")) variable.initial.push_back(token);
    } while (depth != 0 || !(tokens_.peek().is(",") || tokens_.peek().is(";")));
    return variable;
  }

  std::vector<Variable> read_variables(Space space) {
    const VariableType type = read_variable_type();
    std::vector<Variable> variables;
    do {
      variables.push_back(read_variable(space, type));
    } while (tokens_.accept(","));
    tokens_.expect(";", "';'");
    return variables;
  }

  /// `(.param .u64 a, .reg .b32 b)`, the first parenthesis read. Registers are the function's.
  std::vector<Variable> read_parameters(Entry& entry) {
    std::vector<Variable> parameters;
    while (!tokens_.accept(")")) {
      tokens_.expect(".", "'.param'");
      const bool in_register = tokens_.accept("reg");
      if (!in_register) tokens_.expect("param", "'.param'");
      const VariableType type = read_variable_type();
      Variable variable = read_variable(in_register ? Space::reg : Space::parameter, type);
      if (in_register) add_register(entry, 0, std::string(variable.name.text), type.type);
      parameters.push_back(std::move(variable));
      if (!tokens_.peek().is(")")) tokens_.expect(",", "',' or ')'");
    }
    return parameters;
  }

  /// The braces, behind performance directives such as .maxntid 64, 1, 1, or `;`.
  void read_rest(Entry& entry, std::string_view what) {
    while (!tokens_.peek().is("{") && !tokens_.peek().is(";")) {
      if (take_inside(what).is("reqnctapercluster")) read_cluster(entry);
    }
    if (tokens_.accept(";")) return;
    tokens_.take();
    entry.has_body = true;
    first_mark_ = module_.marks.size();
    read_body(entry);
    const bool carries = std::ranges::any_of(entry.statements, [](const Statement& statement) {
      return statement.mnemonic.has("cc") || takes_carry(statement.mnemonic);
    });
    if (carries) add_register(entry, 0, std::string(carry_register), {'p', 1});
  }

  /// `.reqnctapercluster 2, 1, 1` (PTX ISA 11.7.1).
  void read_cluster(Entry& entry) {
    std::size_t dimension = 0;
    do {
      const auto count = std::min(tokens_.expect_index("a number of CTAs"), 64U);
      if (dimension < entry.cluster.size()) entry.cluster[dimension++] = std::max(count, 1U);
    } while (tokens_.accept(","));
  }

  void read_entry() {
    Entry entry;
    entry.blocks.emplace_back();
    entry.name = tokens_.expect_word("the name of a kernel");
    if (tokens_.accept("(")) entry.parameters = read_parameters(entry);
    read_rest(entry, "the body of the kernel");
    if (entry.has_body) module_.entries.push_back(std::move(entry));
  }

  /// A prototype, or a function with its body. In front of its name stands what it returns.
  void read_function() {
    Entry function;
    function.blocks.emplace_back();
    while (tokens_.accept(".")) {
      tokens_.expect("attribute", "'.attribute'");
      while (!tokens_.accept(")")) take_inside("')'");
    }
    if (tokens_.accept("(")) function.results = read_parameters(function);
    function.name = tokens_.expect_word("the name of a function");
    if (tokens_.accept("(")) function.parameters = read_parameters(function);
    read_rest(function, "the body of the function or ';'");
    if (function.has_body && !defined_.insert(function.name.text).second) {
      tokens_.fail(function.name, "the function " + quote(function.name) + " is defined twice");
    }
    module_.functions.push_back(std::move(function));
  }

  /// `.alias other, function;` (PTX ISA 11.6.5).
  void read_alias() {
    const Token name = tokens_.expect_word("a name");
    tokens_.expect(",", "','");
    module_.aliases.emplace(name.text, tokens_.expect_word("a function").text);
    tokens_.expect(";", "';'");
  }

  void read_body(Entry& entry) {
    std::vector<std::size_t> open = {0};
    while (!open.empty()) {
      if (tokens_.accept("{")) {
        if (open.size() > max_nesting) tokens_.fail(tokens_.previous(), "too many nested braces");
        entry.blocks.push_back({open.back(), {}, {}, {}});
        open.push_back(entry.blocks.size() - 1);
      } else if (tokens_.accept("}")) {
        open.pop_back();
      } else if (tokens_.accept(".")) {
        read_local_directive(entry, open.back());
      } else if (tokens_.peek().kind == TokenKind::word && tokens_.peek(1).is(":")) {
        read_label(entry, open.back());
      } else if (!tokens_.accept(";")) {
        entry.statements.push_back(read_statement(open.back()));
      }
    }
  }

  void read_local_directive(Entry& entry, std::size_t block) {
    const Token word = tokens_.expect_word("a directive");
    if (word.is("reg")) return read_registers(entry, block);
    if (word.is("loc")) return read_mark(word);
    if (word.is("pragma") || word.is("branchtargets") || word.is("callprototype") ||
        word.is("calltargets")) {
      return skip_statement();
    }
    const std::optional<Space> space = space_named(word.text);
    if (!space) tokens_.fail(word, "unknown directive '." + std::string(word.text) + "' in a body");
    for (Variable& variable : read_variables(*space)) {
      entry.blocks[block].variables.emplace(variable.name.text, entry.variables.size());
      entry.variables.push_back(std::move(variable));
    }
  }

  void add_register(Entry& entry, std::size_t block, std::string name, Type type) {
    if (entry.registers.size() == most_registers) {
      tokens_.fail(tokens_.previous(), "too many registers: the limit is " +
                                           std::to_string(most_registers) + " in one function");
    }
    const auto id = static_cast<std::uint16_t>(entry.registers.size());
    entry.registers.push_back({name.substr(name.front() == '%' ? 1 : 0), type});
    entry.blocks[block].registers.emplace(std::move(name), id);
  }

  /// `.reg .b32 %r<7>, t;`: %r<7> is %r0 to %r6 (PTX ISA 5.4.7).
  void read_registers(Entry& entry, std::size_t block) {
    const Type type = read_variable_type().type;
    do {
      const Token name = tokens_.expect_word("the name of a register");
      if (!tokens_.accept("<")) {
        add_register(entry, block, std::string(name.text), type);
        continue;
      }
      const std::uint32_t count = tokens_.expect_index("the number of registers");
      tokens_.expect(">", "'>'");
      for (std::uint32_t i = 0; i < count; ++i) {
        add_register(entry, block, std::string(name.text) + std::to_string(i), type);
      }
    } while (tokens_.accept(","));
    tokens_.expect(";", "';'");
  }

  void read_label(Entry& entry, std::size_t block) {
    const Token name = tokens_.take();
    tokens_.take();
    const bool added =
        entry.blocks[block].labels.emplace(name.text, entry.statements.size()).second;
    if (!added) tokens_.fail(name, "the label " + quote(name) + " is defined twice");
  }

  Modifier read_modifier() {
    const auto part = [&] {
      const Token& token = tokens_.peek();
      if (token.kind != TokenKind::word && token.kind != TokenKind::number) {
        tokens_.fail_expected("a modifier after '.'");
      }
      return tokens_.take();
    };
    const Token first = part();
    Token last = first;
    while (tokens_.accept("::")) last = part();
    const char* const end = last.text.data() + last.text.size();
    return {{first.text.data(), static_cast<std::size_t>(end - first.text.data())}, first.place};
  }

  Statement read_statement(std::size_t block) {
    Statement statement;
    statement.block = block;
    if (module_.marks.size() > first_mark_) statement.mark = module_.marks.size() - 1;
    const Token first = tokens_.peek();
    statement.place = first.place;
    if (tokens_.accept("@")) {
      statement.negated = tokens_.accept("!");
      statement.guard = tokens_.expect_word("a predicate");
    }
    statement.mnemonic.name = tokens_.expect_word("an instruction");
    while (tokens_.accept(".")) statement.mnemonic.modifiers.push_back(read_modifier());
    while (!tokens_.peek().is(";")) {
      const Token& token = tokens_.peek();
      if (token.place.line > tokens_.previous().place.line && token.kind == TokenKind::word &&
          tokens_.peek(1).is(":")) {
        tokens_.fail_expected("';'", "every instruction ends with ';'");
      }
      statement.operands.push_back(take_inside("';'"));
    }
    statement.text = written(first, tokens_.previous());
    tokens_.take();
    return statement;
  }

  Tokens tokens_;
  Module module_;
  std::set<std::string_view> defined_;  ///< functions
  std::size_t first_mark_ = 0;          ///< of the body that is read
};

}  // namespace

Module read_module(const Source& source) {
  if (source.text.size() > max_file_size) {
    source.fail({},
                "the file is too large: the limit is " + std::to_string(max_file_size) + " bytes");
  }
  if (source.path.ends_with(".ll") || llvm::is_module(source.text)) {
    return llvm::read_module(source);
  }
  Module module = ModuleReader(source).read();
  translate(source, module);
  return module;
}

ModuleFile::ModuleFile(std::string text, std::string path)
    : text_(std::move(text)), source_{text_, std::move(path)}, module_(read_module(source_)) {}

}  // namespace opexplore::kernel
