// What two modules of Vulkan do, and where that differs: facts for `opexplore compare A B`.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "litmus/kernels/launch_words.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/results/answer.hpp"

namespace opexplore {

/// What is asked of each of two modules.
struct ModuleQuestion {
  kernel::LaunchWords words;
  std::optional<std::chrono::milliseconds> timeout;  ///< of each search
  bool traces = false;                               ///< to each outcome, and to a data race
};

/// What a module does.
struct ModuleBehaviour {
  std::string file;
  std::string launch;                  ///< "1 workgroup of 2 invocations"
  std::vector<std::string> notes;      ///< of the reader
  std::string race;                    ///< what races; empty if nothing does
  std::string incomplete;              ///< why the search did not end; empty if it did
  std::vector<std::string> locations;  ///< numbers in buffers: "buffer_0_1[0]"
  Test test;                           ///< what was run; its observables are the locations
  Answer answer;
};

/// Runs a module or a shader. Throws InputError, UsageError for what is none, or is refused.
ModuleBehaviour module_behaviour(const std::string& file, const ModuleQuestion& question);

enum class ModuleAgreement : std::uint8_t {
  same,         ///< of outcomes, without a data race
  different,    ///< of outcomes
  race_in_one,  ///< a data race in one alone
  race_in_both,
};

/// An outcome in the words of both modules: "buffer_0_0=1 buffer_0_1=0".
struct ModuleOutcome {
  std::string text;
  std::size_t index = 0;  ///< in Answer::outcomes of its module
};

struct ModuleComparison {
  ModuleAgreement agreement = ModuleAgreement::same;
  std::set<std::string> locations;                             ///< of both
  std::vector<ModuleOutcome> common, only_first, only_second;  ///< empty where something races
};

/// Throws UsageError for modules that are launched differently, or whose buffers have other
/// members.
ModuleComparison compared(const ModuleBehaviour& first, const ModuleBehaviour& second);

}  // namespace opexplore
