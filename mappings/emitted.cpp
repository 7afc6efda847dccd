#include "mappings/emitted.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/kernel.hpp"
#include "mappings/compile.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {

Test with_locations_observed(Test source) {
  for (std::size_t i = 0; i < source.program.addresses.size(); ++i) {
    const Observable location = LocationTerm{static_cast<AddressId>(i)};
    const auto known = std::find(source.observables.begin(), source.observables.end(), location);
    if (known == source.observables.end()) source.observables.push_back(location);
  }
  source.shown = source.observables.size();
  return source;
}

namespace {

std::string result_name(std::size_t index) { return "r" + std::to_string(index); }

kernel::Launch launch_of(const Test& source, const CudaText& cuda, const std::string& path) {
  kernel::Launch launch;
  launch.path = path;
  launch.name = source.name;
  const Program& program = source.program;
  for (std::size_t i = 0; i < program.threads.size(); ++i) {
    const Thread& thread = program.threads[i];
    kernel::Grid grid;
    grid.entry = "P" + std::to_string(i);
    grid.threads = {{{}, {}, thread.gpu, thread.cta, thread.warp}};
    for (std::size_t k = 0; k < program.locations.size(); ++k) {
      const auto width = static_cast<std::uint32_t>(cuda.width[k]);
      grid.parameters.push_back(
          {std::to_string(k),
           kernel::Buffer{program.locations[k].name, 1, width, {program.locations[k].initial}}});
    }
    kernel::Results results;
    results.width = static_cast<std::uint32_t>(cuda.result_width[i]);
    for (std::size_t k = 0; k < cuda.results[i].size(); ++k) {
      results.registers.push_back(result_name(k));
    }
    const std::string last = std::to_string(program.locations.size());
    if (!results.registers.empty()) grid.parameters.push_back({last, std::move(results)});
    launch.grids.push_back(std::move(grid));
  }
  launch.question = "locations [";
  for (const Location& location : program.locations) launch.question += " " + location.name + ";";
  launch.question += " ]";
  return launch;
}

RegisterId register_named(const Thread& thread, const std::string& name) {
  const auto found = std::ranges::find(thread.registers, name, &Register::name);
  return static_cast<RegisterId>(found - thread.registers.begin());
}

AddressId address_named(const Program& program, const std::string& name) {
  const auto found = std::ranges::find(program.addresses, name, &Address::name);
  return static_cast<AddressId>(found - program.addresses.begin());
}

// A statement that reads memory which threads share, or writes it in an order.
bool is_shared_access(const kernel::Statement& statement) {
  const kernel::Mnemonic& mnemonic = statement.mnemonic;
  if (mnemonic.has("param") || mnemonic.has("local")) return false;
  return mnemonic.name.is("ld") || mnemonic.name.is("atom") || mnemonic.name.is("red");
}

/// Refuses accesses that are wider than every object. The results of a kernel are wide, too, but
/// only written, and compilers do not read words to write parts of them except in an atomic loop.
void require_one_size(const kernel::ModuleFile& file, const CudaText& cuda) {
  const std::size_t widest = std::ranges::max(cuda.width);
  for (const kernel::Entry& entry : file.module().entries) {
    for (const kernel::Statement& statement : entry.statements) {
      if (!is_shared_access(statement)) continue;
      for (const auto& modifier : statement.mnemonic.modifiers) {
        const auto type = kernel::type_named(modifier.text);
        if (!type || type->bits <= widest * 8) continue;
        throw InputError(file.source().path, statement.place,
                         "a mixed-size access: `" + statement.text + "` reads " +
                             std::to_string(type->bits) + " bits around an object of " +
                             std::to_string(widest * 8) +
                             "; PTX gives accesses of different sizes that overlap no order, and "
                             "no machine here says what they see",
                         "check objects of 32 or 64 bits");
      }
    }
  }
}

}  // namespace

Test emitted_test(const Test& source, const CudaText& cuda, std::string_view ptx,
                  const std::string& path) {
  const kernel::ModuleFile file(std::string(ptx), path);
  if (!cuda.width.empty()) require_one_size(file, cuda);
  kernel::LaunchedKernel read = kernel::read_launched(file, launch_of(source, cuda, path));
  kernel::require_all_executions(read);
  Test test = std::move(read.test);
  test.comments = {"compiled from the C++ test " + source.name};
  test.observables.clear();
  for (const Observable& observable : source.observables) {
    if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
      const std::vector<RegisterId>& results = cuda.results[term->thread];
      const auto index = std::ranges::find(results, term->reg) - results.begin();
      const Thread& thread = test.program.threads[term->thread];
      test.observables.emplace_back(RegisterTerm{
          term->thread, register_named(thread, result_name(static_cast<std::size_t>(index)))});
    } else {
      const Program& program = source.program;
      const Address& address = program.addresses[std::get<LocationTerm>(observable).address];
      const std::string& name = program.locations[address.location].name;
      test.observables.emplace_back(LocationTerm{address_named(test.program, name)});
    }
  }
  test.shown = source.shown;
  test.quantifier = source.quantifier;
  test.condition = source.condition;
  test.filter = source.filter;
  return test;
}

namespace {

std::string spelled(const std::string& name, Order order, Scope scope) {
  if (order == Order::weak) return name;
  return name + "." + std::string(to_string(order)) + "." + std::string(to_string(scope));
}

std::optional<MemoryOperation> operation_of(const Action& action, const Program& program) {
  using Result = std::optional<MemoryOperation>;
  const auto access = [&](const std::string& name, const MemoryAccess& made,
                          const std::string& operation = "") {
    const LocationId location = program.addresses[made.address].location;
    return MemoryOperation{
        spelled(name, made.order, made.scope) + operation + " " + program.locations[location].name,
        made.order == Order::weak};
  };
  return std::visit(Overloaded{
                        [&](const Load& load) -> Result { return access("ld", load); },
                        [&](const Store& store) -> Result { return access("st", store); },
                        [&](const Atomic& atomic) -> Result {
                          return access(atomic.destination ? "atom" : "red", atomic,
                                        "." + std::string(to_string(atomic.op)));
                        },
                        [](const AnyFence auto& fence) -> Result {
                          if (facts_of(fence).proxy) return std::nullopt;
                          return MemoryOperation{fence_text(fence), false};
                        },
                        [](const Barrier&) -> Result { return std::nullopt; },
                        [](const Arithmetic&) -> Result { return std::nullopt; },
                        [](const Branch&) -> Result { return std::nullopt; },
                        [](const Asynchronous&) -> Result { return std::nullopt; },  // refused
                    },
                    action);
}

std::vector<MemoryOperation> without_plain(std::vector<MemoryOperation> operations) {
  std::erase_if(operations, [](const MemoryOperation& operation) { return operation.plain; });
  return operations;
}

/// Ways through a kernel that differ in what is known have instructions of their own for one line
/// of it: the line counts once.
std::vector<MemoryOperation> operations_of(const Thread& thread, const Program& program,
                                           bool by_line) {
  std::vector<const Instruction*> instructions;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const Instruction& instruction : thread.instructions) {
    const bool first = seen.emplace(instruction.place.line, instruction.place.column).second;
    if (!by_line || first) instructions.push_back(&instruction);
  }
  if (by_line) {
    std::ranges::stable_sort(instructions, {}, [](const Instruction* instruction) {
      return std::pair(instruction->place.line, instruction->place.column);
    });
  }
  std::vector<MemoryOperation> result;
  for (const Instruction* const instruction : instructions) {
    if (auto operation = operation_of(instruction->action, program)) {
      result.push_back(std::move(*operation));
    }
  }
  return result;
}

/// Compilers subtract by adding.
MemoryOperation as_compilers_write(MemoryOperation operation) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    const std::size_t at = operation.text.find(from);
    if (at != std::string::npos) operation.text.replace(at, from.size(), to);
  };
  if (operation.text.rfind("atom", 0) == 0) replace(".sub ", ".add ");
  return operation;
}

}  // namespace

std::vector<std::vector<MemoryOperation>> memory_operations(const Test& test) {
  std::vector<std::vector<MemoryOperation>> result;
  for (const Thread& thread : test.program.threads) {
    result.push_back(operations_of(thread, test.program, true));
  }
  return result;
}

std::vector<TableDifference> differences_from(const Table& table, const Test& source,
                                              const Test& emitted, Width width) {
  const Test compiled = compile(source, table, width).test;
  const auto theirs = memory_operations(emitted);
  std::vector<TableDifference> result;
  for (std::size_t i = 0; i < compiled.program.threads.size(); ++i) {
    std::vector<MemoryOperation> ours =
        operations_of(compiled.program.threads[i], compiled.program, false);
    for (MemoryOperation& operation : ours) operation = as_compilers_write(std::move(operation));
    if (ours == theirs[i]) continue;
    const bool plain_only = without_plain(ours) == without_plain(theirs[i]);
    result.push_back({i, std::move(ours), theirs[i], plain_only});
  }
  return result;
}

namespace {

/// Values of 32 bits as signed numbers, whatever type each side computes in.
std::vector<bool> narrow_observables(const Test& source, const std::vector<std::size_t>& width) {
  std::vector<bool> result;
  for (const Observable& observable : source.observables) {
    if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
      const NumberType type = source.program.threads[term->thread].registers[term->reg].type;
      result.push_back(type != NumberType::s64 && type != NumberType::u64 &&
                       type != NumberType::b64);
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      result.push_back(width[source.program.addresses[address].location] <= 4);
    }
  }
  return result;
}

Outcome compared(Outcome values, const std::vector<bool>& narrow) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (narrow[i]) values[i] = as_type(NumberType::s32, values[i]);
  }
  return values;
}

std::string incomplete_reason(const std::string& which, const Answer& report) {
  return "the search of the " + which + " ended early: " + report.coverage.reason;
}

}  // namespace

EmittedCheck check_emitted(const EmittedProgram& program, const RunWith& source_machine,
                           const RunWith& emitted_machine) {
  const auto& [source, cuda, emitted] = program;
  EmittedCheck result;
  const auto refused = [&](const Test& test, const RunWith& with) {
    const auto reason = with.machine->refusal(test, with.options.machine);
    if (!reason) return false;
    result.kind = EmittedCheck::Kind::refused;
    result.reason = std::string(with.machine->name) + " cannot run it: " + reason->why;
    return true;
  };
  if (refused(source, source_machine) || refused(emitted, emitted_machine)) return result;
  const Answer allowed = source_machine.machine->explore(source, source_machine.options);
  if (allowed.race) {
    result.kind = EmittedCheck::Kind::undefined;
    result.reason = "the source has a data race: " + allowed.race_reason;
    return result;
  }
  result.emitted = emitted_machine.machine->explore(emitted, emitted_machine.options);
  const std::vector<bool> narrow = narrow_observables(source, cuda.width);
  std::set<Outcome> outcomes;
  for (const AnsweredOutcome& outcome : allowed.outcomes) {
    outcomes.insert(compared(outcome.values, narrow));
  }
  result.source_outcomes = outcomes.size();
  result.emitted_outcomes = result.emitted.outcomes.size();
  if (!allowed.coverage.complete()) {
    result.kind = EmittedCheck::Kind::incomplete;
    result.reason = incomplete_reason("source", allowed);
    return result;
  }
  for (const AnsweredOutcome& outcome : result.emitted.outcomes) {
    if (!outcomes.contains(compared(outcome.values, narrow))) result.missing.push_back(outcome);
  }
  if (!result.missing.empty()) {
    result.kind = EmittedCheck::Kind::unsound;
  } else if (!result.emitted.coverage.complete()) {
    result.kind = EmittedCheck::Kind::incomplete;
    result.reason = incomplete_reason("emitted program", result.emitted);
  }
  return result;
}

}  // namespace opexplore::mappings
