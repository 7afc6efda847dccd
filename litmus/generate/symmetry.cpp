#include "litmus/generate/symmetry.hpp"

#include <algorithm>
#include <compare>

namespace opexplore::generate {

struct Places::Choice {
  std::size_t placement = 0;
  std::vector<Home> homes;
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
    Choice other{found->second, choice.homes};
    for (std::size_t l = 0; l < choice.homes.size(); ++l) {
      other.homes[renaming.locations[l]] = choice.homes[l];
    }
    return !(other < choice);
  });
}

bool Places::for_each(std::size_t locations, std::span<const Renaming> renamings,
                      const Use& use) const {
  const std::vector<std::vector<Home>> all_homes = home_choices(alternatives_, locations);
  for (std::size_t p = 0; p < placements_.size(); ++p) {
    for (const std::vector<Home>& homes : all_homes) {
      if (!is_first({p, homes}, renamings)) continue;
      if (!use(placements_[p], homes)) return false;
    }
  }
  return true;
}

}  // namespace opexplore::generate
