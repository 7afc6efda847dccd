#include "opmodel/machines/cxx/context.hpp"

#include <algorithm>
#include <variant>

#include "opmodel/amdgpu.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::cxx {

namespace {

using Kind = Planned::Kind;
using Marks = std::vector<std::vector<bool>>;

Kind kind_in_graph(const Action& action) {
  return std::visit(
      Overloaded{
          [](const Load&) { return Kind::load; }, [](const Store&) { return Kind::store; },
          [](const Atomic&) { return Kind::atomic; },
          [](const AnyFence auto& fence) {
            return facts_of(fence).proxy ? Kind::local : Kind::fence;
          },
          [](const Barrier&) { return Kind::barrier; },
          [](const Arithmetic&) { return Kind::local; }, [](const Branch&) { return Kind::local; },
          [](const Asynchronous&) { return Kind::local; },  // refused
      },
      action);
}

SyncScope sync_scope(Scope scope) {
  switch (scope) {
    case Scope::cta:
      return SyncScope::workgroup;
    case Scope::cluster:
      return SyncScope::cluster;
    case Scope::gpu:
      return SyncScope::agent;
    case Scope::sys:
      break;
  }
  return SyncScope::system;
}

SyncScope scope_in(const Action& action, Scope scope) {
  const AmdgpuAttributes* const attributes = amdgpu_of(action);
  return attributes != nullptr ? attributes->scope : sync_scope(scope);
}

Planned planned(const Program& program, const BarrierPlan& barriers, ThreadId thread,
                const Action& action) {
  Planned plan;
  plan.kind = kind_in_graph(action);
  plan.operands = registers_read(action);
  plan.destination = register_written(action);
  if (const MemoryAccess* const access = memory_access(action)) {
    plan.location = program.addresses[access->address].location;
    plan.order = access->order;
    plan.scope = scope_in(action, access->scope);
  } else if (const auto fence = fence_of(action)) {
    plan.order = fence->order;
    plan.scope = scope_in(action, fence->scope);
  }
  if (const Barrier* const barrier = barrier_of(action)) {
    const Arrival arrival = arrival_of(*barrier, {});
    plan.order = barrier->order == Order::relaxed ? Order::relaxed : Order::acq_rel;
    plan.scope = SyncScope::workgroup;
    plan.resource = arrival.resource;
    plan.members = arrival.members.value_or(barriers.cta(thread));
  }
  if (const Atomic* const atomic = read_modify_write(action)) plan.failure = atomic->failure;
  return plan;
}

bool can_read(const Planned& plan) { return plan.kind == Kind::load || plan.kind == Kind::atomic; }
bool can_write(const Planned& plan) {
  return plan.kind == Kind::store || plan.kind == Kind::atomic;
}

// By pc: the instructions that may run after it.
Marks followers(const Thread& thread) {
  const std::size_t size = thread.instructions.size();
  Marks after(size, std::vector<bool>(size, false));
  for (std::size_t from = 0; from < size; ++from) {
    std::vector<InstructionId> open{static_cast<InstructionId>(from)};
    while (!open.empty()) {
      const InstructionId pc = open.back();
      open.pop_back();
      for (const InstructionId next : successors_of(thread, pc)) {
        if (next == size || after[from][next]) continue;
        after[from][next] = true;
        open.push_back(next);
      }
    }
  }
  return after;
}

void close(Marks& relation) {
  for (std::size_t k = 0; k < relation.size(); ++k) {
    for (auto& row : relation) {
      if (!row[k]) continue;
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = row[j] || relation[k][j];
    }
  }
}

}  // namespace

Context::Context(const Test& test, const Reading& reading)
    : program_(test.program), reading_(reading), liveness_(test), barriers_(program_) {
  for (const Thread& a : program_.threads) {
    auto& row = distance_.emplace_back();
    for (const Thread& b : program_.threads) row.push_back(opexplore::distance(a, b, &a == &b));
  }
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    auto& plans = plans_.emplace_back();
    for (const Instruction& instruction : program_.threads[t].instructions) {
      plans.push_back(planned(program_, barriers_, static_cast<ThreadId>(t), instruction.action));
    }
  }
  if (reading_.thin_air == ThinAir::dependencies) find_postponable();
  find_reads();
  find_uniform();
}

// Barriers count as one location that all who arrive read and write: where they order nothing else,
// a read may wait for what comes behind one.
// A read has to wait only for a write that follows from a later write of its own thread: there is a
// chain of threads, each of which reads what the one before has written and later writes itself,
// from a location that this thread writes after the read to the location read.
void Context::find_postponable() {
  const std::size_t barrier = locations();
  const std::size_t count = barrier + 1;
  const auto place = [&](const Planned& plan) {
    return plan.kind == Kind::barrier ? barrier : plan.location;
  };
  Marks leads(count, std::vector<bool>(count, false));
  std::vector<Marks> after;
  for (const Thread& thread : program_.threads) after.push_back(followers(thread));
  const bool loose_barriers = std::ranges::any_of(plans_, [](const std::vector<Planned>& plans) {
    return std::ranges::any_of(plans, [](const Planned& plan) {
      return plan.kind == Kind::barrier && plan.order == Order::relaxed;
    });
  });
  const auto for_each_later_write = [&](std::size_t t, std::size_t pc, const auto& use) {
    // A barrier that orders nothing waits for no read of a thread that ends.
    if (loose_barriers) use(barrier);
    for (std::size_t later = 0; later < plans_[t].size(); ++later) {
      const Planned& plan = plans_[t][later];
      const bool tells = can_write(plan) || plan.kind == Kind::barrier;
      if (after[t][pc][later] && tells) use(place(plan));
    }
  };
  for (std::size_t t = 0; t < plans_.size(); ++t) {
    for (std::size_t pc = 0; pc < plans_[t].size(); ++pc) {
      const Planned& plan = plans_[t][pc];
      if (!can_read(plan) && plan.kind != Kind::barrier) continue;
      if (can_write(plan)) leads[plan.location][plan.location] = true;
      for_each_later_write(t, pc, [&](std::size_t to) { leads[place(plan)][to] = true; });
    }
  }
  close(leads);
  for (std::size_t t = 0; t < plans_.size(); ++t) {
    for (std::size_t pc = 0; pc < plans_[t].size(); ++pc) {
      Planned& plan = plans_[t][pc];
      if (!can_read(plan)) continue;
      for_each_later_write(t, pc, [&](std::size_t from) {
        plan.postponable = plan.postponable || leads[from][plan.location];
      });
    }
  }
}

void Context::find_reads() {
  for (std::size_t t = 0; t < plans_.size(); ++t) {
    const auto after = followers(program_.threads[t]);
    auto& rows = may_read_.emplace_back();
    for (std::size_t pc = 0; pc < plans_[t].size(); ++pc) {
      auto& row = rows.emplace_back(locations(), false);
      for (std::size_t later = 0; later < plans_[t].size(); ++later) {
        const Planned& plan = plans_[t][later];
        if (can_read(plan) && (later == pc || after[pc][later])) row[plan.location] = true;
      }
    }
  }
}

void Context::find_uniform() {
  for (std::size_t l = 0; l < locations(); ++l) {
    bool uniform = true;
    std::vector<ThreadId> users;
    for (std::size_t t = 0; t < plans_.size(); ++t) {
      for (const Planned& plan : plans_[t]) {
        if ((can_read(plan) || can_write(plan)) && plan.location == l) {
          users.push_back(static_cast<ThreadId>(t));
        }
      }
    }
    for (const ThreadId t : users) {
      for (const Planned& plan : plans_[t]) {
        if ((!can_read(plan) && !can_write(plan)) || plan.location != l) continue;
        for (const ThreadId other : users) {
          uniform = uniform && plan.order != Order::weak && plan.scope >= distance_[t][other];
        }
      }
    }
    uniform_.push_back(uniform);
  }
}

}  // namespace opexplore::cxx
