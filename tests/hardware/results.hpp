// Results for tests: the fixtures, and small ones to change.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hardware/result_json.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "tests/locations.hpp"

namespace opexplore::testing {

inline std::string fixture(const std::string& name) {
  return std::string(source_folder) + "/tests/hardware/fixtures/" + name;
}

/// Message passing between CTAs, with `fence` between the accesses of both threads.
inline std::string passing(const std::string& name, const std::string& fence = "",
                           const std::string& quantifier = "exists") {
  return "PTX " + name +
         "\n{ x = 0; y = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
         " st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, y ;\n" +
         (fence.empty() ? "" : ' ' + fence + " | " + fence + " ;\n") +
         " st.relaxed.gpu y, 1 | ld.relaxed.gpu r1, x ;\n" + quantifier + " (1:r0=1 /\\ 1:r1=0)\n";
}

/// What one device showed, in environments 0, 1, …: outcomes with a count for each of these.
using Counts = std::vector<std::pair<Outcome, std::vector<std::uint64_t>>>;

inline hardware::Result result_of(const std::string& litmus, const Counts& counts) {
  using namespace hardware;
  Result result;
  result.litmus = litmus;
  result.test = read(litmus, "test");
  result.hash = hash(result.test);
  result.device = Device{"Chip", "9.0", 132, 1U << 20U, "13.0", "uuid"};
  result.toolchain =
      Toolchain{"13.0.88", "sm_90", {"-O3"}, "c0ffee", std::vector<Survival>(2), "none"};
  for (Survival& role : result.toolchain->roles) role.verdict = Survival::Verdict::exact;
  result.seed = 3;
  const std::size_t environments = counts.empty() ? 0 : counts.front().second.size();
  for (std::uint32_t id = 0; id < environments; ++id) {
    EnvironmentResult run;
    run.id = id;
    run.environment = fuzzed_environment(3, id);
    run.launches = 10;
    run.seconds = 0.5;
    for (const auto& [values, by_environment] : counts) {
      run.counts.push_back(by_environment[id]);
      run.executed += by_environment[id];
    }
    result.executed += run.executed;
    result.launches += run.launches;
    result.seconds += run.seconds;
    result.environments.push_back(std::move(run));
  }
  for (const auto& [values, by_environment] : counts) {
    SeenOutcome outcome{values, 0, 1, {}};
    for (const std::uint64_t count : by_environment) outcome.count += count;
    outcome.samples.push_back({0, 2, 5, {1, 7}});
    result.outcomes.push_back(std::move(outcome));
  }
  return result;
}

}  // namespace opexplore::testing
