// Whom a test is put to: a machine or model, alone or beside a second one.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "answers/compare.hpp"
#include "answers/semantics.hpp"
#include "opmodel/refusal.hpp"

namespace opexplore {

struct Pairing {
  Semantics first;
  std::optional<Semantics> second;
  Asked asked = Asked::equality;  ///< of the two
};

/// The two as users name them; at most one of the last three is given.
struct PairingWords {
  std::string first;
  std::optional<std::string> compare_with;  ///< a second one that shall have the same outcomes
  std::optional<std::string> within;        ///< a second one that shall have all of the first's
  std::optional<std::string> axioms;        ///< a model; empty: that which the machine implements
};

/// Throws UsageError, where both are the same too, and axioms::CatError.
Pairing chosen_pairing(const PairingWords& words, const SemanticsOptions& common);

/// "ptx, ptx60"; of an inclusion "ptx within ptx60". Precondition: there is a second.
std::string name_of(const Pairing& pairing);

/// Whether one of the pair is a model.
bool has_model(const Pairing& pairing);

/// The same, also asked for data races: those that can, and go on behind one. Who gives up a
/// program that races looks for races anyway.
Pairing with_data_races(Pairing pairing);

/// Whether it can be asked for them, or looks for them anyway. For AMDGPU a race is none: what a
/// read gets there is the value `undef`.
bool finds_data_races(const MachineEntry& entry);
/// Whether somebody of the pair can be asked for them, or looks for races anyway.
bool finds_data_races(const Pairing& pairing);

/// Why a machine of the pair cannot run the test, if one cannot.
std::optional<Refusal> refusal_of(const Pairing& pairing, const Test& test);

/// What two say of one test, and how that compares.
struct BothAnswers {
  Answer first, second;
  OutcomeComparison comparison;
};

/// Asks both; the failure is of the first one that cannot run the test. Precondition: there is a
/// second.
std::variant<BothAnswers, Failure> both_answers(const Pairing& pairing, const Test& test,
                                                const ExploreOptions& explore);

}  // namespace opexplore
