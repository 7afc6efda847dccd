#include "litmus/language/khronos_format/modifiers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

/// Every word that there is.
constexpr std::array<std::string_view, 27> khronos_words = {
    "ld",     "st",  "rmw", "membar", "cbar",    "avdevice", "visdevice", "atom",     "nonpriv",
    "av",     "vis", "acq", "rel",    "scopesg", "scopewg",  "scopeqf",   "scopedev", "semav",
    "semvis", "sc0", "sc1", "sc2",    "sc3",     "semsc0",   "semsc1",    "semsc2",   "semsc3"};

/// Of the words that are names of instructions: what they are.
constexpr std::array<std::pair<std::string_view, KhronosKind>, 7> kinds = {
    {{"ld", KhronosKind::load},
     {"st", KhronosKind::store},
     {"rmw", KhronosKind::read_modify_write},
     {"membar", KhronosKind::fence},
     {"cbar", KhronosKind::barrier},
     {"avdevice", KhronosKind::device_available},
     {"visdevice", KhronosKind::device_visible}}};

constexpr std::array<std::pair<std::string_view, VulkanScope>, 4> scopes = {
    {{"scopesg", VulkanScope::subgroup},
     {"scopewg", VulkanScope::workgroup},
     {"scopeqf", VulkanScope::queue_family},
     {"scopedev", VulkanScope::device}}};

class WordReader {
 public:
  WordReader(const Tokens& line, KhronosInstruction& instruction)
      : line_(line), instruction_(instruction) {}

  void read() {
    split();
    require_known();
    choose_kind();
    const bool device = instruction_.kind == KhronosKind::device_available ||
                        instruction_.kind == KhronosKind::device_visible;
    if (device) {
      if (words_.size() > 1) fail(words_[1].text, "it takes no other word", "leave it out");
      return;
    }
    set_modifiers();
    require_access_words();
    require_orders();
    require_scope();
  }

 private:
  bool has(std::string_view word) const {
    return std::ranges::find(words_, word, &Modifier::text) != words_.end();
  }
  const Modifier* beginning_with(std::string_view beginning) const {
    const auto found = std::ranges::find_if(
        words_, [&](const Modifier& word) { return word.text.starts_with(beginning); });
    return found == words_.end() ? nullptr : &*found;
  }

  /// At that word, or at the beginning.
  [[noreturn]] void fail(std::string_view word, const std::string& message,
                         const std::string& advice) const {
    const Modifier* const written = word.empty() ? nullptr : beginning_with(word);
    const Token& first = instruction_.first;
    line_.source().fail(written != nullptr ? written->place : first.place,
                        quote(first.text) + ": " + message, advice);
  }

  void split() {
    std::string_view left = instruction_.first.text;
    SourcePlace place = instruction_.first.place;
    for (;;) {
      const std::size_t end = left.find('.');
      const std::string_view word = left.substr(0, end);
      words_.push_back({word, place});
      if (end == left.npos) return;
      for (const char c : left.substr(0, end + 1)) place.column += is_continuation(c) ? 0 : 1;
      left.remove_prefix(end + 1);
    }
  }

  void require_known() const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const Modifier& word = words_[i];
      if (std::ranges::find(khronos_words, word.text) == khronos_words.end()) {
        line_.source().fail(
            word.place, (i == 0 ? "unknown instruction " : "unknown modifier ") + quote(word.text),
            advice_on(word.text));
      }
      const bool again =
          std::any_of(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(i),
                      [&](const Modifier& other) { return other.text == word.text; });
      if (again) {
        line_.source().fail(word.place, quote(word.text) + " stands here twice",
                            "leave out one of them");
      }
    }
  }

  static std::string advice_on(std::string_view word) {
    constexpr std::array<std::string_view, 4> short_scopes = {"sg", "wg", "qf", "dv"};
    if (std::ranges::find(short_scopes, word) != short_scopes.end()) {
      return "scopes are written scopesg, scopewg, scopeqf and scopedev here; a test with " +
             quote(word) + " begins with 'VULKAN name'";
    }
    if (word == "acq_rel") return "write .acq.rel";
    if (word.starts_with("sc") || word.starts_with("semsc")) return "the classes are 0 to 3";
    return did_you_mean(word, {khronos_words.begin(), khronos_words.end()},
                        "see the list of words of the format");
  }

  void choose_kind() {
    const bool both = has("ld") && has("st") && has("atom");
    const Modifier* first = nullptr;
    for (const Modifier& word : words_) {
      const auto kind =
          std::ranges::find(kinds, word.text, &std::pair<std::string_view, KhronosKind>::first);
      if (kind == kinds.end()) continue;
      if (first != nullptr && !both) {
        line_.source().fail(word.place,
                            "one line is " + quote(first->text) + " and " + quote(word.text),
                            "what reads and writes is written 'rmw' or 'ld.st.atom'");
      }
      if (first == nullptr) instruction_.kind = kind->second;
      first = &word;
    }
    if (first == nullptr)
      fail("", "it names no instruction",
           "instructions are ld, st, rmw, membar, cbar, avdevice and visdevice");
    if (!both) return;
    instruction_.kind = KhronosKind::read_modify_write;
    for (const std::string_view other : {"rmw", "membar", "cbar", "avdevice", "visdevice"}) {
      if (has(other)) fail(other, quote(other) + " does not go with 'ld' and 'st'", "leave it out");
    }
  }

  void set_modifiers() {
    VulkanModifiers& modifiers = instruction_.modifiers;
    modifiers.atomic = has("atom") || instruction_.kind == KhronosKind::read_modify_write;
    modifiers.order = has("acq") ? (has("rel") ? Order::acq_rel : Order::acquire)
                                 : (has("rel") ? Order::release : Order::weak);
    for (const auto& [word, scope] : scopes) {
      if (!has(word)) continue;
      if (modifiers.scope) fail(word, "it has two scopes", "leave out one of them");
      modifiers.scope = scope;
    }
    for (StorageClass i = 0; i < storage_classes; ++i) {
      if (has("semsc" + std::to_string(i))) modifiers.semantics |= set_of(i);
      if (!has("sc" + std::to_string(i))) continue;
      if (modifiers.storage_class)
        fail("sc" + std::to_string(i), "it has two storage classes", "leave out one of them");
      modifiers.storage_class = i;
    }
    // An atomic is non-private, available and visible without words for it, and what is available
    // or visible is non-private: to write that too changes nothing.
    modifiers.available = !modifiers.atomic && (has("av") || has("vis"));
    modifiers.non_private = !modifiers.atomic && !modifiers.available && has("nonpriv");
    modifiers.make_available = has("semav");
    modifiers.make_visible = has("semvis");
  }

  void require_access_words() const {
    const VulkanModifiers& modifiers = instruction_.modifiers;
    if (instruction_.is_access()) {
      if (!modifiers.storage_class)
        fail("", "an access has the storage class of what it accesses", "add .sc0 to .sc3");
      if (has("av") && !instruction_.writes())
        fail("av", "what does not write makes nothing available", "a load has .vis");
      if (has("vis") && !instruction_.reads())
        fail("vis", "what does not read makes nothing visible", "a store has .av");
      return;
    }
    for (const std::string_view word :
         {"atom", "nonpriv", "av", "vis", "sc0", "sc1", "sc2", "sc3"}) {
      if (has(word)) fail(word, "only an access has " + quote(word), "leave it out");
    }
  }

  void require_orders() const {
    const VulkanModifiers& modifiers = instruction_.modifiers;
    const bool orders = modifiers.order != Order::weak;
    if (instruction_.is_access() && orders && !modifiers.atomic) {
      fail(has("acq") ? "acq" : "rel", "only an atomic access has an order", "add .atom");
    }
    if (has("acq") && instruction_.kind == KhronosKind::store)
      fail("acq", "what does not read acquires nothing", "a store has .rel");
    if (has("rel") && instruction_.kind == KhronosKind::load)
      fail("rel", "what does not write releases nothing", "a load has .acq");
    if (instruction_.kind == KhronosKind::fence && !orders)
      fail("", "a fence has an order", "add .acq, .rel or both");
    if (orders && modifiers.semantics == 0) {
      fail(has("acq") ? "acq" : "rel", "an order names the storage classes that it is for",
           "add .semsc0 to .semsc3");
    }
    if (!orders && modifiers.semantics != 0) {
      fail("semsc", "without .acq or .rel it orders no storage classes",
           "add an order, or leave it out");
    }
    if (modifiers.make_available && !releases(modifiers.order))
      fail("semav", "only what releases makes other writes available", "add .rel, or leave it out");
    if (modifiers.make_visible && !acquires(modifiers.order))
      fail("semvis", "only what acquires makes other writes visible", "add .acq, or leave it out");
  }

  /// What the scope of a plain access would mean the formal model does not say, and it has none.
  void require_scope() {
    VulkanModifiers& modifiers = instruction_.modifiers;
    const bool needed = !instruction_.is_access() || modifiers.atomic || modifiers.available;
    if (needed && !modifiers.scope) {
      fail("", "it needs a scope", "add .scopesg, .scopewg, .scopeqf or .scopedev");
    }
    if (!needed) modifiers.scope.reset();
  }

  const Tokens& line_;
  KhronosInstruction& instruction_;
  std::vector<Modifier> words_;
};

}  // namespace

void read_khronos_words(const KhronosLine& line, KhronosInstruction& instruction) {
  WordReader(line.tokens, instruction).read();
}

}  // namespace opexplore::detail
