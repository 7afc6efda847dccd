// What a kernel reads that nobody has given it: the verdict holds for what is assumed in its place.
#pragma once

#include <span>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// By location of the program, whether a thread may read what is there at the start. Not said of
/// what each reader has written before, itself or in front of a barrier that orders the two; of
/// what other communication orders it is.
std::vector<bool> read_at_start(const Program& program);

/// Whether nobody says what the object holds at the start: memory of a parameter without values,
/// and shared memory, which nothing initialises (CUDA C++ Programming Guide, "__shared__").
/// Variables of the module start with 0.
bool is_unknown(const Object& object);

/// What is assumed of the memory that the program reads. `codes` are those of its threads, and its
/// locations those of the elements of memory, in order.
std::vector<Assumption> assumptions_on_memory(const Surroundings& around,
                                              std::span<const ThreadCode> codes,
                                              const Program& program);

}  // namespace opexplore::kernel
