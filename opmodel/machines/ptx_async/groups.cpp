#include "opmodel/machines/ptx_async/groups.hpp"

#include <algorithm>

namespace opexplore::ptx_async {

namespace {

using Operation = AsynchronousOperation;

std::optional<OperationGroup> group_of(const Operation& operation) {
  if (operation.kind == Operation::Kind::copy) return OperationGroup::copies;
  if (operation.kind == Operation::Kind::matrix) return OperationGroup::matrix;
  if (operation.kind == Operation::Kind::tensor_load) return OperationGroup::tensor_loads;
  if (operation.kind == Operation::Kind::tensor_store) return OperationGroup::tensor_stores;
  const bool bulk =
      operation.kind == Operation::Kind::bulk || operation.kind == Operation::Kind::bulk_reduce;
  return bulk && operation.mbarriers.empty() ? std::optional(OperationGroup::bulk) : std::nullopt;
}

bool is_done(const State& state, EventId issue, bool reads_only) {
  return std::ranges::all_of(state.events, [&](const Event& event) {
    if (event.issue != issue || !is_asynchronous(event.what)) return true;
    const bool reads = event.what == Happens::descriptor || event.what == Happens::source;
    return event.done || (reads_only && !reads);
  });
}

}  // namespace

std::vector<EventId> waited_for(const Context& context, const State& state, ThreadId thread,
                                EventId end, const WaitGroup& wait) {
  std::vector<std::vector<EventId>> groups;
  std::vector<EventId> open;
  for (std::size_t i = 0; i < state.events.size() && i < end; ++i) {
    const Event& event = state.events[i];
    if (event.thread != thread || is_asynchronous(event.what)) continue;
    const auto* const operation = context.of<Operation>(event);
    if (operation != nullptr && group_of(*operation) == wait.group) {
      open.push_back(static_cast<EventId>(i));
    }
    const auto* const commit = context.of<CommitGroup>(event);
    const auto* const waited = context.of<WaitGroup>(event);
    const bool closes = (commit != nullptr && commit->group == wait.group) ||
                        (waited != nullptr && waited->group == wait.group && waited->commits);
    if (closes) groups.push_back(std::move(open)), open.clear();
  }
  if (wait.commits) groups.push_back(std::move(open));
  const std::size_t count = groups.size() - std::min<std::size_t>(groups.size(), wait.pending);
  std::vector<EventId> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.insert(result.end(), groups[i].begin(), groups[i].end());
  }
  return result;
}

bool has_read(const State& state, EventId issue) { return is_done(state, issue, true); }
bool has_completed(const State& state, EventId issue) { return is_done(state, issue, false); }

}  // namespace opexplore::ptx_async
