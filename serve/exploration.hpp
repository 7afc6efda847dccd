// A question of the playground, answered as the command line would answer it, but from a text and
// within bounds: nothing that the page sends names a file or a program.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "export/json.hpp"

namespace opexplore::serve {

struct Question {
  std::string name;     ///< of the file that the text could stand in; what kind it is, its end says
  std::string text;     ///< the test
  std::string machine;  ///< or model; empty: that which runs the language of the test
  std::vector<std::pair<std::string, std::string>> settings;  ///< of the machine
  /// Options of the command line that say how a kernel is launched: {"grid", "2"}.
  std::vector<std::pair<std::string, std::string>> launch;
};

/// Of each exploration.
struct Bounds {
  std::size_t text_bytes = 64U << 10U;
  std::chrono::milliseconds time{5'000};
  std::uint64_t states = 1'000'000;
  std::uint64_t memory_bytes = 512U << 20U;
};

/// The options of a launch that a question may have.
const std::vector<std::string>& launch_options();

/// The page document with the one test, and beside it `exit_code`, and `messages`, what the command
/// line prints on standard error. What is wrong with the question is its error. Throws nothing but
/// std::bad_alloc.
nlohmann::ordered_json answered(const Question& question, const Bounds& bounds,
                                const ToolInfo& tool, const std::function<bool()>& interrupted);

}  // namespace opexplore::serve
