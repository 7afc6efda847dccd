#include "hardware/machine_code/opcodes.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace opexplore::hardware {

namespace {

using Kind = MachineInstruction::Kind;

std::uint64_t bits(std::uint64_t word, unsigned first, unsigned count) {
  return (word >> first) & ((std::uint64_t{1} << count) - 1);
}

std::int64_t signed_bits(std::uint64_t value, unsigned count) {
  const std::uint64_t sign = std::uint64_t{1} << (count - 1);
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

/// Operations without an effect on memory that others see, by bits 0-8 of the opcode; those from
/// 0x180 are whole opcodes, below. LDC and ULDC read the constant bank, LDL and STL the stack.
constexpr auto harmless_operations = std::to_array<std::uint16_t>({
    0x001,                                            // PMTRIG
    0x002, 0x003, 0x004, 0x005,                       // MOV, P2R, R2P, CS2R
    0x006, 0x007, 0x008, 0x009, 0x00a, 0x00b, 0x00c,  // VOTE, SEL, FSEL, FMNMX, FSET, FSETP, ISETP
    0x010, 0x011, 0x012, 0x013, 0x016, 0x017,         // IADD3, LEA, LOP3, IABS, PRMT, IMNMX
    0x019, 0x01a, 0x01b, 0x01c,                       // SHF, SGXT, BMSK, PLOP3
    0x020, 0x021, 0x023, 0x024, 0x025, 0x027,         // FMUL, FADD, FFMA, IMAD, IMAD.WIDE, IMAD.HI
    0x031, 0x035, 0x036, 0x048,                       // HFMA2, HFMA2.MMA, VIADD, VIMNMX
    0x082, 0x083, 0x084, 0x086, 0x087, 0x08c,         // UMOV, UP2UR, R2UP, VOTEU, USEL, UISETP
    0x090, 0x091, 0x092, 0x096, 0x099, 0x09c,         // UIADD3, ULEA, ULOP3, UPRMT, USHF, UPLOP3
    0x0a4, 0x0b9, 0x0ca,                              // UIMAD, ULDC, R2UR
    0x104, 0x105, 0x106, 0x108, 0x109, 0x111, 0x112,  // F2F, F2I, I2F, MUFU, POPC, F2I, I2F
    0x118, 0x119, 0x11a, 0x11b,                       // NOP, S2R, DEPBAR, ENDCOLLECTIVE
    0x142, 0x146, 0x155, 0x156, 0x15d,                // BREAK, YIELD, BMOV twice, NANOSLEEP
});

/// LDC, LDL, STL; ERRBAR and CGAERRBAR, which wait for errors; LDCU.
constexpr auto harmless_memory =
    std::to_array<std::uint16_t>({0xb82, 0x983, 0x387, 0x9ab, 0x5ab, 0x7ac});

bool is_harmless(std::uint32_t opcode) {
  const auto operation = static_cast<std::uint16_t>(opcode & 0x1ff);
  if (operation >= 0x160) return std::ranges::count(harmless_memory, opcode) != 0;
  return std::ranges::count(harmless_operations, operation) != 0;
}

/// Bits 77-80: scope and strength of an access to global memory. sm_75 has the scope in bits 77-78
/// and the strength in 79-80 (1 weak, 2 strong, 3 memory-mapped); later ones number what there is.
std::optional<std::string_view> strength(std::uint64_t high, std::uint32_t sm) {
  const std::uint64_t code = bits(high, 13, 4);
  if (sm < 80) {
    switch (code) {
      case 0x7:
        return "";
      case 0x8:
        return ".STRONG.SM";
      case 0xa:
        return ".STRONG.GPU";
      case 0xb:
        return ".STRONG.SYS";
      default:
        return std::nullopt;
    }
  }
  switch (code) {
    case 0x0:
      return "";
    case 0x5:
      return ".STRONG.SM";
    case 0x7:
      return ".STRONG.GPU";
    case 0xa:
      return ".STRONG.SYS";
    default:
      return std::nullopt;
  }
}

/// Bits 73-75: how much a load or store moves.
std::optional<std::string_view> width(std::uint64_t high) {
  switch (bits(high, 9, 3)) {
    case 4:
      return "";
    case 5:
      return ".64";
    default:
      return std::nullopt;
  }
}

std::optional<std::string_view> operation(std::uint64_t code) {
  constexpr std::array<std::string_view, 9> names{".ADD", ".MIN", ".MAX", ".INC", ".DEC",
                                                  ".AND", ".OR",  ".XOR", ".EXCH"};
  if (code >= names.size()) return std::nullopt;
  return names[code];
}

/// A memory instruction made of its parts, if all of them are understood.
template <class... Parts>
MachineInstruction access(InstructionWord word, std::string_view name, Parts... parts) {
  if (!(parts.has_value() && ...)) return {};
  MachineInstruction result{.kind = Kind::memory, .name = std::string(name)};
  (result.name.append(*parts), ...);
  result.address_offset = static_cast<std::uint32_t>(bits(word.low, 40, 24));
  return result;
}

MachineInstruction access(InstructionWord word, std::uint32_t sm) {
  const std::uint64_t high = word.high;
  const auto order = strength(high, sm);
  switch (word.opcode()) {
    case 0x381:
    case 0x981:
      return access(word, "LDG", order, width(high));
    case 0x386:
    case 0x986:
      return access(word, "STG", order, width(high));
    case 0x984:
      return access(word, "LDS", width(high));
    case 0x388:
    case 0x988:
      return access(word, "STS", width(high));
    case 0x3a8:
    case 0x9a8: {
      MachineInstruction result = access(word, "ATOMG", operation(bits(high, 23, 4)), order);
      // From sm_100 the offset is shorter, and the bit above it says that there is no uniform part.
      if (sm >= 100) result.address_offset &= 0x7fffff;
      return result;
    }
    case 0x98e:
      return access(word, "REDG", operation(bits(high, 23, 3)), order);
    case 0x3a9:
      return access(word, "ATOMG.CAS", order);
    case 0x38c:
    case 0x98c:
      return access(word, "ATOMS", operation(bits(high, 23, 4)));
    case 0x38d:
      return access(word, "ATOMS.CAS");
    default:
      return {};
  }
}

/// MEMBAR has the scope in bits 76-77 and in bit 79 whether it is one for acquire and release; CCTL
/// has what it does in bits 87-90, of which invalidating L1 is the one that ptxas emits.
MachineInstruction fence(InstructionWord word) {
  constexpr std::uint32_t membar = 0x992, cctl = 0x98f;
  if (word.opcode() == membar) {
    switch (bits(word.high, 12, 4)) {
      case 0x0:
        return {.kind = Kind::fence, .name = "MEMBAR.SC.CTA"};
      case 0x2:
        return {.kind = Kind::fence, .name = "MEMBAR.SC.GPU"};
      case 0x3:
        return {.kind = Kind::fence, .name = "MEMBAR.SC.SYS"};
      case 0x8:
        return {.kind = Kind::fence, .name = "MEMBAR.ALL.CTA"};
      case 0xa:
        return {.kind = Kind::fence, .name = "MEMBAR.ALL.GPU"};
      case 0xb:
        return {.kind = Kind::fence, .name = "MEMBAR.ALL.SYS"};
      default:
        return {};
    }
  }
  if (word.opcode() == cctl && bits(word.high, 23, 4) == 4 && bits(word.low, 24, 8) == 0xff) {
    return {.kind = Kind::fence, .name = "CCTL.IVALL"};
  }
  return {};
}

std::int64_t after(std::uint64_t offset, std::int64_t words) {
  return static_cast<std::int64_t>(offset) + 16 + 4 * words;
}

/// Where a jump goes: so many bytes after the next instruction. Before sm_90 bits 34-81 count words
/// of four bytes; since then bits 16-23 are eight bits more, below them.
std::int64_t jump_target(InstructionWord word, std::uint64_t offset, std::uint32_t sm) {
  constexpr unsigned field = 48;
  const std::uint64_t upper = (word.low >> 34) | (bits(word.high, 0, 18) << 30);
  const std::int64_t words = sm < 90 ? signed_bits(upper, field)
                                     : signed_bits(upper << 8 | bits(word.low, 16, 8), field + 8);
  return after(offset, words);
}

/// BRA takes the predicate that all instructions have, and others besides: PT in bits 87-90 is
/// none. With a kind in bits 32-33 (BRA.DIV) it depends on the other lanes.
MachineInstruction jump(InstructionWord word, std::uint64_t offset, std::uint32_t sm) {
  constexpr std::uint32_t branch = 0x947, uniform_branch = 0x547, collective = 0x348;
  MachineInstruction result{.kind = Kind::maybe, .target = jump_target(word, offset, sm)};
  if (word.opcode() == branch && bits(word.low, 32, 2) == 0 && bits(word.high, 23, 4) == 7) {
    result.kind = Kind::jump;
  } else if (word.opcode() == uniform_branch && bits(word.low, 12, 4) == 7) {
    constexpr std::uint8_t first_uniform = 8;
    const auto number = static_cast<std::uint8_t>(bits(word.low, 24, 3));
    if (number != 7) {
      result.kind = Kind::jump;
      result.guard =
          Guard{static_cast<std::uint8_t>(first_uniform + number), bits(word.low, 27, 1) == 0};
    }
  } else if (word.opcode() == collective &&
             result.target == static_cast<std::int64_t>(offset) + 16) {
    result.kind = Kind::nothing;  // no collective region: a plain WARPSYNC
  }
  return result;
}

MachineInstruction effect(InstructionWord word, std::uint64_t offset, std::uint32_t sm) {
  constexpr std::uint32_t call_relative = 0x943, call_absolute = 0x944;
  constexpr std::uint32_t return_relative = 0x950, exit = 0x94d;
  constexpr std::uint32_t promise = 0x945, meet = 0x941;
  switch (word.opcode()) {
    case 0x947:
    case 0x547:
    case 0x348:
      return jump(word, offset, sm);
    case promise:
      // The distance is in bits 34-63 alone: bits 16-19 name the barrier, and later ones are
      // options.
      return {.kind = Kind::promise,
              .target = after(offset, signed_bits(word.low >> 34, 30)),
              .barrier = static_cast<std::uint8_t>(bits(word.low, 16, 4))};
    case meet:
      return {.kind = Kind::meet, .barrier = static_cast<std::uint8_t>(bits(word.low, 16, 4))};
    case call_relative:
    case call_absolute:
      return {.kind = Kind::call};
    case return_relative:
    case exit:
      return {.kind = Kind::leave};
    default:
      break;
  }
  if (is_harmless(word.opcode())) return {.kind = Kind::nothing, .changes_predicates = true};
  MachineInstruction result = access(word, sm);
  if (result.kind == Kind::unknown) result = fence(word);
  // Atomics can set a predicate; loads, stores and fences cannot.
  result.changes_predicates = result.name.rfind("ATOM", 0) == 0;
  return result;
}

}  // namespace

InstructionWord instruction_at(std::span<const std::byte> code, std::uint64_t offset) {
  InstructionWord word;
  std::memcpy(&word.low, code.data() + offset, sizeof word.low);
  std::memcpy(&word.high, code.data() + offset + sizeof word.low, sizeof word.high);
  return word;
}

MachineInstruction decode(InstructionWord word, std::uint64_t offset, std::uint32_t sm) {
  constexpr std::uint64_t always = 7, never = 15;
  const std::uint64_t predicate = bits(word.low, 12, 4);
  MachineInstruction result = effect(word, offset, sm);
  result.never = predicate == never;
  if (predicate != always && !result.never) {
    if (result.guard) return {};
    result.guard = Guard{static_cast<std::uint8_t>(predicate & 7), predicate < 8};
  }
  return result;
}

bool is_known_architecture(std::uint32_t sm) {
  constexpr std::array<std::uint32_t, 11> known{75, 80, 86, 88, 89, 90, 100, 103, 110, 120, 121};
  return std::ranges::count(known, sm) != 0;
}

}  // namespace opexplore::hardware
