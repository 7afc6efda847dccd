// Litmus tests on GPUs: arguments in, exit code out.
#include "tools/oplitmus.hpp"

int main(int argc, char** argv) {
  return static_cast<int>(opexplore::run_program(opexplore::oplitmus_program(),
                                                 {argv + 1, argv + argc}, OPEXPLORE_VERSION,
                                                 OPEXPLORE_REVISION));
}
