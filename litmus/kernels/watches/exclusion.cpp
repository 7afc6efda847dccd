#include "litmus/kernels/watches/exclusion.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/facts.hpp"
#include "litmus/kernels/watches/regions.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// Puts the ways in and out into the code of one thread.
class Watcher {
 public:
  /// With `meets` it also looks for others; their register is then that of run().
  Watcher(Thread& thread, std::vector<bool> inside, AddressId turn, Value number, bool meets)
      : thread_(thread), inside_(std::move(inside)), turn_(turn), number_(number) {
    inside_.push_back(false);  // the end
    if (meets) other_ = reg("another");
    if (meets) seen_ = reg("turn");
  }

  /// The register, if there is one, that is 1 once another thread was there.
  std::optional<RegisterId> run() {
    std::vector<Instruction> old = std::exchange(thread_.instructions, {});
    const auto end = static_cast<InstructionId>(old.size());
    std::vector<InstructionId> moved;
    for (InstructionId at = 0; at <= end; ++at) {
      const bool falls = at == 0 || !is_goto(old[at - 1].action);
      const bool before = at > 0 && inside_[at - 1];
      if (falls && before != inside_[at]) pass(inside_[at], old[inside_[at] ? at : at - 1]);
      moved.push_back(here());
      if (at < end) thread_.instructions.push_back(old[at]);
    }
    std::vector<InstructionId> ends;  // jumps to the end
    const InstructionId last = here();
    if (jumps_across(old)) ends.push_back(jump(old.back(), 0));
    for (InstructionId at = 0; at < end; ++at) {
      Branch* const branch = branch_of(thread_.instructions[moved[at]].action);
      if (branch == nullptr) continue;
      const InstructionId target = branch->target;
      const bool crosses = inside_[at] != inside_[target];
      if (crosses) {
        branch_of(thread_.instructions[moved[at]].action)->target = here();
        pass(inside_[target], old[inside_[target] ? target : at]);
        ends.push_back(jump(old[at], target == end ? last : moved[target]));
      } else {
        branch->target = moved[target];
      }
    }
    for (Instruction& instruction : thread_.instructions) {
      Branch* const branch = branch_of(instruction.action);
      if (branch != nullptr && branch->target == last) branch->target = here();
    }
    if (!ends.empty()) branch_of(thread_.instructions[ends.front()].action)->target = here();
    return other_;
  }

 private:
  InstructionId here() const { return static_cast<InstructionId>(thread_.instructions.size()); }

  static bool is_goto(const Action& action) {
    const Branch* const branch = branch_of(action);
    return branch != nullptr && !branch->comparison;
  }

  bool jumps_across(const std::vector<Instruction>& old) const {
    for (std::size_t at = 0; at < old.size(); ++at) {
      const Branch* const branch = branch_of(old[at].action);
      if (branch != nullptr && inside_[at] != inside_[branch->target]) return true;
    }
    return false;
  }

  RegisterId reg(std::string name) {
    const auto taken = [&](const Register& one) { return one.name == name; };
    while (std::ranges::any_of(thread_.registers, taken)) name += '_';
    thread_.registers.push_back({name, 0, NumberType::s32});
    return static_cast<RegisterId>(thread_.registers.size() - 1);
  }

  /// At the place of the instruction, and no edit of that one is meant for it.
  void add(Action action, const Instruction& beside) {
    Instruction made{std::move(action), beside.place, beside.text, beside.code};
    made.place.column = 0;
    if (made.code) made.code->place.column = 0;
    thread_.instructions.push_back(std::move(made));
  }

  InstructionId jump(const Instruction& beside, InstructionId target) {
    add(Branch{std::nullopt, Value{0}, Value{0}, target}, beside);
    return static_cast<InstructionId>(here() - 1);
  }

  void pass(bool in, const Instruction& beside) {
    if (in && other_) look(beside);
    Store store;
    store.address = turn_;
    store.value = in ? number_ : Value{0};
    add(store, beside);
  }

  void look(const Instruction& beside) {
    Load load;
    load.address = turn_;
    load.destination = *seen_;
    add(load, beside);
    const auto compute = [&](ArithmeticOp op, RegisterId to, const Operand& a, const Operand& b) {
      add(Arithmetic{op, to, a, b, NumberType::s32}, beside);
    };
    compute(ArithmeticOp::not_equal, *seen_, RegisterOperand{*seen_}, Value{0});
    compute(ArithmeticOp::bit_or, *other_, RegisterOperand{*other_}, RegisterOperand{*seen_});
  }

  Thread& thread_;
  std::vector<bool> inside_;
  AddressId turn_;
  Value number_;
  std::optional<RegisterId> other_;
  std::optional<RegisterId> seen_;
};

/// Whether a thread can learn there what another one has done since it came in.
bool may_learn(const Action& action) {
  const Order* const order = order_of(action);
  return fence_of(action) || barrier_of(action) != nullptr ||
         (order != nullptr && acquires(*order));
}

/// Whether threads may meet inside.
bool can_meet(const Program& program, const std::vector<std::vector<bool>>& inside) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const std::vector<Instruction>& instructions = program.threads[t].instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      if (inside[t][i] && may_learn(instructions[i].action)) return true;
    }
  }
  return false;
}

/// The one that ways in and out access.
void add_location(const std::string& where, LaunchedKernel& kernel) {
  Program& program = kernel.test.program;
  const auto turn = static_cast<AddressId>(program.addresses.size());
  const auto location = static_cast<LocationId>(program.locations.size());
  program.locations.push_back({"turn", 0, Region::global, false});
  program.addresses.push_back({"turn", location, turn});
  kernel.facts.locations.push_back(where);
  kernel.facts.location_bytes.push_back(4);
  kernel.facts.location_floats.push_back(false);
  kernel.facts.location_pointers.push_back(false);
}

}  // namespace

Watched watch_exclusion(const WatchedLines& asked, const Launch& launch, LaunchedKernel& kernel) {
  Program& program = kernel.test.program;
  const std::string where = text_of(asked.lines);
  if (program.addresses.size() >= max_addresses) {
    throw InputError(launch.path, {}, "too many locations to watch " + where,
                     "launch fewer threads or smaller arrays");
  }
  const auto turn = static_cast<AddressId>(program.addresses.size());
  Watched watched{asked.question, where, "two threads can be in " + where + " at the same time",
                  turn};
  const std::vector<std::vector<bool>> inside = instructions_in(asked.lines, launch, kernel);
  const bool meets = can_meet(program, inside);
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    if (std::ranges::find(inside[t], true) == inside[t].end()) continue;
    Thread& thread = program.threads[t];
    const auto number = static_cast<ThreadId>(t);
    const auto other = Watcher(thread, inside[t], turn, Value{number} + 1, meets).run();
    if (!other) continue;
    kernel.test.observables.emplace_back(RegisterTerm{number, *other});
    const auto place = std::ranges::find_if(thread.instructions, [&](const Instruction& one) {
      return address_of(one.action) == turn;
    });
    const auto at = static_cast<InstructionId>(place - thread.instructions.begin());
    kernel.facts.assertions.push_back(
        {number, *other, 1, at, StopKind::watched, watched.title, asked.question});
  }
  add_location(where, kernel);
  return watched;
}

std::string_view said_of_pass(const Action& action) {
  const Store* const store = store_of(action);
  return store != nullptr && store->value == Operand(Value{0}) ? "goes out" : "comes in";
}

}  // namespace opexplore::kernel
