// Who may go on in a state of `gpu-scoped`, and what its memory owes.
#include <algorithm>

#include "opmodel/machines/gpu_scoped/machine.hpp"

namespace opexplore::gpu_scoped {

namespace {

constexpr std::uint32_t number(std::uint8_t rule, ThreadId thread, std::uint16_t what) {
  return std::uint32_t{rule} << 24U | std::uint32_t{thread} << 16U | what;
}

// Whether the step moves what memory holds, for nobody's instruction. It is enabled as long as
// there is something to move.
bool moves(Step step) {
  return rule_list.is<publish_block>(step) || rule_list.is<publish_gpu>(step) ||
         rule_list.is<refresh_block>(step) || rule_list.is<refresh_thread>(step) ||
         rule_list.is<fill_l1>(step);
}
std::uint32_t duty_to_move(Step step) { return number(step.rule, step.thread, step.argument); }

bool performs(Step step) {
  return rule_list.is<load>(step) || rule_list.is<store>(step) || rule_list.is<atomic>(step) ||
         rule_list.is<membar_cta>(step) || rule_list.is<membar_gl>(step);
}

}  // namespace

std::uint32_t Machine::duty_to_perform(ThreadId thread, InstructionId instruction) {
  constexpr std::uint8_t issued = rule_list.number<queue_model::issue<Context, State>>();
  return number(issued, thread, instruction);
}

Standing Machine::standing(const State& state) const {
  Standing result;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (context_->queues.has_ended(thread, state.threads[t])) result.ended |= thread_bit(thread);
  }
  return result;
}

bool Machine::is_memory_step(Step step) const {
  return !rule_list.is<queue_model::issue<Context, State>>(step) &&
         !rule_list.is<queue_model::local<Context, State>>(step);
}

// What is pending is owed even while it is not enabled: others of the block, who write the location
// of an atomic again and again, must not put it off for ever.
Duties Machine::duties(const State& state) const {
  Duties open;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    for (const Pending& pending : state.threads[t].pending) {
      open.push_back(duty_to_perform(static_cast<ThreadId>(t), pending.instruction));
    }
  }
  Steps steps;
  enabled(state, steps);
  for (const Step step : steps) {
    if (moves(step)) open.push_back(duty_to_move(step));
  }
  std::ranges::sort(open);
  open.erase(std::ranges::unique(open).begin(), open.end());
  return open;
}

StepDuties Machine::step_duties(const State& before, Step step, const State&) const {
  if (moves(step)) return {{}, {duty_to_move(step)}};
  if (!performs(step)) return {};
  const std::size_t entry = rule_list.argument<load>(step).entry;
  return {{},
          {duty_to_perform(step.thread, before.threads[step.thread].pending[entry].instruction)}};
}

std::string_view Machine::cut(const State& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (!context_->queues.waits_for_room(static_cast<ThreadId>(t), state.threads[t])) continue;
    return "an instruction of a thread is pending at most twice";
  }
  return {};
}

}  // namespace opexplore::gpu_scoped
