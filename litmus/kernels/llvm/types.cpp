#include "litmus/kernels/llvm/types.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string>
#include <utility>

#include "litmus/kernels/llvm/lexer.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel::llvm {

namespace {

using detail::quote;
using detail::Tokens;
using Kind = IrType::Kind;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32U;
constexpr std::size_t most_scalars = 64;  // of one value

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `i32`.
std::optional<std::uint32_t> integer_bits(std::string_view text) {
  if (text.size() < 2 || text.front() != 'i') return std::nullopt;
  return number_in(text.substr(1));
}

constexpr std::array<std::pair<std::string_view, std::uint32_t>, 3> floating_types = {
    {{"half", 16}, {"float", 32}, {"double", 64}}};

class TypeReader {
 public:
  explicit TypeReader(Tokens& tokens) : tokens_(tokens) {}

  IrType read(std::size_t depth = 0) {
    if (depth > max_nesting) tokens_.fail_expected("a type that is less deep");
    const Token first = tokens_.peek();
    IrType type = read_plain(depth);
    for (;;) {
      if (tokens_.accept("*")) {
        type = pointer(0);
      } else if (tokens_.peek().is("addrspace") && opaque_) {
        type.space = read_space();
        opaque_ = false;
      } else if (tokens_.peek().is("addrspace")) {
        const std::uint32_t space = read_space();
        tokens_.expect("*", "'*'");
        type = pointer(space);
      } else if (tokens_.peek().is("(") && may_be_function(type)) {
        skip_parameters();
        IrType function;
        function.kind = Kind::other;
        function.parts.push_back(std::move(type));
        type = std::move(function);
      } else {
        break;
      }
    }
    const Token& last = tokens_.previous();
    type.text = {first.text.data(),
                 static_cast<std::size_t>(last.text.data() + last.text.size() - first.text.data())};
    return type;
  }

 private:
  static IrType pointer(std::uint32_t space) {
    IrType type;
    type.kind = Kind::pointer;
    type.space = space;
    return type;
  }

  /// In calls the type of the result stands in front of the function, whose name comes first.
  bool may_be_function(const IrType& type) const {
    return type.kind != Kind::other && tokens_.peek().is("(");
  }

  std::uint32_t read_space() {
    tokens_.expect("addrspace", "'addrspace'");
    tokens_.expect("(", "'('");
    const std::uint32_t space = tokens_.expect_index("the number of an address space");
    tokens_.expect(")", "')'");
    return space;
  }

  void skip_parameters() {
    std::size_t depth = 0;
    do {
      const Token token = tokens_.take();
      if (token.kind == detail::TokenKind::end) tokens_.fail(token, "'(' is never closed");
      if (token.is("(")) ++depth;
      if (token.is(")")) --depth;
    } while (depth != 0);
  }

  IrType read_plain(std::size_t depth) {
    opaque_ = false;
    IrType type;
    if (tokens_.accept("[")) return read_counted(Kind::array, "]", depth);
    if (tokens_.accept("{")) return read_members(depth);
    if (tokens_.accept("<")) {
      if (!tokens_.accept("{")) return read_counted(Kind::vector, ">", depth);
      type = read_members(depth);
      type.packed = true;
      tokens_.expect(">", "'>'");
      return type;
    }
    const Token word = tokens_.take();
    if (is_name(word, '%')) {
      type.kind = Kind::named;
      type.text = word.text;
      return type;
    }
    if (word.is("void")) return type;
    if (word.is("ptr")) {
      opaque_ = true;
      return pointer(0);
    }
    if (const auto bits = integer_bits(word.text)) return integer_type(*bits);
    for (const auto& [name, bits] : floating_types) {
      if (!word.is(name)) continue;
      type.kind = Kind::floating;
      type.bits = bits;
      return type;
    }
    if (word.is("label") || word.is("metadata") || word.is("token") || word.is("opaque")) {
      type.kind = Kind::other;
      return type;
    }
    tokens_.fail(word, "expected a type, found " + quote(word),
                 "types are i32, float, ptr, [4 x i32] and the like");
  }

  IrType read_counted(Kind kind, std::string_view close, std::size_t depth) {
    IrType type;
    type.kind = kind;
    if (tokens_.peek().is("vscale")) tokens_.fail_expected("a number of elements");
    type.count = tokens_.expect_index("a number of elements");
    tokens_.expect("x", "'x'");
    type.parts.push_back(TypeReader(tokens_).read(depth + 1));
    tokens_.expect(close, "the end of the type");
    return type;
  }

  IrType read_members(std::size_t depth) {
    IrType type;
    type.kind = Kind::structure;
    if (tokens_.accept("}")) return type;
    do {
      type.parts.push_back(TypeReader(tokens_).read(depth + 1));
    } while (tokens_.accept(","));
    tokens_.expect("}", "',' or '}'");
    return type;
  }

  Tokens& tokens_;
  bool opaque_ = false;  ///< `ptr` was read last
};

std::uint64_t rounded_up(std::uint64_t number, std::uint64_t to) {
  return (number + to - 1) / to * to;
}

[[noreturn]] void refuse_type(const IrType& type, const Tokens& tokens, const std::string& advice) {
  tokens.fail(tokens.previous(), "not modelled: values of type " + quote(type.text), advice);
}

}  // namespace

/// One step further into a type, for as long as it lives. Types can be parts of themselves where
/// somebody writes them.
class Layout::Step {
 public:
  Step(Walk& walk, const Tokens& tokens) : walk_(walk) {
    constexpr std::size_t most_steps = 100'000;
    if (walk_.depth == 0) walk_.steps = 0;
    if (walk_.depth == max_nesting || ++walk_.steps > most_steps) {
      tokens.fail(tokens.previous(), "the type is too large, or is part of itself");
    }
    ++walk_.depth;
  }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;
  ~Step() { --walk_.depth; }

 private:
  Walk& walk_;
};

IrType integer_type(std::uint32_t bits) {
  IrType type;
  type.kind = Kind::integer;
  type.bits = bits;
  return type;
}

IrType read_type(Tokens& tokens) { return TypeReader(tokens).read(); }

bool begins_type(const Token& token) {
  const bool bracket = token.is("[") || token.is("{") || token.is("<");
  const bool known =
      std::ranges::any_of(floating_types, [&](const auto& type) { return token.is(type.first); });
  return bracket || known || is_name(token, '%') || token.is("ptr") || token.is("void") ||
         integer_bits(token.text).has_value();
}

// "e-p:64:64-p3:32:32-i64:64": of all that only the widths of pointers differ.
void Layout::read(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('-'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    if (!part.starts_with('p')) continue;
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view bits = part.substr(colon + 1);
    const auto space = colon == 1 ? 0 : number_in(part.substr(1, colon - 1));
    const auto width = number_in(bits.substr(0, bits.find(':')));
    if (space && width) pointers_[*space] = *width;
  }
}

std::uint32_t Layout::pointer_bits(std::uint32_t space) const {
  const auto known = pointers_.find(space);
  if (known != pointers_.end()) return known->second;
  const auto usual = pointers_.find(0);
  return usual != pointers_.end() ? usual->second : 64;
}

const IrType& Layout::resolved(const IrType& type, const Tokens& tokens) const {
  const IrType* found = &type;
  for (std::size_t depth = 0; found->kind == Kind::named; ++depth) {
    const auto known = named_.find(found->text);
    if (known == named_.end() || depth > max_nesting) {
      tokens.fail(tokens.previous(), "unknown type " + quote(found->text));
    }
    found = &known->second;
  }
  return *found;
}

std::uint64_t Layout::align_of(const IrType& written, const Tokens& tokens) const {
  const Step step(walk_, tokens);
  const IrType& type = resolved(written, tokens);
  switch (type.kind) {
    case Kind::array:
      return align_of(type.parts.front(), tokens);
    case Kind::structure: {
      std::uint64_t most = 1;
      if (type.packed) return most;
      for (const IrType& part : type.parts) most = std::max(most, align_of(part, tokens));
      return most;
    }
    case Kind::vector:
      return std::bit_ceil(size_of(type.parts.front(), tokens) * type.count);
    default:
      return std::min<std::uint64_t>(size_of(type, tokens), 16);
  }
}

std::uint64_t Layout::size_of(const IrType& written, const Tokens& tokens) const {
  const Step step(walk_, tokens);
  const IrType& type = resolved(written, tokens);
  std::uint64_t bytes = 0;
  switch (type.kind) {
    case Kind::integer:
      return std::bit_ceil((std::uint64_t{type.bits} + 7) / 8);
    case Kind::floating:
      return type.bits / 8;
    case Kind::pointer:
      return pointer_bits(type.space) / 8;
    case Kind::array:
      bytes = size_of(type.parts.front(), tokens);
      if (bytes != 0 && type.count > most_bytes / bytes) {
        tokens.fail(tokens.previous(), "the type is too large");
      }
      return bytes * type.count;
    case Kind::vector:
      return std::bit_ceil(size_of(type.parts.front(), tokens) * type.count);
    case Kind::structure:
      return offset_of(type, type.parts.size(), tokens);
    default:
      tokens.fail(tokens.previous(), "values of type " + quote(written.text) + " have no size");
  }
}

// Behind the last member is the size.
std::uint64_t Layout::offset_of(const IrType& written, std::uint64_t index,
                                const Tokens& tokens) const {
  const Step step(walk_, tokens);
  const IrType& type = resolved(written, tokens);
  if (type.kind != Kind::structure) return size_of(type.parts.front(), tokens) * index;
  std::uint64_t offset = 0;
  for (std::size_t i = 0; i <= index; ++i) {
    const bool behind = i == type.parts.size();
    if (!type.packed) {
      offset =
          rounded_up(offset, behind ? align_of(type, tokens) : align_of(type.parts[i], tokens));
    }
    if (i < index) offset += size_of(type.parts[i], tokens);
  }
  return offset;
}

const IrType& Layout::part_of(const IrType& written, std::uint64_t index,
                              const Tokens& tokens) const {
  const IrType& type = resolved(written, tokens);
  if (type.kind == Kind::array || type.kind == Kind::vector) return type.parts.front();
  if (type.kind != Kind::structure || index >= type.parts.size()) {
    tokens.fail(tokens.previous(),
                "the type " + quote(written.text) + " has no part " + std::to_string(index));
  }
  return type.parts[index];
}

void Layout::add_scalars(const IrType& written, std::uint64_t offset, std::vector<Scalar>& found,
                         const Tokens& tokens) const {
  const Step step(walk_, tokens);
  const IrType& type = resolved(written, tokens);
  if (type.kind == Kind::structure) {
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
      add_scalars(type.parts[i], offset + offset_of(type, i, tokens), found, tokens);
    }
    return;
  }
  if (type.kind == Kind::array || type.kind == Kind::vector) {
    for (std::uint64_t i = 0; i < type.count; ++i) {
      add_scalars(type.parts.front(), offset + offset_of(type, i, tokens), found, tokens);
    }
    return;
  }
  if (found.size() == most_scalars) {
    refuse_type(written, tokens, "values have at most 64 parts: access them one by one");
  }
  found.push_back({type, offset});
}

std::vector<Layout::Scalar> Layout::scalars_of(const IrType& type, const Tokens& tokens) const {
  std::vector<Scalar> found;
  if (resolved(type, tokens).kind != Kind::nothing) add_scalars(type, 0, found, tokens);
  return found;
}

code::Floats floats_of(const IrType& scalar) {
  switch (scalar.bits) {
    case 16:
      return {{10, 5}, 16, 1};
    case 64:
      return {{52, 11}, 64, 1};
    default:
      return {{23, 8}, 32, 1};
  }
}

Type register_type(const IrType& scalar, const Tokens& tokens) {
  switch (scalar.kind) {
    case Kind::integer:
      if (scalar.bits == 1) return {'p', 1};
      if (scalar.bits <= 32 || scalar.bits == 64) return {'u', scalar.bits};
      refuse_type(scalar, tokens, "integers have 1 to 32 bits, or 64");
    case Kind::floating:
      return {'f', scalar.bits};
    case Kind::pointer:
      return {'u', 64};
    default:
      refuse_type(scalar, tokens, "values are integers, floating-point numbers and pointers");
  }
}

Type memory_type(const IrType& scalar, const Layout& layout, const Tokens& tokens) {
  const Type held = register_type(scalar, tokens);
  if (held.kind == 'p') return {'u', 8};
  if (scalar.kind == Kind::pointer && layout.pointer_bits(scalar.space) != 64) {
    refuse_type(scalar, tokens, "keep pointers of 32 bits out of memory");
  }
  if (scalar.kind == Kind::integer && !std::has_single_bit(held.bits)) {
    refuse_type(scalar, tokens, "memory holds integers of 8, 16, 32 and 64 bits");
  }
  if (held.bits < 8) refuse_type(scalar, tokens, "memory holds integers of 8, 16, 32 and 64 bits");
  return held;
}

std::optional<Space> space_of(std::uint32_t number) {
  switch (number) {
    case 1:
      return Space::global;
    case 3:
      return Space::shared;
    default:
      return std::nullopt;
  }
}

}  // namespace opexplore::kernel::llvm
