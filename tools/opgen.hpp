// What the command line of opgen asks for.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "litmus/generate/generate.hpp"
#include "litmus/language/dialect.hpp"
#include "tools/options.hpp"

namespace opexplore {

struct GenerateOptions {
  generate::Specification specification;
  std::optional<std::filesystem::path> directory;  ///< -o
  std::vector<std::string> read;                   ///< sources of tests, as written
  std::optional<Dialect> dialect;  ///< --dialect; otherwise the usual one of a test's language
  bool count = false;              ///< say how many tests there are, and write none
  int verbosity = 0;
  bool quiet = false;
};

/// The arguments without the program's name. Throws UsageError, and InputError for a cycle, a
/// family or a file of tests that is wrong.
std::variant<GenerateOptions, Information> parse_generate_options(
    std::span<const std::string> arguments, const std::string& version);

/// The tests that these arguments describe, for a program that runs them. Files of tests are looked
/// for in `folder`. Throws like the above, and UsageError for an option that says where tests go.
generate::Specification parse_specification(std::span<const std::string> arguments,
                                            const std::filesystem::path& folder);

}  // namespace opexplore
