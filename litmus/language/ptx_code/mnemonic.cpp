#include "litmus/language/ptx_code/mnemonic.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "litmus/input/suggestion.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

/// The types of numbers, in the order in which they are suggested.
constexpr std::array number_types = {NumberType::u32, NumberType::s32, NumberType::b32,
                                     NumberType::u64, NumberType::s64, NumberType::b64};

template <class Table>
const typename Table::value_type* find(const Table& table, std::string_view text) {
  const auto entry = std::find_if(table.begin(), table.end(),
                                  [&](const auto& candidate) { return candidate.text == text; });
  return entry == table.end() ? nullptr : &*entry;
}

/// A part of PTX outside the model, and what to use instead.
struct Unmodelled {
  std::string_view text;
  std::string_view what;
  std::string_view nearest;
};

constexpr std::array<Unmodelled, 30> unmodelled_instructions = {{
    {"multimem", "multimem addresses", "ld.relaxed.sys, st.relaxed.sys or red.relaxed.sys"},
    {"ldu", "loads from read-only addresses", "ld.weak"},
    {"tex", "texture instructions with coordinates", "tld.weak on a texture alias"},
    {"tld4", "texture instructions with coordinates", "tld.weak on a texture alias"},
    {"prefetch", "prefetching", "leaving it out"},
    {"prefetchu", "prefetching", "leaving it out"},
    {"discard", "cache control", "leaving it out"},
    {"applypriority", "cache control", "leaving it out"},
    {"selp", "selection", "setp and two guarded moves"},
    {"cvta", "conversion of addresses", "naming the location"},
    {"getctarank", "ranks as values", "mov and the number"},
    {"fabric", "the fabric proxy", "st.release.sys"},
    {"clusterlaunchcontrol", "launch control of clusters",
     "cp.async.bulk, whose source holds the response"},
    {"elect", "the choice of a thread", "a predicate"},
    {"setmaxnreg", "numbers of registers", "leaving it out"},
    {"mad", "fused arithmetic", "mul and add"},
    {"shl", "shifts", "mul by a power of two"},
    {"shr", "shifts", "div by a power of two"},
    {"rem", "remainders", "div, mul and sub"},
    {"neg", "negation", "sub r, 0, r"},
    {"not", "complement", "xor r, r, -1"},
    {"call", "calls", ""},
    {"ret", "returning", "a jump to a label at the end of the thread"},
    {"exit", "exiting", "a jump to a label at the end of the thread"},
    {"trap", "traps", ""},
    {"nanosleep", "time", "leaving it out"},
    {"shfl", "warp-level communication", "st and ld"},
    {"vote", "warp-level communication", "atom"},
    {"redux", "warp-level communication", "atom"},
    {"match", "warp-level communication", "atom"},
}};

constexpr std::array<Unmodelled, 14> unmodelled_modifiers = {{
    {"mmio", "memory-mapped input and output", ".relaxed.sys"},
    {"nc", "the non-coherent path", "cold.weak on a constant alias"},
    {"fabric", "the fabric proxy", "fence.proxy.alias"},
    {"op_restrict", "fences for some operations", "a fence without it"},
    {"const", "constant memory", "cold.weak on a constant alias"},
    {"local", "local memory", "a register"},
    {"param", "kernel parameters", "a register with an initial value"},
    {"v2", "vector access", "one access per element"},
    {"v4", "vector access", "one access per element"},
    {"v8", "vector access", "one access per element"},
    {"unified", "unified addresses", "leaving it out"},
    {"noftz", "floating point", ".b32 or .b64"},
    {"sat", "saturation", "leaving it out"},
    {"wide", "mixed widths", "leaving it out"},
}};

constexpr std::array<std::string_view, 21> other_types = {
    "b8",  "u8",  "s8",   "b16",   "u16",   "s16",   "b128", "f16",  "f16x2", "bf16", "bf16x2",
    "f32", "f64", "tf32", "f32x2", "u16x2", "s16x2", "b512", "e4m3", "e5m2",  "f8"};

/// Cache operators beside those of Annotation, and the caches that hints name.
constexpr std::array<std::string_view, 7> cache_words = {"cs", "lu", "cv", "wt", "L1", "L2", "lo"};

bool is_hint(std::string_view word) {
  const std::optional<Annotation> annotation = find_word<Annotation>(word);
  return (annotation && *annotation != Annotation::volatile_) ||
         std::ranges::find(cache_words, word) != cache_words.end();
}

bool is_other_type(std::string_view word) {
  return word == to_string(NumberType::pred) ||
         std::ranges::find(other_types, word) != other_types.end();
}

/// The part of a modifier before "::".
std::string_view head(std::string_view modifier) { return modifier.substr(0, modifier.find("::")); }

/// Words of CUDA C++, OpenCL and HSA for what PTX calls cta, gpu and sys.
bool is_scope_of_cuda(std::string_view word) {
  constexpr std::array<std::string_view, 5> others = {"workgroup", "wg", "agent", "work_group",
                                                      "thread_block"};
  return find_word(cxx_scopes(), word) || std::ranges::find(others, word) != others.end();
}

template <class Table>
[[noreturn]] void refuse_unmodelled(const Source& source, SourcePlace place, const Table& entry,
                                    const std::string& written) {
  source.fail(place, "not modelled: " + std::string(entry.what) + " (" + quote(written) + ")",
              entry.nearest.empty() ? "" : "nearest: " + std::string(entry.nearest));
}

std::vector<std::string_view> accepted_words(Accepts accepts) {
  std::vector<std::string_view> known;
  const auto add = [&](const std::vector<std::string_view>& more) {
    known.insert(known.end(), more.begin(), more.end());
  };
  if (accepts.order) {
    add(texts(words<Order>()));
    add(texts(words<Annotation>().subspan(1)));  // `none` has no word
    add(texts(words<Region>()));
    known.emplace_back("shared::cta");
    known.emplace_back("shared::cluster");
  }
  if (accepts.scope) add(texts(words<Scope>()));
  if (accepts.operation) add(texts(words<AtomicOp>()));
  if (accepts.type) {
    for (const NumberType type : number_types) known.push_back(to_string(type));
  }
  if (accepts.predicate_type) known.push_back(to_string(NumberType::pred));
  return known;
}

/// Stores a value that may be given once.
template <class T>
void set_once(const Source& source, const Mnemonic& mnemonic, const Modifier& modifier,
              std::string_view what, std::optional<T>& target, T value) {
  if (target) {
    source.fail(modifier.place, quote(mnemonic.text()) + " has two " + std::string(what) + "s",
                "leave out one of them");
  }
  target = value;
}

/// A word, or what begins with a digit and is none of the numbers that programs have: `1d`, `128B`.
Token read_part(Tokens& tokens, std::string_view what) {
  const bool letter = is_letter(tokens.peek().text.empty() ? '\0' : tokens.peek().text.back());
  if (tokens.peek().kind == TokenKind::number && letter) return tokens.take();
  return tokens.expect_word(what);
}

/// Behind `::` numbers are words as well: `cta_group::1`, `warpx2::02_13`.
Token read_inner_part(Tokens& tokens, std::string_view what) {
  if (tokens.peek().kind == TokenKind::number) return tokens.take();
  return tokens.expect_word(what);
}

}  // namespace

std::optional<Space> find_space(std::string_view text) {
  if (text == "global") return Space::global;
  if (text == "shared" || text == "shared::cta") return Space::shared_cta;
  if (text == "shared::cluster") return Space::shared_cluster;
  return std::nullopt;
}

bool Mnemonic::has(std::string_view modifier) const {
  return std::any_of(modifiers.begin(), modifiers.end(),
                     [&](const Modifier& candidate) { return candidate.text == modifier; });
}

std::string Mnemonic::text() const {
  std::string result(name.text);
  for (const Modifier& modifier : modifiers) result += "." + std::string(modifier.text);
  return result;
}

Mnemonic read_mnemonic(Tokens& tokens) {
  constexpr std::size_t longest = 12;
  Mnemonic result{tokens.expect_word("an instruction"), {}};
  while (tokens.accept(".")) {
    const Token first = read_part(tokens, "a modifier after '.'");
    Token last = first;
    while (tokens.accept("::")) last = read_inner_part(tokens, "a word after '::'");
    const char* const end = last.text.data() + last.text.size();
    const auto length = static_cast<std::size_t>(end - first.text.data());
    result.modifiers.push_back({{first.text.data(), length}, first.place});
    if (result.modifiers.size() > longest) {
      tokens.fail(first,
                  "too many modifiers: no instruction has more than " + std::to_string(longest));
    }
  }
  return result;
}

Qualifiers classify(const Source& source, const Mnemonic& mnemonic, Accepts accepts,
                    const std::vector<std::string_view>& skip) {
  Qualifiers result;
  std::optional<std::string_view> type;
  for (const Modifier& modifier : mnemonic.modifiers) {
    if (std::find(skip.begin(), skip.end(), modifier.text) != skip.end()) continue;
    const auto set = [&](std::string_view what, auto& target, auto value) {
      set_once(source, mnemonic, modifier, what, target, value);
    };
    const bool in_memory = accepts.order && accepts.type;
    const auto order = find_word<Order>(modifier.text);
    const auto scope = find_word<Scope>(modifier.text);
    const auto operation = find_word<AtomicOp>(modifier.text);
    const auto annotation = find_word<Annotation>(modifier.text);
    const auto space = find_space(modifier.text);
    const auto number = find_word<NumberType>(modifier.text);
    if (accepts.order && order) {
      set("memory order", result.order, *order);
    } else if (accepts.scope && scope) {
      set("scope", result.scope, *scope);
    } else if (accepts.operation && operation) {
      set("operation", result.operation, *operation);
    } else if (accepts.order && annotation) {
      set("cache operator", result.annotation, *annotation);
    } else if (in_memory && space) {
      set("state space", result.space, *space);
    } else if (number && accepts.takes(*number)) {
      set("type", type, modifier.text);
    } else {
      std::vector<std::string_view> known = accepted_words(accepts);
      known.insert(known.end(), skip.begin(), skip.end());
      refuse_modifier(source, mnemonic, modifier, known);
    }
  }
  result.type = type.value_or(std::string_view{});
  return result;
}

void refuse_instruction(const Source& source, const Mnemonic& mnemonic,
                        const std::vector<std::string_view>& known) {
  const Token& name = mnemonic.name;
  if (const auto* const entry = find(unmodelled_instructions, name.text)) {
    refuse_unmodelled(source, name.place, *entry, mnemonic.text());
  }
  source.fail(name.place, "unknown instruction " + quote(name),
              did_you_mean(name.text, known, "see the list of instructions of the format"));
}

void refuse_modifier(const Source& source, const Mnemonic& mnemonic, const Modifier& modifier,
                     const std::vector<std::string_view>& known, const std::string& otherwise) {
  const std::string_view word = head(modifier.text);
  if (const auto* const entry = find(unmodelled_modifiers, word)) {
    refuse_unmodelled(source, modifier.place, *entry, mnemonic.text());
  }
  if (is_other_type(word)) {
    source.fail(modifier.place, "not modelled: values of type " + quote(modifier.text),
                "nearest: .b32 or .b64");
  }
  if (is_hint(word)) {
    const bool orders = word == "cv" || word == "wt";  // others are about eviction
    source.fail(modifier.place, "not modelled: hint " + quote(modifier.text),
                orders ? "nearest: .volatile"
                       : "it has no meaning in the memory model; nearest: .cg, or none");
  }
  source.fail(modifier.place, quote(mnemonic.name) + " has no modifier " + quote(modifier.text),
              is_scope_of_cuda(word) ? "the scope of a block is .cta, of a device .gpu, of all .sys"
                                     : did_you_mean(modifier.text, known, otherwise));
}

void require_fits(const Source& source, SourcePlace place, Value value, std::string_view type) {
  if (type == "pred" && value != 0 && value != 1) {
    source.fail(place, "the number " + std::to_string(value) + " does not fit type .pred",
                "a predicate is 0 or 1");
  }
  if (type.size() != 3 || type.substr(1) != "32") return;
  if (value < std::numeric_limits<std::int32_t>::min() ||
      value > std::numeric_limits<std::uint32_t>::max()) {
    source.fail(place,
                "the number " + std::to_string(value) + " does not fit type ." + std::string(type),
                "write a 64-bit type or none");
  }
}

}  // namespace opexplore::detail
