#include "litmus/generate/symmetry.hpp"

#include <algorithm>
#include <compare>

namespace opexplore::generate {

struct Places::Choice {
  std::size_t placement = 0;
  std::vector<Region> regions;
  // The null that clang-tidy sees is the compiler's own comparison with 0.
  auto operator<=>(const Choice&) const = default;  // NOLINT(modernize-use-nullptr)
};

Places::Places(const Alternatives& alternatives, std::size_t threads)
    : alternatives_(alternatives), placements_(placements(alternatives, threads)) {
  for (std::size_t p = 0; p < placements_.size(); ++p) numbers_.try_emplace(placements_[p], p);
}

bool Places::is_first(const Choice& choice, std::span<const Renaming> renamings) const {
  return std::all_of(renamings.begin(), renamings.end(), [&](const Renaming& renaming) {
    const Placement moved = permuted(placements_[choice.placement], renaming.threads);
    const auto found = numbers_.find(moved);
    if (found == numbers_.end()) return true;  // the user did not ask for that one
    Choice other{found->second, choice.regions};
    for (std::size_t l = 0; l < choice.regions.size(); ++l) {
      other.regions[renaming.locations[l]] = choice.regions[l];
    }
    return !(other < choice);
  });
}

bool Places::for_each(std::size_t locations, std::span<const Renaming> renamings,
                      const Use& use) const {
  const std::vector<std::vector<Region>> all_regions = region_choices(alternatives_, locations);
  for (std::size_t p = 0; p < placements_.size(); ++p) {
    for (const std::vector<Region>& regions : all_regions) {
      if (!is_first({p, regions}, renamings)) continue;
      if (!use(placements_[p], regions)) return false;
    }
  }
  return true;
}

}  // namespace opexplore::generate
