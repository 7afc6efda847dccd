// What one machine instruction does to memory, and where it goes next. NVIDIA does not document the
// encoding; this is what ptxas 13.0 emits for each access, fence and jump, looked at bit by bit.
//
// An instruction has 16 bytes, little endian: two words of 64 bits. The low word has the opcode in
// bits 0-11, its predicate in bits 12-15 (the number in 12-14, 7 is "always"; bit 15 negates), and
// an offset that is added to an address in bits 40-63. Bits 0-8 of the opcode say what is done,
// bits 9-11 what the operands are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace opexplore::hardware {

/// The 16 bytes.
struct InstructionWord {
  std::uint64_t low = 0, high = 0;

  std::uint32_t opcode() const { return low & 0xfff; }
  bool operator==(const InstructionWord&) const = default;
};

/// The instruction at `offset` of a function's code, which has at least 16 bytes from there.
InstructionWord instruction_at(std::span<const std::byte> code, std::uint64_t offset);

/// A predicate register and the value it has to have: P0-P6 are 0-6, the uniform ones 8-14.
struct Guard {
  std::uint8_t predicate = 0;
  bool value = true;
  bool operator==(const Guard&) const = default;
};

struct MachineInstruction {
  enum class Kind : std::uint8_t {
    memory,   ///< an access of a test
    fence,    ///< orders accesses, or drops cache lines
    nothing,  ///< only computes, waits, or touches the thread's stack
    jump,     ///< to `target` if the guard holds; without a guard in any case
    maybe,    ///< to `target` or on, which depends on the other lanes
    promise,  ///< BSSY: the lanes will meet at `barrier` and go on at `target`
    meet,     ///< BSYNC: waits for them, and goes where the promise says
    call,     ///< to what the relocation there says
    leave,    ///< returns or ends
    unknown
  };
  Kind kind = Kind::unknown;
  std::string name = {};             ///< of memory and fence: "LDG.STRONG.GPU", "MEMBAR.SC.GPU"
  std::uint32_t address_offset = 0;  ///< of memory
  std::optional<Guard> guard = {};
  bool never = false;               ///< its predicate is never true: a filler
  std::int64_t target = 0;          ///< of jump, maybe and promise: an offset in the function
  std::uint8_t barrier = 0;         ///< of promise and meet
  bool changes_predicates = false;  ///< it may
};

// WART: known-opcodes. Known is what ptxas 13.0 emits for sm_75 to sm_120.
/// Decodes the instruction at `offset` of a function for that architecture. What is not known for
/// certain is unknown.
MachineInstruction decode(InstructionWord word, std::uint64_t offset, std::uint32_t sm);

/// Whether instructions of this architecture have been looked at.
bool is_known_architecture(std::uint32_t sm);

}  // namespace opexplore::hardware
