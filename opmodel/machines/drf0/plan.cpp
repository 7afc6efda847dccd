#include "opmodel/machines/drf0/plan.hpp"

#include <algorithm>

#include "opmodel/parts/ahead.hpp"

namespace opexplore::drf0 {

namespace {

// Shared memory is memory of a CTA: no access to it reaches further (PTX ISA 8.5).
Rank strength(const MemoryAccess& access, Region region) {
  if (access.order == Order::weak) return 0;
  return region == Region::shared ? rank_cta : rank_of(access.scope);
}

Planned planned_access(const Program& program, const Action& action) {
  const MemoryAccess& access = *memory_access(action);
  Planned result;
  result.kind = Planned::Kind::access;
  result.location = program.addresses[access.address].location;
  result.reads = reads_memory(action);
  result.writes = writes_memory(action);
  result.may_fail = compared_operand(action) != nullptr;
  // A reduction reads into no register, and never acquires (PTX ISA 8.11.1).
  result.observes = register_written(action).has_value();
  result.acquires = result.observes && acquires(access.order);
  result.releases = result.writes && releases(access.order);
  result.strong = strength(access, program.locations[result.location].region);
  return result;
}

Planned planned_fence(const FenceFacts& fence) {
  Planned result;
  if (fence.proxy) return result;
  result.kind = Planned::Kind::fence;
  // A fence.sc is both (PTX ISA 8.8).
  result.acquires = acquires(fence.order) || fence.order == Order::sc;
  result.releases = releases(fence.order) || fence.order == Order::sc;
  result.keeps_all = result.acquires && result.releases;
  result.strong = rank_of(fence.scope);
  return result;
}

Planned planned_barrier(const Barrier& barrier) {
  Planned result;
  result.kind = barrier.arrive ? Planned::Kind::arrive : Planned::Kind::sync;
  return result;
}

Planned planned(const Program& program, const Action& action) {
  return std::visit(
      Overloaded{
          [&](const Load&) { return planned_access(program, action); },
          [&](const Store&) { return planned_access(program, action); },
          [&](const Atomic&) { return planned_access(program, action); },
          [](const AnyFence auto& fence) { return planned_fence(facts_of(fence)); },
          [](const Barrier& barrier) { return planned_barrier(barrier); },
          [](const Arithmetic&) { return Planned(); }, [](const Branch&) { return Planned(); },
          [](const Asynchronous&) { return Planned(); },  // refused
      },
      action);
}

// Which part of the scope's division the thread is in.
std::uint32_t part_of(const Program& program, ThreadId thread, Scope scope) {
  for (std::size_t other = 0; other < thread; ++other) {
    const Scope common = common_scope(program.threads[thread], program.threads[other]);
    if (common <= scope) return part_of(program, static_cast<ThreadId>(other), scope);
  }
  return thread;
}

}  // namespace

Plan::Plan(const Program& program) {
  for (const Thread& thread : program.threads) {
    auto& row = planned_.emplace_back();
    for (const Instruction& instruction : thread.instructions) {
      row.push_back(planned(program, instruction.action));
    }
  }
  find_contended(program);
  find_levels(program);
  number_slots();
  look_ahead(program);
}

void Plan::find_contended(const Program& program) {
  std::vector<ThreadMask> users(program.locations.size());
  std::vector<bool> written(program.locations.size());
  for (std::size_t thread = 0; thread < planned_.size(); ++thread) {
    for (const Planned& one : planned_[thread]) {
      if (one.kind != Planned::Kind::access) continue;
      users[one.location] |= thread_bit(static_cast<ThreadId>(thread));
      if (one.writes) written[one.location] = true;
    }
  }
  std::vector<std::optional<std::size_t>> numbers(users.size());
  for (std::size_t location = 0; location < users.size(); ++location) {
    if (!written[location] || (users[location] & (users[location] - 1)) == 0) continue;
    numbers[location] = locations_.size();
    locations_.push_back(static_cast<LocationId>(location));
  }
  for (auto& row : planned_) {
    for (Planned& one : row) {
      if (one.kind == Planned::Kind::access) one.contended = numbers[one.location];
    }
  }
}

void Plan::find_levels(const Program& program) {
  const std::size_t count = program.threads.size();
  std::vector<std::uint32_t> last;  // of the next smaller scope: at first each thread alone
  for (std::uint32_t thread = 0; thread < count; ++thread) last.push_back(thread);
  for (const Scope scope : {Scope::cta, Scope::gpu, Scope::sys}) {
    std::vector<std::uint32_t> part;
    for (std::size_t thread = 0; thread < count; ++thread) {
      part.push_back(part_of(program, static_cast<ThreadId>(thread), scope));
    }
    if (part == last) continue;
    levels_.push_back({scope, part});
    last = std::move(part);
  }
  for (std::size_t a = 0; a < count; ++a) {
    auto& row = needs_.emplace_back();
    auto& classes = classes_.emplace_back();
    for (std::size_t b = 0; b < count; ++b) {
      row.push_back(rank_of(common_scope(program.threads[a], program.threads[b])));
      if (a != b) classes.push_back(row.back());
    }
    std::ranges::sort(classes);
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  }
}

std::uint8_t Plan::class_of(ThreadId thread, Rank rank) const {
  const auto& ranks = classes_[thread];
  return static_cast<std::uint8_t>(std::ranges::upper_bound(ranks, rank) - ranks.begin());
}

Rank Plan::rank_of_class(ThreadId thread, std::uint8_t number) const {
  return number == 0 ? Rank{0} : classes_[thread][number - 1U];
}

void Plan::number_slots() {
  rows_.assign(locations_.size(), std::vector<Row>(planned_.size()));
  const auto allow = [&](const Planned& one, ThreadId thread, Family family) {
    std::uint8_t& count = rows_[*one.contended][thread].count[std::size_t(family)];
    count = std::max(count, static_cast<std::uint8_t>(1 + class_of(thread, one.strong)));
  };
  for (std::size_t index = 0; index < planned_.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    for (const Planned& one : planned_[thread]) {
      if (!one.contended) continue;
      if (!one.writes || one.may_fail) allow(one, thread, Family::read);
      if (one.writes) allow(one, thread, Family::write);
    }
  }
  for (auto& location : rows_) {
    for (Row& row : location) {
      for (std::size_t family = 0; family < 2; ++family) {
        row.first[family] = slot_count_;
        slot_count_ += row.count[family];
      }
    }
  }
}

Future Plan::effect(ThreadId thread, const Planned& one) const {
  Future future;
  future.conflicts.assign(words(), 0);
  const bool access = one.kind == Planned::Kind::access;
  future.order = one.kind == Planned::Kind::sync || one.kind == Planned::Kind::arrive ||
                 (access && one.strong != 0);
  future.acquire_fence = one.kind == Planned::Kind::fence && one.acquires;
  if (!one.contended) return future;
  future.strong_write = one.writes && one.strong != 0;
  if (one.reads && one.strong != 0) future.strong_reads.set(*one.contended);
  for (std::size_t index = 0; index < planned_.size(); ++index) {
    if (index == thread) continue;
    const auto other = static_cast<ThreadId>(index);
    for (const Family family : {Family::read, Family::write}) {
      if (family == Family::read && !one.writes) continue;
      for (std::uint8_t c = 0; c < classes(*one.contended, other, family); ++c) {
        const std::size_t bit = slot(*one.contended, other, family, c);
        future.conflicts[bit / 64] |= std::uint64_t{1} << (bit % 64);
      }
    }
  }
  return future;
}

void Plan::look_ahead(const Program& program) {
  for (std::size_t index = 0; index < planned_.size(); ++index) {
    const auto thread = static_cast<ThreadId>(index);
    Future nothing;
    nothing.conflicts.assign(words(), 0);
    const auto join = [&](Future& now, const Future& then) {
      for (std::size_t w = 0; w < words(); ++w) now.conflicts[w] |= then.conflicts[w];
      now.strong_reads |= then.strong_reads;
      now.strong_write = now.strong_write || then.strong_write;
      now.acquire_fence = now.acquire_fence || then.acquire_fence;
      now.order = now.order || then.order;
    };
    futures_.push_back(facts_ahead(
        program.threads[index], nothing,
        [&](InstructionId pc) { return effect(thread, planned_[index][pc]); }, join));
  }
}

}  // namespace opexplore::drf0
