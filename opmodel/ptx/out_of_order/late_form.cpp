#include "opmodel/ptx/out_of_order/late_form.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/ptx/in_order/advance.hpp"
#include "opmodel/ptx/in_order/bytes.hpp"
#include "opmodel/ptx/in_order/fairness.hpp"
#include "opmodel/ptx/in_order/look_ahead.hpp"
#include "opmodel/ptx/in_order/text.hpp"
#include "opmodel/ptx/out_of_order/bytes.hpp"
#include "opmodel/ptx/out_of_order/fold.hpp"
#include "opmodel/ptx/out_of_order/races.hpp"
#include "opmodel/ptx/out_of_order/text.hpp"
#include "opmodel/ptx/rule_list.hpp"

namespace opexplore::ptx_model {

namespace {

using Settled = InOrderState<LateSize>;

constexpr std::string_view too_many_turns =
    "while a load takes effect late, no thread goes round a loop more than once";

std::string_view sentence(LateLimit limit) {
  switch (limit) {
    case LateLimit::none:
      return {};
    case LateLimit::events:
      return too_many_writes;
    case LateLimit::turns:
      return too_many_turns;
    case LateLimit::window:
      return beyond_window;
  }
  return {};
}

std::vector<InstructionId> places_of(const Settled& state) {
  std::vector<InstructionId> places;
  for (const auto& thread : state.threads) places.push_back(thread.pc);
  return places;
}

}  // namespace

LateState LateForm::initial() const {
  if (context_.folds) return initial_state<LateSize>(context_);
  return out_of_order_.initial();
}

Past LateForm::as_past(const Settled& state) const {
  std::string bytes;
  ptx_model::encode(context_, state, bytes);
  return Past(state, std::move(bytes));
}

// The steps at which something is put off for the first time.
void LateForm::put_off(const Settled& state, Sink sink) const {
  const ThreadMask late =
      context_.lateness_now.late_threads(places_of(state), state.barriers.waiting());
  if (late == 0) return;
  const OutOfOrderState open = unfolded(as_past(state));
  for_each_thread(late, [&](ThreadId thread) {
    const InstructionId pc = state.threads[thread].pc;
    out_of_order_.postpone_load(open, thread, pc, [&](Step step, Reached&& next) {
      sink(step, LateState(std::move(next.state)));
    });
  });
}

bool LateForm::for_each_step(const LateState& state, Sink sink) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) {
    const bool pruned = in_order_.for_each_step(
        *settled, [&](Step step, Settled&& next) { sink(step, LateState(std::move(next))); });
    if (!settled->too_many_writes) put_off(*settled, sink);
    return pruned;
  }
  const auto& late = std::get<OutOfOrderState>(state);
  if (late.beyond != LateLimit::none) return false;
  return out_of_order_.for_each_step(
      late, [&](Step step, Reached&& reached) { go_on(step, std::move(reached), sink); });
}

// Behind a step that is one from a state of the out-of-order form: stores whose values have come
// with it follow it at once, and what is complete is folded.
void LateForm::go_on(Step step, Reached&& reached, Sink sink) const {
  if (context_.folds && may_fold(reached.state)) {
    sink(step, LateState(folded(context_, reached.state, reached.present)));
    return;
  }
  const MachineOptions& options = context_.options;
  const bool fuses = context_.folds && options.fuse_independent && !options.liveness &&
                     reached.state.beyond == LateLimit::none;
  const auto behind = [&](Step, Reached&& next) { go_on(step, std::move(next), sink); };
  if (fuses && reached.present != nullptr &&
      out_of_order_.late_store(reached.state, *reached.present, behind)) {
    return;
  }
  sink(step, LateState(std::move(reached.state)));
}

bool LateForm::final(const LateState& state) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) return in_order_.final(*settled);
  const auto& late = std::get<OutOfOrderState>(state);
  return late.beyond == LateLimit::none && out_of_order_.final(late);
}

Outcome LateForm::outcome(const LateState& state) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) return in_order_.outcome(*settled);
  return out_of_order_.outcome(std::get<OutOfOrderState>(state));
}

namespace {

// Where the thread was when nothing was put off.
InstructionId started_at(const OutOfOrderState& state, std::size_t thread) {
  return state.past ? state.past->threads[thread].pc : InstructionId{0};
}

// What may still come to the location from there on.
PossibleValues stored_since(const Context& context, const OutOfOrderState& state,
                            LocationId location) {
  PossibleValues result;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    const auto* const stores =
        context.goal_facts->stores_ahead(static_cast<ThreadId>(t), started_at(state, t), location);
    if (stores != nullptr) result.add(*stores);
  }
  return result;
}

// Of the register: what it has got from the read that gives it its last value, if only one way
// leads there from where its thread was; before that is performed, what is or may come there.
PossibleValues read_values(const Context& context, const OutOfOrderState& state,
                           const RegisterTerm& term, std::size_t observable) {
  const LastWrite& last =
      context.goal_facts->last_write(observable, started_at(state, term.thread));
  if (last.done && state.past) {
    return PossibleValues(state.past->threads[term.thread].registers[term.reg]);
  }
  if (!last.read) return context.goal_facts->ever(observable);
  const LocationId location = context.semantics.access(term.thread, *last.read).location;
  const auto value = [&](std::size_t write) {
    return state.memory.value(write, location, context.semantics);
  };
  for (const Issued& entry : state.issued[term.thread]) {
    if (entry.instruction == *last.read && entry.read_done()) {
      return PossibleValues(value(entry.read));
    }
  }
  PossibleValues result = stored_since(context, state, location);
  result.add(value(initial_write));
  state.memory.at_location(location, context.semantics).for_each([&](std::size_t w) {
    result.add(value(w));
  });
  return result;
}

// Of the location: a write that another follows is never last again.
PossibleValues last_values(const Context& context, const OutOfOrderState& state,
                           LocationId location) {
  PossibleValues result = stored_since(context, state, location);
  const LateItems last = state.memory.last(location, context.semantics);
  if (last.empty()) result.add(state.memory.value(initial_write, location, context.semantics));
  last.for_each(
      [&](std::size_t w) { result.add(state.memory.value(w, location, context.semantics)); });
  return result;
}

}  // namespace

PossibleValues LateForm::possible_values(const LateState& state, std::size_t observable) const {
  if (!context_.goal_facts) return PossibleValues::any();
  if (const auto* const settled = std::get_if<Settled>(&state)) {
    return ptx_model::possible_values(context_, *settled, observable);
  }
  const auto& late = std::get<OutOfOrderState>(state);
  const Observable& asked = context_.test.observables[observable];
  if (const auto* const term = std::get_if<RegisterTerm>(&asked)) {
    return read_values(context_, late, *term, observable);
  }
  const AddressId address = std::get<LocationTerm>(asked).address;
  return last_values(context_, late, context_.test.program.addresses[address].location);
}

void LateForm::encode(const LateState& state, std::string& bytes) const {
  const auto* const settled = std::get_if<Settled>(&state);
  if (context_.folds) bytes.push_back(settled != nullptr ? 0 : 1);
  if (settled != nullptr) return ptx_model::encode(context_, *settled, bytes);
  ptx_model::encode(context_, std::get<OutOfOrderState>(state), bytes);
}

void LateForm::decode(std::string_view bytes, LateState& state) const {
  const bool late = !context_.folds || bytes.front() != 0;
  if (context_.folds) bytes.remove_prefix(1);
  // Into what is there, if it is one of these: it may share its past, or keeps its memory.
  const auto read = [&]<class Form>(Form* into) {
    ptx_model::decode(context_, bytes, into != nullptr ? *into : state.emplace<Form>());
  };
  if (late) return read(std::get_if<OutOfOrderState>(&state));
  read(std::get_if<Settled>(&state));
}

std::string_view LateForm::exceeded(const LateState& state) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) {
    return settled->too_many_writes ? too_many_writes : std::string_view{};
  }
  return sentence(std::get<OutOfOrderState>(state).beyond);
}

bool LateForm::may_be_dead_end(const LateState& state) const {
  const auto* const late = std::get_if<OutOfOrderState>(&state);
  return late != nullptr && std::ranges::any_of(late->issued, is_pending);
}

Standing LateForm::standing(const LateState& state) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) return in_order_.standing(*settled);
  return out_of_order_.standing(std::get<OutOfOrderState>(state));
}

std::vector<InstructionId> LateForm::places(const LateState& state) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) return places_of(*settled);
  return out_of_order_.places(std::get<OutOfOrderState>(state));
}

Duties LateForm::duties(const LateState& state) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) {
    return open_duties(context_, *settled);
  }
  Duties all;
  const std::size_t count = context_.semantics.threads() * context_.semantics.locations();
  for (std::size_t duty = 0; duty < count; ++duty) all.push_back(static_cast<std::uint32_t>(duty));
  return all;
}

StepDuties LateForm::step_duties(const LateState& state, Step step) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) {
    return in_order_.step_duties(*settled, step);
  }
  return out_of_order_.step_duties(std::get<OutOfOrderState>(state), step);
}

std::string_view LateForm::cut(const LateState& state) const {
  const auto* const settled = std::get_if<Settled>(&state);
  const bool by_window = settled != nullptr && in_order_.cut_by_window(*settled);
  return by_window ? beyond_window : std::string_view{};
}

void LateForm::for_each_data_race(const LateState& state, DataRaceSink sink) const {
  if (const auto* const late = std::get_if<OutOfOrderState>(&state)) {
    ptx_model::for_each_data_race(context_, *late, sink);
  }
  const Barriers& barriers =
      std::visit([](const auto& form) -> const Barriers& { return form.barriers; }, state);
  if (const auto& apart = barriers.divergence()) sink(*apart);
}

std::vector<Component> LateForm::describe(const LateState& state) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) {
    return InOrderText<LateSize>(context_).components(*settled);
  }
  return OutOfOrderText(context_).components(std::get<OutOfOrderState>(state));
}

StepText LateForm::describe(const LateState& state, Step step) const {
  const auto* const settled = std::get_if<Settled>(&state);
  if (settled == nullptr) {
    return OutOfOrderText(context_).step(std::get<OutOfOrderState>(state), step);
  }
  if (is_one_of<postpone_load_>(step))
    return OutOfOrderText(context_).step(unfolded(as_past(*settled)), step);
  return InOrderText<LateSize>(context_).step(*settled, step);
}

Phrase LateForm::stuck_reason(const LateState& state) const {
  if (const auto* const settled = std::get_if<Settled>(&state)) {
    return InOrderText<LateSize>(context_).stuck(*settled);
  }
  return OutOfOrderText(context_).stuck(std::get<OutOfOrderState>(state));
}

Coherence LateForm::coherence(const LateState& state) const {
  return std::visit(
      [&](const auto& of) { return coherence_pairs(context_, text_memory(of.memory)); }, state);
}

}  // namespace opexplore::ptx_model
