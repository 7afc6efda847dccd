// Who may go on in a state of `gpu-scoped`, and what its memory owes.
#include "opmodel/queues/fairness.hpp"

#include "opmodel/machines/gpu_scoped/machine.hpp"

namespace opexplore::gpu_scoped {

namespace {

constexpr std::uint8_t issued = rule_list.number<queue_model::issue<Context, State>>();

// Whether the step moves what memory holds, for nobody's instruction. It is enabled as long as
// there is something to move.
bool moves(Step step) {
  return rule_list.is<publish_block>(step) || rule_list.is<publish_gpu>(step) ||
         rule_list.is<refresh_block>(step) || rule_list.is<refresh_thread>(step) ||
         rule_list.is<fill_l1>(step);
}

bool performs(Step step) {
  return rule_list.is<load>(step) || rule_list.is<store>(step) || rule_list.is<atomic>(step) ||
         rule_list.is<membar_cta>(step) || rule_list.is<membar_gl>(step);
}

}  // namespace

Standing Machine::standing(const State& state) const {
  return queue_model::standing_of(context_->queues, span_of(state.threads));
}

bool Machine::is_memory_step(Step step) const {
  return step.rule != issued && !rule_list.is<queue_model::local<Context, State>>(step);
}

Duties Machine::duties(const State& state) const {
  Steps steps;
  enabled(state, steps);
  return queue_model::duties_of(issued, span_of(state.threads), span_of(steps), moves);
}

StepDuties Machine::step_duties(const State& before, Step step, const State&) const {
  if (moves(step)) return {{}, {queue_model::duty_to_take(step)}};
  if (!performs(step)) return {};
  const std::size_t entry = rule_list.argument<load>(step).entry;
  const Pending& pending = before.threads[step.thread].pending[entry];
  return {{}, {queue_model::duty(issued, step.thread, pending.instruction)}};
}

std::string_view Machine::cut(const State& state) const {
  return queue_model::cut_of(context_->queues, span_of(state.threads));
}

}  // namespace opexplore::gpu_scoped
