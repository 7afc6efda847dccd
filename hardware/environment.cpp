#include "hardware/environment.hpp"

#include <algorithm>
#include <bit>
#include <random>
#include <vector>

namespace opexplore::hardware {
namespace {

template <std::size_t N>
using Values = std::array<std::uint32_t, N>;

// What random environments choose from; ranges are those of Kirkham 2020, section 4, and of
// Levine 2023's random configurations. A value named twice is chosen twice as often.
constexpr Values<6> some_ctas{25, 50, 100, 100, 100, 200};
constexpr Values<5> some_testing{25, 50, 75, 75, 100};
constexpr Values<4> some_warps{2, 4, 8, 16};
constexpr Values<6> some_testing_warps{1, 2, 2, 4, 4, 8};
constexpr Values<4> some_lanes{1, 8, 32, 32};
constexpr Values<8> some_strides{1, 2, 4, 4, 8, 16, 32, 64};
constexpr Values<4> mostly{1, 1, 1, 0};
constexpr Values<5> some_percent{0, 25, 50, 75, 100};
constexpr Values<4> some_barriers{0, 1, 2, 2};
constexpr Values<3> some_spins{256, 1024, 4096};
constexpr Values<8> some_iterations{0, 16, 32, 64, 128, 256, 512, 1024};
constexpr Values<6> patterns{0, 1, 2, 3, 4, 5};
constexpr Values<9> some_lines{4, 8, 16, 32, 64, 128, 256, 512, 1024};
constexpr Values<8> some_targets{1, 2, 2, 3, 4, 8, 12, 16};
constexpr Values<2> either{0, 1};
constexpr Values<5> some_pre_iterations{0, 16, 32, 64, 128};
constexpr Values<6> some_jitter{0, 0, 16, 64, 256, 1024};
constexpr Values<10> seldom{0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

constexpr std::array<Parameter, knobs> all_parameters{{
    {"ctas_percent", "CTAs in a launch, percent of those resident at once", 1, 400, 100, some_ctas},
    {"testing_percent", "percent of the CTAs that test", 1, 100, 75, some_testing},
    {"warps", "warps of a CTA", 1, 32, 8, some_warps},
    {"testing_warps", "warps of a testing CTA that test", 1, 32, 4, some_testing_warps},
    {"lanes", "lanes of a testing warp that test", 1, 32, 32, some_lanes},
    {"stride", "words from one slot of a location to the next", 1, 64, 4, some_strides},
    {"permute", "1: slots are permuted, each location's differently", 0, 1, 1, mostly},
    {"random_placement", "1: distances of threads change with each launch", 0, 1, 1, mostly},
    {"shuffle_percent", "percent of launches with CTAs renumbered", 0, 100, 50, some_percent},
    {"barrier", "before the test: 0 none, 1 of the CTA, 2 of the grid", 0, 2, 2, some_barriers},
    {"barrier_percent", "percent of launches with the barrier", 0, 100, 50, some_percent},
    {"barrier_spins", "looks at the grid's barrier before going on", 1, 65536, 4096, some_spins},
    {"stress_iterations", "of each stressing warp", 0, 4096, 256, some_iterations},
    {"stress_pattern", "0 st st, 1 st ld, 2 ld st, 3 ld ld, 4 ld st st ld, 5 ld ld ld ld st", 0, 5,
     4, patterns},
    {"stress_line", "words from one target of stress to the next", 4, 1024, 64, some_lines},
    {"stress_targets", "places that are stressed", 1, 16, 4, some_targets},
    {"stress_chunks", "targets are given out 0 in turn, 1 in chunks", 0, 1, 0, either},
    {"pre_stress_percent", "percent of warps that stress before they test", 0, 100, 50,
     some_percent},
    {"pre_stress_iterations", "of each of them", 0, 1024, 32, some_pre_iterations},
    {"pre_stress_pattern", "as stress_pattern", 0, 5, 3, patterns},
    {"warm_percent", "percent of warps that first read the locations", 0, 100, 50, some_percent},
    {"flush_percent", "percent of warps that first invalidate their L1 cache", 0, 100, 0,
     some_percent},
    {"rotate", "1: a warp begins with any role, 0: with the first", 0, 1, 1, mostly},
    {"jitter", "at most that many idle iterations before a role", 0, 4096, 64, some_jitter},
    {"large_footprint", "1: slots spread over more than twice the L2 cache", 0, 1, 0, seldom},
}};

// The same numbers with every library: the distributions of <random> are the library's own choice.
class Numbers {
 public:
  Numbers(std::uint64_t seed, std::uint32_t index) {
    std::seed_seq words{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U),
                        index};
    generator_.seed(words);
  }

  std::uint32_t below(std::size_t bound) {
    return static_cast<std::uint32_t>(generator_() % bound);
  }
  std::uint32_t one_of(std::span<const std::uint32_t> values) {
    return values[below(values.size())];
  }

 private:
  std::mt19937_64 generator_;
};

// The grid can only meet if all of it is resident.
void make_usable(Environment& environment) {
  constexpr std::uint32_t grid = 2;
  constexpr std::uint32_t resident = 100;
  if (environment[Knob::barrier] == grid) {
    environment[Knob::ctas_percent] = std::min(environment[Knob::ctas_percent], resident);
  }
  environment[Knob::testing_warps] =
      std::min(environment[Knob::testing_warps], environment[Knob::warps]);
}

}  // namespace

std::span<const Parameter> environment_parameters() { return all_parameters; }

std::optional<Knob> knob_named(std::string_view name) {
  const auto found = std::ranges::find(all_parameters, name, &Parameter::name);
  if (found == all_parameters.end()) return std::nullopt;
  return static_cast<Knob>(found - all_parameters.begin());
}

std::optional<std::string> problem(const Environment& environment) {
  for (std::size_t i = 0; i < knobs; ++i) {
    const Parameter& parameter = all_parameters[i];
    const std::uint32_t value = environment.values[i];
    if (value >= parameter.least && value <= parameter.most) continue;
    return std::string(parameter.name) + " is " + std::to_string(value) + ", and must be from " +
           std::to_string(parameter.least) + " to " + std::to_string(parameter.most);
  }
  for (const Knob knob : {Knob::lanes, Knob::stress_line}) {
    if (std::has_single_bit(environment[knob])) continue;
    return std::string(all_parameters[static_cast<std::size_t>(knob)].name) + " is " +
           std::to_string(environment[knob]) + ", and must be a power of two";
  }
  if (environment[Knob::testing_warps] > environment[Knob::warps]) {
    return "testing_warps is more than warps";
  }
  return std::nullopt;
}

Environment standard_environment() {
  Environment environment;
  for (std::size_t i = 0; i < knobs; ++i) environment.values[i] = all_parameters[i].standard;
  return environment;
}

Environment fuzzed_environment(std::uint64_t seed, std::uint32_t index) {
  Environment environment = standard_environment();
  if (index == 0) return environment;
  Numbers numbers(seed, index);
  for (std::size_t i = 0; i < knobs; ++i) {
    environment.values[i] = numbers.one_of(all_parameters[i].fuzzed);
  }
  make_usable(environment);
  return environment;
}

namespace {

struct NamedIncantation {
  std::string_view name;
  bool Incantations::*on;
};
constexpr std::array<NamedIncantation, 4> incantation_names{{
    {"bank", &Incantations::bank_conflicts},
    {"stress", &Incantations::memory_stress},
    {"random", &Incantations::random_threads},
    {"sync", &Incantations::synchronization},
}};

}  // namespace

std::optional<Incantations> incantations_named(std::string_view text) {
  if (text == "none") return Incantations{};
  if (text == "all") return Incantations{true, true, true, true};
  Incantations result;
  while (true) {
    const std::size_t end = text.find('+');
    const auto found =
        std::ranges::find(incantation_names, text.substr(0, end), &NamedIncantation::name);
    if (found == incantation_names.end()) return std::nullopt;
    result.*(found->on) = true;
    if (end == std::string_view::npos) return result;
    text.remove_prefix(end + 1);
  }
}

std::string to_string(const Incantations& incantations) {
  std::string text;
  for (const NamedIncantation& named : incantation_names) {
    if (!(incantations.*(named.on))) continue;
    if (!text.empty()) text += '+';
    text += named.name;
  }
  return text.empty() ? "none" : text;
}

Environment incanted_environment(const Incantations& incantations, std::uint64_t seed,
                                 std::uint32_t index) {
  constexpr std::uint32_t far = 16;  // words: slots of other instances in other sectors
  constexpr Values<2> parallel_or_conflict{1, 32};
  Environment environment = standard_environment();
  for (const Knob newer :
       {Knob::permute, Knob::random_placement, Knob::shuffle_percent, Knob::barrier,
        Knob::barrier_percent, Knob::stress_iterations, Knob::pre_stress_percent,
        Knob::pre_stress_iterations, Knob::warm_percent, Knob::flush_percent, Knob::rotate,
        Knob::jitter, Knob::large_footprint}) {
    environment[newer] = 0;
  }
  environment[Knob::lanes] = 1;
  environment[Knob::stride] = far;
  Numbers numbers(seed, index);
  if (incantations.bank_conflicts) {
    environment[Knob::lanes] = 32;
    environment[Knob::stride] = numbers.one_of(parallel_or_conflict);
  }
  if (incantations.memory_stress) {
    environment[Knob::stress_iterations] = 256;
    environment[Knob::stress_pattern] = numbers.one_of(patterns);
    environment[Knob::stress_targets] = numbers.one_of(some_targets);
  }
  if (incantations.random_threads) {
    environment[Knob::permute] = 1;
    environment[Knob::random_placement] = 1;
    environment[Knob::shuffle_percent] = 100;
    environment[Knob::ctas_percent] = numbers.one_of(some_ctas);
    environment[Knob::warps] = numbers.one_of(some_warps);
  }
  if (incantations.synchronization) {
    environment[Knob::barrier] = 2;
    environment[Knob::barrier_percent] = 100;
  }
  make_usable(environment);
  return environment;
}

std::vector<Environment> environments_of(std::uint64_t seed, std::uint32_t count,
                                         const std::optional<Incantations>& incantations) {
  std::vector<Environment> environments;
  for (std::uint32_t i = 0; i < count; ++i) {
    environments.push_back(incantations ? incanted_environment(*incantations, seed, i)
                                        : fuzzed_environment(seed, i));
  }
  return environments;
}

}  // namespace opexplore::hardware
