#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "litmus/input/lines.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/language/file_name.hpp"
#include "litmus/language/header.hpp"
#include "litmus/language/nvlitmus_format/dialect.hpp"
#include "litmus/language/nvlitmus_format/instruction_reader.hpp"
#include "litmus/language/nvlitmus_format/statement_reader.hpp"
#include "litmus/language/nvlitmus_format/template.hpp"
#include "litmus/language/nvlitmus_format/tokens.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

/// What `.texref t virtually aliases x;` declares.
struct Declaration {
  std::optional<Region> region;  ///< of memory
  Proxy proxy = Proxy::generic;  ///< of a name of it
};

constexpr std::array<std::pair<std::string_view, Proxy>, 3> references{
    {{"texref", Proxy::texture}, {"surfref", Proxy::surface}, {"conref", Proxy::constant}}};

std::optional<Declaration> declaration_of(std::string_view word) {
  if (const auto region = find_word<Region>(word)) return Declaration{region};
  for (const auto& [name, proxy] : references) {
    if (name == word) return Declaration{{}, proxy};
  }
  return std::nullopt;
}

std::vector<std::string_view> declaration_words() {
  std::vector<std::string_view> result = texts(words<Region>());
  for (const auto& [name, proxy] : references) result.push_back(name);
  return result;
}

class NvlitmusTestReader {
 public:
  NvlitmusTestReader(const Source& source, std::vector<Token> tokens, SpelledTest& result)
      : tokens_(source, std::move(tokens)),
        builder_(source, ptx_dialect),
        registers_(tokens_, builder_),
        result_(result) {}

  void read() {
    while (tokens_.peek().is(".")) read_declaration();
    place_threads(tokens_);
    builder_.start_code();
    while (at_thread(tokens_)) read_thread();
    builder_.finish_code();
    builder_.check_accesses();
    result_.test.program = builder_.program();
    read_question();
  }

 private:
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // d, b, t

  void read_declaration() {
    tokens_.take();
    const Token word = tokens_.expect_word("what is declared");
    const std::optional<Declaration> declaration = declaration_of(word.text);
    if (!declaration) {
      tokens_.fail(word, "unknown declaration " + quote(word),
                   did_you_mean(word.text, declaration_words(),
                                "write .global, .texref, .surfref or .conref"));
    }
    const Token name = tokens_.expect_word("the name of a location");
    if (declaration->region && !tokens_.peek().is("physically")) {
      builder_.declare_location(name, 0);
      builder_.set_region(builder_.program().addresses.back().location, *declaration->region);
    } else {
      read_alias(word, *declaration, name);
    }
    tokens_.expect(";", "';'", "each declaration ends with one");
  }

  // A physical alias is another virtual address of the same memory, a virtual one the same address
  // for another proxy (section 5.1 of the paper).
  void read_alias(const Token& word, const Declaration& declaration, const Token& name) {
    const std::string_view how = declaration.region ? "physically" : "virtually";
    tokens_.expect(how, quote(how),
                   "write '." + std::string(word.text) + " " + std::string(name.text) + " " +
                       std::string(how) + " aliases x;'");
    tokens_.expect("aliases", "'aliases'");
    const Token target = tokens_.expect_word("the location that it is a name of");
    builder_.declare_alias(name, declaration.proxy, target);
    const LocationId location = builder_.program().addresses.back().location;
    const Region region = builder_.program().locations[location].region;
    if (declaration.region.value_or(region) != region) {
      tokens_.fail(target, quote(target) + " is ." + std::string(to_string(region)) + " memory",
                   "an alias is of the same: write '." + std::string(to_string(region)) + "'");
    }
  }

  static bool at_thread(const Tokens& tokens) {
    const std::string_view word = tokens.peek().text;
    return tokens.peek().kind == TokenKind::word && word[0] == 'd' && all_digits(word.substr(1));
  }

  // `d0`, of the device, the block or the thread.
  static std::uint32_t read_level(Tokens& tokens, char letter) {
    const std::string rule = "a thread is written d0.b0.t0: device, block, thread";
    const Token level = tokens.expect_word(std::string("'") + letter + "' and a number", rule);
    const auto number = thread_number(level.text, letter);
    const bool fits = number && *number < std::numeric_limits<std::uint32_t>::max();
    if (!fits || !all_digits(level.text.substr(1))) {
      tokens.fail(level,
                  std::string("expected '") + letter + "' and a number, found " + quote(level),
                  rule);
    }
    return *number;
  }

  static Place read_place(Tokens& tokens) {
    const std::uint32_t device = read_level(tokens, 'd');
    tokens.expect(".", "'.'");
    const std::uint32_t block = read_level(tokens, 'b');
    tokens.expect(".", "'.'");
    return {device, block, read_level(tokens, 't')};
  }

  // Threads have to be known before their code is read. What is wrong behind a heading is said when
  // the code is.
  void place_threads(Tokens tokens) {
    if (!at_thread(tokens)) {
      tokens.fail_expected("a declaration or a thread",
                           "write '.global x;' or 'd0.b0.t0 { … }': device, block, thread");
    }
    while (at_thread(tokens)) {
      const Token word = tokens.peek();
      const Place place = read_place(tokens);
      const auto id = static_cast<ThreadId>(builder_.program().threads.size());
      if (threads_.emplace(place, id).second) {
        builder_.add_thread(word);
        builder_.place_thread(id, {std::get<1>(place), std::get<0>(place)}, word);
      }
      while (tokens.peek().kind != TokenKind::end && !tokens.peek().is("}")) tokens.take();
      tokens.accept("}");
    }
  }

  // A thread that stands there again goes on (src/alloy_emitter.py, thread).
  void read_thread() {
    const ThreadId thread = threads_.at(read_place(tokens_));
    const Token open = tokens_.expect("{", "'{'");
    if (tokens_.peek().is("}")) {
      tokens_.fail(tokens_.peek(), "the thread has no instruction", "leave it out");
    }
    while (!tokens_.accept("}")) {
      if (tokens_.peek().kind == TokenKind::end) {
        tokens_.fail(open, "'{' is never closed", "close it with '}'");
      }
      const auto returned = read_nvlitmus_instruction(tokens_, builder_, registers_, thread);
      if (returned) note_returned(thread, *returned);
    }
  }

  void note_returned(ThreadId thread, Value value) {
    const Thread& code = builder_.program().threads[thread];
    const auto reg = register_written(code.instructions.back().action);
    returned_.emplace_back(RegisterTerm{thread, *reg}, value);
  }

  // What is shown is what statements are about, and all registers where there is none.
  void read_question() {
    Test& test = result_.test;
    test.observables = mentioned_registers(tokens_, registers_);
    if (tokens_.peek().kind == TokenKind::end) {
      for (const auto& [name, term] : registers_.all()) test.observables.emplace_back(term);
      std::ranges::sort(test.observables);
    }
    test.shown = test.observables.size();
    std::vector<NvlitmusStatement> statements =
        read_nvlitmus_statements(tokens_, registers_, test.observables);
    read_filter();
    if (!statements.empty()) {
      const Statement& first = statements.front().statement;
      test.quantifier = first.satisfiable ? Quantifier::exists : Quantifier::forall;
      test.condition = statements.front().condition;
    }
    for (NvlitmusStatement& one : statements) {
      result_.statements.push_back(std::move(one.statement));
    }
  }

  void read_filter() {
    Test& test = result_.test;
    Proposition all;
    all.kind = Proposition::Kind::conjunction;
    for (const auto& [term, value] : returned_) {
      if (std::ranges::find(test.observables, Observable(term)) == test.observables.end()) {
        test.observables.emplace_back(term);
      }
      Proposition& equal = all.parts.emplace_back();
      equal.kind = Proposition::Kind::comparison;
      equal.left = index_of(term, test.observables);
      equal.right = value;
    }
    if (all.parts.size() == 1) test.filter = all.parts.front();
    if (all.parts.size() > 1) test.filter = std::move(all);
  }

  Tokens tokens_;
  ProgramBuilder builder_;
  NvlitmusRegisters registers_;
  SpelledTest& result_;
  std::map<Place, ThreadId> threads_;
  std::vector<std::pair<RegisterTerm, Value>> returned_;
};

/// The first line that says something, without blanks.
std::string_view first_code_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty() && !line.starts_with("//")) return line;
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return {};
}

/// `d0.b0.t0`.
bool is_thread_heading(std::string_view line) {
  const std::size_t dot = line.find('.');
  return line.starts_with('d') && dot != line.npos && all_digits(line.substr(1, dot - 1)) &&
         line.substr(dot + 1).starts_with('b');
}

SpelledTest read_instance(const Source& source, const NvlitmusFile& file, std::size_t row) {
  const NvlitmusInstance instance = instance_of(source, file, row);
  SpelledTest result{};
  result.text = source.text;
  result.test.path = source.path;
  result.test.name = name_of_file(source.path);
  result.test.comments = nvlitmus_comments(file);
  if (file.is_template) {
    result.test.name += '-' + std::to_string(row + 1);
    result.test.comments.push_back(comment_of(instance.row));
  }
  const Source expanded{instance.text, source.path};
  NvlitmusTestReader(expanded, nvlitmus_tokens(expanded, instance), result).read();
  result.dialect = ptx_dialect;
  if (result.statements.size() > 1) {
    result.unwritable.emplace(source.path, result.statements[1].place,
                              "the test makes several statements, and one question is written",
                              "leave one of them");
  }
  return result;
}

}  // namespace

bool is_nvlitmus_test(const Source& source) {
  const std::string_view line = first_code_line(without_mark(source.text));
  if (is_thread_heading(line)) return true;
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  if (word.starts_with('.') && declaration_of(word.substr(1))) return true;
  const bool named = std::filesystem::path(source.path).extension() == ".test";
  return named && (word.starts_with('.') || has_divider(source.text));
}

void read_nvlitmus_test(Scanner& scanner, SpelledTest& result) {
  const Source& source = scanner.source();
  const NvlitmusFile file = split_nvlitmus(source);
  if (file.rows.size() > 1) {
    source.fail(file.divider,
                "expected one test, found a template of " + std::to_string(file.rows.size()),
                "leave one of the rows");
  }
  result = read_instance(source, file, 0);
}

std::vector<SpelledTest> read_nvlitmus_tests(const Source& source) {
  const NvlitmusFile file = split_nvlitmus(source);
  std::vector<SpelledTest> result;
  const std::size_t count = file.is_template ? file.rows.size() : 1;
  for (std::size_t row = 0; row < count; ++row) result.push_back(read_instance(source, file, row));
  return result;
}

}  // namespace opexplore::detail
