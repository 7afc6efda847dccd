#include "litmus/language/c_format/names.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

using TypeKind = SpelledType::Kind;

struct TypeWord {
  std::string_view text;
  TypeKind kind;
  NumberType value;
};

constexpr std::array<TypeWord, 19> type_words = {{
    {"bool", TypeKind::plain, NumberType::pred},
    {"int", TypeKind::plain, NumberType::s32},
    {"unsigned", TypeKind::plain, NumberType::u32},
    {"signed", TypeKind::plain, NumberType::s32},
    {"long", TypeKind::plain, NumberType::s64},
    {"int32_t", TypeKind::plain, NumberType::s32},
    {"uint32_t", TypeKind::plain, NumberType::u32},
    {"int64_t", TypeKind::plain, NumberType::s64},
    {"uint64_t", TypeKind::plain, NumberType::u64},
    {"auto", TypeKind::deduced, NumberType::s32},
    {"atomic", TypeKind::atomic, NumberType::s32},
    {"_Atomic", TypeKind::atomic, NumberType::s32},
    {"atomic_ref", TypeKind::atomic_ref, NumberType::s32},
    {"atomic_bool", TypeKind::atomic, NumberType::pred},
    {"atomic_int", TypeKind::atomic, NumberType::s32},
    {"atomic_uint", TypeKind::atomic, NumberType::u32},
    {"atomic_long", TypeKind::atomic, NumberType::s64},
    {"atomic_llong", TypeKind::atomic, NumberType::s64},
    {"atomic_ulong", TypeKind::atomic, NumberType::u64},
}};

constexpr std::array<std::string_view, 11> foreign_types = {
    "char",    "short",   "float",    "double", "void",       "int8_t",
    "int16_t", "uint8_t", "uint16_t", "__half", "atomic_flag"};
constexpr std::array<std::string_view, 4> type_qualifiers = {"const", "volatile", "restrict",
                                                             "__restrict__"};

const TypeWord* find_type(std::string_view text) {
  const auto* const word = std::ranges::find(type_words, text, &TypeWord::text);
  return word == type_words.end() ? nullptr : word;
}

/// The order of `memory_order_…`: non_atomic is none, and consume is taken for acquire, as
/// compilers do.
std::optional<Order> order_named(std::string_view text) {
  if (text == "consume") return Order::acquire;
  const std::optional<Order> order = find_word(cxx_orders(), text);
  return order == Order::weak ? std::nullopt : order;
}

std::vector<std::string_view> order_names() {
  std::vector<std::string_view> names = {"consume"};
  for (const Word<Order>& word : cxx_orders()) {
    if (word.value != Order::weak) names.push_back(word.text);
  }
  return names;
}

/// A scope of C++ or OpenCL; nothing is meant by those that are not modelled.
struct ScopeName {
  std::string text;
  std::optional<Scope> scope;
};

std::vector<ScopeName> scope_names() {
  std::vector<ScopeName> names;
  for (const Word<Scope>& word : cxx_scopes()) {
    names.push_back({"thread_scope_" + std::string(word.text), word.value});
  }
  names.push_back({"thread_scope_thread", std::nullopt});
  names.push_back({"memory_scope_work_group", Scope::cta});
  names.push_back({"memory_scope_device", Scope::gpu});
  names.push_back({"memory_scope_all_svm_devices", Scope::sys});
  names.push_back({"memory_scope_all_devices", Scope::sys});
  names.push_back({"memory_scope_work_item", std::nullopt});
  names.push_back({"memory_scope_sub_group", std::nullopt});
  return names;
}

[[noreturn]] void fail_on_unknown_scope(const Tokens& tokens, const Token& name,
                                        const std::vector<ScopeName>& known,
                                        const std::string& rule) {
  const std::string_view kind = name.text.starts_with("memory") ? "memory" : "thread";
  std::vector<std::string_view> candidates;
  for (const ScopeName& scope : known) {
    if (scope.text.starts_with(kind)) candidates.emplace_back(scope.text);
  }
  tokens.fail(name, "unknown scope " + quote(name), did_you_mean(name.text, candidates, rule));
}

bool is_one_of(const auto& words, std::string_view text) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

void skip_qualifiers(Tokens& tokens) {
  while (tokens.peek().kind == TokenKind::word && is_one_of(type_qualifiers, tokens.peek().text)) {
    tokens.take();
  }
}

[[noreturn]] void fail_on_foreign_type(const Tokens& tokens, const Token& name) {
  tokens.fail(name, "not modelled: the type " + quote(name),
              name.is("atomic_flag") ? "nearest: atomic_int, with exchange"
                                     : "nearest: int, unsigned, long, unsigned long or bool");
}

/// `int`, `unsigned long`, `long long int`, …: the words may stand in many orders.
NumberType read_number_type(Tokens& tokens) {
  bool any = false;
  bool is_unsigned = false;
  bool is_long = false;
  std::optional<NumberType> named;
  for (;; tokens.take()) {
    skip_qualifiers(tokens);
    const Token& word = unprefixed(tokens);
    const TypeWord* const known = find_type(word.text);
    if (is_one_of(foreign_types, word.text)) fail_on_foreign_type(tokens, word);
    if (known == nullptr || known->kind != TypeKind::plain) break;
    any = true;
    if (prefix_length(tokens) != 0) {
      named = known->value;
      take_name(tokens);
      break;
    }
    if (word.is("unsigned")) {
      is_unsigned = true;
    } else if (word.is("long")) {
      is_long = true;
    } else if (!word.is("int") && !word.is("signed")) {
      named = known->value;
    }
  }
  if (named) return *named;
  if (!any) {
    tokens.fail_expected("a type of numbers", "int, unsigned, long, unsigned long or bool");
  }
  if (is_long) return is_unsigned ? NumberType::u64 : NumberType::s64;
  return is_unsigned ? NumberType::u32 : NumberType::s32;
}

/// `<int, cuda::thread_scope_device>` behind `atomic` or `atomic_ref`.
void read_arguments(Tokens& tokens, SpelledType& type) {
  tokens.expect("<", "'<' and a type", "write 'cuda::atomic<int, cuda::thread_scope_device>'");
  type.value = read_number_type(tokens);
  if (tokens.accept(",")) type.scope = read_scope(tokens);
  tokens.expect(">", "'>'");
}

/// `_Atomic(int)` or `_Atomic int`.
void read_keyword_atomic(Tokens& tokens, SpelledType& type) {
  const bool bracketed = tokens.accept("(");
  type.value = read_number_type(tokens);
  if (bracketed) tokens.expect(")", "')'");
}

}  // namespace

std::size_t prefix_length(const Tokens& tokens) {
  std::size_t length = tokens.peek().is("::") ? 1 : 0;
  for (const std::string_view space : {"cuda", "std"}) {
    if (tokens.peek(length).is(space) && tokens.peek(length + 1).is("::")) length += 2;
  }
  return length;
}

const Token& unprefixed(const Tokens& tokens) { return tokens.peek(prefix_length(tokens)); }

Token take_name(Tokens& tokens) {
  for (std::size_t i = prefix_length(tokens); i != 0; --i) tokens.take();
  return tokens.take();
}

bool at_type(const Tokens& tokens) {
  const Token& name = unprefixed(tokens);
  if (name.kind != TokenKind::word) return false;
  return find_type(name.text) != nullptr || is_one_of(foreign_types, name.text) ||
         is_one_of(type_qualifiers, name.text);
}

SpelledType read_type(Tokens& tokens) {
  skip_qualifiers(tokens);
  const Token name = unprefixed(tokens);
  if (is_one_of(foreign_types, name.text)) fail_on_foreign_type(tokens, name);
  const TypeWord* const word = find_type(name.text);
  SpelledType type;
  if (word == nullptr || word->kind == TypeKind::plain) {
    type.value = read_number_type(tokens);
    return type;
  }
  take_name(tokens);
  type.kind = word->kind;
  type.value = word->value;
  if (name.is("_Atomic")) {
    read_keyword_atomic(tokens, type);
  } else if (name.is("atomic") || (name.is("atomic_ref") && tokens.peek().is("<"))) {
    read_arguments(tokens, type);
  }
  skip_qualifiers(tokens);
  return type;
}

Order read_order(Tokens& tokens) {
  constexpr std::string_view prefix = "memory_order_";
  const std::string rule =
      "the orders are memory_order_relaxed, _acquire, _release, _acq_rel and _seq_cst";
  if (unprefixed(tokens).kind != TokenKind::word) tokens.fail_expected("a memory order", rule);
  Token name = take_name(tokens);
  std::string_view text = name.text;
  if (name.is("memory_order") && tokens.accept("::")) {
    name = tokens.expect_word("a memory order", rule);
    text = name.text;
    if (text.substr(0, prefix.size()) == prefix) text.remove_prefix(prefix.size());
  } else if (text.substr(0, prefix.size()) == prefix) {
    text.remove_prefix(prefix.size());
  } else {
    text = {};
  }
  if (const std::optional<Order> order = order_named(text)) return *order;
  std::string advice = rule;
  if (const std::optional<std::string_view> near = nearest(text, order_names())) {
    advice = "did you mean " + quote(std::string(prefix) + std::string(*near)) + "?";
  }
  tokens.fail(name, "unknown memory order " + quote(name), advice);
}

Scope read_scope(Tokens& tokens) {
  const std::string rule = "the scopes are thread_scope_block, _cluster, _device and _system";
  if (unprefixed(tokens).kind != TokenKind::word) tokens.fail_expected("a scope", rule);
  const Token name = take_name(tokens);
  const std::vector<ScopeName> known = scope_names();
  const auto found = std::ranges::find(known, name.text, &ScopeName::text);
  if (found == known.end()) fail_on_unknown_scope(tokens, name, known, rule);
  if (!found->scope) {
    tokens.fail(name, "not modelled: the scope " + quote(name),
                "nearest: thread_scope_block; within one thread a non-atomic access does");
  }
  return *found->scope;
}

std::string_view cxx_spelling(NumberType type) {
  switch (type) {
    case NumberType::s32:
      return "int";
    case NumberType::u32:
    case NumberType::b32:
      return "unsigned";
    case NumberType::s64:
      return "long";
    case NumberType::u64:
    case NumberType::b64:
      return "unsigned long";
    case NumberType::pred:
      return "bool";
  }
  return {};
}

std::string cxx_spelling(Order order) {
  return "cuda::memory_order_" + std::string(cxx_name(order));
}

std::string cxx_spelling(Scope scope) {
  return "cuda::thread_scope_" + std::string(cxx_name(scope));
}

Order derived_failure(Order success) {
  if (success == Order::acq_rel) return Order::acquire;
  return success == Order::release ? Order::relaxed : success;
}

}  // namespace opexplore::detail
