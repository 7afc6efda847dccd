#include "litmus/generate/places.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "litmus/generate/access.hpp"
#include "litmus/generate/vulkan_words.hpp"

namespace opexplore::generate {

namespace {

using Numbers = std::vector<std::uint8_t>;

// All partitions of n things: the group of each, groups numbered as they first appear.
void partitions(std::size_t n, Numbers& groups, std::vector<Numbers>& found) {
  if (groups.size() == n) {
    found.push_back(groups);
    return;
  }
  const int most = groups.empty() ? -1 : *std::max_element(groups.begin(), groups.end());
  for (int group = 0; group <= most + 1; ++group) {
    groups.push_back(static_cast<std::uint8_t>(group));
    partitions(n, groups, found);
    groups.pop_back();
  }
}

std::vector<Numbers> partitions(std::size_t n) {
  std::vector<Numbers> found;
  Numbers groups;
  partitions(n, groups, found);
  return found;
}

std::optional<std::size_t> thread_of(std::string_view word) {
  std::size_t number = 0;
  if (word.size() < 2 || (word[0] != 'p' && word[0] != 'P')) return std::nullopt;
  const char* const end = word.data() + word.size();
  const auto [rest, error] = std::from_chars(word.data() + 1, end, number);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return number;
}

std::size_t groups(const Numbers& numbers) {
  return numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end()) + 1U;
}

// Threads of the same number are together; every way to part these groups into CTAs, and CTAs into
// GPUs.
std::vector<Placement> placed(const Numbers& warps) {
  std::vector<Placement> found;
  for (const Numbers& ctas : partitions(groups(warps))) {
    for (const Numbers& gpus : partitions(groups(ctas))) {
      Placement placement;
      for (const std::uint8_t warp : warps) {
        placement.gpu.push_back(gpus[ctas[warp]]);
        placement.cta.push_back(ctas[warp]);
        placement.warp.push_back(warp);
      }
      found.push_back(normalised(placement));
    }
  }
  return found;
}

std::vector<Placement> sorted(std::vector<Placement> placements) {
  std::sort(placements.begin(), placements.end());
  return placements;
}

}  // namespace

// There are few threads, and generators normalise many placements: looking back is faster than
// maps.
Placement normalised(const Placement& placement) {
  const std::size_t threads = placement.gpu.size();
  Placement result{Numbers(threads), Numbers(threads), Numbers(threads)};
  for (std::size_t t = 0; t < threads; ++t) {
    std::array<bool, 3> fresh{true, true, true};
    std::array<std::uint8_t, 3> next{};  // gpu, its cta, its warp
    for (std::size_t u = 0; u < t; ++u) {
      const auto look = [&](std::size_t level, const Numbers& old, Numbers& renumbered) {
        next[level] = std::max<std::uint8_t>(next[level], renumbered[u] + 1U);
        if (old[u] != old[t]) return false;
        fresh[level] = false;
        renumbered[t] = renumbered[u];
        return true;
      };
      if (look(0, placement.gpu, result.gpu) && look(1, placement.cta, result.cta)) {
        look(2, placement.warp, result.warp);
      }
    }
    if (fresh[0]) result.gpu[t] = next[0];
    if (fresh[1]) result.cta[t] = fresh[0] ? std::uint8_t{0} : next[1];
    if (fresh[2]) result.warp[t] = fresh[1] ? std::uint8_t{0} : next[2];
  }
  return result;
}

Placement permuted(const Placement& placement, const std::vector<std::size_t>& images) {
  Placement result = placement;
  for (std::size_t t = 0; t < images.size(); ++t) {
    result.gpu[images[t]] = placement.gpu[t];
    result.cta[images[t]] = placement.cta[t];
    result.warp[images[t]] = placement.warp[t];
  }
  return normalised(result);
}

Placement all_in(Scope scope, std::size_t threads) {
  switch (scope) {
    case Scope::cta:
      return all_in(VulkanScope::workgroup, threads);
    case Scope::cluster:  // no placement here has clusters
    case Scope::gpu:
      return all_in(VulkanScope::queue_family, threads);
    case Scope::sys:
      break;
  }
  return all_in(VulkanScope::device, threads);
}

Placement all_in(VulkanScope scope, std::size_t threads) {
  Placement placement{Numbers(threads), Numbers(threads), Numbers(threads)};
  for (std::size_t t = 0; t < threads; ++t) {
    const auto number = static_cast<std::uint8_t>(t);
    if (scope == VulkanScope::device) placement.gpu[t] = number;
    if (scope == VulkanScope::queue_family) placement.cta[t] = number;
    if (scope == VulkanScope::workgroup) placement.warp[t] = number;
  }
  return placement;
}

Placement in_ctas_of(std::size_t size, std::size_t threads) {
  Placement placement = all_in(VulkanScope::workgroup, threads);
  for (std::size_t t = 0; t < threads; ++t) {
    placement.cta[t] = static_cast<std::uint8_t>(t / size);
  }
  return normalised(placement);
}

std::vector<Placement> all_placements(std::size_t threads) {
  Numbers own(threads);
  for (std::size_t t = 0; t < threads; ++t) own[t] = static_cast<std::uint8_t>(t);
  return sorted(placed(own));
}

std::vector<Placement> all_vulkan_placements(std::size_t threads) {
  std::vector<Placement> found;
  for (const Numbers& subgroups : partitions(threads)) {
    for (Placement& placement : placed(subgroups)) found.push_back(std::move(placement));
  }
  return sorted(std::move(found));
}

std::string to_string(const Placement& placement) {
  std::string text;
  const std::size_t threads = placement.gpu.size();
  const auto join = [](std::string& all, std::string_view separator, const std::string& part) {
    if (!part.empty()) all.append(all.empty() ? "" : separator).append(part);
  };
  for (std::size_t gpu = 0; gpu < threads; ++gpu) {
    std::string inside;
    for (std::size_t cta = 0; cta < threads; ++cta) {
      std::string group;
      for (std::size_t warp = 0; warp < threads; ++warp) {
        std::string together;
        for (std::size_t t = 0; t < threads; ++t) {
          if (placement.gpu[t] != gpu || placement.cta[t] != cta || placement.warp[t] != warp)
            continue;
          join(together, ".", "p" + std::to_string(t));
        }
        join(group, ":", together);
      }
      join(inside, "::", group);
    }
    join(text, ":::", inside);
  }
  return text;
}

std::optional<Placement> parse_placement(std::string_view text, std::size_t threads) {
  constexpr std::uint8_t nowhere = 255;
  Placement placement{Numbers(threads, nowhere), Numbers(threads, nowhere),
                      Numbers(threads, nowhere)};
  std::uint8_t gpu = 0;
  std::size_t placed = 0;
  for (const std::string_view device : split(text, ":::")) {
    std::uint8_t cta = 0;
    for (const std::string_view group : split(device, "::")) {
      std::uint8_t warp = 0;
      for (const std::string_view together : split(group, ":")) {
        for (const std::string_view word : split(together, ".")) {
          const auto thread = thread_of(word);
          if (!thread || *thread >= threads || placement.gpu[*thread] != nowhere)
            return std::nullopt;
          placement.gpu[*thread] = gpu;
          placement.cta[*thread] = cta;
          placement.warp[*thread] = warp;
          ++placed;
        }
        ++warp;
      }
      ++cta;
    }
    ++gpu;
  }
  if (placed != threads) return std::nullopt;
  return normalised(placement);
}

std::string to_string(const std::vector<Home>& homes, Language language) {
  std::string text;
  for (std::size_t l = 0; l < homes.size(); ++l) {
    text += location_name(l);
    if (language == Language::vulkan) {
      text += storage_class_text(homes[l].storage_class);
    } else {
      text += homes[l].region == Region::global ? "g" : "s";
    }
  }
  return text;
}

std::string location_name(std::size_t location) {
  constexpr std::array<std::string_view, 6> names{"x", "y", "z", "u", "v", "w"};
  std::string name(names.at(location % names.size()));
  if (location >= names.size()) name += std::to_string(location / names.size());
  return name;
}

}  // namespace opexplore::generate
