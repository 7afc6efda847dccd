// What an instruction reads, writes and may be followed by: the facts that all
// static analyses of a thread start from.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "opmodel/program.hpp"

namespace opexplore {

/// A set of threads, one bit each. Machines that use it refuse larger programs.
using ThreadMask = std::uint64_t;

/// The largest number of threads a ThreadMask can name.
inline constexpr std::size_t max_mask_threads = 64;

/// The set that holds this thread alone.
constexpr ThreadMask thread_bit(ThreadId thread) { return ThreadMask{1} << thread; }

/// A set of registers of one thread.
using RegisterSet = std::bitset<256>;

/// Whether the instruction touches nothing but the thread's own registers and pc.
inline bool is_local(const Action& action) {
  return std::holds_alternative<Arithmetic>(action) || std::holds_alternative<Branch>(action);
}

/// The value of an operand, given the registers of its thread.
inline Value value_of(const Operand& operand, std::span<const Value> registers) {
  const auto* named = std::get_if<RegisterOperand>(&operand);
  return named != nullptr ? registers[named->id] : std::get<Value>(operand);
}

/// The instructions that may come next; the number of instructions means the end.
struct Successors {
  std::array<InstructionId, 2> targets{};
  std::size_t count = 0;

  const InstructionId* begin() const { return targets.data(); }
  const InstructionId* end() const { return targets.data() + count; }
};

/// What may follow instruction `pc` of the thread; nothing follows the end.
Successors successors_of(const Thread& thread, InstructionId pc);

/// The registers that the instruction reads.
RegisterSet registers_read(const Action& action);

/// The register that the instruction writes, if it writes one.
std::optional<RegisterId> register_written(const Action& action);

/// The register that a load, store or atomic takes its address from, if from one.
std::optional<RegisterId> pointer_of(const Action& action);

/// The address that a load, store or atomic accesses.
std::optional<AddressId> address_of(const Action& action);

}  // namespace opexplore
