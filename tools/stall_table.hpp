// The stalls of tests on machines, as text and as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "answers/machine_choice.hpp"
#include "explorer/report.hpp"

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

/// A test, and the answers of the machines in their order.
struct StallRow {
  std::string test, path, hash;
  std::vector<StallAnswer> answers;
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

  StallSums sums() const;
};

/// The table of one test: a line for each machine. An empty line ends it.
void write_stalls(std::ostream& out, const std::vector<ChosenMachine>& machines,
                  const StallRow& row);

/// What comes after the last test: the sums, if there are several, and what the signs mean.
void write_stall_sums(std::ostream& out, const StallTable& table);

nlohmann::ordered_json json_stalls(const StallTable& table);

}  // namespace opexplore
