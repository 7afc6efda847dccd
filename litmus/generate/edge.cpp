#include "litmus/generate/edge.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "litmus/generate/vulkan_words.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::generate {

namespace {

struct Communication {
  std::string_view name;
  EdgeKind kind;
  bool source_writes, target_writes;
};
// diy wrote Ws (write serialisation) before it wrote Co.
constexpr std::array<Communication, 4> communications{{{"Rf", EdgeKind::reads_from, true, false},
                                                       {"Co", EdgeKind::coherence, true, true},
                                                       {"Ws", EdgeKind::coherence, true, true},
                                                       {"Fr", EdgeKind::from_read, false, true}}};

constexpr std::array<std::pair<std::string_view, DependencyKind>, 3> dependencies{
    {{"DpAddr", DependencyKind::address},
     {"DpData", DependencyKind::data},
     {"DpCtrl", DependencyKind::control}}};

std::optional<Edge> parse_communication(std::string_view text) {
  const bool inverse = text.ends_with("^-1");
  if (inverse) text.remove_suffix(3);
  if (text.size() != 3 || (text[2] != 'e' && text[2] != 'i')) return std::nullopt;
  for (const Communication& entry : communications) {
    if (text.substr(0, 2) != entry.name) continue;
    Edge edge;
    edge.kind = entry.kind;
    edge.external = text[2] == 'e';
    edge.source_writes = entry.source_writes;
    edge.target_writes = entry.target_writes;
    if (!inverse) return edge;
    if (entry.kind != EdgeKind::reads_from) return std::nullopt;
    edge.kind = EdgeKind::read_source;
    std::swap(edge.source_writes, edge.target_writes);
    return edge;
  }
  return std::nullopt;
}

std::optional<Edge> parse_update(std::string_view text, Language language) {
  if (!text.starts_with("Amo.")) return std::nullopt;
  const auto form = parse_access(text.substr(4), language);
  if (!form || !form->atomic) return std::nullopt;
  Edge edge;
  edge.kind = EdgeKind::update;
  edge.target_writes = true;
  edge.form = *form;
  return edge;
}

std::optional<bool> parse_direction(char letter) {
  if (letter == 'W') return true;
  if (letter == 'R') return false;
  return std::nullopt;
}

// Takes `d` or `s` and `count` directions off the end of the text.
std::optional<Edge> parse_ends(std::string_view& text, std::size_t count) {
  if (text.size() <= count) return std::nullopt;
  const std::string_view ends = text.substr(text.size() - count - 1);
  if (ends[0] != 'd' && ends[0] != 's') return std::nullopt;
  Edge edge;
  edge.same_location = ends[0] == 's';
  const auto target = parse_direction(ends.back());
  const auto source = count == 2 ? parse_direction(ends[1]) : std::optional(false);
  if (!source || !target) return std::nullopt;
  edge.source_writes = *source;
  edge.target_writes = *target;
  text.remove_suffix(count + 1);
  return edge;
}

std::optional<Edge> parse_dependency_edge(std::string_view text) {
  const auto edge = parse_ends(text, 1);
  if (!edge) return std::nullopt;
  for (const auto& [name, kind] : dependencies) {
    if (text != name) continue;
    if (kind == DependencyKind::data && !edge->target_writes) return std::nullopt;
    Edge result = *edge;
    result.separator.dependency = kind;
    return result;
  }
  return std::nullopt;
}

std::optional<Edge> parse_program_order(std::string_view text, Language language) {
  std::optional<Edge> edge = parse_ends(text, 2);
  if (!edge || text == "Po") return edge;
  for (const std::string_view word : split(text, "-")) {
    const auto fence = parse_fence(word, language);
    if (!fence) return std::nullopt;
    edge->separator.fences.push_back(*fence);
  }
  return edge;
}

std::string ends(const Edge& edge, bool both) {
  std::string text = edge.same_location ? "s" : "d";
  if (both) text += edge.source_writes ? 'W' : 'R';
  return text + (edge.target_writes ? 'W' : 'R');
}

// What the dialect writes between the name of a fence or barrier and its operands.
std::string vulkan_fence_name(std::string_view name, Order order,
                              const VulkanAttributes& attributes) {
  const std::string written = order == Order::weak ? "" : std::string(short_name(order)) + ".";
  return std::string(name) + "." + written + ordering_text(order, attributes);
}

std::string fence_name(const Action& action) {
  if (const VulkanAttributes* const attributes = vulkan_of(action)) {
    return vulkan_fence_name(barrier_of(action) != nullptr ? "cbar" : "membar", *order_of(action),
                             *attributes);
  }
  return fence_of(action) ? fence_text(action) : "bar";
}

std::optional<Action> parse_vulkan_fence(std::string_view text) {
  if (const auto kind = find_word<DeviceOperationKind>(text)) return DeviceOperation{*kind};
  const std::vector<std::string_view> words = split(text, ".");
  std::span<const std::string_view> rest = words;
  const bool barrier = rest.front() == "cbar";
  if (rest.size() < 2 || (!barrier && rest.front() != "membar")) return std::nullopt;
  rest = rest.subspan(1);
  Order order = Order::weak;
  if (const auto written = parse_order(rest.front())) {
    if (!acquires(*written) && !releases(*written)) return std::nullopt;
    order = *written;
    rest = rest.subspan(1);
  }
  const auto attributes = parse_ordering(rest, order);
  if (!attributes || (!barrier && order == Order::weak)) return std::nullopt;
  if (!barrier) return Fence{order, Scope::gpu, attributes};
  Barrier result;
  result.order = order;
  result.vulkan = attributes;
  return result;
}

// Examples: there are many more.
std::vector<std::string> vulkan_fence_names() {
  std::vector<std::string> names;
  for (const Word<VulkanScope>& scope : words<VulkanScope>()) {
    VulkanAttributes attributes;
    attributes.scope = scope.value;
    attributes.semantics = usual_semantics;
    for (const Order order : {Order::acq_rel, Order::acquire, Order::release}) {
      names.push_back(vulkan_fence_name("membar", order, attributes));
    }
    for (const Order order : {Order::weak, Order::acq_rel}) {
      names.push_back(vulkan_fence_name("cbar", order, attributes));
    }
  }
  for (const Word<DeviceOperationKind>& kind : words<DeviceOperationKind>()) {
    names.emplace_back(kind.text);
  }
  return names;
}

std::vector<std::string> ptx_fence_names() {
  std::vector<std::string> names;
  for (const Word<Scope>& scope : scopes()) {
    for (const Order order : {Order::sc, Order::acq_rel, Order::acquire, Order::release}) {
      names.push_back(fence_name(Fence{order, scope.value}));
    }
  }
  for (const std::string_view level : texts(membar_levels())) {
    names.push_back(std::string("membar.").append(level));
  }
  for (const Word<ProxyFenceKind>& kind : words<ProxyFenceKind>()) {
    names.push_back(fence_name(ProxyFence{kind.value}));
  }
  names.emplace_back("bar");
  return names;
}

}  // namespace

std::optional<Action> parse_fence(std::string_view text, Language language) {
  if (language == Language::vulkan) return parse_vulkan_fence(text);
  if (text == "bar") return Barrier{};
  const std::vector<std::string_view> words = split(text, ".");
  if (words.size() == 2 && words[0] == "membar") {
    const auto level = find_word(membar_levels(), words[1]);
    return level ? std::optional(Fence{Order::sc, *level}) : std::nullopt;
  }
  if (words.size() != 3 || words[0] != "fence") return std::nullopt;
  if (words[1] == "proxy") {
    const auto kind = find_word<ProxyFenceKind>(words[2]);
    return kind ? std::optional(ProxyFence{*kind}) : std::nullopt;
  }
  const auto order = parse_order(words[1]);
  const auto scope = find_word(scopes(), words[2]);
  if (!order || !scope || *order == Order::weak || *order == Order::relaxed) return std::nullopt;
  return Fence{*order, *scope};
}

std::optional<Edge> parse_edge(std::string_view text, Language language) {
  if (auto edge = parse_communication(text)) return edge;
  if (auto edge = parse_update(text, language)) return edge;
  if (auto edge = parse_dependency_edge(text)) return edge;
  return parse_program_order(text, language);
}

std::string to_string(const Edge& edge) {
  if (edge.kind == EdgeKind::update) return "Amo." + to_string(edge.form);
  if (edge.kind == EdgeKind::program_order) {
    if (edge.separator.dependency) {
      for (const auto& [name, kind] : dependencies) {
        if (kind == *edge.separator.dependency) return std::string(name) + ends(edge, false);
      }
    }
    const bool plain = edge.separator.fences.empty();
    return (plain ? "Po" : to_string(edge.separator)) + ends(edge, true);
  }
  const EdgeKind kind = edge.kind == EdgeKind::read_source ? EdgeKind::reads_from : edge.kind;
  std::string text;
  for (const Communication& entry : communications) {
    if (entry.kind == kind && text.empty()) text = entry.name;
  }
  text += edge.external ? 'e' : 'i';
  return edge.kind == EdgeKind::read_source ? text + "^-1" : text;
}

std::vector<std::string> edge_names(Language language) {
  std::vector<std::string> names{"Rfe", "Rfi",    "Coe",    "Coi", "Fre",
                                 "Fri", "Rfe^-1", "Rfi^-1", "Wse", "Wsi"};
  const auto add = [&](const std::string& start, bool both) {
    for (const char* const place : {"d", "s"}) {
      for (const char* const source : {"W", "R"}) {
        if (!both && *source == 'W') continue;
        for (const char* const target : {"W", "R"}) {
          names.push_back(start + place + (both ? source : "") + target);
        }
      }
    }
  };
  add("Po", true);
  const bool vulkan = language == Language::vulkan;
  for (const std::string& fence : vulkan ? vulkan_fence_names() : ptx_fence_names()) {
    add(fence, true);
  }
  for (const auto& [name, kind] : dependencies) add(std::string(name), false);
  return names;
}

std::string to_string(const Separator& separator) {
  if (separator.dependency) return std::string(short_name(*separator.dependency));
  std::string text;
  for (const Action& fence : separator.fences)
    text += (text.empty() ? "" : "-") + fence_name(fence);
  return text.empty() ? "po" : text;
}

}  // namespace opexplore::generate
