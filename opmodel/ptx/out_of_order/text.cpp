#include "opmodel/ptx/out_of_order/text.hpp"

#include <utility>

#include "opmodel/place_text.hpp"
#include "opmodel/ptx/out_of_order/execution.hpp"
#include "opmodel/ptx/out_of_order/form.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::ptx_model {

std::vector<Component> OutOfOrderText::components(const State& state) const {
  std::vector<Component> result;
  const MemoryText text(context_, state.memory);
  const Events now(context_, state);
  with_execution(now, [&](auto& execution) {
    execution.saturate();
    std::vector<StageSets> views;
    for (std::size_t t = 0; t < state.issued.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      thread_components(now, thread, result);
      views.push_back(stage_sets(execution.knowledge(thread).view));
      view_components(context_, text, thread_name(thread), views.back(), result);
    }
    text.components(result);
    cache_components(context_, text, views, result);
  });
  if (const std::string order = fence_order(state); !order.empty()) {
    result.push_back({"Fence-SC order", order});
  }
  end_components(context_, state.barriers, span_of(state.settled), result);
  return result;
}

namespace {

// The next instruction, or the barrier that the thread waits at.
InstructionId stands_at(const Events& now, ThreadId thread) {
  const OutOfOrderState& state = now.state();
  const InstructionId pc = now.position(thread).pc;
  return state.barriers.waits(thread) ? static_cast<InstructionId>(pc - 1) : pc;
}

}  // namespace

void OutOfOrderText::thread_components(const Events& now, ThreadId thread,
                                       std::vector<Component>& result) const {
  const State& state = now.state();
  const Position& position = now.position(thread);
  const std::string name = thread_name(thread);
  result.push_back({name, position_text(context_, thread, stands_at(now, thread),
                                        state.barriers.waits(thread))});
  result.push_back({name + " registers",
                    registers_text(context_, thread, position.pc, span_of(position.registers))});
  std::string queue;
  for (const Issued& issued : state.issued[thread]) {
    if (!issued.reads_pending() && !issued.writes_pending()) continue;
    queue +=
        (queue.empty() ? "" : "; ") + context_.thread(thread).instructions[issued.instruction].text;
  }
  if (!queue.empty()) result.push_back({name + " queue", queue});
}

std::string OutOfOrderText::fence_order(const State& state) const {
  std::string order;
  for (const OrderedFence& fence : state.fences) {
    const Instruction& instruction =
        context_.thread(fence.thread)
            .instructions[state.issued[fence.thread][fence.entry].instruction];
    order += (order.empty() ? "" : "; ") + thread_name(fence.thread) + ' ' + line_text(instruction);
    fence.before.for_each(
        [&](std::size_t f) { order += " after " + thread_name(state.fences[f].thread); });
  }
  return order;
}

StepText OutOfOrderText::step(const State& state, Step step) const {
  StepText result;
  if (is_one_of<settle_>(step)) {
    return MemoryText(context_, state.memory).settles(step);
  }
  const State after = OutOfOrderForm(context_).after(state, step);
  const std::size_t entry = OutOfOrderForm::entry_of(state, step);
  result.instruction = context_.original(step.thread, after.issued[step.thread][entry].instruction);
  const Events then(context_, after);
  if (is_one_of<load_, atomic_, late_load_>(step)) {
    read(then, step, entry, result);
  }
  if (is_one_of<postpone_load_>(step)) result.arguments = "waits in the queue of its address";
  write(state, then, step, entry, result);
  if (is_one_of<fence_, fence_sc_, proxy_fence_>(step)) {
    result.events.push_back(order_event(Event::Kind::fence));
  }
  if (is_one_of<fence_sc_>(step) && rule_list.argument<fence_sc_{}>(step).later > 0) {
    result.arguments = "takes an earlier place in the Fence-SC order";
  }
  if (is_one_of<barrier_>(step)) {
    result.arguments = after.barriers.waits(step.thread) ? "arrives and waits" : "arrives";
    result.events.push_back(order_event(Event::Kind::barrier));
  }
  return result;
}

void OutOfOrderText::read(const Events& then, Step step, std::size_t entry,
                          StepText& result) const {
  const State& after = then.state();
  const Issued& issued = after.issued[step.thread][entry];
  if (!issued.read_done()) return;
  const TextItems known = with_execution(then, [&](auto& execution) {
    execution.saturate();
    return widened(execution.view_before(step.thread, entry).items.anywhere());
  });
  const MemoryText text(context_, after.memory);
  const bool late = is_one_of<late_load_>(step);
  const LocationId location = context_.semantics.access(step.thread, issued.instruction).location;
  result.arguments = "reads " + text.label(issued.read, location);
  result.reason = reason_text(context_, text_memory(after.memory),
                              {step.thread, issued.instruction, issued.read, known, late});
  const Action& action = context_.action(step.thread, issued.instruction);
  result.events.push_back(text.read_event(*address_of(action), issued.read));
}

void OutOfOrderText::write(const State& before, const Events& then, Step step, std::size_t entry,
                           StepText& result) const {
  const State& after = then.state();
  if (after.memory.writes.size() > before.memory.writes.size()) {
    const MemoryText text(context_, after.memory);
    const std::size_t at = then.entry(step.thread, entry).write_item;
    result.arguments +=
        (result.arguments.empty() ? "writes " : ", writes ") + text.label(at) + text.neighbours(at);
    result.events.push_back(text.write_event(at));
  } else if (after.issued[step.thread][entry].writes_pending()) {
    result.arguments += (result.arguments.empty() ? "" : ", ") +
                        std::string("its write waits for the value of a postponed load");
  }
}

Phrase OutOfOrderText::stuck(const State& state) const {
  const Events now(context_, state);
  std::vector<InstructionId> standing;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    standing.push_back(stands_at(now, static_cast<ThreadId>(t)));
  }
  return stuck_phrase(context_, state.barriers, standing);
}

}  // namespace opexplore::ptx_model
