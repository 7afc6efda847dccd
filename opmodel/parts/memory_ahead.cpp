#include "opmodel/parts/memory_ahead.hpp"

#include <bit>

#include "opmodel/parts/ahead.hpp"

namespace opexplore {

namespace {

// Per location its bit, zero if one thread alone names it.
std::vector<std::uint64_t> shared_bits(const Program& program) {
  std::vector<ThreadMask> users(program.locations.size());
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Instruction& instruction : program.threads[thread].instructions) {
      const auto address = address_of(instruction.action);
      if (!address) continue;
      users[program.addresses[*address].location] |= thread_bit(static_cast<ThreadId>(thread));
    }
  }
  std::vector<std::uint64_t> bits(users.size());
  unsigned next = 0;
  for (std::size_t location = 0; location < users.size(); ++location) {
    if (std::popcount(users[location]) > 1) bits[location] = std::uint64_t{1} << (next++ % 64);
  }
  return bits;
}

Accesses accesses_of(const Action& action, const Program& program,
                     const std::vector<std::uint64_t>& bits) {
  const auto address = address_of(action);
  if (!address) return {};
  const std::uint64_t bit = bits[program.addresses[*address].location];
  return {reads_memory(action) ? bit : 0, writes_memory(action) ? bit : 0};
}

}  // namespace

MemoryAhead::MemoryAhead(const Program& program, const Liveness& liveness, DeadLoads dead_loads) {
  const std::vector<std::uint64_t> bits = shared_bits(program);
  for (std::size_t index = 0; index < program.threads.size(); ++index) {
    const auto id = static_cast<ThreadId>(index);
    const Thread& thread = program.threads[index];
    Facts& facts = threads_.emplace_back();
    for (std::size_t pc = 0; pc < thread.instructions.size(); ++pc) {
      const Action& action = thread.instructions[pc].action;
      const auto next = static_cast<InstructionId>(pc + 1);
      const bool load = reads_memory(action) && !writes_memory(action);
      const auto destination = register_written(action);
      const bool dead = load && !(destination && liveness.is_live(id, next, *destination));
      const bool ignored = dead && dead_loads == DeadLoads::ignored;
      facts.at.push_back(ignored ? Accesses{} : accesses_of(action, program, bits));
    }
    facts.at.emplace_back();
    facts.from = facts_ahead(
        thread, Accesses{}, [&](InstructionId pc) { return facts.at[pc]; },
        [](Accesses& into, const Accesses& other) { into.add(other); });
  }
}

}  // namespace opexplore
