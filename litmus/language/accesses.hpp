// What can only be said of an access once the whole program is known: where its pointer
// leads, and whether all accesses to a location fit together.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "litmus/input/source.hpp"
#include "litmus/language/dialect.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// A load, store or read-modify-write, and what is written there.
struct AccessNote {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  SourcePlace place;           ///< of the instruction
  SourcePlace operand;         ///< of the location or pointer
  std::string_view type;       ///< "u32", …; empty when not written
  std::optional<Space> space;  ///< `.global`, `.shared` or `.shared::cluster`, when written
  Value offset = 0;            ///< in bytes, added to the pointer
  ObjectKind object = ObjectKind::data;  ///< that it accesses
};

/// A register that holds 0, and in the end the line of an access of its thread through a pointer to
/// no location, if there was one; the thread has ended there.
struct FaultRegister {
  ThreadId thread = 0;
  RegisterId reg = 0;
};
inline constexpr std::string_view fault_register = "fault";

/// Gives every access through a pointer its address. One that can lead to several locations becomes
/// jumps to accesses (computed_access.hpp). Threads that may access no location get a register that
/// says so. Throws InputError, in the order of the notes, for a pointer that leads to no location,
/// for accesses of two widths to one location, for a state space that is not the location's, and
/// for a shared location that threads of two CTAs access (PTX ISA 5.1.8: it belongs to one).
std::vector<FaultRegister> check_accesses(Program& program, const std::vector<AccessNote>& notes,
                                          const Source& source, const Dialect& dialect);

}  // namespace opexplore::detail
