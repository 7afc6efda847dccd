// Clocks and tables of the benchmarks.
#pragma once

#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// One measured exploration.
struct Measurement {
  Answer report;
  double cpu = 0;   ///< seconds of processor time, all threads
  double wall = 0;  ///< seconds
};

/// Processor time of this process so far, all threads.
double cpu_seconds();

/// Explores with the given number of threads; gives up after `seconds`.
Measurement measure(const MachineEntry& machine, const Test& test, unsigned threads, double seconds,
                    const MachineOptions& options = {});

/// "0.012", three significant digits.
std::string number(double value);

/// Prints cells in columns of this width, the first one twice as wide.
void print_row(const std::vector<std::string>& cells, int width = 12);

/// The value below which the given fraction of a sorted list lies.
double quantile(const std::vector<double>& sorted, double fraction);

}  // namespace opexplore
