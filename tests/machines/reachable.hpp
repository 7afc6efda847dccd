// Asking a machine about a test written in place.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/explore.hpp"
#include "litmus/language/reader.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// The report of a complete search.
inline Answer complete_report(std::string_view machine, const std::string& text,
                              const MachineOptions& options = {}) {
  const Test test = read(text, "in place");
  const MachineEntry* entry = find_machine(machine);
  if (entry == nullptr) throw std::runtime_error("no machine " + std::string(machine));
  ExploreOptions explore;
  explore.machine = options;
  explore.threads = 1;
  Answer report = entry->explore(test, explore);
  if (!report.coverage.complete()) throw std::runtime_error(report.coverage.reason);
  return report;
}

/// Whether the condition of an `exists` test can be reached.
inline bool reachable(std::string_view machine, const std::string& text,
                      const MachineOptions& options = {}) {
  const Test test = read(text, "in place");
  return verdict(test, complete_report(machine, text, options)).ok;
}

/// A test of two threads in different CTAs of one GPU; cells separated by ';'.
inline std::string two_threads(const std::string& init, const std::string& first,
                               const std::string& second, const std::string& condition,
                               const std::string& second_cta = "1") {
  const auto cells = [](const std::string& code) {
    std::vector<std::string> result;
    for (std::size_t at = 0; at < code.size();) {
      const std::size_t end = std::min(code.find(';', at), code.size());
      result.push_back(code.substr(at, end - at));
      at = end + 1;
    }
    return result;
  };
  const auto left = cells(first);
  const auto right = cells(second);
  std::string text =
      "PTX in-place\n{ " + init + " }\nP0@cta 0,gpu 0 | P1@cta " + second_cta + ",gpu 0 ;\n";
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    text += (i < left.size() ? left[i] : "") + " | " + (i < right.size() ? right[i] : "") + " ;\n";
  }
  return text + "exists (" + condition + ")\n";
}

}  // namespace opexplore
