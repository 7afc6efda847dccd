#include "litmus/language/vulkan_format/modifiers.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/vulkan_format/modifier_rules.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::detail {

namespace {

constexpr std::array<std::string_view, 5> family_names = {"ld", "st", "rmw", "membar", "cbar"};

// Orders that the dialect writes, by their short words; it has none for relaxed.
constexpr std::array<Order, 3> written_orders = {Order::acquire, Order::release, Order::acq_rel};

// What a read-modify-write can do; one that only exchanges has no word.
constexpr std::array<AtomicOp, 8> operations = {
    AtomicOp::add,     AtomicOp::sub,    AtomicOp::mul,     AtomicOp::div,
    AtomicOp::bit_and, AtomicOp::bit_or, AtomicOp::bit_xor, AtomicOp::cas};

bool is_access(VulkanFamily family) {
  return family != VulkanFamily::fence && family != VulkanFamily::barrier;
}

bool may_acquire(VulkanFamily family) { return family != VulkanFamily::store; }
bool may_release(VulkanFamily family) { return family != VulkanFamily::load; }

bool takes(VulkanFamily family, Order order) {
  return (may_acquire(family) || !acquires(order)) && (may_release(family) || !releases(order));
}

std::string_view per_access_word(VulkanFamily family) {
  return family == VulkanFamily::load ? "vis" : "av";
}

bool has_per_access_word(VulkanFamily family) {
  return family == VulkanFamily::load || family == VulkanFamily::store;
}

std::optional<Order> find_order(std::string_view word) {
  const auto order = find_word(short_orders(), word);
  if (!order || std::ranges::find(written_orders, *order) == written_orders.end()) return {};
  return order;
}

/// `sc0` to `sc3`, or `semsc0` to `semsc3`.
std::optional<StorageClass> find_class(std::string_view word, std::string_view prefix) {
  if (word.size() != prefix.size() + 1 || !word.starts_with(prefix)) return std::nullopt;
  const char digit = word.back();
  if (digit < '0' || digit >= static_cast<char>('0' + storage_classes)) return std::nullopt;
  return static_cast<StorageClass>(digit - '0');
}

std::string class_text(std::string_view prefix, std::size_t number) {
  return std::string(prefix) + std::to_string(number);
}

std::vector<std::string> known_modifiers(VulkanFamily family) {
  std::vector<std::string> words;
  if (is_access(family)) words.emplace_back("atom");
  if (has_per_access_word(family)) {
    words.emplace_back("nonpriv");
    words.emplace_back(per_access_word(family));
  }
  for (const Order order : written_orders) {
    if (takes(family, order)) words.emplace_back(short_name(order));
  }
  for (const Word<VulkanScope>& scope : opexplore::words<VulkanScope>()) {
    words.emplace_back(scope.text);
  }
  for (std::size_t i = 0; i < storage_classes; ++i) {
    if (is_access(family)) words.push_back(class_text("sc", i));
    words.push_back(class_text("semsc", i));
  }
  if (may_release(family)) words.emplace_back("semav");
  if (may_acquire(family)) words.emplace_back("semvis");
  if (family == VulkanFamily::read_modify_write) {
    for (const AtomicOp op : operations) words.emplace_back(to_string(op));
  }
  return words;
}

/// What to say of a word that the instruction does not take.
std::string advice(VulkanFamily family, std::string_view word) {
  if (word == "acquire") return "write .acq";
  if (word == "release") return "write .rel";
  if (word == "exch") return "leave it out: rmw without an operation exchanges";
  if (find_word<Scope>(word)) return "the scopes of Vulkan are .sg, .wg, .qf and .dv";
  if (find_class(word, "sc")) return "only an access has the class of what it accesses";
  if (word.starts_with("sc") || word.starts_with("semsc")) return "the classes are 0 to 3";
  if (word == "av" || word == "semav" || word == "rel")
    return "what does not write releases nothing";
  if (word == "vis" || word == "semvis" || word == "acq")
    return "what does not read acquires nothing";
  const std::vector<std::string> known = known_modifiers(family);
  return did_you_mean(word, {known.begin(), known.end()});
}

class ModifierReader {
 public:
  ModifierReader(const Source& source, const Mnemonic& mnemonic, VulkanFamily family)
      : source_(source), mnemonic_(mnemonic), family_(family) {}

  VulkanModifiers read() {
    for (const Modifier& modifier : mnemonic_.modifiers) read(modifier);
    return result_;
  }

 private:
  void read(const Modifier& modifier) {
    const std::string_view word = modifier.text;
    const auto order = find_order(word);
    const auto scope = find_word<VulkanScope>(word);
    const auto operation = find_word<AtomicOp>(word);
    const auto accessed = find_class(word, "sc");
    if (const auto ordered = find_class(word, "semsc")) {
      if (has_class(result_.semantics, *ordered))
        fail_twice(modifier, "'" + std::string(word) + "'");
      result_.semantics |= set_of(*ordered);
    } else if (order && takes(family_, *order)) {
      if (result_.order != Order::weak) fail_twice(modifier, "order");
      result_.order = *order;
    } else if (scope) {
      set_once(modifier, "scope", result_.scope, *scope);
    } else if (accessed && is_access(family_)) {
      set_once(modifier, "storage class", result_.storage_class, *accessed);
    } else if (operation && family_ == VulkanFamily::read_modify_write &&
               std::ranges::find(operations, *operation) != operations.end()) {
      set_once(modifier, "operation", result_.operation, *operation);
    } else {
      read_flag(modifier);
    }
  }

  void read_flag(const Modifier& modifier) {
    const std::string_view word = modifier.text;
    if (word == "atom" && is_access(family_)) {
      set_flag(modifier, result_.atomic);
    } else if (word == "nonpriv" && has_per_access_word(family_)) {
      set_flag(modifier, result_.non_private);
    } else if (has_per_access_word(family_) && word == per_access_word(family_)) {
      set_flag(modifier, result_.available);
    } else if (word == "semav" && may_release(family_)) {
      set_flag(modifier, result_.make_available);
    } else if (word == "semvis" && may_acquire(family_)) {
      set_flag(modifier, result_.make_visible);
    } else {
      source_.fail(modifier.place, quote(mnemonic_.name) + " has no modifier " + quote(word),
                   advice(family_, word));
    }
  }

  void set_flag(const Modifier& modifier, bool& flag) {
    if (flag) fail_twice(modifier, "'" + std::string(modifier.text) + "'");
    flag = true;
  }

  template <class T>
  void set_once(const Modifier& modifier, std::string_view what, std::optional<T>& target,
                T value) {
    if (target) fail_twice(modifier, what);
    target = value;
  }

  [[noreturn]] void fail_twice(const Modifier& modifier, std::string_view what) const {
    source_.fail(modifier.place, quote(mnemonic_.text()) + " has a second " + std::string(what),
                 "leave out one of them");
  }

  const Source& source_;
  const Mnemonic& mnemonic_;
  VulkanFamily family_;
  VulkanModifiers result_;
};

/// The words in the order of the dialect; several classes ascend.
std::vector<std::string> ordered_words(VulkanFamily family, const VulkanModifiers& modifiers) {
  std::vector<std::string> words;
  const auto add = [&](bool given, std::string_view word) {
    if (given) words.emplace_back(word);
  };
  add(modifiers.atomic, "atom");
  add(modifiers.non_private, "nonpriv");
  add(modifiers.available, per_access_word(family));
  for (const Order order : written_orders) add(order == modifiers.order, short_name(order));
  if (modifiers.scope) words.emplace_back(to_string(*modifiers.scope));
  if (modifiers.storage_class) words.push_back(class_text("sc", *modifiers.storage_class));
  for (StorageClass i = 0; i < storage_classes; ++i) {
    add(has_class(modifiers.semantics, i), class_text("semsc", i));
  }
  add(modifiers.make_available, "semav");
  add(modifiers.make_visible, "semvis");
  if (modifiers.operation) words.emplace_back(to_string(*modifiers.operation));
  return words;
}

void require_word_order(const Source& source, const Mnemonic& mnemonic, VulkanFamily family,
                        const VulkanModifiers& modifiers) {
  const std::vector<std::string> right = ordered_words(family, modifiers);
  for (std::size_t i = 0; i < right.size(); ++i) {
    const Modifier& written = mnemonic.modifiers[i];
    // Several classes may stand in any order.
    const bool classes = find_class(written.text, "semsc") && find_class(right[i], "semsc");
    if (classes || written.text == right[i]) continue;
    source.fail(written.place,
                "the modifier " + quote(written.text) + " of " + quote(mnemonic.text()) +
                    " stands in the wrong place",
                "write " + quote(mnemonic_text(family, modifiers)));
  }
}

}  // namespace

std::string_view name_of(VulkanFamily family) {
  return family_names.at(static_cast<std::size_t>(family));
}

std::string mnemonic_text(VulkanFamily family, const VulkanModifiers& modifiers) {
  std::string text(name_of(family));
  for (const std::string& word : ordered_words(family, modifiers)) text += "." + word;
  return text;
}

VulkanModifiers read_modifiers(const Source& source, const Mnemonic& mnemonic,
                               VulkanFamily family) {
  const VulkanModifiers modifiers = ModifierReader(source, mnemonic, family).read();
  require_rules(source, mnemonic, family, modifiers);
  require_word_order(source, mnemonic, family, modifiers);
  return modifiers;
}

VulkanAttributes attributes_of(VulkanFamily family, const VulkanModifiers& modifiers) {
  const bool atomic = modifiers.atomic;
  const bool reads = family == VulkanFamily::load || family == VulkanFamily::read_modify_write;
  const bool writes = family == VulkanFamily::store || family == VulkanFamily::read_modify_write;
  VulkanAttributes attributes;
  attributes.scope = modifiers.scope.value_or(VulkanScope::device);
  attributes.storage_class = modifiers.storage_class.value_or(0);
  attributes.semantics = modifiers.semantics;
  attributes.non_private = atomic || modifiers.non_private || modifiers.available;
  attributes.available = writes && (atomic || modifiers.available);
  attributes.visible = reads && (atomic || modifiers.available);
  attributes.make_available = modifiers.make_available;
  attributes.make_visible = modifiers.make_visible;
  return attributes;
}

VulkanModifiers modifiers_of(VulkanFamily family, Order order, const VulkanAttributes& attributes,
                             std::optional<AtomicOp> operation) {
  VulkanModifiers modifiers;
  modifiers.atomic = is_access(family) && order != Order::weak;
  modifiers.order = order == Order::relaxed ? Order::weak : order;
  modifiers.available = is_access(family) && !modifiers.atomic &&
                        (family == VulkanFamily::load ? attributes.visible : attributes.available);
  modifiers.non_private =
      is_access(family) && !modifiers.atomic && !modifiers.available && attributes.non_private;
  if (!is_access(family) || modifiers.atomic || modifiers.available) {
    modifiers.scope = attributes.scope;
  }
  if (is_access(family)) modifiers.storage_class = attributes.storage_class;
  modifiers.semantics = attributes.semantics;
  modifiers.make_available = attributes.make_available;
  modifiers.make_visible = attributes.make_visible;
  if (operation && *operation != AtomicOp::exch) modifiers.operation = operation;
  return modifiers;
}

}  // namespace opexplore::detail
