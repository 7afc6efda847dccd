// The words of LLVM that this dialect alone has, for its reader and its writer.
#pragma once

#include <array>

#include "opmodel/words.hpp"

namespace opexplore::detail {

/// `icmp` and jumps: numbers are signed.
inline constexpr std::array<Word<Comparison>, 6> llvm_predicates{
    {{"eq", Comparison::equal},
     {"ne", Comparison::not_equal},
     {"slt", Comparison::less},
     {"sle", Comparison::less_equal},
     {"sgt", Comparison::greater},
     {"sge", Comparison::greater_equal}}};

inline constexpr std::array<Word<AtomicOp>, 8> llvm_operations{{{"xchg", AtomicOp::exch},
                                                                {"add", AtomicOp::add},
                                                                {"sub", AtomicOp::sub},
                                                                {"and", AtomicOp::bit_and},
                                                                {"or", AtomicOp::bit_or},
                                                                {"xor", AtomicOp::bit_xor},
                                                                {"min", AtomicOp::min},
                                                                {"max", AtomicOp::max}}};

inline constexpr std::array<Word<ArithmeticOp>, 6> llvm_arithmetic{
    {{"add", ArithmeticOp::add},
     {"sub", ArithmeticOp::sub},
     {"mul", ArithmeticOp::mul},
     {"and", ArithmeticOp::bit_and},
     {"or", ArithmeticOp::bit_or},
     {"xor", ArithmeticOp::bit_xor}}};

/// The arithmetic that gives 1 where the comparison holds and 0 elsewhere.
inline constexpr std::array<Word<ArithmeticOp>, 6> llvm_comparisons{
    {{"eq", ArithmeticOp::equal},
     {"ne", ArithmeticOp::not_equal},
     {"slt", ArithmeticOp::less},
     {"sle", ArithmeticOp::less_equal},
     {"sgt", ArithmeticOp::greater},
     {"sge", ArithmeticOp::greater_equal}}};

/// The word of the value. Precondition: it has one.
template <class Table, class Value>
std::string_view word_of(const Table& table, Value value) {
  std::string_view text;
  for (const auto& word : table) {
    if (word.value == value) text = word.text;
  }
  return text;
}

}  // namespace opexplore::detail
