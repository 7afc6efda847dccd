// What the machine ptx-async says of a program, and what its axioms say.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "axioms/axioms.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

/// How far both look: the same on every machine.
struct AsynchronousLimits {
  std::uint64_t states = 2'000;
  std::uint64_t candidates = 2'000;
};

/// A bundle of readings, perhaps with one of them turned.
struct AsynchronousReading {
  std::string bundle = "isa";
  std::string turned = {};  ///< a value of --async-switch; empty: none
};

/// isa, strict, practice; and of isa one reading turned, which the number says.
std::vector<AsynchronousReading> asynchronous_readings(std::uint64_t number);

struct AsynchronousAnswer {
  std::set<Outcome> outcomes;
  bool undefined = false;  ///< some execution is
};

/// Asks both.
class AsynchronousSides {
 public:
  explicit AsynchronousSides(const AsynchronousLimits& limits = {}) : limits_(limits) {}

  /// Nothing if it goes further than the limits.
  /// @{
  std::optional<AsynchronousAnswer> machine(const Test& test, const AsynchronousReading& reading);
  std::optional<AsynchronousAnswer> axioms(const Test& test, const AsynchronousReading& reading);
  /// @}

  /// A smallest test found of which the two say different things.
  Test minimised(const Test& test, const AsynchronousReading& reading);
  /// The test, and the outcomes that only one of them has.
  std::string explained(const Test& test, const AsynchronousReading& reading);

 private:
  AsynchronousLimits limits_;
  std::map<std::string, axioms::Model> models_;
};

/// What became of programs that were asked about.
struct AsynchronousCount {
  std::uint64_t asked = 0;      ///< programs, once for each reading
  std::uint64_t compared = 0;   ///< of these: the others went too far for one of the two
  std::uint64_t undefined = 0;  ///< of these
  std::uint64_t several = 0;    ///< of these, with several outcomes
  std::vector<std::string> differences = {};  ///< explained
};

/// Asks about the program in all readings; says so where the two differ, or where a program without
/// undefined behaviour has an outcome that a bundle of weaker readings lacks.
void compare_asynchronous(const Test& test, const std::vector<AsynchronousReading>& readings,
                          AsynchronousSides& sides, AsynchronousCount& count);

}  // namespace opexplore::random_programs
