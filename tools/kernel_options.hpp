// What the command line says about kernels.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "litmus/kernels/launch_words.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

struct KernelOptions {
  kernel::LaunchWords words;        ///< how it is launched, and what is asked
  std::vector<std::string> arch;    ///< to compile for; none: the usual one
  std::optional<std::string> nvcc;  ///< the compiler; none: that in PATH
  std::vector<std::string> flags;   ///< for the compiler
  bool explain = false;             ///< step through the trace to each bug
  bool log = false;                 ///< herd's log in place of the report
  /// See Launch::ends_of.
  std::function<std::optional<kernel::SearchedEnds>(const Test&, kernel::SearchWish)> ends_of = {};
  bool usual_reading = true;  ///< see Launch::usual_reading
  bool each = false;  ///< all kernels of a module one by one, where it is not said which one
};

/// The first option that is given and speaks of kernels alone; empty if there is none.
std::string first_option(const KernelOptions& kernel);

/// The words of comments in a source, as the command line would have them. Throws InputError with
/// the place of the comment.
KernelOptions options_in(const kernel::CudaSource& source, const std::string& path);

/// The parts of a text between blanks; quotation marks keep blanks.
std::vector<std::string> shell_words(const std::string& text);

}  // namespace opexplore
