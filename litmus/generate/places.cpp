#include "litmus/generate/places.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "litmus/generate/access.hpp"

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

}  // namespace

// There are few threads, and generators normalise many placements: looking back is faster than
// maps.
Placement normalised(const Placement& placement) {
  const std::size_t threads = placement.gpu.size();
  Placement result{Numbers(threads), Numbers(threads)};
  std::uint8_t gpus = 0;
  for (std::size_t t = 0; t < threads; ++t) {
    bool new_gpu = true, new_cta = true;
    std::uint8_t ctas = 0;  // of this GPU so far
    for (std::size_t u = 0; u < t; ++u) {
      if (placement.gpu[u] != placement.gpu[t]) continue;
      new_gpu = false;
      result.gpu[t] = result.gpu[u];
      ctas = std::max<std::uint8_t>(ctas, result.cta[u] + 1U);
      if (placement.cta[u] != placement.cta[t]) continue;
      new_cta = false;
      result.cta[t] = result.cta[u];
    }
    if (new_gpu) result.gpu[t] = gpus++;
    if (new_cta) result.cta[t] = ctas;
  }
  return result;
}

Placement permuted(const Placement& placement, const std::vector<std::size_t>& images) {
  Placement result = placement;
  for (std::size_t t = 0; t < images.size(); ++t) {
    result.gpu[images[t]] = placement.gpu[t];
    result.cta[images[t]] = placement.cta[t];
  }
  return normalised(result);
}

Placement all_in(Scope scope, std::size_t threads) {
  Placement placement;
  for (std::size_t t = 0; t < threads; ++t) {
    const auto number = static_cast<std::uint8_t>(t);
    placement.gpu.push_back(scope == Scope::sys ? number : std::uint8_t{0});
    placement.cta.push_back(scope == Scope::gpu ? number : std::uint8_t{0});
  }
  return placement;
}

Placement in_ctas_of(std::size_t size, std::size_t threads) {
  Placement placement;
  for (std::size_t t = 0; t < threads; ++t) {
    placement.gpu.push_back(0);
    placement.cta.push_back(static_cast<std::uint8_t>(t / size));
  }
  return placement;
}

std::vector<Placement> all_placements(std::size_t threads) {
  std::vector<Placement> found;
  for (const Numbers& ctas : partitions(threads)) {
    const std::size_t count = ctas.empty() ? 0 : *std::max_element(ctas.begin(), ctas.end()) + 1U;
    for (const Numbers& gpus : partitions(count)) {
      Placement placement;
      for (const std::uint8_t cta : ctas) {
        placement.gpu.push_back(gpus[cta]);
        placement.cta.push_back(cta);
      }
      found.push_back(normalised(placement));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string to_string(const Placement& placement) {
  std::string text;
  const std::size_t threads = placement.gpu.size();
  for (std::size_t gpu = 0; gpu < threads; ++gpu) {
    std::string inside;
    for (std::size_t cta = 0; cta < threads; ++cta) {
      std::string group;
      for (std::size_t t = 0; t < threads; ++t) {
        if (placement.gpu[t] != gpu || placement.cta[t] != cta) continue;
        group += (group.empty() ? "p" : ":p") + std::to_string(t);
      }
      if (!group.empty()) inside += (inside.empty() ? "" : "::") + group;
    }
    if (!inside.empty()) text += (text.empty() ? "" : ":::") + inside;
  }
  return text;
}

std::optional<Placement> parse_placement(std::string_view text, std::size_t threads) {
  constexpr std::uint8_t nowhere = 255;
  Placement placement{Numbers(threads, nowhere), Numbers(threads, nowhere)};
  std::uint8_t gpu = 0;
  std::size_t placed = 0;
  for (const std::string_view device : split(text, ":::")) {
    std::uint8_t cta = 0;
    for (const std::string_view group : split(device, "::")) {
      for (const std::string_view word : split(group, ":")) {
        const auto thread = thread_of(word);
        if (!thread || *thread >= threads || placement.gpu[*thread] != nowhere) return std::nullopt;
        placement.gpu[*thread] = gpu;
        placement.cta[*thread] = cta;
        ++placed;
      }
      ++cta;
    }
    ++gpu;
  }
  if (placed != threads) return std::nullopt;
  return normalised(placement);
}

std::string to_string(const std::vector<Region>& regions) {
  std::string text;
  for (std::size_t l = 0; l < regions.size(); ++l) {
    text += location_name(l) + (regions[l] == Region::global ? "g" : "s");
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
