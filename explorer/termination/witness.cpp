#include "explorer/termination/witness.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "explorer/termination/build_graph.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/place_text.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {
namespace {

std::string instruction_text(const Program& program, ThreadId thread, InstructionId at) {
  const Instruction& instruction = program.threads[thread].instructions[at];
  const std::string quoted = '`' + instruction.text + '`';
  if (instruction.place.line == 0) return quoted;
  return line_text(instruction) + ": " + quoted;
}

Phrase waiting_reason(const Program& program, ThreadId thread,
                      const std::optional<InstructionId>& barrier) {
  if (barrier) return "waits at " + instruction_text(program, thread, *barrier);
  // Of Vulkan: threads that synchronise as a whole.
  Phrase before;
  for (const SystemSynchronisation& pair : program.system_synchronisations) {
    if (pair.after != thread) continue;
    before += (before.empty() ? "does not begin before the end of " : ", ") +
              Phrase(Phrase::OfThread{pair.before});
  }
  if (program.threads[thread].grid != 0) return "waits at a barrier, or for an earlier grid";
  return before.empty() ? "waits at a barrier" : before;
}

// "is in the same warp as P2, which goes round the other side of the branch at line 5: `…`".
Phrase disabled_reason(const Program& program, const Threads& threads, ThreadMask run,
                       ThreadId thread, const WarpStacks& stacks) {
  const Warps::Disabled why = Warps::why_disabled(stacks, thread);
  const ThreadMask named = (why.by & run) != 0 ? why.by & run : why.by;
  const auto other = static_cast<ThreadId>(std::countr_zero(named));
  const Phrase name = Phrase::OfThread{other};
  const bool waits = (threads.waiting & thread_bit(other)) != 0;
  if (why.together) {
    return "waits for " + name + " of the same " + Noun::warp + " to execute the instruction";
  }
  const Phrase same = why.joined
                          ? "waits for " + name + " of the same " + Noun::warp + ", which "
                          : Phrase("is in the same ") + Noun::warp + " as " + name + ", which ";
  const std::string does = (run & named) != 0 ? "goes round" : waits ? "waits at a barrier" : "is";
  if (why.branch == Split::no_branch) return same + does + ", and has other instructions";
  const std::string side = (run & named) != 0 ? " the other side of the branch at "
                                              : " on the other side of the branch at ";
  return same + does + side + instruction_text(program, thread, why.branch);
}

LassoThread role_of(const Program& program, const Promise& promise, const Group& tree,
                    const Threads& threads, ThreadMask run, ThreadId thread, const Halts& halts) {
  const ThreadMask bit = thread_bit(thread);
  if ((run & bit) != 0) return {Role::steps, ""};
  if ((threads.ended & bit) != 0) return {Role::ended, "has ended"};
  if ((threads.waiting & bit) != 0) {
    return {Role::waits, waiting_reason(program, thread, halts.barriers[thread])};
  }
  if ((threads.disabled & bit) != 0) {
    return {Role::disabled, disabled_reason(program, threads, run, thread, halts.stacks)};
  }
  return {Role::not_guaranteed, why_not_guaranteed(promise, tree, threads, thread).reason};
}

// What a CUDA compiler has to reckon with: reads that are atomic or volatile, and barriers of any
// kind. A read-modify-write reads.
bool is_progress_of_cuda(const Action& action) {
  if (barrier_of(action) != nullptr || kind_of(action) == InstructionKind::asynchronous) {
    return true;
  }
  const Order* const order = order_of(action);
  return reads_memory(action) && (order == nullptr || *order != Order::weak);
}

// Of the first thread that goes on neither there nor for good.
std::optional<Boundary> boundary(const Program& program, const Promise& promise,
                                 const Threads& threads, ThreadMask run) {
  const Group tree = scope_tree(program);
  const ThreadMask left_out =
      tree.threads & ~(run | threads.ended | threads.waiting | threads.disabled);
  if (left_out == 0) {
    if ((threads.disabled & ~run) == 0) return std::nullopt;
    return Boundary{Boundary::By::stack, ScopeLevel::warp};
  }
  const auto thread = static_cast<ThreadId>(std::countr_zero(left_out));
  const ScopeLevel level = why_not_guaranteed(promise, tree, threads, thread).level;
  const bool counted = level == ScopeLevel::gpu && promise.resident;
  return Boundary{counted ? Boundary::By::residents : Boundary::By::model, level};
}

// The reads of these steps, each once.
std::vector<SpinRead> reads_of(std::span<const TraceStep> steps) {
  std::vector<SpinRead> reads;
  for (const TraceStep& step : steps) {
    for (const Event& event : step.events) {
      if (event.kind != Event::Kind::read || !step.instruction) continue;
      const SpinRead read{step.step.thread, *step.instruction, event.address, event.value,
                          event.read_from};
      if (std::ranges::find(reads, read) == reads.end()) reads.push_back(read);
    }
  }
  return reads;
}

Phrase remark_on(const Program& program, std::span<const TraceStep> loop) {
  ThreadMask stepping = 0;
  ThreadMask reading = 0;
  for (const TraceStep& step : loop) {
    const ThreadMask bit = thread_bit(step.step.thread);
    if (!step.instruction) continue;
    stepping |= bit;
    const Action& action = program.threads[step.step.thread].instructions[*step.instruction].action;
    if (is_progress_of_cuda(action)) reading |= bit;
  }
  const ThreadMask without = stepping & ~reading;
  if (without == 0 || program.language == Language::vulkan) return {};
  return Phrase(Phrase::OfThread{static_cast<ThreadId>(std::countr_zero(without))}) +
         " goes round without an atomic or volatile read: a CUDA compiler may assume that it does "
         "not, and then nothing is promised";
}

}  // namespace

std::vector<LassoThread> roles(const Program& program, const Promise& promise,
                               const Threads& threads, ThreadMask run, const Halts& halts) {
  const Group tree = scope_tree(program);
  std::vector<LassoThread> result;
  for (std::size_t number = 0; number < program.threads.size(); ++number) {
    const auto thread = static_cast<ThreadId>(number);
    result.push_back(role_of(program, promise, tree, threads, run, thread, halts));
  }
  return result;
}

Phrase first_disabled(const std::vector<LassoThread>& threads) {
  const auto place = std::ranges::find(threads, Role::disabled, &LassoThread::role);
  if (place == threads.end()) return {};
  return Phrase(Phrase::OfThread{static_cast<ThreadId>(place - threads.begin())}) + " " +
         place->reason;
}

void describe_lasso(Lasso& lasso, const Program& program, const Promise& promise,
                    const Around& around, const Halts& halts) {
  lasso.threads = roles(program, promise, around.threads, around.run, halts);
  lasso.reads = reads_of(lasso.loop);
  lasso.boundary = boundary(program, promise, around.threads, around.run);
  lasso.remark = remark_on(program, lasso.loop);
}

namespace {

const Walker& at_start(const Walker& walker) {
  walker.go_to(walker.initial);
  return walker;
}

}  // namespace

Retracing::Retracing(const Program& program, const Walker& walker, const Promise& promise)
    : program_(program),
      walker_(at_start(walker)),
      warps_(program, promise),
      told_(walker, program),
      halts_{BarriersPassed(program.threads.size()), {}} {
  if (warps_.empty()) return;
  const std::vector<InstructionId> places = walker_.places();
  if (places.empty()) throw std::logic_error("a machine without places has no stacks");
  halts_.stacks = warps_.initial({places, walker_.standing().waiting});
}

bool Retracing::take(Step step) {
  const bool of_memory = walker_.is_memory_step(step);
  const ThreadMask bit = of_memory ? 0 : thread_bit(step.thread);
  if ((bit & Warps::disabled(stacks())) != 0) return false;
  const std::vector<InstructionId> before = walker_.places();
  if (end_of(walker_) != NodeEnd::none || !told_.take(step)) return false;
  started_ |= bit;
  const std::optional<InstructionId> at = told_.last().instruction;
  if (at && barrier_of(program_.threads[step.thread].instructions[*at].action) != nullptr) {
    halts_.barriers[step.thread] = at;
  }
  if (!of_memory && !warps_.empty()) {
    const std::vector<InstructionId> places = walker_.places();
    warps_.step(halts_.stacks, step.thread, before, {places, walker_.standing().waiting});
  }
  duties_ = walker_.step_duties(step);
  return true;
}

Phrase Retracing::stuck_reason() const {
  bool goes_on = end_of(walker_) != NodeEnd::none;
  walker_.for_each_step([&](Step) { goes_on = true; });
  return goes_on ? Phrase() : walker_.stuck_reason();
}

}  // namespace opexplore
