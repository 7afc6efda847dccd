#include "code/text.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "code/asynchronous_text.hpp"
#include "code/uses.hpp"
#include "code/words.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::code {

namespace {

std::string type_text(Type type) {
  return type.kind == 'p' ? "pred" : type.kind + std::to_string(type.bits);
}

std::string floats_text(const Floats& floats) {
  const std::string name = floats.bits == 16 && floats.format.exponent == 8 ? "bf" : "f";
  return name + std::to_string(floats.bits) + (floats.count == 2 ? "x2" : "");
}

std::string_view space_text(Space space) {
  constexpr std::array<std::string_view, 7> words = {"global",    "shared",   "constant", "local",
                                                     "parameter", "register", "code"};
  return word_of(words, space);
}

std::string text_of(const Operand& operand);

std::string list_of(std::span<const Operand> operands) {
  std::string text;
  for (const Operand& operand : operands) {
    if (!text.empty()) text += ", ";
    text += text_of(operand);
  }
  return text;
}

std::string offset_text(Value offset) {
  if (offset == 0) return "";
  return (offset > 0 ? "+" : "") + std::to_string(offset);
}

std::string text_of(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::reg:
    case Operand::Kind::special:
      return std::string(operand.text);
    case Operand::Kind::negated:
      return "not " + std::string(operand.text);
    case Operand::Kind::number:
      return std::to_string(operand.number);
    case Operand::Kind::symbol:
      return '&' + std::string(operand.text) + offset_text(operand.number);
    case Operand::Kind::memory:
      if (operand.parts.empty()) return '[' + std::to_string(operand.number) + ']';
      return '[' + std::string(operand.text) + offset_text(operand.number) + ']';
    case Operand::Kind::vector:
      return '{' + list_of(operand.parts) + '}';
    case Operand::Kind::nothing:
      return "_";
  }
  return "";
}

constexpr std::array<std::string_view, static_cast<std::size_t>(Formula::hyperbolic_tangent) + 1>
    formula_words = {"",
                     "saturated",
                     "carried",
                     "product",
                     "left_shift",
                     "right_shift",
                     "negation",
                     "complement",
                     "is_zero",
                     "magnitude",
                     "ones",
                     "leading_zeros",
                     "reversal",
                     "first_bit",
                     "remainder",
                     "difference_added",
                     "extraction",
                     "insertion",
                     "byte_permutation",
                     "funnel_shift",
                     "logic_of_three",
                     "extension",
                     "bit_mask",
                     "nth_bit",
                     "short_product",
                     "dot_product",
                     "comparison",
                     "comparison_value",
                     "selection",
                     "selection_by_sign",
                     "minimum",
                     "maximum",
                     "move",
                     "packing",
                     "unpacking",
                     "address",
                     "conversion",
                     "space_test",
                     "sum",
                     "difference",
                     "quotient",
                     "reciprocal",
                     "root",
                     "fused_product",
                     "sign_copy",
                     "property",
                     "exponential",
                     "logarithm",
                     "reciprocal_root",
                     "sine",
                     "cosine",
                     "hyperbolic_tangent"};
constexpr std::array<std::string_view, 3> part_words = {"", "high", "whole"};
constexpr std::array<std::string_view, 5> rounding_words = {"", "nearest", "to_zero", "down", "up"};
constexpr std::array<std::string_view, 6> property_words = {"finite",    "infinite", "number",
                                                            "no_number", "normal",   "subnormal"};

/// "add", "lt".
std::string_view operation_word(ArithmeticOp op) {
  const std::string_view text = to_string(op);
  return text.substr(text.find('.') + 1);
}

/// Whether the formula does what Compute::op says.
bool has_operation(const Compute& what) {
  return !what.property &&
         (what.formula <= Formula::carried || what.formula == Formula::comparison ||
          what.formula == Formula::comparison_value);
}

std::string text_of(const Compute& what) {
  const std::string of = what.floats ? floats_text(*what.floats) : type_text(what.type);
  const std::string result =
      what.result_floats ? floats_text(*what.result_floats) : type_text(what.result);
  const bool converts = what.result_floats || what.result != what.type;
  return phrase({word_of(formula_words, what.formula),
                 has_operation(what) ? operation_word(what.op) : "",
                 what.property ? word_of(property_words, *what.property) : "",
                 if_so(what.multiplies, "multiplied"),
                 word_of(part_words, what.part),
                 if_so(what.left, "left"),
                 if_so(what.wraps, "wrapping"),
                 if_so(what.from_top, "from_top"),
                 if_so(what.unordered, "unordered"),
                 if_so(what.keeps_none, "keeping_none"),
                 if_so(what.saturates, "saturated"),
                 if_so(what.flushes, "flushing"),
                 if_so(what.approximates, "approximated"),
                 if_so(what.in_all_ranges, "in_all_ranges"),
                 word_of(rounding_words, what.rounding),
                 if_so(what.promises_that(Promise::no_signed_wrap), "nsw"),
                 if_so(what.promises_that(Promise::no_unsigned_wrap), "nuw"),
                 if_so(what.promises_that(Promise::exact), "exact"),
                 if_so(what.promises_that(Promise::disjoint), "disjoint"),
                 what.combines ? "then_" + std::string(to_string(*what.combines)) : "",
                 what.space ? space_text(*what.space) : "",
                 of,
                 if_so(converts, "to"),
                 if_so(converts, result)});
}

std::string text_of(const Access& what) {
  constexpr std::array<std::string_view, 3> kinds = {"load", "store", "update"};
  const std::string type =
      (what.elements == 1 ? "" : std::to_string(what.elements) + 'x') + type_text(what.type);
  const bool may_fail = what.op == AtomicOp::cas && what.failure != Order::relaxed;
  return phrase({word_of(kinds, what.kind), if_so(what.complements, "complemented"),
                 what.op ? to_string(*what.op) : "", type,
                 what.space ? space_text(*what.space) : "",
                 what.order ? to_string(*what.order) : "", what.scope ? to_string(*what.scope) : "",
                 if_so(may_fail, "failing"), if_so(may_fail, to_string(what.failure)),
                 to_string(what.annotation), if_so(what.read_only, "read_only")});
}

std::string text_of(const BarrierOperation& what) {
  constexpr std::array<std::string_view, 4> reductions = {"", "counting", "whether_all",
                                                          "whether_any"};
  return phrase({"barrier", if_so(what.arrives, "arrival"), if_so(what.aligned, "aligned"),
                 if_so(!what.orders, "unordered"), word_of(reductions, what.reduction)});
}

std::string text_of(const WarpOperation& what) {
  constexpr std::array<std::string_view, 14> kinds = {
      "barrier",       "active_mask", "shuffle_up", "shuffle_down", "shuffle_butterfly",
      "shuffle_index", "vote_all",    "vote_any",   "vote_uniform", "vote_ballot",
      "match_any",     "match_all",   "reduction",  "election"};
  if (what.kind != WarpOperation::Kind::reduction) {
    return phrase({"warp", word_of(kinds, what.kind)});
  }
  const std::string_view op = what.op == ArithmeticOp::less      ? to_string(AtomicOp::min)
                              : what.op == ArithmeticOp::greater ? to_string(AtomicOp::max)
                                                                 : to_string(what.op);
  return phrase({"warp reduction", op, type_text(what.type)});
}

std::string text_of(const MatrixProduct& what) {
  const std::string shape = (what.of_warpgroup ? "64x" : "16x") + std::to_string(what.columns) +
                            'x' + std::to_string(what.depth);
  return phrase({"matrix_product", shape, word_of(matrix_elements, what.sums),
                 word_of(matrix_elements, what.left), word_of(matrix_elements, what.right),
                 if_so(what.negates_left, "negated_left"),
                 if_so(what.negates_right, "negated_right"),
                 if_so(what.left_by_columns, "left_by_columns"),
                 if_so(what.right_by_rows, "right_by_rows"), if_so(what.saturates, "saturated")});
}

std::string text_of(const MatrixTransfer& what) {
  constexpr std::array<std::string_view, 3> kinds = {"load", "store", "move"};
  return phrase({"matrix", word_of(kinds, what.kind), std::to_string(what.matrices) + "x8x8",
                 if_so(what.transposes, "transposed")});
}

std::string text_of(const WarpMatrix& what) {
  return std::to_string(what.rows) + 'x' + std::to_string(what.columns) + ' ' +
         std::string(word_of(matrix_elements, what.element));
}

std::string text_of(const FragmentTransfer& what) {
  return phrase({"fragment", what.stores ? "store" : "load", text_of(what.what),
                 if_so(what.by_columns, "by_columns"), what.space ? space_text(*what.space) : ""});
}

std::string text_of(const FragmentProduct& what) {
  return phrase({"fragment product", text_of(what.result), text_of(what.left), text_of(what.right),
                 text_of(what.added), if_so(what.saturates, "saturated")});
}

std::string text_of(const ClusterAddress& what) {
  return what.rank ? "rank_in_cluster" : "address_in_cluster";
}

std::string text_of(const StackOperation& what) {
  constexpr std::array<std::string_view, 3> kinds = {"allocate", "save", "restore"};
  return phrase({"stack", word_of(kinds, what.kind)});
}

std::string text_of(const Asynchronous& what) {
  return phrase({asynchronous_text(what.what), if_so(what.multicast, "multicast"),
                 what.type == Type{} ? "" : type_text(what.type)});
}

std::string text_of(const Operation& operation) {
  return std::visit(
      Overloaded{[](const Fence& what) {
                   return phrase({"fence", to_string(what.order), to_string(what.scope)});
                 },
                 [](const ProxyFence& what) {
                   return phrase({"proxy_fence", to_string(what.kind)});
                 },
                 [](const Hint&) { return std::string("hint"); },
                 [](const Pause&) { return std::string("pause"); },
                 [](const Jump&) { return std::string("jump"); },
                 [](const Return&) { return std::string("return"); },
                 [](const Exit&) { return std::string("exit"); },
                 [](const Call&) { return std::string("call"); },
                 [](const Stop& what) {
                   constexpr std::array<std::string_view, 3> kinds = {"assertion_fails", "trap",
                                                                      "undefined"};
                   return std::string(word_of(kinds, what.kind));
                 },
                 [](const Refusal& what) { return "refuse: " + what.message; },
                 [](const auto& what) { return text_of(what); }},
      operation);
}

}  // namespace

std::string to_string(const Instruction& instruction) {
  std::string text;
  if (instruction.guard) {
    text += phrase({"if", if_so(instruction.guard->negated, "not"), instruction.guard->reg.text});
    text += ": ";
  }
  const std::span<const Operand> operands = instruction.operands;
  if (is<Refusal>(instruction)) return text + text_of(instruction.operation);
  const std::string results = list_of(operands.first(instruction.results));
  if (!results.empty()) text += results + " = ";
  return text +
         phrase({text_of(instruction.operation), list_of(operands.subspan(instruction.results))});
}

std::string to_string(const Function& function,
                      const std::function<std::string(std::size_t)>& remark) {
  constexpr std::size_t column = 48;
  std::string text = function.name + ":\n";
  const auto label_at = [&](std::size_t at) {
    const auto label = function.labels.find(at);
    return label == function.labels.end() ? std::string("the end") : std::string(label->second);
  };
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const auto [first, last] = function.labels.equal_range(i);
    std::for_each(first, last,
                  [&](const auto& label) { text += std::string(label.second) + ":\n"; });
    std::string line = "  " + to_string(function.instructions[i]);
    if (const auto target = jump_target(function.instructions[i])) line += ' ' + label_at(*target);
    line.resize(std::max(line.size() + 2, column), ' ');
    text += line + "; " + remark(i) + '\n';
  }
  return text;
}

}  // namespace opexplore::code
