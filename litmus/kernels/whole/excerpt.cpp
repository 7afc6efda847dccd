#include "litmus/kernels/whole/excerpt.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <variant>

#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

class Excerpting {
 public:
  Excerpting(Surroundings& around, const LaunchedExecutor& first)
      : around_(around), first_(first) {}

  Excerpt run(const LaunchRun& run) {
    for (const WholeRace& race : run.races) add_race(race);
    // What comes of the block is shown by threads of its own, which do not wait behind a barrier
    // for what others race with.
    numbers_.clear();
    if (run.stop) add_stop(*run.stop);
    if (run.divergence) add_divergence(*run.divergence);
    if (run.deadlock) {
      for (const WholeDeadlock::Waiting& one : run.deadlock->waiting) {
        add(thread(run.deadlock->block, one.thread), *one.at, one.barrier);
      }
    }
    if (excerpt_.threads.empty()) thread(0, 0);
    return std::move(excerpt_);
  }

 private:
  std::size_t thread(std::uint32_t block, std::uint32_t number) {
    const auto [known, added] = numbers_.emplace(std::pair{block, number}, excerpt_.threads.size());
    if (!added) return known->second;
    LaunchedExecutor launched = first_;
    launched.executor = executor_in(first_.executor, block, number);
    launched.executor.cta = block;
    launched.executor.number = static_cast<ThreadId>(excerpt_.threads.size());
    excerpt_.threads.push_back(std::move(launched));
    excerpt_.codes.emplace_back();
    return known->second;
  }

  void add(std::size_t thread, const Statement& statement, Action action) {
    excerpt_.codes[thread].instructions.push_back(
        {std::move(action), statement.place, statement.text, around_.places.of(statement)});
  }

  void add_stop(const WholeStop& stop) {
    const std::size_t number = thread(stop.block, stop.thread);
    ThreadCode& code = excerpt_.codes[number];
    code = stop.code;
    const auto end = static_cast<InstructionId>(code.instructions.size());
    for (const InstructionId leave : code.leaves) {
      branch_of(code.instructions[leave].action)->target = end;
    }
  }

  void add_divergence(const WholeDivergence& apart) {
    add(thread(apart.block, apart.first), *apart.at, apart.barrier);
    const std::size_t other = thread(apart.block, apart.second);
    if (apart.elsewhere != nullptr) add(other, *apart.elsewhere, apart.other);
  }

  /// An element that two races have in common would be a place where others race, too.
  bool is_taken(const WholeRace& race) const {
    return std::ranges::any_of(taken_, [&](const WholeRace& other) {
      const auto end = [](const Touch& touch) { return touch.offset + touch.width; };
      return other.object == race.object && other.later.offset < end(race.later) &&
             race.later.offset < end(other.later);
    });
  }

  void add_race(const WholeRace& race) {
    if (is_taken(race)) return;
    taken_.push_back(race);
    const AccessPlace place{around_.source, race.later.statement->place};
    const Element element{race.object, race.later.offset, race.later.width};
    const FoundElement found = around_.memory.element(element, true, place);
    const auto* const address = std::get_if<AddressId>(&found);
    if (address == nullptr) return;
    around_.memory.store(element, race.initial);
    for (const Touch& touch : of_one_size(race)) {
      const std::size_t number = thread(touch.block, touch.thread);
      add(number, *touch.statement,
          touch.by != TouchedBy::thread ? operation_of(touch, *address, excerpt_.codes[number])
                                        : action_of(touch, *address, excerpt_.codes[number]));
    }
  }

  /// The two as accesses of one element. Those of different bytes are not morally strong (PTX ISA
  /// 8.6), so that one of them is weak then.
  static std::array<Touch, 2> of_one_size(const WholeRace& race) {
    std::array<Touch, 2> both{race.earlier, race.later};
    if (both[0].offset == both[1].offset && both[0].width == both[1].width) return both;
    Touch& weak = both[0].kind == TouchKind::update ? both[1] : both[0];
    if (weak.kind == TouchKind::update) weak.kind = TouchKind::store;
    weak.order = Order::weak;
    return both;
  }

  static RegisterId new_register(ThreadCode& code) {
    code.registers.push_back({std::nullopt, "", {'s', 64}});
    return static_cast<RegisterId>(code.registers.size() - 1);
  }

  /// That end of the copy which races, or a matrix that is read.
  static Action operation_of(const Touch& touch, AddressId address, ThreadCode& code) {
    AsynchronousOperation copy;
    if (touch.by == TouchedBy::copy) copy.kind = AsynchronousOperation::Kind::copy;
    if (touch.by == TouchedBy::matrix) {
      copy.kind = AsynchronousOperation::Kind::matrix;
      copy.destination = new_register(code);
    }
    copy.bytes = touch.width;
    copy.elements = {touch.kind == TouchKind::store
                         ? CopiedElement{.destinations = {address}, .operand = touch.operand}
                         : CopiedElement{.source = address}};
    return Asynchronous{copy};
  }

  static Action action_of(const Touch& touch, AddressId address, ThreadCode& code) {
    const auto with_access = [&](auto action) {
      action.address = address;
      action.order = touch.order;
      action.scope = touch.scope;
      return action;
    };
    switch (touch.kind) {
      case TouchKind::load: {
        Load load = with_access(Load{});
        load.destination = new_register(code);
        return load;
      }
      case TouchKind::store: {
        Store store = with_access(Store{});
        store.value = touch.operand;
        return store;
      }
      case TouchKind::update:
        break;
    }
    Atomic atomic = with_access(Atomic{});
    atomic.op = touch.op;
    atomic.operand = touch.operand;
    atomic.expected = touch.expected;
    return atomic;
  }

  Surroundings& around_;
  const LaunchedExecutor& first_;
  Excerpt excerpt_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers_;  // by block and thread
  std::vector<WholeRace> taken_;
};

}  // namespace

Excerpt excerpt_of(Surroundings& around, const LaunchRun& run, const LaunchedExecutor& first) {
  return Excerpting(around, first).run(run);
}

}  // namespace opexplore::kernel
