// The words of `gpu-scoped` in traces: the boxes of Sorensen 2014, figure 5.11, and the level
// in between.
#include "opmodel/machines/gpu_scoped/machine.hpp"
#include "opmodel/machines/gpu_scoped/reduction.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::gpu_scoped {

namespace {

std::string origin_text(const Cell& cell) {
  return cell.origin == Cell::nowhere ? "" : " from block " + std::to_string(cell.origin);
}

// "x=1 LM, y=-" of one box; what nobody will look at any more has no value. `at` gives the
// cell, or nothing when the box has no such location; `needed` is asked for the others.
template <class CellAt, class Needed>
std::string box(const Context& context, std::string_view flag, CellAt&& at, Needed&& needed) {
  std::string text;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    const std::optional<Cell> cell = at(location);
    if (!cell) continue;
    text += (text.empty() ? "" : ", ") + context.queues.location_name(location) + "=";
    text += context.forget_dead && !needed(location) ? "-" : std::to_string(cell->value);
    if (cell->flag) text += flag;
  }
  return text;
}

}  // namespace

std::vector<Component> Machine::describe(const State& state) const {
  const Context& context = *context_;
  const Remaining remaining(context, state);
  std::vector<Component> components;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    context.queues.describe(thread, state.threads[t], components);
    const std::string title =
        thread_name(t) + " view (block " + std::to_string(context.plan().block(thread)) + ")";
    components.push_back(
        {title,
         box(
             context, " LM",
             [&](LocationId a) { return std::optional(context.view(state, thread, a)); },
             [&](LocationId a) { return needs_view(context, remaining, state, thread, a); })});
  }
  for (std::size_t c = 0; c < context.plan().blocks(); ++c) {
    describe_block(state, static_cast<std::uint8_t>(c), remaining, components);
  }
  components.push_back(
      {"GPU", box(
                  context, "",
                  [&](LocationId a) {
                    return context.plan().is_shared(a) ? std::nullopt : std::optional(state.gpu[a]);
                  },
                  [&](LocationId a) { return needs_gpu(context, remaining, a); })});
  return components;
}

void Machine::describe_block(const State& state, std::uint8_t number, const Remaining& remaining,
                             std::vector<Component>& components) const {
  const Context& context = *context_;
  const std::string title = "block " + std::to_string(number);
  components.push_back(
      {title,
       box(
           context, " GM",
           [&](LocationId a) {
             const bool elsewhere = context.plan().is_shared(a) && context.plan().home(a) != number;
             return elsewhere ? std::nullopt : std::optional(context.block(state, number, a));
           },
           [&](LocationId a) { return needs_block(context, remaining, state, number, a); })});
  if (!context.l1) return;
  components.push_back({"L1 of " + title, box(
                                              context, "",
                                              [&](LocationId a) {
                                                Cell line = context.line(state, number, a);
                                                const bool there = line.flag;
                                                line.flag = false;
                                                return there ? std::optional(line) : std::nullopt;
                                              },
                                              [](LocationId) { return true; })});
}

// A step that moves a value between levels.
std::string Machine::describe_move(const State& state, Step step) const {
  const Context& context = *context_;
  const std::uint8_t block = context.plan().block(step.thread);
  const std::string of_block = "block " + std::to_string(block);
  const auto named = [&](LocationId location, const Cell& cell) {
    return context.queues.location_name(location) + "=" + std::to_string(cell.value);
  };
  if (rule_list.is<publish_block>(step)) {
    const LocationId location = rule_list.argument<publish_block>(step).location;
    return named(location, context.view(state, step.thread, location)) + " to " + of_block;
  }
  if (rule_list.is<publish_gpu>(step) || rule_list.is<fill_l1>(step)) {
    const LocationId location = rule_list.argument<publish_gpu>(step).location;
    return of_block + ": " + named(location, context.block(state, block, location));
  }
  return rule_list.is<refresh_block>(step) ? of_block : "";
}

// A load: what it reads, and why.
void Machine::describe_load(const State& state, Step step, StepText& text) const {
  const Context& context = *context_;
  const LoadArgument at = rule_list.argument<load>(step);
  const Pending& entry = state.threads[step.thread].pending[at.entry];
  const LocationId location = context.queues.planned(step.thread, entry).location;
  const std::string value = std::to_string(loaded(context, state, step.thread, at));
  text.arguments = "reads " + context.queues.location_name(location) + "=" + value;
  switch (at.from) {
    case From::l1:
      text.reason = "the L1 cache of block " + std::to_string(context.plan().block(step.thread)) +
                    " holds it";
      break;
    case From::held:
      text.reason = "it is what " + thread_name(step.thread) + "'s view held when the load crossed";
      break;
    case From::view:
      text.reason = thread_name(step.thread) + "'s view holds it" +
                    origin_text(context.view(state, step.thread, location));
      break;
  }
}

StepText Machine::describe(const State& state, Step step) const {
  const Context& context = *context_;
  const ThreadState& mine = state.threads[step.thread];
  StepText text;
  if (rule_list.is<queue_model::local<Context, State>>(step) ||
      rule_list.is<queue_model::issue<Context, State>>(step)) {
    text.instruction = mine.pc;
    return text;
  }
  if (step.rule >= rule_list.number<publish_block>()) {
    text.arguments = describe_move(state, step);
    return text;
  }
  const EntryArgument at = rule_list.argument<store>(step);  // the rules left all begin with it
  const Pending& entry = mine.pending[at.entry];
  const LocationId location = context.queues.planned(step.thread, entry).location;
  const auto named = [&](const Cell& cell) {
    return context.queues.location_name(location) + "=" + std::to_string(cell.value);
  };
  text.instruction = entry.instruction;
  if (rule_list.is<load>(step)) {
    describe_load(state, step, text);
  } else if (rule_list.is<store>(step)) {
    text.arguments =
        "writes " + context.queues.location_name(location) + "=" + std::to_string(entry.value);
  } else if (rule_list.is<atomic>(step)) {
    State after = state;
    atomic(context, after, step.thread, at);
    const std::uint8_t block = context.plan().block(step.thread);
    const bool shared = context.plan().is_shared(location);
    const Cell& old = shared ? context.block(state, block, location) : state.gpu[location];
    const Cell& now = shared ? context.block(after, block, location) : after.gpu[location];
    text.arguments = "reads " + named(old) + ", leaves " + named(now);
  }
  return text;
}

Phrase Machine::stuck_reason(const State& state) const {
  return context_->queues.stuck_reason(span_of(state.threads));
}

}  // namespace opexplore::gpu_scoped
