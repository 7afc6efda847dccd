// Whether the memory instructions of a test are still in the machine code, in their order, with
// their scopes and with the constants that they write.
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
    exact,      ///< all of them, in order, with the constants that they write
    merged,     ///< accesses to one location have become one
    deleted,    ///< something is missing
    reordered,  ///< all there, in another order
    extra,      ///< something is there that the test does not have, or a constant is another
    unknown     ///< a memory instruction is not understood, or a value that it writes
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
