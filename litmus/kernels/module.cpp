#include "litmus/kernels/module.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "opmodel/words.hpp"

namespace opexplore::kernel {

std::optional<Type> type_named(std::string_view text) {
  if (text == "pred") return Type{'p', 1};
  if (text.size() < 2 || text.size() > 4) return std::nullopt;
  const char kind = text.front();
  if (kind != 's' && kind != 'u' && kind != 'b' && kind != 'f') return std::nullopt;
  constexpr std::array<std::pair<std::string_view, std::uint32_t>, 5> widths = {
      {{"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}, {"128", 128}}};
  for (const auto& [digits, bits] : widths) {
    if (text.substr(1) == digits) return Type{kind, bits};
  }
  return std::nullopt;
}

std::optional<Space> space_named(std::string_view text) {
  constexpr std::array<Word<Space>, 5> spaces = {{{"global", Space::global},
                                                  {"shared", Space::shared},
                                                  {"const", Space::constant},
                                                  {"local", Space::local},
                                                  {"param", Space::parameter}}};
  return find_word<Space>(spaces, text);
}

namespace {

template <class Map>
auto find_in_blocks(const Entry& entry, std::size_t block, std::string_view name, Map Block::*names)
    -> std::optional<typename Map::mapped_type> {
  for (;;) {
    const Block& here = entry.blocks[block];
    const auto known = (here.*names).find(name);
    if (known != (here.*names).end()) return known->second;
    if (here.parent == block) return std::nullopt;
    block = here.parent;
  }
}

}  // namespace

std::optional<std::uint16_t> find_register(const Entry& entry, std::size_t block,
                                           std::string_view name) {
  return find_in_blocks(entry, block, name, &Block::registers);
}

std::optional<std::size_t> find_label(const Entry& entry, std::size_t block,
                                      std::string_view name) {
  return find_in_blocks(entry, block, name, &Block::labels);
}

const Entry* find_function(const Module& module, std::string_view name) {
  const auto alias = module.aliases.find(name);
  if (alias != module.aliases.end()) name = alias->second;
  const Entry* found = nullptr;
  for (const Entry& function : module.functions) {
    if (function.name.text != name) continue;
    if (function.has_body) return &function;
    found = &function;
  }
  return found;
}

std::optional<std::uint32_t> size_of(const Variable& variable) {
  if (!variable.count) return std::nullopt;
  const std::uint64_t bytes = std::uint64_t{*variable.count} * (variable.type.bits / 8);
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::min(bytes, most));
}

std::string_view name_of_text(const Module& module) {
  return module.language == Language::ptx ? "PTX" : "LLVM IR";
}

std::optional<std::size_t> find_variable(const Entry& entry, std::size_t block,
                                         std::string_view name) {
  return find_in_blocks(entry, block, name, &Block::variables);
}

}  // namespace opexplore::kernel
