// Runs the program on test files of its own, for the tests of the command line.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/contains.hpp"
#include "tests/docs/command.hpp"

namespace opexplore::testing {

using docs::CommandResult;
using docs::run;

// A folder of test files for one TEST_CASE.
class Folder {
 public:
  Folder() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("opexplore-cli-" + std::to_string(getpid()) + '-' + std::to_string(number++));
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string add(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }
  std::string path(const std::string& name) const { return (path_ / name).string(); }
  bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }
  std::string text(const std::string& name) const {
    std::ifstream file(path_ / name);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

 private:
  std::filesystem::path path_;
};

inline std::string store_buffering(const std::string& name = "SB",
                                   const std::string& quantifier = "exists") {
  return "PTX " + name +
         "\n{ x = 0; y = 0; }\n"
         " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
         " st.weak x, 1 | st.weak y, 1 ;\n"
         " ld.weak r0, y | ld.weak r0, x ;\n" +
         quantifier + " (P0:r0 == 0 /\\ P1:r0 == 0)\n";
}

/// Two threads with a data race.
inline const std::string racy_test =
    "PTX Racy\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " st.weak x, 1 | ld.weak r0, x ;\nexists (P1:r0 == 1)\n";

inline const std::string bad_test =
    "PTX bad\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.sc r0, x ;\nexists (P0:r0 == 0)\n";

// Two barriers, awaited in opposite order.
inline const std::string deadlock_test =
    "PTX Stuck\n{ x = 0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
    " bar.cta.sync 0 | bar.cta.sync 1 ;\n bar.cta.sync 1 | bar.cta.sync 0 ;\n"
    "exists (x == 0)\n";

// More states than any search visits in the time of a test.
inline std::string huge_test() {
  const int threads = 10;
  std::string heads;
  std::string rows;
  for (int thread = 0; thread < threads; ++thread) {
    heads += " P" + std::to_string(thread) + "@cta 0,gpu 0 " + (thread + 1 < threads ? "|" : ";");
  }
  for (int row = 0; row < 8; ++row) {
    for (int thread = 0; thread < threads; ++thread) {
      rows += " st.weak x, " + std::to_string(10 * row + thread + 1) +
              (thread + 1 < threads ? " |" : " ;\n");
    }
  }
  return "PTX Huge\n{ x = 0; }\n" + heads + '\n' + rows + "exists (x == 0)\n";
}

inline CommandResult program(const std::string& arguments) { return run("opexplore " + arguments); }

// What it prints on standard error.
inline std::string complaint(const std::string& arguments) {
  return run("opexplore " + arguments + " 2>&1 1>/dev/null").output;
}

}  // namespace opexplore::testing
