#pragma once

#include <utility>

#include "opmodel/ptx/in_order/form.hpp"
#include "opmodel/ptx/in_order/text.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::ptx_model {

template <class Size>
std::vector<Component> InOrderText<Size>::components(const State& state) const {
  std::vector<Component> result;
  const MemoryText text(context_, state.memory);
  std::vector<StageSets> views;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    thread_components(state, static_cast<ThreadId>(t), text, result);
    views.push_back(stage_sets(state.threads[t].knowledge.view));
  }
  text.components(result);
  for (std::size_t w = 0; w < state.messages.size(); ++w) {
    for (const auto& source : state.messages[w]) {
      typename Size::Items carried;
      for (const auto& view : source.views) carried |= view.items.anywhere();
      if (carried.empty()) continue;
      result.push_back({text.label(w) + " hands on from " + thread_name(source.thread),
                        text.list(widened(carried))});
    }
  }
  cache_components(context_, text, views, result);
  end_components(context_, state.barriers, span_of(state.settled), result);
  return result;
}

namespace {

// The next instruction, or the barrier that the thread waits at, which it has not gone on from.
template <class Size>
InstructionId stands_at(const InOrderState<Size>& state, ThreadId thread) {
  const InstructionId pc = state.threads[thread].pc;
  return state.barriers.waits(thread) ? static_cast<InstructionId>(pc - 1) : pc;
}

}  // namespace

template <class Size>
void InOrderText<Size>::thread_components(const State& state, ThreadId thread,
                                          const MemoryText& text,
                                          std::vector<Component>& result) const {
  const auto& mine = state.threads[thread];
  const std::string name = thread_name(thread);
  result.push_back({name, position_text(context_, thread, stands_at(state, thread),
                                        state.barriers.waits(thread))});
  const std::vector<MaybeValue> registers(mine.registers.begin(), mine.registers.end());
  result.push_back({name + " registers", registers_text(context_, thread, mine.pc, registers)});
  view_components(context_, text, name, stage_sets(mine.knowledge.view), result);
  for (const Scope s : all_scopes) {
    const View<Size>& released = mine.knowledge.released[level(s)];
    if (released == View<Size>{}) continue;
    result.push_back({name + " released at " + std::string(to_string(s)) + " scope",
                      text.list(widened(released.items.anywhere()))});
  }
  if (!mine.knowledge.observed.empty()) {
    result.push_back({name + " observed", text.list(widened(mine.knowledge.observed))});
  }
  if (!mine.floor.empty()) {
    result.push_back({name + " has been brought", text.list(widened(mine.floor))});
  }
}

template <class Size>
StepText InOrderText<Size>::step(const State& state, Step step) const {
  StepText result;
  if (is_one_of<settle_>(step)) {
    return MemoryText(context_, state.memory).settles(step);
  }
  if (is_one_of<propagate_>(step)) {
    const std::size_t location = rule_list.argument<propagate_{}>(step).location;
    const auto last = state.memory.last(static_cast<LocationId>(location), context_.semantics);
    result.arguments = "brings " + MemoryText(context_, state.memory).list(widened(last)) + " to " +
                       thread_name(step.thread);
    return result;
  }
  const InstructionId pc = state.threads[step.thread].pc;
  result.instruction = context_.original(step.thread, pc);
  if (is_one_of<load_, atomic_>(step)) read(state, step, result);
  // Not as it is after the step: others may have left memory since, or the new one itself.
  if (const auto placed = InOrderForm<Size>(context_).placed(state, step)) {
    const MemoryText text(context_, placed->memory);
    const std::size_t at = placed->write;
    result.arguments +=
        (result.arguments.empty() ? "writes " : ", writes ") + text.label(at) + text.neighbours(at);
    result.events.push_back(text.write_event(at));
  }
  if (is_one_of<fence_, fence_sc_, proxy_fence_>(step)) {
    result.events.push_back(order_event(Event::Kind::fence));
  }
  if (is_one_of<barrier_>(step)) {
    result.arguments = barrier(state, after(state, step), step.thread);
    result.events.push_back(order_event(Event::Kind::barrier));
  }
  return result;
}

template <class Size>
InOrderState<Size> InOrderText<Size>::after(const State& state, Step step) const {
  State result;
  InOrderForm<Size>(context_).for_each_step(state, step.thread, [&](Step candidate, State&& next) {
    if (candidate == step) result = std::move(next);
  });
  return result;
}

template <class Size>
void InOrderText<Size>::read(const State& state, Step step, StepText& result) const {
  const auto& mine = state.threads[step.thread];
  const MemoryText before(context_, state.memory);
  const Action& action = context_.action(step.thread, mine.pc);
  const std::size_t number = is_one_of<atomic_>(step) ? rule_list.argument<atomic_{}>(step).write
                                                      : rule_list.argument<load_{}>(step).write;
  const std::size_t source = write_of_step(number, context_.semantics);
  const LocationId location = context_.semantics.access(step.thread, mine.pc).location;
  result.arguments = "reads " + before.label(source, location);
  result.reason = reason_text(
      context_, text_memory(state.memory),
      {step.thread, mine.pc, source, widened(mine.knowledge.view.items.anywhere()), false});
  result.events.push_back(before.read_event(*address_of(action), source));
}

template <class Size>
std::string InOrderText<Size>::barrier(const State& state, const State& after,
                                       ThreadId thread) const {
  std::string released;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto other = static_cast<ThreadId>(t);
    if (state.barriers.waits(other) && !after.barriers.waits(other)) {
      released += " " + thread_name(other);
    }
  }
  const std::string arrives = after.barriers.waits(thread) ? "arrives and waits" : "arrives";
  return arrives + (released.empty() ? "" : "; the barrier opens for" + released);
}

template <class Size>
Phrase InOrderText<Size>::stuck(const State& state) const {
  std::vector<InstructionId> standing;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    standing.push_back(stands_at(state, static_cast<ThreadId>(t)));
  }
  return stuck_phrase(context_, state.barriers, standing);
}

}  // namespace opexplore::ptx_model
