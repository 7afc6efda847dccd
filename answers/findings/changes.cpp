#include "answers/findings/changes.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

#include "answers/findings/code_words.hpp"
#include "answers/places.hpp"
#include "answers/why/edit.hpp"
#include "litmus/kernels/cuda_loops.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel_changes {

namespace {

using why_parts::Spot;

bool is_fence(const Edit& edit) { return fence_of(edit.action).has_value(); }

bool only_fences(const Remedy& remedy) { return std::ranges::all_of(remedy, is_fence); }

// An access to bytes that others access in another size cannot be made stronger.
bool is_possible(const AnsweredTest& run, const Edit& edit) {
  return memory_access(edit.action) == nullptr ||
         !kernel_words::differs_in_size(run.asked.test, *run.asked.kernel, edit.thread,
                                        edit.instruction);
}

bool is_possible(const AnsweredTest& run, const Remedy& change) {
  return !change.empty() &&
         std::ranges::all_of(change, [&](const Edit& edit) { return is_possible(run, edit); });
}

// Of each missing row the remedy that is preferred.
Remedy chosen(const std::vector<WhyRow>& rows, bool fences) {
  Remedy edits;
  for (const WhyRow& row : rows) {
    if (row.status != RowStatus::missing || row.remedies.empty()) continue;
    auto remedy = std::ranges::find_if(
        row.remedies, [&](const Remedy& one) { return only_fences(one) == fences; });
    if (remedy == row.remedies.end()) remedy = row.remedies.begin();
    edits.insert(edits.end(), remedy->begin(), remedy->end());
  }
  return edits;
}

// A fence behind an access, right before the later one of its thread.
Remedy beside(Remedy edits, const std::optional<BugPlace>& next) {
  if (!next) return edits;
  for (Edit& edit : edits) {
    if (!is_fence(edit) || edit.where != Edit::Where::after) continue;
    if (edit.thread != next->thread || edit.instruction >= next->instruction) continue;
    edit.where = Edit::Where::before;
    edit.instruction = next->instruction;
  }
  return edits;
}

bool is_access(const Edit& edit) { return memory_access(edit.action) != nullptr; }

const MemoryAccess& access_at(const Test& test, const BugPlace& at) {
  return *memory_access(test.program.threads[at.thread].instructions[at.instruction].action);
}

bool is_strong(const Test& test, const BugPlace& at) {
  return access_at(test, at).order != Order::weak;
}

// What includes both threads; of one block, too, a device: atomics of CUDA have it where nothing is
// said.
Scope needed_scope(const Test& test, const BugPlace& first, const BugPlace& second) {
  const auto& threads = test.program.threads;
  return std::max(common_scope(threads[first.thread], threads[second.thread]), Scope::gpu);
}

Spot spot_of(const BugPlace& at) { return {at.thread, at.instruction}; }

// Whether the line is in a loop; nothing if its source is not there.
std::optional<bool> is_in_loop(const AnsweredTest& run, const BugPlace& at) {
  const CodePlace line = place_of(run.asked.test, at.thread, at.instruction);
  const auto& sources = run.asked.kernel->sources;
  const auto source = std::ranges::find(sources, line.file, &SourceText::file);
  if (source == sources.end()) return std::nullopt;
  return kernel::in_loop(source->text, line.place.line);
}

}  // namespace

Changes by_rows(const AnsweredTest& run, const std::vector<WhyRow>& rows,
                std::optional<BugPlace> next) {
  const Remedy fences = chosen(rows, true), accesses = chosen(rows, false);
  Changes changes;
  for (Remedy change : {beside(fences, next), fences, accesses}) {
    if (is_possible(run, change)) changes.likely.push_back(std::move(change));
  }
  if (is_possible(run, accesses) && std::ranges::all_of(accesses, is_access)) {
    changes.otherwise = accesses;
  }
  return changes;
}

namespace {

// Places where barriers may be put.
class BarrierPlaces {
 public:
  // `mates`: the threads that have to come; `strangers`: those that must not.
  BarrierPlaces(const Test& test, std::vector<ThreadId> mates, std::vector<ThreadId> strangers,
                Barrier barrier)
      : test_(test),
        mates_(std::move(mates)),
        strangers_(std::move(strangers)),
        barrier_(std::move(barrier)) {}

  // In front of all that the thread does at that line, or behind it: there a reader puts it.
  void add_at_line(const BugPlace& at, bool before, std::vector<Remedy>& changes) const {
    const auto& code = test_.program.threads[at.thread].instructions;
    const CodePlace line = place_of(test_, at.thread, at.instruction);
    const int step = before ? -1 : 1;
    std::optional<InstructionId> edge;
    for (int i = at.instruction; i >= 0 && i < static_cast<int>(code.size()); i += step) {
      const auto other = static_cast<InstructionId>(i);
      const CodePlace here = place_of(test_, at.thread, other);
      if (here.file != line.file || here.place.line != line.place.line) break;
      if (all_come(at.thread, other)) edge = other;
    }
    if (!edge || *edge == at.instruction) return;
    changes.push_back(
        {inserted(at.thread, *edge, before ? Edit::Where::before : Edit::Where::after)});
  }

  // The same where compilers have made different things of the line for different threads: in front
  // of what each of them does there, as often as it comes by, or behind it. Precondition: the line
  // is in no loop, whose turns could not be told apart.
  void add_at_line_of_each(const BugPlace& at, bool before, std::vector<Remedy>& changes) const {
    const CodePlace line = place_of(test_, at.thread, at.instruction);
    if (line.place.line == 0) return;
    Remedy change;
    const std::size_t times = edges_of(at.thread, line, before).size();
    for (std::size_t t = 0; t < test_.program.threads.size(); ++t) {
      const auto thread = static_cast<ThreadId>(t);
      const std::vector<InstructionId> edges = edges_of(thread, line, before);
      // Who comes by less often would be waited for.
      if (std::ranges::find(mates_, thread) != mates_.end() && edges.size() != times) return;
      if (std::ranges::find(strangers_, thread) != strangers_.end() && !edges.empty()) return;
      if (std::ranges::find(mates_, thread) == mates_.end()) continue;
      for (const InstructionId edge : edges) {
        change.push_back(inserted(thread, edge, before ? Edit::Where::before : Edit::Where::after));
        change.back().alone = true;
      }
    }
    changes.push_back(std::move(change));
  }

  // In front of the instruction, behind it, or, if not all come there, beside the nearest one of
  // its thread to which all come.
  void add(const BugPlace& at, bool before, std::vector<Remedy>& changes) const {
    const auto& code = test_.program.threads[at.thread].instructions;
    const auto where = [&](bool front) { return front ? Edit::Where::before : Edit::Where::after; };
    if (all_come(at.thread, at.instruction)) {
      changes.push_back({inserted(at.thread, at.instruction, where(before))});
      return;
    }
    // Not all come to the one in front: behind what all have done before; and the other way round.
    const int step = before ? -1 : 1;
    for (int i = at.instruction + step; i >= 0 && i < static_cast<int>(code.size()); i += step) {
      const auto other = static_cast<InstructionId>(i);
      if (!all_come(at.thread, other)) continue;
      changes.push_back({inserted(at.thread, other, where(!before))});
      return;
    }
  }

 private:
  Edit inserted(ThreadId thread, InstructionId at, Edit::Where where) const {
    return why_parts::inserted(test_, {thread, at}, where, barrier_);
  }

  // The first or last accesses of each stretch of the thread's code that is of that line.
  std::vector<InstructionId> edges_of(ThreadId thread, const CodePlace& line, bool first) const {
    std::vector<InstructionId> edges;
    const auto& code = test_.program.threads[thread].instructions;
    bool inside = false;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (memory_access(code[i].action) == nullptr) continue;
      const auto id = static_cast<InstructionId>(i);
      const CodePlace here = place_of(test_, thread, id);
      const bool was_inside = inside;
      inside = here.file == line.file && here.place.line == line.place.line;
      if (!inside) continue;
      if (!was_inside) {
        edges.push_back(id);
      } else if (!first) {
        edges.back() = id;
      }
    }
    return edges;
  }

  // Whether it is an access at a line of the source, or a barrier, at which all threads are.
  bool all_come(ThreadId thread, InstructionId at) const {
    const Instruction& here = test_.program.threads[thread].instructions[at];
    if (memory_access(here.action) == nullptr && barrier_of(here.action) == nullptr) return false;
    if (!here.code && here.place.line == 0) return false;
    const auto comes = [&](ThreadId other) {
      return std::ranges::any_of(
          test_.program.threads[other].instructions, [&](const Instruction& its) {
            const bool same = here.code ? its.code == here.code : its.place == here.place;
            return same && kind_of(its.action) == kind_of(here.action);
          });
    };
    return std::ranges::all_of(mates_, comes) && std::ranges::none_of(strangers_, comes);
  }

  const Test& test_;
  std::vector<ThreadId> mates_, strangers_;
  Barrier barrier_;
};

template <class IsMate>
std::vector<ThreadId> mates_of(const Program& program, ThreadId thread, const IsMate& is_mate) {
  std::vector<ThreadId> mates;
  const Thread& mine = program.threads[thread];
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& other = program.threads[t];
    if (other.gpu == mine.gpu && other.cta == mine.cta && is_mate(other)) {
      mates.push_back(static_cast<ThreadId>(t));
    }
  }
  return mates;
}

// A number that no barrier of the program has.
Value free_number(const Program& program) {
  Value number = 0;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Barrier* const barrier = barrier_of(instruction.action);
      if (barrier == nullptr) continue;
      number = std::max(number, barrier->instance + 1);
      const auto* const id = barrier->id ? std::get_if<Value>(&*barrier->id) : nullptr;
      if (id != nullptr) number = std::max(number, *id + 1);
    }
  }
  return number;
}

// `__syncthreads()` is barrier 0, aligned (PTX ISA 9.7.13.1). It is an instruction of its own, so
// that threads which meet there and others that wait at another one are told apart.
Barrier block_barrier(const Program& program) {
  Barrier barrier;
  barrier.id = Operand{Value{0}};
  barrier.instance = free_number(program);
  barrier.aligned = true;
  return barrier;
}

Barrier warp_barrier(const Program& program, std::size_t threads) {
  Barrier barrier;
  barrier.instance = free_number(program);
  barrier.id = Operand{barrier.instance};
  barrier.quorum = Operand{static_cast<Value>(threads)};
  return barrier;
}

}  // namespace

std::vector<Remedy> by_barrier(const AnsweredTest& run, const BugPlace& first,
                               const BugPlace& second) {
  const Program& program = run.asked.test.program;
  const Thread& one = program.threads[first.thread];
  const Thread& other = program.threads[second.thread];
  if (one.gpu != other.gpu || one.cta != other.cta) return {};
  std::vector<Remedy> changes;
  const auto add = [&](const BarrierPlaces& places) {
    places.add_at_line(second, true, changes);
    if (is_in_loop(run, second) == false) places.add_at_line_of_each(second, true, changes);
    places.add_at_line(first, false, changes);
    if (is_in_loop(run, first) == false) places.add_at_line_of_each(first, false, changes);
    places.add(second, true, changes);
    places.add(first, false, changes);
    places.add(first, true, changes);
    places.add(second, false, changes);
  };
  const auto block = mates_of(program, first.thread, [](const Thread&) { return true; });
  add({run.asked.test, block, {}, block_barrier(program)});
  const auto in_warp = [&](const Thread& mate) { return mate.warp == one.warp; };
  if (one.warp != other.warp) return changes;
  // The number of the barrier stands for one warp: no other may come there.
  const auto warp = mates_of(program, first.thread, in_warp);
  const auto rest = mates_of(program, first.thread, std::not_fn(in_warp));
  if (!rest.empty()) add({run.asked.test, warp, rest, warp_barrier(program, warp.size())});
  return changes;
}

namespace {

// What a thread says in front of the access, the last first, and looks at then.
struct Announced {
  std::vector<InstructionId> stores;
  std::set<LocationId> stored, looked_at;
};

Announced announced_before(const Program& program, const BugPlace& at) {
  const auto& code = program.threads[at.thread].instructions;
  Announced found;
  for (std::size_t i = at.instruction; i-- > 0;) {
    const MemoryAccess* const access = memory_access(code[i].action);
    if (access == nullptr || access->order == Order::weak) continue;
    const LocationId location = program.addresses[access->address].location;
    if (reads_memory(code[i].action) && found.stores.empty()) found.looked_at.insert(location);
    if (!writes_memory(code[i].action) || found.looked_at.empty()) continue;
    found.stores.push_back(static_cast<InstructionId>(i));
    found.stored.insert(location);
  }
  return found;
}

bool meet(const std::set<LocationId>& one, const std::set<LocationId>& other) {
  return std::ranges::any_of(one, [&](LocationId location) { return other.contains(location); });
}

}  // namespace

std::vector<Remedy> by_store_buffering(const AnsweredTest& run, const BugPlace& first,
                                       const BugPlace& second) {
  const Program& program = run.asked.test.program;
  const Announced one = announced_before(program, first), other = announced_before(program, second);
  if (!meet(one.stored, other.looked_at) || !meet(other.stored, one.looked_at)) return {};
  Fence fence;
  fence.order = Order::sc;
  fence.scope = needed_scope(run.asked.test, first, second);
  Remedy last, each;
  for (const auto& [thread, stores] :
       {std::pair{first.thread, one.stores}, std::pair{second.thread, other.stores}}) {
    for (const InstructionId store : stores) {
      each.push_back(
          why_parts::inserted(run.asked.test, {thread, store}, Edit::Where::after, fence));
      if (store == stores.front()) last.push_back(each.back());
    }
  }
  if (last.size() == each.size()) return {last};
  return {last, each};
}

Remedy for_all_threads(const AnsweredTest& run, const BugPlace& at, Remedy change) {
  const Program& program = run.asked.test.program;
  const MemoryAccess* const access = memory_access(action_at(program, at.thread, at.instruction));
  if (access != nullptr) {
    const LocationId location = program.addresses[access->address].location;
    if (program.locations[location].region == Region::shared) return change;
  }
  Scope needed = Scope::cta;
  const auto& threads = program.threads;
  for (const Thread& one : threads) needed = std::max(needed, common_scope(threads.front(), one));
  for (Edit& edit : change) {
    const auto fence = fence_of(edit.action);
    if (!fence || fence->proxy) continue;
    if (Scope* const scope = scope_of(edit.action)) *scope = std::max(*scope, needed);
  }
  return change;
}

bool between_turns(const AnsweredTest& run, const BugPlace& first, const BugPlace& second) {
  const Program& program = run.asked.test.program;
  const Thread& one = program.threads[first.thread];
  const Thread& other = program.threads[second.thread];
  if (one.gpu != other.gpu || one.cta != other.cta) return false;
  const CodePlace line = place_of(run.asked.test, first.thread, first.instruction);
  const CodePlace its_line = place_of(run.asked.test, second.thread, second.instruction);
  if (line.file != its_line.file || line.place.line != its_line.place.line) return false;
  if (!is_in_loop(run, first).value_or(false)) return false;
  return std::ranges::any_of(std::array{first, second}, [&](const BugPlace& at) {
    const auto& code = program.threads[at.thread].instructions;
    const Instruction& here = code[at.instruction];
    return std::ranges::count_if(code, [&](const Instruction& same) {
             return same.code == here.code && kind_of(same.action) == kind_of(here.action) &&
                    memory_access(same.action) != nullptr;
           }) > 1;
  });
}

std::optional<Remedy> by_scope(const AnsweredTest& run, const BugPlace& first,
                               const BugPlace& second) {
  if (!is_strong(run.asked.test, first) || !is_strong(run.asked.test, second)) return std::nullopt;
  const Scope needed = needed_scope(run.asked.test, first, second);
  const bool wide = access_at(run.asked.test, first).scope >= needed &&
                    access_at(run.asked.test, second).scope >= needed;
  if (wide) return std::nullopt;
  return Remedy{why_parts::widened(run.asked.test, spot_of(first), needed),
                why_parts::widened(run.asked.test, spot_of(second), needed)};
}

std::optional<Remedy> by_atomics(const AnsweredTest& run, const BugPlace& first,
                                 const BugPlace& second) {
  if (is_strong(run.asked.test, first) && is_strong(run.asked.test, second)) return std::nullopt;
  const Scope needed = needed_scope(run.asked.test, first, second);
  Remedy change;
  for (const BugPlace& at : {first, second}) {
    change.push_back(why_parts::strengthened(run.asked.test, spot_of(at), Order::relaxed, needed));
  }
  if (!is_possible(run, change)) return std::nullopt;
  return change;
}

}  // namespace opexplore::kernel_changes
