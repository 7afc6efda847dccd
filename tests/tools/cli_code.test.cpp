// `opexplore code FILE`: kernels in the language that they are read into.
#include <string>

#include "tests/catch.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

const std::string right_and_wrong = "tests/kernels/cuda/two_kernels.sm_90.ptx";

CommandResult code_of(const std::string& words) { return run("opexplore code " + words + " 2>&1"); }

}  // namespace

TEST_CASE("code: kernels are printed with the lines that they come from", "[cli][code]") {
  const CommandResult handoff = code_of("tests/kernels/cuda/handoff.sm_90.ptx");
  CHECK(handoff.status == 0);
  CHECK(contains(handoff.output, "  if %p2: jump $L__BB0_2"));
  CHECK(contains(handoff.output, "  %r2 = load u32 global relaxed sys volatile [flag]"));
  CHECK(contains(handoff.output,
                 "; tests/kernels/cuda/handoff.cu:9: ld.volatile.global.u32 %r2, [flag]"));
}

TEST_CASE("code: all kernels, or the one that is named", "[cli][code]") {
  const auto kernels = [](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(":\n"); at != std::string::npos; at = text.find(":\n", at + 1))
      count += text[text.rfind('\n', at) + 1] == '_' ? 1 : 0;
    return count;
  };
  CHECK(kernels('\n' + code_of(right_and_wrong).output) == 2);
  CHECK(kernels('\n' + code_of("--kernel wrong " + right_and_wrong).output) == 1);
  const CommandResult none = code_of("--kernel third " + right_and_wrong);
  CHECK(none.status == 2);
  CHECK(contains(complaint("code --kernel third " + right_and_wrong), "it has wrong and right"));
}

TEST_CASE("code: takes one file, which is a kernel", "[cli][code]") {
  CHECK(code_of("").status == 2);
  CHECK(code_of(right_and_wrong + ' ' + right_and_wrong).status == 2);
  const Folder folder;
  CHECK(code_of("'" + folder.add("sb.litmus", store_buffering()) + "'").status == 2);
}

}  // namespace opexplore::testing
