// Conversions, and values put together and taken apart (LLVM LangRef, "Conversion Operations",
// "Vector Operations", "Aggregate Operations", "'freeze' Instruction").
#include <algorithm>
#include <array>

#include "litmus/kernels/llvm/body.hpp"
#include "litmus/kernels/llvm/lexer.hpp"

namespace opexplore::kernel::llvm {

namespace {

using code::Formula;
using detail::quote;

struct Cast {
  std::string_view name;
  char from = 'u';  ///< 's', 'u', or 'f' for numbers with a floating point
  char to = 'u';
};
constexpr std::array<Cast, 9> conversions = {{{"trunc"},
                                              {"zext"},
                                              {"sext", 's', 's'},
                                              {"fptrunc", 'f', 'f'},
                                              {"fpext", 'f', 'f'},
                                              {"fptoui", 'f', 'u'},
                                              {"fptosi", 'f', 's'},
                                              {"uitofp", 'u', 'f'},
                                              {"sitofp", 's', 'f'}}};

void convert_number(Body& body, const Cast& cast, const code::Operand& to,
                    const code::Operand& from, const IrType& result, const IrType& type) {
  code::Compute& made =
      body.compute(Formula::conversion, {cast.from == 's' ? 's' : 'u', type.bits}, {to, from});
  made.result = {cast.to == 's' ? 's' : 'u', result.bits};
  if (cast.from == 'f') made.floats = floats_of(type);
  if (cast.to == 'f') made.result_floats = floats_of(result);
  if (cast.from == 'f' && cast.to != 'f') made.rounding = code::Rounding::to_zero;
}

void convert(Body& body, const Cast& cast, const code::Operand& to, const code::Operand& from,
             const IrType& result, const IrType& type) {
  const bool of_truth = type.bits == 1 && type.kind == IrType::Kind::integer;
  const bool to_truth = result.bits == 1 && result.kind == IrType::Kind::integer;
  if (of_truth && to_truth) return body.compute(Formula::move, {'p', 1}, {to, from}), void();
  if (to_truth && cast.name == "trunc") {
    const Type wide{'u', type.bits};
    const code::Operand bit = body.temporary(wide);
    body.compute(Formula::operation, wide, {bit, from, body.number(1)}).op = ArithmeticOp::bit_and;
    body.compute(Formula::operation, wide, {to, bit, body.number(0)}).op = ArithmeticOp::not_equal;
    return;
  }
  if (to_truth) body.refuse("this conversion to one bit", "compare instead");
  if (!of_truth) return convert_number(body, cast, to, from, result, type);
  const Value one = cast.from == 's' ? -1 : 1;
  const bool floats = cast.to == 'f';
  const Type wide{'u', floats ? 32 : result.bits};
  const code::Operand number = floats ? body.temporary(wide) : to;
  body.compute(Formula::selection, wide, {number, body.number(one), body.number(0), from});
  if (floats) convert_number(body, {"", 's', 'f'}, to, number, result, integer_type(32));
}

void read_conversion(Body& body, const Cast& cast) {
  bool not_negative = false;
  while (body.tokens.peek().is("nneg")) {
    body.tokens.take();
    not_negative = true;
  }
  if (body.tokens.peek().is("nuw") || body.tokens.peek().is("nsw")) {
    body.refuse("trunc with nuw or nsw", "compile with another version of clang, or -O1");
  }
  const IrValue from = body.typed_value();
  body.tokens.expect("to", "'to'");
  const IrType type = read_type(body.tokens);
  const auto parts = body.globals.layout.scalars_of(type, body.tokens);
  const auto old = body.globals.layout.scalars_of(from.type, body.tokens);
  const std::vector<code::Operand> to = body.results(type);
  if (from.parts.size() != to.size() || old.size() != to.size()) {
    body.refuse("this conversion", "convert one value at a time");
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    register_type(old[i].type, body.tokens);
    convert(body, cast, to[i], from.parts[i], parts[i].type, old[i].type);
    if (not_negative) {
      body.refuse("zext with nneg", "compile with another version of clang, or -O1");
    }
  }
}

/// Of other types for the same bits nothing is left: an address and the generic one are the same
/// place.
void read_renaming(Body& body) {
  IrValue value = body.typed_value();
  body.tokens.expect("to", "'to'");
  const IrType type = read_type(body.tokens);
  const auto parts = body.globals.layout.scalars_of(type, body.tokens);
  const auto old = body.globals.layout.scalars_of(value.type, body.tokens);
  if (value.packet) {
    value.type = type;
    return body.set_result(std::move(value));
  }
  const auto bits = [&](const IrType& scalar) { return register_type(scalar, body.tokens).bits; };
  const bool same = parts.size() == old.size() && !parts.empty() &&
                    bits(parts.front().type) == bits(old.front().type);
  const bool floats = same && (parts.front().type.kind == IrType::Kind::floating) !=
                                  (old.front().type.kind == IrType::Kind::floating);
  if (same && !floats) {
    value.type = type;
    return body.set_result(std::move(value));
  }
  if (parts.size() != old.size()) {
    body.refuse("the same bits as another number of values", "use a shift and a conversion");
  }
  const std::vector<code::Operand> to = body.results(type);
  for (std::size_t i = 0; i < to.size(); ++i) {
    const std::uint32_t from = bits(old[i].type);
    if (bits(parts[i].type) == from) {
      body.compute(Formula::move, {'u', from}, {to[i], value.parts[i]});
    } else {  // a pointer as a number of other width, or the other way round
      body.compute(Formula::conversion, {'u', from}, {to[i], value.parts[i]}).result = {
          'u', bits(parts[i].type)};
    }
  }
}

/// The value stays what it is, and one that is none is refused where it is used.
void read_freeze(Body& body) { body.set_result(body.typed_value()); }

/// `, 0, 1`: where in the type that is, in values, and of which type.
std::pair<std::size_t, IrType> read_indices(Body& body, IrType type) {
  const Layout& layout = body.globals.layout;
  std::size_t first = 0;
  while (body.tokens.peek().is(",") && !is_name(body.tokens.peek(1), '!')) {
    body.tokens.take();
    const std::uint32_t index = body.tokens.expect_index("the number of a part");
    const IrType part = layout.part_of(type, index, body.tokens);
    for (std::uint32_t i = 0; i < index; ++i) {
      first += layout.scalars_of(layout.part_of(type, i, body.tokens), body.tokens).size();
    }
    type = part;
  }
  return {first, type};
}

void read_extraction(Body& body) {
  const IrValue whole = body.typed_value();
  const auto [first, type] = read_indices(body, whole.type);
  const std::size_t count = body.globals.layout.scalars_of(type, body.tokens).size();
  if (first + count > whole.parts.size()) body.tokens.fail_expected("a part that is there");
  const auto begin = whole.parts.begin() + static_cast<std::ptrdiff_t>(first);
  body.set_result({type, {begin, begin + static_cast<std::ptrdiff_t>(count)}, {}});
}

void read_insertion(Body& body) {
  IrValue whole = body.typed_value();
  body.tokens.expect(",", "','");
  const IrValue part = body.typed_value();
  const auto [first, type] = read_indices(body, whole.type);
  if (first + part.parts.size() > whole.parts.size()) {
    body.tokens.fail_expected("a part that is there");
  }
  std::ranges::copy(part.parts, whole.parts.begin() + static_cast<std::ptrdiff_t>(first));
  body.set_result(std::move(whole));
}

/// The number of an element; of a known one where it is.
struct ElementNumber {
  code::Operand operand;
  Type type;
  std::optional<std::size_t> known = {};
};

ElementNumber read_element_number(Body& body, const IrValue& vector) {
  body.tokens.expect(",", "','");
  const IrType type = read_type(body.tokens);
  ElementNumber result{body.scalar(type), register_type(type, body.tokens)};
  if (result.operand.kind != OperandKind::number) return result;
  const auto number = static_cast<std::size_t>(result.operand.number);
  if (number >= vector.parts.size()) body.tokens.fail_expected("an element that is there");
  result.known = number;
  return result;
}

/// a where the element has that number, else b.
code::Operand chosen(Body& body, const ElementNumber& number, std::size_t is, Type type,
                     const code::Operand& a, const code::Operand& b) {
  const code::Operand equal = body.temporary({'p', 1});
  body.compute(Formula::operation, number.type,
               {equal, number.operand, body.number(static_cast<Value>(is))})
      .op = ArithmeticOp::equal;
  const code::Operand result = body.temporary(type);
  body.compute(Formula::selection, {'u', type.bits}, {result, a, b, equal});
  return result;
}

/// The type of elements that are chosen as the program runs.
Type chosen_type(Body& body, const IrType& element) {
  const Type type = register_type(element, body.tokens);
  if (type.kind == 'p') body.refuse("vectors of truths", "use vectors of i32");
  return type;
}

IrType element_of(Body& body, const IrValue& vector) {
  return body.globals.layout.part_of(vector.type, 0, body.tokens);
}

void read_element(Body& body) {
  const IrValue vector = body.typed_value();
  const ElementNumber number = read_element_number(body, vector);
  const IrType element = element_of(body, vector);
  if (number.known) return body.set_result({element, {vector.parts[*number.known]}, {}});
  const Type type = chosen_type(body, element);
  code::Operand result = vector.parts.front();
  for (std::size_t i = 1; i < vector.parts.size(); ++i) {
    result = chosen(body, number, i, type, vector.parts[i], result);
  }
  body.set_result({element, {result}, {}});
}

void read_new_element(Body& body) {
  IrValue vector = body.typed_value();
  body.tokens.expect(",", "','");
  const IrType type = read_type(body.tokens);
  const code::Operand element = body.scalar(type);
  const ElementNumber number = read_element_number(body, vector);
  if (number.known) {
    vector.parts[*number.known] = element;
    return body.set_result(std::move(vector));
  }
  const Type held = chosen_type(body, type);
  for (std::size_t i = 0; i < vector.parts.size(); ++i) {
    vector.parts[i] = chosen(body, number, i, held, element, vector.parts[i]);
  }
  body.set_result(std::move(vector));
}

void read_shuffle(Body& body) {
  const IrValue one = body.typed_value();
  body.tokens.expect(",", "','");
  const IrValue other = body.typed_value();
  body.tokens.expect(",", "','");
  const IrValue mask = body.typed_value();
  IrValue result{mask.type, {}, {}};
  result.type.parts = {element_of(body, one)};
  const Type held = register_type(element_of(body, one), body.tokens);
  for (const code::Operand& index : mask.parts) {
    const auto number = static_cast<std::size_t>(index.number);
    const std::size_t all = one.parts.size();
    if (index.kind != OperandKind::number) {
      result.parts.push_back(body.nothing(held));
    } else if (number < all) {
      result.parts.push_back(one.parts[number]);
    } else if (number - all < other.parts.size()) {
      result.parts.push_back(other.parts[number - all]);
    } else {
      body.tokens.fail_expected("a mask that names elements");
    }
  }
  body.set_result(std::move(result));
}

constexpr std::array<OperationReader, 10> cast_readers = {{{"bitcast", read_renaming},
                                                           {"addrspacecast", read_renaming},
                                                           {"inttoptr", read_renaming},
                                                           {"ptrtoint", read_renaming},
                                                           {"freeze", read_freeze},
                                                           {"extractvalue", read_extraction},
                                                           {"insertvalue", read_insertion},
                                                           {"extractelement", read_element},
                                                           {"insertelement", read_new_element},
                                                           {"shufflevector", read_shuffle}}};

}  // namespace

bool read_cast(Body& body, std::string_view opcode) {
  const auto* const cast = std::ranges::find(conversions, opcode, &Cast::name);
  if (cast != conversions.end()) {
    read_conversion(body, *cast);
    return true;
  }
  const auto* const reader = std::ranges::find(cast_readers, opcode, &OperationReader::name);
  if (reader == cast_readers.end()) return false;
  reader->read(body);
  return true;
}

}  // namespace opexplore::kernel::llvm
