#include "hardware/machine_code/constants.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace opexplore::hardware {

namespace {

constexpr std::uint8_t zero_register = 0xff;
constexpr std::uint32_t blackwell = 100;

/// The bits above are for scheduling.
constexpr std::uint64_t operand_bits = (std::uint64_t{1} << 41) - 1;

std::uint8_t byte_at(std::uint64_t word, unsigned first) {
  return static_cast<std::uint8_t>(word >> first);
}

std::optional<std::uint32_t> value_in(std::uint8_t number, const Constants& constants) {
  if (number == zero_register) return 0;
  const auto found = constants.find(number);
  return found == constants.end() ? std::nullopt : std::optional(found->second);
}

bool is_nan(std::uint32_t half) { return (half & 0x7c00) == 0x7c00 && (half & 0x3ff) != 0; }

/// What a register is filled with: another one, or a constant.
struct Move {
  std::optional<std::uint8_t> source;
  std::uint32_t constant = 0;
};

/// HFMA2 of -0, 0 and two halves is those halves, bit by bit; a NaN may become another.
std::optional<Move> halves(std::uint64_t high, std::uint8_t first, std::uint32_t value) {
  if (first != zero_register || high != 0x1ff) return std::nullopt;
  if (is_nan(value & 0xffff) || is_nan(value >> 16)) return std::nullopt;
  return Move{{}, value};
}

/// The instruction as a move, in the forms that ptxas emits. IMAD.MOV is a product with the
/// register that is 0, and a sum.
std::optional<Move> move_of(InstructionWord word, std::uint32_t sm) {
  constexpr std::uint64_t move = 0xf00, multiply = 0x078e0000;
  const std::uint64_t high = word.high & operand_bits;
  const std::uint8_t first = byte_at(word.low, 24);
  const auto second = static_cast<std::uint32_t>(word.low >> 32);
  const bool is_product = first == zero_register && (high & ~std::uint64_t{0xff}) == multiply;
  switch (word.opcode()) {
    case 0x802:  // MOV of a constant, of a register
      if (high == move && first == 0) return Move{{}, second};
      break;
    case 0x202:
      if (high == move && first == 0 && second <= zero_register) return Move{byte_at(second, 0)};
      break;
    case 0x424:  // IMAD.MOV of a constant, of a register
      if (is_product && byte_at(high, 0) == zero_register) return Move{{}, second};
      break;
    case 0x224:
      if (is_product && second == zero_register) return Move{byte_at(high, 0)};
      break;
    case 0x435:  // HFMA2.MMA; from sm_100 an addition of 64 bits is 0x035
      if (sm < blackwell) return halves(high, first, second);
      break;
    case 0x431:
      return halves(high, first, second);
    default:
      break;
  }
  return std::nullopt;
}

/// MOV.64 of a constant, since sm_100: bits 24-87.
std::optional<std::uint64_t> moved_pair(InstructionWord word, std::uint32_t sm) {
  constexpr std::uint64_t upper = 0xffffff;
  if (sm < blackwell || word.opcode() != 0x402) return std::nullopt;
  if ((word.high & operand_bits & ~upper) != 0) return std::nullopt;
  return word.low >> 24 | (word.high & upper) << 40;
}

/// Bits 0-8 of opcodes that leave general registers alone: the destination, if any, is in memory or
/// is a predicate or a uniform register.
constexpr auto no_destination = std::to_array<std::uint16_t>({
    0x001, 0x004, 0x00b, 0x00c, 0x01c,                // PMTRIG, R2P, FSETP, ISETP, PLOP3
    0x082, 0x083, 0x084, 0x086, 0x087, 0x08c,         // UMOV, UP2UR, R2UP, VOTEU, USEL, UISETP
    0x090, 0x091, 0x092, 0x096, 0x099, 0x09c, 0x0a4,  // UIADD3, ULEA, ULOP3, …, UIMAD
    0x0b9, 0x0ca, 0x1ac,                              // ULDC, R2UR, LDCU
    0x118, 0x11a, 0x11b, 0x142, 0x145, 0x146, 0x147, 0x148,  // NOP, DEPBAR, …, BRA, WARPSYNC
    0x141, 0x14d, 0x150, 0x15d,                              // BSYNC, EXIT, RET, NANOSLEEP
    0x186, 0x187, 0x188, 0x18e, 0x18f, 0x192, 0x1ab,  // STG, STL, STS, REDG, CCTL, MEMBAR, ERRBAR
});

/// Those whose result is one register; any other may have a pair.
constexpr auto one_destination = std::to_array<std::uint16_t>({
    0x010, 0x011, 0x012, 0x013, 0x016,  // IADD3, LEA, LOP3, IABS, PRMT
    0x019, 0x01a, 0x01b, 0x024, 0x119,  // SHF, SGXT, BMSK, IMAD, S2R
});

/// Calls change what they like.
bool is_call(std::uint32_t operation) { return operation == 0x143 || operation == 0x144; }

/// How many registers an instruction has for its result, at most. Bits 73-75 say how much a load
/// moves, and in another way what an atomic is of.
unsigned results(InstructionWord word) {
  const auto operation = static_cast<std::uint16_t>(word.opcode() & 0x1ff);
  if (std::ranges::count(one_destination, operation) != 0) return 1;
  const std::uint64_t width = word.high >> 9 & 7;
  switch (operation) {
    case 0x181:  // LDG, LDL, LDS, LDC: 32 bits or less, 64
    case 0x183:
    case 0x184:
    case 0x182:
      return width <= 4 ? 1 : width == 5 ? 2 : 4;
    case 0x1a8:  // ATOMG, ATOMG.CAS, ATOMS, ATOMS.CAS: 32 bits, 64
    case 0x1a9:
    case 0x18c:
    case 0x18d:
      return width <= 1 ? 1 : width == 2 ? 2 : 4;
    default:
      return 2;
  }
}

void forget_results(InstructionWord word, Constants& constants) {
  const auto operation = static_cast<std::uint16_t>(word.opcode() & 0x1ff);
  if (is_call(operation)) return constants.clear();
  if (std::ranges::count(no_destination, operation) != 0) return;
  const unsigned first = byte_at(word.low, 16);
  if (first == zero_register) return;
  unsigned count = results(word);
  // A pair begins with an even register, four with a multiple of four.
  while (first % count != 0) count /= 2;
  for (unsigned i = 0; i < count; ++i) constants.erase(static_cast<std::uint8_t>(first + i));
}

std::optional<std::int64_t> operand(std::uint8_t number, std::uint32_t word_bytes,
                                    const Constants& constants) {
  const auto low = value_in(number, constants);
  if (word_bytes == 4) {
    return low ? std::optional<std::int64_t>(std::bit_cast<std::int32_t>(*low)) : std::nullopt;
  }
  const bool is_zero = number == zero_register;
  const auto high = value_in(is_zero ? number : static_cast<std::uint8_t>(number + 1), constants);
  if (!low || !high) return std::nullopt;
  return std::bit_cast<std::int64_t>(std::uint64_t{*high} << 32 | *low);
}

}  // namespace

void execute(InstructionWord word, std::uint32_t sm, Constants& constants) {
  const std::uint8_t destination = byte_at(word.low, 16);
  if (const auto pair = moved_pair(word, sm)) {
    if (destination == zero_register) return;
    constants[destination] = static_cast<std::uint32_t>(*pair);
    constants[static_cast<std::uint8_t>(destination + 1)] = static_cast<std::uint32_t>(*pair >> 32);
  } else if (const auto move = move_of(word, sm)) {
    const auto value = move->source ? value_in(*move->source, constants) : move->constant;
    constants.erase(destination);
    if (value && destination != zero_register) constants[destination] = *value;
  } else {
    forget_results(word, constants);
  }
}

bool only_moves(InstructionWord word, std::uint32_t sm) {
  return move_of(word, sm) || moved_pair(word, sm);
}

bool keep_common(Constants& constants, const Constants& other) {
  return std::erase_if(constants, [&](const auto& entry) {
           const auto found = other.find(entry.first);
           return found == other.end() || found->second != entry.second;
         }) != 0;
}

std::vector<std::optional<std::int64_t>> written_by(InstructionWord word, std::uint32_t word_bytes,
                                                    const Constants& constants) {
  // The value is in bits 32-39; of a compare-and-swap the new one in bits 64-71.
  const auto value = [&] { return operand(byte_at(word.low, 32), word_bytes, constants); };
  switch (word.opcode()) {
    case 0x386:  // STG, STS, ATOMG, REDG, ATOMS
    case 0x986:
    case 0x388:
    case 0x988:
    case 0x3a8:
    case 0x9a8:
    case 0x98e:
    case 0x38c:
    case 0x98c:
      return {value()};
    case 0x3a9:  // ATOMG.CAS, ATOMS.CAS
    case 0x38d:
      return {value(), operand(byte_at(word.high, 0), word_bytes, constants)};
    default:
      return {};
  }
}

}  // namespace opexplore::hardware
