#include "hardware/device/measuring.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "hardware/statistics.hpp"

namespace opexplore::hardware {
namespace {

// A batch is waited for as a whole: long enough that waiting costs nothing, short enough for a
// desktop that shares the GPU, and for rates over time.
constexpr double batch_seconds = 0.02;
constexpr std::uint32_t most_launches = 256;  // fewer than the driver queues

// All samples of what is rare; some of what every launch shows.
constexpr std::size_t samples_of_common = 4;
constexpr std::uint64_t common_part = 100;  // more than 1/100 of all

std::uint32_t next_batch(std::uint32_t launches, double seconds, double left) {
  const double each = std::max(seconds / launches, 1e-7);
  const double wanted = std::min(batch_seconds, std::max(left, 0.0)) / each;
  const double most = std::min<double>(most_launches, 4.0 * launches);
  return static_cast<std::uint32_t>(std::clamp(wanted, 1.0, most));
}

std::uint64_t sought_in(const Test& test, const Counted& counted) {
  std::uint64_t sum = 0;
  for (const CountedOutcome& outcome : counted.outcomes) {
    if (is_sought(test, outcome.values)) sum += outcome.count;
  }
  return sum;
}

// Runs `batch(launches)`, which returns the seconds it took, for a time.
template <class Batch>
void run_batches(double seconds, const Batch& batch, const AfterBatch& after) {
  std::uint32_t launches = 1;
  double spent = 0;
  do {
    // A clock that stands still must not keep the launches going.
    const double took = std::max(batch(launches), 1e-6 * launches);
    spent += took;
    launches = next_batch(launches, took, seconds - spent);
  } while (!after() && spent < seconds);
}

std::uint64_t executed(const Counters& counters) {
  return counters.executed + counters.out_of_bound;
}

void add_status(Result& result, const Counters& counters) {
  using Status = Result::Status;
  result.status = Status::ok;
  result.reason.clear();
  if (counters.overflow > 0) {
    result.status = Status::incomplete;
    result.reason = std::to_string(counters.overflow) +
                    " instances showed outcomes that found no room in the table";
  }
  if (counters.not_run > 0) {
    result.status = Status::failed;
    result.reason =
        std::to_string(counters.not_run) + " instances were not run: a fault of the harness";
  }
  if (executed(counters) == 0) {
    result.status = Status::failed;
    result.reason = "nothing was executed: a fault of the harness";
  }
}

}  // namespace

bool is_sought(const Test& test, const Outcome& outcome) {
  if (test.filter && !holds(*test.filter, outcome)) return false;
  return holds(test.condition, outcome) != (test.quantifier == Quantifier::forall);
}

std::uint64_t sought(const Result& result, const EnvironmentResult& environment) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < result.outcomes.size(); ++i) {
    if (is_sought(result.test, result.outcomes[i].values)) sum += environment.counts[i];
  }
  return sum;
}

const EnvironmentResult* best_environment(const Result& result) {
  const auto merit = [&](const EnvironmentResult& one) {
    const double seconds = std::max(one.seconds, 1e-9);
    const auto seen = std::ranges::count_if(one.counts, [](std::uint64_t n) { return n > 0; });
    return std::tuple(static_cast<double>(sought(result, one)) / seconds, seen,
                      static_cast<double>(one.executed) / seconds);
  };
  const EnvironmentResult* best = nullptr;
  for (const EnvironmentResult& one : result.environments) {
    if (best == nullptr || merit(*best) < merit(one)) best = &one;
  }
  return best;
}

Measurement::Measurement(TestDevice& device, Result result)
    : device_(device), base_(std::move(result)), last_(device.counted()) {}

Measurement::Part& Measurement::part(std::uint32_t id) {
  const auto found =
      std::ranges::find_if(parts_, [&](const Part& one) { return one.totals.id == id; });
  if (found != parts_.end()) return *found;
  Part& added = parts_.emplace_back();
  added.totals.id = id;
  return added;
}

void Measurement::run(const Environment& environment, std::uint32_t id, double seconds,
                      const AfterBatch& after) {
  Part& here = part(id);
  here.totals.environment = device_.use(environment, id);
  stretches_.push_back({device_.launches() + 1, id});
  const auto batch = [&](std::uint32_t launches) {
    const double took = device_.run(launches);
    add_batch(here, took, launches);
    return took;
  };
  run_batches(seconds, batch, after);
}

void Measurement::add_batch(Part& part, double seconds, std::uint32_t launches) {
  const Counted now = device_.counted();
  const std::uint64_t executed_now = executed(now.counters) - executed(last_.counters);
  part.totals.launches += launches;
  part.totals.executed += executed_now;
  part.totals.seconds += seconds;
  for (const CountedOutcome& outcome : now.outcomes) part.counts[outcome.values] += outcome.count;
  for (const CountedOutcome& outcome : last_.outcomes) {
    part.counts[outcome.values] -= outcome.count;
  }
  const std::uint64_t hits = sought_in(base_.test, now) - sought_in(base_.test, last_);
  if (executed_now > 0) {
    part.rates.push_back(static_cast<double>(hits) / static_cast<double>(executed_now));
  }
  last_ = now;
}

Result Measurement::result() const {
  Result result = base_;
  for (const CountedOutcome& outcome : last_.outcomes) {
    result.outcomes.push_back({outcome.values, outcome.count, outcome.launches, {}});
  }
  const Part* longest = nullptr;
  for (const Part& part : parts_) {
    EnvironmentResult run = part.totals;
    for (const SeenOutcome& outcome : result.outcomes) {
      const auto found = part.counts.find(outcome.values);
      run.counts.push_back(found == part.counts.end() ? 0 : found->second);
    }
    result.launches += run.launches;
    result.seconds += run.seconds;
    result.environments.push_back(std::move(run));
    if (longest == nullptr || part.totals.launches > longest->totals.launches) longest = &part;
  }
  result.executed = executed(last_.counters);
  result.not_run = last_.counters.not_run;
  result.out_of_bound = last_.counters.out_of_bound;
  result.overflow = last_.counters.overflow;
  if (longest != nullptr) result.stationarity = stationarity(longest->rates);
  add_samples(result, last_);
  add_status(result, last_.counters);
  return result;
}

void Measurement::add_samples(Result& result, const Counted& counted) const {
  for (std::size_t i = 0; i < counted.outcomes.size(); ++i) {
    const CountedOutcome& outcome = counted.outcomes[i];
    const bool common = outcome.count > result.executed / common_part;
    std::vector<Sample> samples =
        device_.samples(outcome, common ? samples_of_common : samples_kept);
    for (Sample& sample : samples) {
      const auto after = std::ranges::upper_bound(stretches_, sample.launch, {}, &Stretch::first);
      if (after != stretches_.begin()) sample.environment = std::prev(after)->environment;
    }
    result.outcomes[i].samples = std::move(samples);
  }
}

void warm_up(TestDevice& device, double seconds, const AfterBatch& after) {
  device.use(standard_environment(), 0);
  run_batches(
      seconds, [&](std::uint32_t launches) { return device.run(launches); }, after);
  device.forget();
}

}  // namespace opexplore::hardware
