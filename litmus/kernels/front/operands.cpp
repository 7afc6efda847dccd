#include "litmus/kernels/front/operands.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using code::Special;
using detail::quote;
using detail::TokenKind;
using detail::Tokens;
using Kind = code::Operand::Kind;

/// `0f40000000` and `0d4000000000000000`: the bits of a floating-point number (PTX ISA 4.6.2).
bool is_floating(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] | 0x20) != 'x' &&
         ((text[1] | 0x20) == 'f' || (text[1] | 0x20) == 'd');
}

struct SpecialName {
  std::string_view name;
  Special what;
  bool components = false;
};
constexpr std::array<SpecialName, 30> specials = {
    {{"%tid", Special::thread, true},
     {"%ntid", Special::block_shape, true},
     {"%ctaid", Special::block, true},
     {"%nctaid", Special::grid_shape, true},
     {"%clusterid", Special::cluster, true},
     {"%nclusterid", Special::clusters, true},
     {"%cluster_ctaid", Special::block_in_cluster, true},
     {"%cluster_nctaid", Special::cluster_shape, true},
     {"%cluster_ctarank", Special::rank_in_cluster},
     {"%cluster_nctarank", Special::cluster_size},
     {"%is_explicit_cluster", Special::explicit_cluster},
     {"%gridid", Special::grid},
     {"%laneid", Special::lane},
     {"%lanemask_eq", Special::lane_mask_equal},
     {"%lanemask_lt", Special::lane_mask_less},
     {"%lanemask_le", Special::lane_mask_less_equal},
     {"%lanemask_gt", Special::lane_mask_greater},
     {"%lanemask_ge", Special::lane_mask_greater_equal},
     {"%smid", Special::multiprocessor},
     {"%nsmid", Special::multiprocessors},
     {"%warpid", Special::warp},
     {"%nwarpid", Special::warps},
     {"%envreg1", Special::workspace_high},
     {"%envreg2", Special::workspace_low},
     {"%clock", Special::clock},
     {"%clock_hi", Special::clock},
     {"%clock64", Special::clock},
     {"%globaltimer", Special::clock},
     {"%globaltimer_lo", Special::clock},
     {"%globaltimer_hi", Special::clock}}};

class OperandReader {
 public:
  OperandReader(const Source& source, const Entry& entry, const Statement& statement)
      : tokens_(source, terminated(statement)),
        entry_(entry),
        block_(statement.block),
        names_tensors_(statement.mnemonic.has("tensor")) {}

  std::vector<code::Operand> read() {
    std::vector<code::Operand> operands;
    if (tokens_.peek().kind == TokenKind::end) return operands;
    do {
      operands.push_back(read_operand());
    } while (tokens_.accept(",") || tokens_.accept("|"));
    if (tokens_.peek().kind != TokenKind::end) tokens_.fail_expected("',' or ';'");
    return operands;
  }

  WrittenCall read_call() {
    WrittenCall call;
    if (tokens_.accept("(")) {
      call.results = read_list();
      tokens_.expect(",", "',' and the name of a function");
    }
    if (tokens_.peek().kind != TokenKind::word) tokens_.fail_expected("the name of a function");
    call.target = read_operand();
    if (tokens_.accept(",")) {
      tokens_.expect("(", "'(' and the arguments");
      call.arguments = read_list();
      // A prototype, or the functions that may be meant: the address says which it is.
      if (tokens_.accept(",")) tokens_.expect_word("the name of a prototype");
    }
    if (tokens_.peek().kind != TokenKind::end) tokens_.fail_expected("',' or ';'");
    return call;
  }

 private:
  std::vector<code::Operand> read_list() {
    std::vector<code::Operand> operands;
    while (!tokens_.accept(")")) {
      operands.push_back(read_operand());
      if (!tokens_.peek().is(")")) tokens_.expect(",", "',' or ')'");
    }
    return operands;
  }

  static std::vector<Token> terminated(const Statement& statement) {
    std::vector<Token> tokens = statement.operands;
    const Token& last = tokens.empty() ? statement.mnemonic.name : tokens.back();
    const SourcePlace place{last.place.line,
                            last.place.column + static_cast<std::uint32_t>(last.text.size())};
    tokens.push_back({TokenKind::end, last.text.substr(last.text.size()), place});
    return tokens;
  }

  code::Operand read_operand() {
    const Token token = tokens_.peek();
    if (tokens_.accept("[")) return read_memory(token);
    if (tokens_.accept("{")) return read_vector(token);
    if (tokens_.accept("!")) {
      code::Operand operand = read_operand();
      if (operand.kind != Kind::reg) tokens_.fail(token, "expected a predicate behind '!'");
      operand.kind = Kind::negated;
      return operand;
    }
    if (tokens_.accept("_")) return {Kind::nothing, token.place, token.text};
    if (token.kind == TokenKind::word) return read_name();
    return {Kind::number, token.place, token.text, 0, read_number()};
  }

  Value read_number() {
    const Token token = tokens_.peek();
    if (token.kind == TokenKind::number && is_floating(token.text)) return read_floating();
    if (token.kind == TokenKind::number && token.text.back() == 'U') {
      tokens_.take();
      std::uint64_t value = 0;
      const bool hexadecimal = token.text.substr(0, 2) == "0x";
      const std::string_view digits =
          token.text.substr(hexadecimal ? 2 : 0, token.text.size() - (hexadecimal ? 3 : 1));
      const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(),
                                                 value, hexadecimal ? 16 : 10);
      if (error == std::errc{} && stop == digits.data() + digits.size()) {
        return static_cast<Value>(value);
      }
      tokens_.fail(token, "malformed number " + quote(token));
    }
    return tokens_.expect_number("an operand");
  }

  Value read_floating() {
    const Token token = tokens_.take();
    std::uint64_t bits = 0;
    const std::string_view digits = token.text.substr(2);
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    const std::size_t length = (token.text[1] | 0x20) == 'f' ? 8 : 16;
    if (error != std::errc{} || stop != digits.data() + digits.size() || digits.size() != length) {
      tokens_.fail(token, "malformed number " + quote(token));
    }
    return static_cast<Value>(bits);
  }

  /// A register, a special one, or a symbol with an offset.
  code::Operand read_name() {
    const Token name = tokens_.take();
    if (const auto reg = find_register(entry_, block_, name.text)) {
      return {Kind::reg, name.place, name.text, *reg};
    }
    if (name.text.front() == '%') return read_special(name);
    code::Operand operand{Kind::symbol, name.place, name.text};
    operand.number = read_offset();
    return operand;
  }

  code::Operand read_special(const Token& name) {
    Token whole = name;
    if (tokens_.accept(".")) {
      const Token component = tokens_.expect_word("a component, x, y or z");
      const char* const end = component.text.data() + component.text.size();
      whole.text = {name.text.data(), static_cast<std::size_t>(end - name.text.data())};
    }
    const bool numbered = name.text.find_first_of("0123456789") != std::string_view::npos;
    if (numbered && name.text.substr(0, 6) != "%envre" && name.text.substr(0, 3) != "%pm" &&
        std::ranges::find(specials, name.text, &SpecialName::name) == specials.end()) {
      tokens_.fail(name, "the register " + quote(name) + " is not declared",
                   "registers are declared as in '.reg .b32 %r<4>;'");
    }
    const auto* const known = std::ranges::find(specials, name.text, &SpecialName::name);
    const bool has_component = whole.text.size() == name.text.size() + 2 &&
                               whole.text.back() >= 'x' && whole.text.back() <= 'z';
    code::Operand operand{Kind::special, whole.place, whole.text};
    if (known == specials.end() || has_component != known->components) return operand;
    operand.special = known->what;
    if (has_component) operand.number = whole.text.back() - 'x';
    return operand;
  }

  /// `+4`, `+-4`, `-4` or nothing.
  Value read_offset() {
    if (tokens_.accept("+")) return tokens_.expect_number("an offset");
    return tokens_.peek().is("-") ? tokens_.expect_number("an offset") : 0;
  }

  code::Operand read_memory(const Token& open) {
    code::Operand operand{Kind::memory, open.place, open.text};
    if (tokens_.at_number()) {
      operand.number = tokens_.expect_number("an address");
    } else {
      if (tokens_.peek().kind != TokenKind::word) tokens_.fail_expected("an address");
      code::Operand base = read_name();
      operand.number = base.kind == Kind::symbol ? base.number : read_offset();
      base.number = 0;
      operand.place = base.place;
      operand.text = base.text;
      operand.parts.push_back(std::move(base));
    }
    if (names_tensors_ && tokens_.peek().is(",")) read_coordinates(open, operand);
    tokens_.expect("]", "']'");
    return operand;
  }

  /// `[map, {x, y}]`: the coordinates are further parts.
  void read_coordinates(const Token& at, code::Operand& operand) {
    if (operand.number != 0) {
      tokens_.fail(at, "the address of a tensormap has no offset", "add it in a register");
    }
    tokens_.expect(",", "','");
    const Token open = tokens_.expect("{", "'{' and the coordinates", "write [map, {x, y}]");
    code::Operand coordinates = read_vector(open);
    operand.parts.insert(operand.parts.end(), coordinates.parts.begin(), coordinates.parts.end());
  }

  code::Operand read_vector(const Token& open) {
    code::Operand operand{Kind::vector, open.place, open.text};
    do {
      operand.parts.push_back(read_operand());
    } while (tokens_.accept(","));
    tokens_.expect("}", "',' or '}'");
    return operand;
  }

  Tokens tokens_;
  const Entry& entry_;
  std::size_t block_;
  bool names_tensors_;
};

}  // namespace

std::vector<code::Operand> read_operands(const Source& source, const Entry& entry,
                                         const Statement& statement) {
  return OperandReader(source, entry, statement).read();
}

WrittenCall read_call(const Source& source, const Entry& entry, const Statement& statement) {
  return OperandReader(source, entry, statement).read_call();
}

}  // namespace opexplore::kernel
