#include "litmus/generate/vulkan_words.hpp"

#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

namespace {

std::optional<StorageClass> parse_class(std::string_view word, std::string_view prefix) {
  if (word.size() != prefix.size() + 1 || !word.starts_with(prefix)) return std::nullopt;
  const char digit = word.back();
  if (digit < '0' || digit >= static_cast<char>('0' + storage_classes)) return std::nullopt;
  return static_cast<StorageClass>(digit - '0');
}

}  // namespace

std::string storage_class_text(StorageClass storage_class) {
  return "sc" + std::to_string(storage_class);
}

std::optional<StorageClass> parse_storage_class(std::string_view word) {
  return parse_class(word, "sc");
}

std::string ordering_text(Order order, const VulkanAttributes& attributes) {
  std::string text(to_string(attributes.scope));
  const bool orders = acquires(order) || releases(order);
  if (!orders) return text;
  for (StorageClass i = 0; i < storage_classes; ++i) {
    if (attributes.semantics != usual_semantics && has_class(attributes.semantics, i)) {
      text += ".sem" + storage_class_text(i);
    }
  }
  if (attributes.make_available) text += ".semav";
  if (attributes.make_visible) text += ".semvis";
  return text;
}

std::optional<VulkanAttributes> parse_semantics(std::span<const std::string_view> words) {
  VulkanAttributes attributes;
  for (const std::string_view word : words) {
    const bool last = attributes.make_visible;
    if (const auto ordered = parse_class(word, "semsc")) {
      if (has_class(attributes.semantics, *ordered)) return std::nullopt;
      if (last || attributes.make_available) return std::nullopt;
      attributes.semantics |= set_of(*ordered);
    } else if (word == "semav" && !attributes.make_available && !last) {
      attributes.make_available = true;
    } else if (word == "semvis" && !last) {
      attributes.make_visible = true;
    } else {
      return std::nullopt;
    }
  }
  if (attributes.semantics == 0) attributes.semantics = usual_semantics;
  return attributes;
}

std::optional<VulkanAttributes> parse_ordering(std::span<const std::string_view> words,
                                               Order order) {
  if (words.empty()) return std::nullopt;
  const auto scope = find_word<VulkanScope>(words.front());
  const auto said = parse_semantics(words.subspan(1));
  if (!scope || !said) return std::nullopt;
  const VulkanAttributes attributes = with_order(*said, order, *scope);
  const bool fits = attributes.make_available == said->make_available &&
                    attributes.make_visible == said->make_visible;
  if (!fits || (attributes.semantics == 0 && words.size() > 1)) return std::nullopt;
  return attributes;
}

VulkanAttributes with_order(const VulkanAttributes& semantics, Order order, VulkanScope scope) {
  VulkanAttributes attributes;
  attributes.scope = scope;
  if (acquires(order) || releases(order)) attributes.semantics = semantics.semantics;
  attributes.make_available = semantics.make_available && releases(order);
  attributes.make_visible = semantics.make_visible && acquires(order);
  return attributes;
}

}  // namespace opexplore::generate
