// The options of the drivers of long runs: a row for each, and one loop that reads them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace opexplore::random_programs {

/// What an option sets: a flag has no value behind it, the others have one.
using OptionTarget = std::variant<bool*, std::uint64_t*, std::string*,
                                  std::function<void(const std::string& value)>>;

struct Option {
  std::string name;  ///< with its dashes
  OptionTarget target;
};

/// Those that every driver has: which programs, and what to do when one differs or is looked at.
struct CommonOptions {
  std::uint64_t seed = 1;      ///< of the first program; the next one has the next seed
  std::uint64_t count = 1000;  ///< of programs
  bool show = false;           ///< print each program
};

/// The rows of these, and then `others`.
std::vector<Option> with_common(CommonOptions& common, std::vector<Option> others);

/// Reads the words of a command line into what the rows point to. Throws std::runtime_error for an
/// option that there is not, one without its value, and a value that is no number where it should
/// be.
void read_options(std::span<const std::string> words, std::span<const Option> options);

/// The number. Throws std::runtime_error, which names the option.
std::uint64_t number_of(const std::string& option, const std::string& value);

/// Runs a driver with the words of its command line, without its name. The exit code is 0 if
/// `differing` returns 0, 10 if it returns another number, and 2, with what was wrong on standard
/// error, if it throws.
int run_driver(const std::string& name, std::span<char* const> words,
               const std::function<std::uint64_t(std::span<const std::string>)>& differing);

}  // namespace opexplore::random_programs
