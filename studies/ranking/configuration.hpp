// Where the threads of a test run and where its locations lie, in the words of the tables that
// hardware observations come in (Sorensen 2014, sections 2.5.1 and 6.1).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore {

/// A configuration of the tables; a program either has it or has not.
struct Configuration {
  enum class Threads : std::uint8_t {
    warps,  ///< D-warp:S-cta: in pairwise different warps of one CTA
    ctas    ///< D-cta:S-ker: in pairwise different CTAs of one GPU
  };
  Threads threads = Threads::warps;
  /// Of all locations; or, when absent, `regions` lists them, each with its own.
  std::optional<Region> region;
  std::map<std::string, Region> regions;

  bool operator==(const Configuration&) const = default;
};

/// The names that tables use: "D-warp:S-cta-Shared", "D-warp:S-cta-Global",
/// "D-cta:S-ker-Global" and "D-warp:S-cta (mixed regions)".
const std::vector<std::string>& configuration_names();

/// The configuration of that name, for mixed regions without them; nothing for other names.
std::optional<Configuration> configuration_named(const std::string& name);

/// The name; mixed regions are spelled out: "D-warp:S-cta (x shared, y global)".
std::string to_string(const Configuration& configuration);

/// Whether the program has the configuration. One with a single thread or no location has none.
bool has_configuration(const Program& program, const Configuration& configuration);

}  // namespace opexplore
