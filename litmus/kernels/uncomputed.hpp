// Values that are not computed here: what a clock says, and functions of which PTX only bounds the
// error. Memory that they are stored in is taken for 0, which decides no question about values.
#pragma once

#include "litmus/kernels/access_target.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::kernel {

/// Notes that what the step stores in the target is not computed.
void note_uncomputed(Step& step, const Target& target);

/// Whether the element's final value may be one that is not computed.
bool is_uncomputed(const Surroundings& around, const Element& element);

/// Throws InputError, at the question, if it is about values that are not computed. `test` has its
/// program and its question.
void require_computed(const Surroundings& around, const Test& test);

}  // namespace opexplore::kernel
