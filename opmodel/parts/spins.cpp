#include "opmodel/parts/spins.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace opexplore {

namespace {

using Marks = std::vector<char>;

constexpr std::size_t no_wall = std::numeric_limits<std::size_t>::max();

// The loops of one thread. Kernels have thousands of instructions, so that what is asked of a read
// and a head goes no further than it must.
class Loops {
 public:
  Loops(const Thread& thread, ThreadId id, const Liveness& liveness)
      : thread_(thread),
        id_(id),
        liveness_(liveness),
        before_(size() + 1),
        from_start_(reachable({0}, no_wall)),
        around_(size()) {
    for (std::size_t at = 0; at < size(); ++at) {
      for (const InstructionId next : successors_of(thread_, static_cast<InstructionId>(at))) {
        before_[next].push_back(static_cast<InstructionId>(at));
      }
    }
  }

  // By instruction up to the read, whether it is the head of a loop with the read in it, such that
  // every path to the read passes it, and between the two nothing writes memory or arrives at a
  // barrier, and the registers stay as they are that are live at the head.
  Marks quiet_heads(InstructionId read) {
    Marks heads(size() + 1, 0);
    const Successors next = successors_of(thread_, read);
    const Marks ahead = reachable({next.begin(), next.end()}, no_wall);
    for (InstructionId head = 0; head <= read; ++head) {
      heads[head] = static_cast<char>(ahead[head] != 0 && leads_quietly(head, read));
    }
    return heads;
  }

 private:
  std::size_t size() const { return thread_.instructions.size(); }

  // Instructions reachable from these, themselves included, without passing `wall`.
  Marks reachable(std::vector<InstructionId> open, std::size_t wall) const {
    Marks marks(size() + 1, 0);
    std::erase(open, wall);
    for (const InstructionId pc : open) marks[pc] = 1;
    while (!open.empty()) {
      const InstructionId pc = open.back();
      open.pop_back();
      for (const InstructionId next : successors_of(thread_, pc)) {
        if (next == wall || marks[next] != 0) continue;
        marks[next] = 1;
        open.push_back(next);
      }
    }
    return marks;
  }

  bool changes_live(InstructionId head, InstructionId at) const {
    const auto written = register_written(thread_.instructions[at].action);
    return written && liveness_.is_live(id_, head, *written);
  }

  bool leads_quietly(InstructionId head, InstructionId read) {
    if (changes_live(head, read) || from_start_[read] == 0) return false;
    if (head == read) return true;
    if (!is_quiet(head, head)) return false;
    if (around_[head].empty()) around_[head] = reachable({0}, head);
    if (around_[head][read] != 0) return false;
    // What lies between comes to the read without passing the head.
    Marks seen(size(), 0);
    std::vector<InstructionId> open{read};
    while (!open.empty()) {
      const InstructionId at = open.back();
      open.pop_back();
      for (const InstructionId earlier : before_[at]) {
        if (earlier == head || earlier == read || seen[earlier] != 0) continue;
        if (from_start_[earlier] == 0) continue;
        if (!is_quiet(head, earlier)) return false;
        seen[earlier] = 1;
        open.push_back(earlier);
      }
    }
    return true;
  }

  bool is_quiet(InstructionId head, InstructionId at) const {
    return may_be_repeated(thread_.instructions[at].action) && !changes_live(head, at);
  }

  const Thread& thread_;
  ThreadId id_;
  const Liveness& liveness_;
  std::vector<std::vector<InstructionId>> before_;  // by instruction, those that lead to it
  Marks from_start_;
  std::vector<Marks> around_;  // by head, what is reached without passing it; empty: not asked yet
};

}  // namespace

Spins::Spins(const Program& program, const Liveness& liveness, const LocalSteps& local)
    : program_(program), liveness_(liveness), local_(local) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    const std::size_t size = thread.instructions.size();
    auto& rows = quiet_.emplace_back(size);
    auto& marks = returns_.emplace_back(size, 0);
    if (!has_backward_jump(thread)) continue;
    Loops loops(thread, static_cast<ThreadId>(t), liveness);
    for (std::size_t pc = 0; pc < size; ++pc) {
      if (!reads_memory(thread.instructions[pc].action)) continue;
      rows[pc] = loops.quiet_heads(static_cast<InstructionId>(pc));
      marks[pc] = std::ranges::find(rows[pc], 1) != rows[pc].end() ? 1 : 0;
    }
  }
}

bool Spins::returns(ThreadId thread, InstructionId pc, std::span<const Value> before,
                    InstructionId next, std::span<const Value> after) const {
  if (!may_return(thread, pc)) return false;  // as in all code without loops
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
