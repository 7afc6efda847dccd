#include "mappings/compile.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"
#include "litmus/language/writer.hpp"
#include "mappings/compile_shader.hpp"
#include "mappings/instantiate.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {
namespace {

using detail::SourceOperation;

// The entries that the table has for the operation in other orders, for the suggestion.
std::string known_orders(const Table& table, const Request& request) {
  std::string text;
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    const Entry& entry = table.entries[i];
    Request other = request;
    other.order = entry.order;
    other.failure = entry.failure;
    if (find(table, other) != EntryId{static_cast<std::uint16_t>(i)}) continue;
    if (!entry.refused.empty()) continue;
    text += (text.empty() ? "" : "; ") + to_string(entry);
  }
  return text;
}

std::string describe(const Request& request) {
  Entry entry;
  entry.operation = request.operation;
  entry.order = request.order;
  entry.failure = request.failure;
  entry.width = request.width;
  if (request.order != Order::weak) entry.scope = request.scope;
  return to_string(entry);
}

class Compiler {
 public:
  Compiler(const Test& source, const Table& table, Width width)
      : source_(source), table_(table), width_(width) {}

  Compiled compile() {
    if (source_.program.language != Language::cxx) {
      throw MappingError(source_.path, {},
                         "only C++ tests are compiled, this one is in " +
                             std::string(to_string(source_.program.language)));
    }
    require_fits(source_, width_);
    compiled_.test = source_;
    compiled_.test.name += "-" + table_.name;
    if (width_ != Width::bits32) {
      compiled_.test.name += "-" + std::to_string(static_cast<int>(width_)) + "bit";
    }
    compiled_.test.comments.push_back("compiled from the C++ test " + source_.name +
                                      " with the table " + table_.name);
    Program& program = compiled_.test.program;
    program.language = table_.target;
    if (program.language == Language::ptx) name_addresses(program);
    for (Thread& thread : program.threads) compile_thread(thread);
    // Only now the threads are complete, and with them the names.
    for (Thread& thread : program.threads) {
      for (Instruction& instruction : thread.instructions) {
        instruction.text = opexplore::to_string(instruction.action, thread, program);
      }
    }
    return std::move(compiled_);
  }

 private:
  [[noreturn]] void fail(const Instruction& at, const std::string& message,
                         const std::string& suggestion = "") const {
    throw MappingError(source_.path, at.place, message, suggestion);
  }

  void compile_thread(Thread& thread) {
    const std::vector<Instruction> source = std::move(thread.instructions);
    thread.instructions.clear();
    detail::Scratch scratch(thread);
    std::vector<std::optional<EntryId>> entries;
    std::vector<InstructionId> origin;
    std::vector<std::size_t> starts;
    std::vector<std::size_t> jumps;
    for (std::size_t i = 0; i < source.size(); ++i) {
      starts.push_back(thread.instructions.size());
      scratch.release();
      const std::optional<SourceOperation> operation =
          detail::source_operation(source[i].action, width_);
      if (operation) {
        entries.emplace_back(entry_for(source[i], operation->request));
        emit(source[i], *operation, *entries.back(), scratch, thread);
      } else {
        entries.emplace_back(std::nullopt);
        if (branch_of(source[i].action)) jumps.push_back(starts.back());
        copy(source[i], thread);
      }
      origin.resize(thread.instructions.size(), static_cast<InstructionId>(i));
    }
    starts.push_back(thread.instructions.size());
    for (const std::size_t jump : jumps) {
      Branch& branch = *branch_of(thread.instructions[jump].action);
      branch.target = static_cast<InstructionId>(starts[branch.target]);
    }
    check_limits(source, thread);
    name_registers(thread);
    compiled_.entries.push_back(std::move(entries));
    compiled_.origin.push_back(std::move(origin));
  }

  EntryId entry_for(const Instruction& instruction, const Request& request) const {
    const std::optional<EntryId> id = find(table_, request);
    const bool refused = id && !table_.at(*id).refused.empty();
    if (id && !refused) return *id;
    const std::string known = known_orders(table_, request);
    const std::string advice = known.empty() ? "choose another table" : "it has " + known;
    if (refused) {
      fail(instruction,
           "the compiler of the table " + table_.name + " refuses " + describe(request) + ": " +
               table_.at(*id).refused,
           advice);
    }
    fail(instruction, "the table " + table_.name + " has no entry for " + describe(request),
         advice);
  }

  // What {scope} stands for; of a non-atomic access nothing does.
  Scope scope_for(const Instruction& instruction, const Request& request) const {
    if (request.order == Order::weak) return request.scope;
    const MappedScope& mapped = table_.mapped(request.scope);
    if (mapped.scope) return *mapped.scope;
    const std::string scope = std::string(cxx_name(request.scope)) + " scope";
    if (!mapped.refused.empty()) {
      fail(instruction,
           "the compiler of the table " + table_.name + " has no " + scope + ": " + mapped.refused);
    }
    fail(instruction, "the table " + table_.name + " says nothing of " + scope,
         "give it a member \"scopes\" that does");
  }

  void emit(const Instruction& instruction, const SourceOperation& operation, EntryId entry,
            detail::Scratch& scratch, Thread& thread) const {
    require_plain(instruction);
    const Scope scope = scope_for(instruction, operation.request);
    const std::size_t first = thread.instructions.size();
    for (Action& action : detail::instantiate(table_.at(entry).code, operation, scope,
                                              detail::type_of(operation, thread), scratch)) {
      if (Branch* const branch = branch_of(action)) {
        branch->target = static_cast<InstructionId>(first + branch->target);
      }
      thread.instructions.push_back({std::move(action), instruction.place, ""});
    }
  }

  void copy(const Instruction& instruction, Thread& thread) const {
    // Those of C++ have become operations.
    if (fence_of(instruction.action)) {
      fail(instruction, "C++ has no proxy fences, and so no table has an entry for one");
    }
    thread.instructions.push_back(instruction);
  }

  // C++ has no proxies and no cache operators.
  void require_plain(const Instruction& instruction) const {
    const MemoryAccess* const access = memory_access(instruction.action);
    if (access == nullptr) return;
    if (access->proxy != Proxy::generic || access->annotation != Annotation::none) {
      fail(instruction, "no table says what an access through a proxy or with a cache operator is");
    }
  }

  void check_limits(const std::vector<Instruction>& source, const Thread& thread) const {
    if (source.empty()) return;
    if (thread.registers.size() > max_registers) {
      fail(source.back(), "the compiled thread has " + std::to_string(thread.registers.size()) +
                              " registers, more than " + std::to_string(max_registers));
    }
    if (thread.instructions.size() > max_instructions) {
      fail(source.back(), "the compiled thread has " + std::to_string(thread.instructions.size()) +
                              " instructions, more than " + std::to_string(max_instructions));
    }
  }

  // Registers are r0, r1, … in PTX, and predicates p0, p1, …. Others, and new ones, get free names.
  static void name_registers(Thread& thread) {
    std::set<std::string> taken;
    const auto is_name = [](const Register& reg) {
      return opexplore::detail::is_register(reg.name) ||
             (opexplore::detail::is_predicate(reg.name) && reg.type == NumberType::pred);
    };
    for (const Register& reg : thread.registers) {
      if (is_name(reg)) taken.insert(reg.name);
    }
    for (Register& reg : thread.registers) {
      if (is_name(reg)) continue;
      const std::string letter = reg.type == NumberType::pred ? "p" : "r";
      std::size_t number = 0;
      while (taken.contains(letter + std::to_string(number))) ++number;
      reg.name = letter + std::to_string(number);
      taken.insert(reg.name);
    }
  }

  // A location of C++ can be called like a register or a thread of PTX, or like a part of the
  // question.
  static void name_addresses(Program& program) {
    const auto taken = [&](const std::string& name) {
      return std::any_of(program.addresses.begin(), program.addresses.end(),
                         [&](const Address& address) { return address.name == name; });
    };
    for (Address& address : program.addresses) {
      if (is_location_name(address.name)) continue;
      std::string name = address.name + "_";
      while (taken(name)) name += "_";
      for (Location& location : program.locations) {
        if (location.name == address.name) location.name = name;
      }
      address.name = name;
    }
  }

  static bool is_location_name(const std::string& name) {
    static const std::set<std::string> words{"exists", "forall",    "filter", "locations",
                                             "final",  "with",      "not",    "true",
                                             "false",  "ScopeTree", "shared", "global"};
    return !opexplore::detail::is_register(name) && !opexplore::detail::is_predicate(name) &&
           !opexplore::detail::thread_number(name) &&
           !opexplore::detail::thread_number(name, 'T') && !words.contains(name);
  }

  const Test& source_;
  const Table& table_;
  Width width_;
  Compiled compiled_;
};

}  // namespace

void require_fits(const Test& source, Width width) {
  if (width == Width::bits32) return;
  const auto bits = static_cast<unsigned>(width);
  const auto check = [&](Value value, SourcePlace place) {
    if (value >= -(Value{1} << (bits - 1U)) && value < (Value{1} << bits)) return;
    throw MappingError(source.path, place,
                       "the value " + std::to_string(value) + " does not fit into " +
                           std::to_string(bits) + " bits");
  };
  for (const Location& location : source.program.locations) check(location.initial, {});
  for (const Thread& thread : source.program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const auto operation = detail::source_operation(instruction.action, width);
      if (!operation) continue;
      for (const Operand& operand : {operation->value, operation->expected}) {
        if (const auto* const number = std::get_if<Value>(&operand)) {
          check(*number, instruction.place);
        }
      }
    }
  }
}

Compiled compile(const Test& source, const Table& table, Width width) {
  if (table.language.empty()) return Compiler(source, table, width).compile();
  if (source.program.language != Language::vulkan) {
    throw MappingError(source.path, {},
                       "the table " + table.name + " is about " + table.language +
                           ", which is tested in Vulkan's dialect; this test is in " +
                           std::string(to_string(source.program.language)));
  }
  return detail::compile_shader(source, table);
}

Test compiled_through(std::span<const Table> tables, Test test, Width width) {
  for (const Table& table : tables) test = compile(test, table, width).test;
  return test;
}

}  // namespace opexplore::mappings
