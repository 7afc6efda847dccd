// A test made ready for a chip: CUDA text, and what host and device must agree on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hardware/result.hpp"
#include "litmus/input/input_error.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::hardware {

/// What is compiled for.
struct Target {
  std::uint32_t sm = 90;  ///< 75, 80, …
  Profile profile = Profile::as_written;
};

/// Where a thread is in the scope tree. Threads with equal `cta` share a CTA; with equal `warp`
/// besides, a warp, in which `lane` tells them apart. Each number counts from 0 without gaps.
struct RolePlace {
  std::uint32_t cta = 0;
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
  bool operator==(const RolePlace&) const = default;
};

/// A thread of the test as a device function
///
///   extern "C" __device__ Registers role_P0(address…, Word zero);
///
/// It has a parameter for each address of the program, in their order: where the slot of this
/// instance is, less address_offset(), as a global address (uint64_t) or a shared one (uint32_t).
/// `zero` is 0, which the compiler cannot know. It returns `registers` in their order, and after
/// them, if it has loops, a word that is 1 when one was ended early. A word, of registers and of
/// locations, is the model's value as a signed number: of 4 bytes it has to be sign-extended.
struct Role {
  RolePlace place;
  std::vector<RegisterId> registers;  ///< all that are loaded or observed
  bool has_loops = false;
};

/// Every access to an address has this constant in its machine instruction, so that the machine
/// code itself says which address an access is to. A multiple of 16, never 0.
constexpr std::uint32_t address_offset(AddressId address) {
  return 16 * (std::uint32_t{address} + 1);
}

// WART: ended-loops. A lock that is held longer gives no outcome.
/// The number of times that a loop of a role goes round before it is ended.
inline constexpr std::uint32_t loop_bound = 64;

struct Prepared {
  Test test;
  Target target;
  std::uint32_t word_bytes = 4;  ///< of each location and register: 4 or 8
  std::vector<Role> roles;       ///< by thread
  std::string roles_text;        ///< the .cu with the roles
  std::string kernel_text;  ///< the .cu with the kernels that call them; equal for equal shapes
};

/// Makes a test ready. Names and values of the test never reach the text but as numbers.
/// Throws InputError, with the place in the test, for what hardware cannot express or this kernel
/// structure cannot run: `unsupported: …`, and what to do instead.
Prepared prepare(const Test& test, const Target& target);

/// The same test without fences and with all orders relaxed, named NAME+relaxed; nothing if that is
/// the same program. Weak accesses and annotations stay as they are. `~exists` becomes `exists`.
std::optional<Test> relaxed_sibling(const Test& test);

}  // namespace opexplore::hardware
