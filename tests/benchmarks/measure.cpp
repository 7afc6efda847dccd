#include "tests/benchmarks/measure.hpp"

#include <chrono>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace opexplore {

double cpu_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

Measurement measure(const MachineEntry& machine, const Test& test, unsigned threads, double seconds,
                    const MachineOptions& of_machine) {
  ExploreOptions options;
  options.machine = of_machine;
  options.threads = threads;
  options.timeout = std::chrono::milliseconds(static_cast<long>(seconds * 1000));
  Measurement result;
  const auto start = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds();
  result.report = machine.explore(test, options);
  result.cpu = cpu_seconds() - cpu;
  result.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::string number(double value) {
  std::ostringstream out;
  out << std::setprecision(3) << value;
  return out.str();
}

void print_row(const std::vector<std::string>& cells, int width) {
  for (std::size_t index = 0; index < cells.size(); ++index) {
    const int columns = index == 0 ? 2 * width : width;
    std::cout << (index == 0 ? std::left : std::right) << std::setw(columns) << cells[index];
  }
  std::cout << std::endl;
}

double quantile(const std::vector<double>& sorted, double fraction) {
  if (sorted.empty()) return 0;
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(std::lround(fraction * last))];
}

}  // namespace opexplore
