#include "litmus/generate/access.hpp"

#include <array>
#include <utility>

namespace opexplore::generate {

namespace {

constexpr std::array<std::pair<std::string_view, Order>, 9> orders{{{"weak", Order::weak},
                                                                    {"rlx", Order::relaxed},
                                                                    {"acq", Order::acquire},
                                                                    {"rel", Order::release},
                                                                    {"acq_rel", Order::acq_rel},
                                                                    {"sc", Order::sc},
                                                                    {"relaxed", Order::relaxed},
                                                                    {"acquire", Order::acquire},
                                                                    {"release", Order::release}}};
constexpr std::array<std::pair<std::string_view, Path>, 8> paths{{{"generic", Path::generic},
                                                                  {"alias", Path::alias},
                                                                  {"tex", Path::texture},
                                                                  {"sur", Path::surface},
                                                                  {"const", Path::constant},
                                                                  {"texture", Path::texture},
                                                                  {"surface", Path::surface},
                                                                  {"constant", Path::constant}}};
constexpr std::array<std::pair<std::string_view, Scope>, 3> scopes{
    {{"cta", Scope::cta}, {"gpu", Scope::gpu}, {"sys", Scope::sys}}};
constexpr std::array<std::pair<std::string_view, AtomicOp>, 2> atomics{
    {{"exch", AtomicOp::exch}, {"add", AtomicOp::add}}};

template <class Table>
auto find(const Table& table, std::string_view text)
    -> std::optional<decltype(table.front().second)> {
  for (const auto& [name, value] : table) {
    if (name == text) return value;
  }
  return std::nullopt;
}

template <class Table, class T>
std::string_view name_of(const Table& table, T wanted) {
  for (const auto& [name, value] : table) {
    if (value == wanted) return name;
  }
  return "";
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
  if (form.atomic) text += std::string(name_of(atomics, *form.atomic)) + '.';
  return text + std::string(short_name(form.order)) + '.' +
         std::string(opexplore::to_string(form.scope));
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
    const auto scope = parse_scope(word());
    if (!scope) return std::nullopt;
    form.scope = *scope;
    ++next;
  }
  if (next != words.size() || (!can_read(form) && !can_write(form))) return std::nullopt;
  return form;
}

std::string_view short_name(Order order) { return name_of(orders, order); }
std::optional<Order> parse_order(std::string_view text) { return find(orders, text); }
std::optional<Scope> parse_scope(std::string_view text) { return find(scopes, text); }
std::string_view short_name(Path path) { return name_of(paths, path); }
std::optional<Path> parse_path(std::string_view text) { return find(paths, text); }
std::optional<AtomicOp> parse_atomic(std::string_view text) { return find(atomics, text); }

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
