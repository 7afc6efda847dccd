// The stalls of tests on machines: a row for each test, a column for each machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/exit_code.hpp"
#include "answers/machine_choice.hpp"
#include "opmodel/results/statistics.hpp"

namespace opexplore {

/// What became of a test on a machine.
struct StallAnswer {
  enum class Kind : std::uint8_t {
    counted,
    refused,     ///< the machine cannot run the test
    incomplete,  ///< a limit was reached
    no_end       ///< no execution ends
  };
  Kind kind = Kind::counted;
  Stalls stalls;       ///< when counted
  std::string reason;  ///< when not: one sentence
};

/// The word for it: "counted", "refused", "incomplete", "no end".
std::string_view to_string(StallAnswer::Kind kind);

/// A test, and the answers of the machines in their order.
struct StallRow {
  std::string test, path, hash;
  std::vector<StallAnswer> answers;

  /// Whether every machine counted.
  bool is_counted() const;
  /// Whether every machine that counted has a most.
  bool has_bound() const;
};

/// Over the tests that every machine counted.
struct StallSums {
  std::size_t tests = 0;
  std::size_t with_most = 0;  ///< of them, those that have a most on every machine
  std::size_t left_out = 0;
  std::vector<Stalls> machines;  ///< in their order; the most is of `with_most` tests
};

struct StallTable {
  std::vector<ChosenMachine> machines;
  std::vector<StallRow> rows;
  /// `complete` when all answers are there, refusals included, else the most severe reason.
  ExitCode code = ExitCode::complete;

  StallSums sums() const;
};

}  // namespace opexplore
