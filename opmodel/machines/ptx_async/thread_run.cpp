#include "opmodel/machines/ptx_async/thread_run.hpp"

#include <algorithm>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/local.hpp"

namespace opexplore::ptx_async {

namespace {

constexpr std::size_t most_local_steps = 65'536;

class Replay {
 public:
  Replay(const Context& context, const State& state, ThreadId thread, EventId before)
      : context_(context), state_(state), id_(thread), thread_(context.thread(thread)) {
    for (const Register& reg : thread_.registers) at_.registers.emplace_back(reg.initial);
    for (std::size_t i = 0; i < state.events.size() && i < before; ++i) {
      const Event& event = state.events[i];
      if (event.thread != thread || is_asynchronous(event.what)) continue;
      at_.events.push_back(static_cast<EventId>(i));
    }
  }

  Standing run() {
    std::size_t local = 0;
    while (at_.at < thread_.instructions.size()) {
      if (context_.is_loop_head(id_, at_.at) && !come_to_head()) {
        at_.kind = Standing::Kind::diverges;
        break;
      }
      const Action& action = thread_.instructions[at_.at].action;
      if (is_local(action)) {
        if (++local > most_local_steps) {
          at_.kind = Standing::Kind::too_long;
          break;
        }
        if (!step(action)) break;
        continue;
      }
      local = 0;
      if (next_ == at_.events.size()) {
        stop_before(action);
        break;
      }
      take(state_.events[at_.events[next_]]);
    }
    if (state_.barriers.waits(id_)) at_.kind = Standing::Kind::waits;
    return std::move(at_);
  }

 private:
  struct Visit {
    InstructionId at = 0;
    std::size_t events = 0;
    std::vector<MaybeValue> registers;
  };

  MaybeValue value(const Operand& operand) const {
    const auto* const named = std::get_if<RegisterOperand>(&operand);
    return named != nullptr ? at_.registers[named->id] : std::get<Value>(operand);
  }

  bool needs(const Action& action) const {
    const RegisterSet read = registers_read(action);
    for (std::size_t reg = 0; reg < at_.registers.size(); ++reg) {
      if (read.test(reg) && !at_.registers[reg]) return true;
    }
    return false;
  }

  void stop_before(const Action& action) {
    at_.kind = needs(action) ? Standing::Kind::needs : Standing::Kind::ready;
  }

  // Whether the thread goes on: not where a branch needs a value.
  bool step(const Action& action) {
    if (const auto written = register_written(action)) {
      std::vector<Value> values;
      for (const MaybeValue& each : at_.registers) values.push_back(each.value_or(0));
      const bool known = !needs(action);
      at_.at = execute_local(action, at_.at, values);
      at_.registers[*written] = known ? MaybeValue(values[*written]) : std::nullopt;
      return true;
    }
    const Branch& branch = *branch_of(action);
    if (branch.comparison && needs(action)) {
      at_.kind = Standing::Kind::needs;
      return false;
    }
    const bool taken = !branch.comparison ||
                       evaluate(*branch.comparison, *value(branch.left), *value(branch.right));
    at_.at = taken ? branch.target : static_cast<InstructionId>(at_.at + 1);
    return true;
  }

  void take(const Event& event) {
    const Action& action = context_.action(event);
    if (const auto reg = register_written(action)) at_.registers[*reg] = result_of(event);
    // A copy that is fenced has three events: it reads, writes and is a fence.
    const bool more = context_.of<FencedCopy>(event) != nullptr && event.part < 2;
    if (!more) ++at_.at;
    ++next_;
  }

  MaybeValue result_of(const Event& event) const {
    if (context_.of<MbarrierOperation>(event) != nullptr) return event.value;
    const EventId issue = at_.events[next_];
    if (context_.of<AsynchronousOperation>(event) == nullptr) {
      return event.done ? MaybeValue(value_read(context_, state_, event)) : std::nullopt;
    }
    for (const Event& other : state_.events) {  // of a matrix operation
      if (other.what != Happens::source || other.issue != issue) continue;
      return other.done ? MaybeValue(value_read(context_, state_, other)) : std::nullopt;
    }
    return std::nullopt;
  }

  bool is_idle(std::size_t index) const {
    const Event& event = state_.events[at_.events[index]];
    if (event.what == Happens::update) return event.done && !event.wrote;
    if (!may_be_repeated(context_.action(event))) return false;
    const auto* const mbarrier = context_.of<MbarrierOperation>(event);
    return mbarrier == nullptr || event.value == 0;
  }

  bool may_race(std::size_t index) const {
    const Event& event = state_.events[at_.events[index]];
    return context_.finds_races() && event.accesses() && context_.may_race(id_, event.instruction);
  }

  bool is_back_at(const Visit& visit) const {
    if (visit.at != at_.at) return false;
    const bool same = std::ranges::all_of(
        context_.liveness().live(id_, at_.at),
        [&](RegisterId reg) { return visit.registers[reg] == at_.registers[reg]; });
    if (!same) return false;
    for (std::size_t i = visit.events; i < next_; ++i) {
      if (!is_idle(i)) return false;
    }
    return true;
  }

  // Notes whether an iteration of the loop has changed nothing: it is as if it had not been. False
  // where it had no event either, so that the thread never gets out.
  bool come_to_head() {
    const auto begin =
        std::ranges::find_if(visits_, [&](const Visit& visit) { return is_back_at(visit); });
    if (begin == visits_.end()) {
      // Without an event since, the registers that the thread has now are as good.
      std::erase_if(
          visits_, [&](const Visit& visit) { return visit.at == at_.at && visit.events == next_; });
      visits_.push_back({at_.at, next_, at_.registers});
      return true;
    }
    if (begin->events == next_) return false;
    IdleRound round{begin->events, next_};
    for (std::size_t i = round.begin; i < round.end; ++i) {
      round.may_race = round.may_race || may_race(i);
    }
    at_.idle_rounds.push_back(round);
    begin->events = next_;
    visits_.erase(begin + 1, visits_.end());
    return true;
  }

  const Context& context_;
  const State& state_;
  ThreadId id_;
  const Thread& thread_;
  Standing at_;
  std::size_t next_ = 0;
  std::vector<Visit> visits_;
};

}  // namespace

Standing standing_of(const Context& context, const State& state, ThreadId thread, EventId before) {
  return Replay(context, state, thread, before).run();
}

bool operands_known(const Context& context, const State& state, EventId id) {
  const Event& event = state.events[id];
  const Standing before = standing_of(context, state, event.thread, id);
  const RegisterSet read = registers_read(context.action(event));
  for (std::size_t reg = 0; reg < before.registers.size(); ++reg) {
    if (read.test(reg) && !before.registers[reg]) return false;
  }
  return true;
}

Value value_read(const Context& context, const State& state, const Event& event) {
  if (event.reads_from != no_event) return state.events[event.reads_from].value;
  return context.program().locations[context.location(event)].initial;
}

Value known_value(const Operand& operand, const Standing& standing) {
  const auto* const named = std::get_if<RegisterOperand>(&operand);
  return named != nullptr ? standing.registers[named->id].value_or(0) : std::get<Value>(operand);
}

}  // namespace opexplore::ptx_async
