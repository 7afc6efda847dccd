#include "litmus/kernels/taken_away.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "code/uses.hpp"
#include "litmus/kernels/code_places.hpp"
#include "litmus/kernels/function_pointers.hpp"

namespace opexplore::kernel {

namespace {

/// A line, and what is done there: 'l'oads, 's'tores, 'a'tomics.
using Key = std::tuple<std::string, std::uint32_t, char>;

struct Accesses {
  int count = 0;
  CodePlace place;
};

/// What an instruction does to memory that others may see; nothing for other instructions.
std::optional<char> access_of(const code::Instruction& instruction) {
  const auto* const access = std::get_if<code::Access>(&instruction.operation);
  const bool seen = access != nullptr && (!access->space || *access->space == Space::global ||
                                          *access->space == Space::shared);
  if (!seen) return std::nullopt;
  return "lsa"[static_cast<std::size_t>(access->kind)];
}

/// Counts what a kernel does, with the functions that it calls once for each call: in the optimised
/// module some are where they were called.
class Counting {
 public:
  Counting(const Module& module, const std::string& path)
      : module_(module), places_(module, path) {}

  std::map<Key, Accesses> of(std::string_view symbol) {
    for (const Entry& entry : module_.entries) {
      if (entry.name.text == symbol) count(entry);
    }
    for (const Entry* const function : functions_with_address(module_)) {
      if (!called_.contains(function)) count(*function);
    }
    return std::move(found_);
  }

 private:
  static constexpr std::size_t most_calls = 256;  // calls of calls can be very many

  void count(const Entry& entry) {
    for (std::size_t i = 0; i < entry.statements.size(); ++i) {
      const Statement& statement = entry.statements[i];
      const code::Instruction& instruction = entry.code.instructions[i];
      if (const Entry* const function = called_by(instruction)) {
        const bool again = std::ranges::find(open_, function) != open_.end();
        called_.insert(function);
        if (again || calls_++ >= most_calls) continue;
        open_.push_back(function);
        count(*function);
        open_.pop_back();
      }
      const std::optional<char> what = access_of(instruction);
      if (!what || !places_.is_users(statement)) continue;
      const std::optional<CodePlace> place = places_.of(statement);
      Accesses& here = found_[{place->file, place->place.line, *what}];
      ++here.count;
      here.place = *place;
    }
  }

  const Entry* called_by(const code::Instruction& instruction) const {
    if (!code::is<code::Call>(instruction)) return nullptr;
    return find_function(module_, instruction.operands[instruction.results].text);
  }

  const Module& module_;
  CodePlaces places_;
  std::map<Key, Accesses> found_;
  std::set<const Entry*> called_;
  std::vector<const Entry*> open_;
  std::size_t calls_ = 0;
};

std::map<Key, Accesses> accesses_of(const Module& module, std::string_view symbol,
                                    const std::string& path) {
  return Counting(module, path).of(symbol);
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
