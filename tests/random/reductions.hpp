// Reductions of a machine's search compared with the search without them, and with the axioms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "opmodel/condition.hpp"
#include "tests/oracle/axiomatic.hpp"

namespace opexplore::random_programs {

/// A machine in one reading, and the definition that it implements.
struct Configuration {
  std::string_view machine;
  std::string_view reading;
  oracle::Model model;
};

/// ptx-proxy and ptx, each in both readings.
const std::vector<Configuration>& configurations();

/// A way to search: what is on and what is off.
struct Variant {
  std::string name;
  MachineOptions options;
};

/// The default, each reduction alone switched off, each alone switched on, and the default without
/// looking ahead.
std::vector<Variant> variants();

/// How much was compared.
struct Compared {
  std::uint64_t programs = 0;
  std::uint64_t searches = 0;    ///< with a variant, against the search without reductions
  std::uint64_t conditions = 0;  ///< in goal mode
  std::uint64_t axioms = 0;      ///< programs with the outcomes of the axioms
  std::uint64_t deadlocks = 0;   ///< programs that have one
  std::uint64_t refused = 0;     ///< programs that the machine does not run
  std::uint64_t incomplete = 0;  ///< searches that a limit ended: not compared
};

/// How far to go with each program.
struct Effort {
  unsigned conditions = 20;           ///< in goal mode
  std::uint64_t max_states = 50'000;  ///< of each search; one that needs more is not compared
  bool axioms = true;                 ///< whether the axioms are asked
};

/// What differs first, in words, with the program; nothing if all agree. `number` draws the
/// conditions and what is observed. Counts what it did.
std::optional<std::string> reductions_differ(const Test& test, const Configuration& configuration,
                                             std::uint64_t number, const Effort& effort,
                                             Compared& compared);

}  // namespace opexplore::random_programs
