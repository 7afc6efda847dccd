// Cubins written by hand, for tests without a compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace opexplore::testing {

using Code = std::vector<std::pair<std::uint64_t, std::uint64_t>>;  ///< low and high words

struct HandMadeFunction {
  std::string name;
  Code code;
  std::vector<std::pair<std::uint64_t, std::string>> references = {};  ///< offset, symbol
};

namespace detail {

inline void put(std::vector<std::byte>& bytes, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    bytes.push_back(i < sizeof value ? std::byte(value >> (8 * i)) : std::byte{0});
  }
}

struct HandMadeSection {
  std::string name;
  std::uint32_t type = 1, link = 0;
  std::vector<std::byte> bytes;
};

/// Sections 1 and 2 are the names of symbols and the symbols, of which the first is none.
inline std::vector<HandMadeSection> sections(const std::vector<HandMadeFunction>& functions) {
  HandMadeSection names{".strtab", 3, 0, {std::byte{0}}};
  HandMadeSection symbols{".symtab", 2, 1, std::vector<std::byte>(24)};
  std::vector<HandMadeSection> result{{"", 0, 0, {}}, {}, {}};
  for (const HandMadeFunction& function : functions) {
    HandMadeSection code{".text." + function.name, 1, 0, {}};
    for (const auto& [low, high] : function.code) {
      put(code.bytes, low, 8);
      put(code.bytes, high, 8);
    }
    result.push_back(code);
    HandMadeSection relocations{".rel.text." + function.name, 9, 2, {}};
    for (const auto& [offset, symbol] : function.references) {
      put(relocations.bytes, offset, 8);
      put(relocations.bytes, (symbols.bytes.size() / 24) << 32 | 0x3a, 8);
      put(symbols.bytes, names.bytes.size(), 24);
      for (const char letter : symbol) names.bytes.push_back(std::byte(letter));
      names.bytes.push_back(std::byte{0});
    }
    if (!function.references.empty()) result.push_back(relocations);
  }
  result[1] = names;
  result[2] = symbols;
  return result;
}

}  // namespace detail

/// A cubin as CUDA 13 writes it, with these functions.
inline std::vector<std::byte> cubin_of(std::uint32_t sm,
                                       const std::vector<HandMadeFunction>& functions) {
  using detail::put;
  std::vector<detail::HandMadeSection> sections = detail::sections(functions);
  sections.push_back({".shstrtab", 3, 0, {}});
  std::vector<std::uint64_t> name_at;
  for (const auto& section : sections) {
    auto& names = sections.back().bytes;
    name_at.push_back(names.size());
    for (const char letter : section.name) names.push_back(std::byte(letter));
    names.push_back(std::byte{0});
  }
  std::vector<std::byte> bytes;
  put(bytes, 0x33010102464c457f, 8);  // magic, 64 bits, little endian, version, CUDA
  put(bytes, 8, 8);                   // ABI version
  put(bytes, 2 | 190 << 16, 4);       // executable, CUDA
  put(bytes, 1, 4);
  put(bytes, 0, 16);
  put(bytes, 64, 8);  // section headers come next
  put(bytes, 0x06000004 | sm << 8, 4);
  put(bytes, 64, 6);
  put(bytes, 64 | sections.size() << 16 | (sections.size() - 1) << 32, 6);
  std::uint64_t at = 64 + 64 * sections.size();
  for (std::size_t i = 0; i < sections.size(); ++i) {
    put(bytes, name_at[i] | std::uint64_t{sections[i].type} << 32, 8);
    put(bytes, 0, 16);
    put(bytes, at, 8);
    put(bytes, sections[i].bytes.size(), 8);
    put(bytes, sections[i].link, 8);
    put(bytes, 0, 16);
    at += sections[i].bytes.size();
  }
  for (const auto& section : sections) {
    bytes.insert(bytes.end(), section.bytes.begin(), section.bytes.end());
  }
  return bytes;
}

}  // namespace opexplore::testing
