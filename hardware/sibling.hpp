// Whether it means anything that an outcome was not seen: only where the same test without fences
// did show it, in the same environment. The relaxed test is the mutant of Levine et al.,
// ASPLOS 2023: an environment that cannot kill it says nothing about the fences.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "hardware/result.hpp"

namespace opexplore::hardware {

/// What the sibling of a result showed, in environments in which both ran.
struct Evidence {
  std::string sibling;         ///< its name; empty when the result has none
  bool found = false;          ///< its result is there, of the same device and profile
  std::uint64_t seen = 0;      ///< how often
  double seconds = 0;          ///< that the sibling ran in the environments that both have
  std::uint64_t executed = 0;  ///< instances of the result where the sibling showed it
  /// The environment in which the sibling showed it at the highest rate.
  std::optional<std::uint32_t> best;

  /// Whether a negative counts.
  bool counts() const { return seen > 0; }
  double per_second() const { return seconds > 0 ? static_cast<double>(seen) / seconds : 0; }
  bool operator==(const Evidence&) const = default;
};

/// Which outcomes are asked about; gets values of the observables of the result's own test.
using OutcomeFilter = std::function<bool(const Outcome&)>;

/// What the sibling of `result` showed of these outcomes. `all`: where its result may be.
Evidence evidence(const Result& result, std::span<const Result> all, const OutcomeFilter& asked);

/// The results of its sibling: of the same device, built with the same profile.
std::vector<const Result*> siblings(const Result& result, std::span<const Result> all);

/// What `sibling` showed, as values of the observables of `test`; nothing when it does not observe
/// all of these.
std::optional<std::vector<Outcome>> translated(const Result& sibling, const Test& test);

/// "sibling MP+relaxed showed it 1,234 times, 5,300/s", or why there is no such thing.
std::string to_string(const Evidence& evidence);

}  // namespace opexplore::hardware
