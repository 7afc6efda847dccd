// Random litmus tests, the same for the same seed on every platform.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "litmus/generate/random_numbers.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::random_programs {

/// What kind of programs are generated. Weights are relative to each other.
struct Profile {
  std::string_view name;
  unsigned least_threads = 2, most_threads = 2;
  unsigned least_instructions = 3, most_instructions = 8;  ///< in the whole program
  unsigned most_locations = 2;
  /// Chances in percent.
  unsigned aliases = 0;         ///< that a location gets a second generic address
  unsigned proxies = 0;         ///< that a location gets texture, surface and constant names
  unsigned same_cta = 50;       ///< that a thread is put into the CTA of the one before it
  unsigned second_gpu = 5;      ///< that it is put on another GPU
  unsigned strong = 60;         ///< that an access is strong
  unsigned synchronising = 40;  ///< that a strong access acquires or releases
  unsigned data = 30;           ///< that a stored value comes from a register
  unsigned sc = 50;             ///< that a fence is fence.sc
  unsigned gpu_scope = 50;      ///< that a scope is gpu; cta and sys share the rest
  /// Weights of instructions.
  unsigned load = 30, store = 30, atomic = 8, fence = 12, barrier = 0, proxy_fence = 0;
  unsigned arithmetic = 4, branch = 3;
  bool loads_first = false;  ///< in every thread all loads come before all stores
  /// What the GPU_PTX format writes; chances in percent.
  unsigned shared = 0;     ///< that a location belongs to one CTA
  unsigned same_warp = 0;  ///< that a thread shares the warp of its CTA's thread before it
  unsigned annotated = 0;  ///< that a weak access has a cache operator, relaxed.sys is volatile
  unsigned pointers = 0;   ///< that an access takes its address from a register
  unsigned dependent = 0;  ///< that such an address depends on another register
  /// That it is one of several instead: it comes from memory, or from an index that does. Programs
  /// have a location p of addresses then.
  unsigned several = 0;
  unsigned typed = 0;  ///< that a register or an operation has another type than s64
  unsigned setp = 0;   ///< that a branch tests a predicate
  /// What reductions of the search have to look out for; chances in percent.
  unsigned reused = 0;           ///< that a load overwrites a register that was loaded before
  unsigned quorum = 0;           ///< that a barrier names how many threads it waits for
  unsigned members = 0;          ///< that a barrier of the first two threads names these
  bool left_out = false;         ///< a branch may lead past a barrier
  unsigned repeated = 0;         ///< that the code of all threads runs twice
  unsigned identical = 0;        ///< that a thread has the code of the one before it
  bool no_idle_threads = false;  ///< every thread has an instruction
  /// In percent, that what a thread reads decides at once whether it goes on to what comes next.
  unsigned guarded = 0;
  unsigned spinning = 0;  ///< in percent, that it is read again instead until it has that value
  /// Also what the machines or the oracle refuse: all operations, orders and jumps.
  bool everything_readable = false;
};

/// All profiles, by name.
std::span<const Profile> profiles();

/// Programs with everything that can be written, to be read and not to be run.
Profile readable();

/// The profile of that name, or nullptr.
const Profile* find_profile(std::string_view name);

/// The test with that number; all registers that receive a value and all locations are
/// observed.
Test generate(const Profile& profile, std::uint64_t seed);

/// The same test before it is read back: its condition is true, instructions have neither text nor
/// place. One whose addresses can be several is read back: that makes its accesses.
Test generate_bare(const Profile& profile, std::uint64_t seed);

/// The test as text that the reader accepts.
std::string to_litmus(const Test& test);

/// The program as a test that observes all registers and locations; its condition is true.
Test observed(const Program& program, const std::string& name);

/// The same program, with observables, condition and instruction texts made anew; for
/// programs that were built or changed by hand.
Test completed(const Program& program, const std::string& name);

}  // namespace opexplore::random_programs
