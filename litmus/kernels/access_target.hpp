// Where the memory operations of an instruction go.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "code/instruction.hpp"
#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

using code::Access;

/// Where an access goes.
struct Target {
  std::optional<std::uint16_t> object;  ///< nothing if that is known only when the program runs
  std::optional<Pointer> pointer;       ///< of a computed address
  /// Of each value; of a computed address with the number of the element among all that are
  /// accessed as its address. None if there is no such element: then the thread has stopped.
  std::vector<Pieces> values;
  Value offset = 0;  ///< of the first one in the object, if it is known

  bool nowhere() const { return values.empty(); }
  const Object* results(const Step& step) const {
    if (!object || step.around().memory.at(*object).results.empty()) return nullptr;
    return &step.around().memory.at(*object);
  }
};

/// How many bytes one access takes, and whether in one piece.
struct Extent {
  std::uint32_t values = 1;
  std::uint32_t width = 4;
  bool whole = false;
};

/// PTX splits vectors (PTX ISA 8.2.2 "Vector Data-types"); a launch can say that chips do not.
Extent extent_of(const Step& step, const Access& access, bool writes);

/// Refuses an object that is not in the state space that the access names.
void check_space(Step& step, const code::Operand& operand, const Access& access,
                 std::uint16_t accessed);

/// Where the access goes, its state space checked.
Target accessed(Step& step, const code::Operand& operand, const Access& access,
                const Extent& extent);

/// Tells memory that floating-point numbers lie where the access goes; finish() does for computed
/// addresses.
void note_floats(Step& step, const Target& target, const Access& access);

/// Says of the instructions since `begin` which accesses they are, if their address is computed.
void finish(Step& step, const Target& target, const Access& access, const Extent& extent,
            InstructionId begin);

/// What all accesses have in common. One to a part of an element is weak: see sizes.hpp.
void fill(MemoryAccess& action, const Target& target, AddressId address, const Access& access,
          bool part = false);

}  // namespace opexplore::kernel
