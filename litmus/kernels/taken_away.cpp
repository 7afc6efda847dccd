#include "litmus/kernels/taken_away.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "litmus/kernels/code_places.hpp"

namespace opexplore::kernel {

namespace {

/// A line, and what is done there: 'l'oads, 's'tores, 'a'tomics.
using Key = std::tuple<std::string, std::uint32_t, char>;

struct Accesses {
  int count = 0;
  CodePlace place;
};

/// What a statement does to memory that others may see; nothing for other statements.
std::optional<char> access_of(const Statement& statement) {
  const Token& name = statement.mnemonic.name;
  const bool load = name.is("ld"), store = name.is("st");
  if (!load && !store && !name.is("atom") && !name.is("red")) return std::nullopt;
  for (const std::string_view space : {".param", ".local", ".const"}) {
    if (statement.text.find(space) != std::string::npos) return std::nullopt;
  }
  return load ? 'l' : store ? 's' : 'a';
}

void count(const Entry& entry, const CodePlaces& places, std::map<Key, Accesses>& found) {
  for (const Statement& statement : entry.statements) {
    const std::optional<char> what = access_of(statement);
    if (!what || !places.is_users(statement)) continue;
    const std::optional<CodePlace> place = places.of(statement);
    Accesses& here = found[{place->file, place->place.line, *what}];
    ++here.count;
    here.place = *place;
  }
}

std::map<Key, Accesses> accesses_of(const Module& module, std::string_view symbol,
                                    const std::string& path) {
  const CodePlaces places(module, path);
  std::map<Key, Accesses> found;
  for (const Entry& entry : module.entries) {
    if (entry.name.text == symbol) count(entry, places, found);
  }
  for (const Entry& function : module.functions) count(function, places, found);
  return found;
}

}  // namespace

std::vector<CodePlace> taken_away(const Module& optimised, const Module& plain,
                                  std::string_view symbol, const std::string& path) {
  const std::map<Key, Accesses> left = accesses_of(optimised, symbol, path);
  std::vector<CodePlace> lines;
  for (const auto& [key, accesses] : accesses_of(plain, symbol, path)) {
    const auto known = left.find(key);
    if (known == left.end() || known->second.count < accesses.count) {
      lines.push_back(accesses.place);
    }
  }
  return lines;
}

}  // namespace opexplore::kernel
