#include "studies/repair/ptx_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "answers/places.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::repair {
namespace {

// Whether the modifier says an order, a scope, or a cache, which only weak accesses may.
bool is_order_word(std::string_view word) {
  constexpr std::array caches{"ca", "cg", "cs", "lu", "cv", "wb", "wt"};
  return find_word<Order>(word) || find_word<Scope>(word) || find_word<Annotation>(word) ||
         std::ranges::find(caches, word) != caches.end();
}

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// Behind the guard that an instruction may have, `@!%p1`.
std::size_t begin_of_mnemonic(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '@') return at;
  ++at;
  while (at < text.size() && is_blank(text[at])) ++at;
  while (at < text.size() && !is_blank(text[at])) ++at;
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::size_t end_of_mnemonic(std::string_view text, std::size_t at) {
  while (at < text.size() && !is_blank(text[at]) && text[at] != ';') ++at;
  return at;
}

std::string fence_text(const FenceFacts& fence) {
  if (fence.proxy) return "fence.proxy." + std::string(to_string(*fence.proxy));
  return "fence." + std::string(to_string(fence.order)) + '.' + std::string(to_string(fence.scope));
}

// A part of the text that becomes something else.
struct Replacement {
  std::size_t begin = 0, end = 0;
  std::string text;
};

// The module as lines that change.
class ModuleText {
 public:
  explicit ModuleText(std::string_view text) : text_(text) {
    lines_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') lines_.push_back(i + 1);
    }
  }

  void insert(SourcePlace place, const std::string& fence) {
    const std::size_t at = offset(place), line = lines_[place.line - 1];
    const std::string_view before = text_.substr(line, at - line);
    const bool first = std::ranges::all_of(before, is_blank);
    std::string& text = inserted_[at];
    text += fence + (first ? ";\n" + std::string(before) : "; ");
  }

  void replace_mnemonic(SourcePlace place, const std::string& mnemonic) {
    const std::size_t begin = begin_of_mnemonic(text_, offset(place));
    replaced_.push_back({begin, end_of_mnemonic(text_, begin), mnemonic});
  }

  // With the line, if nothing else stands there.
  void remove(SourcePlace place) {
    std::size_t begin = offset(place);
    std::size_t end = std::min(text_.find(';', begin), text_.size() - 1) + 1;
    const std::size_t line = lines_[place.line - 1];
    const std::size_t next = std::min(text_.find('\n', end), text_.size() - 1) + 1;
    const bool alone = std::ranges::all_of(text_.substr(line, begin - line), is_blank) &&
                       std::ranges::all_of(text_.substr(end, next - end), is_blank);
    if (alone) {
      begin = line;
      end = next;
    }
    replaced_.push_back({begin, end, ""});
  }

  std::string text() {
    for (auto& [at, text] : inserted_) replaced_.push_back({at, at, std::move(text)});
    std::ranges::stable_sort(replaced_, {},
                             [](const Replacement& one) { return std::pair(one.begin, one.end); });
    std::string whole;
    std::size_t at = 0;
    for (const Replacement& one : replaced_) {
      whole += text_.substr(at, one.begin - at);
      whole += one.text;
      at = one.end;
    }
    return whole + std::string(text_.substr(at));
  }

 private:
  // A column counts characters, from 1.
  std::size_t offset(SourcePlace place) const {
    std::size_t at = lines_[place.line - 1];
    const auto continues = [&] { return (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U; };
    for (std::uint32_t left = place.column - 1; left > 0; --left) {
      ++at;
      while (at < text_.size() && continues()) ++at;
    }
    return at;
  }

  std::string_view text_;
  std::vector<std::size_t> lines_;  // where they begin
  std::map<std::size_t, std::string> inserted_;
  std::vector<Replacement> replaced_;
};

}  // namespace

// Threads of a kernel have names that it gives them.
bool is_of_kernel(const Test& test) {
  const auto& threads = test.program.threads;
  return !threads.empty() && !threads.front().label.empty();
}

std::string mnemonic_at(std::string_view mnemonic, const Level& level) {
  std::vector<std::string_view> kept;
  while (!mnemonic.empty()) {
    const std::size_t dot = std::min(mnemonic.find('.'), mnemonic.size());
    const std::string_view word = mnemonic.substr(0, dot);
    if (!is_order_word(word)) kept.push_back(word);
    mnemonic.remove_prefix(std::min(dot + 1, mnemonic.size()));
  }
  std::string text;
  for (const std::string_view word : kept) {
    text += (text.empty() ? "" : ".") + std::string(word);
    const bool says = word == kept.front() && level.order != Order::weak;
    if (says) text += '.' + name_of(PointKind::access, level);
  }
  return text;
}

std::string instruction_text(const Test& test, Site site, const Action& action, bool inserted) {
  const Instruction& there = instruction_of(test.program, site.thread, site.instruction);
  if (!is_of_kernel(test)) {
    return to_string(action, test.program.threads[site.thread], test.program);
  }
  const std::size_t begin = inserted ? 0 : begin_of_mnemonic(there.text, 0);
  const std::string guard = inserted ? "" : there.text.substr(0, begin);
  if (const auto fence = fence_of(action)) return guard + fence_text(*fence);
  const std::size_t end = end_of_mnemonic(there.text, begin);
  return guard + mnemonic_at(there.text.substr(begin, end - begin), level_of(action)) +
         there.text.substr(end);
}

std::string changed_module(const Test& test, std::string_view text,
                           const std::vector<Point>& points, const Assignment& levels) {
  ModuleText module(text);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Point& point = points[p];
    if (levels[p] == point.now) continue;
    const Level& level = point.levels[levels[p]];
    const Instruction& there = instruction_of(test.program, point.thread, point.instruction);
    const auto fence = fence_at(point.kind, level);
    if (point.gap) {
      module.insert(there.place, fence_text(*fence_of(*fence)));
    } else if (point.kind != PointKind::access) {
      if (fence) {
        module.replace_mnemonic(there.place, fence_text(*fence_of(*fence)));
      } else {
        module.remove(there.place);
      }
    } else {
      const std::size_t begin = begin_of_mnemonic(there.text, 0);
      const std::size_t end = end_of_mnemonic(there.text, begin);
      module.replace_mnemonic(there.place,
                              mnemonic_at(there.text.substr(begin, end - begin), level));
    }
  }
  return module.text();
}

}  // namespace opexplore::repair
