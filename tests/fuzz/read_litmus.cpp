// Any bytes given to the reader end in a Test or an InputError; a Test can be
// written in all dialects of its language, read back, and is then the same test.
//
// Seeds are any *.litmus and *.test files; the folders litmus/ptx, litmus/thesis and litmus/vulkan
// are a good start: one for each dialect. A finding becomes a line in
// tests/litmus/*malformed*.test.cpp, or a test there.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "litmus/input/files.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"

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

bool same_program(const opexplore::Program& a, const opexplore::Program& b) {
  if (a.addresses != b.addresses || a.locations != b.locations) return false;
  if (a.threads.size() != b.threads.size()) return false;
  for (std::size_t t = 0; t < a.threads.size(); ++t) {
    const opexplore::Thread& left = a.threads[t];
    const opexplore::Thread& right = b.threads[t];
    if (left.cta != right.cta || left.gpu != right.gpu || left.warp != right.warp) return false;
    if (left.registers != right.registers) return false;
    if (left.instructions.size() != right.instructions.size()) return false;
    for (std::size_t i = 0; i < left.instructions.size(); ++i) {
      if (!(left.instructions[i].action == right.instructions[i].action)) return false;
    }
  }
  return true;
}

bool same_question(const opexplore::Test& a, const opexplore::Test& b) {
  return a.observables == b.observables && a.shown == b.shown && a.quantifier == b.quantifier &&
         a.condition == b.condition && a.filter == b.filter;
}

void require_round_trip(const opexplore::Test& test, const opexplore::Dialect& dialect) {
  const std::string text = opexplore::write(test, dialect);
  try {
    const opexplore::Test again = opexplore::read(text, "written");
    if (!same_program(test.program, again.program)) report("the program changed", text);
    if (!same_question(test, again)) report("the question changed", text);
    if (opexplore::hash(test) != opexplore::hash(again)) report("the hash changed", text);
    if (opexplore::write(again, dialect) != text) report("the text changed", text);
  } catch (const opexplore::InputError& error) {
    // Printed formulas have more parentheses than they need.
    if (error.message.find("nested") == std::string::npos) report(error.what(), text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  try {
    const opexplore::Test test = opexplore::read(input, "fuzz");
    for (const opexplore::Dialect& dialect : opexplore::dialects()) {
      if (dialect.language == test.program.language) require_round_trip(test, dialect);
    }
  } catch (const opexplore::InputError& error) {
    require_place(error, input);
  }
  return 0;
}
