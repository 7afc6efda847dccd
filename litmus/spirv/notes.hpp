// What has to be known of a kernel in SPIR-V beside its code, to judge what is said of it.
#pragma once

#include <cstddef>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "litmus/spirv/launch.hpp"
#include "litmus/spirv/memory.hpp"

namespace opexplore::spirv {

/// What was read.
struct Noted {
  const Module& module;
  const Declarations& declarations;
  const Layout& layout;
  std::size_t turn_counters = 0;           ///< that were taken out
  const Instruction* undefined = nullptr;  ///< what stores a value that nobody knows
  std::uint32_t choices = 0;               ///< of undefined values
};

/// The language that messages about it are in.
kernel::SourceLanguage language_of(const Module& module);

/// How the memory model was read, and what was taken out or cut down.
std::vector<kernel::CompilerNote> notes_on(const Noted& noted, const Program& program);

/// Values that nobody gave, and that the program reads.
std::vector<kernel::Assumption> assumptions_of(const Noted& noted, const Program& program,
                                               const Memory& memory);

}  // namespace opexplore::spirv
