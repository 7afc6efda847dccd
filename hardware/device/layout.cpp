#include "hardware/device/layout.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <variant>

#include "opmodel/instruction.hpp"

namespace opexplore::hardware {
namespace {

// Regions that targets of stress are chosen from, for each target (Levine 2023, section 4).
constexpr std::uint32_t stress_regions = 32;

// The part of the free memory that slots may take.
constexpr std::uint64_t memory_part = 4;

/// How many CTAs, warps of a CTA, and lanes of a warp the test itself needs.
struct Needed {
  std::uint32_t ctas = 1;
  std::uint32_t warps = 1;
  std::uint32_t lanes = 1;
};

Needed needed_by(const Prepared& test) {
  Needed needed;
  for (const Role& role : test.roles) {
    needed.ctas = std::max(needed.ctas, role.place.cta + 1);
    needed.warps = std::max(needed.warps, role.place.warp + 1);
    needed.lanes = std::max(needed.lanes, std::bit_ceil(role.place.lane + 1));
  }
  return needed;
}

/// Where the first shared location begins: register values are never negative there.
std::uint32_t shared_begin(const Prepared& test) {
  const std::size_t addresses = test.test.program.addresses.size();
  return addresses == 0 ? 0 : address_offset(static_cast<AddressId>(addresses - 1));
}

std::uint64_t slot_bytes(const Environment& environment, const Prepared& test) {
  return std::uint64_t{environment[Knob::stride]} * test.word_bytes;
}

bool has_shared(const Prepared& test) {
  return std::ranges::any_of(test.test.program.locations, [](const Location& location) {
    return location.region == Region::shared;
  });
}

/// The CTA of the test whose threads access the location; 0 if none does.
std::uint32_t cta_of(LocationId location, const Prepared& test) {
  const Program& program = test.test.program;
  const auto accesses = [&](const Instruction& instruction) {
    const std::optional<AddressId> address = address_of(instruction.action);
    return address && program.addresses[*address].location == location;
  };
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    if (std::ranges::any_of(program.threads[thread].instructions, accesses)) {
      return test.roles[thread].place.cta;
    }
  }
  return 0;
}

/// The smallest number from `from` on that has no factor in common with `with`.
std::uint32_t next_coprime(std::uint32_t from, std::uint32_t with) {
  while (std::gcd(from, with) != 1) ++from;
  return from;
}

std::uint32_t step(std::uint32_t round, bool random, LaunchNumbers& numbers) {
  return random && round > 2 ? next_coprime(1 + numbers.below(round - 1), round) : 1;
}

/// Multiplier and addend of a permutation whose products stay below 2^32 (parameters.hpp).
void permute(LocationLayout& location, std::uint32_t items, bool first, bool random,
             LaunchNumbers& numbers) {
  constexpr std::uint64_t end = std::numeric_limits<std::uint32_t>::max();
  const std::uint32_t spread = std::max(1U, location.slots / items);
  location.addend = random ? numbers.below(location.slots) : 0;
  const std::uint64_t most =
      std::min<std::uint64_t>((end - location.addend) / items, std::max(1U, location.slots - 1));
  const std::uint64_t wanted =
      random && !first ? 1 + numbers.below(most) : std::min<std::uint64_t>(spread, most);
  const std::uint32_t multiplier = next_coprime(static_cast<std::uint32_t>(wanted), location.slots);
  location.multiplier = multiplier <= most ? multiplier : 1;
}

// WART: roles-of-a-warp. Roles of one instance in one warp never overlap in time.
void place_roles(Launch& launch, const Prepared& test, bool random, LaunchNumbers& numbers) {
  const std::uint32_t cta_step = step(launch.testing_ctas, random, numbers);
  const std::uint32_t warp_step = step(launch.testing_warps, random, numbers);
  launch.lane_multiplier = random ? 2 * numbers.below(warp_lanes / 2) + 1 : 1;
  for (std::size_t i = 0; i < test.roles.size(); ++i) {
    const RolePlace& place = test.roles[i].place;
    launch.role[i] = {
        static_cast<std::uint32_t>(std::uint64_t{place.cta} * cta_step % launch.testing_ctas),
        place.warp * warp_step % launch.testing_warps, place.lane};
  }
}

void place_stress(Launch& launch, LaunchNumbers& numbers) {
  for (std::uint32_t i = 0; i < launch.stress_targets; ++i) {
    const std::uint32_t line = i * stress_regions + numbers.below(stress_regions);
    launch.stress_target[i] = line * launch.stress_line + numbers.below(launch.stress_line);
  }
}

/// Addresses, locations, and which observables are locations; addresses without their memory.
void describe_memory(Launch& launch, const Layout& layout, const Test& test) {
  const Program& program = test.program;
  launch.addresses = static_cast<std::uint32_t>(program.addresses.size());
  launch.locations = static_cast<std::uint32_t>(program.locations.size());
  launch.observables = static_cast<std::uint32_t>(test.observables.size());
  for (std::size_t i = program.addresses.size(); i-- > 0;) {
    const LocationId location = program.addresses[i].location;
    launch.address[i] = {layout.locations[location].shared_base, location};
    launch.location[location].address = static_cast<std::uint32_t>(i);
  }
  constexpr std::uint64_t half = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t i = 0; i < program.locations.size(); ++i) {
    LocationLayout& location = launch.location[i];
    location.initial = static_cast<std::uint64_t>(program.locations[i].initial);
    if (layout.word_bytes == 4) location.initial &= half;
    location.slots = layout.locations[i].slots;
    location.shared = layout.locations[i].shared ? 1 : 0;
  }
  for (std::size_t i = 0; i < launch.observables; ++i) {
    const auto* const term = std::get_if<LocationTerm>(&test.observables[i]);
    launch.observed_location[i] =
        term == nullptr ? no_location : program.addresses[term->address].location;
  }
}

Layout threads_of(const Environment& environment, const Prepared& test, std::uint32_t resident) {
  constexpr std::uint32_t all = 100;
  const Needed needed = needed_by(test);
  Layout layout;
  layout.environment = environment;
  layout.word_bytes = test.word_bytes;
  layout.threads = environment[Knob::warps] * warp_lanes;
  layout.ctas = std::max(needed.ctas, resident * environment[Knob::ctas_percent] / all);
  layout.testing_ctas =
      std::max(needed.ctas, layout.ctas * environment[Knob::testing_percent] / all);
  layout.instances =
      layout.testing_ctas * environment[Knob::testing_warps] * environment[Knob::lanes];
  layout.scratch_words =
      stress_regions * environment[Knob::stress_line] * environment[Knob::stress_targets];
  return layout;
}

}  // namespace

Environment fitted(const Environment& wanted, const Prepared& test, const DeviceLimits& limits) {
  const Needed needed = needed_by(test);
  Environment result = wanted;
  const std::uint32_t most_warps = std::max(needed.warps, limits.threads_per_cta / warp_lanes);
  std::uint32_t& warps = result[Knob::warps];
  warps = std::min(std::max(warps, needed.warps), most_warps);
  std::uint32_t& testing = result[Knob::testing_warps];
  testing = std::min(std::max(testing, needed.warps), warps);
  result[Knob::lanes] = std::max(result[Knob::lanes], needed.lanes);
  while (result[Knob::stride] > 1 && shared_bytes(result, test) > limits.shared_bytes_per_cta) {
    result[Knob::stride] /= 2;
  }
  return result;
}

std::uint32_t shared_bytes(const Environment& environment, const Prepared& test) {
  if (!has_shared(test)) return 0;
  const std::uint64_t slots =
      std::uint64_t{environment[Knob::testing_warps]} * environment[Knob::lanes];
  std::uint64_t bytes = shared_begin(test);
  for (const Location& location : test.test.program.locations) {
    if (location.region == Region::shared) bytes += slots * slot_bytes(environment, test);
  }
  return static_cast<std::uint32_t>(bytes);
}

Layout layout_of(const Environment& wanted, const Prepared& test, const DeviceLimits& limits,
                 std::uint32_t resident) {
  Layout layout = threads_of(wanted, test, resident);
  Environment& environment = layout.environment;
  const std::vector<Location>& locations = test.test.program.locations;
  const std::uint64_t room =
      limits.free_bytes / memory_part / std::max<std::size_t>(1, locations.size());
  while (environment[Knob::stride] > 1 && layout.instances * slot_bytes(environment, test) > room) {
    environment[Knob::stride] /= 2;
  }
  layout.shared_bytes = shared_bytes(environment, test);
  const std::uint64_t each = slot_bytes(environment, test);
  std::uint64_t global_slots = layout.instances;
  if (environment[Knob::large_footprint] != 0) {
    const std::uint64_t wanted_slots =
        2 * limits.l2_bytes / each / std::max<std::size_t>(1, locations.size()) + 1;
    global_slots = std::max(global_slots, std::min(wanted_slots, room / each));
  }
  std::uint64_t shared_base = shared_begin(test);
  for (const Location& location : locations) {
    LocationSpace space;
    space.shared = location.region == Region::shared;
    space.slots = space.shared ? layout.instances / layout.testing_ctas
                               : static_cast<std::uint32_t>(global_slots);
    space.bytes = space.slots * each;
    if (space.shared) {
      space.shared_base = shared_base;
      shared_base += space.bytes;
    }
    layout.locations.push_back(space);
  }
  return layout;
}

Launch launch_of(const Layout& layout, const Prepared& test) {
  const Environment& environment = layout.environment;
  Launch launch{};
  launch.roles = static_cast<std::uint32_t>(test.roles.size());
  launch.ctas = layout.ctas;
  launch.testing_ctas = layout.testing_ctas;
  launch.warps = environment[Knob::warps];
  launch.testing_warps = environment[Knob::testing_warps];
  launch.lanes = environment[Knob::lanes];
  launch.instances = layout.instances;
  launch.stride = environment[Knob::stride];
  describe_memory(launch, layout, test.test);
  launch.pre_stress_percent = environment[Knob::pre_stress_percent];
  launch.warm_percent = environment[Knob::warm_percent];
  launch.flush_percent = environment[Knob::flush_percent];
  launch.rotate = environment[Knob::rotate];
  launch.jitter = environment[Knob::jitter];
  launch.barrier_spins = environment[Knob::barrier_spins];
  launch.stress_line = environment[Knob::stress_line];
  launch.stress_targets = environment[Knob::stress_targets];
  launch.stress_chunks = environment[Knob::stress_chunks];
  launch.stress_iterations = environment[Knob::stress_iterations];
  launch.stress_pattern = environment[Knob::stress_pattern];
  launch.pre_stress_iterations = environment[Knob::pre_stress_iterations];
  launch.pre_stress_pattern = environment[Knob::pre_stress_pattern];
  return launch;
}

void vary(Launch& launch, const Layout& layout, const Prepared& test,
          std::span<const std::uint32_t* const> maps, LaunchNumbers& numbers) {
  const Environment& environment = layout.environment;
  place_roles(launch, test, environment[Knob::random_placement] != 0, numbers);
  const bool random = environment[Knob::permute] != 0;
  for (std::uint32_t i = 0; i < launch.locations; ++i) {
    LocationLayout& location = launch.location[i];
    const bool shared = location.shared != 0;
    const std::uint32_t items = shared ? launch.testing_warps * launch.lanes : layout.instances;
    permute(location, items, i == 0, random, numbers);
    const std::uint32_t cta = shared ? cta_of(static_cast<LocationId>(i), test) : 0;
    for (std::size_t role = 0; shared && role < test.roles.size(); ++role) {
      if (test.roles[role].place.cta == cta) location.cta_shift = launch.role[role].cta;
    }
  }
  const bool meets = numbers.percent(environment[Knob::barrier_percent]);
  launch.barrier = meets ? environment[Knob::barrier] : 0;
  const bool shuffled = numbers.percent(environment[Knob::shuffle_percent]);
  launch.cta_map = shuffled && !maps.empty() ? maps[numbers.below(maps.size())] : nullptr;
  place_stress(launch, numbers);
}

std::vector<std::uint32_t> permutation(std::uint32_t count, LaunchNumbers& numbers) {
  std::vector<std::uint32_t> result(count);
  std::iota(result.begin(), result.end(), 0U);
  for (std::uint32_t i = count; i > 1; --i) std::swap(result[i - 1], result[numbers.below(i)]);
  return result;
}

}  // namespace opexplore::hardware
