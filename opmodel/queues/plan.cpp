#include "opmodel/queues/plan.hpp"

#include <map>
#include <utility>

#include "opmodel/parts/ahead.hpp"

namespace opexplore::queue_model {

namespace {

Kind kind_in_queues(const Action& action) {
  return std::visit(
      Overloaded{
          [](const Load&) { return Kind::load; }, [](const Store&) { return Kind::store; },
          [](const Atomic&) { return Kind::atomic; },
          // One GPU: membar.sys orders what membar.gl orders.
          [](const AnyFence auto& fence) {
            const FenceFacts facts = facts_of(fence);
            if (facts.proxy) return Kind::local;  // refused
            return facts.scope == Scope::cta ? Kind::membar_cta : Kind::membar_gl;
          },
          [](const Barrier&) { return Kind::local; },  // refused
          [](const Arithmetic&) { return Kind::local; }, [](const Branch&) { return Kind::local; },
          [](const Asynchronous&) { return Kind::local; },  // refused
      },
      action);
}

// Without an operator a load has the default one, .ca (PTX ISA 9.7.9.1).
bool may_hit_l1(const MemoryAccess& load, Region region) {
  const bool ca = load.annotation == Annotation::ca ||
                  (load.annotation == Annotation::none && load.order == Order::weak);
  return ca && region == Region::global;
}

Planned planned(const Program& program, const Action& action) {
  Planned result;
  result.kind = kind_in_queues(action);
  result.destination = register_written(action);
  result.operands = registers_read(action);
  if (const MemoryAccess* const access = memory_access(action)) {
    result.location = program.addresses[access->address].location;
    result.l1 =
        result.kind == Kind::load && may_hit_l1(*access, program.locations[result.location].region);
  }
  return result;
}

// Per pc, the locations of instructions of this kind, and of atomics, that may follow.
std::vector<LocationSet> reached(const Thread& thread, const std::vector<Planned>& plan,
                                 Kind kind) {
  const auto of = [&](InstructionId pc) -> LocationSet {
    const bool counts = plan[pc].kind == kind || plan[pc].kind == Kind::atomic;
    return counts ? location_bit(plan[pc].location) : 0;
  };
  return facts_ahead(thread, LocationSet{0}, of,
                     [](LocationSet& set, LocationSet more) { set |= more; });
}

std::vector<FencesAhead> fences_reached(const Thread& thread, const std::vector<Planned>& plan) {
  const auto of = [&](InstructionId pc) {
    return FencesAhead{plan[pc].kind == Kind::membar_cta, plan[pc].kind == Kind::membar_gl};
  };
  return facts_ahead(thread, FencesAhead{}, of, [](FencesAhead& into, const FencesAhead& more) {
    into.membar_cta = into.membar_cta || more.membar_cta;
    into.membar_gl = into.membar_gl || more.membar_gl;
  });
}

constexpr std::size_t max_threads = 16;

// What is not in the machine, and what would be.
struct Unsupported {
  bool atomics;

  using Reason = std::optional<std::string>;

  Reason access(Order order, Proxy proxy) const {
    if (proxy != Proxy::generic) return "there is one path to memory and no proxies";
    if (order != Order::weak && order != Order::relaxed) {
      return "loads and stores have no acquire and no release; order them with membar";
    }
    return std::nullopt;
  }
  Reason operator()(const Load& load) const { return access(load.order, load.proxy); }
  Reason operator()(const Store& store) const { return access(store.order, store.proxy); }
  Reason operator()(const Atomic& atomic) const {
    if (!atomics) return "it models loads, stores and membar alone; gpu-scoped has atomics";
    if (atomic.order == Order::relaxed) return access(atomic.order, atomic.proxy);
    return "atomics have no acquire and no release; order them with membar";
  }
  Reason operator()(const AnyFence auto& fence) const {
    const FenceFacts facts = facts_of(fence);
    if (facts.proxy) return "there are no proxies";
    if (facts.order == Order::sc) return std::nullopt;
    return "the only fences are membar.cta, membar.gl and membar.sys, that is, fence.sc";
  }
  Reason operator()(const Barrier&) const { return "CTA barriers are not part of the machine"; }
  Reason operator()(const Arithmetic&) const { return std::nullopt; }
  Reason operator()(const Branch&) const { return std::nullopt; }
  Reason operator()(const Asynchronous&) const { return std::nullopt; }  // refused before
};

}  // namespace

std::optional<Refusal> refusal(const Test& test, std::string_view machine, bool atomics) {
  const Program& program = test.program;
  const std::string name(machine);
  if (program.threads.size() > max_threads) {
    return Refusal{name + " runs at most " + std::to_string(max_threads) + " threads"};
  }
  for (const Thread& thread : program.threads) {
    if (thread.gpu != program.threads.front().gpu) {
      return Refusal{name +
                     " models the threads of one GPU, and the test has several; ptx runs it"};
    }
  }
  for (const Address& address : program.addresses) {
    if (program.locations[address.location].name != address.name) {
      return Refusal{name + " has no aliases, and " + address.name + " is one of " +
                     program.locations[address.location].name + "; ptx-proxy runs it"};
    }
  }
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const auto reason = std::visit(Unsupported{atomics}, instruction.action);
      if (!reason) continue;
      return Refusal{name + " does not run `" + instruction.text + "`: " + *reason,
                     instruction.place};
    }
  }
  return std::nullopt;
}

Plan::Plan(const Test& test) {
  const Program& program = test.program;
  for (const Location& location : program.locations) regions_.push_back(location.region);
  for (const Thread& thread : program.threads) {
    auto& row = threads_.emplace_back();
    for (const Instruction& instruction : thread.instructions) {
      row.push_back(planned(program, instruction.action));
      uses_l1_ = uses_l1_ || row.back().l1;
      has_membar_cta_ = has_membar_cta_ || row.back().kind == Kind::membar_cta;
    }
  }
  for (const Observable& observable : test.observables) {
    if (const auto* term = std::get_if<LocationTerm>(&observable)) {
      observed_ |= location_bit(program.addresses[term->address].location);
    }
  }
  place_threads(program);
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    reads_.push_back(reached(program.threads[t], threads_[t], Kind::load));
    writes_.push_back(reached(program.threads[t], threads_[t], Kind::store));
    fences_.push_back(fences_reached(program.threads[t], threads_[t]));
  }
}

void Plan::place_threads(const Program& program) {
  std::map<std::uint32_t, std::uint8_t> blocks;
  home_.assign(regions_.size(), 0);
  for (std::size_t t = 0; t < threads_.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto [place, added] =
        blocks.emplace(program.threads[t].cta, static_cast<std::uint8_t>(blocks.size()));
    if (added) block_members_.push_back(0);
    block_of_.push_back(place->second);
    block_members_[place->second] |= thread_bit(thread);
    for (const Planned& instruction : threads_[t]) {
      const bool access = instruction.kind == Kind::load || instruction.kind == Kind::store ||
                          instruction.kind == Kind::atomic;
      if (access) home_[instruction.location] = place->second;
    }
  }
}

}  // namespace opexplore::queue_model
