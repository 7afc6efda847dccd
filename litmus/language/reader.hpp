// The reader of litmus tests: text in, Test or InputError out. docs/litmus-format.md describes the
// dialects.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/language/dialect.hpp"
#include "litmus/language/statement.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// \name Tests. The first word says in which of the dialects `known` a test is written, or the name
/// of the file.
/// @{
/// The test written in `text`; `path` is where it came from, for messages.
/// Any bytes are accepted as input; takes time linear in their number.
/// Throws InputError.
Test read(std::string_view text, std::string path, std::span<const Dialect> known = dialects());

/// The test in that file; "-" is standard input. Throws InputError.
Test read_file(const std::filesystem::path& path, std::span<const Dialect> known = dialects());
/// @}

/// A test and how it was spelled.
struct SpelledTest {
  Test test;
  Dialect dialect;  ///< in which it can be written again
  /// What herd7 prints behind `Hash=`. Empty where herd7 cannot read the test: all but plain C.
  std::string herd_hash;
  /// What it says of executions that pass its filter. Empty where it asks with a condition.
  std::vector<Statement> statements = {};
  /// What it says about machines (MachineOptions::settings), where the user chooses nothing else.
  std::map<std::string, std::string, std::less<>> settings = {};
  std::string text = {};  ///< that it was read from
  /// Why it means something else when it is written again without them; nothing if it does not.
  std::optional<InputError> unwritable = std::nullopt;
};

/// \name The same, for those who write the test again, and all tests of a file: one, or several of
/// a template. They throw InputError.
/// @{
SpelledTest read_spelled(std::string_view text, std::string path,
                         std::span<const Dialect> known = dialects());
SpelledTest read_spelled_file(const std::filesystem::path& path,
                              std::span<const Dialect> known = dialects());
std::vector<SpelledTest> read_all_spelled(std::string_view text, std::string path,
                                          std::span<const Dialect> known = dialects());
std::vector<SpelledTest> read_all_spelled_file(const std::filesystem::path& path,
                                               std::span<const Dialect> known = dialects());
/// @}

}  // namespace opexplore
