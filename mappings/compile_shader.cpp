#include "mappings/compile_shader.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "litmus/language/writer.hpp"
#include "mappings/instantiate.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings::detail {
namespace {

// What is left of an operation without its registers, its location and, of a read-modify-write of
// any kind, without that.
auto bare(const Action& action, bool any_op) {
  const Atomic* const atomic = read_modify_write(action);
  const bool op = atomic != nullptr && !any_op;
  return std::tuple(kind_of(action), *order_of(action), *vulkan_of(action),
                    op ? std::optional(atomic->op) : std::nullopt,
                    atomic != nullptr ? atomic->failure : Order::relaxed);
}

bool is_operation(const Action& action) {
  return memory_access(action) || fence_of(action) || barrier_of(action);
}

class ShaderCompiler {
 public:
  ShaderCompiler(const Test& source, const Table& table) : source_(source), table_(table) {}

  Compiled compile() {
    Test& test = compiled_.test;
    test = source_;
    test.name += "-" + table_.name;
    test.comments.push_back("compiled from the Vulkan test " + source_.name + " with the table " +
                            table_.name);
    for (Thread& thread : test.program.threads) compile_thread(thread);
    for (Thread& thread : test.program.threads) {
      for (Instruction& instruction : thread.instructions) {
        instruction.text = opexplore::to_string(instruction.action, thread, test.program);
      }
    }
    return std::move(compiled_);
  }

 private:
  [[noreturn]] void fail(const Instruction& at, const std::string& message,
                         const std::string& suggestion = "") const {
    throw MappingError(source_.path, at.place, message, suggestion);
  }

  EntryId entry_for(const Instruction& instruction) const {
    const Table& meanings = meanings_of(table_);
    const auto meaning = operation_meaning(instruction.action, meanings);
    if (!meaning) {
      fail(instruction, meanings.name + " has no operation that means this",
           "opmap tables " + meanings.name + " lists what it has");
    }
    const std::string& spelled = meanings.at(*meaning).spelled;
    const auto id = find_spelled(table_, spelled);
    if (!id) fail(instruction, "the table " + table_.name + " has no entry for " + spelled);
    if (!table_.at(*id).refused.empty()) {
      fail(instruction, "the compiler of the table " + table_.name + " refuses " + spelled + ": " +
                            table_.at(*id).refused);
    }
    return *id;
  }

  void compile_thread(Thread& thread) {
    const std::vector<Instruction> source = std::move(thread.instructions);
    thread.instructions.clear();
    Scratch scratch(thread);
    std::vector<std::optional<EntryId>> entries(source.size());
    std::vector<InstructionId> origin, starts;
    std::vector<std::size_t> jumps;
    for (std::size_t i = 0; i < source.size(); ++i) {
      starts.push_back(static_cast<InstructionId>(thread.instructions.size()));
      if (branch_of(source[i].action)) jumps.push_back(starts.back());
      if (is_operation(source[i].action)) {
        scratch.release();
        entries[i] = entry_for(source[i]);
        emit(source[i], table_.at(*entries[i]).code, scratch, thread);
      } else {
        thread.instructions.push_back(source[i]);
      }
      origin.resize(thread.instructions.size(), static_cast<InstructionId>(i));
    }
    starts.push_back(static_cast<InstructionId>(thread.instructions.size()));
    for (const std::size_t jump : jumps) {
      Branch& branch = *branch_of(thread.instructions[jump].action);
      branch.target = starts[branch.target];
    }
    for (std::size_t i = 0; i < thread.registers.size(); ++i) {
      if (thread.registers[i].name.empty()) thread.registers[i].name = free_name(thread);
    }
    compiled_.entries.push_back(std::move(entries));
    compiled_.origin.push_back(std::move(origin));
  }

  static std::string free_name(const Thread& thread) {
    for (std::size_t number = 0;; ++number) {
      std::string name = "r" + std::to_string(number);
      if (std::ranges::find(thread.registers, name, &Register::name) == thread.registers.end()) {
        return name;
      }
    }
  }

  static void emit(const Instruction& instruction, const Template& code, Scratch& scratch,
                   Thread& thread) {
    const SourceOperation operation = shader_operation(instruction.action);
    for (Action& action : instantiate(code, operation, {}, type_of(operation, thread), scratch)) {
      thread.instructions.push_back({std::move(action), instruction.place, ""});
    }
  }

  static SourceOperation shader_operation(const Action& action) {
    if (const Barrier* const barrier = barrier_of(action)) {
      SourceOperation result;
      result.barrier = barrier->instance;
      return result;
    }
    return *source_operation(action, Width::bits32);
  }

  const Test& source_;
  const Table& table_;
  Compiled compiled_;
};

}  // namespace

std::optional<EntryId> operation_meaning(const Action& action, const Table& meanings) {
  for (std::size_t i = 0; i < meanings.entries.size(); ++i) {
    const Template& code = meanings.entries[i].code;
    if (code.steps.size() != 1) continue;
    const Step& step = code.steps.front();
    if (step.action.index() != action.index()) continue;
    if (bare(step.action, step.source_op) == bare(action, step.source_op)) {
      return EntryId{static_cast<std::uint16_t>(i)};
    }
  }
  return std::nullopt;
}

Compiled compile_shader(const Test& source, const Table& table) {
  return ShaderCompiler(source, table).compile();
}

}  // namespace opexplore::mappings::detail
