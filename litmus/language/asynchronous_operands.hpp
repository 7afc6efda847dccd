// What can be said of the operands of asynchronous instructions once it is known where locations
// lie: of what kind they are, and in whose memory.
#pragma once

#include <vector>

#include "litmus/input/source.hpp"
#include "litmus/language/instances.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// What an operand must be: such an object, in such memory.
struct OperandRule {
  ObjectKind object = ObjectKind::data;
  Space space = Space::all;
};

/// An address that an asynchronous instruction names.
struct OperandNote {
  ThreadId thread = 0;
  AddressId address = 0;  ///< provisional
  SourcePlace place;
  OperandRule rule;
};

/// Two operands that must lie in the same CTA.
struct TogetherNote {
  ThreadId thread = 0;
  AddressId destination = 0;  ///< provisional, as the other
  AddressId mbarrier = 0;
  SourcePlace place;
};

/// `.multicast::cluster`: the instruction's destinations and mbarrier are those of some CTAs.
struct MulticastNote {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  std::vector<AddressId> destinations;  ///< by element; provisional, as the other
  AddressId mbarrier = 0;
  Value mask = 0;
  SourcePlace place;  ///< of the mask
};

struct OperandNotes {
  std::vector<OperandNote> operands;
  std::vector<TogetherNote> together;
  std::vector<MulticastNote> multicasts;
};

/// Checks all of them, and gives multicasts their destinations. Throws InputError.
void check_operands(Program& program, const PlacedInstances& placed, const OperandNotes& notes,
                    const Source& source);

/// Whether the location is in that space, seen from the thread. Of shared memory that is not known
/// to have instances it is said that it is the thread's own.
bool lies_in(Space space, const Location& location, const Thread& thread, const Program& program);

/// Whether each CTA has one, which the memory map need not say.
constexpr bool is_of_cta(ObjectKind object) {
  return object == ObjectKind::mbarrier || object == ObjectKind::tensor;
}

/// Refuses a location that is an object of another kind.
void require_object(const Source& source, SourcePlace place, const Location& location,
                    ObjectKind object);

}  // namespace opexplore::detail
