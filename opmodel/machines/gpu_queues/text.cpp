// The words of `gpu-queues` in traces: the boxes of Sorensen 2014, figure 5.11.
#include "opmodel/machines/gpu_queues/machine.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::gpu_queues {

namespace {

std::string flags(const Cell& cell) {
  return std::string(cell.lm ? " LM" : "") + (cell.gm ? " GM" : "");
}

}  // namespace

std::vector<Component> Machine::describe(const State& state) const {
  std::vector<Component> components;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    context_->queues.describe(thread, state.threads[t], components);
    std::string view;
    for (std::size_t a = 0; a < context_->locations(); ++a) {
      const auto location = static_cast<LocationId>(a);
      const Cell& cell = context_->cell(state, thread, location);
      // What nobody will look at any more has no value.
      const std::string value =
          needed(state, thread, location) ? std::to_string(cell.value) + flags(cell) : "-";
      view += (view.empty() ? "" : ", ") + context_->queues.location_name(location) + "=" + value;
    }
    components.push_back(
        {thread_name(t) + " view (block " + std::to_string(context_->plan().block(thread)) + ")",
         view});
  }
  return components;
}

StepText Machine::describe(const State& state, Step step) const {
  StepText text;
  const ThreadState& mine = state.threads[step.thread];
  const Queues& queues = context_->queues;
  const auto named = [&](LocationId location) {
    return queues.location_name(location) + "=" +
           std::to_string(context_->cell(state, step.thread, location).value);
  };
  if (rule_list.is<queue_model::local<Context, State>>(step) ||
      rule_list.is<queue_model::issue<Context, State>>(step)) {
    text.instruction = mine.pc;
    return text;
  }
  if (rule_list.is<settle>(step)) {
    text.arguments = "memory holds " + named(rule_list.argument<settle>(step).location);
    return text;
  }
  if (rule_list.is<distribute_block>(step) || rule_list.is<distribute_gpu>(step)) {
    const DeliveryArgument to = rule_list.argument<distribute_block>(step);
    text.arguments = named(to.location);
    if (context_->by_receiver) {
      text.arguments += " to " + thread_name(to.receiver);
    } else if (rule_list.is<distribute_block>(step)) {
      text.arguments += " to block " + std::to_string(context_->plan().block(step.thread));
    } else {
      text.arguments += " to the other blocks";
    }
    return text;
  }
  const EntryArgument at = rule_list.argument<store>(step);  // the rules left all have it
  const Pending& entry = mine.pending[at.entry];
  const LocationId location = queues.planned(step.thread, entry).location;
  text.instruction = entry.instruction;
  if (rule_list.is<load>(step)) {
    text.arguments = "reads " + named(location);
    text.reason = thread_name(step.thread) + "'s view holds " + named(location);
  } else if (rule_list.is<store>(step)) {
    text.arguments = "writes " + queues.location_name(location) + "=" + std::to_string(entry.value);
  }
  return text;
}

Phrase Machine::stuck_reason(const State& state) const {
  return context_->queues.stuck_reason(span_of(state.threads));
}

}  // namespace opexplore::gpu_queues
