// Mappings from C++ to PTX: arguments in, exit code out.
#include "tools/opmap.hpp"

int main(int argc, char** argv) {
  return static_cast<int>(
      opexplore::run_program(opexplore::opmap_program(OPEXPLORE_VERSION " " OPEXPLORE_REVISION),
                             {argv + 1, argv + argc}, OPEXPLORE_VERSION, OPEXPLORE_REVISION));
}
