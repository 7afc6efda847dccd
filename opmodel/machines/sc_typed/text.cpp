// The words of the type-aware machine in traces and messages, its stalls and its diagram.
#include <algorithm>
#include <map>

#include "opmodel/machines/sc_typed/machine.hpp"

namespace opexplore::sc_typed {

namespace {

std::string name_of(Sharing sharing) { return std::string(sharing_names.at(std::size_t(sharing))); }

std::string name_of(Type type) {
  switch (type) {
    case Type::unknown:
      return "unknown";
    case Type::safe_ro:
      return "SM-safe";
    case Type::safe_rw:
      return "SM-safe, may write";
    case Type::unsafe:
      return "unsafe";
  }
  return {};
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// What a cache or a queue holds.
std::string contents(const std::vector<std::string>& parts) {
  return parts.empty() ? "-" : joined(parts);
}

std::string sector_name(const Context& context, SectorId sector) {
  std::vector<std::string> names;
  for (std::size_t l = 0; l < context.sector.size(); ++l) {
    if (context.in_sector(static_cast<LocationId>(l), sector)) {
      names.push_back(context.core.name(static_cast<LocationId>(l)));
    }
  }
  return "sector {" + joined(names) + "}";
}

std::string sms_text(const Context& context, SmMask sms) {
  std::vector<std::string> names;
  for (std::size_t sm = 0; sm < context.plan().sms(); ++sm) {
    if ((sms >> sm & 1U) != 0) names.push_back(context.plan().sm_name(static_cast<SmId>(sm)));
  }
  return joined(names);
}

std::string text_of(const Context& context, const MacEntry& entry) {
  std::string text = name_of(entry.sharing);
  if (entry.sharing == Sharing::private_ro || entry.sharing == Sharing::private_rw) {
    text += " of " + context.plan().sm_name(entry.accessor);
  }
  if (entry.awaited != 0) {
    text += entry.recalled ? ", being evicted" : ", becoming " + name_of(Sharing::shared_rw);
    text += ": awaits " + sms_text(context, entry.awaited);
  }
  return text;
}

// Whether the transition of its sector waits for accesses, not for messages alone.
bool awaits_drain(const Context& context, const State& state, const Access& access) {
  const SectorId sector = context.sector_of(access);
  for (std::size_t sm = 0; sm < context.plan().sms(); ++sm) {
    const bool awaited = (state.mac[sector].awaited >> sm & 1U) != 0;
    if (awaited && !drained(context, state, static_cast<SmId>(sm), sector)) return true;
  }
  return false;
}

}  // namespace

Diagram Machine::diagram() {
  Diagram result;
  result.title = "State of a sector in the memory access classifier";
  result.initial = name_of(Sharing::untouched);
  std::map<std::pair<Sharing, Sharing>, std::vector<std::string>> edges;
  for (std::size_t from = 0; from < sharing_names.size(); ++from) {
    const auto sharing = static_cast<Sharing>(from);
    result.nodes.push_back(name_of(sharing));
    const bool has_accessor = sharing == Sharing::private_ro || sharing == Sharing::private_rw;
    for (const bool write : {false, true}) {
      for (const SmId sm : {SmId{0}, SmId{1}}) {
        if (sm == 1 && !has_accessor) continue;
        const Answer answer = classify({sharing, 0, 0, false}, sm, write);
        std::string label = write ? "store" : "load";
        if (has_accessor) label += sm == 0 ? " by the same SM" : " by another SM";
        if (answer.transition) label += answer.broadcast ? " / invalidate all" : " / invalidate";
        edges[{sharing, answer.sharing}].push_back(std::move(label));
      }
    }
  }
  for (auto& [ends, labels] : edges) {
    result.edges.push_back({name_of(ends.first), name_of(ends.second), std::move(labels)});
  }
  return result;
}

std::vector<Component> Machine::describe(const State& state) const {
  const Context& context = *context_;
  std::vector<Component> components;
  context.core.describe(state.core, components);
  for (std::size_t s = 0; s < context.sectors; ++s) {
    const auto sector = static_cast<SectorId>(s);
    components.push_back({"MAC " + sector_name(context, sector), text_of(context, state.mac[s])});
  }
  for (std::size_t m = 0; m < context.plan().sms(); ++m) {
    describe_sm(state, static_cast<SmId>(m), components);
  }
  for (std::size_t w = 0; w < context.plan().warps(); ++w) {
    describe_warp(state, static_cast<WarpId>(w), components);
  }
  return components;
}

void Machine::describe_sm(const State& state, SmId sm, std::vector<Component>& components) const {
  const Context& context = *context_;
  std::vector<std::string> types;
  for (std::size_t s = 0; s < context.sectors; ++s) {
    const auto sector = static_cast<SectorId>(s);
    const Type type = context.type_cache(state, sm, sector);
    if (type == Type::unknown) continue;
    types.push_back(sector_name(context, sector) + " " + name_of(type));
  }
  components.push_back({context.plan().sm_name(sm) + " type cache", contents(types)});
  std::vector<std::string> safe;
  for (const Access& access : state.safe) {
    if (context.sm(access) == sm) safe.push_back(context.core.text(access));
  }
  components.push_back({context.plan().sm_name(sm) + " safe queue", contents(safe)});
}

void Machine::describe_warp(const State& state, WarpId warp,
                            std::vector<Component>& components) const {
  const Context& context = *context_;
  std::vector<std::string> waiting;
  for (const Waiting& entry : state.waiting) {
    if (context.warp(entry.access) == warp) waiting.push_back(context.core.text(entry.access));
  }
  std::vector<std::string> unsafe;
  for (const Unsafe& entry : state.unsafe) {
    if (entry.warp != warp) continue;
    unsafe.push_back(entry.marker
                         ? std::string("marker of a ") + (entry.writes ? "store to " : "load of ") +
                               context.core.name(entry.location)
                         : context.core.text(entry.access));
  }
  const std::string owner = "warp " + std::to_string(warp);
  components.push_back({owner + " type-wait queue", contents(waiting)});
  components.push_back({owner + " unsafe queue", contents(unsafe)});
}

StepText Machine::describe(const State& state, Step step) const {
  const Context& context = *context_;
  StepText text;
  const auto of = [&](const Access& access, const std::string& arguments) {
    text.instruction = access.instruction;
    text.arguments = arguments;
  };
  if (rule_list.is<request>(step) || rule_list.is<invalidate>(step)) {
    const Access& access = state.waiting[rule_list.argument<request>(step).waiting].access;
    State after = state;
    rule_list.take(step, context, after);
    const SectorId asked = context.sector_of(access);
    of(access, sector_name(context, asked) + " is " + text_of(context, after.mac[asked]));
  } else if (rule_list.is<acknowledge>(step)) {
    text.arguments = context.plan().sm_name(context.plan().sm(step.thread)) + ", " +
                     sector_name(context, rule_list.argument<acknowledge>(step).sector);
  } else if (rule_list.is<recall>(step)) {
    text.arguments = sector_name(context, rule_list.argument<recall>(step).sector);
  } else if (rule_list.is<to_unsafe_queue>(step) || rule_list.is<to_safe_queue>(step)) {
    const Access& access = state.waiting[rule_list.argument<to_safe_queue>(step).waiting].access;
    const bool bypasses =
        rule_list.is<to_safe_queue>(step) && pending_unsafe(state, context.warp(access));
    of(access, bypasses ? "bypasses pending unsafe accesses" : "");
  } else if (rule_list.is<complete_unsafe>(step) || rule_list.is<complete_safe>(step)) {
    const std::size_t entry = rule_list.argument<complete_safe>(step).entry;
    const Access& access =
        rule_list.is<complete_unsafe>(step) ? state.unsafe[entry].access : state.safe[entry];
    of(access, context.core.effect(state.core, access));
    const auto& planned = context.core.planned(access);
    if (planned.reads) {
      text.reason = "memory holds " + std::to_string(state.core.memory[planned.location]) +
                    ", the value written last";
    }
  } else {
    text.instruction = state.core.threads[step.thread].pc;
  }
  return text;
}

Phrase Machine::stuck_reason(const State& state) const {
  const Context& context = *context_;
  Phrase reason = context.core.stuck_reason(state.core);
  for (std::size_t s = 0; s < context.sectors; ++s) {
    if (state.mac[s].awaited == 0) continue;
    append_part(reason, sector_name(context, static_cast<SectorId>(s)) + " waits for " +
                            sms_text(context, state.mac[s].awaited));
  }
  for (const Waiting& entry : state.waiting) {
    append_part(reason, context.core.text(entry.access) + " is not classified");
  }
  return reason;
}

namespace {

// Whether the access may leave the type-wait queues.
bool can_leave(const Context& context, const State& state, std::size_t waiting) {
  const ThreadId thread = state.waiting[waiting].access.thread;
  return may_go_unsafe(context, state, thread, {waiting}) ||
         may_go_safe(context, state, thread, {waiting});
}

}  // namespace

// Held back by order: unsafe accesses behind another one in their queue, SM-safe ones before a
// conflicting entry of the table, those whose type is known behind one that cannot leave, and those
// whose sector is in transition while an SM still has to drain. Waiting for messages is none.
std::uint32_t Machine::stalled(const State& state) const {
  const Context& context = *context_;
  ThreadMask held = 0;
  const auto hold = [&](const Access& access) { held |= thread_bit(access.thread); };
  for (std::size_t i = 0; i < state.unsafe.size(); ++i) {
    const Unsafe& entry = state.unsafe[i];
    if (!entry.marker && !may_complete_unsafe(context, state, entry.access.thread, {i}))
      hold(entry.access);
  }
  for (std::size_t i = 0; i < state.waiting.size(); ++i) {
    const Waiting& entry = state.waiting[i];
    if (type_of(context, state, entry) == Type::unknown) {
      if (awaits_drain(context, state, entry.access) && is_next(context, state, i)) {
        hold(entry.access);
      }
      continue;
    }
    if (can_leave(context, state, i)) continue;
    const bool flows =
        std::any_of(state.waiting.begin(), state.waiting.begin() + static_cast<std::ptrdiff_t>(i),
                    [&](const Waiting& older) {
                      const auto at = static_cast<std::size_t>(&older - state.waiting.data());
                      return context.warp(older.access) == context.warp(entry.access) &&
                             can_leave(context, state, at);
                    });
    if (!flows) hold(entry.access);
  }
  return static_cast<std::uint32_t>(std::popcount(held));
}

}  // namespace opexplore::sc_typed
