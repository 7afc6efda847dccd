#include "axioms/mbarrier_orders.hpp"

#include <map>
#include <vector>

namespace opexplore::axioms {

namespace {

using MbarrierKind = MbarrierOperation::Kind;

// An mbarrier, and what has happened to it.
struct Mbarrier {
  bool valid = false;
  Value expected = 0, pending = 0, bytes = 0;
  Value completed = 0;            // phases
  EventSet counted = 0, now = 0;  // what was counted: in completed phases, in this one
  EventSet done = 0;
  std::optional<EventIndex> init;
  bool undefined = false;

  void start_phase() {
    now = 0;
    pending = expected;
    bytes = 0;
  }
  // Precondition: something has just been counted.
  void complete() {
    if (pending != 0 || bytes != 0) return;
    ++completed;
    counted |= now;
    start_phase();
  }
};

class MbarrierRuns {
 public:
  MbarrierRuns(const Skeleton& skeleton, const std::function<bool(const MbarrierOrder&)>& use)
      : skeleton_(skeleton), use_(use) {
    const std::size_t n = skeleton.size();
    now_ = {Relation(n), Relation(n), Relation(n), 0};
    std::map<LocationId, EventSet> events;
    for (EventIndex e = 0; e < n; ++e) {
      const auto& what = skeleton.events[e].what.asynchronous;
      if (what && what->on_mbarrier()) events[skeleton.events[e].location] |= event_bit(e);
    }
    for (const auto& [location, on_it] : events) objects_.emplace_back(location, on_it);
  }

  void run() { next_object(0); }

 private:
  bool next_object(std::size_t index) {
    if (index == objects_.size()) return use_(now_);
    Mbarrier object;
    object.expected = skeleton_.program.locations[objects_[index].first].initial;
    object.pending = object.expected;
    object.valid = object.expected > 0;
    return next_operation(index, object);
  }

  bool next_operation(std::size_t index, const Mbarrier& object) {
    const EventSet left = objects_[index].second & ~object.done;
    if (left == 0) return next_object(index + 1);
    bool go_on = true;
    for_each_event(left, [&](EventIndex e) {
      if (!go_on || !may_come(e, left)) return;
      const MbarrierOrder before = now_;
      for_each_event(object.done, [&](EventIndex earlier) { now_.order.add(earlier, e); });
      if (object.init) now_.initialised.add(*object.init, e);
      Mbarrier after = object;
      after.done |= event_bit(e);
      if (perform(e, after)) {
        if (after.undefined) now_.undefined |= event_bit(e);
        go_on = next_operation(index, after);
      }
      now_ = before;
    });
    return go_on;
  }

  // What is apart comes after what was before its issue.
  bool may_come(EventIndex e, EventSet left) const {
    bool result = true;
    for_each_event(left, [&](EventIndex other) {
      result = result && !skeleton_.program_order.has(other, thread_event(e)) &&
               (other == e || other != thread_event(e));
    });
    return result;
  }
  EventIndex thread_event(EventIndex e) const {
    const GraphEvent& event = skeleton_.events[e];
    if (!event.what.apart()) return e;
    return skeleton_.first_event[event.thread] + event.what.asynchronous->issue;
  }

  // False if the path takes it for something else.
  static bool takes_place(const AsynchronousEvent& what, const Mbarrier& object) {
    if (object.undefined || !object.valid) return true;
    if (what.kind == AsynchronousEvent::Kind::completion) return true;
    if (what.mbarrier == MbarrierKind::wait) return object.completed % 2 != what.count % 2;
    return !what.phase || *what.phase == object.completed % 2;
  }

  bool perform(EventIndex e, Mbarrier& object) {
    const AsynchronousEvent& what = *skeleton_.events[e].what.asynchronous;
    if (!takes_place(what, object)) return false;
    const bool init = what.mbarrier == MbarrierKind::init;
    if (object.undefined || object.valid == init) {
      object.undefined = true;
      return true;
    }
    if (what.mbarrier == MbarrierKind::wait) {
      for_each_event(object.counted, [&](EventIndex from) { now_.observed.add(from, e); });
      return true;
    }
    change(e, what, object);
    return true;
  }

  static void change(EventIndex e, const AsynchronousEvent& what, Mbarrier& object) {
    switch (what.mbarrier) {
      case MbarrierKind::init:
        object = initialised(e, what.count, object.done);
        break;
      case MbarrierKind::inval:
        object.valid = false;
        object.init.reset();
        break;
      case MbarrierKind::expect_tx:
        object.bytes += what.bytes;
        break;
      case MbarrierKind::complete_tx:
        object.bytes -= what.bytes;
        object.now |= event_bit(e);
        object.complete();
        break;
      case MbarrierKind::arrive_copies:
        if (what.kind == AsynchronousEvent::Kind::mbarrier) {
          object.pending += what.count;
          break;
        }
        [[fallthrough]];
      case MbarrierKind::arrive:
      case MbarrierKind::arrive_drop:
        arrive(e, what, object);
        break;
      case MbarrierKind::wait:
        break;
    }
  }

  static Mbarrier initialised(EventIndex e, Value count, EventSet done) {
    Mbarrier result;
    result.valid = true;
    result.expected = count;
    result.pending = count;
    result.done = done;
    result.init = e;
    result.undefined = count < 1;
    return result;
  }

  static void arrive(EventIndex e, const AsynchronousEvent& what, Mbarrier& object) {
    if (what.count < 1 || object.pending < what.count) {
      object.undefined = true;
      return;
    }
    object.bytes += what.bytes;
    object.pending -= what.count;
    if (what.mbarrier == MbarrierKind::arrive_drop) object.expected -= what.count;
    object.now |= event_bit(e);
    const Value before = object.completed;
    object.complete();
    object.undefined = what.no_complete && object.completed != before;
  }

  const Skeleton& skeleton_;
  const std::function<bool(const MbarrierOrder&)>& use_;
  std::vector<std::pair<LocationId, EventSet>> objects_;
  MbarrierOrder now_;
};

}  // namespace

void for_each_mbarrier_order(const Skeleton& skeleton,
                             const std::function<bool(const MbarrierOrder&)>& use) {
  MbarrierRuns(skeleton, use).run();
}

}  // namespace opexplore::axioms
