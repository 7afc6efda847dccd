// Any bytes given to the reader end in a Test or an InputError; a Test can be
// written, read back, and is then the same test.
//
// Seeds are any *.litmus files; the folder litmus/ptx is a good start. A finding becomes a
// line in tests/litmus/malformed.test.cpp or tests/litmus/reader.test.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "litmus/hash.hpp"
#include "litmus/limits.hpp"
#include "litmus/reader.hpp"
#include "litmus/writer.hpp"

namespace {

[[noreturn]] void report(std::string_view what, const std::string& text) {
  std::cerr << what << "\n" << text << "\n";
  std::abort();
}

void require_place(const opexplore::InputError& error, std::string_view input) {
  if (error.line == 0 && input.size() <= opexplore::max_file_size) {
    report("error without a position", error.what());
  }
  if (error.message.empty()) report("error without a message", error.what());
}

void require_round_trip(const opexplore::Test& test) {
  const std::string text = opexplore::write(test);
  try {
    const opexplore::Test again = opexplore::read(text, "written");
    if (opexplore::hash(test) != opexplore::hash(again)) report("the hash changed", text);
    if (opexplore::write(again) != text) report("the text changed", text);
  } catch (const opexplore::InputError& error) {
    // Printed formulas have more parentheses than they need.
    if (error.message.find("nested") == std::string::npos) report(error.what(), text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  try {
    require_round_trip(opexplore::read(input, "fuzz"));
  } catch (const opexplore::InputError& error) {
    require_place(error, input);
  }
  return 0;
}
