// What is wrong with a text, where, and what the reader says of it.
#pragma once

#include <cstdint>
#include <string>

#include "litmus/language/reader.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

/// A mistake.
struct Bad {
  std::string text;
  std::uint32_t line;
  std::uint32_t column;
  std::string says;  ///< part of what()
};

/// Requires that reading `text` fails as `bad` says.
inline void check_refused(const std::string& text, const Bad& bad,
                          const std::string& path = "bad.litmus") {
  CAPTURE(text);
  try {
    read(text, path);
    FAIL_CHECK("no error");
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(error.line == bad.line);
    CHECK(error.column == bad.column);
    CHECK(error.path == path);
    CHECK(std::string(error.what()).find(bad.says) != std::string::npos);
    CHECK(std::string(error.what())
              .rfind(path + ":" + std::to_string(bad.line) + ":" + std::to_string(bad.column) +
                         ": " + error.message,
                     0) == 0);
  }
}

/// The same for each mistake of a test in another program's format, between the same texts.
inline void check_all_refused(const std::vector<Bad>& table, const std::string& before,
                              const std::string& after, const std::string& path = "bad.test") {
  for (const Bad& bad : table) check_refused(before + bad.text + after, bad, path);
}

inline std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

}  // namespace opexplore::testing
