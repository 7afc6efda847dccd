// All programs up to a size, not only those that make a cycle.
#pragma once

#include <cstdint>
#include <optional>

#include "litmus/generate/alternatives.hpp"

namespace opexplore::generate {

/// How large the programs are. With a number of threads, the other numbers are for each thread;
/// without, there are any number of threads, and they are for the whole program.
struct Size {
  std::optional<std::size_t> threads;
  std::size_t accesses = 2;   ///< at most; every thread has one
  std::size_t fences = 0;     ///< at most; a fence stands between two accesses
  std::size_t locations = 2;  ///< at most
};

/// With more, the number of programs is beyond all use.
inline constexpr std::size_t most_threads = 6, most_accesses = 8;

/// Every program of that size whose accesses and fences are taken from the alternatives. An access
/// may depend on any earlier one of its thread that reads. Each store writes a number of its
/// own. Of programs that differ in the names of threads, locations and values alone there is one.
/// The tests show all that is read and all locations, and ask for an outcome that no
/// interleaving of the threads has. Returns how many there were. Throws InputError, whose path
/// is "size" or "placements".
std::uint64_t for_each_program(const Size& size, const Alternatives& alternatives,
                               const UseMake& use);

}  // namespace opexplore::generate
