// What an optimised module has no more of what the source does.
#include <string>
#include <vector>

#include "litmus/kernels/taken_away.hpp"
#include "tests/catch.hpp"

namespace opexplore::testing {

namespace {

/// A module with a kernel, and a function `put` in front of it; their lines are those of k.cu.
std::string module_of(const std::string& put, const std::string& kernel) {
  return ".version 9.0\n.target sm_90\n.address_size 64\n.global .u32 x;\n" +
         (put.empty() ? put : ".func put()\n{\n.reg .b32 %r<4>;\n" + put + "ret;\n}\n") +
         ".visible .entry k()\n{\n.reg .b32 %r<4>;\n" + kernel + "ret;\n}\n.file 1 \"k.cu\"\n";
}

std::vector<std::uint32_t> lines_taken(const std::string& optimised, const std::string& plain) {
  const kernel::Module left = kernel::read_module({optimised, "k.ptx"});
  const kernel::Module all = kernel::read_module({plain, "k.ptx"});
  std::vector<std::uint32_t> lines;
  for (const CodePlace& place : kernel::taken_away(left, all, "k", "k.ptx")) {
    lines.push_back(place.place.line);
  }
  return lines;
}

const std::string store = ".loc 1 3 1\nst.global.u32 [x], 1;\n";
const std::string call_of_put = ".loc 1 7 1\ncall.uni put;\n";
using Lines = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("taken away: a store that is gone, or one of two in a line", "[kernel][taken-away]") {
  CHECK(lines_taken(module_of("", store), module_of("", store)) == Lines{});
  CHECK(lines_taken(module_of("", ""), module_of("", store)) == Lines{3});
  CHECK(lines_taken(module_of("", store), module_of("", store + store)) == Lines{3});
  // Unrolled or copied, there are more.
  CHECK(lines_taken(module_of("", store + store), module_of("", store)) == Lines{});
}

TEST_CASE("taken away: each call of a function has its own", "[kernel][taken-away]") {
  const std::string plain = module_of(store, call_of_put + call_of_put);
  CHECK(lines_taken(module_of("", store + store), plain) == Lines{});
  CHECK(lines_taken(module_of("", store), plain) == Lines{3});
  CHECK(lines_taken(module_of(store, call_of_put + store), plain) == Lines{});
  CHECK(lines_taken(module_of(store, call_of_put), plain) == Lines{3});
  // Nobody calls it here.
  CHECK(lines_taken(module_of("", store), module_of(store, store)) == Lines{});
  // It calls itself: as often as it is known to.
  CHECK(lines_taken(module_of("", store), module_of(store + call_of_put, call_of_put)) == Lines{});
}

}  // namespace opexplore::testing
