#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "litmus/language/c_format/dialect.hpp"
#include "litmus/language/c_format/herd_hash.hpp"
#include "litmus/language/c_format/names.hpp"
#include "litmus/language/c_format/statement_reader.hpp"
#include "litmus/language/c_format/symbols.hpp"
#include "litmus/language/c_format/tokens.hpp"
#include "litmus/language/condition_reader.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/placement_reader.hpp"
#include "litmus/language/ptx_code/mnemonic.hpp"
#include "litmus/language/reader.hpp"

namespace opexplore::detail {

namespace {

/// `0:r0 = 1` in the initial state.
struct InitialRegister {
  Token thread;
  std::uint32_t number = 0;
  Token name;
  NumberType type = NumberType::s32;
  Value value = 0;
};

/// What is said of an object, and where first.
struct KnownType {
  NumberType type;
  SourcePlace place;
};

class CTestReader {
 public:
  CTestReader(Tokens& tokens, ProgramBuilder& builder) : tokens_(tokens), builder_(builder) {}

  void read() {
    read_initial_state();
    do {
      read_thread();
    } while (!at_question(tokens_) && tokens_.peek().kind != TokenKind::end);
    for (const InitialRegister& reg : registers_) {
      if (reg.number >= builder_.program().threads.size()) {
        tokens_.fail(reg.thread, "unknown thread P" + std::to_string(reg.number),
                     builder_.known_threads());
      }
    }
    builder_.finish_code();
  }

 private:
  void read_initial_state() {
    const Token open = tokens_.expect("{", "'{'");
    while (!tokens_.accept("}")) {
      if (tokens_.accept(";")) continue;
      if (tokens_.peek().kind == TokenKind::end) {
        tokens_.fail(open, "'{' is never closed", "close the initial state with '}'");
      }
      read_entry();
      if (!tokens_.peek().is("}")) tokens_.expect(";", "';' or '}'");
    }
  }

  /// `x = 1`, `[x] = 1`, `int x = 1`, `atomic_int x`, `0:r0 = 1`, `long 0:r0 = 1`.
  void read_entry() {
    const bool shared = tokens_.accept("__shared__");
    std::optional<SpelledType> type;
    if (!tokens_.at_thread_prefix() && !tokens_.peek(1).is("=") && at_type(tokens_)) {
      type = read_type(tokens_);
    }
    if (tokens_.peek().is("*")) {
      tokens_.fail(tokens_.peek(), "not modelled: pointers as values",
                   "the initial state names the object: 'int x = 0;'");
    }
    if (tokens_.at_thread_prefix()) {
      read_register(type ? type->value : NumberType::s32);
      return;
    }
    const bool bracketed = tokens_.accept("[");
    const Token name = tokens_.expect_word("a location, a register (0:r0) or '}'");
    if (bracketed) tokens_.expect("]", "']'", "arrays are not modelled");
    Value value = 0;
    if (!type || tokens_.peek().is("=")) {
      tokens_.expect("=", "'='", "write " + quote(std::string(name.text) + " = 0;"));
      value = read_value(type ? std::optional(type->value) : std::nullopt);
    }
    builder_.declare_location(name, value);
    const LocationId location = location_of(name);
    if (shared) builder_.set_region(location, Region::shared);
    if (type) types_.emplace(location, KnownType{type->value, name.place});
  }

  Value read_value(std::optional<NumberType> type) {
    if (tokens_.accept("false")) return 0;
    if (tokens_.accept("true")) return 1;
    const SourcePlace place = tokens_.peek().place;
    const Value value = tokens_.expect_number("a number", "pointers are not modelled as values");
    if (type) require_fits(tokens_.source(), place, value, to_string(*type));
    return value;
  }

  void read_register(NumberType type) {
    InitialRegister reg;
    reg.thread = tokens_.peek();
    reg.number = tokens_.expect_thread_prefix();
    reg.name = tokens_.expect_word("a variable");
    reg.type = type;
    tokens_.expect("=", "'='");
    reg.value = read_value(type);
    for (const InitialRegister& other : registers_) {
      if (other.number == reg.number && other.name.text == reg.name.text) {
        tokens_.fail(reg.name, quote(reg.name) + " is initialised twice");
      }
    }
    registers_.push_back(reg);
  }

  LocationId location_of(const Token& name) const {
    return builder_.program().addresses[*builder_.find_address(name.text)].location;
  }

  /// `P0@cta 0,gpu 0 (int* x, atomic_int* y) { … }`.
  void read_thread() {
    const std::size_t number = builder_.program().threads.size();
    const Token name = tokens_.expect_word("a thread such as P0 (int* x) { … }");
    if (thread_number(name.text) != number) {
      tokens_.fail(name,
                   "expected the thread P" + std::to_string(number) + ", found " + quote(name),
                   thread_number(name.text) ? "threads are numbered P0, P1, … in their order"
                                            : "threads are functions, P0 (int* x) { … }");
    }
    builder_.add_thread(name);
    const auto thread = static_cast<ThreadId>(number);
    if (tokens_.accept("@")) {
      read_placement(tokens_, builder_, thread);
    } else {
      builder_.place_thread(thread, {static_cast<std::uint32_t>(number), 0}, name);
    }
    ThreadCode code(tokens_.source(), words_of_thread(thread));
    Symbols symbols(tokens_, code);
    read_parameters(symbols);
    for (const InitialRegister& reg : registers_) {
      if (reg.number == number) symbols.declare_variable(reg.name, reg.type, reg.value);
    }
    StatementReader(tokens_, symbols, code).read_body();
    code.finish(builder_, thread);
  }

  /// All words up to the end of the thread, and its registers: what temporaries cannot be called.
  std::set<std::string_view> words_of_thread(ThreadId thread) const {
    std::set<std::string_view> words;
    for (const InitialRegister& reg : registers_) {
      if (reg.number == thread) words.insert(reg.name.text);
    }
    std::size_t depth = 0;
    for (std::size_t ahead = 0; tokens_.peek(ahead).kind != TokenKind::end; ++ahead) {
      const Token& token = tokens_.peek(ahead);
      if (token.kind == TokenKind::word) words.insert(token.text);
      if (token.is("{")) ++depth;
      if (token.is("}") && (depth == 0 || --depth == 0)) break;
    }
    return words;
  }

  void read_parameters(Symbols& symbols) {
    tokens_.expect("(", "'(' and the parameters", "write 'P0 (int* x, atomic_int* y) { … }'");
    if (tokens_.accept(")")) return;
    if (tokens_.peek().is("void") && tokens_.peek(1).is(")")) {
      tokens_.take();
      tokens_.take();
      return;
    }
    do {
      read_parameter(symbols);
    } while (tokens_.accept(","));
    tokens_.expect(")", "',' or ')'");
  }

  void read_parameter(Symbols& symbols) {
    const std::string rule =
        "parameters are written 'int* x', 'atomic_int* x' or "
        "'cuda::atomic<int, cuda::thread_scope_device>* x'";
    if (!at_type(tokens_)) tokens_.fail_expected("a parameter", rule);
    const Token first = unprefixed(tokens_);
    const SpelledType type = read_type(tokens_);
    if (type.kind == SpelledType::Kind::atomic_ref || type.kind == SpelledType::Kind::deduced) {
      tokens_.fail(first, "a parameter cannot be " + quote(first), rule);
    }
    Parameter parameter;
    parameter.pointer = tokens_.accept("*");
    if (!parameter.pointer) tokens_.expect("&", "'*' or '&'", rule);
    while (tokens_.accept_any({"const", "volatile", "restrict", "__restrict__"})) continue;
    if (tokens_.peek().is("*")) {
      tokens_.fail(tokens_.peek(), "not modelled: pointers as values", "write 'int* x'");
    }
    const Token name = tokens_.expect_word("the name of the location");
    parameter.object.address = builder_.address(name);
    parameter.object.type = type.value;
    parameter.object.atomic = type.kind == SpelledType::Kind::atomic;
    parameter.object.scope = type.scope;
    parameter.object.name = name;
    require_type(name, type.value);
    symbols.declare_parameter(name, parameter);
  }

  /// One type for every object, atomic or not.
  void require_type(const Token& name, NumberType type) {
    const auto [known, added] = types_.emplace(location_of(name), KnownType{type, name.place});
    if (!added && known->second.type != type) {
      tokens_.fail(name,
                   quote(name) + " has two types, " + std::string(cxx_spelling(type)) +
                       " here and " + std::string(cxx_spelling(known->second.type)) + " in line " +
                       std::to_string(known->second.place.line),
                   "give it one type; it may be atomic in one place and not in another");
    }
    const Value initial = builder_.initial_value(name);
    if (as_type(type, initial) != initial) {
      tokens_.fail(name, "the initial value " + std::to_string(initial) + " of " + quote(name) +
                             " does not fit the type " + std::string(cxx_spelling(type)));
    }
  }

  Tokens& tokens_;
  ProgramBuilder& builder_;
  std::vector<InitialRegister> registers_;
  std::map<LocationId, KnownType> types_;
};

}  // namespace

void read_c_test(Scanner& scanner, SpelledTest& result) {
  read_header(scanner, result.test, skip_c_blanks);
  const std::vector<Token> spelled = tokenize_c(scanner);
  Tokens tokens(scanner.source(), spelled);
  ProgramBuilder builder(scanner.source(), c_dialect);
  CTestReader(tokens, builder).read();
  builder.check_accesses();
  result.test.program = builder.program();
  read_question(tokens, builder, result.test);
  result.herd_hash = herd_hash(scanner.source(), spelled, result.test);
}

}  // namespace opexplore::detail
