#include "answers/findings/shader_fix.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "answers/findings/code_words.hpp"
#include "answers/findings/mend.hpp"
#include "answers/places.hpp"
#include "answers/side_search.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::kernel_fix {

namespace {

// The same line of the source; of a module without one, the same instruction.
bool same_line(const CodePlace& a, const CodePlace& b) {
  return a.file == b.file && a.place.line == b.place.line && a.place.line != 0;
}

CodePlace place_in(const Test& test, ThreadId thread, std::size_t at) {
  return place_of(test, thread, static_cast<InstructionId>(at));
}

// Whether the thread may come to the instruction again that it executes there.
bool returns(const Thread& thread, InstructionId at) {
  std::vector<bool> met(thread.instructions.size() + 1, false);
  std::vector<InstructionId> next{at};
  while (!next.empty()) {
    const InstructionId from = next.back();
    next.pop_back();
    if (from >= thread.instructions.size()) continue;
    for (const InstructionId to : successors_of(thread, from)) {
      if (to == at) return true;
      if (!met[to]) next.push_back(to);
      met[to] = true;
    }
  }
  return false;
}

// Where the line begins in the thread, if it does once, and in no loop.
std::optional<std::size_t> beginning(const Test& test, ThreadId thread, const CodePlace& line) {
  const Thread& code = test.program.threads[thread];
  std::optional<std::size_t> begin;
  for (std::size_t at = 0; at < code.instructions.size(); ++at) {
    if (!same_line(place_in(test, thread, at), line)) continue;
    const bool goes_on = at > 0 && same_line(place_in(test, thread, at - 1), line);
    if (goes_on) continue;
    if (begin) return std::nullopt;
    begin = at;
  }
  if (!begin || returns(code, static_cast<InstructionId>(*begin))) return std::nullopt;
  return begin;
}

// Puts actions before an instruction. Who jumps there comes to them.
void insert(Thread& thread, std::size_t at, const std::vector<Action>& actions) {
  const Instruction like = thread.instructions[at];
  for (Instruction& instruction : thread.instructions) {
    Branch* const branch = branch_of(instruction.action);
    if (branch == nullptr || branch->target <= at) continue;
    branch->target = static_cast<InstructionId>(branch->target + actions.size());
  }
  std::vector<Instruction> added;
  for (const Action& action : actions) added.push_back({action, like.place, "", like.code});
  thread.instructions.insert(thread.instructions.begin() + static_cast<std::ptrdiff_t>(at),
                             added.begin(), added.end());
}

VulkanAttributes attributes(VulkanScope scope, StorageClass orders, bool makes) {
  VulkanAttributes result;
  result.scope = scope;
  result.semantics = set_of(orders);
  result.make_available = result.make_visible = makes;
  return result;
}

// A change of the program and how it is said.
struct Change {
  Test test;
  std::vector<CodeEdit> edits;
  std::string declaration;  ///< what is declared otherwise, if something is
};

class Mender {
 public:
  Mender(const ShaderQuestion& question, Bug& bug)
      : question_(question),
        test_(question.run.asked.test),
        words_(vocabulary(question.run.asked.kernel->language)),
        bug_(bug),
        second_(place_of(test_, question.race.second_thread, question.race.second)),
        address_(*address_of(
            instruction_of(test_.program, question.race.second_thread, question.race.second)
                .action)) {}

  void run() {
    const Change as_it_is{test_, {}, {}};
    if (offer_orders(as_it_is) || offer(one_alone(as_it_is))) return;
    const std::optional<Change> declared = coherent(as_it_is);
    if (declared && !offer(declared)) offer_orders(*declared);
  }

 private:
  // An access, by the thread and the line that it stands in.
  struct Side {
    ThreadId thread = 0;
    InstructionId at = 0;
    CodePlace line;
  };

  Side side(ThreadId thread, InstructionId at) const {
    return {thread, at, place_of(test_, thread, at)};
  }

  // In a run that shows the race either may come first: the one that stands further down is tried
  // as the later one first.
  bool offer_orders(const Change& from) {
    const auto& race = question_.race;
    Side earlier = side(race.first_thread, race.first);
    Side later = side(race.second_thread, race.second);
    if (later.line.place.line < earlier.line.place.line) std::swap(earlier, later);
    return offer(barrier(from, later.line)) || offer(barrier(from, earlier.line)) ||
           offer(fences(from, earlier, later)) || offer(fences(from, later, earlier));
  }

  const Thread& thread(ThreadId id) const { return test_.program.threads[id]; }

  StorageClass memory_class() const {
    const auto& race = question_.race;
    return vulkan_of(instruction_of(test_.program, race.second_thread, race.second).action)
        ->storage_class;
  }

  // Where barriers of the language make memory available: in GLSL and HLSL its accesses do.
  bool barriers_make() const {
    const kernel::SourceLanguage language = question_.run.asked.kernel->language;
    return language != kernel::SourceLanguage::glsl && language != kernel::SourceLanguage::hlsl;
  }

  Fence memory_barrier() const {
    Fence fence;
    fence.order = Order::acq_rel;
    fence.vulkan = attributes(VulkanScope::queue_family, 0, barriers_make());
    return fence;
  }

  // Whether something can be put before the line: it has one statement, and the line before ends
  // one. Of a module each line has.
  bool stands_alone(const CodePlace& line) const {
    const kernel::Facts& facts = *question_.run.asked.kernel;
    if (facts.language == kernel::SourceLanguage::spirv) return true;
    if (std::ranges::count(line.text, ';') != 1 || facts.sources.empty()) return false;
    std::string_view text = facts.sources.front().text, before;
    for (std::uint32_t number = 1; number < line.place.line && !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (text.substr(0, end).find_first_not_of(" \t\r") != std::string_view::npos) {
        before = text.substr(0, end);
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    before = before.substr(0, before.find("//"));
    const std::size_t last = before.find_last_not_of(" \t\r");
    return last == std::string_view::npos ||
           std::string_view(";{}").find(before[last]) != std::string_view::npos;
  }

  CodeEdit before(const CodePlace& line, std::string text) const {
    return {CodeEdit::Where::before, line, std::move(text)};
  }

  // All threads of the workgroups meet before the later access.
  std::optional<Change> barrier(const Change& from, const CodePlace& later) const {
    const auto& race = question_.race;
    if (thread(race.first_thread).cta != thread(race.second_thread).cta) return std::nullopt;
    const bool buffer = memory_class() == 0;
    if (buffer && words_.buffer_barrier.empty()) return std::nullopt;
    if (!stands_alone(later)) return std::nullopt;
    const bool three = buffer && words_.in_three;
    Barrier barrier;
    barrier.instance = std::numeric_limits<Value>::max();  // no place in a module has this number
    barrier.order = Order::acq_rel;
    barrier.vulkan =
        attributes(VulkanScope::workgroup, three ? 1 : memory_class(), barriers_make());
    std::vector<Action> actions{barrier};
    if (three) actions = {memory_barrier(), barrier, memory_barrier()};
    Change change = from;
    for (std::size_t i = 0; i < test_.program.threads.size(); ++i) {
      const auto id = static_cast<ThreadId>(i);
      const auto at = beginning(from.test, id, later);
      if (!at) return std::nullopt;
      insert(change.test.program.threads[i], *at, actions);
    }
    change.edits.push_back(
        before(later, std::string(buffer ? words_.buffer_barrier : words_.barrier)));
    return change;
  }

  // What all of a workgroup store the first one stores alone, if it is one value.
  std::optional<Change> one_alone(const Change& from) const {
    const auto& race = question_.race;
    const CodePlace first = place_of(test_, race.first_thread, race.first);
    if (words_.one_alone.empty() || !same_line(first, second_)) return std::nullopt;
    if (!stands_alone(second_)) return std::nullopt;
    Change change = from;
    std::optional<Operand> value;
    std::set<std::uint32_t> met;
    for (Thread& thread : change.test.program.threads) {
      const bool is_first = met.insert(thread.cta).second;
      for (std::size_t at = 0; at < thread.instructions.size(); ++at) {
        Instruction& instruction = thread.instructions[at];
        if (!instruction.code || !same_line(*instruction.code, second_)) continue;
        const Store* const store = store_of(instruction.action);
        if (store == nullptr || !std::holds_alternative<Value>(store->value)) return std::nullopt;
        if (value && *value != store->value) return std::nullopt;
        value = store->value;
        Branch on;
        on.target = static_cast<InstructionId>(at + 1);
        if (!is_first) instruction.action = on;
      }
    }
    change.edits.push_back(before(second_, std::string(words_.one_alone)));
    return change;
  }

  // What is declared: a variable, or a member of a block.
  std::string declared(AddressId address) const {
    const std::string name = kernel_words::location(*question_.run.asked.kernel, address);
    return name.substr(0, name.find('['));
  }

  std::optional<Change> coherent(const Change& from) const {
    if (words_.coherent.empty() || memory_class() != 0) return std::nullopt;
    const std::string name = declared(address_);
    Change change = from;
    bool changed = false;
    for (Thread& thread : change.test.program.threads) {
      for (Instruction& instruction : thread.instructions) {
        const auto address = address_of(instruction.action);
        if (!address || declared(*address) != name) continue;
        VulkanAttributes& marks = *vulkan_of(instruction.action);
        if (marks.non_private) continue;
        changed = marks.non_private = true;
        marks.available = writes_memory(instruction.action);
        marks.visible = reads_memory(instruction.action);
        marks.scope = VulkanScope::queue_family;
      }
    }
    if (!changed) return std::nullopt;
    change.declaration = "declare `" + name + "` " + std::string(words_.coherent);
    return change;
  }

  // Memory barriers before the atomic by which the first thread says that it is done, and before
  // the later access.
  std::optional<Change> fences(const Change& from, const Side& earlier, const Side& later) const {
    if (words_.memory_barrier.empty() || memory_class() != 0) return std::nullopt;
    const auto& code = thread(earlier.thread).instructions;
    const auto is_atomic_write = [](const Instruction& instruction) {
      const VulkanAttributes* const marks = vulkan_of(instruction.action);
      const MemoryAccess* const access = memory_access(instruction.action);
      return marks != nullptr && access != nullptr && writes_memory(instruction.action) &&
             access->order != Order::weak;
    };
    const auto signal = std::find_if(code.begin() + earlier.at + 1, code.end(), is_atomic_write);
    if (signal == code.end()) return std::nullopt;
    const CodePlace line =
        place_in(test_, earlier.thread, static_cast<std::size_t>(signal - code.begin()));
    if (same_line(line, later.line)) return std::nullopt;
    if (!stands_alone(line) || !stands_alone(later.line)) return std::nullopt;
    Change change = from;
    for (const CodePlace* const where : {&line, &later.line}) {
      bool any = false;
      for (std::size_t i = 0; i < test_.program.threads.size(); ++i) {
        const auto id = static_cast<ThreadId>(i);
        const auto at = beginning(change.test, id, *where);
        if (!at) continue;
        any = true;
        insert(change.test.program.threads[i], *at, {memory_barrier()});
      }
      if (!any) return std::nullopt;
      change.edits.push_back(before(*where, std::string(words_.memory_barrier)));
    }
    return change;
  }

  // Whether it is a fix: then the bug has it.
  bool offer(const std::optional<Change>& change) {
    if (!change) return false;
    ExploreOptions options = side_search(question_.explore, most_states_per_change);
    options.find_deadlocks = true;
    const Answer report = explored_with(question_.machine, change->test, std::move(options));
    const bool ends = report.statistics.stuck_states == 0 && !report.outcomes.empty();
    if (!report.coverage.complete() || report.statistics.racy_states > 0 || !ends) {
      return false;
    }
    if (change->edits.empty()) {
      bug_.other_fixes.push_back(change->declaration + ": proved by exploring it, the bug is gone");
      return true;
    }
    CodeFix fix;
    fix.edits = change->edits;
    fix.proved = true;
    if (!change->declaration.empty()) fix.effect = change->declaration + " as well";
    bug_.fix = std::move(fix);
    return true;
  }

  const ShaderQuestion& question_;
  const Test& test_;
  const Vocabulary& words_;
  Bug& bug_;
  CodePlace second_;
  AddressId address_;
};

}  // namespace

void add_shader_fix(const ShaderQuestion& question, Bug& bug) { Mender(question, bug).run(); }

}  // namespace opexplore::kernel_fix
