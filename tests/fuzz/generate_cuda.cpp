// Whatever a litmus test is called and holds: it becomes CUDA texts in which nothing but numbers is
// from the test, or is refused as unsupported.
//
// Seeds are *.litmus files of all dialects. A finding becomes a test in
// tests/hardware/generate.test.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "hardware/prepared.hpp"
#include "litmus/language/reader.hpp"
#include "tests/hardware/generated_text.hpp"

namespace {

using namespace opexplore;
using namespace opexplore::hardware;

[[noreturn]] void report(std::string_view what, const std::string& text) {
  std::cerr << what << "\n" << text << "\n";
  std::abort();
}

void require_clean(const std::string& text) {
  const std::optional<std::string> line = opexplore::testing::strange_line(text);
  if (line) report("strange line: " + *line, text);
}

void require_prepared(const Test& test, const Target& target) {
  try {
    const Prepared prepared = prepare(test, target);
    require_clean(prepared.roles_text);
    require_clean(prepared.kernel_text);
    if (prepared.roles.size() != test.program.threads.size()) report("a role is missing", "");
  } catch (const InputError& error) {
    if (error.message.rfind("unsupported: ", 0) != 0) report("another refusal", error.what());
    if (error.suggestion.empty()) report("no suggestion", error.what());
  }
}

void require_all(const Test& test) {
  for (const std::uint32_t sm : {75U, 90U}) {
    for (const Profile profile : {Profile::as_written, Profile::pinned}) {
      require_prepared(test, {sm, profile});
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  try {
    const Test test = read(input, "fuzz");
    require_all(test);
    const std::optional<Test> sibling = relaxed_sibling(test);
    if (!sibling) return 0;
    require_all(*sibling);
    if (relaxed_sibling(*sibling)) report("the sibling has a sibling", std::string(input));
  } catch (const InputError&) {
    // The reader refuses it: read_litmus.cpp looks at that.
  }
  return 0;
}
