// Tables of expected answers: herd's kinds files and Dartagnan's CSV files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Test name to the quantifier that its condition shall be read with.
using Kinds = std::map<std::string, Quantifier, std::less<>>;

/// Lines `name Kind`: Allowed or Allow (exists), Forbidden or Forbid (~exists),
/// Required or Require (forall). `#` starts a comment. Throws InputError.
Kinds read_kinds(std::string_view text, const std::string& path);
Kinds read_kinds_file(const std::filesystem::path& path);

/// One line of an expected table.
struct Expectation {
  std::filesystem::path test;  ///< resolved relative to the table's directory
  bool ok = false;             ///< the test's own quantifier holds (herd's "Ok")
  SourcePlace place;
};

/// Lines `path,0` or `path,1`; further columns are ignored. `#` starts a
/// comment. Throws InputError.
std::vector<Expectation> read_expected(std::string_view text, const std::filesystem::path& path);
std::vector<Expectation> read_expected_file(const std::filesystem::path& path);

}  // namespace opexplore
