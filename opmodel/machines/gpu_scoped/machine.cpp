#include "opmodel/machines/gpu_scoped/machine.hpp"

#include "opmodel/machines/gpu_scoped/reduction.hpp"

namespace opexplore::gpu_scoped {

namespace {

constexpr std::array all_sources{From::view, From::held, From::l1};

}  // namespace

std::optional<Refusal> Machine::refusal(const Test& test, const MachineOptions&) {
  return queue_model::refusal(test, name, true);
}

Machine::Machine(const Test& test, const MachineOptions& options, Weakening weakening)
    : test_(test),
      context_(std::make_shared<const Context>(
          test, options, value_of(settings[0], options) == "fermi", weakening)),
      choice_(std::make_shared<const Choice>(test, *context_, options)),
      ample_(options.ample_threads && options.fuse_local && options.forget_dead && !context_->l1 &&
             weakening == Weakening{}) {}

State Machine::initial() const {
  State state;
  const auto& locations = test_.program.locations;
  const auto fill = [&](auto& level, std::size_t copies, bool flag) {
    for (std::size_t i = 0; i < copies; ++i) {
      for (const Location& location : locations) {
        level.push_back({location.initial, Cell::nowhere, flag});
      }
    }
  };
  for (std::size_t t = 0; t < context_->plan().threads(); ++t) {
    state.threads.push_back(context_->queues.initial(static_cast<ThreadId>(t)));
  }
  fill(state.views, state.threads.size(), false);
  fill(state.blocks, context_->plan().blocks(), false);
  fill(state.gpu, 1, false);
  // A line can be filled before anything happens, so it may as well have been.
  if (context_->l1) fill(state.l1, context_->plan().blocks(), true);
  reduce(state);
  return state;
}

// Steps of a thread's own instructions.
void Machine::thread_steps(const State& state, ThreadId thread, Steps& steps) const {
  const Context& context = *context_;
  const ThreadState& mine = state.threads[thread];
  rule_list.offer<queue_model::local<Context, State>>(steps, thread, {}, context, state);
  rule_list.offer<queue_model::issue<Context, State>>(steps, thread, {}, context, state);
  for (std::size_t e = 0; e < mine.pending.size(); ++e) {
    switch (context.queues.planned(thread, mine.pending[e]).kind) {
      case Kind::load:
        rule_list.offer<queue_model::load_out<Context, State>>(steps, thread, {e}, context, state);
        for (const From from : all_sources) {
          rule_list.offer<load>(steps, thread, {e, from}, context, state);
        }
        break;
      case Kind::store:
        rule_list.offer<store>(steps, thread, {e}, context, state);
        break;
      case Kind::atomic:
        rule_list.offer<atomic>(steps, thread, {e}, context, state);
        break;
      case Kind::membar_cta:
        rule_list.offer<membar_cta>(steps, thread, {e}, context, state);
        return;  // nothing behind a fence can move
      case Kind::membar_gl:
        rule_list.offer<membar_gl>(steps, thread, {e}, context, state);
        return;
      case Kind::local:
        break;
    }
  }
}

// Steps of one thread's view. A refresh that changes nothing that counts is no step.
void Machine::view_steps(const State& state, ThreadId thread, const Remaining* remaining,
                         Steps& steps) const {
  const Context& context = *context_;
  bool stale = false;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    rule_list.offer<publish_block>(steps, thread, {location}, context, state);
    const Cell& view = context.view(state, thread, location);
    const Cell& block = context.block(state, context.plan().block(thread), location);
    if (view.flag || view == without_flag(block)) continue;
    if (remaining != nullptr && !remaining->reads(thread, location)) continue;
    if (!stale || !context.rules.refresh_at_once) {
      steps.push_back(rule_list.step<refresh_thread>(thread, refreshed(context, location)));
    }
    stale = true;
  }
}

// Steps of one block's memory and cache; they go by the name of the block's first thread.
void Machine::block_steps(const State& state, std::uint8_t number, const Remaining* remaining,
                          Steps& steps) const {
  const Context& context = *context_;
  const ThreadId first = context.first(number);
  bool stale = false;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    if (context.plan().is_shared(location)) continue;
    rule_list.offer<publish_gpu>(steps, first, {location}, context, state);
    const Cell& block = context.block(state, number, location);
    const bool read = remaining == nullptr || remaining->block_reads(number, location);
    if (!block.flag && block != state.gpu[location] && read) {
      if (!stale || !context.rules.refresh_at_once) {
        steps.push_back(rule_list.step<refresh_block>(first, refreshed(context, location)));
      }
      stale = true;
    }
    if (!context.l1 || !read) continue;
    const Cell& line = context.line(state, number, location);
    if (line.value != block.value || line.origin != block.origin || !line.flag) {
      steps.push_back(rule_list.step<fill_l1>(first, {location}));
    }
  }
}

bool Machine::enabled(const State& state, Steps& steps) const {
  bool diverges = false;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    diverges = diverges || context_->queues.runs_forever(thread, state.threads[t]);
    thread_steps(state, thread, steps);
  }
  std::optional<Remaining> remaining;
  if (context_->forget_dead) remaining.emplace(*context_, state);
  const Remaining* const known = remaining ? &*remaining : nullptr;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    view_steps(state, static_cast<ThreadId>(t), known, steps);
  }
  for (std::size_t c = 0; c < context_->plan().blocks(); ++c) {
    block_steps(state, static_cast<std::uint8_t>(c), known, steps);
  }
  std::sort(steps.begin(), steps.end());
  if (ample_ && steps.size() > 1) choose(state, steps);
  return diverges;
}

// Leaves the steps of an ample set of agents.
void Machine::choose(const State& state, Steps& steps) const {
  SmallVector<Agent, 48> acting;
  for (const Step step : steps) acting.push_back(choice_->agent_of(state, step));
  const AgentSet chosen = choice_->of(state, span_of(acting));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (chosen.contains(acting[i])) steps[kept++] = steps[i];
  }
  steps.resize(kept);
}

void Machine::apply(State& state, Step step) const {
  rule_list.take(step, *context_, state);
  reduce(state);
}

void Machine::reduce(State& state) const {
  if (!context_->split_components && !context_->forget_dead) return;
  const Remaining remaining(*context_, state);  // publishing changes nothing of it
  if (context_->split_components) publish_unwatched(*context_, remaining, state);
  if (context_->forget_dead) forget_dead(*context_, remaining, state);
}

bool Machine::is_final(const State& state) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (!context_->queues.done(static_cast<ThreadId>(t), state.threads[t])) return false;
  }
  const auto owes = [](const Cell& cell) { return cell.flag; };
  return std::ranges::none_of(span_of(state.views), owes) &&
         std::ranges::none_of(span_of(state.blocks), owes);
}

Outcome Machine::outcome(const State& state) const {
  Outcome values;
  values.reserve(test_.observables.size());
  for (const Observable& observable : test_.observables) {
    if (const auto* term = std::get_if<RegisterTerm>(&observable)) {
      values.push_back(state.threads[term->thread].registers[term->reg]);
      continue;
    }
    const AddressId address = std::get<LocationTerm>(observable).address;
    const LocationId location = test_.program.addresses[address].location;
    const bool shared = context_->plan().is_shared(location);
    const std::uint8_t home = context_->plan().home(location);
    values.push_back((shared ? context_->block(state, home, location) : state.gpu[location]).value);
  }
  return values;
}

std::string_view Machine::exceeded(const State& state) const {
  return context_->queues.exceeded(span_of(state.threads));
}

namespace {

// One byte for small values of the first blocks, which is nearly always.
void put(ByteWriter& writer, const Cell& cell) {
  const auto value = static_cast<std::uint64_t>(cell.value);
  const auto origin = static_cast<std::uint8_t>(cell.origin + 1U);  // nowhere is 0
  const bool small = value < 4 && origin < 8;
  const unsigned flags = (small ? 1U : 0U) | (cell.flag ? 2U : 0U);
  if (small) {
    writer.put_unsigned(flags | value << 2U | std::uint64_t{origin} << 4U);
  } else {
    writer.put_unsigned(flags | std::uint64_t{origin} << 2U);
    writer.put_value(cell.value);
  }
}

Cell get(ByteReader& reader) {
  const std::uint64_t packed = reader.get_unsigned();
  Cell cell;
  cell.flag = (packed & 2U) != 0;
  if ((packed & 1U) != 0) {
    cell.value = static_cast<Value>(packed >> 2U & 3U);
    cell.origin = static_cast<std::uint8_t>((packed >> 4U) - 1);
  } else {
    cell.origin = static_cast<std::uint8_t>((packed >> 2U) - 1);
    cell.value = reader.get_value();
  }
  return cell;
}

}  // namespace

void Machine::encode(const State& state, std::string& bytes) const {
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    context_->queues.encode(static_cast<ThreadId>(t), state.threads[t], bytes);
  }
  const std::size_t cells =
      state.views.size() + state.blocks.size() + state.gpu.size() + state.l1.size();
  ByteWriter writer(bytes, 2 * cells);
  for (const Cell& cell : state.views) put(writer, cell);
  for (const Cell& cell : state.blocks) put(writer, cell);
  for (const Cell& cell : state.gpu) put(writer, cell);
  for (const Cell& cell : state.l1) put(writer, cell);
}

void Machine::decode(std::string_view bytes, State& state) const {
  ByteReader reader(bytes);
  state.threads.resize(context_->plan().threads());
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    context_->queues.decode(static_cast<ThreadId>(t), reader, state.threads[t]);
  }
  const std::size_t locations = context_->locations();
  const std::size_t blocks = context_->plan().blocks();
  state.views.resize(state.threads.size() * locations);
  state.blocks.resize(blocks * locations);
  state.gpu.resize(locations);
  state.l1.resize(context_->l1 ? blocks * locations : 0);
  for (Cell& cell : state.views) cell = get(reader);
  for (Cell& cell : state.blocks) cell = get(reader);
  for (Cell& cell : state.gpu) cell = get(reader);
  for (Cell& cell : state.l1) cell = get(reader);
}

}  // namespace opexplore::gpu_scoped
