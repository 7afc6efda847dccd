#include <string>
#include <vector>

#include "tools/opexplore.hpp"

int main(int argc, char** argv) {
  return opexplore::run_opexplore(std::vector<std::string>(argv + 1, argv + argc), nullptr);
}
