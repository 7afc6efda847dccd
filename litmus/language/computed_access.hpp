// Accesses whose address is known only when the program runs. Programs have no such thing: an
// access is to one address. So the thread jumps, on what the register holds, to an access to that
// address:
//
//   ld r2, [r1]      goes on        beq r1, &x, X
//                                   beq r1, &y, Y
//                                   (no location has that address) goto END
//                                X: ld r2, [x]; goto NEXT
//                                Y: ld r2, [y]
//                             NEXT:
//
// Each access keeps the register as its pointer, so an address dependency stays one.
//
// WART: computed-addresses. What follows depends on the address, as behind any jump.
#pragma once

#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::detail {

/// One value that the pointer can hold.
struct ComputedTarget {
  Value pointer = 0;
  std::vector<AddressId> addresses;  ///< that are accessed then
};

/// Instructions that make an access: those that touch memory have in `address` an index into
/// ComputedTarget::addresses. No jump leads between them.
struct ComputedAccess {
  ThreadId thread = 0;
  InstructionId begin = 0;
  InstructionId end = 0;  ///< behind the last
  RegisterId pointer = 0;
  std::vector<ComputedTarget> targets;
  /// What the thread does before it ends if the pointer holds something else; empty if it never
  /// does.
  std::vector<Instruction> otherwise;
};

/// Puts jumps to accesses in the place of these. The result is, by thread, where each instruction
/// and the end have gone. Precondition: sorted by thread and place; each has targets, or something
/// that it does otherwise.
std::vector<std::vector<InstructionId>> expand(Program& program,
                                               const std::vector<ComputedAccess>& accesses);

}  // namespace opexplore::detail
