#include "litmus/generate/access.hpp"

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

// What the program model knows: proxies other than the generic one have weak accesses here,
// weak ones no scope, atomics no weak order.
bool is_consistent(const AccessForm& form) {
  if (form.order == Order::sc) return false;
  if (form.order == Order::weak) return !form.atomic && form.scope == Scope::sys;
  return has_order(form) && (form.atomic || form.order != Order::acq_rel);
}

}  // namespace

bool can_read(const AccessForm& form) {
  return is_consistent(form) && (form.atomic || form.order != Order::release);
}

bool can_write(const AccessForm& form) {
  if (form.path == Path::texture || form.path == Path::constant) return false;
  return is_consistent(form) && (form.atomic || form.order != Order::acquire);
}

std::string to_string(const AccessForm& form) {
  std::string text;
  if (form.path != Path::generic) text = std::string(short_name(form.path));
  if (form.order == Order::weak) return text.empty() ? "weak" : text;
  if (!text.empty()) text += '.';
  if (form.atomic) text += std::string(to_string(*form.atomic)) + '.';
  return text + std::string(short_name(form.order)) + '.' + std::string(to_string(form.scope));
}

std::optional<AccessForm> parse_access(std::string_view text) {
  AccessForm form;
  std::vector<std::string_view> words = split(text, ".");
  std::size_t next = 0;
  const auto word = [&] { return next < words.size() ? words[next] : std::string_view(); };
  if (const auto path = parse_path(word())) form.path = *path, ++next;
  if (const auto atomic = parse_atomic(word())) form.atomic = *atomic, ++next;
  if (next == words.size()) {
    return next == 0 || form.atomic ? std::nullopt : std::optional(form);
  }
  const auto order = parse_order(word());
  if (!order) return std::nullopt;
  form.order = *order;
  ++next;
  if (form.order != Order::weak) {
    const auto scope = find_word<Scope>(word());
    if (!scope) return std::nullopt;
    form.scope = *scope;
    ++next;
  }
  if (next != words.size() || (!can_read(form) && !can_write(form))) return std::nullopt;
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
