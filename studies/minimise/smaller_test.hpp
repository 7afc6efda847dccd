// What a test shows, and the smallest test that still shows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "answers/pairing.hpp"
#include "litmus/generate/minimise/minimise.hpp"
#include "litmus/language/dialect.hpp"
#include "litmus/language/reader.hpp"

namespace opexplore {

/// A smaller test and what it is an example of.
struct SmallerTest {
  minimise::Minimised minimised;
  Dialect dialect;              ///< that of the original
  std::string shows;            ///< "ptx and sc differ", "ptx reaches the outcome in question"
  std::uint64_t undecided = 0;  ///< tests tried of which it is not known whether they show it
};

/// The smallest test found on which first and second still differ, the same one of them allowing
/// more as in the original; without a second, one whose proposition (for forall: its negation) is
/// still reached, and by `sc` only if it reaches that of the original. Nothing when the test shows
/// no such thing.
std::optional<SmallerTest> smaller_test(const Pairing& pairing, const SpelledTest& test,
                                        const ExploreOptions& explore);

}  // namespace opexplore
