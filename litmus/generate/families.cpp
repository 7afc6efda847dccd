#include "litmus/generate/families.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "litmus/input/suggestion.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::generate {

namespace {

bool same_shape(const Edge& a, const Edge& b) {
  return a.kind == b.kind && a.source_writes == b.source_writes &&
         a.target_writes == b.target_writes && a.external == b.external &&
         a.same_location == b.same_location;
}

bool same_shape(const std::vector<Edge>& a, const std::vector<Edge>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t shift = 0; shift < a.size(); ++shift) {
    bool same = true;
    for (std::size_t i = 0; i < a.size() && same; ++i) {
      same = same_shape(a[i], b[(i + shift) % b.size()]);
    }
    if (same) return true;
  }
  return false;
}

std::string shape_name(const Layout& layout) {
  std::string text;
  const std::vector<Edge>& edges = layout.cycle.edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const bool half = i != 0 && edges[i - 1].kind == EdgeKind::update;
    const char* const access = edges[i].kind == EdgeKind::update ? "U"
                               : edges[i].source_writes          ? "W"
                                                                 : "R";
    if (!half) text += access + location_name(layout.location[i]);
    if (!edges[i].external) continue;
    std::string name = to_string(edges[i]);
    name.erase(2, 1);  // its e
    text += "-" + name + (i + 1 == edges.size() ? "" : "-");
  }
  return text;
}

/// A cycle in which one part stands any number of times.
struct Scalable {
  std::string_view name;      ///< with the fewest threads
  std::string_view numbered;  ///< what follows the number of threads, and a dot
  std::string_view before, repeated, after;
  std::size_t fixed;   ///< threads without the repeated part
  std::size_t each;    ///< threads of that part
  std::size_t fewest;  ///< with fewer it is no cycle, or another family
};

constexpr std::array<Scalable, 8> scalable{
    {{"MP", "MP", "PodWW Rfe", "PodRW Rfe", "PodRR Fre", 2, 1, 2},
     {"SB", "SB", "", "PodWR Fre", "", 0, 1, 2},
     {"LB", "LB", "", "PodRW Rfe", "", 0, 1, 2},
     {"S", "S", "PodWW Rfe", "PodRW Rfe", "PodRW Coe", 2, 1, 2},
     {"R", "R", "", "PodWW Coe", "PodWR Fre", 1, 1, 2},
     {"2+2W", "2W", "", "PodWW Coe", "", 0, 1, 2},
     {"WRC", "WRC", "Rfe", "PodRW Rfe", "PodRR Fre", 2, 1, 3},
     {"IRIW", "IRIW", "", "Rfe PodRR Fre", "", 0, 2, 4}}};

// With so many threads; empty if it cannot have so many.
std::string cycle_of(const Scalable& family, std::size_t threads) {
  if (threads < family.fewest || threads > max_threads) return "";
  if ((threads - family.fixed) % family.each != 0) return "";
  std::string cycle(family.before);
  const auto add = [&](std::string_view part) {
    if (!cycle.empty() && !part.empty()) cycle += ' ';
    cycle += part;
  };
  for (std::size_t left = (threads - family.fixed) / family.each; left != 0; --left) {
    add(family.repeated);
  }
  add(family.after);
  return cycle;
}

std::string numbered_name(const Scalable& family, std::size_t threads) {
  return std::to_string(threads) + "." + std::string(family.numbered);
}

const Scalable* find_scalable(std::string_view name) {
  const auto found = std::find_if(scalable.begin(), scalable.end(),
                                  [&](const Scalable& family) { return name == family.name; });
  return found == scalable.end() ? nullptr : &*found;
}

// `8.SB`, of any family that there is with so many threads.
std::optional<Family> find_numbered(std::string_view name) {
  std::size_t threads = 0;
  const auto [dot, error] = std::from_chars(name.data(), name.data() + name.size(), threads);
  const auto digits = static_cast<std::size_t>(dot - name.data());
  if (error != std::errc{} || digits == name.size() || name[digits] != '.') return std::nullopt;
  for (const Scalable& family : scalable) {
    if (name.substr(digits + 1) != family.numbered) continue;
    const std::string cycle = cycle_of(family, threads);
    if (!cycle.empty()) return Family{std::string(name), cycle};
  }
  return std::nullopt;
}

std::string family_name(const Layout& layout) {
  static const std::vector<std::vector<Edge>> shapes = [] {
    std::vector<std::vector<Edge>> all;
    for (const Family& family : families()) all.push_back(parse_cycle(family.cycle).edges);
    return all;
  }();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (same_shape(shapes[i], layout.cycle.edges)) return families()[i].name;
  }
  for (const Scalable& family : scalable) {
    const std::string cycle = cycle_of(family, layout.threads);
    if (std::count(cycle.begin(), cycle.end(), ' ') + 1 !=
        static_cast<std::ptrdiff_t>(layout.cycle.edges.size())) {
      continue;
    }
    if (same_shape(parse_cycle(cycle).edges, layout.cycle.edges)) {
      return numbered_name(family, layout.threads);
    }
  }
  return shape_name(layout);
}

/// The accesses of one thread, and what is between them: `links[i]` between i and i + 1.
struct Part {
  std::vector<AccessForm> forms;
  std::vector<std::string> links;
  Language language = Language::ptx;

  bool annotated() const {
    return std::any_of(forms.begin(), forms.end(),
                       [](const AccessForm& form) { return form != AccessForm{}; });
  }
  bool linked() const {
    return std::any_of(links.begin(), links.end(),
                       [](const std::string& link) { return link != "po"; });
  }
};

std::vector<Part> parts_of(const Layout& layout) {
  std::vector<Part> parts(layout.threads);
  const std::vector<Edge>& edges = layout.cycle.edges;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    Part& part = parts[layout.thread[i]];
    part.language = layout.cycle.language;
    const bool half = i != 0 && edges[i - 1].kind == EdgeKind::update;
    if (!half) {
      const bool update = edges[i].kind == EdgeKind::update;
      part.forms.push_back(update ? edges[i].form : layout.cycle.forms[i]);
    }
    const bool last = i + 1 == edges.size() || layout.thread[i + 1] != layout.thread[i];
    if (last || edges[i].kind == EdgeKind::update) continue;
    if (edges[i].kind == EdgeKind::program_order) {
      part.links.push_back(to_string(edges[i].separator));
    } else {
      std::string name = to_string(edges[i]);
      name.front() = static_cast<char>(name.front() - 'A' + 'a');
      part.links.push_back(name);
    }
  }
  return parts;
}

// Which accesses are spelled out. Frequent cases are short: all relaxed alike (in Vulkan also
// all plain alike), a release at the end, an acquire at the beginning.
std::vector<bool> spelled_out(const Part& part) {
  const std::vector<AccessForm>& forms = part.forms;
  std::vector<bool> all(forms.size(), true);
  std::vector<bool> one(forms.size(), false);
  if (!part.annotated()) return one;
  const auto plain = [](const AccessForm& form, Order order) {
    return form.path == Path::generic && !form.atomic && form.order == order;
  };
  const bool alike = std::equal(forms.begin() + 1, forms.end(), forms.begin());
  if (alike && (plain(forms.front(), Order::relaxed) || plain(forms.front(), Order::weak))) {
    one.front() = true;
    return one;
  }
  const auto weak = std::count(forms.begin(), forms.end(), AccessForm{});
  if (weak + 1 != static_cast<std::ptrdiff_t>(forms.size())) return all;
  if (plain(forms.back(), Order::release)) {
    one.back() = true;
    return one;
  }
  if (plain(forms.front(), Order::acquire)) {
    one.front() = true;
    return one;
  }
  return all;
}

std::string text_of(const Part& part) {
  const std::vector<bool> shown = spelled_out(part);
  std::string text;
  const auto add = [&](const std::string& word) { text += (text.empty() ? "" : "-") + word; };
  for (std::size_t i = 0; i < part.forms.size(); ++i) {
    if (shown[i]) add(to_string(part.forms[i], part.language));
    if (i < part.links.size() && part.linked()) add(part.links[i]);
  }
  if (!text.empty()) return text;
  return part.forms.size() == 1 ? to_string(AccessForm{}, part.language) : "po";
}

}  // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> all{{"MP", "PodWW Rfe PodRR Fre"},
                                       {"SB", "PodWR Fre PodWR Fre"},
                                       {"LB", "PodRW Rfe PodRW Rfe"},
                                       {"S", "PodWW Rfe PodRW Coe"},
                                       {"R", "PodWW Coe PodWR Fre"},
                                       {"2+2W", "PodWW Coe PodWW Coe"},
                                       {"WRC", "Rfe PodRW Rfe PodRR Fre"},
                                       {"ISA2", "PodWW Rfe PodRW Rfe PodRR Fre"},
                                       {"RWC", "Rfe PodRR Fre PodWR Fre"},
                                       {"W+RWC", "PodWW Rfe PodRR Fre PodWR Fre"},
                                       {"IRIW", "Rfe PodRR Fre Rfe PodRR Fre"},
                                       {"3.SB", "PodWR Fre PodWR Fre PodWR Fre"},
                                       {"3.LB", "PodRW Rfe PodRW Rfe PodRW Rfe"},
                                       {"3.2W", "PodWW Coe PodWW Coe PodWW Coe"},
                                       {"CoRR", "Rfe PosRR Fre"},
                                       {"CoWW", "PosWW Coi"},
                                       {"CoRW1", "PosRW Rfi"},
                                       {"CoRW2", "PosRW Coe Rfe"},
                                       {"CoWR", "PosWR Rfe^-1 Coe"}};
  return all;
}

std::vector<std::string_view> scalable_families() {
  std::vector<std::string_view> names;
  for (const Scalable& family : scalable) names.push_back(family.name);
  return names;
}

std::optional<Family> scaled_family(std::string_view name, std::size_t threads) {
  const Scalable* const family = find_scalable(name);
  if (family == nullptr) {
    std::string known;
    for (const std::string_view other : scalable_families()) {
      known += (known.empty() ? "" : ", ") + std::string(other);
    }
    throw InputError("family", {}, "'" + std::string(name) + "' has no number of threads to choose",
                     "these have: " + known);
  }
  const std::string cycle = cycle_of(*family, threads);
  if (cycle.empty()) return std::nullopt;
  const std::vector<Family>& named = families();
  const auto same = std::find_if(named.begin(), named.end(),
                                 [&](const Family& other) { return other.cycle == cycle; });
  return same != named.end() ? *same : Family{numbered_name(*family, threads), cycle};
}

Family find_family(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Family& family : families()) {
    if (family.name == name) return family;
    names.push_back(family.name);
  }
  if (const auto numbered = find_numbered(name)) return *numbered;
  std::string known;
  for (const std::string_view known_name : names) {
    known += (known.empty() ? "" : ", ") + std::string(known_name);
  }
  throw InputError("family", {}, "there is no family '" + std::string(name) + "'",
                   detail::did_you_mean(name, names, "families are " + known));
}

// So many neighbours with equal parts are written one by one; of more there may be so many that no
// file can have the name.
constexpr std::size_t most_repeated = 3;

std::string name_of(const Layout& layout) {
  const std::vector<Part> parts = parts_of(layout);
  // Threads of one access say something only where accesses are annotated.
  const bool annotated =
      std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.annotated(); });
  std::vector<std::string> texts;
  bool trivial = !annotated;
  for (const Part& part : parts) {
    if (part.linked()) trivial = false;
    if (annotated || part.forms.size() > 1) texts.push_back(text_of(part));
  }
  std::string name = family_name(layout);
  if (trivial) return name;
  const bool alike = texts.size() > 1 && std::equal(texts.begin() + 1, texts.end(), texts.begin());
  if (alike) return name + "+" + texts.front() + "s";
  std::string text = name;
  for (std::size_t i = 0; i < texts.size();) {
    std::size_t end = i;
    while (end < texts.size() && texts[end] == texts[i]) ++end;
    if (end - i > most_repeated) {
      text += "+" + std::to_string(end - i) + "x" + texts[i];
      i = end;
    } else {
      text += "+" + texts[i++];
    }
  }
  return text;
}

}  // namespace opexplore::generate
