// Whether the memory instructions of a test are still in the machine code, in their order and with
// their scopes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace opexplore::hardware {

/// What became of one thread of a test.
struct Survival {
  enum class Verdict : std::uint8_t {
    exact,      ///< all of them, in order
    merged,     ///< accesses to one location have become one
    deleted,    ///< something is missing
    reordered,  ///< all there, in another order
    extra,      ///< something is there that the test does not have
    unknown     ///< the machine code has a memory instruction that is not understood
  };
  Verdict verdict = Verdict::unknown;
  std::vector<std::string> expected;  ///< "LDG.STRONG.GPU x", "MEMBAR.SC.GPU"
  std::vector<std::string> found;
  std::string reason = {};  ///< of any verdict but exact, in a sentence
  bool operator==(const Survival&) const = default;
};

std::string_view to_string(Survival::Verdict verdict);
std::optional<Survival::Verdict> survival_verdict_named(std::string_view name);

/// The worst of several: unknown, extra, deleted, merged, reordered, exact.
Survival::Verdict worst(const std::vector<Survival>& roles);

}  // namespace opexplore::hardware
