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
  bool changed = false;        ///< it is, but its machine code is another test: it does not count
  std::uint64_t seen = 0;      ///< how often
  double seconds = 0;          ///< that the sibling ran in the environments that both have
  std::uint64_t executed = 0;  ///< listed executions of the result where the sibling showed it
  /// The environment in which the sibling showed it at the highest rate.
  std::optional<std::uint32_t> best;

  /// Whether a negative counts: another run would show it too, with 95 % (reproducibility()).
  bool counts() const;
  double per_second() const { return seconds > 0 ? static_cast<double>(seen) / seconds : 0; }
  bool operator==(const Evidence&) const = default;
};

/// Which outcomes are asked about; gets values of the observables of the result's own test.
using OutcomeFilter = std::function<bool(const Outcome&)>;

/// What the sibling of `result` showed of these outcomes. `all`: where its result may be.
Evidence evidence(const Result& result, std::span<const Result> all, const OutcomeFilter& asked);

/// Whether the machine code of a result is known not to be its test, access for access: then the
/// chip did not run the test.
bool compiler_changed(const Result& result);

/// The results of its sibling: of the same device, built with the same profile, and run as written.
std::vector<const Result*> siblings(const Result& result, std::span<const Result> all);

/// What `sibling` showed, as values of the observables of `test`; nothing when it does not observe
/// all of these.
std::optional<std::vector<Outcome>> translated(const Result& sibling, const Test& test);

/// "confidence: sibling MP+relaxed showed it 1,234 times, 5,300/s", or why there is none.
std::string to_string(const Evidence& evidence);

}  // namespace opexplore::hardware
