// Programs for AMDGPU to compare machine and axioms on, drawn at random.
#pragma once

#include "litmus/generate/random_numbers.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

struct AmdgpuShape {
  bool opt_outs = true;  ///< av-none marks, av accesses
  bool branches = true;  ///< jumps on what was read
  bool races = true;  ///< if not, all accesses are atomic, and of scopes that include all threads
};

/// A program of two or three threads, of two to four instructions each: half of them are made of
/// pieces that hand something over, the others of instructions drawn alone. Scopes and places are
/// mixed. All registers are observed, and sometimes a location. It is one that the reader takes.
Test random_amdgpu(Random& random, const AmdgpuShape& shape = {});

}  // namespace opexplore::random_programs
