// What reports on kernels say of threads, scopes and barriers: sentences in the words of CUDA, and
// instructions as they are written.
#include <string>

#include "tests/catch.hpp"
#include "tests/contains.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore::testing {
namespace {

std::string module(const std::string& body) {
  return ".version 7.5\n.target sm_75\n.address_size 64\n"
         ".global .u32 item;\n.global .u32 mail;\n.global .u32 seen;\n"
         ".visible .entry post()\n{\n.reg .pred %p<3>;\n.reg .b32 %r<6>;\n" +
         body + "}\n";
}

// The report, in one line.
std::string report(const std::string& body, const std::string& options) {
  const Folder folder;
  const CommandResult result = program("'" + folder.add("post.ptx", module(body)) + "' " + options);
  std::string text;
  for (const char c : result.output) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || (!text.empty() && text.back() != ' ')) text += blank ? ' ' : c;
  }
  return text;
}

}  // namespace

TEST_CASE("kernel words: a scope that is too small is told in one sentence", "[cli][kernels]") {
  const std::string text = report(
      "mov.u32 %r1, %ctaid.x;\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra POSTS;\n"
      "ld.acquire.gpu.u32 %r2, [mail];\nsetp.ne.u32 %p2, %r2, 1;\n@%p2 bra DONE;\n"
      "ld.u32 %r3, [item];\nst.u32 [seen], %r3;\nbra DONE;\n"
      "POSTS:\nst.u32 [item], 42;\nst.release.cta.u32 [mail], 1;\nDONE:\nret;\n",
      "--grid 2");
  INFO(text);
  CHECK(contains(text,
                 "The scope is too small at `st.release.cta.u32 [mail], 1` (line 22): block scope "
                 "does not reach block 1, in another block."));
  CHECK(contains(text,
                 "Nothing orders the two, and they are not both atomic at a scope that reaches the "
                 "other: block scope, at which block 0 accesses it, does not include block 1."));
}

TEST_CASE("kernel words: who waits for whom at a barrier is a deadlock", "[cli][kernels]") {
  // Lanes of the first warp wait at the barrier for the second, which waits for what one of them
  // does behind it; by another barrier nobody writes what it waits for.
  const std::string text = report(
      "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 32;\n@%p1 bra WAITS;\n"
      "LOOP:\nld.relaxed.gpu.u32 %r2, [mail];\nsetp.ne.u32 %p2, %r2, 1;\n@%p2 bra LOOP;\n"
      "bar.sync 0;\nret;\n"
      "WAITS:\nbar.sync 0;\nsetp.ne.u32 %p2, %r1, 0;\n@%p2 bra DONE;\n"
      "st.relaxed.gpu.u32 [mail], 1;\nDONE:\nret;\n",
      "--block 64");
  INFO(text);
  CHECK(contains(text, "BUG threads wait at a barrier for ever"));
  CHECK(contains(text, "waits here"));
  CHECK(contains(text, "reads this for ever"));
  CHECK(contains(text, "`ld.relaxed.gpu.u32 %r2, [mail]`"));
}

TEST_CASE("kernel words: who has passed a barrier does not wait there", "[cli][kernels]") {
  // All pass; one then spins for what the others have decided not to write.
  const std::string text = report(
      "mov.u32 %r1, %tid.x;\nbar.sync 0;\nsetp.lt.u32 %p1, %r1, 32;\n@%p1 bra DONE;\n"
      "LOOP:\nld.relaxed.gpu.u32 %r2, [mail];\nsetp.ne.u32 %p2, %r2, 1;\n@%p2 bra LOOP;\n"
      "DONE:\nret;\n",
      "--block 33");
  INFO(text);
  CHECK(contains(text, "BUG it can run for ever"));
  CHECK_FALSE(contains(text, "wait at a barrier for ever"));
}

}  // namespace opexplore::testing
