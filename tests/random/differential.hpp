// A machine against the axiomatic oracle, on one test.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "tests/oracle/axiomatic.hpp"

namespace opexplore::random_programs {

/// A machine in one reading, and the definition it claims to implement.
struct Pair {
  std::string_view machine;
  std::string_view reading;  ///< empty: the machine's default
  oracle::Model model;
  MachineOptions options = {};  ///< how the machine searches; the reading is added
};

enum class Agreement : std::uint8_t {
  equal,
  different,
  refused,      ///< the machine does not run such programs
  undecided,    ///< the machine hit the time limit
  unsupported,  ///< the oracle cannot decide the program
};

struct SideBySide {
  Agreement agreement = Agreement::equal;
  std::string note;             ///< why there is no answer
  std::set<Outcome> machine;    ///< outcomes of the machine
  std::set<Outcome> axiomatic;  ///< outcomes of the oracle
};

/// Runs both. Throws std::runtime_error if the build has no such machine.
SideBySide compare(const Test& test, const Pair& pair, std::chrono::milliseconds limit);

/// The test and the outcomes that only one side has, to be printed.
std::string explain(const Test& test, const Pair& pair, const SideBySide& comparison);

/// The smallest test found on which machine and oracle still differ.
Test minimise_difference(const Test& test, const Pair& pair, std::chrono::milliseconds limit);

}  // namespace opexplore::random_programs
