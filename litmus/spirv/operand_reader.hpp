// The operands of an instruction, as its rule in the grammar says: the same for both forms of
// modules, of which a cursor reads one operand at a time.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "litmus/spirv/module.hpp"

namespace opexplore::spirv::detail {

/// How numbers of a type are written.
struct NumberFormat {
  std::uint32_t bits = 32;
  bool is_float = false;
  bool is_signed = false;
};

/// What has been read so far, as far as the form of later instructions depends on it.
struct Read {
  std::map<Id, NumberFormat> formats;  ///< by type
  std::map<Id, Id> types;              ///< by result
  std::map<Id, std::string> imports;   ///< sets of instructions

  void note(const Instruction& instruction);
  const NumberFormat* format_of_type(Id type) const;
};

/// What reads operands of one form of modules. Each call moves on.
template <class T>
concept OperandCursor = requires(T& cursor, const OperandKind& kind, const std::string& text) {
  { cursor.at_end() } -> std::convertible_to<bool>;  // of the instruction
  { cursor.place() } -> std::convertible_to<Place>;
  { cursor.id() } -> std::convertible_to<std::uint32_t>;
  { cursor.integer() } -> std::convertible_to<std::uint32_t>;
  { cursor.text() } -> std::convertible_to<std::vector<std::uint32_t>>;
  { cursor.number(NumberFormat{}) } -> std::convertible_to<std::vector<std::uint32_t>>;
  { cursor.extended(text) } -> std::convertible_to<std::uint32_t>;
  { cursor.operation() } -> std::convertible_to<std::uint32_t>;
  { cursor.enumerant(kind) } -> std::convertible_to<std::uint32_t>;
  cursor.fail(text, text);
};

template <OperandCursor Cursor>
class OperandReader {
 public:
  /// What it reads goes to the end of `instruction`.
  OperandReader(const Read& read, Cursor& cursor, Instruction& instruction)
      : read_(read), cursor_(cursor), instruction_(instruction) {}

  void read() {
    const InstructionRule& rule = *find_instruction(std::uint32_t{instruction_.opcode});
    for (const OperandRule& operand : grammar().operands_of(rule)) add(operand);
    if (!cursor_.at_end()) cursor_.fail("it has too many operands", "");
  }

 private:
  void add(const OperandRule& rule) {
    if (rule.quantity == Quantity::one) return add_one(rule);
    while (!cursor_.at_end()) {
      add_one(rule);
      if (rule.quantity == Quantity::optional) return;
    }
  }

  void add_one(const OperandRule& rule) {
    if (rule.second == no_kind) return add_kind(rule.kind);
    if (category(rule.kind) == Category::integer) {  // OpSwitch: as wide as what it switches over
      const auto type = read_.types.find(instruction_.word(0));
      const NumberFormat* const format =
          type == read_.types.end() ? nullptr : read_.format_of_type(type->second);
      add_words(rule.kind, [&] { return cursor_.number(format ? *format : NumberFormat{}); });
    } else {
      add_kind(rule.kind);
    }
    add_kind(rule.second);
  }

  static Category category(std::uint8_t kind) { return grammar().kinds[kind].category; }

  /// Where the operand begins, before it is read.
  void require_more(std::uint8_t kind) const {
    if (cursor_.at_end()) {
      cursor_.fail("its operand " + std::string(grammar().kinds[kind].name) + " is missing", "");
    }
  }

  template <class Words>
  void add_words(std::uint8_t kind, Words words) {
    require_more(kind);
    const Place place = cursor_.place();
    instruction_.operands.push_back({kind, words(), place});
  }

  template <class Word>
  void add_word(std::uint8_t kind, Word word) {
    add_words(kind, [&] { return std::vector<std::uint32_t>{word()}; });
  }

  void add_kind(std::uint8_t kind) {
    switch (category(kind)) {
      case Category::result_type:
        require_more(kind);
        instruction_.type = cursor_.id();
        return;
      case Category::result:  // which stands in front of the instruction in a text
        if (instruction_.result != 0) return;
        require_more(kind);
        instruction_.result = cursor_.id();
        return;
      case Category::id:
        return add_word(kind, [&] { return cursor_.id(); });
      case Category::integer:
        return add_word(kind, [&] { return cursor_.integer(); });
      case Category::text:
        return add_words(kind, [&] { return cursor_.text(); });
      case Category::number:
        return add_words(kind, [&] { return cursor_.number(format()); });
      case Category::extended_instruction:
        return add_word(kind, [&] { return cursor_.extended(imported()); });
      case Category::opcode:
        return add_operation(kind);
      case Category::bits:
      case Category::value:
        return add_enumerant(kind);
    }
  }

  NumberFormat format() const {
    const NumberFormat* const format = read_.format_of_type(instruction_.type);
    if (format == nullptr) cursor_.fail("its type is no type of numbers", "");
    return *format;
  }

  std::string imported() const {
    const auto set = read_.imports.find(instruction_.word(0));
    if (set == read_.imports.end()) cursor_.fail("its set is not imported", "");
    return set->second;
  }

  void add_operation(std::uint8_t kind) {
    add_word(kind, [&] { return cursor_.operation(); });
    const InstructionRule* const rule = find_instruction(instruction_.operands.back().word());
    for (const OperandRule& operand : grammar().operands_of(*rule)) {
      const Category what = category(operand.kind);
      if (what == Category::opcode) cursor_.fail("an operation of operations", "");
      if (what != Category::result_type && what != Category::result) add(operand);
    }
  }

  void add_enumerant(std::uint8_t kind) {
    const OperandKind& known = grammar().kinds[kind];
    add_word(kind, [&] { return cursor_.enumerant(known); });
    const std::uint32_t value = instruction_.operands.back().word();
    if (known.category == Category::value) return add_parameters(find_enumerant(known, value));
    for (std::uint32_t bit = 1; bit != 0; bit <<= 1U) {
      if ((value & bit) != 0) add_parameters(find_enumerant(known, bit));
    }
  }

  void add_parameters(const Enumerant* enumerant) {
    if (enumerant == nullptr) return;
    for (const OperandRule& rule : grammar().parameters_of(*enumerant)) add(rule);
  }

  const Read& read_;
  Cursor& cursor_;
  Instruction& instruction_;
};

}  // namespace opexplore::spirv::detail
