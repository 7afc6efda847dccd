#include "export/trace_text.hpp"

#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/export/sample.hpp"

using namespace opexplore;
using namespace opexplore::testing;

namespace {

std::string text_of(const Trace& trace, TraceDetail detail = TraceDetail::changes) {
  std::ostringstream out;
  write_trace(out, sample_test(), trace, {"0:r0=0;", machine_title(sample_answer())}, detail);
  return out.str();
}

}  // namespace

TEST_CASE("a trace shows steps, sources, rules and changes", "[export][trace]") {
  CHECK(text_of(sample_trace()) ==
        "Trace of SB, sample 3 (variant=plain), to 0:r0=0;\n"
        "   0  initial state\n"
        "        memory: x=0 y=0\n"
        "        buffer P0: empty\n"
        "   1  P0  line 4: st.weak x, 1  [issue_store]  puts x=1\n"
        "        buffer P0: empty → x=1\n"
        "      + pending: P0\n"
        "   2  P1  line 5: ld.weak r0, x  [read]  reads x=0\n"
        "        register P1:r0: ? → 0\n"
        "   3  P0  [commit]  writes x=1\n"
        "      - pending: P0\n"
        "        memory: x=0 y=0 → x=1 y=0\n"
        "Why the last read could return its value: the store of P0 is still buffered\n"
        "\n");
}

TEST_CASE("a full trace shows every component at every step", "[export][trace]") {
  const std::string text = text_of(sample_trace(), TraceDetail::full);
  CHECK(text.find("   2  P1  line 5: ld.weak r0, x  [read, 8.8]  reads x=0\n"
                  "        memory: x=0 y=0\n"
                  "        buffer P0: x=1\n"
                  "        pending: P0\n"
                  "        register P1:r0: 0\n"
                  "   3  ") != std::string::npos);
  CHECK(text.find("  [commit, 8.9.5]  writes x=1\n"
                  "        memory: x=1 y=0\n"
                  "        buffer P0: x=1\n"
                  "        register P1:r0: 0\n"
                  "Why") != std::string::npos);
}

TEST_CASE("a trace shows no empty components", "[export][trace]") {
  Trace trace = sample_trace();
  trace.initial.push_back({"P0 registers", ""});
  CHECK(text_of(trace) == text_of(sample_trace()));
  CHECK(text_of(trace, TraceDetail::full) == text_of(sample_trace(), TraceDetail::full));
}

TEST_CASE("no line of a trace can be taken for a log block", "[export][trace]") {
  Trace trace = sample_trace();
  trace.initial.push_back({"Test", "x"});
  std::istringstream lines(text_of(trace));
  for (std::string line; std::getline(lines, line);) CHECK(line.rfind("Test ", 0) != 0);
}

TEST_CASE("the last reason is the last that is not empty", "[export][trace]") {
  Trace trace = sample_trace();
  CHECK(last_reason(trace) == "the store of P0 is still buffered");
  trace.steps[1].reason.clear();
  CHECK(last_reason(trace).empty());
  CHECK(text_of(trace).find("Why") == std::string::npos);
}

TEST_CASE("an empty trace", "[export][trace]") {
  CHECK(text_of(Trace{}) ==
        "Trace of SB, sample 3 (variant=plain), to 0:r0=0;\n   0  initial state\n\n");
}

TEST_CASE("a model's title is its name", "[export][trace]") {
  CHECK(machine_title(sample_evaluation()) == "mine");
}
