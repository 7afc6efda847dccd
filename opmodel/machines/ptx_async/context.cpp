#include "opmodel/machines/ptx_async/context.hpp"

#include <algorithm>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/machines/ptx_async/lateness.hpp"
#include "opmodel/parts/ahead.hpp"

namespace opexplore::ptx_async {

namespace {

using Operation = AsynchronousOperation;

Via via_of(Proxy proxy) {
  switch (proxy) {
    case Proxy::generic:
      return Via::generic;
    case Proxy::texture:
      return Via::texture;
    case Proxy::surface:
      return Via::surface;
    case Proxy::constant:
      return Via::constant;
    case Proxy::readonly:
      break;
  }
  return Via::readonly;
}

// Of the data of an operation (PTX ISA 9.7.9.25.2, 9.7.16.6.5: which go by the asynchronous proxy).
Via via_of(const Operation& operation, const Reading& reading) {
  switch (operation.kind) {
    case Operation::Kind::copy:
      return Via::generic;
    case Operation::Kind::store:
    case Operation::Kind::reduce:
      return reading.stores_are_asynchronous ? Via::asynchronous : Via::generic;
    case Operation::Kind::bulk:
    case Operation::Kind::bulk_reduce:
    case Operation::Kind::matrix:
    case Operation::Kind::tensor_load:
    case Operation::Kind::tensor_store:
    case Operation::Kind::tensor_copy:
    case Operation::Kind::tensor_matrix:
    case Operation::Kind::tensor_shift:
      break;
  }
  return Via::asynchronous;
}

std::vector<std::vector<Scope>> distances(const Program& program) {
  std::vector<std::vector<Scope>> result;
  for (const Thread& a : program.threads) {
    result.emplace_back();
    for (const Thread& b : program.threads) result.back().push_back(common_scope(a, b));
  }
  return result;
}

std::vector<std::vector<LocationSet>> locations_ahead(const Program& program) {
  std::vector<std::vector<LocationSet>> result;
  for (const Thread& thread : program.threads) {
    const auto of = [&](InstructionId at) {
      LocationSet set;
      for (const LocationId location : locations_written(program, thread.instructions[at].action)) {
        set.set(location);
      }
      return set;
    };
    result.push_back(facts_ahead(thread, LocationSet(), of,
                                 [](LocationSet& set, const LocationSet& more) { set |= more; }));
  }
  return result;
}

bool comes_again(const Thread& thread, InstructionId to) {
  std::vector<bool> seen(thread.instructions.size() + 1);
  std::vector<InstructionId> open{to};
  while (!open.empty()) {
    const InstructionId at = open.back();
    open.pop_back();
    for (const InstructionId next : successors_of(thread, at)) {
      if (next == to) return true;
      if (!seen[next]) open.push_back(next);
      seen[next] = true;
    }
  }
  return false;
}

std::vector<std::vector<LocationSet>> loops_ahead(const Program& program) {
  std::vector<std::vector<LocationSet>> result;
  for (const Thread& thread : program.threads) {
    const auto of = [&](InstructionId at) {
      LocationSet set;
      const Action& action = thread.instructions[at].action;
      const MemoryAccess* const access = memory_access(action);
      if (access != nullptr && reads_memory(action) && access->proxy != Proxy::readonly &&
          comes_again(thread, at)) {
        set.set(program.addresses[access->address].location);
      }
      return set;
    };
    result.push_back(facts_ahead(thread, LocationSet(), of,
                                 [](LocationSet& set, const LocationSet& more) { set |= more; }));
  }
  return result;
}

// How many events one step can add: a copy to many CTAs has two for each.
std::size_t most_new_events(const Program& program) {
  std::size_t most = 4;  // a copy that is fenced has three
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (const auto* const commit = asynchronous_as<TensorCommit>(instruction.action)) {
        most = std::max(most, 1 + commit->mbarriers.size());
      }
      const auto* const operation = asynchronous_as<Operation>(instruction.action);
      if (operation == nullptr) continue;
      // Its own, its descriptor, its sources; and what the descriptor points to.
      std::size_t own = 3 + operation->mbarriers.size();
      for (const CopiedElement& element : operation->elements) {
        own += 1 + element.destinations.size();
      }
      most = std::max(most, own);
    }
  }
  return most;
}

// The threads of the CTA that has the location, or of its cluster. With one CTA it is that one's.
ThreadMask owners(const Program& program, const Location& location, Scope scope) {
  const auto is_own = [&](const Thread& thread) {
    return thread.cta == location.cta && thread.gpu == location.gpu;
  };
  const auto found = std::ranges::find_if(program.threads, is_own);
  const Thread& owner = found == program.threads.end() ? program.threads.front() : *found;
  ThreadMask mask = 0;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const bool within = common_scope(owner, program.threads[t]) <= scope;
    if (within) mask |= thread_bit(static_cast<ThreadId>(t));
  }
  return mask;
}

bool fences_sc(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      const auto fence = fence_of(instruction.action);
      return fence && fence->order == Order::sc;
    });
  });
}

std::vector<std::vector<bool>> loop_heads(const Program& program) {
  std::vector<std::vector<bool>> result;
  for (const Thread& thread : program.threads) {
    std::vector<bool>& heads = result.emplace_back(thread.instructions.size() + 1);
    for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
      const Branch* const branch = branch_of(thread.instructions[i].action);
      if (branch != nullptr && branch->target <= i) heads[branch->target] = true;
    }
  }
  return result;
}

}  // namespace

Context::Context(const Test& test, const MachineOptions& options)
    : test_(test),
      reading_(reading_of(options)),
      barriers_(test.program),
      liveness_(test),
      leaves_rounds_out_(options.prune_spins && !options.liveness),
      judges_runs_(options.liveness),
      finds_races_(options.races),
      most_new_events_(most_new_events(test.program)),
      distance_(distances(test.program)),
      late_(late_reads(test.program)),
      writes_ahead_(locations_ahead(test.program)),
      read_in_loops_(loops_ahead(test.program)),
      loop_heads_(loop_heads(test.program)),
      has_sc_fences_(fences_sc(test.program)),
      mbarriers_(test.program.locations.size()) {
  const Program& program = test.program;
  for (std::size_t i = 0; i < program.locations.size(); ++i) {
    const Location& location = program.locations[i];
    owners_.push_back(
        {owners(program, location, Scope::cta), owners(program, location, Scope::cluster)});
    has_tensors_ = has_tensors_ || location.object == ObjectKind::tensor;
    if (location.object != ObjectKind::mbarrier) continue;
    mbarriers_[i] = mbarrier_locations_.size();
    mbarrier_locations_.push_back(static_cast<LocationId>(i));
  }
  for (const Observable& observable : test.observables) {
    const auto* const term = std::get_if<LocationTerm>(&observable);
    if (term == nullptr) continue;
    const LocationId location = program.addresses[term->address].location;
    if (program.locations[location].object == ObjectKind::ending) continue;
    if (std::ranges::find(observed_, location) == observed_.end()) observed_.push_back(location);
  }
  if (finds_races_) find_racy_reads();
}

// Whether they are of one location and not morally strong, as far as the instructions say.
bool Context::may_race(ThreadId reader, const MemoryAccess& read, ThreadId writer,
                       const Action& write) const {
  const LocationId location = program().addresses[read.address].location;
  const std::vector<LocationId> written = locations_written(program(), write);
  if (std::ranges::find(written, location) == written.end()) return false;
  const MemoryAccess* const access = memory_access(write);
  if (access == nullptr || access->address != read.address || access->proxy != read.proxy) {
    return true;
  }
  return reader != writer &&
         !mutual(reader, {read.order, read.scope}, writer, {access->order, access->scope});
}

void Context::find_racy_reads() {
  const std::vector<Thread>& threads = program().threads;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const auto reader = static_cast<ThreadId>(t);
    std::vector<bool>& racy = racy_.emplace_back(threads[t].instructions.size());
    for (std::size_t i = 0; i < racy.size(); ++i) {
      const MemoryAccess* const read = memory_access(threads[t].instructions[i].action);
      for (std::size_t other = 0; read != nullptr && other < threads.size(); ++other) {
        racy[i] =
            racy[i] || std::ranges::any_of(threads[other].instructions, [&](const auto& each) {
              return may_race(reader, *read, static_cast<ThreadId>(other), each.action);
            });
      }
    }
  }
}

Via Context::via(const Event& event) const {
  if (event.what == Happens::descriptor) return Via::tensormap;
  if (is_asynchronous(event.what)) {
    return is_tensor(location(event)) ? Via::tensor : via_of(*of<Operation>(event), reading_);
  }
  const MemoryAccess* const access = memory_access(action(event));
  return access != nullptr ? via_of(access->proxy) : Via::generic;
}

Strength Context::strength(const Event& event) const {
  const Action& what = action(event);
  if (const Order* const order = order_of(what); order != nullptr && scope_of(what) != nullptr) {
    // A compare-and-swap that fails is but a read, as a load is.
    return {*order, *scope_of(what)};
  }
  if (const auto* const mbarrier = of<MbarrierOperation>(event)) {
    const bool copies = mbarrier->kind == MbarrierOperation::Kind::arrive_copies;
    return copies ? Strength() : Strength{mbarrier->order, mbarrier->scope};
  }
  if (const auto* const cluster = of<ClusterBarrier>(event)) {
    return {cluster->order, Scope::cluster};
  }
  if (const auto* const operation = of<Operation>(event)) {
    const bool writes = event.what == Happens::target || event.what == Happens::combine;
    // Of a reduction the order is that of its destination.
    const bool reads = event.what == Happens::source && operation->kind == Operation::Kind::bulk &&
                       operation->order == Order::relaxed;
    if (writes || reads) return {operation->order, operation->scope};
  }
  if (const auto* const fence = of<AsynchronousFence>(event)) {
    switch (fence->kind) {
      case AsynchronousFence::Kind::restricted_release:
        return {Order::release, fence->scope};
      case AsynchronousFence::Kind::restricted_acquire:
        return {Order::acquire, fence->scope};
      default:
        return {Order::weak, fence->scope};
    }
  }
  return {};
}

std::size_t Context::element(const Event& event) const {
  const bool writes = event.what == Happens::target || event.what == Happens::combine;
  const auto* const operation = of<Operation>(event);
  if (!writes || operation == nullptr) return event.part;
  return event.part / std::max<std::size_t>(1, operation->elements.front().destinations.size());
}

std::size_t Context::recipient(const Event& event) const {
  const auto* const operation = of<Operation>(event);
  if (event.what == Happens::complete || operation == nullptr) return event.part;
  return event.part % std::max<std::size_t>(1, operation->elements.front().destinations.size());
}

std::optional<Via> Context::fenced_proxy(const Event& event) const {
  const auto fence = fence_of(action(event));
  if (!fence || !fence->proxy) return std::nullopt;
  switch (*fence->proxy) {
    case ProxyFenceKind::texture:
      return Via::texture;
    case ProxyFenceKind::surface:
      return Via::surface;
    case ProxyFenceKind::constant:
      return Via::constant;
    case ProxyFenceKind::generic:
    case ProxyFenceKind::alias:
      break;
  }
  return std::nullopt;
}

bool Context::covers(Space space, ThreadId thread, LocationId location) const {
  const auto owned_by = [&](Scope scope) {
    return is_shared(location) &&
           (owners_[location][static_cast<std::size_t>(scope)] & thread_bit(thread)) != 0;
  };
  switch (space) {
    case Space::all:
      return true;
    case Space::global:
      return !is_shared(location);
    case Space::shared_cta:
      return owned_by(Scope::cta);
    case Space::shared_cluster:
      break;
  }
  return owned_by(Scope::cluster);
}

bool Context::asks(const char* ending) const {
  return std::ranges::any_of(program().locations, [&](const Location& location) {
    return location.object == ObjectKind::ending && location.name == ending;
  });
}

std::optional<AddressId> Context::pointed_to(Value number) const {
  for (std::size_t i = 0; i < program().addresses.size(); ++i) {
    const auto address = static_cast<AddressId>(i);
    const Location& location = program().locations[program().addresses[i].location];
    const bool tensor = location.object == ObjectKind::data && location.region == Region::global;
    if (tensor && numeric_address(program(), address) == number) return address;
  }
  return std::nullopt;
}

}  // namespace opexplore::ptx_async
