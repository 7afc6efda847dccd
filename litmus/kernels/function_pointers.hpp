// Functions that are called by their address. An address is a number as those of memory are; which
// functions it can mean where it comes from memory is a choice among few: those of the module the
// address of which is taken.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "litmus/kernels/module.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// The functions, with bodies, whose address the module takes: in initial values, or in code.
std::vector<const Entry*> functions_with_address(const Module& module);

/// What a call hands over: bytes of each argument and result, where that is known.
struct CallShape {
  std::vector<std::optional<std::uint32_t>> arguments;
  std::vector<std::optional<std::uint32_t>> results;
};

/// That of a call in the function, whose operands are given by name.
CallShape shape_of_call(const Entry& function, std::size_t block,
                        const std::vector<std::string_view>& arguments,
                        const std::vector<std::string_view>& results);

/// Whether the function can be called so.
bool fits(const Entry& function, const CallShape& shape);

/// The address of a function of the module.
Abstract function_address(Memory& memory, const Module& module, const Entry& function);

/// The function whose address that is, if it is one.
const Entry* function_at(const Surroundings& around, const Abstract& known);

/// What the module's name, or the source's, means: "_Z1fPi" or "f".
const Entry* function_called(const Module& module, std::string_view name);

}  // namespace opexplore::kernel
