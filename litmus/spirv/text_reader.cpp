// Modules as text, which spirv-dis writes and people do (SPIRV-Tools, "SPIR-V Assembly language
// syntax").
#include <bit>
#include <cstdlib>
#include <set>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/float_values.hpp"
#include "litmus/spirv/lexer.hpp"
#include "litmus/spirv/operand_reader.hpp"

namespace opexplore::spirv {

namespace {

using detail::NumberFormat;
using detail::quote;
using detail::Token;
using detail::Whole;

/// "OpLoad", and not "OpenCL".
bool is_opcode(const Token& token) {
  return token.kind == Token::Kind::word && token.text.size() > 2 && token.text.starts_with("Op") &&
         token.text[2] >= 'A' && token.text[2] <= 'Z';
}

/// Reads operands up to where the next instruction begins.
class TextCursor {
 public:
  TextCursor(const Module& module, const std::vector<Token>& tokens, std::size_t& next,
             std::map<std::string, Id>& ids)
      : module_(module), tokens_(tokens), next_(next), ids_(ids), opcode_(tokens[next++]) {}

  bool at_end() const {
    const Token& token = tokens_[next_];
    if (token.kind == Token::Kind::end || is_opcode(token)) return true;
    return token.kind == Token::Kind::id && tokens_[next_ + 1].kind == Token::Kind::equals;
  }
  Place place() const { return tokens_[next_].place; }

  /// About the next operand, or about the instruction when there is none.
  [[noreturn]] void fail(const std::string& message, const std::string& advice) const {
    module_.fail(at_end() ? opcode_.place : place(), opcode_.text + ": " + message, advice);
  }

  std::uint32_t id() {
    const Token& token = expect(Token::Kind::id, "an id, such as %7");
    return ids_.emplace(token.text, static_cast<Id>(ids_.size() + 1)).first->second;
  }

  std::uint32_t integer() {
    const Token& token = tokens_[next_];
    Whole whole;
    if (token.kind != Token::Kind::word || !detail::read_whole(token.text, whole) ||
        whole.is_negative || whole.size > 0xFFFFFFFFU) {
      fail("expected a number of 32 bits, found " + quote(token), "");
    }
    ++next_;
    return static_cast<std::uint32_t>(whole.size);
  }

  std::vector<std::uint32_t> text() {
    return words_of(expect(Token::Kind::text, "a text in quotes").text);
  }

  std::vector<std::uint32_t> number(const NumberFormat& format) {
    const Token& token = tokens_[next_];
    if (format.bits == 0 || format.bits > 64) {
      fail("numbers of " + std::to_string(format.bits) + " bits are not read", "");
    }
    std::uint64_t bits = 0;
    Whole whole;
    if (format.is_float && !token.text.starts_with("0x")) {
      bits = float_bits(token, format);
    } else if (token.kind != Token::Kind::word || !detail::read_whole(token.text, whole)) {
      fail("expected a number, found " + quote(token), "");
    } else {
      bits = whole_bits(token, whole, format);
    }
    ++next_;
    std::vector<std::uint32_t> words{static_cast<std::uint32_t>(bits)};
    if (format.bits > 32) words.push_back(static_cast<std::uint32_t>(bits >> 32U));
    return words;
  }

  std::uint32_t extended(const std::string& set) {
    const Token& token = tokens_[next_];
    Whole whole;
    if (token.kind == Token::Kind::word && detail::read_whole(token.text, whole)) return integer();
    const ExtendedInstruction* const known = find_extended(set, std::string_view(token.text));
    if (known == nullptr && !set.starts_with("NonSemantic.")) {
      fail("unknown instruction " + quote(token) + " of the set \"" + set + '"',
           "its number can be written as well");
    }
    ++next_;
    return known == nullptr ? 0 : known->number;  // what means nothing may be of a later version
  }

  std::uint32_t operation() {
    const Token& token = tokens_[next_];
    const InstructionRule* const rule = find_instruction("Op" + token.text);
    if (rule == nullptr) fail("expected an operation, such as IAdd, found " + quote(token), "");
    ++next_;
    return rule->opcode;
  }

  std::uint32_t enumerant(const OperandKind& kind) {
    const Token token = tokens_[next_];
    if (token.kind != Token::Kind::word) {
      fail("expected " + std::string(kind.name) + ", found " + quote(token), "");
    }
    std::uint32_t value = 0;
    for (std::string_view rest = token.text; !rest.empty();) {
      const std::size_t bar = rest.find('|');
      const std::string_view part = rest.substr(0, bar);
      value |= named(kind, part);
      if (bar == std::string_view::npos) break;
      rest.remove_prefix(bar + 1);
      if (kind.category == Category::value || rest.empty()) fail("one name is expected here", "");
    }
    ++next_;
    return value;
  }

 private:
  const Token& expect(Token::Kind kind, const std::string& what) {
    const Token& token = tokens_[next_];
    if (token.kind != kind) fail("expected " + what + ", found " + quote(token), "");
    ++next_;
    return token;
  }

  std::uint32_t named(const OperandKind& kind, std::string_view name) const {
    if (const Enumerant* const enumerant = find_enumerant(kind, name)) return enumerant->value;
    Whole whole;
    if (detail::read_whole(name, whole) && !whole.is_negative && whole.size <= 0xFFFFFFFFU) {
      return static_cast<std::uint32_t>(whole.size);
    }
    if (kind.name == "SourceLanguage") return 0;  // languages come later than grammars
    std::vector<std::string_view> names;
    for (const Enumerant& enumerant : grammar().enumerants_of(kind))
      names.push_back(enumerant.name);
    fail("unknown " + std::string(kind.name) + " '" + std::string(name) + "'",
         opexplore::detail::did_you_mean(name, names));
  }

  std::uint64_t float_bits(const Token& token, const NumberFormat& format) const {
    char* end = nullptr;
    const double value = std::strtod(token.text.c_str(), &end);
    if (token.kind != Token::Kind::word || end != token.text.c_str() + token.text.size()) {
      fail("expected a number, found " + quote(token), "");
    }
    if (format.bits == 64) return std::bit_cast<std::uint64_t>(value);
    if (format.bits == 32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    if (format.bits == 16) {
      return static_cast<std::uint64_t>(kernel::float_bits(token.text, 2).value_or(0));
    }
    fail("floating-point numbers of " + std::to_string(format.bits) + " bits are not read", "");
  }

  /// As a binary module has it: signed numbers of less than a word have their sign in all bits.
  std::uint64_t whole_bits(const Token& token, const Whole& whole,
                           const NumberFormat& format) const {
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - format.bits);
    const std::uint64_t sign = std::uint64_t{1} << (format.bits - 1);
    std::uint64_t bits = whole.is_negative ? 0 - whole.size : whole.size;
    const std::uint64_t extended = format.bits < 32 ? ~mask & 0xFFFFFFFFU : 0;
    const bool fits =
        whole.is_negative ? whole.size <= sign : whole.size <= mask || (bits & ~mask) == extended;
    if (!fits) fail(quote(token) + " has more than " + std::to_string(format.bits) + " bits", "");
    bits &= mask;
    return format.is_signed && format.bits < 32 && (bits & sign) != 0 ? bits | extended : bits;
  }

  const Module& module_;
  const std::vector<Token>& tokens_;
  std::size_t& next_;
  std::map<std::string, Id>& ids_;
  const Token& opcode_;
};

class TextReader {
 public:
  TextReader(std::string_view text, const std::string& path) {
    module_.path = path;
    module_.version = 0x00010600;
    tokens_ = detail::words_of_text(text, module_);
  }

  Module read() {
    while (tokens_[next_].kind != Token::Kind::end) read_instruction();
    module_.bound = static_cast<std::uint32_t>(ids_.size() + 1);
    for (const auto& [name, id] : ids_) module_.names.emplace(id, name);
    return std::move(module_);
  }

 private:
  void read_instruction() {
    Instruction instruction;
    const Token* result = nullptr;
    instruction.place = tokens_[next_].place;
    if (tokens_[next_].kind == Token::Kind::id) {
      result = &tokens_[next_++];
      if (tokens_[next_].kind != Token::Kind::equals) {
        module_.fail(tokens_[next_].place,
                     "expected '=' behind the id, found " + quote(tokens_[next_]));
      }
      ++next_;
    }
    const Token& name = tokens_[next_];
    const InstructionRule* const rule =
        is_opcode(name) ? find_instruction(std::string_view(name.text)) : nullptr;
    if (rule == nullptr) refuse(name);
    instruction.opcode = rule->opcode;
    if (result != nullptr) instruction.result = define(*result);
    read_operands(*rule, result, instruction);
    read_.note(instruction);
    module_.instructions.push_back(std::move(instruction));
  }

  [[noreturn]] void refuse(const Token& name) const {
    if (!is_opcode(name)) {
      module_.fail(name.place, "expected an instruction, such as OpLoad, found " + quote(name));
    }
    std::vector<std::string_view> names;
    for (const InstructionRule& rule : grammar().by_name) names.push_back(rule.name);
    module_.fail(name.place, "unknown instruction " + quote(name),
                 opexplore::detail::did_you_mean(name.text, names));
  }

  Id define(const Token& token) {
    const Id id = ids_.emplace(token.text, static_cast<Id>(ids_.size() + 1)).first->second;
    if (!results_.insert(id).second) {
      module_.fail(token.place, quote(token) + " is the id of another instruction");
    }
    return id;
  }

  /// The result has been read: it stands in front of the instruction.
  void read_operands(const InstructionRule& rule, const Token* result, Instruction& instruction) {
    const auto rules = grammar().operands_of(rule);
    bool has_result = false;
    for (const OperandRule& operand : rules) {
      has_result = has_result || grammar().kinds[operand.kind].category == Category::result;
    }
    if (has_result != (result != nullptr)) {
      module_.fail(tokens_[next_].place,
                   std::string(rule.name) + (has_result ? " needs a result" : " has no result"),
                   has_result ? "write '%7 = ' in front of it" : "leave the id and '=' out");
    }
    TextCursor cursor(module_, tokens_, next_, ids_);
    detail::OperandReader<TextCursor>(read_, cursor, instruction).read();
  }

  Module module_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::map<std::string, Id> ids_;
  std::set<Id> results_;
  detail::Read read_;
};

}  // namespace

Module read_text(std::string_view text, const std::string& path) {
  return TextReader(text, path).read();
}

}  // namespace opexplore::spirv
