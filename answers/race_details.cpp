#include "answers/race_details.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "answers/places.hpp"
#include "answers/racing_access.hpp"
#include "answers/side_search.hpp"
#include "answers/why/why.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {

namespace {

// What an execution that does not come to the read leaves in its register: no test has it.
constexpr Value never_read = std::numeric_limits<Value>::min() + 0x5EED;

// Keeps what the instruction reads last in a register of its own: what it reads into may be used
// again. Nothing if the thread has no room for one more.
std::optional<RegisterId> kept_read(Thread& thread, InstructionId at, RegisterId destination) {
  if (thread.registers.size() >= max_registers) return std::nullopt;
  const auto witness = static_cast<RegisterId>(thread.registers.size());
  thread.registers.push_back({"read", never_read});
  for (Instruction& instruction : thread.instructions) {
    Branch* const branch = branch_of(instruction.action);
    if (branch != nullptr && branch->target > at) ++branch->target;
  }
  Instruction copy = thread.instructions[at];
  copy.action = Arithmetic{ArithmeticOp::move, witness, RegisterOperand{destination}};
  thread.instructions.insert(thread.instructions.begin() + at + 1, std::move(copy));
  return witness;
}

class Effects {
 public:
  Effects(const Test& test, const RaceQuestion& question)
      : test_(test),
        question_(question),
        explore_(side_search(question.explore, most_states_per_effect)) {}

  std::vector<RaceEffect> of(const RacingPair& pair) const {
    std::vector<RaceEffect> effects;
    if (!are_plain(test_.program, pair)) return effects;
    for (const auto& [thread, at] : sides(pair)) {
      if (auto reads = read_values(thread, at)) effects.push_back(*std::move(reads));
    }
    const bool both_write = std::ranges::all_of(sides(pair), [&](const Side& side) {
      return writes_memory(action(side.first, side.second));
    });
    if (both_write) {
      if (auto leaves = left_values(pair)) effects.push_back(*std::move(leaves));
    }
    if (is_harmless(pair)) effects.push_back({});
    return effects;
  }

 private:
  using Side = std::pair<ThreadId, InstructionId>;

  static std::vector<Side> sides(const RacingPair& pair) {
    return {{pair.first_thread, pair.first}, {pair.second_thread, pair.second}};
  }
  const Action& action(ThreadId thread, InstructionId at) const {
    return instruction_of(test_.program, thread, at).action;
  }

  // All outcomes, or nothing if a bound ends the search.
  std::optional<std::set<Outcome>> outcomes_of(const Test& test) const {
    const Answer report = question_.machine.explore(test, explore_);
    if (!report.coverage.complete()) return std::nullopt;
    std::set<Outcome> outcomes;
    for (const AnsweredOutcome& outcome : report.outcomes) outcomes.insert(outcome.values);
    return outcomes;
  }

  // Values of one more observable.
  std::optional<std::vector<Value>> values_of(Test test, const Observable& observable) const {
    test.observables.push_back(observable);
    test.quantifier = Quantifier::exists;
    test.condition = {};
    const auto outcomes = outcomes_of(test);
    if (!outcomes) return std::nullopt;
    std::set<Value> values;
    for (const Outcome& outcome : *outcomes) values.insert(outcome.back());
    values.erase(never_read);
    return std::vector<Value>(values.begin(), values.end());
  }

  std::optional<RaceEffect> read_values(ThreadId thread, InstructionId at) const {
    const auto destination = register_written(action(thread, at));
    if (!destination) return std::nullopt;
    Test test = test_;
    const auto witness = kept_read(test.program.threads[thread], at, *destination);
    if (!witness) return std::nullopt;
    const auto values = values_of(std::move(test), RegisterTerm{thread, *witness});
    if (!values || values->empty()) return std::nullopt;
    return RaceEffect{RaceEffect::Kind::reads, thread, at, *address_of(action(thread, at)),
                      *values};
  }

  std::optional<RaceEffect> left_values(const RacingPair& pair) const {
    const AddressId address = *address_of(action(pair.first_thread, pair.first));
    const auto values = values_of(test_, LocationTerm{address});
    if (!values || values->empty()) return std::nullopt;
    return RaceEffect{RaceEffect::Kind::leaves, 0, 0, address, *values};
  }

  // Whether there are the same outcomes with both accesses strong. If they are not morally strong
  // even then, for they go different ways, nothing is known.
  bool is_harmless(const RacingPair& pair) const {
    if (test_.observables.empty() || pair.first_thread == pair.second_thread) return false;
    Test test = test_;
    for (const auto& [thread, at] : sides(pair)) {
      Action& changed = test.program.threads[thread].instructions[at].action;
      MemoryAccess& access = *memory_access(changed);
      if (access.proxy != Proxy::generic) return false;
      if (access.order == Order::weak) access.order = Order::relaxed;
      access.scope = Scope::sys;
    }
    if (address_of(action(pair.first_thread, pair.first)) !=
        address_of(action(pair.second_thread, pair.second))) {
      return false;
    }
    const auto now = outcomes_of(test_), then = outcomes_of(test);
    return now && then && *now == *then;
  }

  const Test& test_;
  const RaceQuestion& question_;
  ExploreOptions explore_;
};

std::string listed_values(const std::vector<Value>& values) {
  std::string text;
  for (const Value value : values) text += (text.empty() ? "" : " or ") + std::to_string(value);
  return text;
}

}  // namespace

RaceDetails details_of(const Test& test, const RacingPair& pair, const Trace& trace,
                       const RaceQuestion& question) {
  return {order_between(test, trace, pair, question.machine, question.explore.machine),
          Effects(test, question).of(pair)};
}

std::string effect_text(const Test& test, const RaceEffect& effect) {
  if (effect.kind == RaceEffect::Kind::nothing) {
    return "with both strong the outcomes are the same";
  }
  const std::string& name = test.program.addresses[effect.address].name;
  if (effect.kind == RaceEffect::Kind::leaves) {
    return name + " may end as " + listed_values(effect.values);
  }
  return thread_name(effect.thread) + " may read " + listed_values(effect.values);
}

}  // namespace opexplore
