// Who may go on in a state of `gpu-queues`, and what its memory owes.
#include "opmodel/queues/fairness.hpp"

#include "opmodel/machines/gpu_queues/machine.hpp"

namespace opexplore::gpu_queues {

namespace {

constexpr std::uint8_t issued = rule_list.number<queue_model::issue<Context, State>>();

// Whether the step delivers what is in a view.
bool delivers(Step step) {
  return rule_list.is<distribute_block>(step) || rule_list.is<distribute_gpu>(step);
}

bool performs(Step step) {
  return rule_list.is<load>(step) || rule_list.is<store>(step) || rule_list.is<membar_cta>(step) ||
         rule_list.is<membar_gl>(step);
}

}  // namespace

opexplore::Standing Machine::standing(const State& state) const {
  return queue_model::standing_of(context_->queues, span_of(state.threads));
}

bool Machine::is_memory_step(Step step) const {
  return step.rule != issued && !rule_list.is<queue_model::local<Context, State>>(step);
}

Duties Machine::duties(const State& state) const {
  Steps steps;
  enabled(state, steps);
  return queue_model::duties_of(issued, span_of(state.threads), span_of(steps), delivers);
}

StepDuties Machine::step_duties(const State& before, Step step, const State&) const {
  if (delivers(step)) return {{}, {queue_model::duty_to_take(step)}};
  if (!performs(step)) return {};
  const std::size_t entry = rule_list.argument<load>(step).entry;
  const Pending& pending = before.threads[step.thread].pending[entry];
  return {{}, {queue_model::duty(issued, step.thread, pending.instruction)}};
}

std::string_view Machine::cut(const State& state) const {
  return queue_model::cut_of(context_->queues, span_of(state.threads));
}

}  // namespace opexplore::gpu_queues
