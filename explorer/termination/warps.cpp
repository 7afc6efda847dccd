#include "explorer/termination/warps.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/reconvergence.hpp"

namespace opexplore {
namespace {

ThreadId first_of(ThreadMask threads) { return static_cast<ThreadId>(std::countr_zero(threads)); }

template <class Use>
void for_each(ThreadMask threads, const Use& use) {
  for (; threads != 0; threads &= threads - 1) use(first_of(threads));
}

// The instruction without what each lane may have for itself.
Action shared_part(Action action) {
  for_each_operand(action, [](Operand& operand) {
    if (std::holds_alternative<Value>(operand)) operand = Value{0};
  });
  if (MemoryAccess* const access = memory_access(action)) access->address = 0;
  return action;
}

bool same_code(const Thread& one, const Thread& other) {
  return std::ranges::equal(one.instructions, other.instructions,
                            [](const Instruction& left, const Instruction& right) {
                              return shared_part(left.action) == shared_part(right.action);
                            });
}

}  // namespace

Warps::Warps(const Program& program, const Promise& promise) : program_(program) {
  if (!promise.stack) return;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, ThreadMask> lanes;
  for (std::size_t number = 0; number < program.threads.size(); ++number) {
    const Thread& thread = program.threads[number];
    lanes[{thread.gpu, thread.cta, thread.warp}] |= thread_bit(static_cast<ThreadId>(number));
  }
  for (const auto& [place, mask] : lanes) {
    if (std::has_single_bit(mask)) continue;
    warps_.push_back({mask, codes_of(program, mask)});
  }
}

std::vector<Warps::Code> Warps::codes_of(const Program& program, ThreadMask lanes) {
  std::vector<Code> codes;
  for_each(lanes, [&](ThreadId lane) {
    const Thread& thread = program.threads[lane];
    const auto same = std::ranges::find_if(codes, [&](const Code& code) {
      return same_code(program.threads[first_of(code.lanes)], thread);
    });
    if (same == codes.end()) {
      codes.push_back({thread_bit(lane), reconvergence_points(thread)});
    } else {
      same->lanes |= thread_bit(lane);
    }
  });
  return codes;
}

WarpStacks Warps::initial(const Places& places) const {
  WarpStacks stacks;
  for (const Warp& warp : warps_) {
    WarpStack& stack = stacks.emplace_back();
    const ThreadMask lanes = warp.lanes & ~gone(warp.lanes, places);
    if (lanes == 0) continue;
    stack.splits.push_back({Split::no_branch, lanes, 0});
    if (side_of(warp, first_of(lanes), lanes, places.next) == lanes) {
      stack.splits.clear();
      stack.active = lanes;
    }
  }
  return stacks;
}

const Warps::Code& Warps::code_of(const Warp& warp, ThreadId lane) {
  return *std::ranges::find_if(
      warp.codes, [&](const Code& code) { return (code.lanes & thread_bit(lane)) != 0; });
}

// Those that are where the lane is.
ThreadMask Warps::side_of(const Warp& warp, ThreadId lane, ThreadMask among,
                          std::span<const InstructionId> next) {
  ThreadMask side = 0;
  for_each(among & code_of(warp, lane).lanes, [&](ThreadId other) {
    if (next[other] == next[lane]) side |= thread_bit(other);
  });
  return side;
}

ThreadMask Warps::at_join(const Warp& warp, const Split& split, ThreadMask among,
                          std::span<const InstructionId> next) {
  ThreadMask there = 0;
  if (split.branch == Split::no_branch) return there;
  for_each(among, [&](ThreadId lane) {
    if (next[lane] == code_of(warp, lane).points[split.branch]) there |= thread_bit(lane);
  });
  return there;
}

// A barrier may take a thread several steps. A branch to itself is executed where it stands.
bool Warps::has_executed(ThreadId thread, std::span<const InstructionId> before,
                         std::span<const InstructionId> after) const {
  if (before[thread] != after[thread]) return true;
  const std::vector<Instruction>& instructions = program_.threads[thread].instructions;
  return before[thread] < instructions.size() && is_local(instructions[before[thread]].action);
}

// Those at their ends, and not in a barrier there.
ThreadMask Warps::gone(ThreadMask among, const Places& places) const {
  ThreadMask result = 0;
  for_each(among & ~places.waiting, [&](ThreadId lane) {
    if (places.next[lane] >= program_.threads[lane].instructions.size()) result |= thread_bit(lane);
  });
  return result;
}

void Warps::step(WarpStacks& stacks, ThreadId thread, std::span<const InstructionId> before,
                 const Places& after) const {
  const ThreadMask bit = thread_bit(thread);
  for (std::size_t index = 0; index < warps_.size(); ++index) {
    const Warp& warp = warps_[index];
    WarpStack& stack = stacks[index];
    if ((warp.lanes & bit) != 0) {
      if (stack.active == 0) {
        ThreadMask& later = stack.splits.back().later;
        stack.active = side_of(warp, thread, later, before);
        later &= ~stack.active;
      }
      if (has_executed(thread, before, after.next)) stack.moved |= bit;
    }
    // Of other warps, too: the step may have opened a barrier.
    settle(warp, stack, after, before[thread]);
  }
}

// Once all have executed the instruction, which is at `branch` if it has parted them.
void Warps::settle(const Warp& warp, WarpStack& stack, const Places& places,
                   InstructionId branch) const {
  if (stack.active == 0 || (stack.active & (~stack.moved | places.waiting)) != 0) return;
  stack.active &= ~gone(stack.active, places);
  stack.moved = 0;
  if (stack.active != 0 &&
      side_of(warp, first_of(stack.active), stack.active, places.next) != stack.active) {
    stack.splits.push_back({branch, stack.active, 0});
    stack.active = 0;
  }
  unwind(warp, stack, places.next);
}

// Lets those wait that have come to where they reconverge, and takes out what has been run.
void Warps::unwind(const Warp& warp, WarpStack& stack, std::span<const InstructionId> next) {
  while (!stack.splits.empty()) {
    Split& inner = stack.splits.back();
    const ThreadMask there = at_join(warp, inner, stack.active | inner.later, next);
    inner.joined |= there;
    inner.later &= ~there;
    stack.active &= ~there;
    if (stack.active != 0) return;
    if (inner.later != 0) {
      // A choice only if there are several sides.
      const ThreadMask side = side_of(warp, first_of(inner.later), inner.later, next);
      if (side == inner.later) std::swap(stack.active, inner.later);
      return;
    }
    stack.active = inner.joined;
    stack.splits.pop_back();
  }
}

ThreadMask Warps::disabled(const WarpStacks& stacks) {
  ThreadMask result = 0;
  for (const WarpStack& stack : stacks) {
    result |= stack.moved;
    for (const Split& split : stack.splits) {
      const bool open = stack.active == 0 && &split == &stack.splits.back();
      result |= split.joined | (open ? 0 : split.later);
    }
  }
  return result;
}

Warps::Disabled Warps::why_disabled(const WarpStacks& stacks, ThreadId thread) {
  const ThreadMask bit = thread_bit(thread);
  for (const WarpStack& stack : stacks) {
    const ThreadMask running =
        stack.active != 0 || stack.splits.empty() ? stack.active : stack.splits.back().later;
    if ((stack.moved & bit) != 0) return {running & ~stack.moved};
    for (const Split& split : stack.splits) {
      if (((split.later | split.joined) & bit) == 0) continue;
      return {running, false, (split.joined & bit) != 0, split.branch};
    }
  }
  return {};
}

}  // namespace opexplore
