// Any bytes given as a trace document end in verdicts or in an InputError with a place; a document
// that is accepted is accepted again after it was parsed and written.
//
// Seeds are documents of --trace-json. A finding becomes a section of
// tests/studies/replay.test.cpp.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "litmus/input/input_error.hpp"
#include "studies/replay/trace_check.hpp"

namespace {

[[noreturn]] void report(std::string_view what, const std::string& text) {
  std::cerr << what << "\n" << text << "\n";
  std::abort();
}

// How many traces are accepted; -1 when one is not.
int accepted(const std::string& text) {
  const opexplore::ToolInfo tool{"opexplore", OPEXPLORE_VERSION, "unknown"};
  int count = 0;
  bool refused = false;
  opexplore::check_traces(text, "fuzz/trace.json", tool,
                          [&](const opexplore::CheckedTrace& checked) {
                            ++count;
                            refused = refused || !checked.accepted;
                            if (checked.accepted != checked.fault.pointer.empty()) {
                              report("neither accepted nor refused", checked.statement);
                            }
                          });
  return refused ? -1 : count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const int count = accepted(text);
    if (count > 0 && accepted(nlohmann::ordered_json::parse(text).dump()) != count) {
      report("accepted, but not when written again", text);
    }
  } catch (const opexplore::InputError& error) {
    if (std::string_view(error.what()).find(':') == std::string_view::npos) {
      report("error without a position", error.what());
    }
  }
  return 0;
}
