// What the machine `amdgpu` and its axioms answer, and what has to hold between answers.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "axioms/axioms.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

struct AmdgpuAnswer {
  std::set<Outcome> outcomes;  ///< of executions in which nobody jumps on undef
  bool undefined = false;      ///< in some execution somebody does
  bool operator==(const AmdgpuAnswer&) const = default;
};

/// The machine's; nothing if it gives up. `reduced`: with its reductions.
std::optional<AmdgpuAnswer> by_amdgpu_machine(const Test& test, bool reduced = true);

/// What the machine `cxx` says of the same program in scoped C++, where `undefined` is a data race.
/// Nothing if it gives up, or if there is an operation of a wavefront or a single thread, which C++
/// has not. Precondition: nothing opts out of availability and visibility.
std::optional<AmdgpuAnswer> by_cxx_machine(const Test& test);

/// The model's; nothing if it gives up.
std::optional<AmdgpuAnswer> by_amdgpu_axioms(const axioms::Model& model, const Test& test);

/// Whether the second answer has all of the first, an undef of the second being any value.
bool covers(const AmdgpuAnswer& first, const AmdgpuAnswer& second);

/// The test with one more operation marked av-none; nothing if all are.
std::optional<Test> with_one_more_av_none(const Test& test, unsigned which);

/// The answer, an outcome a line.
std::string text_of(const Test& test, const AmdgpuAnswer& answer);

}  // namespace opexplore::random_programs
