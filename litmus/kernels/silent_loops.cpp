#include "litmus/kernels/silent_loops.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>

#include "code/uses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/place_text.hpp"

namespace opexplore::kernel {

namespace {

using Statements = std::set<std::size_t>;  // indices into Entry::statements

/// Whether the statement touches no memory, waits for nobody and stops nothing.
bool is_silent(const code::Instruction& instruction) {
  return code::computes(instruction) || jump_target(instruction) ||
         code::is<code::Pause>(instruction) || code::is<Fence>(instruction) ||
         code::is<ProxyFence>(instruction);
}

/// What is reachable from there, if all of it is silent and nothing of it ends.
std::optional<Statements> silent_from(const Entry& entry, std::size_t at) {
  Statements reached = {at};
  std::vector<std::size_t> pending = {at};
  while (!pending.empty()) {
    const std::size_t here = pending.back();
    pending.pop_back();
    if (here == entry.statements.size() || !is_silent(entry.code.instructions[here]))
      return std::nullopt;
    for (const std::size_t next : successors(entry.code, here)) {
      if (reached.insert(next).second) pending.push_back(next);
    }
  }
  return reached;
}

std::vector<Statements> loops_of(const Entry& entry) {
  std::vector<Statements> loops;
  for (std::size_t i = 0; i < entry.statements.size(); ++i) {
    const std::optional<std::size_t> head = jump_target(entry.code.instructions[i]);
    const auto has_head = [&](const Statements& loop) { return loop.contains(*head); };
    if (!head || *head > i || std::ranges::any_of(loops, has_head)) continue;
    std::optional<Statements> loop = silent_from(entry, *head);
    if (loop && loop->contains(i)) loops.push_back(std::move(*loop));
  }
  return loops;
}

/// Finds the loads that decide whether a thread enters a loop.
class Entrance {
 public:
  Entrance(const Entry& entry, const Statements& loop) : entry_(entry) {
    std::map<std::size_t, std::vector<std::size_t>> predecessors;
    for (std::size_t i = 0; i < entry.statements.size(); ++i) {
      uses_.push_back(uses_of(entry.code.instructions[i]));
      for (const std::size_t next : successors(entry.code, i)) predecessors[next].push_back(i);
    }
    Statements seen = loop;
    std::vector<std::size_t> pending(loop.begin(), loop.end());
    while (!pending.empty()) {
      const std::size_t here = pending.back();
      pending.pop_back();
      for (const std::size_t before : predecessors[here]) {
        if (!seen.insert(before).second) continue;
        if (entry.code.instructions[before].guard) {
          decided_by(uses_[before].read);
        } else {
          pending.push_back(before);  // there is no choice there
        }
      }
    }
  }

  /// None if something else has a say in it.
  Statements loads() const { return plain_ ? loads_ : Statements{}; }

 private:
  void decided_by(const std::vector<std::uint16_t>& registers) {
    for (const std::uint16_t reg : registers) {
      if (!seen_.insert(reg).second) continue;
      std::vector<std::size_t> writers;
      for (std::size_t i = 0; i < uses_.size(); ++i) {
        for (const auto* const written : {&uses_[i].written, &uses_[i].perhaps_written}) {
          if (std::ranges::find(*written, reg) != written->end()) writers.push_back(i);
        }
      }
      if (writers.size() == 1) {
        decided_by(writers.front());
      } else {
        plain_ = false;
      }
    }
  }

  void decided_by(std::size_t writer) {
    const code::Instruction& instruction = entry_.code.instructions[writer];
    if (!is_load(instruction)) {
      if (!is_silent(instruction)) plain_ = false;
      return decided_by(uses_[writer].read);
    }
    const auto& access = std::get<code::Access>(instruction.operation);
    if (access.space == Space::parameter) return;
    if (access.order.value_or(Order::weak) != Order::weak) plain_ = false;
    loads_.insert(writer);
  }

  const Entry& entry_;
  std::vector<code::Uses> uses_;
  std::set<std::uint16_t> seen_;
  Statements loads_;
  bool plain_ = true;
};

/// A loop in the programs of the threads that come to it.
struct Found {
  const Instruction* instruction = nullptr;  ///< one of the loop
  std::set<std::string> locations;           ///< that the loads in front of it read
};

void find(const Entry& entry, const Statements& loop, const Statements& loads, const Thread& thread,
          const Program& program, Found& found) {
  const auto is_of = [&](const Statements& statements, const Instruction& instruction) {
    return std::ranges::any_of(
        statements, [&](std::size_t i) { return entry.statements[i].place == instruction.place; });
  };
  const Instruction* mine = nullptr;
  for (const Instruction& instruction : thread.instructions) {
    if (is_of(loop, instruction)) mine = &instruction;
  }
  if (mine == nullptr) return;
  found.instruction = mine;
  for (const Instruction& instruction : thread.instructions) {
    const MemoryAccess* const access = memory_access(instruction.action);
    if (access != nullptr && is_of(loads, instruction)) {
      found.locations.insert(program.addresses[access->address].name);
    }
  }
}

/// "`a`, `b` and `c`".
std::string location_names(const std::set<std::string>& names) {
  std::string text;
  std::size_t left = names.size();
  for (const std::string& name : names) {
    if (!text.empty()) text += left == 1 ? " and " : ", ";
    text += '`' + name + '`';
    --left;
  }
  return text;
}

CompilerNote note_of(const Source& source, const Found& found) {
  constexpr std::size_t most_names = 3;
  std::optional<CodePlace> code = found.instruction->code;
  if (code && code->place.line == 0) code.reset();
  const std::string where =
      code ? to_string(*code) : source.path + ':' + std::to_string(found.instruction->place.line);
  if (found.locations.empty() || found.locations.size() > most_names) {
    return {"the loop at " + where + " never ends and never reads memory", code};
  }
  return {"the loop at " + where + " never reads memory again: the compiler read " +
              location_names(found.locations) + " once in front of it (" +
              (found.locations.size() == 1 ? "it is" : "they are") +
              " neither volatile nor atomic)",
          code};
}

/// Adds notes on the loops of a kernel or function.
void add_notes(const Surroundings& around, const Entry& entry,
               const std::vector<LaunchedExecutor>& threads, const Program& program,
               std::vector<CompilerNote>& notes) {
  const bool is_called = !std::ranges::any_of(
      threads, [&](const LaunchedExecutor& launched) { return launched.entry == &entry; });
  for (const Statements& loop : loops_of(entry)) {
    const Statements loads = Entrance(entry, loop).loads();
    Found found;
    for (std::size_t i = 0; i < threads.size(); ++i) {
      if (is_called || threads[i].entry == &entry) {
        find(entry, loop, loads, program.threads[i], program, found);
      }
    }
    if (found.instruction != nullptr) notes.push_back(note_of(around.source, found));
  }
}

}  // namespace

std::vector<CompilerNote> silent_loops(const Surroundings& around,
                                       const std::vector<LaunchedExecutor>& threads,
                                       const Program& program) {
  std::vector<CompilerNote> notes;
  std::set<const Entry*> seen;
  for (const LaunchedExecutor& launched : threads) {
    if (seen.insert(launched.entry).second) {
      add_notes(around, *launched.entry, threads, program, notes);
    }
  }
  for (const Entry& function : around.module.functions) {
    add_notes(around, function, threads, program, notes);
  }
  return notes;
}

}  // namespace opexplore::kernel
