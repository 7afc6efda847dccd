// The words that reports on kernels have, by the language that a kernel is written in.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "opmodel/program.hpp"

namespace opexplore {

struct Vocabulary {
  /// What is executed: "PTX", "SPIR-V".
  std::string_view module;
  /// Words of machines, and what the language has for them, in the order in which they are
  /// replaced.
  std::vector<std::pair<std::string_view, std::string_view>> words;
  /// Promises about who is scheduled: that for all threads there, which decides whether it can
  /// hang, and what the platform promises.
  std::string_view all_there, ordinary;
  /// What is said of a kernel that ends under the first of these alone.
  std::string_view needs_all;
  /// Barriers of a workgroup: one that orders its memory, one that orders buffers; and what orders
  /// buffers for all, without waiting. Empty where the language has none.
  std::string_view barrier, buffer_barrier, memory_barrier;
  /// Which of these orders what, in brackets.
  std::string_view orders = {};
  bool in_three = false;  ///< that for buffers is a barrier between two memory barriers
  /// What makes one thread of a workgroup do something; empty where it takes more than a line.
  std::string_view one_alone;
  /// How a buffer is declared whose accesses others see.
  std::string_view coherent;
};

/// That of a kernel.
const Vocabulary& vocabulary(kernel::SourceLanguage language);
/// As far as a program says it: CUDA's words of PTX, shaders' of Vulkan.
const Vocabulary& vocabulary(const Program& program);

}  // namespace opexplore
