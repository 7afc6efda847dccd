#include "mappings/emitted.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "answers/findings/code_words.hpp"
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

// Compilers access what is around a smaller object in words.
constexpr std::uint32_t word_bytes = 4;

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
      const Value initial = program.locations[k].initial;
      const Value first = width < word_bytes ? initial & ((Value{1} << 8 * width) - 1) : initial;
      grid.parameters.push_back(
          {std::to_string(k),
           kernel::Buffer{program.locations[k].name, 1, std::max(width, word_bytes), {first}}});
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

// Where the value of a location of the source is: a small one lies at the beginning of a word,
// which is divided if nothing takes it in one piece.
AddressId place_of(const Program& program, const std::string& name) {
  const AddressId whole = address_named(program, name);
  return whole < program.addresses.size() ? whole : address_named(program, name + "_at_0");
}

}  // namespace

kernel::LaunchedKernel emitted_kernel(const Test& source, const CudaText& cuda,
                                      std::string_view ptx, const std::string& path) {
  const kernel::ModuleFile file(std::string(ptx), path);
  kernel::LaunchedKernel read = kernel::read_launched(file, launch_of(source, cuda, path));
  kernel::require_all_executions(read);
  Test& test = read.test;
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
      test.observables.emplace_back(LocationTerm{place_of(test.program, name)});
    }
  }
  test.shown = source.shown;
  test.quantifier = source.quantifier;
  test.condition = source.condition;
  test.filter = source.filter;
  return read;
}

Test emitted_test(const Test& source, const CudaText& cuda, std::string_view ptx,
                  const std::string& path) {
  return emitted_kernel(source, cuda, ptx, path).test;
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

/// How many bits the observables have.
std::vector<std::size_t> bits_of_observables(const Test& source,
                                             const std::vector<std::size_t>& width) {
  std::vector<std::size_t> result;
  for (const Observable& observable : source.observables) {
    if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
      const NumberType type = source.program.threads[term->thread].registers[term->reg].type;
      const bool wide =
          type == NumberType::s64 || type == NumberType::u64 || type == NumberType::b64;
      result.push_back(wide ? 64 : 32);
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      result.push_back(8 * width[source.program.addresses[address].location]);
    }
  }
  return result;
}

/// As signed numbers, whatever type each side computes in. What has more bits stays: something was
/// written beside a small object.
Outcome compared(Outcome values, const std::vector<std::size_t>& bits) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (bits[i] == 64) continue;
    if (bits[i] == 32) values[i] = as_type(NumberType::s32, values[i]);
    const Value half = Value{1} << (bits[i] - 1);
    if (bits[i] < 32 && values[i] >= half && values[i] < 2 * half) values[i] -= 2 * half;
  }
  return values;
}

std::string access_text(const EmittedProgram& program, ThreadId thread, InstructionId at) {
  const Instruction& made = program.emitted.program.threads[thread].instructions[at];
  return "P" + std::to_string(thread) + " accesses " +
         std::to_string(kernel_words::bytes_of(program.emitted, *program.facts, thread, at)) +
         " bytes at line " + std::to_string(made.place.line);
}

/// Two accesses that nothing orders and that overlap in part; empty if there are none.
std::string mixed_size_race(const EmittedProgram& program, const Answer& answer) {
  for (const AnsweredDataRace& race : answer.data_races) {
    const RacingPair& pair = race.pair;
    const auto bytes = [&](ThreadId thread, InstructionId at) {
      return kernel_words::bytes_of(program.emitted, *program.facts, thread, at);
    };
    const std::uint32_t first = bytes(pair.first_thread, pair.first);
    const std::uint32_t second = bytes(pair.second_thread, pair.second);
    if (first == second || first == 0 || second == 0) continue;
    return access_text(program, pair.first_thread, pair.first) + ", " +
           access_text(program, pair.second_thread, pair.second) + ", and nothing orders them";
  }
  return "";
}

std::string incomplete_reason(const std::string& which, const Answer& report) {
  return "the search of the " + which + " ended early: " + report.coverage.reason;
}

// What the two answers say of each other. Where mixed-size data races are looked for, a search that
// was cut may have missed one.
void compare_outcomes(const EmittedProgram& program, const Answer& allowed, EmittedCheck& result) {
  const auto& [source, cuda, emitted, facts] = program;
  const std::vector<std::size_t> bits = bits_of_observables(source, cuda.width);
  std::set<Outcome> outcomes;
  for (const AnsweredOutcome& outcome : allowed.outcomes) {
    outcomes.insert(compared(outcome.values, bits));
  }
  result.source_outcomes = outcomes.size();
  result.emitted_outcomes = result.emitted.outcomes.size();
  if (!allowed.coverage.complete()) {
    result.kind = EmittedCheck::Kind::incomplete;
    result.reason = incomplete_reason("source", allowed);
    return;
  }
  for (const AnsweredOutcome& outcome : result.emitted.outcomes) {
    if (!outcomes.contains(compared(outcome.values, bits))) result.missing.push_back(outcome);
  }
  const bool whole = result.emitted.coverage.complete();
  if (!result.missing.empty() && (whole || facts == nullptr)) {
    result.kind = EmittedCheck::Kind::unsound;
  } else if (!whole) {
    result.kind = EmittedCheck::Kind::incomplete;
    result.reason = incomplete_reason("emitted program", result.emitted);
  }
}

}  // namespace

EmittedCheck check_emitted(const EmittedProgram& program, const RunWith& source_machine,
                           const RunWith& emitted_machine) {
  const auto& [source, cuda, emitted, facts] = program;
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
  ExploreOptions options = emitted_machine.options;
  options.machine.races = facts != nullptr && emitted_machine.machine->flags_data_races;
  result.emitted = emitted_machine.machine->explore(emitted, options);
  if (facts != nullptr) result.reason = mixed_size_race(program, result.emitted);
  if (!result.reason.empty()) {
    result.kind = EmittedCheck::Kind::mixed_size;
    return result;
  }
  compare_outcomes(program, allowed, result);
  return result;
}

}  // namespace opexplore::mappings
