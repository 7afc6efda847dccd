// How a test is run: the parameters that decide how often weak behaviour shows, and nothing about
// what may show. Sorensen 2014, chapter 3 (the four incantations); Kirkham 2020 and Levine 2023
// (the newer ones).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opexplore::hardware {

/// One parameter: its name in files, what it means, and its range. `fuzzed` values are what random
/// environments choose from, each as likely as the next; empty means the whole range.
struct Parameter {
  std::string_view name;
  std::string_view meaning;
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  std::uint32_t standard = 0;
  std::span<const std::uint32_t> fuzzed = {};
};

/// In the order of environment_parameters().
enum class Knob : std::uint8_t {
  ctas_percent,        ///< CTAs in a launch, percent of those that are resident at once
  testing_percent,     ///< of those CTAs, how many run tests; the others stress memory
  warps,               ///< warps of a CTA
  testing_warps,       ///< of those warps, how many run tests; the others stress memory
  lanes,               ///< lanes of a testing warp that run tests: a power of two
  stride,              ///< words from one slot of a location to the next
  permute,             ///< 1: the slots of a location are permuted, each location's differently
  random_placement,    ///< 1: distances between the threads of an instance change with each launch
  shuffle_percent,     ///< of launches in which CTAs are renumbered at random
  barrier,             ///< before the test: 0 none, 1 the testing warps of a CTA, 2 the grid
  barrier_percent,     ///< of launches that use the barrier
  barrier_spins,       ///< after which a thread no longer waits for the grid
  stress_iterations,   ///< of each stressing warp; 0 is no stress
  stress_pattern,      ///< 0 st st, 1 st ld, 2 ld st, 3 ld ld, 4 ld st st ld, 5 ld ld ld ld st
  stress_line,         ///< words from one target of stress to the next: a power of two
  stress_targets,      ///< places that are stressed
  stress_chunks,       ///< targets are given out 0 one after the other, 1 in chunks
  pre_stress_percent,  ///< of warps that stress memory before they test
  pre_stress_iterations,  ///< of each of them
  pre_stress_pattern,     ///< as stress_pattern
  warm_percent,           ///< of warps that read the locations before the test: into the L1 cache
  flush_percent,          ///< of warps that invalidate their L1 cache before the test
  rotate,                 ///< 1: a warp begins with a role at random; 0: with the first
  jitter,                 ///< at most that many idle iterations before a role
  large_footprint,        ///< 1: the slots are spread over more than twice the L2 cache
};
inline constexpr std::size_t knobs = static_cast<std::size_t>(Knob::large_footprint) + 1;

/// A value for each parameter; each within its range, powers of two where they must be.
struct Environment {
  std::array<std::uint32_t, knobs> values{};

  std::uint32_t operator[](Knob knob) const { return values[static_cast<std::size_t>(knob)]; }
  std::uint32_t& operator[](Knob knob) { return values[static_cast<std::size_t>(knob)]; }
  bool operator==(const Environment&) const = default;
};

/// All parameters, by Knob.
std::span<const Parameter> environment_parameters();

/// The parameter of that name; nothing for other names.
std::optional<Knob> knob_named(std::string_view name);

/// What is wrong with the environment, in a sentence; nothing if it can be used.
std::optional<std::string> problem(const Environment& environment);

/// Every parameter at its standard value.
Environment standard_environment();

/// The environment number `index` (from 0) of a seed: the first is the standard one, the others are
/// drawn at random. The same seed gives the same environments, on any machine.
Environment fuzzed_environment(std::uint64_t seed, std::uint32_t index);

/// The four incantations of Sorensen 2014, section 3.3, each on or off.
struct Incantations {
  bool bank_conflicts =
      false;  ///< whole warps test, with slots in the same bank or in different ones
  bool memory_stress = false;    ///< warps and CTAs that do not test read and write memory
  bool random_threads = false;   ///< placement, CTA numbers and slots are random in each launch
  bool synchronization = false;  ///< all testing threads meet just before the test
  bool operator==(const Incantations&) const = default;
};

/// "none", "all", or names joined by "+": "bank+stress+random+sync"; nothing for others.
std::optional<Incantations> incantations_named(std::string_view text);
std::string to_string(const Incantations& incantations);  ///< "none", "bank+sync"

/// The environment number `index` of a seed in which exactly these incantations are used; all that
/// is newer is off.
Environment incanted_environment(const Incantations& incantations, std::uint64_t seed,
                                 std::uint32_t index);

/// The first `count` environments of a seed: with exactly these incantations, or fuzzed ones.
std::vector<Environment> environments_of(std::uint64_t seed, std::uint32_t count,
                                         const std::optional<Incantations>& incantations);

}  // namespace opexplore::hardware
