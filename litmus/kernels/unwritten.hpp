// Global memory that no instruction of the launch writes. A weak load of it has the value that
// memory starts with, whenever it runs: it races with nothing, orders nothing, and is no event that
// anybody could tell from its absence (PTX ISA 8.6 "Program Order", 8.7.1 "Conflict and
// Data-races"). So its value is known as the launch is read: bounds of loops, indices and inputs
// that kernels take from such memory cost neither a location nor a choice.
#pragma once

#include <cstdint>
#include <optional>

#include "litmus/kernels/access_target.hpp"

namespace opexplore::kernel {

/// Whether the load, of the place that is known, is of memory that nobody is known to write. It has
/// been noted then: somebody who writes it after all makes the launch be read again.
bool is_unwritten(Step& step, const Abstract& place, const Access& access);

/// Whether nobody is known to write the object at all; noted likewise.
bool is_unwritten(Surroundings& around, std::uint16_t object);

/// Notes that the target may be written. Throws SizesLearnt.
void note_write(Step& step, const Target& target);

/// Notes what the program writes by addresses that were resolved only now. Throws SizesLearnt.
void note_writes(Surroundings& around, const Program& program);

}  // namespace opexplore::kernel
