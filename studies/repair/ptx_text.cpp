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
#include "opmodel/asynchronous_accesses.hpp"
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

// The parts of a mnemonic between dots.
std::vector<std::string_view> words_of(std::string_view mnemonic) {
  std::vector<std::string_view> words;
  while (!mnemonic.empty()) {
    const std::size_t dot = std::min(mnemonic.find('.'), mnemonic.size());
    words.push_back(mnemonic.substr(0, dot));
    mnemonic.remove_prefix(std::min(dot + 1, mnemonic.size()));
  }
  return words;
}

// An arrival or a wait: order and scope stand in front of what says where the mbarrier is, or how
// wide (9.7.15.16); an arrival at the barrier of a cluster ends in them (9.7.15.3).
std::string operation_mnemonic(std::string_view mnemonic, const Level& level, bool has_scope) {
  const std::string order =
      '.' + (has_scope ? order_name(level) : std::string(to_string(level.order)));
  std::string text;
  bool said = false;
  for (const std::string_view word : words_of(mnemonic)) {
    if (has_scope ? is_order_word(word) : find_word<Order>(word).has_value()) continue;
    const bool behind =
        word == "shared" || word.starts_with("shared::") || word == "b64" || word == "aligned";
    if (behind && !std::exchange(said, true)) text += order;
    text += (text.empty() ? "" : ".") + std::string(word);
  }
  return said ? text : text + order;
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

  void replace_statement(SourcePlace place, const std::string& statement) {
    const std::size_t begin = begin_of_mnemonic(text_, offset(place));
    replaced_.push_back({begin, text_.find(';', begin), statement});
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
  std::string text;
  for (const std::string_view word : words_of(mnemonic)) {
    if (is_order_word(word)) continue;
    const bool first = text.empty();
    text += (first ? "" : ".") + std::string(word);
    if (first && level.order != Order::weak) text += '.' + order_name(level);
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
  const std::string_view mnemonic = std::string_view(there.text).substr(begin, end - begin);
  const Level level = level_of(action);
  if (!level.instruction) {
    const bool accesses = memory_access(action) != nullptr;
    return guard +
           (accesses ? mnemonic_at(mnemonic, level)
                     : operation_mnemonic(mnemonic, level,
                                          asynchronous_as<ClusterBarrier>(action) == nullptr)) +
           there.text.substr(end);
  }
  const std::string whole = to_string(action, test.program.threads[site.thread], test.program);
  // What it names is written in registers.
  const auto* const fence = asynchronous_as<AsynchronousFence>(action);
  const bool names = fence != nullptr && fence->object;
  return guard +
         (names ? whole.substr(0, end_of_mnemonic(whole, 0)) + there.text.substr(end) : whole);
}

std::string changed_module(const Test& test, std::string_view text,
                           const std::vector<Point>& points, const Assignment& levels) {
  ModuleText module(text);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const Point& point = points[p];
    if (levels[p] == point.now) continue;
    const Level& level = point.levels[levels[p]];
    const Instruction& there = instruction_of(test.program, point.thread, point.instruction);
    const auto action =
        point.gap ? fence_at(point.kind, level) : at_level(there.action, point.kind, level);
    if (!action) {
      module.remove(there.place);
      continue;
    }
    const std::string changed =
        instruction_text(test, {point.thread, point.instruction}, *action, point.gap);
    const std::size_t begin = begin_of_mnemonic(changed, 0);
    if (point.gap) {
      module.insert(there.place, changed);
    } else if (point.kind == PointKind::wait) {
      module.replace_statement(there.place, changed.substr(begin));
    } else {
      module.replace_mnemonic(there.place,
                              changed.substr(begin, end_of_mnemonic(changed, begin) - begin));
    }
  }
  return module.text();
}

}  // namespace opexplore::repair
