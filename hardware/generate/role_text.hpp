// The translation unit of a test's roles.
#pragma once

#include <string>

#include "hardware/prepared.hpp"

namespace opexplore::hardware {

/// `extern "C" __device__ … role_P0(…)` without what follows.
std::string role_signature(const Prepared& prepared, ThreadId thread, const std::string& before);

/// `struct Registers0 { Word values[2]; };`, or nothing for a role that returns nothing.
std::string role_struct(const Role& role, ThreadId thread);

/// "uint32_t" or "uint64_t".
std::string word_type(const Prepared& prepared);

/// Whether the role's parameter for the address is a 32-bit address of shared memory.
bool is_shared(const Program& program, const Address& address);

/// The words that a role returns.
std::size_t returned_words(const Role& role);

/// The whole text, given everything else of `prepared`.
std::string roles_text(const Prepared& prepared);

/// The whole text with the kernels. It depends on the shape of the test alone: which addresses are
/// shared, what the roles return and which of it is observed.
std::string kernel_text(const Prepared& prepared);

}  // namespace opexplore::hardware
