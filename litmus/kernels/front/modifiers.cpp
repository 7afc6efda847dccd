#include "litmus/kernels/front/modifiers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::Modifier;
using detail::quote;

/// A list of words between blanks.
struct WordList {
  std::string_view text;

  bool have(std::string_view word) const {
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      const bool begins = at == 0 || text[at - 1] == ' ';
      if (begins && (end == text.size() || text[end] == ' ')) return true;
    }
    return false;
  }

  std::vector<std::string_view> all() const {
    std::vector<std::string_view> result;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      result.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return result;
  }
};

/// Modifiers of one kind, and the instructions that take them.
struct Row {
  ModifierKind kind;
  WordList modifiers;
  WordList instructions;
};
constexpr std::array rows = {
    Row{ModifierKind::order, {"weak volatile"}, {"ld st"}},
    Row{ModifierKind::order, {"relaxed"}, {"ld st atom red"}},
    Row{ModifierKind::order, {"acquire"}, {"ld atom"}},
    Row{ModifierKind::order, {"release"}, {"st atom red"}},
    Row{ModifierKind::order, {"acq_rel"}, {"atom"}},
    Row{ModifierKind::order, {"sc"}, {""}},  // of fences alone
    Row{ModifierKind::scope, {"cta cluster gpu sys"}, {"ld st atom red"}},
    Row{ModifierKind::space, {"global shared shared::cta shared::cluster"}, {"ld st atom red"}},
    Row{ModifierKind::space, {"local param param::func"}, {"ld st"}},
    Row{ModifierKind::space, {"param::entry const"}, {"ld"}},
    Row{ModifierKind::cache, {"cg cs"}, {"ld st"}},
    Row{ModifierKind::cache, {"ca lu cv"}, {"ld"}},
    Row{ModifierKind::cache, {"wb wt"}, {"st"}},
    Row{ModifierKind::eviction,
        {"L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate"},
        {"ld st"}},
    Row{ModifierKind::l2_eviction, {"L2::evict_normal L2::evict_first L2::evict_last"}, {"ld st"}},
    Row{ModifierKind::prefetch, {"L2::64B L2::128B L2::256B"}, {"ld"}},
    Row{ModifierKind::policy, {"L2::cache_hint"}, {"ld st atom red"}},
    Row{ModifierKind::read_only, {"nc"}, {"ld"}},
    Row{ModifierKind::mmio, {"mmio"}, {"ld st"}},
    Row{ModifierKind::vector, {"v2 v4 v8"}, {"ld st atom red"}},
    Row{ModifierKind::subnormal, {"noftz"}, {"atom red"}},
    Row{ModifierKind::operation, {"add min max inc dec and or xor"}, {"atom red"}},
    Row{ModifierKind::operation, {"exch cas"}, {"atom"}},
    Row{ModifierKind::type, {"b8 b16 u8 u16 s8 s16"}, {"ld st"}},
    Row{ModifierKind::type, {"b32 b64 b128 u32 u64 s32 s64 f32 f64"}, {"ld st atom red"}},
    Row{ModifierKind::type, {"b16 f16 f16x2 bf16 bf16x2"}, {"atom red"}},
    Row{ModifierKind::type, {"pred"}, {""}}};

constexpr std::string_view strong_orders = "relaxed acquire release acq_rel volatile";
constexpr std::string_view evictions =
    "L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate";
constexpr std::string_view prefetches = "L2::64B L2::128B L2::256B";
constexpr std::string_view not_global =
    "shared shared::cta shared::cluster local param param::entry param::func const";
constexpr std::string_view cache_operators = "ca cg cs lu cv wb wt";

/// None of the first goes with one of the second.
struct Conflict {
  WordList first;
  WordList second;
};
constexpr std::array conflicts = {
    Conflict{{"weak volatile"}, {"cta cluster gpu sys"}},
    Conflict{{strong_orders}, {cache_operators}},
    Conflict{{strong_orders}, {"local param param::entry param::func const"}},
    Conflict{{"nc"}, {"weak lu cv"}},
    Conflict{{"nc"}, {strong_orders}},
    Conflict{{"nc"}, {not_global}},
    Conflict{{"mmio"}, {"weak acquire release volatile cta cluster gpu nc L2::cache_hint"}},
    Conflict{{"mmio"}, {cache_operators}},
    Conflict{{"mmio"}, {evictions}},
    Conflict{{"mmio"}, {prefetches}},
    Conflict{{"mmio"}, {not_global}},
    Conflict{{evictions}, {cache_operators}},
    Conflict{{evictions}, {not_global}},
    Conflict{{evictions}, {"volatile"}},
    Conflict{{prefetches}, {not_global}},
    Conflict{{"L2::cache_hint"}, {not_global}},
    Conflict{{"L2::cache_hint"}, {"volatile"}},
    Conflict{{"L2::evict_normal L2::evict_first L2::evict_last"}, {not_global}}};

/// The types that an operation of a read-modify-write has.
struct Operation {
  WordList names;
  WordList types;
  WordList vector_types;
};
constexpr std::array operations = {
    Operation{
        {"add"}, {"u32 u64 s32 f32 f64 f16 f16x2 bf16 bf16x2"}, {"f32 f16 f16x2 bf16 bf16x2"}},
    Operation{{"min max"}, {"u32 u64 s32 s64"}, {"f16 f16x2 bf16 bf16x2"}},
    Operation{{"inc dec"}, {"u32"}, {""}},
    Operation{{"and or xor"}, {"b32 b64"}, {""}},
    Operation{{"exch"}, {"b32 b64 b128"}, {""}},
    Operation{{"cas"}, {"b16 b32 b64 b128"}, {""}}};
constexpr WordList half_types{"f16 f16x2 bf16 bf16x2"};

/// What newer chips add.
constexpr WordList unmodelled_modifiers{
    "async mbarrier::complete_tx::bytes multicast::cluster unified bulk tensor"};

class Checker {
 public:
  explicit Checker(const Spelled& spelled)
      : spelled_(spelled), name_(spelled.mnemonic().name.text) {}

  void run() const {
    const std::vector<Modifier>& all = spelled_.mnemonic().modifiers;
    for (const Modifier& modifier : all) check_known(modifier);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = i + 1; j < all.size(); ++j) check_pair(all[i], all[j]);
    }
    check_order();
    check_vector();
    if (is_atomic()) check_operation();
  }

 private:
  bool is_atomic() const { return name_ == "atom" || name_ == "red"; }
  bool has(std::string_view word) const { return spelled_.has(word); }

  const Modifier* of_kind(ModifierKind kind) const {
    const std::vector<Modifier>& all = spelled_.mnemonic().modifiers;
    const auto found = std::ranges::find_if(
        all, [&](const Modifier& modifier) { return modifier_kind(modifier.text) == kind; });
    return found == all.end() ? nullptr : &*found;
  }

  [[noreturn]] void fail(const Modifier& at, const std::string& message,
                         const std::string& suggestion) const {
    spelled_.fail_at(at, message, suggestion);
  }
  [[noreturn]] void fail(const std::string& message, const std::string& suggestion) const {
    spelled_.fail(spelled_.written() + ": " + message, suggestion);
  }

  /// The modifiers of that kind that the instruction takes: "weak, relaxed or acquire".
  std::string taken(ModifierKind kind) const {
    std::vector<std::string_view> words;
    for (const Row& row : rows) {
      if (row.kind != kind || !row.instructions.have(name_)) continue;
      for (const std::string_view word : row.modifiers.all()) words.push_back(word);
    }
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
      text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
      text += '.' + std::string(words[i]);
    }
    return text;
  }

  void check_known(const Modifier& modifier) const {
    const auto kind = modifier_kind(modifier.text);
    const bool takes = std::ranges::any_of(rows, [&](const Row& row) {
      return row.modifiers.have(modifier.text) && row.instructions.have(name_);
    });
    if (takes) return;
    if (unmodelled_modifiers.have(modifier.text)) {
      fail(modifier,
           "not modelled: " + quote('.' + std::string(modifier.text)) + " in " + spelled_.written(),
           "leave out what the question does not need");
    }
    const std::string what = quote(name_) + " has no modifier " + quote(modifier.text);
    if (kind) {
      const std::string others = taken(*kind);
      const bool in_atom =
          name_ == "red" && WordList{"acquire acq_rel exch cas"}.have(modifier.text);
      fail(modifier, what,
           in_atom          ? "write atom"
           : others.empty() ? "leave it out"
                            : "it has " + others);
    }
    std::vector<std::string_view> known;
    for (const Row& row : rows) {
      if (!row.instructions.have(name_)) continue;
      for (const std::string_view word : row.modifiers.all()) known.push_back(word);
    }
    fail(modifier, what, detail::did_you_mean(modifier.text, known));
  }

  void check_pair(const Modifier& a, const Modifier& b) const {
    const bool same_kind = modifier_kind(a.text) == modifier_kind(b.text);
    const bool conflict = std::ranges::any_of(conflicts, [&](const Conflict& rule) {
      return (rule.first.have(a.text) && rule.second.have(b.text)) ||
             (rule.first.have(b.text) && rule.second.have(a.text));
    });
    if (!same_kind && !conflict) return;
    const std::string second = '.' + std::string(b.text);
    fail(b, spelled_.written() + ": " + second + " cannot be combined with ." + std::string(a.text),
         a.text == "volatile" || b.text == "volatile"
             ? "leave one of them out: volatile is relaxed.sys"
             : "leave one of them out");
  }

  /// Of a load or store: scopes belong to orders.
  void check_order() const {
    if (is_atomic()) return;
    const Modifier* const order = of_kind(ModifierKind::order);
    const Modifier* const scope = of_kind(ModifierKind::scope);
    const bool scoped = order != nullptr && order->text != "weak" && order->text != "volatile";
    if (scoped && scope == nullptr) {
      fail("a strong access needs a scope", "write .cta, .gpu or .sys");
    }
    if (scope != nullptr && order == nullptr) {
      fail(*scope, spelled_.written() + ": a weak access takes no scope",
           "leave it out, or write .relaxed");
    }
    if (has("mmio") && (!has("relaxed") || !has("sys"))) {
      fail("an access to memory-mapped devices is relaxed.sys", "write .relaxed.sys");
    }
    if (has("nc") && !has("global")) {
      fail("a load of memory that nobody writes is one of global memory", "write .global");
    }
  }

  /// At most 16 bytes, or 32 in one of the two shapes that sm_100 has.
  void check_vector() const {
    const Modifier* const vector = of_kind(ModifierKind::vector);
    const Modifier* const type = of_kind(ModifierKind::type);
    if (type == nullptr) fail("the access needs a type", "write one, such as .u32");
    const std::string_view digits = type->text.substr(type->text.find_first_of("0123456789"));
    const std::uint32_t bits = digits == "16x2" ? 32 : type_named('b' + std::string(digits))->bits;
    const std::uint32_t elements =
        vector == nullptr ? 1 : static_cast<std::uint32_t>(vector->text[1] - '0');
    const bool longest = (elements == 8 && bits == 32) || (elements == 4 && bits == 64);
    if (elements > 1 && bits * elements > 128 && !(longest && !is_atomic())) {
      fail(*vector,
           spelled_.written() + ": a vector has 128 bits at most, or is .v8.b32 or .v4.b64",
           "write two accesses");
    }
    const Modifier* const eviction = of_kind(ModifierKind::l2_eviction);
    if (eviction != nullptr && !longest) {
      fail(*eviction,
           spelled_.written() + ": ." + std::string(eviction->text) +
               " is of .v8.b32 and .v4.b64 alone",
           "leave it out: it changes no result");
    }
  }

  void check_operation() const {
    const Modifier* const op = of_kind(ModifierKind::operation);
    const Modifier* const type = of_kind(ModifierKind::type);
    const Modifier* const vector = of_kind(ModifierKind::vector);
    if (op == nullptr) fail("it needs an operation", "write one, such as .add");
    const auto* const known = std::ranges::find_if(
        operations, [&](const Operation& one) { return one.names.have(op->text); });
    const WordList types = vector != nullptr ? known->vector_types : known->types;
    if (!types.have(type->text)) {
      std::string all;
      for (const std::string_view one : types.all())
        all += (all.empty() ? "." : ", .") + std::string(one);
      fail(*type,
           spelled_.written() + ": there is no ." + std::string(op->text) + " of " +
               (vector != nullptr ? "vectors of ." : ".") + std::string(type->text),
           all.empty() ? "write one for each element" : "it has " + all);
    }
    const bool half = half_types.have(type->text);
    if (half != has("noftz")) {
      fail(written_type(*type) + (half ? " needs .noftz" : " takes no .noftz"),
           half ? "write .noftz" : "leave it out");
    }
    const Modifier* const space = of_kind(ModifierKind::space);
    if (vector != nullptr && space != nullptr && space->text != "global") {
      fail(*space, spelled_.written() + ": vectors are of global memory",
           "write one for each element");
    }
  }

  static std::string written_type(const Modifier& type) { return '.' + std::string(type.text); }

  const Spelled& spelled_;
  std::string_view name_;
};

}  // namespace

std::optional<ModifierKind> modifier_kind(std::string_view text) {
  const auto* const row =
      std::ranges::find_if(rows, [&](const Row& one) { return one.modifiers.have(text); });
  if (row == rows.end()) return std::nullopt;
  return row->kind;
}

void check_modifiers(const Spelled& spelled) { Checker(spelled).run(); }

}  // namespace opexplore::kernel
