// Runs a shell command the way a reader of the documentation would.
#pragma once

#include <set>
#include <string>

namespace opexplore::docs {

struct CommandResult {
  std::string output;  ///< standard output
  int status = -1;     ///< exit code
};

/// Runs `command` with sh in the source tree, with `opexplore`, `opfix`, `opgen`, `oplitmus`,
/// `opmap` and the examples of docs/examples standing for the built programs.
CommandResult run(const std::string& command);

/// The long options that the text names, with their dashes.
std::set<std::string> long_options(const std::string& text);

/// The whole text of a file of the source tree.
std::string read(const std::string& path);

}  // namespace opexplore::docs
