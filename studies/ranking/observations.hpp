// Hardware observations of litmus tests: how often each chip showed the outcome that a test asks
// about. docs/observations.schema.json describes the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "studies/ranking/configuration.hpp"

namespace opexplore {

/// A row of a table: one test in one configuration.
struct Observation {
  std::string table;
  Configuration configuration;
  std::string test;  ///< "MP+membar.gls", or "LD+*" for every test of the family LD
  /// By column: how often the outcome was seen; nothing where the row has no such column.
  std::vector<std::optional<std::uint64_t>> counts;

  /// Whether the row stands for tests of that name.
  bool names(std::string_view test_name) const;
};

struct Observations {
  std::string source;
  std::vector<std::string> columns;  ///< chips, in the order of their first mention
  std::vector<Observation> rows;
};

/// Reads a document. Throws InputError; behind its place the message has the path of the value,
/// `hardware[3].observed: expected …`.
Observations read_observations(std::string_view text, const std::string& path);

/// Reads a file; "-" is standard input. Throws InputError.
Observations read_observations_file(const std::string& path);

}  // namespace opexplore
