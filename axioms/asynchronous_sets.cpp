#include "axioms/asynchronous_sets.hpp"

#include <algorithm>

#include "axioms/grids_and_clusters.hpp"
#include "axioms/mbarrier_orders.hpp"
#include "axioms/spaces.hpp"

namespace opexplore::axioms {

namespace {

using AsyncKind = AsynchronousEvent::Kind;
using FenceKind = AsynchronousFence::Kind;

bool is_fence(const AsynchronousEvent& what, FenceKind kind) {
  return what.kind == AsyncKind::fence && what.fence == kind;
}

std::size_t number_from(Base base, Base first) {
  return static_cast<std::size_t>(base) - static_cast<std::size_t>(first);
}

bool has_location(const PathEvent& what) {
  const bool access = what.kind == EventKind::read || what.kind == EventKind::write;
  return access || (what.asynchronous && what.asynchronous->on_mbarrier());
}

bool in_fence_set(Base base, const AsynchronousEvent& what) {
  switch (base) {
    case Base::async_fence:
      return is_fence(what, FenceKind::async);
    case Base::async_release:
      return is_fence(what, FenceKind::async_release);
    case Base::async_acquire:
      return is_fence(what, FenceKind::async_acquire);
    case Base::async_read_release:
      return is_fence(what, FenceKind::async_read_release);
    case Base::tensormap_release:
      return is_fence(what, FenceKind::tensormap_release);
    case Base::tensormap_acquire:
      return is_fence(what, FenceKind::tensormap_acquire);
    case Base::alias_release:
      return is_fence(what, FenceKind::alias_release);
    case Base::alias_acquire:
      return is_fence(what, FenceKind::alias_acquire);
    case Base::init_fence:
      return is_fence(what, FenceKind::mbarrier_init);
    case Base::tensor_before:
      return is_fence(what, FenceKind::tensor_before) ||
             (what.kind == AsyncKind::tensor_commit && !what.operands_only);
    case Base::tensor_after:
      return is_fence(what, FenceKind::tensor_after);
    case Base::restricted:
      return is_fence(what, FenceKind::restricted_release) ||
             is_fence(what, FenceKind::restricted_acquire);
    default:
      return false;
  }
}

bool in_mbarrier_set(Base base, const AsynchronousEvent& what) {
  const bool instruction = what.kind == AsyncKind::mbarrier;
  switch (base) {
    case Base::on_mbarrier:
      return what.on_mbarrier();
    case Base::mbarrier_init:
      return instruction && what.mbarrier == MbarrierOperation::Kind::init;
    case Base::mbarrier_arrival:
      return instruction && (what.mbarrier == MbarrierOperation::Kind::arrive ||
                             what.mbarrier == MbarrierOperation::Kind::arrive_drop);
    case Base::mbarrier_completion:
      return what.kind == AsyncKind::completion;
    case Base::mbarrier_wait:
      return instruction && what.mbarrier == MbarrierOperation::Kind::wait;
    case Base::cluster_arrive:
      return what.kind == AsyncKind::cluster_arrive;
    case Base::cluster_wait:
      return what.kind == AsyncKind::cluster_wait;
    case Base::launch:
      return what.kind == AsyncKind::launch;
    case Base::grid_wait:
      return what.kind == AsyncKind::grid_wait;
    default:
      return false;
  }
}

bool in_operation_set(Base base, const AsynchronousEvent& what) {
  using Kind = AsynchronousOperation::Kind;
  switch (base) {
    case Base::apart:
      return what.apart();
    case Base::async_proxy:
      return what.kind == AsyncKind::access && what.channel == Channel::asynchronous;
    case Base::tensormap_proxy:
      return what.kind == AsyncKind::access && what.channel == Channel::tensormap;
    case Base::tensor_memory:
      return what.kind == AsyncKind::access && what.channel == Channel::tensor;
    case Base::async_store:
      return what.kind == AsyncKind::access &&
             (what.operation == Kind::store || what.operation == Kind::reduce);
    case Base::bulk_operation:
      return what.apart() && (what.operation == Kind::bulk || what.operation == Kind::bulk_reduce);
    case Base::matrix_operation:
      return what.apart() && what.operation == Kind::matrix;
    default:
      return false;
  }
}

// Which operations on tensor memory make a pipeline (PTX ISA 9.4, 9.7.16.6.2). An accumulator is
// what matrix operations write, one location each.
bool make_pipeline(const Skeleton& skeleton, EventIndex a, EventIndex b) {
  using Kind = AsynchronousOperation::Kind;
  const AsynchronousEvent& first = *skeleton.events[a].what.asynchronous;
  const AsynchronousEvent& second = *skeleton.events[b].what.asynchronous;
  const auto accumulator = [&](EventIndex access) {
    const GraphEvent& event = skeleton.events[access];
    std::optional<LocationId> location;
    for (const GraphEvent& other : skeleton.events) {
      const auto& what = other.what.asynchronous;
      const bool own = other.thread == event.thread && what && what->apart() &&
                       what->issue == event.what.asynchronous->issue;
      if (own && other.what.kind == EventKind::write) location = other.location;
    }
    return location;
  };
  const bool to_matrix = second.operation == Kind::tensor_matrix;
  if (first.operation == Kind::tensor_matrix) {
    return second.operation == Kind::tensor_shift ||
           (to_matrix && first.form == second.form && accumulator(a) == accumulator(b));
  }
  if (first.operation == Kind::tensor_copy) return to_matrix;
  const bool to_rows =
      second.operation == Kind::tensor_copy && second.form == TensorForm::four_rows;
  return first.operation == Kind::tensor_shift && (to_matrix || to_rows);
}

Relation pipelines(const Skeleton& skeleton) {
  Relation result(skeleton.size());
  const auto accesses = [&](EventIndex e) {
    const auto& what = skeleton.events[e].what.asynchronous;
    return what && what->kind == AsyncKind::access && what->channel == Channel::tensor;
  };
  for (EventIndex a = 0; a < skeleton.size(); ++a) {
    for (EventIndex b = 0; accesses(a) && b < skeleton.size(); ++b) {
      const bool near = accesses(b) && skeleton.same_cta.has(a, b);
      if (near && make_pipeline(skeleton, a, b)) result.add(a, b);
    }
  }
  return result;
}

// Pairs of events of threads.
bool related(Base base, const Program& program, const GraphEvent& x, const GraphEvent& y) {
  const bool both = has_location(x.what) && has_location(y.what);
  const auto& of_x = x.what.asynchronous;
  const auto& of_y = y.what.asynchronous;
  switch (base) {
    case Base::same_cluster:
      return in_one_cluster(program, x.thread, y.thread);
    case Base::same_mbarrier:
      return of_x && of_x->on_mbarrier() && of_y && of_y->on_mbarrier() && both &&
             x.location == y.location;
    case Base::same_operation:
      return x.what.apart() && y.what.apart() && x.thread == y.thread && of_x->issue == of_y->issue;
    case Base::covers:
      return of_x && of_x->kind == AsyncKind::fence && has_location(y.what) &&
             axioms::covers(program, x, y.location);
    case Base::includes:
      return x.what.order != Order::weak &&
             x.what.scope >= common_scope(program.threads[x.thread], program.threads[y.thread]);
    case Base::earlier_grid:
      return program.threads[x.thread].grid < program.threads[y.thread].grid;
    case Base::dependent_grid:
      return program.threads[x.thread].grid + 1 == program.threads[y.thread].grid;
    default:
      return false;
  }
}

// From events of the path that are named in one to that one.
void add_from_path(Base base, const Skeleton& skeleton, EventIndex e, Relation& result) {
  const GraphEvent& event = skeleton.events[e];
  const AsynchronousEvent& what = *event.what.asynchronous;
  const EventIndex first = skeleton.first_event[event.thread];
  if (base == Base::issue && what.apart()) result.add(first + what.issue, e);
  if (base == Base::anchor && what.apart() && what.anchor) result.add(first + *what.anchor, e);
  const bool group = what.kind == AsyncKind::group_wait;
  if (base == (group ? Base::awaited : Base::operation_order)) {
    for_each_event(what.before, [&](EventIndex from) { result.add(first + from, e); });
  }
}

}  // namespace

bool in_asynchronous_set(Base base, const GraphEvent& event, const Program& program) {
  if (base >= Base::region_0 && base <= Base::region_3) {
    return has_location(event.what) &&
           class_of_location(program, event.location) == number_from(base, Base::region_0);
  }
  if (!event.what.asynchronous) return false;
  if (base >= Base::admits_0 && base <= Base::admits_3) {
    return admits(program, event, number_from(base, Base::admits_0));
  }
  const AsynchronousEvent& what = *event.what.asynchronous;
  return in_fence_set(base, what) || in_mbarrier_set(base, what) || in_operation_set(base, what);
}

Relation asynchronous_relation(Base base, const Skeleton& skeleton) {
  if (base == Base::cluster_round) return cluster_rounds(skeleton);
  if (base == Base::cluster_exit) return cluster_exits(skeleton);
  if (base == Base::grid_start) return grid_starts(skeleton);
  if (base == Base::pipelined) return pipelines(skeleton);
  if (skeleton.mbarriers != nullptr) {
    if (base == Base::mbarrier_order) return skeleton.mbarriers->order;
    if (base == Base::mbarrier_observed) return skeleton.mbarriers->observed;
    if (base == Base::initialised) return skeleton.mbarriers->initialised;
  }
  Relation result(skeleton.size());
  for (EventIndex a = 0; a < skeleton.size(); ++a) {
    const GraphEvent& x = skeleton.events[a];
    if (x.thread == no_thread) continue;
    if (x.what.asynchronous) add_from_path(base, skeleton, a, result);
    for (EventIndex b = 0; b < skeleton.size(); ++b) {
      const GraphEvent& y = skeleton.events[b];
      if (y.thread != no_thread && related(base, skeleton.program, x, y)) result.add(a, b);
    }
  }
  return result;
}

}  // namespace opexplore::axioms
