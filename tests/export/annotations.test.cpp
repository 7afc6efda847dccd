// Bugs as lines that GitHub shows beside the lines of a change.
#include "export/annotations.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/export/kernel_sample.hpp"

namespace opexplore::testing {

TEST_CASE("annotations: a line for each bug and each note", "[export][annotations]") {
  CHECK(annotations(kernel_test(), kernel_verdict()) ==
        "::error file=handoff.cu,line=6,col=5,title=data race on `data`::"
        "block 0: store at handoff.cu:6 `data = 42;`%0A"
        "block 1: load, may see 0 at handoff.cu:10 `*out = data;`%0A"
        "Block 1 saw flag = 1 and still reads the old data. Nothing publishes it.%0A"
        "Fix: insert `__threadfence();` before handoff.cu:7 `flag = 1;`, and insert "
        "`__threadfence();` after handoff.cu:9 `while (flag == 0) {}` (proved: out is always 42). "
        "Or: cuda::atomic<int>, release store, acquire load.\n"
        "::notice file=handoff.cu,line=9,col=12,title=note on the kernel::"
        "The compiler reads flag once.\n"
        "::notice file=handoff.cu,title=note on the kernel::An ordinary launch promises less.\n");
  CHECK(annotations(kernel_test(), {}).empty());
}

TEST_CASE("annotations: no text ends a line or begins a command", "[export][annotations]") {
  Findings verdict;
  Bug bug = kernel_race();
  bug.title = "race on `a,b`: 100%\r\n::warning::x";
  bug.sentences = {"50%0A,:\n::error::y."};
  bug.fix.reset();
  bug.other_fixes.clear();
  verdict.bugs = {bug};
  const std::string text = annotations(kernel_test("C:/my files,100%/größe.cu"), verdict);
  CHECK(std::ranges::count(text, '\n') == 1);
  CHECK(text.find('\r') == std::string::npos);
  CHECK(
      text.starts_with("::error file=C%3A/my files%2C100%25/größe.cu,line=6,col=5,title=race on "
                       "`a%2Cb`%3A 100%25%0D%0A%3A%3Awarning%3A%3Ax::block 0: store at "));
  CHECK(text.ends_with("%0A50%250A,:%0A::error::y.\n"));
}

TEST_CASE("annotations: a test that could not be run is an error of its file",
          "[export][annotations]") {
  Failure failure;
  failure.message = "unknown instruction";
  failure.suggestion = "did you mean ld?";
  failure.file = "x.ptx";
  failure.line = 7;
  failure.column = 2;
  CHECK(failed_annotation(failure).get<std::string>() ==
        "::error file=x.ptx,line=7,col=2,title=not checked::unknown instruction%0A"
        "did you mean ld?\n");
  failure.file.clear();
  failure.line = failure.column = 0;
  CHECK(failed_annotation(failure).get<std::string>().starts_with("::error title=not checked::"));
}

}  // namespace opexplore::testing
