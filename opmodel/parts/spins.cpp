#include "opmodel/parts/spins.hpp"

#include <algorithm>

namespace opexplore {

namespace {

using Marks = std::vector<char>;

// Instructions reachable from `from` (itself included) without passing `wall`.
Marks reachable(const Thread& thread, InstructionId from, std::size_t wall) {
  Marks marks(thread.instructions.size() + 1, 0);
  std::vector<InstructionId> open;
  const auto reach = [&](InstructionId pc) {
    if (pc == wall || marks[pc] != 0) return;
    marks[pc] = 1;
    open.push_back(pc);
  };
  reach(from);
  while (!open.empty()) {
    const InstructionId pc = open.back();
    open.pop_back();
    for (const InstructionId next : successors_of(thread, pc)) reach(next);
  }
  return marks;
}

// Whether every path from the start to `pc` passes `head`, and between the two
// nothing writes memory or arrives at a barrier, and the registers stay as they are
// that are live at `head`.
bool leads_quietly(const Thread& thread, ThreadId id, InstructionId head, InstructionId pc,
                   const Liveness& liveness) {
  const auto changes_live = [&](InstructionId at) {
    const auto written = register_written(thread.instructions[at].action);
    return written && liveness.is_live(id, head, *written);
  };
  if (changes_live(pc)) return false;
  if (head == pc) return true;
  if (reachable(thread, 0, head)[pc] != 0) return false;
  Marks ahead(thread.instructions.size() + 1, 0);
  for (const InstructionId next : successors_of(thread, head)) {
    const Marks marks = reachable(thread, next, head);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      ahead[i] = static_cast<char>(ahead[i] | marks[i]);
    }
  }
  if (ahead[pc] == 0) return false;
  for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
    const auto at = static_cast<InstructionId>(i);
    const bool between = at != pc && (at == head || ahead[at] != 0) &&
                         (at == head || reachable(thread, at, head)[pc] != 0);
    if (!between) continue;
    const Action& action = thread.instructions[at].action;
    if (!may_be_repeated(action) || changes_live(at)) return false;
  }
  return true;
}

}  // namespace

Spins::Spins(const Program& program, const Liveness& liveness, const LocalSteps& local)
    : program_(program), liveness_(liveness), local_(local) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    const std::size_t size = thread.instructions.size();
    auto& rows = quiet_.emplace_back(size);
    if (!has_backward_jump(thread)) continue;
    for (std::size_t pc = 0; pc < size; ++pc) {
      if (!reads_memory(thread.instructions[pc].action)) continue;
      rows[pc].assign(size + 1, 0);
      for (std::size_t head = 0; head <= pc; ++head) {
        rows[pc][head] =
            leads_quietly(thread, static_cast<ThreadId>(t), static_cast<InstructionId>(head),
                          static_cast<InstructionId>(pc), liveness)
                ? 1
                : 0;
      }
    }
  }
}

bool Spins::returns(ThreadId thread, InstructionId pc, std::span<const Value> before,
                    InstructionId next, std::span<const Value> after) const {
  const Marks& heads = quiet_[thread][pc];
  if (std::ranges::find(heads, 1) == heads.end()) return false;  // as in all code without loops
  const Thread& code = program_.threads[thread];
  std::vector<Value> registers(after.begin(), after.end());
  for (std::size_t steps = 0; steps <= code.instructions.size(); ++steps) {
    if (local_.run(thread, next, registers) != LocalRun::stopped) return false;
    if (next == code.instructions.size()) return false;
    if (!fence_of(code.instructions[next].action)) break;
    ++next;
  }
  if (next > pc || !quiet(thread, pc, next)) return false;
  const auto live = liveness_.live(thread, next);
  return std::all_of(live.begin(), live.end(),
                     [&](RegisterId reg) { return before[reg] == registers[reg]; });
}

}  // namespace opexplore
