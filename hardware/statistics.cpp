#include "hardware/statistics.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <vector>

namespace opexplore::hardware {
namespace {

constexpr std::size_t least_rates = 50;

// The largest distance between the two distribution functions.
double distance(std::span<const double> first, std::span<const double> second) {
  std::vector<double> a(first.begin(), first.end());
  std::vector<double> b(second.begin(), second.end());
  std::ranges::sort(a);
  std::ranges::sort(b);
  double result = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const double value = std::min(a[i], b[j]);
    while (i < a.size() && a[i] <= value) ++i;
    while (j < b.size() && b[j] <= value) ++j;
    const double left = static_cast<double>(i) / static_cast<double>(a.size());
    const double right = static_cast<double>(j) / static_cast<double>(b.size());
    result = std::max(result, std::abs(left - right));
  }
  return result;
}

// P(K > x) of Kolmogorov's distribution: 2 sum over k >= 1 of (-1)^(k-1) exp(-2 k^2 x^2).
double above(double x) {
  if (x < 0.2) return 1;  // the series converges slowly, and 1 is right to ten digits
  double sum = 0;
  double sign = 1;
  for (int k = 1; k <= 100; ++k) {
    const double term = std::exp(-2.0 * k * k * x * x);
    sum += sign * term;
    sign = -sign;
    if (term < 1e-16) break;
  }
  return std::clamp(2 * sum, 0.0, 1.0);
}

}  // namespace

Interval poisson_interval(std::uint64_t count, double confidence) {
  const double tail = (1 - confidence) / 2;
  const auto seen = static_cast<double>(count);
  return {count == 0 ? 0 : boost::math::gamma_p_inv(seen, tail),
          boost::math::gamma_q_inv(seen + 1, tail)};
}

Interval rate_interval(std::uint64_t count, std::uint64_t executed, double confidence) {
  if (executed == 0) return {0, 1};
  const Interval mean = poisson_interval(count, confidence);
  const auto all = static_cast<double>(executed);
  return {std::min(1.0, mean.low / all), std::min(1.0, mean.high / all)};
}

double unseen_bound(std::uint64_t executed, double confidence) {
  if (executed == 0) return 1;
  return std::min(1.0, -std::log(1 - confidence) / static_cast<double>(executed));
}

double reproducibility(std::uint64_t count) { return -std::expm1(-static_cast<double>(count)); }

std::uint64_t required_count(double wanted) {
  return static_cast<std::uint64_t>(std::ceil(-std::log(1 - wanted)));
}

double kolmogorov_smirnov(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return 1;
  const auto n = static_cast<double>(first.size());
  const auto m = static_cast<double>(second.size());
  const double root = std::sqrt(n * m / (n + m));
  return above((root + 0.12 + 0.11 / root) * distance(first, second));
}

std::optional<double> stationarity(std::span<const double> rates) {
  if (rates.size() < least_rates) return std::nullopt;
  return kolmogorov_smirnov(rates.first(rates.size() / 5), rates.last(rates.size() / 10));
}

}  // namespace opexplore::hardware
