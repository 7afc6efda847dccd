#include "studies/repair/code_facts.hpp"

#include <algorithm>
#include <set>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore::repair {
namespace {

bool is_commit(const Action& action) { return asynchronous_as<CommitGroup>(action) != nullptr; }

bool is_thread_fence(const Action& action) {
  const auto fence = fence_of(action);
  return fence && !fence->proxy && !fence->device;
}

// Whether a fence beside it may order something: an access, or a barrier, for what others of the
// CTA have done comes before it and what they do after it; what is asynchronous, but for fences and
// commits, which do nothing by themselves.
bool is_ordered(const Instruction& instruction) {
  const Action& action = instruction.action;
  if (memory_access(action) != nullptr || barrier_of(action) != nullptr) return true;
  return kind_of(action) == InstructionKind::asynchronous && !is_commit(action) &&
         asynchronous_as<AsynchronousFence>(action) == nullptr;
}

// By instruction, the end included: whether one of these comes before it on some path.
std::vector<bool> behind_ordered(const Thread& thread) {
  const std::size_t count = thread.instructions.size();
  std::vector<bool> behind(count + 1);
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < count; ++i) {
      if (!behind[i] && !is_ordered(thread.instructions[i])) continue;
      for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(i))) {
        more = more || !behind[next];
        behind[next] = true;
      }
    }
  }
  return behind;
}

// Whether one of them may be executed from there on.
std::vector<bool> before_ordered(const Thread& thread) {
  const std::size_t count = thread.instructions.size();
  std::vector<bool> before(count + 1);
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = count; i-- > 0;) {
      bool here = is_ordered(thread.instructions[i]);
      for (const InstructionId next : successors_of(thread, static_cast<InstructionId>(i))) {
        here = here || before[next];
      }
      more = more || here != before[i];
      before[i] = here;
    }
  }
  return before;
}

// Whether it can come to the instruction again.
bool is_in_loop(const Thread& thread, InstructionId start) {
  std::vector<bool> seen(thread.instructions.size() + 1);
  std::vector<InstructionId> waiting{start};
  while (!waiting.empty()) {
    const InstructionId at = waiting.back();
    waiting.pop_back();
    if (at == thread.instructions.size()) continue;
    for (const InstructionId next : successors_of(thread, at)) {
      if (next == start) return true;
      if (!seen[next]) waiting.push_back(next);
      seen[next] = true;
    }
  }
  return false;
}

std::vector<bool> jump_targets(const Thread& thread) {
  std::vector<bool> targets(thread.instructions.size() + 1);
  for (const Instruction& instruction : thread.instructions) {
    const Branch* const branch = branch_of(instruction.action);
    if (branch != nullptr) targets[branch->target] = true;
  }
  return targets;
}

// Whether a fence between threads is the last thing in front of it, whichever way it is come to.
bool follows_fence(const Thread& thread, const std::vector<bool>& targets, InstructionId at) {
  for (InstructionId i = at; i > 0 && !targets[i]; --i) {
    const Action& action = thread.instructions[i - 1U].action;
    if (is_thread_fence(action)) return true;
    if (!is_local(action) || branch_of(action) != nullptr) return false;
  }
  return false;
}

// What an access names, and what an operation on an mbarrier does.
std::optional<AddressId> address_named(const Action& action) {
  const auto* const mbarrier = asynchronous_as<MbarrierOperation>(action);
  return mbarrier != nullptr ? std::optional(mbarrier->mbarrier) : address_of(action);
}

}  // namespace

InstructionId begin_of_text(const Thread& thread, InstructionId at) {
  const SourcePlace place = thread.instructions[at].place;
  while (place.line != 0 && at > 0 && thread.instructions[at - 1U].place == place) --at;
  return at;
}

CodeFacts::CodeFacts(const Program& program)
    : program_(program), users_(program.locations.size()), waited_(program.locations.size()) {
  find_users();
  for (const Thread& thread : program.threads) find_waited(thread);
  find_proxies();
}

std::vector<Gap> CodeFacts::gaps(ThreadId number) const {
  const Thread& thread = program_.threads[number];
  const std::vector<bool> behind = behind_ordered(thread), before = before_ordered(thread);
  const std::vector<bool> targets = jump_targets(thread);
  std::vector<Gap> gaps;
  for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
    const Action& action = thread.instructions[i].action;
    const InstructionId at = begin_of_text(thread, static_cast<InstructionId>(i));
    if (is_local(action) || is_commit(action) || !behind[at] || !before[i]) continue;
    if (!gaps.empty() && gaps.back().instruction == at) continue;
    gaps.push_back({at, is_thread_fence(action) || follows_fence(thread, targets, at)});
  }
  return gaps;
}

bool CodeFacts::is_plain_access(ThreadId thread, InstructionId at) const {
  const MemoryAccess* const access =
      memory_access(program_.threads[thread].instructions[at].action);
  if (access == nullptr || access->proxy != Proxy::generic) return false;
  const Location& location = program_.locations[program_.addresses[access->address].location];
  return !location.hidden && location.object == ObjectKind::data;
}

LocationId CodeFacts::location(const Action& access) const {
  return program_.addresses[*address_named(access)].location;
}

bool CodeFacts::is_shared(LocationId location) const { return users_[location].size() > 1; }

Scope CodeFacts::scope_of_users(ThreadId thread, LocationId location) const {
  Scope scope = Scope::cta;
  for (const ThreadId user : users_[location]) {
    scope = std::max(scope, common_scope(program_.threads[thread], program_.threads[user]));
  }
  return scope;
}

std::size_t CodeFacts::threads_within(ThreadId thread, Scope scope) const {
  const Thread& mine = program_.threads[thread];
  return static_cast<std::size_t>(std::ranges::count_if(
      program_.threads, [&](const Thread& other) { return common_scope(mine, other) <= scope; }));
}

std::vector<Scope> CodeFacts::telling_scopes(ThreadId thread, const std::set<Scope>& among) const {
  std::vector<Scope> telling;
  std::size_t reached = 1;
  for (const Scope scope : among) {
    const std::size_t threads = threads_within(thread, scope);
    if (threads == reached) continue;
    telling.push_back(scope);
    reached = threads;
  }
  return telling;
}

void CodeFacts::find_users() {
  for (std::size_t t = 0; t < program_.threads.size(); ++t) {
    const auto add = [&](AddressId address) {
      std::vector<ThreadId>& users = users_[program_.addresses[address].location];
      const auto thread = static_cast<ThreadId>(t);
      if (std::ranges::find(users, thread) == users.end()) users.push_back(thread);
    };
    for (const Instruction& instruction : program_.threads[t].instructions) {
      if (const auto address = address_of(instruction.action)) add(*address);
      const auto* const other = std::get_if<Asynchronous>(&instruction.action);
      if (other != nullptr) for_each_address(other->what, add);
    }
  }
}

void CodeFacts::find_waited(const Thread& thread) {
  for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
    const Action& action = thread.instructions[i].action;
    if (memory_access(action) == nullptr || !reads_memory(action)) continue;
    if (is_in_loop(thread, static_cast<InstructionId>(i))) waited_[location(action)] = true;
  }
}

void CodeFacts::find_proxies() {
  std::set<ProxyFenceKind> kinds;
  std::vector<std::set<AddressId>> names(program_.locations.size());
  for (const Thread& thread : program_.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const MemoryAccess* const access = memory_access(instruction.action);
      if (access == nullptr) continue;
      std::set<AddressId>& of_location = names[location(instruction.action)];
      of_location.insert(program_.addresses[access->address].generic);
      if (of_location.size() > 1) kinds.insert(ProxyFenceKind::alias);
      switch (access->proxy) {
        case Proxy::texture:
          kinds.insert(ProxyFenceKind::texture);
          break;
        case Proxy::surface:
          kinds.insert(ProxyFenceKind::surface);
          break;
        case Proxy::constant:
          kinds.insert(ProxyFenceKind::constant);
          break;
        case Proxy::generic:
        case Proxy::readonly:
          break;
      }
    }
  }
  proxies_.assign(kinds.begin(), kinds.end());
}

}  // namespace opexplore::repair
