// Results of formulas of known numbers with a floating point, by the arithmetic of the machine that
// this runs on: roundings that no formula of integers has here, and functions of which PTX only
// bounds how far they err (PTX ISA 9.7.3 "Floating-Point Instructions").
#pragma once

#include <optional>
#include <span>

#include "code/compute.hpp"

namespace opexplore::kernel {

/// The result, rounded as Compute::rounding says (to nearest if it says nothing) to the numbers of
/// 64 bits, or of 32 bits if the operands have fewer. Nothing if it is not computed in this way.
std::optional<double> rounded_result(const code::Compute& what, std::span<const double> operands);

/// The number nearest to the result of a function, as 64 bits have it. Nothing if it is none.
std::optional<double> nearest_result(const code::Compute& what, std::span<const double> operands);

}  // namespace opexplore::kernel
