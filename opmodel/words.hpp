// How scopes, orders, operations and types are spelled: the one table that readers and writers of
// every language share. What is the same word everywhere is written here alone.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// A value and how it is spelled.
template <class Value>
struct Word {
  std::string_view text;
  Value value;
};

/// The PTX spellings of all values, in their order, one each: what to_string() gives. For Scope,
/// Proxy, Order, Comparison, ArithmeticOp, AtomicOp, ProxyFenceKind, NumberType, Region and
/// Annotation (whose `none` is the empty word); for VulkanScope and DeviceOperationKind those of
/// Vulkan's litmus dialect.
template <class Enum>
std::span<const Word<Enum>> words();

/// The value that `text` spells in such a table, or nothing.
template <class Value>
std::optional<Value> find_word(std::span<const Word<Value>> table, std::string_view text) {
  for (const Word<Value>& word : table) {
    if (word.text == text) return word.value;
  }
  return std::nullopt;
}

/// The value whose PTX spelling is `text`, or nothing.
template <class Enum>
std::optional<Enum> find_word(std::string_view text) {
  return find_word(words<Enum>(), text);
}

/// \name Lists of what there is, to suggest from.
/// @{
/// All texts of a table.
template <class Value>
std::vector<std::string_view> texts(std::span<const Word<Value>> table) {
  std::vector<std::string_view> result;
  result.reserve(table.size());
  for (const Word<Value>& word : table) result.push_back(word.text);
  return result;
}
/// The PTX spellings of those values, in that order.
template <class Enum>
std::vector<std::string_view> texts(std::initializer_list<Enum> values) {
  std::vector<std::string_view> result;
  result.reserve(values.size());
  for (const Enum value : values) result.push_back(to_string(value));
  return result;
}
/// @}

/// The scopes of `membar`, whose `gl` is the gpu.
std::span<const Word<Scope>> membar_levels();
std::string_view membar_level(Scope scope);

/// What `setp` computes, by the comparison that is written behind it: "eq", "ne", …
std::span<const Word<ArithmeticOp>> setp_comparisons();

/// A fence as PTX spells it: "fence.sc.gpu", "fence.proxy.alias". Precondition: it is a fence.
std::string fence_text(const Action& fence);
/// The same with another text in the place of its scope, if it has one.
std::string fence_text(const Action& fence, std::string_view scope);

/// The jumps of the PTX litmus dialect that compare: "beq", "bne", …
std::span<const Word<Comparison>> jumps();
std::string_view jump_name(Comparison comparison);

/// The comparisons as the letters that PTX puts into mnemonics: "eq", "ne", "lt", …
std::span<const Word<Comparison>> comparison_letters();
std::string_view letters(Comparison comparison);

/// The orders of C++, as std::memory_order spells them, and weak as "non_atomic".
std::span<const Word<Order>> cxx_orders();
std::string_view cxx_name(Order order);

/// The scopes of C++, as libcu++ spells them: "block", "device", "system".
std::span<const Word<Scope>> cxx_scopes();
std::string_view cxx_name(Scope scope);

/// The operators of C++: "+", "==", …; a move has the empty word.
std::span<const Word<ArithmeticOp>> cxx_operators();
std::string_view cxx_name(ArithmeticOp op);

/// The short orders of generated tests' names and of the options of generators: "rlx", "acq",
/// "rel"; the others as PTX spells them.
std::span<const Word<Order>> short_orders();
std::string_view short_name(Order order);

/// The syncscopes of AMDGPU, as LLVM spells them; the system's is the empty word.
std::span<const Word<SyncScope>> sync_scope_words();

/// The orders of LLVM: "monotonic", "seq_cst". Precondition: not weak.
std::span<const Word<Order>> llvm_orders();
std::string_view llvm_name(Order order);

/// The languages as options of models name them: "ptx", "cxx", "vulkan", "amdgpu".
std::span<const Word<Language>> short_languages();

}  // namespace opexplore
