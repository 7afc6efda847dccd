#include "hardware/device/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "hardware/device/environment_file.hpp"
#include "hardware/device/layout.hpp"
#include "hardware/device/measuring.hpp"
#include "hardware/result_json.hpp"

namespace opexplore::hardware {
namespace {

// Of 95 in 100 runs the next one shows it again (Kirkham 2020, section 5).
constexpr std::uint64_t reproducible = 3;

std::vector<ScoredEnvironment> run_stage(const Suite& suite, const RunOptions& common,
                                         const std::vector<Environment>& environments,
                                         double seconds) {
  RunOptions options = common;
  options.environments = environments;
  options.seconds = seconds;
  options.final_seconds = 0;
  const std::vector<Result> results = run_suite(suite, options);
  const std::vector<Score> found = scores(results, environments.size());
  std::vector<ScoredEnvironment> scored;
  for (std::size_t i = 0; i < environments.size(); ++i) {
    scored.push_back({environments[i], found[i]});
  }
  return scored;
}

void keep_best(std::vector<ScoredEnvironment>& environments, std::size_t count) {
  std::ranges::stable_sort(environments, std::ranges::greater(), &ScoredEnvironment::score);
  environments.resize(std::min(environments.size(), count));
}

std::vector<Environment> plain(const std::vector<ScoredEnvironment>& scored) {
  std::vector<Environment> result;
  for (const ScoredEnvironment& one : scored) result.push_back(one.environment);
  return result;
}

}  // namespace

std::vector<Score> scores(std::span<const Result> results, std::size_t environments) {
  std::vector<Score> all(environments);
  for (const Result& result : results) {
    for (const EnvironmentResult& run : result.environments) {
      if (run.id >= environments || run.seconds <= 0) continue;
      const std::uint64_t count = sought(result, run);
      if (count >= reproducible) ++all[run.id].tests;
      all[run.id].rates += std::log10(1 + static_cast<double>(count) / run.seconds);
    }
  }
  return all;
}

Suite telling_tests(const Suite& suite) {
  Suite result = suite;
  std::erase_if(result.entries,
                [](const SuiteEntry& entry) { return entry.result.sibling.has_value(); });
  return run_order(result).empty() ? suite : result;
}

Environment neighbour(const Environment& environment, std::uint64_t seed, std::uint32_t index) {
  LaunchNumbers numbers(std::seed_seq{static_cast<std::uint32_t>(seed),
                                      static_cast<std::uint32_t>(seed >> 32U), index, 0x6e656967U});
  Environment result = environment;
  const std::uint32_t changes = 1 + numbers.below(3);
  for (std::uint32_t i = 0; i < changes; ++i) {
    const std::uint32_t knob = numbers.below(knobs);
    const Parameter& parameter = environment_parameters()[knob];
    result.values[knob] =
        parameter.fuzzed.empty()
            ? parameter.least + numbers.below(std::uint64_t{parameter.most} - parameter.least + 1)
            : parameter.fuzzed[numbers.below(parameter.fuzzed.size())];
  }
  result[Knob::testing_warps] = std::min(result[Knob::testing_warps], result[Knob::warps]);
  return result;
}

double estimated_seconds(const Suite& suite, const TuneOptions& options) {
  const double tests = static_cast<double>(run_order(telling_tests(suite)).size());
  const double tried = 1.0 * options.random + 1.0 * options.best * options.neighbours;
  return tests * (tried * options.seconds + options.best * options.final_seconds) +
         3 * options.run.warm_up_seconds;
}

std::vector<ScoredEnvironment> tune(const Suite& suite, const TuneOptions& options) {
  const Suite telling = telling_tests(suite);
  std::vector<Environment> environments;
  for (std::uint32_t i = 0; i < options.random; ++i) {
    environments.push_back(fuzzed_environment(options.run.seed, i));
  }
  std::vector<ScoredEnvironment> best =
      run_stage(telling, options.run, environments, options.seconds);
  keep_best(best, options.best);
  if (options.run.interrupted()) return best;

  environments.clear();
  for (const ScoredEnvironment& one : best) {
    for (std::uint32_t i = 0; i < options.neighbours; ++i) {
      const auto index = static_cast<std::uint32_t>(environments.size());
      environments.push_back(neighbour(one.environment, options.run.seed, index));
    }
  }
  std::vector<ScoredEnvironment> tried =
      environments.empty() ? std::vector<ScoredEnvironment>()
                           : run_stage(telling, options.run, environments, options.seconds);
  best.insert(best.end(), tried.begin(), tried.end());
  keep_best(best, options.best);
  if (options.run.interrupted() || options.final_seconds <= 0) return best;

  best = run_stage(telling, options.run, plain(best), options.final_seconds);
  keep_best(best, options.best);
  return best;
}

std::string environments_text(std::span<const ScoredEnvironment> environments) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ScoredEnvironment& one : environments) {
    list.push_back({{"tests_seen", one.score.tests},
                    {"score", one.score.rates},
                    {"params", json_parameters(one.environment)}});
  }
  const nlohmann::ordered_json document = {{"schema", environments_schema},
                                           {"environments", std::move(list)}};
  return document.dump(1) + '\n';
}

}  // namespace opexplore::hardware
