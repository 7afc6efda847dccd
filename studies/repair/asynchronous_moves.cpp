#include "studies/repair/asynchronous_moves.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::repair {
namespace {

using FenceKind = AsynchronousFence::Kind;
using Operation = AsynchronousOperation;

// Whether it reads or writes data by the asynchronous proxy (9.7.9.25.4, 9.7.16.6.5).
bool is_of_asynchronous_proxy(Operation::Kind kind) {
  switch (kind) {
    case Operation::Kind::bulk:
    case Operation::Kind::bulk_reduce:
    case Operation::Kind::matrix:
    case Operation::Kind::tensor_copy:
    case Operation::Kind::tensor_matrix:
      return true;
    case Operation::Kind::copy:
    case Operation::Kind::store:
    case Operation::Kind::reduce:
    case Operation::Kind::tensor_load:
    case Operation::Kind::tensor_store:
    case Operation::Kind::tensor_shift:
      break;
  }
  return false;
}

constexpr std::array groups_of_threads{OperationGroup::copies, OperationGroup::bulk,
                                       OperationGroup::matrix, OperationGroup::tensor_loads,
                                       OperationGroup::tensor_stores};

// In which its thread waits for it; nothing of what completes at mbarriers.
std::optional<OperationGroup> group_of(const Operation& operation) {
  switch (operation.kind) {
    case Operation::Kind::copy:
      return OperationGroup::copies;
    case Operation::Kind::bulk:
    case Operation::Kind::bulk_reduce:
      return operation.mbarriers.empty() ? std::optional(OperationGroup::bulk) : std::nullopt;
    case Operation::Kind::matrix:
      return OperationGroup::matrix;
    case Operation::Kind::tensor_load:
      return OperationGroup::tensor_loads;
    case Operation::Kind::tensor_store:
      return OperationGroup::tensor_stores;
    case Operation::Kind::store:
    case Operation::Kind::reduce:
    case Operation::Kind::tensor_copy:
    case Operation::Kind::tensor_matrix:
    case Operation::Kind::tensor_shift:
      break;
  }
  return std::nullopt;
}

Level fence(FenceKind kind, Scope scope = Scope::cta, Space space = Space::all,
            std::optional<AddressId> object = std::nullopt) {
  return {.instruction = AsynchronousFence{kind, space, scope, object}};
}

template <class Is>
bool has_any(const Thread& thread, Is&& is) {
  return std::ranges::any_of(thread.instructions, [&](const Instruction& instruction) {
    const auto* const other = std::get_if<Asynchronous>(&instruction.action);
    return other != nullptr && is(other->what);
  });
}

constexpr auto initialises = [](const AsynchronousAction& action) {
  const auto* const mbarrier = std::get_if<MbarrierOperation>(&action);
  return mbarrier != nullptr && mbarrier->kind == MbarrierOperation::Kind::init;
};

constexpr auto is_on_tensors = [](const AsynchronousAction& action) {
  const auto* const operation = std::get_if<Operation>(&action);
  return operation != nullptr && is_of_tensors(operation->kind);
};

// Whether operations of the group are waited for behind a commit that stands by itself.
bool has_commits(OperationGroup group) {
  return group == OperationGroup::bulk || group == OperationGroup::matrix;
}

constexpr auto multiplies = [](const AsynchronousAction& action) {
  const auto* const operation = std::get_if<Operation>(&action);
  return operation != nullptr && operation->kind == Operation::Kind::matrix;
};

}  // namespace

AsynchronousMoves::AsynchronousMoves(const Program& program) : program_(program) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (const auto* const operation = asynchronous_as<Operation>(instruction.action)) {
        note(*operation);
      }
    }
    has_peers_ = has_peers_ || std::ranges::any_of(program.threads, [&](const Thread& other) {
                   return common_scope(thread, other) == Scope::cluster;
                 });
  }
  if (reaches_shared_) spaces_.push_back(Space::shared_cta);
  if (reaches_shared_ && has_peers_) spaces_.push_back(Space::shared_cluster);
  if (reaches_global_) spaces_.push_back(Space::global);
  if (reaches_shared_ && reaches_global_) spaces_.push_back(Space::all);
}

void AsynchronousMoves::note(const AsynchronousOperation& operation) {
  if (operation.descriptor) tensormaps_.insert(*operation.descriptor);
  const auto note_data = [&](AddressId address) {
    const Location& location = program_.locations[program_.addresses[address].location];
    if (location.object == ObjectKind::data && is_of_asynchronous_proxy(operation.kind)) {
      (location.region == Region::shared ? reaches_shared_ : reaches_global_) = true;
    }
  };
  for (const CopiedElement& element : operation.elements) {
    if (element.source) note_data(*element.source);
    std::ranges::for_each(element.destinations, note_data);
  }
}

std::vector<std::vector<Level>> AsynchronousMoves::fences(Site site,
                                                          const std::vector<Scope>& telling,
                                                          bool again) const {
  std::vector<std::vector<Level>> kinds;
  std::vector<Level>& spaces = kinds.emplace_back();
  for (const Space space : spaces_) spaces.push_back(fence(FenceKind::async, {}, space));
  if (reaches_shared_ && has_peers_) {
    kinds.push_back({fence(FenceKind::async_release, Scope::cluster, Space::shared_cta)});
    kinds.push_back({fence(FenceKind::async_acquire, Scope::cluster, Space::shared_cluster)});
  }
  const auto add_scopes = [&](FenceKind kind, std::optional<AddressId> map) {
    std::vector<Level>& scopes = kinds.emplace_back();
    for (const Scope scope : telling) scopes.push_back(fence(kind, scope, Space::all, map));
  };
  if (!tensormaps_.empty()) add_scopes(FenceKind::tensormap_release, std::nullopt);
  for (const AddressId map : tensormaps_) add_scopes(FenceKind::tensormap_acquire, map);
  if (again) return kinds;
  if (comes_before(site, initialises)) {
    kinds.push_back({fence(FenceKind::mbarrier_init, Scope::cluster)});
  }
  const Thread& mine = program_.threads[site.thread];
  if (has_any(mine, multiplies)) kinds.push_back({fence(FenceKind::matrix)});
  if (comes_before(site, is_on_tensors)) kinds.push_back({fence(FenceKind::tensor_before)});
  if (has_any(mine, is_on_tensors)) kinds.push_back({fence(FenceKind::tensor_after)});
  return kinds;
}

// Also where a loop brings it: wherever the thread has it.
bool AsynchronousMoves::comes_before(Site site,
                                     FunctionRef<bool(const AsynchronousAction&)> is) const {
  const auto& code = program_.threads[site.thread].instructions;
  const bool goes_back = std::ranges::any_of(code, [&](const Instruction& instruction) {
    const Branch* const branch = branch_of(instruction.action);
    return branch != nullptr && branch->target <= site.instruction;
  });
  for (std::size_t i = 0; i < (goes_back ? code.size() : site.instruction); ++i) {
    const auto* const other = std::get_if<Asynchronous>(&code[i].action);
    if (other != nullptr && is(other->what)) return true;
  }
  return false;
}

std::set<OperationGroup> AsynchronousMoves::groups_before(Site site) const {
  std::set<OperationGroup> groups;
  for (const OperationGroup group : groups_of_threads) {
    if (comes_before(site, [group](const AsynchronousAction& action) {
          const auto* const operation = std::get_if<Operation>(&action);
          return operation != nullptr && group_of(*operation) == group;
        })) {
      groups.insert(group);
    }
  }
  return groups;
}

std::vector<std::vector<Level>> AsynchronousMoves::waits(Site site) const {
  std::vector<std::vector<Level>> kinds;
  const std::set<OperationGroup> groups = groups_before(site);
  for (const OperationGroup group : groups) {
    if (has_commits(group)) kinds.push_back({{.instruction = CommitGroup{group}}});
  }
  for (const OperationGroup group : groups) {
    std::vector<Level>& waits = kinds.emplace_back();
    if (group == OperationGroup::bulk) waits.push_back({.instruction = WaitGroup{group, 0, true}});
    if (group == OperationGroup::copies) waits.push_back({.instruction = WaitGroup{group, 0}});
    waits.push_back({.instruction = WaitGroup{group, 0, false, !has_commits(group)}});
  }
  return kinds;
}

std::uint32_t AsynchronousMoves::commits_of(ThreadId thread, OperationGroup group) const {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(program_.threads[thread].instructions, [&](const Instruction& one) {
        const auto* const commit = asynchronous_as<CommitGroup>(one.action);
        return commit != nullptr && commit->group == group;
      }));
}

std::vector<Level> AsynchronousMoves::in_place_of(const AsynchronousAction& standing,
                                                  ThreadId thread,
                                                  const std::vector<Scope>& telling) const {
  // Fences of `tcgen05` stay where they stand: the ISA asks for them between threads (9.7.16.6),
  // also where no outcome needs them, since a load is over and its accumulator is overwritten.
  const auto* const there = std::get_if<AsynchronousFence>(&standing);
  const bool stays = there != nullptr && (there->kind == FenceKind::tensor_before ||
                                          there->kind == FenceKind::tensor_after);
  std::vector<Level> levels;
  if (!stays) levels.emplace_back();
  const auto add = [&](const AsynchronousAction& action) {
    const Level level{.instruction = action};
    if (std::ranges::find(levels, level) == levels.end()) levels.push_back(level);
  };
  if (const auto* const wait = std::get_if<WaitGroup>(&standing)) {
    const std::uint32_t most = std::max(wait->pending + 1, commits_of(thread, wait->group));
    for (std::uint32_t pending = 0; pending < most; ++pending) {
      const bool is_bulk = wait->group == OperationGroup::bulk;
      if (is_bulk) add(WaitGroup{wait->group, pending, true});
      add(WaitGroup{wait->group, pending});
    }
    if (wait->group == OperationGroup::copies) add(WaitGroup{wait->group, 0, false, true});
  } else if (there != nullptr && !stays) {
    AsynchronousFence other = *there;
    const bool of_tensormaps =
        there->kind == FenceKind::tensormap_release || there->kind == FenceKind::tensormap_acquire;
    for (const Space space : spaces_) {
      if (there->kind == FenceKind::async) other.space = space;
      add(other);
    }
    for (const Scope scope : telling) {
      if (of_tensormaps) other.scope = scope;
      add(other);
    }
  }
  add(standing);
  return levels;
}

}  // namespace opexplore::repair
