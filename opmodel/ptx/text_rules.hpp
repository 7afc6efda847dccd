// Traces of the PTX machines: the parts that depend on the width of views.
// Included by text.hpp.
#pragma once

#include "opmodel/ptx/text.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::ptx_model {

template <unsigned Width>
void view_components(const Context& context, const MemoryText& text, const std::string& owner,
                     const View<Width>& view, std::vector<Component>& result) {
  const Stages& stages = context.semantics.stages();
  const auto add = [&](const std::string& name, int stage) {
    if (stage < 0 || view.stage[static_cast<std::size_t>(stage)] == 0) return;
    result.push_back({owner + name, text.list(view.stage[static_cast<std::size_t>(stage)])});
  };
  add(" view", Stages::generic);
  add(" view of aliases", stages.aliased);
  for (std::size_t q = 1; q < stages.own.size(); ++q) {
    for (std::size_t c = 0; c < max_threads; ++c) {
      const std::string where =
          std::string(to_string(static_cast<Proxy>(q))) + " proxy of CTA " + std::to_string(c);
      add(" view, not yet fenced out of the " + where, stages.own[q][c]);
      add(" view, fenced into the " + where, stages.fenced[q][c]);
      add(" view of aliases, fenced into the " + where, stages.fenced_aliased[q][c]);
    }
  }
}

// The cache of a proxy in a CTA holds what anybody has fenced into it.
template <unsigned Width, class Views>
void cache_components(const Context& context, const MemoryText& text, const Views& views,
                      std::vector<Component>& result) {
  const Stages& stages = context.semantics.stages();
  for (std::size_t q = 1; q < stages.own.size(); ++q) {
    for (std::size_t c = 0; c < max_threads; ++c) {
      ItemSet held = 0;
      for (const int stage : {stages.own[q][c], stages.fenced[q][c], stages.fenced_aliased[q][c]}) {
        if (stage < 0) continue;
        for (const View<Width>* view : views) held |= view->stage[static_cast<std::size_t>(stage)];
      }
      if (held == 0) continue;
      result.push_back(
          {std::string(to_string(static_cast<Proxy>(q))) + " cache of CTA " + std::to_string(c),
           text.list(held)});
    }
  }
}

template <unsigned Width>
std::string reason_text(const Context& context, const Memory& memory,
                        const ReadFacts<Width>& facts) {
  const MemoryText text(context, memory);
  const Access& access = context.semantics.access(facts.thread, facts.pc);
  const std::string who = thread_name(facts.thread);
  const std::string what = text.label(facts.source);
  if (facts.late) {
    return who + " reads " + what +
           " late: the write follows from an instruction after the load, which does not depend "
           "on its value, and no axiom forbids reading it";
  }
  const ItemSet overwriting = memory.writes[facts.source].after;
  if (overwriting == 0) {
    return who + " reads " + what + ": no write follows it in coherence order";
  }
  const ItemSet known = facts.view.anywhere() & overwriting;
  if (known == 0) {
    return who + " may still read " + what + ": " + text.list(overwriting) +
           " overwrote it, but base causality leads from none of that to this read (no "
           "synchronisation of sufficient scope between them)";
  }
  const bool proxied = access.proxy != Proxy::generic;
  return who + " may still read " + what + ": it knows of " + text.list(known) +
         ", but not at this address through the " + std::string(to_string(access.proxy)) +
         " proxy" +
         (proxied ? " of its CTA: no proxy fence on the way"
                  : ": no proxy fence, or alias fence, on the way");
}

// ---------------------------------------------------------------- in order

template <unsigned Width>
std::vector<Component> InOrderText<Width>::components(const InOrderState<Width>& state) const {
  std::vector<Component> result;
  const MemoryText text(context_, state.memory);
  std::vector<const View<Width>*> views;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto& mine = state.threads[t];
    const std::string name = thread_name(thread);
    result.push_back(
        {name, position_text(context_, thread, mine.pc, state.barriers.waits(thread))});
    const std::vector<MaybeValue> registers(mine.registers.begin(), mine.registers.end());
    result.push_back({name + " registers", registers_text(context_, thread, mine.pc, registers)});
    view_components(context_, text, name, mine.knowledge.view, result);
    views.push_back(&mine.knowledge.view);
    for (const Scope s : all_scopes) {
      const View<Width>& released = mine.knowledge.released[level(s)];
      if (released == View<Width>{}) continue;
      result.push_back({name + " released at " + std::string(to_string(s)) + " scope",
                        text.list(released.anywhere())});
    }
    if (mine.knowledge.observed != 0) {
      result.push_back({name + " observed", text.list(mine.knowledge.observed)});
    }
  }
  text.components(result);
  for (std::size_t w = 0; w < state.messages.size(); ++w) {
    for (const auto& source : state.messages[w]) {
      ItemSet carried = 0;
      for (const auto& view : source.views) carried |= view.anywhere();
      if (carried == 0) continue;
      result.push_back(
          {text.label(w) + " hands on from " + thread_name(source.thread), text.list(carried)});
    }
  }
  cache_components<Width>(context_, text, views, result);
  for (const Generation& generation : state.barriers.generations()) {
    result.push_back({"barrier " + std::to_string(generation.resource),
                      to_string(generation, context_.test.program)});
  }
  for (std::size_t l = 0; l < state.settled.size(); ++l) {
    result.push_back(
        {"final " + context_.test.program.locations[context_.observed_locations[l]].name,
         std::to_string(state.settled[l])});
  }
  return result;
}

template <unsigned Width>
StepText InOrderText<Width>::step(const InOrderState<Width>& state, Step step) const {
  StepText result;
  const InOrderRules<Width> rules(context_);
  const MemoryText before(context_, state.memory);
  const auto rule = static_cast<RuleId>(step.rule);
  if (rule == RuleId::settle) {
    result.arguments = "the final value is that of " + before.label(step.argument);
    return result;
  }
  InOrderState<Width> after;
  rules.for_each_step(state, step.thread, [&](Step candidate, InOrderState<Width>&& next) {
    if (candidate == step) after = std::move(next);
  });
  const InstructionId pc = state.threads[step.thread].pc;
  result.instruction = pc;
  const MemoryText text(context_, after.memory);
  const Action& action = context_.action(step.thread, pc);
  const bool atomic = std::holds_alternative<Atomic>(action);
  if (rule == RuleId::load || atomic) {
    const std::size_t source = atomic ? step.argument & 0xffU : step.argument;
    result.arguments = "reads " + before.label(source);
    result.reason = reason_text<Width>(
        context_, state.memory,
        {step.thread, pc, source, state.threads[step.thread].knowledge.view, false});
    result.events.push_back(before.read_event(*address_of(action), source));
  }
  if (after.memory.writes.size() > state.memory.writes.size()) {
    const std::size_t at = after.memory.place_for(static_cast<ThreadId>(step.thread + 1), 0) - 1;
    result.arguments +=
        (result.arguments.empty() ? "writes " : ", writes ") + text.label(at) + text.neighbours(at);
    result.events.push_back(text.write_event(at));
  }
  if (rule == RuleId::fence || rule == RuleId::fence_sc || rule == RuleId::proxy_fence) {
    result.events.push_back({Event::Kind::fence, 0, 0, {}, {}});
  }
  if (rule == RuleId::barrier) {
    const bool waits = after.barriers.waits(step.thread);
    result.arguments = waits ? "arrives and waits" : "arrives";
    std::string released;
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      if (state.barriers.waits(thread) && !after.barriers.waits(thread)) {
        released += " " + thread_name(thread);
      }
    }
    if (!released.empty()) result.arguments += "; the barrier opens for" + released;
    result.events.push_back({Event::Kind::barrier, 0, 0, {}, {}});
  }
  return result;
}

template <unsigned Width>
std::string InOrderText<Width>::stuck(const InOrderState<Width>& state) const {
  std::vector<InstructionId> pcs;
  for (const auto& thread : state.threads) pcs.push_back(thread.pc);
  return stuck_text(context_, state.barriers, pcs);
}

// ------------------------------------------------------------ out of order

template <unsigned Width>
std::vector<Component> OutOfOrderText<Width>::components(const OutOfOrderState& state) const {
  std::vector<Component> result;
  const MemoryText text(context_, state.memory);
  Execution<Width> now(context_, state);
  now.saturate();
  std::vector<const View<Width>*> views;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const Position& position = now.position(thread);
    const std::string name = thread_name(thread);
    result.push_back(
        {name, position_text(context_, thread, position.pc, state.barriers.waits(thread))});
    result.push_back({name + " registers",
                      registers_text(context_, thread, position.pc, span_of(position.registers))});
    std::string queue;
    for (const Issued& issued : state.issued[t]) {
      if (!issued.reads_pending() && !issued.writes_pending()) continue;
      queue += (queue.empty() ? "" : "; ") +
               context_.thread(thread).instructions[issued.instruction].text;
    }
    if (!queue.empty()) result.push_back({name + " queue", queue});
    view_components(context_, text, name, now.knowledge(thread).view, result);
    views.push_back(&now.knowledge(thread).view);
  }
  text.components(result);
  cache_components<Width>(context_, text, views, result);
  std::string order;
  for (const OrderedFence& fence : state.fences) {
    const Instruction& instruction =
        context_.thread(fence.thread)
            .instructions[state.issued[fence.thread][fence.entry].instruction];
    order += (order.empty() ? "" : "; ") + thread_name(fence.thread) + " line " +
             std::to_string(instruction.place.line);
    for_each_item(fence.before,
                  [&](std::size_t f) { order += " after " + thread_name(state.fences[f].thread); });
  }
  if (!order.empty()) result.push_back({"Fence-SC order", order});
  for (const Generation& generation : state.barriers.generations()) {
    result.push_back({"barrier " + std::to_string(generation.resource),
                      to_string(generation, context_.test.program)});
  }
  for (std::size_t l = 0; l < state.settled.size(); ++l) {
    result.push_back(
        {"final " + context_.test.program.locations[context_.observed_locations[l]].name,
         std::to_string(state.settled[l])});
  }
  return result;
}

template <unsigned Width>
StepText OutOfOrderText<Width>::step(const OutOfOrderState& state, Step step) const {
  StepText result;
  const OutOfOrderRules<Width> rules(context_);
  const MemoryText before(context_, state.memory);
  const auto rule = static_cast<RuleId>(step.rule);
  if (rule == RuleId::settle) {
    result.arguments = "the final value is that of " + before.label(step.argument);
    return result;
  }
  OutOfOrderState after;
  rules.for_each_step(state, [&](Step candidate, OutOfOrderState&& next) {
    if (candidate == step) after = std::move(next);
  });
  const bool late = rule == RuleId::late_load || rule == RuleId::late_store;
  const std::size_t entry = late ? step.argument & 0xffU : state.issued[step.thread].size();
  const Issued& issued = after.issued[step.thread][entry];
  const InstructionId pc = issued.instruction;
  result.instruction = pc;
  const Action& action = context_.action(step.thread, pc);
  const MemoryText text(context_, after.memory);
  Execution<Width> then(context_, after);
  then.saturate();
  const bool reads_now =
      rule == RuleId::load || rule == RuleId::atomic || rule == RuleId::late_load;
  if (reads_now && issued.read_done()) {
    result.arguments = "reads " + text.label(issued.read);
    result.reason =
        reason_text<Width>(context_, after.memory,
                           {step.thread, pc, issued.read, then.view_before(step.thread, entry),
                            rule == RuleId::late_load});
    result.events.push_back(text.read_event(*address_of(action), issued.read));
  }
  if (rule == RuleId::postpone_load) result.arguments = "waits in the queue of its address";
  if (after.memory.writes.size() > state.memory.writes.size()) {
    std::size_t at = 0;
    while (after.memory.writes[at].thread == Write::initial ||
           then.entry_of(at) != std::pair{step.thread, entry}) {
      ++at;
    }
    result.arguments +=
        (result.arguments.empty() ? "writes " : ", writes ") + text.label(at) + text.neighbours(at);
    result.events.push_back(text.write_event(at));
  } else if (issued.writes_pending()) {
    result.arguments += (result.arguments.empty() ? "" : ", ") +
                        std::string("its write waits for the value of a postponed load");
  }
  if (rule == RuleId::fence || rule == RuleId::fence_sc || rule == RuleId::proxy_fence) {
    result.events.push_back({Event::Kind::fence, 0, 0, {}, {}});
  }
  if (rule == RuleId::fence_sc && step.argument > 0) {
    result.arguments = "takes an earlier place in the Fence-SC order";
  }
  if (rule == RuleId::barrier) {
    result.arguments = after.barriers.waits(step.thread) ? "arrives and waits" : "arrives";
    result.events.push_back({Event::Kind::barrier, 0, 0, {}, {}});
  }
  return result;
}

template <unsigned Width>
std::string OutOfOrderText<Width>::stuck(const OutOfOrderState& state) const {
  const Execution<Width> now(context_, state);
  std::vector<InstructionId> pcs;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    pcs.push_back(now.position(static_cast<ThreadId>(t)).pc);
  }
  return stuck_text(context_, state.barriers, pcs);
}

}  // namespace opexplore::ptx_model
