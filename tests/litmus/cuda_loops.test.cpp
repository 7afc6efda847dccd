// Which lines of a source are in loops.
#include "litmus/kernels/cuda_loops.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace opexplore::testing {

TEST_CASE("cuda loops: lines of bodies", "[kernel][cuda-loops]") {
  const std::string source =
      "__global__ void k(int* a, int n) {\n"
      "  a[0] = 1;\n"
      "  for (int i = 0; i < n; ++i) {\n"
      "    if (i < 3) { a[i] = i; }\n"
      "  }\n"
      "  a[1] = 2;\n"
      "  while (a[n] == 0) {}\n"
      "  while (*(volatile int*)a == 0);\n"
      "  do\n"
      "    a[2] += 1;\n"
      "  while (a[2] < 9);\n"
      "  for (int i = 0; i < n; ++i)\n"
      "    if (a[i] > 0)\n"
      "      a[i] = f(i);\n"
      "  a[3] = 4;  // for (;;) { never\n"
      "}\n";
  std::vector<std::uint32_t> lines;
  for (std::uint32_t line = 1; line <= 17; ++line) {
    if (kernel::in_loop(source, line)) lines.push_back(line);
  }
  CHECK(lines == std::vector<std::uint32_t>{3, 4, 5, 7, 10, 13, 14});
  CHECK_FALSE(kernel::in_loop("for (", 1));
  CHECK_FALSE(kernel::in_loop("", 1));
}

}  // namespace opexplore::testing
