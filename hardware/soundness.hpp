// Observed is within allowed: what a chip showed of a test, held against what a machine says.
//
// Outcomes are values of all Test::observables; those that fail the test's filter do not count, in
// either. One forbidden outcome that was seen refutes the machine, or points at the compiler.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/result.hpp"
#include "hardware/sibling.hpp"
#include "studies/allowed/allowed_outcomes.hpp"

namespace opexplore::hardware {

enum class Soundness : std::uint8_t {
  sound,      ///< all that was seen is allowed
  unsound,    ///< something forbidden was seen
  partial,    ///< nothing forbidden, but not every execution's outcome is in the list
  undecided,  ///< seen, and not among what an incomplete search found
  refused,    ///< the machine cannot run the test
  no_verdict  ///< the run says nothing
};

/// Whose fault a violation is.
enum class Suspect : std::uint8_t {
  chip,       ///< the machine code has the test's accesses in order: chip or model
  toolchain,  ///< the compiler changed the accesses
  harness,    ///< something else of the run went wrong
  unknown     ///< nobody looked into the machine code, it was not understood, or a dependency of
              ///< the test may be gone
};

/// A forbidden outcome that was seen.
struct Violation {
  std::size_t outcome = 0;  ///< index into Result::outcomes
  /// An observable whose value is in no outcome of the machine, "1:r0=7": the harness is suspect.
  std::string out_of_domain = {};
};

/// An outcome that was not seen: one that is allowed, or a forbidden one that the sibling showed.
struct Unseen {
  Outcome values;
  bool allowed = true;
  std::optional<bool> weak;           ///< not in `sc`; nothing when that is not known
  std::optional<double> bound;        ///< of its rate, at 95 %; absent when it may be unlisted
  std::optional<std::uint32_t> best;  ///< environment with the best chance to show it
  std::optional<double> best_bound;   ///< of its rate there
  Evidence evidence;
};

/// The outcomes that satisfy the test's proposition, all together.
struct AskedOutcome {
  std::uint64_t seen = 0;
  std::optional<bool> allowed;  ///< some of them; nothing when that is not known
  Evidence evidence;
};

/// A result held against a machine.
struct SoundnessCheck {
  Soundness verdict = Soundness::no_verdict;
  std::string reason = {};  ///< of any verdict but sound and unsound
  Suspect suspect = Suspect::unknown;
  std::string suspicion = {};  ///< which thread the compiler changed, and how; what went wrong in
                               ///< the run; empty for the chip
  std::vector<Violation> violations;
  std::size_t allowed = 0;                                 ///< outcomes of the machine
  std::size_t observed = 0;                                ///< of these
  std::optional<std::size_t> weak_allowed, weak_observed;  ///< those that `sc` does not have
  std::uint64_t unlisted = 0;  ///< executions whose outcome is not in the list
  std::vector<Unseen> unseen;  ///< in increasing order
  AskedOutcome asked;

  /// Whether the run was held against the machine at all.
  bool judged() const { return verdict <= Soundness::undecided; }
  /// Whether what was not seen means something: not where the run failed.
  bool has_negatives() const { return judged() && suspect != Suspect::harness; }
};

/// Holds a result against what a machine says of its test. `sc`: what sequential consistency says
/// of it, or nullptr; `all`: where the result of the sibling may be.
SoundnessCheck check(const Result& result, const Allowed& machine, const Allowed* sc,
                     std::span<const Result> all);

/// Why what the result does not show says nothing about any machine; empty when it does. Something
/// forbidden that it shows is a violation all the same.
std::string no_verdict_reason(const Result& result);

/// Whether check() asks what the machine says of the test: not where the result says nothing at
/// all.
bool needs_machine(const Result& result);

/// \name Words for the enumerators, as all outputs print them.
/// @{
std::string_view to_string(Soundness soundness);  ///< "no-verdict"
std::string_view to_string(Suspect suspect);
/// @}

}  // namespace opexplore::hardware
