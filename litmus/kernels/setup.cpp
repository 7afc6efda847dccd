#include "litmus/kernels/setup.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/alone.hpp"
#include "litmus/kernels/computed.hpp"
#include "litmus/kernels/executors.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/thread.hpp"
#include "litmus/kernels/unsigned_order.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

constexpr std::size_t most_steps = 1'000'000;  // a moment

/// Whether two arguments say the same of memory and numbers.
bool same(const Argument& a, const Argument& b) {
  if (a.index() != b.index()) return false;
  if (const auto* const number = std::get_if<Value>(&a)) return *number == std::get<Value>(b);
  const auto* const buffer = std::get_if<Buffer>(&a);
  return buffer == nullptr || buffer->location == std::get<Buffer>(b).location;
}

std::string reason(const CodeStop& stop) {
  switch (stop.kind) {
    case StopKind::assertion:
      return "assert(" + stop.text + ")";
    case StopKind::trap:
      return "trap";
    case StopKind::misuse:
      return stop.text;
  }
  return {};
}

class SetupRun {
 public:
  explicit SetupRun(Surroundings& around)
      : around_(around),
        setup_(*around.launch.setup),
        entry_(entry_named(around, setup_.entry)),
        name_(plain_name(entry_.name.text)) {}

  void run() {
    declare_buffers();
    LaunchedExecutor launched;
    launched.entry = &entry_;
    launched.executor.cta_mates = launched.executor.warp_mates = {Mate{}};
    launched.executor.blocks = launched.executor.threads_per_block = {1, 1, 1};
    bind_parameters(around_, setup_.parameters.empty() ? inherited() : setup_.parameters, 0,
                    launched);
    const ThreadCode code = thread_code(around_, launched.executor, entry_, {});
    refuse_lost_writes(code);
    check_unsigned_orders(around_, {code}, nullptr);
    refuse_choices();
    execute(code);
    around_.memory = around_.memory.successor();
  }

 private:
  /// Buffers are what the launch says they are, whatever the setup says of them.
  void declare_buffers() {
    for (const Grid& grid : around_.launch.grids) {
      for (const Binding& binding : grid.parameters) {
        if (const auto* const buffer = std::get_if<Buffer>(&binding.argument)) {
          buffer_object(around_, *buffer);
        }
      }
    }
  }

  /// The launch's arguments for parameters of the same names, or else numbers.
  std::vector<Binding> inherited() const {
    std::vector<Binding> result;
    for (const Grid& grid : around_.launch.grids) {
      const Entry& of = launched_entry(around_, grid);
      for (const Binding& binding : grid.parameters) {
        const auto [name, offset] = parameter_of(around_, of, binding.name);
        for (std::size_t i = 0; i < entry_.parameters.size(); ++i) {
          if (name_in(of, i) != name) continue;
          add(result, {std::to_string(i) + '+' + std::to_string(offset), binding.argument});
        }
      }
    }
    return result;
  }

  /// What the other kernel calls its parameter that is the setup's parameter of that number.
  std::string_view name_in(const Entry& other, std::size_t number) const {
    const std::string_view mine = entry_.parameters[number].name.text;
    for (const Variable& parameter : other.parameters) {
      if (parameter.name.text == mine) return mine;
    }
    return number < other.parameters.size() ? other.parameters[number].name.text : "";
  }

  void add(std::vector<Binding>& bindings, Binding binding) const {
    const auto known = std::ranges::find(bindings, binding.name, &Binding::name);
    if (known == bindings.end()) {
      bindings.push_back(std::move(binding));
    } else if (!same(known->argument, binding.argument)) {
      throw InputError(around_.launch.path, {},
                       "kernels of the launch have different arguments for a parameter of the "
                       "setup " +
                           quote(name_),
                       "give the setup \"parameters\" of its own");
    }
  }

  void refuse_lost_writes(const ThreadCode& code) const {
    if (!code.by_result.empty()) {
      throw InputError(around_.launch.path, {},
                       "the setup " + quote(name_) + " writes results of the launch",
                       "bind the parameter to a location");
    }
    for (const Instruction& instruction : code.instructions) {
      const MemoryAccess* const access = memory_access(instruction.action);
      if (access == nullptr || access->pointer) continue;
      refuse_shared(around_.memory.object_of(access->address), instruction.place);
    }
  }

  void refuse_choices() const {
    if (around_.choices.empty()) return;
    around_.source.fail(
        around_.choices.front().place,
        "the setup " + quote(name_) + " calls a function that has no body, and may give anything",
        "put its body into the file that is compiled");
  }

  void refuse_shared(const Object& object, SourcePlace place) const {
    if (object.space != Space::shared) return;
    around_.source.fail(
        place,
        "the setup " + quote(name_) +
            " uses shared memory, and what it leaves there is gone when the launch begins",
        "prepare shared memory in the kernel itself");
  }

  AddressId pointed_at(const ThreadCode& code, InstructionId at, Value pointer) const {
    const auto access = std::ranges::find_if(code.computed, [&](const ComputedElements& computed) {
      return computed.begin <= at && at < computed.end;
    });
    const std::vector<AddressId> elements = addresses(around_, *access, pointer);
    if (elements.empty()) {
      around_.source.fail(access->statement->place,
                          "the setup " + quote(name_) + " fails: " + outside(around_, *access));
    }
    const AddressId element = elements[memory_access(code.instructions[at].action)->address];
    refuse_shared(around_.memory.object_of(element), access->statement->place);
    return element;
  }

  void execute(const ThreadCode& code) {
    const PlainMemory memory = {
        [this](AddressId address) { return around_.memory.initial(address); },
        [this](AddressId address, Value value) { around_.memory.set_initial(address, value); },
        [&](InstructionId at, Value pointer) { return pointed_at(code, at, pointer); }};
    const Aftermath after = run_alone(code.instructions, code.registers.size(), most_steps, memory);
    if (after.unfinished) {
      around_.source.fail(code.instructions[*after.unfinished].place,
                          "the setup " + quote(name_) + " has not ended after " +
                              std::to_string(most_steps) + " steps, and is here",
                          "one thread runs it alone: nobody does what it may be waiting for");
    }
    if (!code.stopped || after.registers[*code.stopped] == 0) return;
    const auto number = static_cast<std::size_t>(after.registers[*code.stopped] - 1);
    const CodeStop& stop = code.stops.at(number);
    around_.source.fail(stop.statement->place,
                        "the setup " + quote(name_) + " fails: " + reason(stop));
  }

  Surroundings& around_;
  const Setup& setup_;
  const Entry& entry_;
  std::string name_;  ///< without what compilers add
};

}  // namespace

void run_setup(Surroundings& around) { SetupRun(around).run(); }

}  // namespace opexplore::kernel
