// The words of `gpu-scoped` in traces: the boxes of Sorensen 2014, figure 5.11, and the level
// in between.
#include <bit>

#include "opmodel/machines/gpu_scoped/machine.hpp"

namespace opexplore::gpu_scoped {

namespace {

std::string origin_text(const Cell& cell) {
  return cell.origin == Cell::nowhere ? "" : " from block " + std::to_string(cell.origin);
}

// "x=1 LM, y=0" of one box.
template <class CellAt>
std::string box(const Context& context, std::string_view flag, CellAt&& at) {
  std::string text;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    const std::optional<Cell> cell = at(location);
    if (!cell) continue;
    text += (text.empty() ? "" : ", ") + context.queues.location_name(location) + "=" +
            std::to_string(cell->value);
    if (cell->flag) text += flag;
  }
  return text;
}

}  // namespace

std::vector<Component> Machine::describe(const State& state) const {
  const Context& context = *context_;
  std::vector<Component> components;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    context.queues.describe(thread, state.threads[t], components);
    components.push_back({"T" + std::to_string(t) + " view (block " +
                              std::to_string(context.plan().block(thread)) + ")",
                          box(context, " LM", [&](LocationId a) {
                            return std::optional(context.view(state, thread, a));
                          })});
  }
  for (std::size_t c = 0; c < context.plan().blocks(); ++c) {
    const auto number = static_cast<std::uint8_t>(c);
    components.push_back(
        {"block " + std::to_string(c), box(context, " GM", [&](LocationId a) {
           const bool elsewhere = context.plan().is_shared(a) && context.plan().home(a) != number;
           return elsewhere ? std::nullopt : std::optional(context.block(state, number, a));
         })});
    if (!context.l1) continue;
    components.push_back({"L1 of block " + std::to_string(c), box(context, "", [&](LocationId a) {
                            const Cell& line = context.line(state, number, a);
                            return line.flag ? std::optional(line) : std::nullopt;
                          })});
  }
  components.push_back({"GPU", box(context, "", [&](LocationId a) {
                          return context.plan().is_shared(a) ? std::nullopt
                                                             : std::optional(state.gpu[a]);
                        })});
  return components;
}

StepText Machine::describe(const State& state, Step step) const {
  const Context& context = *context_;
  const auto rule = static_cast<RuleId>(step.rule);
  const ThreadState& mine = state.threads[step.thread];
  const std::uint8_t block = context.plan().block(step.thread);
  const std::string owner = "T" + std::to_string(step.thread);
  const std::string of_block = "block " + std::to_string(block);
  const auto named = [&](LocationId location, const Cell& cell) {
    return context.queues.location_name(location) + "=" + std::to_string(cell.value);
  };
  StepText text;
  if (rule == RuleId::local || rule == RuleId::issue) {
    text.instruction = mine.pc;
    return text;
  }
  if (rule >= RuleId::publish_block) {
    const auto location = static_cast<LocationId>(step.argument);
    const Cell& view = context.view(state, step.thread, location);
    const Cell& memory = context.block(state, block, location);
    if (rule == RuleId::publish_block) text.arguments = named(location, view) + " to " + of_block;
    if (rule == RuleId::publish_gpu) text.arguments = of_block + ": " + named(location, memory);
    if (rule == RuleId::refresh_block) {
      text.arguments = of_block + ": " + named(location, state.gpu[location]);
    }
    if (rule == RuleId::refresh_thread) text.arguments = named(location, memory);
    if (rule == RuleId::fill_l1) text.arguments = of_block + ": " + named(location, memory);
    return text;
  }
  const std::size_t number = step.argument & 0xffU;
  const Pending& entry = mine.pending[number];
  const LocationId location = context.queues.planned(step.thread, entry).location;
  text.instruction = entry.instruction;
  if (rule == RuleId::load) {
    const auto from = static_cast<From>(step.argument >> 8U);
    const Value value = loaded(context, state, step.thread, number, from);
    const Cell& view = context.view(state, step.thread, location);
    text.arguments =
        "reads " + context.queues.location_name(location) + "=" + std::to_string(value);
    text.reason = from == From::l1 ? "the L1 cache of " + of_block + " holds it"
                  : from == From::held
                      ? "it is what " + owner + "'s view held when the load crossed"
                      : owner + "'s view holds it" + origin_text(view);
  } else if (rule == RuleId::store) {
    text.arguments =
        "writes " + context.queues.location_name(location) + "=" + std::to_string(entry.value);
  } else if (rule == RuleId::atomic) {
    State after = state;
    atomic(context, after, step.thread, number);
    const bool shared = context.plan().is_shared(location);
    const Cell& old = shared ? context.block(state, block, location) : state.gpu[location];
    const Cell& now = shared ? context.block(after, block, location) : after.gpu[location];
    text.arguments = "reads " + named(location, old) + ", leaves " + named(location, now);
  }
  return text;
}

std::string Machine::stuck_reason(const State& state) const {
  std::string reason;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    if (context_->queues.done(thread, state.threads[t])) continue;
    reason += (reason.empty() ? "" : "; ") + context_->queues.waits_for(thread, state.threads[t]);
  }
  return reason;
}

}  // namespace opexplore::gpu_scoped
