// What special registers hold (PTX ISA 10 "Special Registers").
#pragma once

#include <optional>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// What the operand, which is one, holds for that thread; nothing if it is not modelled.
std::optional<Abstract> special_value(Surroundings& around, const Executor& executor,
                                      const code::Operand& operand);

}  // namespace opexplore::kernel
