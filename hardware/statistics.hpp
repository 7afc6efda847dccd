// What counts say about rates. Events are rare and runs are long, so counts are taken for Poisson.
//
// Instances of one launch are not independent of each other; an interval of a count is therefore
// too narrow rather than too wide, and the number of launches with a hit is reported beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace opexplore::hardware {

struct Interval {
  double low = 0;
  double high = 0;
  bool operator==(const Interval&) const = default;
};

/// The exact interval of the mean of a Poisson variable that was seen to be `count` (Garwood 1936).
/// Precondition: 0 < confidence < 1.
Interval poisson_interval(std::uint64_t count, double confidence = 0.95);

/// The same as a rate per instance, at most 1; nothing is known, so [0, 1], of no instances.
Interval rate_interval(std::uint64_t count, std::uint64_t executed, double confidence = 0.95);

/// The rate above which an outcome would have been seen, with this confidence, in that many
/// instances: 3/N at 95 % (the rule of three), 11.5/N at 99.999 %. At most 1.
double unseen_bound(std::uint64_t executed, double confidence = 0.95);

/// The probability that another run of the same length shows what this one showed `count` times:
/// 1 - exp(-count) (Kirkham et al., OOPSLA 2020, section 5).
double reproducibility(std::uint64_t count);

/// How often a run has to show something so that reproducibility() is at least `wanted`: 3 for 95
/// %, 12 for 99.999 %. Precondition: 0 < wanted < 1.
std::uint64_t required_count(double wanted);

/// The two-sample Kolmogorov-Smirnov test: the probability that samples of one distribution
/// differ so much (asymptotic, with the correction of Stephens 1970). 1 if one of them is empty.
double kolmogorov_smirnov(std::span<const double> first, std::span<const double> second);

/// Whether rates stay as they are: kolmogorov_smirnov() of the first fifth and the last tenth of
/// `rates`, in the order of time. Nothing for fewer than 50, which leave less than five to compare.
std::optional<double> stationarity(std::span<const double> rates);

}  // namespace opexplore::hardware
