#include "opmodel/machines/gpu_scoped/machine.hpp"

#include <bit>

#include "opmodel/machines/gpu_scoped/reduction.hpp"

namespace opexplore::gpu_scoped {

namespace {

// The argument of a load: its entry, and where the value comes from.
std::uint16_t load_argument(std::size_t entry, From from) {
  return static_cast<std::uint16_t>(entry | static_cast<std::size_t>(from) << 8U);
}

constexpr std::array all_sources{From::view, From::held, From::l1};

template <class Steps>
void take(Steps& steps, RuleId rule, ThreadId thread, std::size_t argument) {
  steps.push_back({static_cast<std::uint8_t>(rule), thread, static_cast<std::uint16_t>(argument)});
}

}  // namespace

std::optional<std::string> Machine::refusal(const Test& test, const MachineOptions&) {
  return queue_model::refusal(test, name, true);
}

Machine::Machine(const Test& test, const MachineOptions& options, Weakening weakening)
    : test_(test),
      context_(std::make_shared<const Context>(
          test, options, value_of(settings[0], options) == "fermi", weakening)) {}

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
  const Queues& queues = context_->queues;
  const ThreadState& mine = state.threads[thread];
  if (!queues.runs_forever(thread, mine) && queues.can_issue(thread, mine)) {
    const bool local = context_->plan().at(thread, mine.pc).kind == Kind::local;
    take(steps, local ? RuleId::local : RuleId::issue, thread, 0);
  }
  for (std::size_t e = 0; e < mine.pending.size(); ++e) {
    const Kind kind = queues.planned(thread, mine.pending[e]).kind;
    switch (kind) {
      case Kind::load:
        if (queues.can_leave(thread, mine, e)) take(steps, RuleId::load_out, thread, e);
        for (const From from : all_sources) {
          if (may_load(*context_, state, thread, e, from))
            take(steps, RuleId::load, thread, load_argument(e, from));
        }
        break;
      case Kind::store:
        if (queues.can_write(thread, mine, e)) take(steps, RuleId::store, thread, e);
        break;
      case Kind::atomic:
        if (may_update(*context_, state, thread, e)) take(steps, RuleId::atomic, thread, e);
        break;
      case Kind::membar_cta:
      case Kind::membar_gl:
        if (queues.at_head(thread, mine, e) && may_fence(*context_, thread, mine, kind)) {
          take(steps, kind == Kind::membar_cta ? RuleId::membar_cta : RuleId::membar_gl, thread, e);
        }
        return;  // nothing behind a fence can move
      case Kind::local:
        break;
    }
  }
}

// Steps of one thread's view. A refresh that changes nothing that counts is no step.
void Machine::view_steps(const State& state, ThreadId thread, const Remaining* remaining,
                         Steps& steps) const {
  const Context& context = *context_;
  bool refreshes = false;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    const Cell& view = context.view(state, thread, location);
    const Cell& block = context.block(state, context.plan().block(thread), location);
    if (view.flag) {
      take(steps, RuleId::publish_block, thread, a);
    } else if (view != without_flag(block) &&
               (remaining == nullptr || remaining->reads(thread, location))) {
      if (!refreshes || !context.rules.refresh_at_once) {
        take(steps, RuleId::refresh_thread, thread, context.rules.refresh_at_once ? 0 : a);
      }
      refreshes = true;
    }
  }
}

// Steps of one block's memory and cache; they go by the name of the block's first thread.
void Machine::block_steps(const State& state, std::uint8_t number, const Remaining* remaining,
                          Steps& steps) const {
  const Context& context = *context_;
  const auto first = static_cast<ThreadId>(std::countr_zero(context.plan().members(number)));
  bool refreshes = false;
  for (std::size_t a = 0; a < context.locations(); ++a) {
    const auto location = static_cast<LocationId>(a);
    if (context.plan().is_shared(location)) continue;
    const Cell& block = context.block(state, number, location);
    const bool read = remaining == nullptr || remaining->block_reads(number, location);
    if (block.flag) {
      take(steps, RuleId::publish_gpu, first, a);
    } else if (block != state.gpu[location] && read) {
      if (!refreshes || !context.rules.refresh_at_once) {
        take(steps, RuleId::refresh_block, first, context.rules.refresh_at_once ? 0 : a);
      }
      refreshes = true;
    }
    if (!context.l1 || !read) continue;
    const Cell& line = context.line(state, number, location);
    if (line.value != block.value || line.origin != block.origin || !line.flag) {
      take(steps, RuleId::fill_l1, first, a);
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
  return diverges;
}

void Machine::apply(State& state, Step step) const {
  const Context& context = *context_;
  const ThreadId thread = step.thread;
  const std::uint8_t block = context.plan().block(thread);
  const auto location = static_cast<LocationId>(step.argument);
  switch (static_cast<RuleId>(step.rule)) {
    case RuleId::local:
    case RuleId::issue:
      context.queues.issue(thread, state.threads[thread]);
      break;
    case RuleId::load_out:
      state.threads[thread].pending[step.argument].out = true;
      break;
    case RuleId::load:
      load(context, state, thread, step.argument & 0xffU, static_cast<From>(step.argument >> 8U));
      break;
    case RuleId::store:
      store(context, state, thread, step.argument);
      break;
    case RuleId::atomic:
      atomic(context, state, thread, step.argument);
      break;
    case RuleId::membar_cta:
      membar_cta(context, state, thread, step.argument);
      break;
    case RuleId::membar_gl:
      membar_gl(context, state, thread, step.argument);
      break;
    case RuleId::publish_block:
      publish_block(context, state, thread, location);
      break;
    case RuleId::publish_gpu:
      publish_gpu(context, state, block, location);
      break;
    case RuleId::refresh_block:
      refresh_all(context, location,
                  [&](LocationId a) { refresh_block(context, state, block, a); });
      break;
    case RuleId::refresh_thread:
      refresh_all(context, location,
                  [&](LocationId a) { refresh_thread(context, state, thread, a); });
      break;
    case RuleId::fill_l1:
      fill_l1(context, state, block, location);
      break;
    case RuleId::count:
      break;
  }
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
