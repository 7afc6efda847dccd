#include "opmodel/ptx/race_plan.hpp"

#include <algorithm>

#include "opmodel/parts/flow.hpp"

namespace opexplore::ptx_model {

namespace {

// The ways in which the instruction can be executed: reading alone, writing.
std::vector<RacySlot> ways_of(const Semantics& semantics, ThreadId thread, InstructionId at) {
  const Access& access = semantics.access(thread, at);
  std::vector<RacySlot> ways;
  const Atomic* const atomic = read_modify_write(semantics.instruction(thread, at).action);
  const bool may_fail =
      atomic != nullptr && atomic->op == AtomicOp::cas && !semantics.reading().failed_cas_writes;
  if (access.reads && (!access.writes || may_fail)) ways.push_back({thread, at, false});
  if (access.writes) ways.push_back({thread, at, true});
  return ways;
}

std::vector<RacySlot> all_ways(const Semantics& semantics) {
  std::vector<RacySlot> all;
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const std::size_t count = semantics.program().threads[t].instructions.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto ways = ways_of(semantics, thread, static_cast<InstructionId>(i));
      all.insert(all.end(), ways.begin(), ways.end());
    }
  }
  return all;
}

// Whether the thread may execute the instruction again.
bool comes_back(const Thread& thread, InstructionId at) {
  std::vector<bool> seen(thread.instructions.size() + 1);
  std::vector<InstructionId> open{at};
  while (!open.empty()) {
    const InstructionId from = open.back();
    open.pop_back();
    if (from >= thread.instructions.size()) continue;
    for (const InstructionId next : successors_of(thread, from)) {
      if (next == at) return true;
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    }
  }
  return false;
}

// PTX ISA 8.7.1: an operation is in no conflict with itself.
bool are_rivals(const Semantics& semantics, const RacySlot& a, const RacySlot& b) {
  if (!a.writes && !b.writes) return false;
  if (a.thread == b.thread && a.instruction == b.instruction) return false;
  const Access& first = semantics.access(a.thread, a.instruction);
  const Access& second = semantics.access(b.thread, b.instruction);
  if (semantics.program().locations[first.location].hidden) return false;
  return first.location == second.location && !semantics.excused(first, second);
}

// Whether it may be executed again, with the time before observed and not the new one.
bool may_be_observed_late(const Semantics& semantics, const RacySlot& way) {
  if (!way.writes || !semantics.access(way.thread, way.instruction).strong) return false;
  return comes_back(semantics.program().threads[way.thread], way.instruction);
}

}  // namespace

RacePlan::RacePlan(const Semantics& semantics) : racy_(semantics.locations(), 0) {
  const std::vector<RacySlot> all = all_ways(semantics);
  for (const Thread& thread : semantics.program().threads) {
    ways_.emplace_back(thread.instructions.size());
  }
  for (const RacySlot& way : all) {
    const auto meets = [&](const RacySlot& other) { return are_rivals(semantics, way, other); };
    if (std::ranges::none_of(all, meets)) continue;
    ways_[way.thread][way.instruction][way.writes ? 1 : 0] = static_cast<Slot>(slots_.size());
    slots_.push_back(way);
    earlier_.emplace_back();
    if (may_be_observed_late(semantics, way)) {
      earlier_.back() = static_cast<Slot>(slots_.size());
      earlier_.emplace_back();
      slots_.push_back({way.thread, way.instruction, way.writes, true});
    }
    racy_[semantics.access(way.thread, way.instruction).location] = 1;
  }
  for (const RacySlot& slot : slots_) {
    Slots& rivals = rivals_.emplace_back();
    for (std::size_t other = 0; other < slots_.size(); ++other) {
      if (are_rivals(semantics, slot, slots_[other])) rivals.push_back(static_cast<Slot>(other));
    }
  }
  find_ahead(semantics);
}

std::optional<RacePlan::Slot> RacePlan::slot(ThreadId thread, InstructionId at, bool writes) const {
  if (slots_.empty()) return std::nullopt;
  return ways_[thread][at][writes ? 1 : 0];
}

void RacePlan::find_ahead(const Semantics& semantics) {
  for (std::size_t t = 0; t < ways_.size(); ++t) {
    const Thread& thread = semantics.program().threads[t];
    std::vector<Slots> row(thread.instructions.size() + 1);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = thread.instructions.size(); i-- > 0;) {
        Slots met;
        for (const auto& way : ways_[t][i]) {
          if (way) met.push_back(*way);
        }
        for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(i))) {
          met.insert(met.end(), row[next].begin(), row[next].end());
        }
        std::ranges::sort(met);
        met.erase(std::unique(met.begin(), met.end()), met.end());
        changed = changed || met != row[i];
        row[i] = std::move(met);
      }
    }
    ahead_.push_back(std::move(row));
  }
}

}  // namespace opexplore::ptx_model
