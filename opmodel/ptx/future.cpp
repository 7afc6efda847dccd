#include "opmodel/ptx/future.hpp"

#include <algorithm>
#include <iterator>

#include "opmodel/parts/ahead.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::ptx_model {

namespace {

// A compare-and-swap that fails writes nothing, but where it writes back what it read.
bool always_writes(const Action& action, const Reading& reading) {
  const Atomic* const atomic = read_modify_write(action);
  return atomic != nullptr && (atomic->op != AtomicOp::cas || reading.failed_cas_writes);
}

Future of_instruction(const Semantics& semantics, ThreadId thread, InstructionId at) {
  Future future;
  const Action& action = semantics.instruction(thread, at).action;
  if (const auto fence = fence_of(action)) {
    future.fence_sc = fence->order == Order::sc;
    if (future.fence_sc) future.fence_scope = fence->scope;
    future.acquire_fence = acquires(*fence, semantics.reading());
    return future;
  }
  const Access& access = semantics.access(thread, at);
  if (access.reads) {
    future.reads = place(access.location);
    if (!always_writes(action, semantics.reading())) future.reads_alone = place(access.location);
    if (access.strong) future.strong_reads = place(access.address);
    if (access.acquires) future.acquire_loads = place(access.address);
  }
  if (access.writes) {
    future.writes = place(access.location);
    if (access.strong) future.strong_writes = place(access.address);
    future.releases = access.releases;
  }
  future.barrier = barrier_of(action) != nullptr;
  return future;
}

bool begins_release(const Semantics& semantics, ThreadId thread, InstructionId at) {
  const auto fence = fence_of(semantics.instruction(thread, at).action);
  return fence && releases(*fence, semantics.reading());
}

}  // namespace

std::vector<std::vector<Future>> futures_of(const Semantics& semantics,
                                            const InstructionMarks& left_out) {
  std::vector<std::vector<Future>> result;
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const Thread& thread = semantics.program().threads[t];
    auto& row = result.emplace_back(thread.instructions.size() + 1);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = thread.instructions.size(); i-- > 0;) {
        const auto at = static_cast<InstructionId>(i);
        Future future;
        if (left_out[t][i] == 0) future = of_instruction(semantics, static_cast<ThreadId>(t), at);
        for (const InstructionId next : successors_of(thread, at)) future |= row[next];
        if (future.strong_writes != 0 && begins_release(semantics, static_cast<ThreadId>(t), at)) {
          future.releases = true;
        }
        changed = changed || future != row[i];
        row[i] = future;
      }
    }
  }
  return result;
}

namespace {

// A strong load may be the head of an acquire pattern that an instruction ahead ends, and may carry
// knowledge to the stage of its proxy. Where scopes are mixed each read counts (SC-per-Location).
bool is_unnoticed(const Semantics& semantics, const Access& access, const Future& ahead) {
  if (!access.reads || access.writes || access.acquires) return false;
  if (semantics.check_sc_per_location(access.address)) return false;
  if (!access.strong) return true;
  return access.proxy == Proxy::generic && !ahead.acquire_fence &&
         (ahead.acquire_loads & place(access.address)) == 0;
}

}  // namespace

InstructionMarks no_instructions(const Semantics& semantics) {
  InstructionMarks result;
  for (const Thread& thread : semantics.program().threads) {
    result.emplace_back(thread.instructions.size(), 0);
  }
  return result;
}

InstructionMarks unnoticed_loads(const Semantics& semantics, const Liveness& liveness) {
  InstructionMarks result = no_instructions(semantics);
  const auto futures = futures_of(semantics, result);
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t i = 0; i < result[t].size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      const auto next = static_cast<InstructionId>(i + 1);
      const auto written = register_written(semantics.instruction(thread, at).action);
      const bool dead = written && !liveness.is_live(thread, next, *written);
      if (dead && is_unnoticed(semantics, semantics.access(thread, at), futures[t][next])) {
        result[t][i] = 1;
      }
    }
  }
  return result;
}

bool may_return(const Thread& thread, InstructionId at) {
  std::vector<char> met(thread.instructions.size() + 1, 0);
  std::vector<InstructionId> left{at};
  while (!left.empty()) {
    const InstructionId from = left.back();
    left.pop_back();
    for (const InstructionId next : successors_of(thread, from)) {
      if (next == at) return true;
      if (met[next] == 0 && next < thread.instructions.size()) left.push_back(next);
      met[next] = 1;
    }
  }
  return false;
}

std::vector<std::vector<Repeated>> repeated_ahead(const Semantics& semantics) {
  std::vector<std::vector<Repeated>> result;
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const Thread& thread = semantics.program().threads[t];
    const auto of = [&](InstructionId at) {
      const Access& access = semantics.access(static_cast<ThreadId>(t), at);
      Repeated repeated;
      if (!(access.reads || access.writes) || !may_return(thread, at)) return repeated;
      if (access.reads) repeated.reads = place(access.location);
      if (access.writes) repeated.writes = place(access.location);
      return repeated;
    };
    const auto join = [](Repeated& now, const Repeated& then) {
      now.reads |= then.reads;
      now.writes |= then.writes;
    };
    result.push_back(facts_ahead(thread, Repeated{}, of, join));
  }
  return result;
}

std::vector<std::vector<std::vector<InstructionId>>> writes_ahead(const Semantics& semantics) {
  using Writes = std::vector<InstructionId>;
  std::vector<std::vector<Writes>> result;
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto of = [&](InstructionId at) {
      return semantics.access(thread, at).writes ? Writes{at} : Writes{};
    };
    const auto join = [](Writes& now, const Writes& then) {
      Writes both;
      std::ranges::set_union(now, then, std::back_inserter(both));
      now = std::move(both);
    };
    result.push_back(facts_ahead(semantics.program().threads[t], Writes{}, of, join));
  }
  return result;
}

std::vector<std::vector<std::vector<InstructionId>>> accesses_ahead(
    const Semantics& semantics, const InstructionMarks& left_out) {
  using Accesses = std::vector<InstructionId>;
  std::vector<std::vector<Accesses>> result;
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto of = [&](InstructionId at) {
      const Access& access = semantics.access(thread, at);
      const bool counts = (access.reads || access.writes) && left_out[t][at] == 0;
      return counts ? Accesses{at} : Accesses{};
    };
    const auto join = [&](Accesses& now, const Accesses& then) {
      for (const InstructionId at : then) {
        const Access& access = semantics.access(thread, at);
        const auto is_like = [&](InstructionId other) {
          const Access& known = semantics.access(thread, other);
          return known.address == access.address && known.proxy == access.proxy;
        };
        const auto like = std::ranges::find_if(now, is_like);
        if (like == now.end()) {
          now.insert(std::ranges::lower_bound(now, at), at);
        } else {  // the first of them, whichever way it is met: a fixed point is
          *like = std::min(*like, at);
        }
      }
      std::ranges::sort(now);
    };
    result.push_back(facts_ahead(semantics.program().threads[t], Accesses{}, of, join));
  }
  return result;
}

}  // namespace opexplore::ptx_model
