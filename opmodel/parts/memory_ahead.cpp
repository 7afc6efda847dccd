#include "opmodel/parts/memory_ahead.hpp"

#include "opmodel/parts/ahead.hpp"

namespace opexplore {

MemoryAhead::MemoryAhead(const Program& program, const Liveness& liveness, DeadLoads dead_loads) {
  const SharedLocations shared(program);
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
      facts.at.push_back(ignored ? Accesses{} : shared.accessed_by(action));
    }
    facts.at.emplace_back();
    facts.from = facts_ahead(
        thread, Accesses{}, [&](InstructionId pc) { return facts.at[pc]; },
        [](Accesses& into, const Accesses& other) { into.add(other); });
  }
}

}  // namespace opexplore
