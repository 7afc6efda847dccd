#include "hardware/statistics.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "tests/catch.hpp"

using namespace opexplore::hardware;

namespace {

// P(X <= count) of a Poisson variable, term by term: no incomplete gamma function.
double at_most(std::uint64_t count, double mean) {
  double term = std::exp(-mean);
  double sum = term;
  for (std::uint64_t k = 1; k <= count; ++k) {
    term *= mean / static_cast<double>(k);
    sum += term;
  }
  return sum;
}

std::vector<double> ramp(std::size_t count, double step) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = step * static_cast<double>(i);
  return values;
}

}  // namespace

TEST_CASE("statistics: Poisson intervals are exact", "[hardware]") {
  for (const std::uint64_t count : {1U, 2U, 3U, 12U, 100U}) {
    const Interval interval = poisson_interval(count);
    CAPTURE(count);
    CHECK(1 - at_most(count - 1, interval.low) == Approx(0.025).epsilon(1e-9));
    CHECK(at_most(count, interval.high) == Approx(0.025).epsilon(1e-9));
  }
  const Interval none = poisson_interval(0);
  CHECK(none.low == 0);
  CHECK(none.high == Approx(-std::log(0.025)));
  CHECK(poisson_interval(5, 0.5).high < poisson_interval(5, 0.9).high);
}

TEST_CASE("statistics: rates of rare events", "[hardware]") {
  // One of 1.19e9 executions, as IRIW with acquires was once seen.
  const Interval rate = rate_interval(1, 1'190'000'000);
  CHECK(rate.low == Approx(2.1e-11).epsilon(0.02));
  CHECK(rate.high == Approx(4.7e-9).epsilon(0.01));
  CHECK(rate_interval(0, 0) == Interval{0, 1});
  CHECK(rate_interval(1, 1).high == 1);
}

TEST_CASE("statistics: what was not seen is rare", "[hardware]") {
  CHECK(unseen_bound(1'000'000'000) == Approx(3e-9).epsilon(0.002));
  CHECK(unseen_bound(1000, 0.99999) == Approx(11.5e-3).epsilon(0.002));
  CHECK(unseen_bound(0) == 1);
  CHECK(unseen_bound(1) == 1);
  // A rate at the bound would have shown the event with the confidence that was asked for.
  CHECK(1 - std::pow(1 - unseen_bound(10'000), 10'000) == Approx(0.95).epsilon(1e-3));
}

TEST_CASE("statistics: will it be seen again?", "[hardware]") {
  CHECK(reproducibility(0) == 0);
  CHECK(reproducibility(3) == Approx(0.95).epsilon(0.001));
  CHECK(required_count(0.95) == 3);
  CHECK(required_count(0.99999) == 12);
  CHECK(reproducibility(required_count(0.999)) >= 0.999);
  CHECK(reproducibility(required_count(0.999) - 1) < 0.999);
}

TEST_CASE("statistics: Kolmogorov-Smirnov", "[hardware]") {
  const std::vector<double> some = ramp(40, 1);
  CHECK(kolmogorov_smirnov(some, some) == Approx(1));
  CHECK(kolmogorov_smirnov(some, {}) == 1);
  std::vector<double> later = some;
  for (double& value : later) value += 1000;
  CHECK(kolmogorov_smirnov(some, later) < 1e-9);
  // Half of one sample lies above all of the other: distance 1/2. Kolmogorov's distribution at
  // (sqrt(20) + 0.12 + 0.11 / sqrt(20)) / 2 = 2.308.
  std::vector<double> half(some.begin(), some.begin() + 20);
  half.insert(half.end(), later.begin(), later.begin() + 20);
  const double root = std::sqrt(20.0);
  const double x = (root + 0.12 + 0.11 / root) / 2;
  CHECK(kolmogorov_smirnov(some, half) == Approx(2 * std::exp(-2 * x * x)).epsilon(1e-6));
  CHECK(kolmogorov_smirnov(half, some) == Approx(kolmogorov_smirnov(some, half)));
  // Ties in both samples are one step.
  CHECK(kolmogorov_smirnov(std::vector<double>(30, 2.0), std::vector<double>(7, 2.0)) == Approx(1));
}

TEST_CASE("statistics: stationary rates", "[hardware]") {
  CHECK_FALSE(stationarity(std::vector<double>(49, 1.0)));
  CHECK(stationarity(std::vector<double>(50, 1.0)).value() == Approx(1));
  CHECK(stationarity(ramp(200, 1)).value() < 1e-6);  // the rate grows all the time
  std::vector<double> alternating(200);
  for (std::size_t i = 0; i < alternating.size(); ++i) alternating[i] = static_cast<double>(i % 7);
  CHECK(stationarity(alternating).value() > 0.5);
}
