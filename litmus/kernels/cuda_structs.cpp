#include "litmus/kernels/cuda_structs.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace opexplore::kernel {

namespace {

// More members than a kernel can be given memory for (max_addresses).
constexpr std::size_t most_members = 64;

struct Scalar {
  std::string_view name;
  std::uint32_t bytes;
};
/// Types of one word, with the sizes that they have for GPUs on 64-bit hosts.
constexpr std::array scalars = {
    Scalar{"bool", 1},     Scalar{"char", 1},    Scalar{"short", 2},     Scalar{"int", 4},
    Scalar{"long", 8},     Scalar{"float", 4},   Scalar{"double", 8},    Scalar{"unsigned", 4},
    Scalar{"signed", 4},   Scalar{"size_t", 8},  Scalar{"ptrdiff_t", 8}, Scalar{"int8_t", 1},
    Scalar{"uint8_t", 1},  Scalar{"int16_t", 2}, Scalar{"uint16_t", 2},  Scalar{"int32_t", 4},
    Scalar{"uint32_t", 4}, Scalar{"int64_t", 8}, Scalar{"uint64_t", 8},  Scalar{"uintptr_t", 8},
    Scalar{"intptr_t", 8}, Scalar{"uint", 4},    Scalar{"ushort", 2},    Scalar{"uchar", 1},
    Scalar{"__half", 2},   Scalar{"half", 2},    Scalar{"clock_t", 8},   Scalar{"CUtensorMap", 128},
};

/// Words in front of a declaration that change nothing of where it lies.
bool is_ignored(const CudaWord& word) {
  constexpr std::array<std::string_view, 8> ignored = {
      "const", "volatile", "mutable", "__restrict__", "__restrict", "restrict", "struct", "std"};
  return std::ranges::find(ignored, word.text) != ignored.end();
}

std::uint32_t aligned(std::uint32_t offset, std::uint32_t alignment) {
  return (offset + alignment - 1) / alignment * alignment;
}

std::optional<std::uint32_t> count_in(std::string_view text) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::string joined(CudaWords words) {
  std::string text;
  for (const CudaWord& word : words) text += (text.empty() ? "" : " ") + std::string(word.text);
  return text;
}

class StructReader {
 public:
  explicit StructReader(CudaWords words) : words_(words) {}

  std::map<std::string, CudaStruct> read() {
    for (std::size_t i = 0; i + 2 < words_.size(); ++i) read_at(i);
    return std::move(structs_);
  }

 private:
  /// `struct Name {` or `class alignas(16) Name : Base {`, at its first word.
  void read_at(std::size_t at) {
    if (words_[at].is("enum")) return read_enumeration(at);
    if (!words_[at].is("struct") && !words_[at].is("class")) return;
    std::size_t name = at + 1;
    std::uint32_t alignment = 1;
    while (name + 1 < words_.size() && words_[name + 1].is("(")) {  // __align__(16), alignas(16)
      const std::size_t close = behind_bracket(words_, name + 1, "(", ")");
      const bool short_one = close == name + 4;
      const auto number = short_one ? count_in(words_[name + 2].text) : std::nullopt;
      if (!number || *number == 0) return;
      alignment = std::max(alignment, *number);
      name = close;
    }
    if (name + 1 >= words_.size() || !words_[name].is_name()) return;
    const std::size_t open = words_[name + 1].is("final") ? name + 2 : name + 1;
    if (open >= words_.size() || !words_[open].is("{")) return;  // bases: not followed
    const std::size_t close = behind_bracket(words_, open, "{", "}");
    if (structs_.contains(std::string(words_[name].text))) return;
    for (std::size_t i = open + 1; i + 2 < close; ++i) read_at(i);  // those that it has inside
    CudaStruct made;
    made.alignment = alignment;
    const std::size_t inside = close > open + 2 ? close - open - 2 : 0;
    read_members(words_.subspan(open + 1, inside), made);
    made.bytes = aligned(made.bytes, made.alignment);
    structs_.emplace(words_[name].text, std::move(made));
  }

  /// `enum class Name : char {`.
  void read_enumeration(std::size_t at) {
    std::size_t name = at + 1;
    if (words_[name].is("class") || words_[name].is("struct")) ++name;
    if (name + 2 >= words_.size() || !words_[name].is_name()) return;
    std::vector<std::string_view> type;
    for (std::size_t i = name + 1; i < words_.size() && !words_[i].is("{"); ++i) {
      if (words_[i].is(";")) return;
      if (!is_ignored(words_[i]) && !words_[i].is(":")) type.push_back(words_[i].text);
    }
    const auto bytes = type.empty() ? std::optional<std::uint32_t>(4) : scalar(type);
    if (bytes) enumerations_.emplace(words_[name].text, *bytes);
  }

  void read_members(CudaWords body, CudaStruct& made) const {
    for (std::size_t i = 0; i < body.size() && made.whole;) {
      const bool label = i + 1 < body.size() && body[i + 1].is(":") &&
                         !(i + 2 < body.size() && body[i + 2].is(":"));
      if (label) {
        i += 2;
        continue;
      }
      const std::size_t end = end_of_declaration(body, i);
      read_declaration(body.subspan(i, end - i), made);
      i = end;
    }
  }

  /// Behind its `;`, or behind the body of a function.
  static std::size_t end_of_declaration(CudaWords body, std::size_t at) {
    bool is_function = false;
    for (std::size_t i = at; i < body.size(); ++i) {
      if (body[i].is(";")) return i + 1;
      if (body[i].is("(")) {
        is_function = true;
        i = behind_bracket(body, i, "(", ")") - 1;
      } else if (body[i].is("{")) {
        i = behind_bracket(body, i, "{", "}") - 1;
        if (is_function && (i + 1 >= body.size() || !body[i + 1].is(";"))) return i + 1;
      }
    }
    return body.size();
  }

  void read_declaration(CudaWords words, CudaStruct& made) const {
    constexpr std::array<std::string_view, 11> others = {
        "static", "using", "typedef",  "friend",   "template", "enum",
        "struct", "class", "operator", "explicit", "constexpr"};
    while (!words.empty() && words.back().is(";")) words = words.first(words.size() - 1);
    if (words.empty()) return;
    const bool defines = std::ranges::find(words, "{", &CudaWord::text) != words.end();
    const auto is_other = std::ranges::find(others, words.front().text) != others.end();
    const bool plain_struct = words.front().is("struct") && !defines;
    if (is_other && !plain_struct) {
      // A structure without a name has members here.
      const bool hidden = words.size() > 1 && words[1].is("{");
      if (hidden || words.front().is("constexpr")) made.whole = words.front().is("constexpr");
      return;
    }
    if (words.front().is("union") || words.front().is("virtual")) {
      made.whole = false;
      return;
    }
    const auto open = std::ranges::find(words, "(", &CudaWord::text);
    if (open != words.end()) {
      const bool to_function = open + 1 != words.end() && (open + 1)->is("*");
      if (to_function) {
        add(made, std::string((open + 2)->text), joined(words), 8, 8, 0);
      }
      return;  // else a function
    }
    read_declarators(words, made);
  }

  /// `int *a, b[2]`.
  void read_declarators(CudaWords words, CudaStruct& made) const {
    std::size_t type = 0;
    while (type < words.size() && is_type_word(words, type)) ++type;
    const CudaWords base = words.first(type);
    std::size_t at = type;
    while (at < words.size() && made.whole) {
      std::size_t end = at;
      std::size_t depth = 0;
      for (; end < words.size() && (depth > 0 || !words[end].is(",")); ++end) {
        if (words[end].is("{")) ++depth;
        if (words[end].is("}") && depth > 0) --depth;
      }
      read_declarator(base, words.subspan(at, end - at), made);
      at = end + 1;
    }
  }

  /// All words in front of the first name that is not part of the type.
  static bool is_type_word(CudaWords words, std::size_t at) {
    const CudaWord& word = words[at];
    if (word.is("*") || word.is("&")) return false;
    if (word.is(":") || word.is("<") || word.is(">")) return true;
    // The last name in front of `;`, `,`, `[`, `=` or `:` is the member's.
    const bool last = at + 1 >= words.size();
    if (last) return false;
    const CudaWord& next = words[at + 1];
    if (next.is(":")) return at + 2 < words.size() && words[at + 2].is(":");
    return !(next.is(",") || next.is("[") || next.is("=") || next.is("{"));
  }

  void read_declarator(CudaWords base, CudaWords words, CudaStruct& made) const {
    std::size_t stars = 0;
    std::size_t at = 0;
    for (; at < words.size() && (words[at].is("*") || words[at].is("&") || is_ignored(words[at]));
         ++at) {
      if (!is_ignored(words[at])) ++stars;
    }
    if (at >= words.size() || !words[at].is_name()) {
      made.whole = false;
      return;
    }
    const std::string name(words[at].text);
    std::uint32_t count = 1;
    for (++at; at + 2 < words.size() && words[at].is("["); at += 3) {
      const auto number = count_in(words[at + 1].text);
      if (!number || !words[at + 2].is("]")) break;
      count *= *number;
    }
    const bool known_end = at >= words.size() || words[at].is("=") || words[at].is("{");
    if (!known_end) {  // a bit field, or an array of unknown size
      made.whole = false;
      return;
    }
    const bool array =
        words.size() > 2 && std::ranges::find(words, "[", &CudaWord::text) != words.end();
    const std::uint32_t elements = array ? count : 0;
    if (stars > 0) return add(made, name, joined(base) + " *", 8, 8, elements);
    add_of_type(made, name, base, elements);
  }

  void add_of_type(CudaStruct& made, const std::string& name, CudaWords base,
                   std::uint32_t elements) const {
    std::vector<std::string_view> words;
    for (const CudaWord& word : base) {
      if (!is_ignored(word) && !word.is(":")) words.push_back(word.text);
    }
    if (const auto bytes = scalar(words)) {
      return add(made, name, joined(base), *bytes, *bytes, elements);
    }
    const auto enumeration = words.empty() ? enumerations_.end() : enumerations_.find(words.back());
    if (enumeration != enumerations_.end()) {
      return add(made, name, joined(base), enumeration->second, enumeration->second, elements);
    }
    if (words.size() == 1 && add_vector(made, name, words.front(), elements)) return;
    const auto known = structs_.find(words.size() == 1 ? std::string(words.front()) : "");
    if (known == structs_.end() || !known->second.whole) {
      made.whole = false;
      return;
    }
    add_struct(made, name, known->second, elements);
  }

  /// Bytes of `unsigned long long` and the like.
  static std::optional<std::uint32_t> scalar(const std::vector<std::string_view>& words) {
    std::optional<std::uint32_t> bytes;
    for (const std::string_view word : words) {
      const auto* const known = std::ranges::find(scalars, word, &Scalar::name);
      if (known == scalars.end()) return std::nullopt;
      const bool sign = word == "unsigned" || word == "signed";
      const bool weaker = bytes && (sign || word == "int");
      if (!weaker) bytes = known->bytes;
    }
    return bytes;
  }

  /// `float4` and the like.
  static bool add_vector(CudaStruct& made, const std::string& name, std::string_view type,
                         std::uint32_t elements) {
    if (type == "dim3") type = "uint3";
    constexpr std::array components = {"x", "y", "z", "w"};
    const char last = type.empty() ? '0' : type.back();
    if (last < '1' || last > '4') return false;
    std::string_view base = type.substr(0, type.size() - 1);
    if (base == "longlong" || base == "ulonglong" || base == "ulong") base = "long";
    const auto* const known = std::ranges::find(scalars, base, &Scalar::name);
    if (known == scalars.end()) return false;
    CudaStruct vector;
    const auto count = static_cast<std::uint32_t>(last - '0');
    for (std::uint32_t i = 0; i < count; ++i) {
      add(vector, components.at(i), std::string(known->name), known->bytes, known->bytes, 0);
    }
    vector.alignment = count == 3 ? known->bytes : std::min(16U, known->bytes * count);
    add_struct(made, name, vector, elements);
    return true;
  }

  static void add(CudaStruct& made, const std::string& name, const std::string& type,
                  std::uint32_t bytes, std::uint32_t alignment, std::uint32_t elements) {
    CudaStruct one;
    one.members.push_back({"", type, 0, bytes});
    one.bytes = bytes;
    one.alignment = alignment;
    add_struct(made, name, one, elements);
  }

  /// A member, or an array of so many; 0 for no array.
  static void add_struct(CudaStruct& made, const std::string& name, const CudaStruct& of,
                         std::uint32_t elements) {
    const std::uint32_t each = aligned(of.bytes, of.alignment);
    made.alignment = std::max(made.alignment, of.alignment);
    made.bytes = aligned(made.bytes, of.alignment);
    for (std::uint32_t i = 0; i < std::max(1U, elements); ++i) {
      for (const CudaMember& member : of.members) {
        if (made.members.size() == most_members) {
          made.whole = false;
          return;
        }
        std::string whole = name + (elements == 0 ? "" : '[' + std::to_string(i) + ']');
        if (!member.name.empty()) whole += '.' + member.name;
        made.members.push_back(
            {std::move(whole), member.type, made.bytes + member.offset, member.bytes});
      }
      made.bytes += each;
    }
  }

  CudaWords words_;
  std::map<std::string, CudaStruct> structs_;
  std::map<std::string_view, std::uint32_t> enumerations_;  ///< bytes by name
};

}  // namespace

std::map<std::string, CudaStruct> structs_of(CudaWords words) { return StructReader(words).read(); }

}  // namespace opexplore::kernel
