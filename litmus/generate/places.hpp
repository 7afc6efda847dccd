// Where the threads of a generated test run, and where its locations lie.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::generate {

/// GPU, CTA and warp of each thread; in Vulkan queue family, workgroup and subgroup. GPUs are
/// numbered as they first appear, CTAs as they first appear in their GPU, and warps in their CTA,
/// so that equal placements are equal values. In PTX each thread has a warp of its own.
struct Placement {
  std::vector<std::uint8_t> gpu, cta, warp;
  // The null that clang-tidy sees is the compiler's own comparison with 0.
  auto operator<=>(const Placement&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The placement with the same threads together, numbered as above.
Placement normalised(const Placement& placement);

/// The placement in which thread `images[t]` runs where thread t did.
Placement permuted(const Placement& placement, const std::vector<std::size_t>& images);

/// All threads in one CTA, in CTAs of their own on one GPU, on GPUs of their own.
Placement all_in(Scope scope, std::size_t threads);

/// All threads in one subgroup, in subgroups of their own in one workgroup, in workgroups of their
/// own in one queue family, in queue families of their own.
Placement all_in(VulkanScope scope, std::size_t threads);

/// So many consecutive threads in each CTA of one GPU; fewer in the last one.
Placement in_ctas_of(std::size_t size, std::size_t threads);

/// Every way to part the threads into CTAs and these into GPUs: 1, 3, 12, 60, 358, … of them.
std::vector<Placement> all_placements(std::size_t threads);

/// The same with subgroups in workgroups in queue families: 1, 4, 22, 154, … of them.
std::vector<Placement> all_vulkan_placements(std::size_t threads);

/// `p0:p2::p1:::p3`: `.` between threads of one warp, `:` between those of one CTA, `::` between
/// CTAs of one GPU, `:::` between GPUs.
std::string to_string(const Placement& placement);

/// The reverse; nothing if a thread is missing, twice there, or too many.
std::optional<Placement> parse_placement(std::string_view text, std::size_t threads);

/// What is said of a location beside its name: in PTX its state space, in Vulkan its storage class.
struct Home {
  Region region = Region::global;
  StorageClass storage_class = 0;
  auto operator<=>(const Home&) const = default;
};

/// `xgys`: each location, followed by `g` for global or `s` for shared; in Vulkan `xsc0ysc1`.
std::string to_string(const std::vector<Home>& homes, Language language);

/// The name of a location: x, y, z, u, v, w, then x1, y1, ….
std::string location_name(std::size_t location);

}  // namespace opexplore::generate
