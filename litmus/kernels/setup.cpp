#include "litmus/kernels/setup.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "code/uses.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/kernels/alone.hpp"
#include "litmus/kernels/computed.hpp"
#include "litmus/kernels/describe.hpp"
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

/// Whether what it gives depends on other threads that are there.
bool exchanges(const code::Instruction& instruction) {
  const auto* const barrier = std::get_if<code::BarrierOperation>(&instruction.operation);
  const auto* const warp = std::get_if<code::WarpOperation>(&instruction.operation);
  return (barrier != nullptr && barrier->reduction != code::BarrierOperation::Reduction::none) ||
         (warp != nullptr && warp->kind != code::WarpOperation::Kind::barrier) ||
         code::is_of_matrices(instruction);
}

std::string reason(const CodeStop& stop) {
  switch (stop.kind) {
    case StopKind::assertion:
      return "assert(" + stop.text + ")";
    case StopKind::trap:
      return "trap";
    case StopKind::misuse:
    case StopKind::null:
    case StopKind::not_given:
    case StopKind::watched:
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
    const std::vector<Binding> parameters =
        setup_.parameters.empty() ? inherited() : setup_.parameters;
    const auto of_block = static_cast<std::uint32_t>(size(setup_.threads_per_block));
    threads_ = static_cast<std::uint32_t>(size(setup_.blocks)) * of_block;
    if (threads_ > 1) refuse_exchanges();
    for (thread_ = 0; thread_ < threads_; ++thread_) {
      LaunchedExecutor launched;
      launched.entry = &entry_;
      Executor& executor = launched.executor;
      executor.cta = thread_ / of_block;
      executor.in_block = thread_ % of_block;
      executor.warp = executor.in_block / warp_size;
      executor.lane = executor.in_block % warp_size;
      executor.cta_mates = executor.warp_mates = {Mate{0, executor.warp, executor.lane}};
      executor.blocks = setup_.blocks;
      executor.threads_per_block = setup_.threads_per_block;
      executor.block = from_linear(executor.cta, setup_.blocks);
      executor.thread = from_linear(executor.in_block, setup_.threads_per_block);
      bind_parameters(around_, parameters, 0, launched);
      run(thread_code(around_, executor, entry_, {}));
      around_.memory = around_.memory.successor();
    }
  }

 private:
  /// What threads have done to a byte.
  struct Touched {
    std::optional<std::uint32_t> reader, writer;  ///< the last of each
    bool readers = false, writers = false;        ///< there are several
    bool differs = false;                         ///< not all that was written is the same
    std::uint8_t written = 0;
  };

  void run(const ThreadCode& code) {
    refuse_lost_writes(code);
    check_unsigned_orders(around_, {code}, nullptr);
    refuse_choices();
    execute(code);
  }

  /// Threads that run one after the other exchange nothing.
  void refuse_exchanges() const {
    for (std::size_t i = 0; i < entry_.statements.size(); ++i) {
      if (exchanges(entry_.code.instructions[i])) {
        refuse_order(entry_.statements[i].place, "exchange something here");
      }
    }
  }

  [[noreturn]] void refuse_order(SourcePlace place, const std::string& what) const {
    around_.source.fail(place,
                        "the setup " + quote(name_) + " is launched as <<<" +
                            shape_text(setup_.blocks) + ", " +
                            shape_text(setup_.threads_per_block) + ">>>, and its threads " + what +
                            ": they are run one after the other",
                        "name a setup whose threads touch nothing in common, or that has one");
  }

  void note_load(AddressId address, SourcePlace place) {
    const Element element = around_.memory.element_of(address);
    for (std::uint32_t i = 0; i < element.width; ++i) {
      Touched& touched = touched_at(element, i);
      if (touched.writers || touched.writer.value_or(thread_) != thread_) {
        refuse_order(place, "read here what others write");
      }
      touched.readers = touched.readers || touched.reader.value_or(thread_) != thread_;
      touched.reader = thread_;
    }
  }

  /// Where all store the same, and nobody reads it, no order can be told.
  void note_store(AddressId address, Value value, SourcePlace place) {
    const Element element = around_.memory.element_of(address);
    for (std::uint32_t i = 0; i < element.width; ++i) {
      const auto byte = static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i));
      Touched& touched = touched_at(element, i);
      touched.writers = touched.writers || touched.writer.value_or(thread_) != thread_;
      touched.differs = touched.differs || (touched.writer && touched.written != byte);
      touched.writer = thread_;
      touched.written = byte;
      const bool read = touched.readers || touched.reader.value_or(thread_) != thread_;
      if (read || (touched.writers && touched.differs)) {
        refuse_order(place, "write here what others read or write");
      }
    }
  }

  Touched& touched_at(const Element& element, std::uint32_t byte) {
    return touched_[{around_.memory.key_of(element.object), element.offset + byte}];
  }

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
      if (kind_of(instruction.action) == InstructionKind::asynchronous) {
        around_.source.fail(instruction.place,
                            "not modelled: the setup " + quote(name_) +
                                " starts what goes on by itself, or waits for it",
                            "let it load and store");
      }
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
        [&](InstructionId at, AddressId address) {
          note_load(address, code.instructions[at].place);
          return around_.memory.initial(address);
        },
        [&](InstructionId at, AddressId address, Value value) {
          note_store(address, value, code.instructions[at].place);
          around_.memory.set_initial(address, value);
        },
        [&](InstructionId at, Value pointer) { return pointed_at(code, at, pointer); }};
    const Aftermath after = run_alone(code.instructions, code.registers.size(), most_steps, memory);
    if (after.unfinished) {
      around_.source.fail(code.instructions[*after.unfinished].place,
                          "the setup " + quote(name_) + " has not ended after " +
                              std::to_string(most_steps) + " steps, and is here",
                          "each thread runs it alone: nobody does what it may be waiting for");
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
  std::uint32_t threads_ = 1;
  std::uint32_t thread_ = 0;  ///< that runs
  std::map<std::pair<std::string, Value>, Touched> touched_;
};

}  // namespace

void run_setup(Surroundings& around) { SetupRun(around).run(); }

}  // namespace opexplore::kernel
