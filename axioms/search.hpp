// All consistent executions of one choice of paths.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "axioms/axioms.hpp"
#include "axioms/data_races.hpp"
#include "axioms/skeleton.hpp"

namespace opexplore::axioms {

/// What all choices of paths add to.
struct Tally {
  std::map<Outcome, AxiomaticOutcome> outcomes;
  std::map<std::string, std::uint64_t> flags;
  DataRaces races;
  std::uint64_t candidates = 0, consistent = 0, circular = 0;
  Stopped stopped = Stopped::no;  ///< by the watch
  bool had_enough = false;

  bool over() const { return stopped != Stopped::no || had_enough; }
};

/// Says when to give up.
class Watch {
 public:
  /// Keeps a reference.
  explicit Watch(const EvaluateOptions& options) : options_(options), start_(Clock::now()) {}

  /// Counts one candidate. False when the evaluation has to stop.
  bool tick(Tally& tally);
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  const EvaluateOptions& options_;
  Clock::time_point start_;
};

/// Adds the executions of the skeleton to the tally. `flow_varies[t]`: the paths of thread t differ
/// in their barriers. Throws Unsupported.
void find_executions(const Model& model, const Test& test, const Skeleton& skeleton,
                     const EvaluateOptions& options, const std::vector<bool>& flow_varies,
                     Watch& watch, Tally& tally);

}  // namespace opexplore::axioms
