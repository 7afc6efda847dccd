#include "litmus/kernels/protocol/recording.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

namespace {

constexpr Value only_way = 0;

bool are_same(const Instruction& a, const Instruction& b) {
  return a.action == b.action && a.place == b.place;
}

/// What is of instructions that have been taken.
void forget_taken(ThreadCode& code) {
  code.instructions.clear();
  code.registers.clear();
  code.by_ptx.clear();
  code.borrowed.clear();
  code.by_result.clear();
  code.scratch.clear();
  code.stopped.reset();
  code.stops.clear();
  code.leaves.clear();
  code.unsigned_orders.clear();
  code.arrivals.clear();
}

}  // namespace

Recording::Recording(Surroundings& around, Behaviour& behaviour, Locations& locations,
                     OwnTouches& own, std::uint32_t block, std::uint32_t run,
                     const Choices& choices)
    : around_(around),
      behaviour_(behaviour),
      locations_(locations),
      own_(own),
      block_(block),
      run_(run),
      choices_(choices),
      here_(behaviour.threads()),
      own_writes_(behaviour.threads()) {
  for (std::uint32_t thread = 0; thread < here_.size(); ++thread) {
    now(thread).runs.push_back(run_);
  }
}

bool Recording::is_location(const Element& element) {
  if (known_.size() <= element.object) known_.resize(element.object + std::size_t{1});
  auto& bytes = known_[element.object];
  if (!bytes) bytes = locations_.of(around_.memory.key_of(element.object));
  if (*bytes == nullptr) return false;
  std::uint32_t count = 0;
  const auto begin = static_cast<std::size_t>(element.offset);
  const std::size_t end = std::min((*bytes)->size(), begin + element.width);
  for (std::size_t i = begin; i < end; ++i) count += (**bytes)[i] ? 1 : 0;
  if (count == 0 || count == element.width) return count != 0;
  locations_.add(around_.memory.key_of(element.object), element.offset, element.width);
  throw LocationsLearnt{};
}

void Recording::make_location(std::uint16_t object, const Touch& touch) {
  locations_.add(around_.memory.key_of(object), touch.offset, touch.width);
}

void Recording::note_own(std::uint16_t object, const Touch& touch) {
  const std::uint32_t thread = touch.thread;
  if (touch.kind != TouchKind::load) ++own_writes_[thread];
  if (now(thread).runs.size() > 1) return;
  own_.add(block_, object, {{thread, here_[thread]}, touch});
}

Position& Recording::enter(std::uint32_t thread, Turn turn, const Statement* statement) {
  Position& position = now(thread);
  if (position.turn == Turn::unknown) {
    position.turn = turn;
    position.statement = statement;
  } else if (position.turn != turn || position.statement != statement) {
    throw LeftOpen{"what a thread does depends on more than what it has read", statement};
  }
  return position;
}

void Recording::go(std::uint32_t thread, Value by) {
  here_[thread] = behaviour_.next({thread, here_[thread]}, by);
  std::vector<std::uint32_t>& runs = now(thread).runs;
  if (runs.empty() || runs.back() != run_) runs.push_back(run_);
}

void Recording::take_code(std::uint32_t thread, Turn turn, const Statement& statement,
                          ThreadCode& code) {
  const bool known = now(thread).turn != Turn::unknown;
  Position& position = enter(thread, turn, &statement);
  if (!known) {
    position.instructions = code.instructions;
    position.registers = code.registers;
    position.stops = code.stops;
    for (const UnsignedOrder& one : code.unsigned_orders) {
      position.unsigned_orders.push_back(one.instruction);
    }
  } else if (!std::ranges::equal(position.instructions, code.instructions, are_same)) {
    throw LeftOpen{"what a thread does depends on more than what it has read", &statement};
  }
  forget_taken(code);
}

void Recording::act(std::uint32_t thread, const Statement& statement, ThreadCode& code) {
  if (code.instructions.empty()) return;
  take_code(thread, Turn::act, statement, code);
  go(thread, only_way);
}

// A loop comes back to where it was before.
std::optional<PositionId> Recording::same_before(std::uint32_t thread, const Statement& statement,
                                                 RegisterId reg, const State& state) const {
  const std::vector<Position>& all = behaviour_.positions(thread);
  PositionId at = here_[thread];
  const std::uint32_t meetings = all[at].meetings;
  while (all[at].depth > 0) {
    at = all[at].before;
    const Position& position = all[at];
    if (position.meetings != meetings) break;
    if (position.turn != Turn::choose || position.statement != &statement || position.reg != reg) {
      continue;
    }
    if (position.state->own_writes == own_writes_[thread] && position.state->state == state) {
      return at;
    }
  }
  return std::nullopt;
}

std::optional<Value> Recording::choose(std::uint32_t thread, const Statement& statement,
                                       RegisterId reg, const State& state) {
  if (now(thread).turn == Turn::unknown) {
    if (const auto same = same_before(thread, statement, reg, state)) {
      const Position& copy = now(thread);
      behaviour_.at({thread, copy.before}).next.at(copy.by) = *same;
      here_[thread] = *same;
    }
  }
  Position& position = enter(thread, Turn::choose, &statement);
  if (!position.state) {
    position.reg = reg;
    position.state = std::make_shared<ChoiceState>(ChoiceState{state, own_writes_[thread]});
  }
  // Each way once: one that has come back would do so again.
  std::set<Value>& taken = taken_[{thread, here_[thread]}];
  const auto told = choices_.find({thread, here_[thread]});
  std::optional<Value> value;
  if (told != choices_.end() && !taken.contains(told->second)) {
    value = told->second;
  } else {
    const auto untaken = std::ranges::find_if(
        position.next, [&](const auto& way) { return !taken.contains(way.first); });
    if (untaken != position.next.end()) value = untaken->first;
  }
  if (!value) return std::nullopt;
  taken.insert(*value);
  go(thread, *value);
  return value;
}

void Recording::meet(std::span<const std::pair<std::uint32_t, const Statement*>> threads,
                     const Barrier& barrier, bool whole_block) {
  std::vector<ThreadPosition> came;
  for (const auto& [thread, statement] : threads) {
    came.push_back({thread, here_[thread]});
    Position& position = enter(thread, Turn::meet, statement);
    position.barrier = barrier;
    position.whole_block = whole_block;
  }
  std::ranges::sort(came);
  const auto number = static_cast<Value>(behaviour_.meet(came));
  for (const ThreadPosition& place : came) go(place.thread, number);
}

void Recording::stop(std::uint32_t thread, const Statement& statement, ThreadCode& code) {
  take_code(thread, Turn::stop, statement, code);
}

void Recording::end(std::uint32_t thread) { enter(thread, Turn::end, nullptr); }

}  // namespace opexplore::kernel
