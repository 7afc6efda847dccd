// Calls of functions of the module (PTX ISA 7.1 "Function Declarations and Definitions", 9.7.12.5
// "call"). They are followed, as jumps are; registers of a function are its own in each call.
//
// Arguments are `.param` variables of the caller. The caller waits, so that nobody but the function
// uses them in the meantime: they are not copied, but known to the function by its names of them.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// Numbers for chains of calls, the same for the same statements.
class Paths {
 public:
  std::uint32_t behind(std::uint32_t path, std::size_t call) {
    const auto next = static_cast<std::uint32_t>(numbers_.size() + 1);
    return numbers_.try_emplace({path, call}, next).first->second;
  }

 private:
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> numbers_;
};

/// \name Calls by an address that is known only when the program runs.
/// @{
/// The functions that may be meant; none if the function is known, or if there are none.
std::vector<const Entry*> possible_functions(Step& step);
/// The register that has the address.
std::uint16_t called_register(const Step& step);
/// @}

/// What is known where the function that the step calls begins. Behind the call for functions that
/// have no body and do nothing here (printf). Throws InputError for other functions without body,
/// and for calls that do not fit the function. The thread stops at a call of what is no function.
State call_function(Step& step, Paths& paths);

/// What is known behind the call when the function returns whose last statement the step is.
/// Precondition: there is a caller.
State return_to_caller(Surroundings& around, const Executor& executor, const State& callee,
                       ThreadCode& code);

}  // namespace opexplore::kernel
