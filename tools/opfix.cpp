// The cheapest change that mends a program: arguments in, exit code out.
#include "tools/opfix.hpp"

int main(int argc, char** argv) {
  return static_cast<int>(opexplore::run_program(
      opexplore::opfix_program({"opfix", OPEXPLORE_VERSION, OPEXPLORE_REVISION}),
      {argv + 1, argv + argc}, OPEXPLORE_VERSION, OPEXPLORE_REVISION));
}
