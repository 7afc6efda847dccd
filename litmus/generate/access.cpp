#include "litmus/generate/access.hpp"

#include <span>

#include "litmus/generate/vulkan_words.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

namespace {

std::string_view short_name(Path path) {
  switch (path) {
    case Path::texture:
      return "tex";
    case Path::surface:
      return "sur";
    case Path::constant:
      return "const";
    case Path::generic:
    case Path::alias:
      break;
  }
  return long_name(path);
}

std::optional<Path> parse_path(std::string_view text) {
  for (const Path path : all_paths) {
    if (text == short_name(path) || text == long_name(path)) return path;
  }
  return std::nullopt;
}

std::optional<AtomicOp> parse_atomic(std::string_view text) {
  for (const AtomicOp op : generated_atomics) {
    if (text == to_string(op)) return op;
  }
  return std::nullopt;
}

bool has_order(const AccessForm& form) {
  return form.path == Path::generic || form.path == Path::alias;
}

bool is_consistent_vulkan(const AccessForm& form) {
  if (!has_order(form) || form.order == Order::sc) return false;
  const VulkanAttributes said = form.vulkan.value_or(VulkanAttributes{});
  if (form.order == Order::weak) return !form.atomic && !(said.available && said.visible);
  return form.vulkan && (form.atomic || form.order != Order::acq_rel);
}

// What the program model knows: proxies other than the generic one have weak accesses here,
// weak ones no scope, atomics no weak order.
bool is_consistent(const AccessForm& form) {
  if (form.vulkan || form.storage_class) return is_consistent_vulkan(form);
  if (form.order == Order::sc) return false;
  if (form.order == Order::weak) return !form.atomic && form.scope == Scope::sys;
  return has_order(form) && (form.atomic || form.order != Order::acq_rel);
}

// Of a plain access without availability and visibility.
constexpr std::string_view private_word = "priv", non_private_word = "nonpriv";

std::string vulkan_text(const AccessForm& form) {
  const VulkanAttributes said = form.vulkan.value_or(VulkanAttributes{});
  std::string text;
  if (form.order != Order::weak) {
    text = std::string(short_name(form.order)) + '.' + ordering_text(form.order, said);
  } else if (said.available || said.visible) {
    text = (said.available ? "av." : "vis.") + std::string(to_string(said.scope));
  } else {
    text = said.non_private ? non_private_word : private_word;
  }
  return form.storage_class ? text + '.' + storage_class_text(*form.storage_class) : text;
}

// `priv`, `nonpriv`, `av.SCOPE`, `vis.SCOPE`.
bool parse_privacy(std::span<const std::string_view> words, AccessForm& form) {
  const std::string_view word = words.front();
  if (word == private_word && words.size() == 1) return true;
  VulkanAttributes attributes;
  attributes.non_private = true;
  attributes.available = word == "av";
  attributes.visible = word == "vis";
  form.vulkan = attributes;
  if (word == non_private_word) return words.size() == 1;
  const auto scope = find_word<VulkanScope>(words.back());
  if ((!attributes.available && !attributes.visible) || words.size() != 2 || !scope) return false;
  form.vulkan->scope = *scope;
  return true;
}

// What follows path and operation in Vulkan; the storage class stands at the end.
bool parse_vulkan(std::span<const std::string_view> words, AccessForm& form) {
  form.storage_class = parse_storage_class(words.back());
  if (form.storage_class) words = words.first(words.size() - 1);
  if (words.empty()) return false;
  const auto order = parse_order(words.front());
  if (!order || *order == Order::weak) {
    return order ? words.size() == 1 : parse_privacy(words, form);
  }
  form.order = *order;
  form.vulkan = parse_ordering(words.subspan(1), *order);
  return form.vulkan.has_value();
}

// The same in PTX.
bool parse_strength(std::span<const std::string_view> words, AccessForm& form) {
  const auto order = parse_order(words.front());
  if (!order) return false;
  form.order = *order;
  if (form.order == Order::weak) return words.size() == 1;
  const auto scope = words.size() == 2 ? find_word(scopes(), words.back()) : std::nullopt;
  if (!scope) return false;
  form.scope = *scope;
  return true;
}

}  // namespace

std::span<const Word<Scope>> scopes() {
  static const std::vector<Word<Scope>> generated = [] {
    const auto known = words<Scope>();
    std::vector<Word<Scope>> all(known.begin(), known.end());
    std::erase_if(all, [](const Word<Scope>& word) { return word.value == Scope::cluster; });
    return all;
  }();
  return generated;
}

bool can_read(const AccessForm& form) {
  if (form.vulkan && form.vulkan->available) return false;
  return is_consistent(form) && (form.atomic || form.order != Order::release);
}

bool can_write(const AccessForm& form) {
  if (form.path == Path::texture || form.path == Path::constant) return false;
  if (form.vulkan && form.vulkan->visible) return false;
  return is_consistent(form) && (form.atomic || form.order != Order::acquire);
}

VulkanAttributes vulkan_attributes(const AccessForm& form, bool reads, bool writes,
                                   StorageClass of_location) {
  VulkanAttributes attributes = form.vulkan.value_or(VulkanAttributes{});
  attributes.storage_class = form.storage_class.value_or(of_location);
  if (form.order == Order::weak) return attributes;
  attributes.non_private = true;
  attributes.available = writes;
  attributes.visible = reads;
  return attributes;
}

std::string to_string(const AccessForm& form, Language language) {
  const bool vulkan = language == Language::vulkan || form.vulkan || form.storage_class;
  std::string text;
  if (form.path != Path::generic) text = std::string(short_name(form.path));
  if (form.order == Order::weak && !vulkan) return text.empty() ? "weak" : text;
  if (!text.empty()) text += '.';
  if (form.atomic) text += std::string(to_string(*form.atomic)) + '.';
  if (vulkan) return text + vulkan_text(form);
  return text + std::string(short_name(form.order)) + '.' + std::string(to_string(form.scope));
}

std::optional<AccessForm> parse_access(std::string_view text, Language language) {
  AccessForm form;
  const std::vector<std::string_view> words = split(text, ".");
  std::span<const std::string_view> rest = words;
  const auto take = [&] { rest = rest.subspan(1); };
  if (const auto path = parse_path(rest.front())) form.path = *path, take();
  if (language == Language::vulkan && !has_order(form)) return std::nullopt;
  if (rest.empty()) return form;
  if (const auto atomic = parse_atomic(rest.front())) form.atomic = *atomic, take();
  if (rest.empty()) return std::nullopt;
  const bool known =
      language == Language::vulkan ? parse_vulkan(rest, form) : parse_strength(rest, form);
  if (!known || (!can_read(form) && !can_write(form))) return std::nullopt;
  return form;
}

std::optional<Order> parse_order(std::string_view text) {
  const std::optional<Order> order = find_word(short_orders(), text);
  return order ? order : find_word<Order>(text);
}

// A path is called like the fence between it and the generic one.
std::string_view long_name(Path path) {
  switch (path) {
    case Path::generic:
      break;
    case Path::alias:
      return to_string(ProxyFenceKind::alias);
    case Path::texture:
      return to_string(ProxyFenceKind::texture);
    case Path::surface:
      return to_string(ProxyFenceKind::surface);
    case Path::constant:
      return to_string(ProxyFenceKind::constant);
  }
  return to_string(ProxyFenceKind::generic);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

}  // namespace opexplore::generate
