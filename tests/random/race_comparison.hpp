// What races in a test, by a machine, by a cat model and by the oracle.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"

namespace opexplore::random_programs {

struct RacesFound {
  std::set<RacingPair> counted;   ///< in executions that end and pass the filter
  std::set<RacingPair> excluded;  ///< in others that end alone
  bool cut = false;               ///< loops were cut: there may be more
  bool operator==(const RacesFound&) const = default;
};

/// Whether both can be right: they have the same pairs, or one is cut and has no others.
bool agree(const RacesFound& first, const RacesFound& second);

/// One of those that are asked. The answer is nothing if it refuses the test or does not finish.
struct RacingSide {
  std::string name;
  std::function<std::optional<RacesFound>(const Test&)> races;
};

/// A machine searched in this way, with so many states at most; its setting ptx-reading is left
/// alone if `reading` is empty. Throws std::runtime_error if the build has no such machine, or it
/// finds no data races.
RacingSide machine_races(const std::string& machine, const std::string& reading,
                         const MachineOptions& options, std::uint64_t max_states);

/// A cat model by its name.
RacingSide model_races(const std::string& model);

/// The oracle: ptx60, ptx75, ptx60-dat3m or ptx75-dat3m. Throws std::runtime_error for others.
RacingSide oracle_races(const std::string& model);

/// The name of the model that a machine of PTX implements in that reading.
std::string model_of(const std::string& machine, const std::string& reading);

/// The smallest test found on which the two still answer differently.
Test minimise_races(const Test& test, const RacingSide& first, const RacingSide& second);

/// The test, and the pairs of both, with their instructions where only one has them.
std::string explain(const Test& test, const RacingSide& first, const RacingSide& second);

}  // namespace opexplore::random_programs
