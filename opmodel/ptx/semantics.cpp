#include "opmodel/ptx/semantics.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "opmodel/parts/barrier.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/liveness.hpp"
#include "opmodel/parts/local.hpp"
#include "opmodel/parts/spins.hpp"
#include "opmodel/ptx/cycle_walk.hpp"
#include "opmodel/ptx/fence_slots.hpp"
#include "opmodel/ptx/late_fences.hpp"
#include "opmodel/ptx/late_loads.hpp"
#include "opmodel/ptx/rule_list.hpp"
#include "opmodel/ptx/time_graph.hpp"

namespace opexplore::ptx_model {

bool acquires(const FenceFacts& fence, const Reading& reading) {
  if (fence.order == Order::sc) return reading.fence_sc_orders;
  return opexplore::acquires(fence.order);
}

bool releases(const FenceFacts& fence, const Reading& reading) {
  if (fence.order == Order::sc) return reading.fence_sc_orders;
  return opexplore::releases(fence.order);
}

std::uint8_t rule_of(const FenceFacts& fence) {
  if (fence.proxy) return number<proxy_fence_>;
  return fence.order == Order::sc ? number<fence_sc_> : number<fence_>;
}

std::uint8_t rule_of(const Action& action) {
  return std::visit(
      Overloaded{
          [](const Load&) { return number<load_>; }, [](const Store&) { return number<store_>; },
          [](const Atomic&) { return number<atomic_>; },
          [](const AnyFence auto& fence) { return rule_of(facts_of(fence)); },
          [](const Barrier&) { return number<barrier_>; },
          [](const Arithmetic&) { return number<local_>; },
          [](const Branch&) { return number<local_>; },
          [](const Asynchronous&) { return number<local_>; },  // refused
      },
      action);
}

std::optional<Access> access_of(const Program& program, const Reading& reading, ThreadId thread,
                                const Action& action) {
  const MemoryAccess* const operation = memory_access(action);
  if (operation == nullptr) return std::nullopt;
  Access access;
  access.thread = thread;
  access.proxy = operation->proxy;
  access.strong = operation->order != Order::weak;
  access.is_volatile = operation->annotation == Annotation::volatile_;
  access.scope = operation->scope;
  access.acquires = opexplore::acquires(operation->order);
  access.releases = opexplore::releases(operation->order);
  access.reads = reads_memory(action);
  access.writes = writes_memory(action);
  const Address& address = program.addresses[operation->address];
  access.location = address.location;
  if (reading.proxies) {
    access.address = address.generic;
  } else {
    access.address = address.location;
    access.proxy = Proxy::generic;
  }
  return access;
}

Semantics::Semantics(const Test& test, const Reading& reading, LookAhead look_ahead, bool fences)
    : program_(test.program), reading_(reading) {
  build_accesses();
  build_stages();
  find_uniform_locations();
  if (look_ahead == LookAhead::none) {
    expect_everything_late();
  } else {
    const TimeGraph graph(*this);
    build_lateness(graph);
    if (look_ahead == LookAhead::cycles) find_cycles(test, graph);
    // Who does not watch for cycles, and has one to fear, goes out of order.
    const bool in_order = look_ahead == LookAhead::cycles || !lateness_.load_buffering;
    if (fences && in_order && may_leave_fences_open(*this)) leave_fences_open();
  }
}

void Semantics::build_accesses() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint8_t> ctas;
  for (const Thread& thread : program_.threads) {
    const auto [place, added] =
        ctas.emplace(std::pair{thread.gpu, thread.cta}, static_cast<std::uint8_t>(ctas.size()));
    cta_.push_back(place->second);
  }
  for (std::size_t a = 0; a < threads(); ++a) {
    for (std::size_t b = 0; b < threads(); ++b) {
      distance_[a][b] = common_scope(program_.threads[a], program_.threads[b]);
    }
  }
  for (std::size_t t = 0; t < threads(); ++t) {
    auto& row = accesses_.emplace_back();
    auto& rules = rules_.emplace_back();
    RegisterSet written;
    for (const Instruction& instruction : program_.threads[t].instructions) {
      if (const auto reg = register_written(instruction.action)) written.set(*reg);
    }
    for (const Instruction& instruction : program_.threads[t].instructions) {
      const auto thread = static_cast<ThreadId>(t);
      rules.push_back(rule_of(instruction.action));
      row.push_back(access_of(program_, reading_, thread, instruction.action).value_or(Access{}));
      row.back().thread = thread;
      row.back().cta = cta_[t];
      const auto pointer = pointer_of(instruction.action);
      row.back().computed_address = pointer && written.test(*pointer);
    }
  }
}

void Semantics::build_stages() {
  for (auto* table : {&stages_.own, &stages_.fenced, &stages_.fenced_aliased}) {
    for (auto& row : *table) row.fill(-1);
  }
  if (!reading_.proxies) return;
  const auto claim = [&](std::int16_t& stage) {
    if (stage < 0) stage = static_cast<std::int16_t>(stages_.count++);
  };
  bool alias_fence = false;
  for (const Thread& thread : program_.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const auto fence = fence_of(instruction.action);
      alias_fence = alias_fence || (fence && fence->proxy == ProxyFenceKind::alias);
    }
  }
  if (alias_fence) stages_.aliased = stages_.count++;
  for (const auto& row : accesses_) {
    for (const Access& access : row) {
      if (access.proxy == Proxy::generic || !(access.reads || access.writes)) continue;
      const auto proxy = static_cast<std::size_t>(access.proxy);
      claim(stages_.own[proxy][access.cta]);
      claim(stages_.fenced[proxy][access.cta]);
      if (alias_fence) claim(stages_.fenced_aliased[proxy][access.cta]);
    }
  }
}

namespace {

bool compatible(const Access& a, const Access& b, Scope distance) {
  return a.address == b.address && a.proxy == b.proxy &&
         (a.thread == b.thread ||
          (a.strong && b.strong && a.scope >= distance && b.scope >= distance));
}

}  // namespace

void Semantics::find_uniform_locations() {
  std::vector<Access> all;
  for (std::size_t t = 0; t < threads(); ++t) {
    for (const Access& access : accesses_[t]) {
      if (access.reads || access.writes) all.push_back(access);
    }
  }
  uniform_.assign(locations(), 1);
  mixed_.assign(std::max(program_.addresses.size(), locations()), 0);
  for (const Access& a : all) {
    for (const Access& b : all) {
      const Scope needed = distance(a.thread, b.thread);
      if (a.location == b.location && (!a.strong || !compatible(a, b, needed))) {
        uniform_[a.location] = 0;
      }
      // SC-per-Location follows from Coherence and Causality when all strong
      // accesses to an address are morally strong with each other; otherwise
      // it does not, because writes on the cycle may be unordered in coherence.
      if (a.address == b.address && a.strong && b.strong && !compatible(a, b, needed)) {
        mixed_[a.address] = reading_.sc_per_location ? 1 : 0;
      }
    }
  }
}

namespace {

// The instructions of which the question is answered with yes.
template <class Question>
Marks instructions_that(const TimeGraph& graph, Question&& question) {
  Marks answers = graph.no_marks();
  for (std::size_t t = 0; t < answers.size(); ++t) {
    for (std::size_t i = 0; i < answers[t].size(); ++i) {
      answers[t][i] = question({static_cast<ThreadId>(t), static_cast<InstructionId>(i)}) ? 1 : 0;
    }
  }
  return answers;
}

// The same of reads alone.
template <class Question>
Marks reads_that(const TimeGraph& graph, Question&& question) {
  return instructions_that(graph, [&](Node node) {
    return graph.semantics().access(node.thread, node.at).reads && question(node);
  });
}

bool any(const Marks& marks) {
  return std::ranges::any_of(marks, [](const auto& row) { return std::ranges::count(row, 1) > 0; });
}

}  // namespace

void Semantics::build_lateness(const TimeGraph& graph) {
  postpone_ = reads_that(graph, [&](Node node) { return may_read_from_its_future(graph, node); });
  begins_cycle_ = postpone_;
  lateness_.load_buffering = any(postpone_);
  lateness_.fence_past_order = may_lead_past_fence_order(graph);
  lateness_.late_fence = lateness_.fence_past_order || may_reorder_fences(graph);
  lateness_.unordered_fence = lateness_.late_fence;
  leads_unordered_ = graph.no_marks();
  lateness_.mixed_scopes = std::find(mixed_.begin(), mixed_.end(), 1) != mixed_.end();
}

void Semantics::find_cycles(const Test& test, const TimeGraph& graph) {
  // A read that begins a cycle reads from its future.
  if (!lateness_.load_buffering && !lateness_.late_fence) return;
  const Liveness liveness(test);
  const LocalSteps local(program_, liveness);
  const Spins spins(program_, liveness, local);
  const BarrierPlan barriers(program_);
  const ProgramFacts facts{*this, liveness, spins, barriers, &graph};
  begins_cycle_ =
      reads_that(graph, [&](Node node) { return ptx_model::may_begin_cycle(facts, node); });
  lateness_.load_buffering = any(begins_cycle_);
  if (!lateness_.load_buffering) postpone_ = graph.no_marks();
  if (!lateness_.late_fence) return;
  leads_unordered_ = instructions_that(graph, [&](Node node) {
    return rule(node.thread, node.at) == number<fence_sc_> &&
           ptx_model::may_lead_unordered(facts, node);
  });
  lateness_.unordered_fence = any(leads_unordered_);
}

// What is left open is in no order that an event could come too late for.
void Semantics::leave_fences_open() {
  leaves_fences_open_ = true;
  lateness_.late_fence = lateness_.unordered_fence = lateness_.fence_past_order = false;
  leads_unordered_ = TimeGraph(*this).no_marks();
}

void Semantics::expect_everything_late() {
  for (const auto& row : accesses_) {
    auto& postponed = postpone_.emplace_back();
    for (const Access& access : row) postponed.push_back(access.reads ? 1 : 0);
    leads_unordered_.emplace_back(row.size(), 0);  // what runs out of order is not watched
  }
  begins_cycle_ = postpone_;
  lateness_ = {true, true, true, true, true};
}

}  // namespace opexplore::ptx_model
