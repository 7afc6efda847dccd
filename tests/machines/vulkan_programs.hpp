// Programs in Vulkan, written as a line per thread, and what the machine says about them.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "opmodel/machines/vulkan/machine.hpp"
#include "tests/naive.hpp"

namespace opexplore::testing {

/// A thread: where it runs, and its code, instructions parted by ';'. Places are named by a letter:
/// A is subgroup 0 of workgroup 0, W another subgroup of that workgroup, B and C other workgroups,
/// Q another queue family.
struct VulkanThread {
  char place = 'A';
  std::string code;
};

struct VulkanProgram {
  std::vector<VulkanThread> threads;
  std::string condition;  ///< "filter (…)" or "exists (…)", or both
  std::string memory = "x=0; y=0; z=0;";
  std::string system = {};  ///< "ssw 0 1;"
};

/// The settings of a machine that goes on behind a race.
inline const std::map<std::string, std::string> follow_races{{"races", "follow"}};

inline std::string placed_text(char place) {
  switch (place) {
    case 'W':
      return "sg 1,wg 0,qf 0";
    case 'B':
      return "sg 0,wg 1,qf 0";
    case 'C':
      return "sg 0,wg 2,qf 0";
    case 'Q':
      return "sg 0,wg 0,qf 1";
    default:
      return "sg 0,wg 0,qf 0";
  }
}

inline std::vector<std::string> instructions_of(const std::string& code) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin < code.size()) {
    const std::size_t end = std::min(code.find(';', begin), code.size());
    parts.push_back(code.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

inline Test vulkan_test(const VulkanProgram& program) {
  std::string text = "VULKAN program\n{ " + program.memory + " }\n";
  if (!program.system.empty()) text += "{ " + program.system + " }\n";
  std::vector<std::vector<std::string>> columns;
  std::size_t rows = 0;
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    text += (index == 0 ? " P" : " | P") + std::to_string(index) + "@" +
            placed_text(program.threads[index].place);
    columns.push_back(instructions_of(program.threads[index].code));
    rows = std::max(rows, columns.back().size());
  }
  text += " ;\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t index = 0; index < columns.size(); ++index) {
      if (index != 0) text += " | ";
      if (row < columns[index].size()) text += columns[index][row];
    }
    text += " ;\n";
  }
  return read(text + program.condition, "program");
}

/// What all executions of a test come to.
struct VulkanAnswer {
  bool races = false;  ///< one that is complete and passes the filter, if there is one, has a race
  bool allowed = false;  ///< the condition holds at some end that passes the filter
  bool ends = false;     ///< there is such an end
  std::uint64_t stuck = 0;
  std::string race;  ///< the machine's sentence
  std::uint64_t states = 0;
};

inline VulkanAnswer vulkan_answer(const Test& test, const MachineOptions& options = {}) {
  using Machine = vulkan::Machine;
  const Machine machine(test, options);
  const NaiveResult result = explore_naively(machine);
  VulkanAnswer answer;
  answer.races = result.racy != 0;
  answer.stuck = result.stuck;
  answer.states = result.states.size();
  for (const auto& [outcome, count] : result.outcomes) {
    if (test.filter && !holds(*test.filter, outcome)) continue;
    answer.ends = true;
    answer.allowed = answer.allowed || holds(test.condition, outcome);
  }
  vulkan::State state = machine.initial();
  for (const std::string& bytes : result.states) {
    machine.decode(bytes, state);
    if (machine.has_raced(state)) answer.race = machine.race(state);
  }
  return answer;
}

inline VulkanAnswer vulkan_answer(const VulkanProgram& program,
                                  const std::map<std::string, std::string>& settings = {}) {
  MachineOptions options;
  options.settings.insert(settings.begin(), settings.end());
  return vulkan_answer(vulkan_test(program), options);
}

}  // namespace opexplore::testing
