// Values that are undefined (OpUndef, variables without an initial value, loads outside of a
// variable): each use may have another one (SPIR-V specification, OpUndef). Programs have no
// choices but those of memory: where a thread needs one, it reads a location of its own, to which
// one more thread stores 1 at some time.
#pragma once

#include "litmus/spirv/step.hpp"
#include "opmodel/program.hpp"

namespace opexplore::spirv {

/// A register that gets 0 or 1.
Known any_bit(Step& step);

/// Adds the thread that chooses, if somebody asks. `first` is the address of the first choice of
/// the program. Throws InputError if there are too many threads.
void add_chooser(const Surroundings& around, AddressId first, Program& program);

}  // namespace opexplore::spirv
