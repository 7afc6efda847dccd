#include "opmodel/ptx/text.hpp"

#include "opmodel/parts/barrier_text.hpp"
#include "opmodel/place_text.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/thread_name.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore::ptx_model {

namespace {

AddressId named_address(const Action& action) { return address_of(action).value_or(0); }

}  // namespace

WriteRef MemoryText::ref(std::size_t write, LocationId location) const {
  if (write == initial_write) return initial_write_of(location);
  const auto& mine = memory_.writes[write];
  std::uint32_t ordinal = 1;
  while (ordinal <= write && memory_.writes[write - ordinal].thread == mine.thread) ++ordinal;
  return {mine.thread, ordinal};
}

std::string MemoryText::id(std::size_t write) const {
  return write_name(context_.test.program, ref(write));
}

std::string MemoryText::label(std::size_t write) const {
  const auto& mine = memory_.writes[write];
  const Program& program = context_.test.program;
  const AddressId address = named_address(context_.action(mine.thread, mine.instruction));
  return program.addresses[address].name + "=" + std::to_string(mine.value) + " (" + id(write) +
         ")";
}

std::string MemoryText::label(std::size_t write, LocationId location) const {
  if (write != initial_write) return label(write);
  const Location& mine = context_.test.program.locations[location];
  return mine.name + "=" + std::to_string(mine.initial) + " (initial)";
}

std::string MemoryText::list(const TextItems& writes) const {
  std::string result;
  writes.for_each([&](std::size_t w) {
    if (w < memory_.writes.size()) result += (result.empty() ? "" : ", ") + label(w);
  });
  return result.empty() ? "nothing" : result;
}

void MemoryText::components(std::vector<Component>& result) const {
  for (std::size_t l = 0; l < context_.semantics.locations(); ++l) {
    const auto location = static_cast<LocationId>(l);
    std::string text = label(initial_write, location);
    memory_.at_location(location, context_.semantics).for_each([&](std::size_t w) {
      // Only the immediate predecessors: the others follow.
      TextItems direct = memory_.before(w);
      memory_.before(w).for_each([&](std::size_t p) { direct &= ~memory_.before(p); });
      std::string names;
      direct.for_each([&](std::size_t p) { names += (names.empty() ? "" : ", ") + id(p); });
      text += "; " + label(w) + " after " + (names.empty() ? "initial" : names);
    });
    result.push_back({"memory " + context_.test.program.locations[l].name, text});
  }
}

std::string MemoryText::neighbours(std::size_t write) const {
  const TextItems later = memory_.writes[write].after;
  return later.empty() ? "" : ", coherence-before " + list(later);
}

StepText MemoryText::settles(Step step) const {
  const std::size_t number = rule_list.argument<settle_{}>(step).write;
  const std::size_t write = write_of_step(number, context_.semantics);
  const auto location = static_cast<LocationId>(number);  // of the initial write alone
  StepText result;
  result.arguments = "the final value is that of " + label(write, location);
  result.last = ref(write, location);
  return result;
}

Event MemoryText::write_event(std::size_t write) const {
  const auto& mine = memory_.writes[write];
  Event event;
  event.kind = Event::Kind::write;
  event.address = named_address(context_.action(mine.thread, mine.instruction));
  event.value = mine.value;
  event.wrote = ref(write);
  return event;
}

Event MemoryText::read_event(AddressId name, std::size_t source) const {
  Event event;
  event.kind = Event::Kind::read;
  event.address = name;
  const LocationId location = context_.test.program.addresses[name].location;
  event.value = memory_.value(source, location, context_.semantics);
  event.read_from = ref(source, location);
  return event;
}

Coherence coherence_pairs(const Context& context, const TextMemory& memory) {
  const MemoryText text(context, memory);
  Coherence result;
  const auto add = [&](const WriteRef& write, const TextItems& after) {
    TextItems direct = after;
    after.for_each([&](std::size_t later) { direct &= ~memory.writes[later].after; });
    direct.for_each([&](std::size_t later) { result.emplace_back(write, text.ref(later)); });
  };
  for (std::size_t l = 0; l < context.semantics.locations(); ++l) {
    const auto location = static_cast<LocationId>(l);
    add(initial_write_of(location), memory.at_location(location, context.semantics));
  }
  for (std::size_t w = 0; w < memory.writes.size(); ++w) add(text.ref(w), memory.writes[w].after);
  return result;
}

std::string registers_text(const Context& context, ThreadId thread, InstructionId pc,
                           std::span<const MaybeValue> registers) {
  std::string result;
  for (const RegisterId reg : context.liveness.live(thread, pc)) {
    const MaybeValue& value = registers[reg];
    result += (result.empty() ? "" : " ") + context.thread(thread).registers[reg].name + "=" +
              (value ? std::to_string(*value) : "?");
  }
  return result;
}

std::string position_text(const Context& context, ThreadId thread, InstructionId at, bool waits) {
  if (context.finished(thread, at)) return "finished";
  const Instruction& instruction = context.thread(thread).instructions[at];
  return (waits ? "waits at " : "before ") + placed_text(instruction);
}

Phrase stuck_phrase(const Context& context, const Barriers& barriers,
                    const std::vector<InstructionId>& standing) {
  Phrase result;
  for (std::size_t t = 0; t < standing.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const bool waits = barriers.waits(thread);
    if (!waits && context.finished(thread, standing[t])) continue;
    append_part(result, Phrase(Phrase::OfThread{thread}) + (waits ? " " : " cannot go on ") +
                            position_text(context, thread, standing[t], waits));
  }
  for (const Generation& generation : barriers.generations()) {
    result += "; " + phrase_of(generation, context.test.program);
  }
  return result;
}

void view_components(const Context& context, const MemoryText& text, const std::string& owner,
                     const StageSets& view, std::vector<Component>& result) {
  const Stages& stages = context.semantics.stages();
  const auto is_empty = [&](int stage) {
    return stage < 0 || view[static_cast<std::size_t>(stage)].empty();
  };
  const auto add = [&](const std::string& name, int stage) {
    if (is_empty(stage)) return;
    result.push_back({owner + name, text.list(view[static_cast<std::size_t>(stage)])});
  };
  add(" view", Stages::generic);
  add(" view of aliases", stages.aliased);
  for (std::size_t q = 1; q < stages.own.size(); ++q) {
    for (std::size_t c = 0; c < max_threads; ++c) {
      if (is_empty(stages.own[q][c]) && is_empty(stages.fenced[q][c]) &&
          is_empty(stages.fenced_aliased[q][c])) {
        continue;  // of most CTAs: no words for these
      }
      const std::string where =
          std::string(to_string(static_cast<Proxy>(q))) + " proxy of CTA " + std::to_string(c);
      add(" view, not yet fenced out of the " + where, stages.own[q][c]);
      add(" view, fenced into the " + where, stages.fenced[q][c]);
      add(" view of aliases, fenced into the " + where, stages.fenced_aliased[q][c]);
    }
  }
}

void cache_components(const Context& context, const MemoryText& text,
                      std::span<const StageSets> views, std::vector<Component>& result) {
  const Stages& stages = context.semantics.stages();
  for (std::size_t q = 1; q < stages.own.size(); ++q) {
    for (std::size_t c = 0; c < max_threads; ++c) {
      TextItems held;
      for (const int stage : {stages.own[q][c], stages.fenced[q][c], stages.fenced_aliased[q][c]}) {
        if (stage < 0) continue;
        for (const StageSets& view : views) held |= view[static_cast<std::size_t>(stage)];
      }
      if (held.empty()) continue;
      result.push_back(
          {std::string(to_string(static_cast<Proxy>(q))) + " cache of CTA " + std::to_string(c),
           text.list(held)});
    }
  }
}

void end_components(const Context& context, const Barriers& barriers,
                    std::span<const Value> settled, std::vector<Component>& result) {
  for (const Generation& generation : barriers.generations()) {
    result.push_back({"barrier " + std::to_string(generation.resource),
                      told(phrase_of(generation, context.test.program), context.test.program)});
  }
  for (std::size_t l = 0; l < settled.size(); ++l) {
    result.push_back({"final " + context.test.program.locations[context.observed_locations[l]].name,
                      std::to_string(settled[l])});
  }
}

std::string reason_text(const Context& context, const TextMemory& memory, const ReadFacts& facts) {
  const MemoryText text(context, memory);
  const Access& access = context.semantics.access(facts.thread, facts.pc);
  const std::string who = thread_name(facts.thread);
  const std::string what = text.label(facts.source, access.location);
  if (facts.late) {
    return who + " reads " + what +
           " late: the write follows from an instruction after the load, which does not depend "
           "on its value, and no axiom forbids reading it";
  }
  const TextItems overwriting = memory.after(facts.source, access.location, context.semantics);
  if (overwriting.empty()) {
    return who + " reads " + what + ": no write follows it in coherence order";
  }
  const TextItems known = facts.known & overwriting;
  if (known.empty()) {
    return who + " may still read " + what + ": " + text.list(overwriting) +
           " overwrote it, but base causality leads from none of that to this read";
  }
  const bool proxied = access.proxy != Proxy::generic;
  return who + " may still read " + what + ": it knows of " + text.list(known) +
         ", but not at this address through the " + std::string(to_string(access.proxy)) +
         " proxy" +
         (proxied ? " of its CTA: no proxy fence on the way"
                  : ": no proxy fence, or alias fence, on the way");
}

Event order_event(Event::Kind kind) { return {kind, 0, 0, {}, {}}; }

}  // namespace opexplore::ptx_model
