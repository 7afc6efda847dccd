#include "answers/why/edit.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "answers/places.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/place_text.hpp"
#include "opmodel/thread_name.hpp"
#include "opmodel/words.hpp"

namespace opexplore::why_parts {
namespace {

const Instruction& at(const Test& test, Spot spot) {
  return instruction_of(test.program, spot.thread, spot.instruction);
}

// Whether an edit of one is an edit of the other: instructions of kernels come from one line of the
// PTX for several threads, and turns of loops; and compilers write a line of the source several
// times, for turns of loops and calls.
bool same_text(const Test& test, Spot a, Spot b) {
  if (a.thread == b.thread && a.instruction == b.instruction) return true;
  const Instruction& one = at(test, a);
  const Instruction& other = at(test, b);
  if (kind_of(one.action) != kind_of(other.action)) return false;
  if (one.code && other.code) {
    return one.code->file == other.code->file && one.code->place == other.code->place;
  }
  return one.place.line != 0 && one.place == other.place;
}

bool shared_text(const Test& test, Spot spot) {
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    if (t == spot.thread) continue;
    for (std::size_t i = 0; i < test.program.threads[t].instructions.size(); ++i) {
      const Spot other{static_cast<ThreadId>(t), static_cast<InstructionId>(i)};
      if (same_text(test, spot, other)) return true;
    }
  }
  return false;
}

// What stands there then: "ld.acquire.gpu", "memory_order_acquire"; all of what is inserted.
std::string changed_text(const Test& test, const Edit& edit) {
  const std::string whole = to_string(edit.action, test.program.threads[edit.thread], test.program);
  if (edit.where != Edit::Where::at) return whole;
  if (test.program.language != Language::cxx) return whole.substr(0, whole.find(' '));
  const Action& now = at(test, {edit.thread, edit.instruction}).action;
  const Order order = *order_of(edit.action);
  std::string text =
      "memory_order_" + (order == Order::sc ? "seq_cst" : std::string(to_string(order)));
  if (*scope_of(edit.action) != *scope_of(now)) {
    text += ", thread_scope_" + std::string(cxx_name(*scope_of(edit.action)));
  }
  return text;
}

// "ld.acquire.gpu at line 6 of P1".
std::string text_of(const Test& test, const Edit& edit) {
  const Spot spot{edit.thread, edit.instruction};
  const char* const where = edit.where == Edit::Where::at       ? " at "
                            : edit.where == Edit::Where::before ? " before "
                                                                : " after ";
  std::string text = changed_text(test, edit) + where + line_text(at(test, spot));
  if (!shared_text(test, spot)) text += " of " + thread_name(edit.thread);
  return text;
}

Edit complete(const Test& test, Edit edit) {
  edit.text = text_of(test, edit);
  return edit;
}

// The weakest order that does what both do.
Order join(Order a, Order b) {
  if (a == Order::sc || b == Order::sc) return Order::sc;
  const bool acquiring = acquires(a) || acquires(b);
  const bool releasing = releases(a) || releases(b);
  if (acquiring && releasing) return Order::acq_rel;
  if (acquiring) return Order::acquire;
  if (releasing) return Order::release;
  return std::max(a, b);
}

void raise(Action& action, Order order, Scope scope) {
  Order* const mine = order_of(action);
  Scope* const reach = scope_of(action);
  if (mine == nullptr || reach == nullptr || order == Order::weak) return;
  *reach = *mine == Order::weak ? scope : std::max(*reach, scope);
  const Order joined = join(*mine, order);
  // A volatile access is relaxed.sys, and has no other order.
  if (MemoryAccess* const access = memory_access(action); access != nullptr && joined != *mine) {
    access->annotation = Annotation::none;
  }
  *mine = joined;
}

void raise(Action& action, Order order, const VulkanAttributes& more) {
  if (Order* const mine = order_of(action)) *mine = join(*mine, order);
  VulkanAttributes* const marks = vulkan_of(action);
  if (marks == nullptr) return;
  // Nobody looks at the scope of an access that says nothing.
  const bool counts = *order_of(action) != Order::weak || marks->available || marks->visible;
  marks->scope = counts ? std::max(marks->scope, more.scope) : more.scope;
  marks->semantics |= more.semantics;
  marks->non_private = marks->non_private || more.non_private;
  marks->available = marks->available || more.available;
  marks->visible = marks->visible || more.visible;
  marks->make_available = marks->make_available || more.make_available;
  marks->make_visible = marks->make_visible || more.make_visible;
}

// `original` is what `wanted` was made of; threads of a kernel have addresses of their own.
void merge(Action& action, const Action& original, const Action& wanted) {
  const Order* const order = order_of(wanted);
  const Scope* const scope = scope_of(wanted);
  if (order != nullptr && scope != nullptr) raise(action, *order, *scope);
  if (const VulkanAttributes* const marks = vulkan_of(wanted)) raise(action, *order, *marks);
  MemoryAccess* const access = memory_access(action);
  if (access == nullptr) return;
  const MemoryAccess& before = *memory_access(original);
  const MemoryAccess& like = *memory_access(wanted);
  if (before.address == like.address && before.proxy == like.proxy) return;
  access->address = like.address;
  access->proxy = like.proxy;
  access->pointer = like.pointer;
}

// `moved`: by what an instruction was, the end included, where the thread goes on instead of there.
void move_jumps(Thread& thread, const std::vector<InstructionId>& moved) {
  for (Instruction& instruction : thread.instructions) {
    Branch* const branch = branch_of(instruction.action);
    if (branch != nullptr) branch->target = moved[branch->target];
  }
}

// Of a program without synchronisation. A plain access of C++ would race.
void weaken(Action& action, Language language) {
  Order* const order = order_of(action);
  MemoryAccess* const access = memory_access(action);
  if (order == nullptr || access == nullptr) return;
  if (VulkanAttributes* const marks = vulkan_of(action)) {
    if (*order != Order::weak) *order = Order::relaxed;
    marks->semantics = 0;
    marks->make_available = marks->make_visible = false;
    return;
  }
  const bool cxx = language == Language::cxx;
  const bool atomic = read_modify_write(action) != nullptr || cxx;
  *order = atomic ? Order::relaxed : Order::weak;
  access->scope = atomic && !cxx ? Scope::cta : Scope::sys;
  access->annotation = Annotation::none;
}

// One thread with its edits.
class ThreadEditor {
 public:
  ThreadEditor(const Test& test, std::span<const Edit> edits, Thread& thread, ThreadId number)
      : test_(test), edits_(edits), thread_(thread), number_(number) {}

  std::vector<std::optional<InstructionId>> run() {
    std::vector<Instruction> old = std::exchange(thread_.instructions, {});
    std::vector<InstructionId> moved;
    for (std::size_t i = 0; i < old.size(); ++i) {
      const auto id = static_cast<InstructionId>(i);
      moved.push_back(here());
      insert(Edit::Where::before, id, old[i]);
      change(id, old[i]);
      thread_.instructions.push_back(old[i]);
      origins_.emplace_back(id);
      insert(Edit::Where::after, id, old[i]);
    }
    moved.push_back(here());
    move_jumps(thread_, moved);
    return std::move(origins_);
  }

 private:
  InstructionId here() const { return static_cast<InstructionId>(thread_.instructions.size()); }

  bool is_at(const Edit& edit, Edit::Where where, InstructionId id) const {
    if (edit.alone && (edit.thread != number_ || edit.instruction != id)) return false;
    return edit.where == where && same_text(test_, {edit.thread, edit.instruction}, {number_, id});
  }

  void insert(Edit::Where where, InstructionId id, const Instruction& beside) {
    std::vector<Action> here;
    for (const Edit& edit : edits_) {
      if (!is_at(edit, where, id) || std::ranges::find(here, edit.action) != here.end()) continue;
      here.push_back(edit.action);
      thread_.instructions.push_back(
          {edit.action, beside.place, to_string(edit.action, thread_, test_.program)});
      origins_.emplace_back(std::nullopt);
    }
  }

  void change(InstructionId id, Instruction& instruction) const {
    bool changed = false;
    for (const Edit& edit : edits_) {
      if (!is_at(edit, Edit::Where::at, id)) continue;
      merge(instruction.action, at(test_, {edit.thread, edit.instruction}).action, edit.action);
      changed = true;
    }
    if (changed) instruction.text = to_string(instruction.action, thread_, test_.program);
  }

  const Test& test_;
  std::span<const Edit> edits_;
  Thread& thread_;
  ThreadId number_;
  std::vector<std::optional<InstructionId>> origins_;
};

}  // namespace

Edit strengthened(const Test& test, Spot spot, Order order, Scope scope) {
  Action action = at(test, spot).action;
  raise(action, order, scope);
  return complete(test, {Edit::Where::at, spot.thread, spot.instruction, std::move(action), {}});
}

Edit strengthened(const Test& test, Spot spot, Order order, const VulkanAttributes& more) {
  Action action = at(test, spot).action;
  raise(action, order, more);
  return complete(test, {Edit::Where::at, spot.thread, spot.instruction, std::move(action), {}});
}

Edit widened(const Test& test, Spot spot, Scope scope) {
  const Order* const order = order_of(at(test, spot).action);
  return strengthened(test, spot, order != nullptr ? *order : Order::weak, scope);
}

Edit readdressed(const Test& test, Spot spot, const MemoryAccess& like) {
  Action action = at(test, spot).action;
  MemoryAccess& access = *memory_access(action);
  access.address = like.address;
  access.proxy = like.proxy;
  access.pointer = std::nullopt;
  return complete(test, {Edit::Where::at, spot.thread, spot.instruction, std::move(action), {}});
}

Edit inserted(const Test& test, Spot spot, Edit::Where where, Action fence) {
  return complete(test, {where, spot.thread, spot.instruction, std::move(fence), {}});
}

Edited stripped(const Test& test) {
  Edited result{test, {}};
  for (Thread& thread : result.test.program.threads) {
    std::vector<Instruction> old = std::exchange(thread.instructions, {});
    auto& origins = result.origins.emplace_back();
    std::vector<InstructionId> moved;
    for (std::size_t i = 0; i < old.size(); ++i) {
      moved.push_back(static_cast<InstructionId>(thread.instructions.size()));
      if (fence_of(old[i].action)) continue;
      weaken(old[i].action, result.test.program.language);
      thread.instructions.push_back(std::move(old[i]));
      origins.emplace_back(static_cast<InstructionId>(i));
    }
    moved.push_back(static_cast<InstructionId>(thread.instructions.size()));
    move_jumps(thread, moved);
  }
  return result;
}

Edited edited(const Test& test, std::span<const Edit> edits) {
  Edited result{test, {}};
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    result.origins.push_back(
        ThreadEditor(test, edits, result.test.program.threads[t], static_cast<ThreadId>(t)).run());
  }
  return result;
}

}  // namespace opexplore::why_parts
