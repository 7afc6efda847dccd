#include "opmodel/machines/vulkan/collect.hpp"

#include <algorithm>
#include <utility>

#include "opmodel/machines/vulkan/parts.hpp"
#include "opmodel/machines/vulkan/renumber.hpp"
#include "opmodel/parts/small_vector.hpp"

namespace opexplore::vulkan {

namespace {

// What threads may still do to a location.
struct Ahead {
  ThreadMask readers = 0;
  ThreadMask writers = 0;
  bool atomics = false;
  bool late = false;  // something waits that has not read yet
  SmallVector<OperationId, 8> operations;

  ThreadMask any() const { return readers | writers; }
};

// What a thread may still do.
struct ThreadAhead {
  bool any = false;
  bool passes_on = false;  // atomic writes, which carry releases of fences, or barriers
  bool acquires = false;   // as a fence or a barrier
};

class Collector {
 public:
  Collector(const Context& context, State& state)
      : context_(context),
        state_(state),
        locations_(context.program.locations.size()),
        threads_(state.next.size()) {
    for (std::size_t thread = 0; thread < threads_.size(); ++thread) {
      look_ahead(static_cast<ThreadId>(thread));
    }
    look_at_late_reads();
  }

  void run() {
    forget_knowledge();
    join_rows();
    forget_messages();
    keep_writes_of_messages();
    keep_accesses();
    keep_stamps();
    keep_sources();
    keep_read_writes();
    keep_events(context_, state_, kept_);
  }

 private:
  // What may be read late, and what is ordered before and behind that, stays.
  void look_at_late_reads() {
    for (const LateRead& late : state_.late) {
      const Operation& what = context_.of(state_, late.event);
      Ahead& there = locations_[what.location];
      there.readers |= thread_bit(what.thread);
      if (late.write.event != no_event) there.writers |= thread_bit(what.thread);
      there.late = true;
    }
  }

  void look_ahead(ThreadId thread) {
    ThreadAhead& own = threads_[thread];
    for (const OperationId id : context_.plan.ahead(thread, state_.next[thread])) {
      const Operation& what = context_.plan[id];
      own.any = true;
      if (!what.is_access()) {
        own.acquires = own.acquires || what.event.acquires;
        own.passes_on = own.passes_on || what.event.kind == VulkanEvent::Kind::barrier;
        continue;
      }
      Ahead& there = locations_[what.location];
      (what.is_read() ? there.readers : there.writers) |= thread_bit(thread);
      there.atomics = there.atomics || what.event.atomic;
      there.operations.push_back(id);
      own.passes_on = own.passes_on || (what.is_write() && what.event.atomic);
    }
    own.any = own.any || context_.waits(state_, thread);
    own.acquires = own.acquires || context_.waits(state_, thread);
  }

  // Whether a thread that has not begun will know what this one does.
  bool has_heirs(ThreadId thread) const {
    for (std::size_t other = 0; other < threads_.size(); ++other) {
      const auto heir = static_cast<ThreadId>(other);
      if ((state_.started & thread_bit(heir)) != 0) continue;
      if ((context_.plan.direct_predecessors(heir) & thread_bit(thread)) != 0) return true;
    }
    return false;
  }

  void forget_knowledge() {
    for (std::size_t index = 0; index < threads_.size(); ++index) {
      const auto thread = static_cast<ThreadId>(index);
      const ThreadAhead& ahead = threads_[index];
      if (!ahead.passes_on) state_.released[index] = {};
      if (!ahead.acquires) {
        state_.through[index] = {};
        for (StorageClass one = 0; one < storage_classes; ++one) {
          state_.pending[context_.pending_row(thread, one)] = {};
        }
      }
      if (ahead.any || has_heirs(thread)) continue;
      for (std::size_t mask = 0; mask < context_.plan.masks().size(); ++mask) {
        state_.known[context_.row(thread, mask)] = {};
        state_.start[context_.row(thread, mask)] = {};
      }
    }
  }

  const Ahead& ahead_of(const Operation& what) const { return locations_[what.location]; }

  // The least place that an access ahead can still read, or write behind.
  std::size_t least_floor(LocationId location, Places places) const {
    std::size_t least = places.size() - 1;
    for (const OperationId id : locations_[location].operations) {
      const Operation& what = context_.plan[id];
      if (!what.event.atomic) continue;
      std::size_t place =
          std::max(floor_ahead(context_, state_, id), brought_place(state_, places, what.thread));
      if (writes_behind(what)) place = behind_bound(places, place);
      least = std::min(least, place);
    }
    return least;
  }

  // Whether all that it does with a message is to write right behind it: a store, and what reads
  // and writes in one, unless it may fail and read alone.
  bool writes_behind(const Operation& what) const {
    if (what.is_write()) return true;
    const Atomic* const changed =
        read_modify_write(context_.program.threads[what.thread].instructions[what.at].action);
    return changed != nullptr && changed->op != AtomicOp::cas;
  }

  // Nothing goes between a message and the write of a read-modify-write that has read it, so that
  // writes go behind the last of such a row. What it passes on the next one has: as long as that is
  // so of each of the row (it is not where scopes do not include each other), it is not needed.
  // Spins that write what is there (an atomic or with 0) make such rows.
  std::size_t behind_bound(Places places, std::size_t place) const {
    while (place + 1 < places.size()) {
      const Message& here = state_.messages[places.begin + place];
      const Message& next = state_.messages[places.begin + place + 1];
      if (!next.bound || !passes_all_on(here, next)) break;
      ++place;
    }
    return place;
  }

  // Of releases by one instruction the newest hands on most.
  bool passes_all_on(const Message& from, const Message& to) const {
    bool all = true;
    from.sources.for_each([&](std::size_t source) {
      const OperationId operation = state_.events[source].operation;
      bool there = false;
      to.sources.for_each([&](std::size_t other) {
        there = there || (other >= source && state_.events[other].operation == operation);
      });
      all = all && there;
    });
    return all;
  }

  // Of writes in such a row that one instruction has made, which say the same, the last is enough:
  // nothing goes between them, and who reads the one learns what he would from the other.
  void join_rows() {
    if (context_.exact) return;
    std::vector<Message> left;
    for (std::size_t index = 0; index < state_.messages.size(); ++index) {
      const Message& message = state_.messages[index];
      if (index + 1 == state_.messages.size() ||
          !says_the_same(message, state_.messages[index + 1])) {
        left.push_back(message);
        continue;
      }
      Message& next = state_.messages[index + 1];
      next.bound = message.bound;
      next.brought |= message.brought;
      for (Event& event : state_.events) {
        if (event.reads_from == message.write) event.reads_from = next.write;
      }
    }
    state_.messages = std::move(left);
  }

  bool says_the_same(const Message& one, const Message& next) const {
    if (one.location != next.location || !next.bound || locations_[one.location].late) return false;
    if (one.write == no_event || next.write == no_event || one.value != next.value) return false;
    return one.sources == next.sources &&
           state_.events[one.write].operation == state_.events[next.write].operation &&
           is_known_wherever(next.write, one.write);
  }

  // Messages that nobody can read any more leave; where nobody can tell writes apart, so does what
  // is known of them beside the value.
  void forget_messages() {
    std::vector<Message> left;
    for (std::size_t index = 0; index < locations_.size(); ++index) {
      const auto location = static_cast<LocationId>(index);
      const Places places = places_of(state_, location);
      const Ahead& ahead = locations_[index];
      const bool all = (context_.exact && ahead.any() != 0) || ahead.late;
      const bool tells = all || ahead.atomics;
      std::size_t first = all ? 0 : tells ? least_floor(location, places) : places.size() - 1;
      if (places.size() == 1) first = 0;
      for (std::size_t place = first; place < places.size(); ++place) {
        Message message = state_.messages[places.begin + place];
        if (!tells) message = {location, no_event, message.value, false, {}};
        if (!all && place == first) message.bound = false;
        if (ahead.readers == 0 && !context_.observed[index]) message.value = 0;
        left.push_back(message);
      }
    }
    state_.messages = std::move(left);
    forget_brought();
  }

  // What memory has brought to a thread goes where all its accesses say as much by themselves.
  void forget_brought() {
    for (std::size_t index = 0; index < state_.messages.size(); ++index) {
      Message& message = state_.messages[index];
      if (message.brought == 0) continue;
      const std::size_t place = index - places_of(state_, message.location).begin;
      ThreadMask heeding = 0;
      for (const OperationId id : locations_[message.location].operations) {
        const Operation& what = context_.plan[id];
        const ThreadMask bit = thread_bit(what.thread);
        if ((message.brought & ~heeding & bit) == 0) continue;
        const bool chooses = context_.exact || what.event.atomic;
        const std::size_t floor = context_.exact ? 0 : floor_ahead(context_, state_, id);
        if (chooses && floor < place) heeding |= bit;
      }
      message.brought = heeding;
    }
  }

  void keep(EventId event) { kept_ |= EventSet::of(event); }

  void keep_writes_of_messages() {
    for (const Message& message : state_.messages) {
      if (message.write == no_event) continue;
      keep(message.write);
      told_ |= EventSet::of(message.write);
    }
  }

  // Newest first: what holds of an access holds of an earlier one by the same instruction.
  void keep_accesses() {
    EventSet newest;  // by event
    SmallVector<bool, 64> met;
    for (std::size_t index = state_.events.size(); index-- > 0;) {
      const auto event = static_cast<EventId>(index);
      const OperationId operation = state_.events[event].operation;
      const Operation& what = context_.plan[operation];
      if (!what.is_access()) continue;
      if (operation >= met.size()) met.resize(operation + 1U, false);
      const bool is_newest = !met[operation];
      met[operation] = true;
      if (!may_matter(event, is_newest)) continue;
      keep(event);
      told_ |= EventSet::of(event);
    }
  }

  bool may_matter(EventId event, bool is_newest) const {
    const Operation& what = context_.of(state_, event);
    const Ahead& ahead = ahead_of(what);
    if (late_read(state_, event) != nullptr) return true;
    if (context_.exact || ahead.late) {
      return ahead.any() != 0 && (is_newest || !is_repeated(event));
    }
    if (is_newest && may_race(what)) return true;
    return what.is_read() && ahead.atomics && sets_floor(event);
  }

  // Of one thread only accesses through different names can race.
  bool may_race(const Operation& what) const {
    const Ahead& ahead = ahead_of(what);
    const ThreadMask conflicting = what.is_write() ? ahead.any() : ahead.writers;
    if ((conflicting & ~thread_bit(what.thread)) != 0) return true;
    if (conflicting == 0) return false;
    return std::ranges::any_of(span_of(ahead.operations), [&](OperationId id) {
      return context_.plan[id].reference != what.reference;
    });
  }

  // What a read has read keeps others from reading earlier messages, unless a later access of its
  // thread that is known wherever it is does so as well.
  bool sets_floor(EventId read) const {
    const Operation& what = context_.of(state_, read);
    const Places places = places_of(state_, what.location);
    const auto place = place_of(state_, places, state_.events[read].reads_from);
    if (!place || *place == 0) return false;
    for (std::size_t index = read + 1U; index < state_.events.size(); ++index) {
      const auto other = static_cast<EventId>(index);
      const Operation& later = context_.of(state_, other);
      if (!later.is_read() || !are_alike(what, later)) continue;
      const auto its = place_of(state_, places, state_.events[other].reads_from);
      if (its && *its >= *place && is_known_wherever(other, read)) return false;
    }
    return true;
  }

  static bool are_alike(const Operation& a, const Operation& b) {
    return a.thread == b.thread && a.location == b.location && a.reference == b.reference &&
           a.classes == b.classes && a.event.non_private == b.event.non_private;
  }

  // Where races are followed, or a load waits, of reads by one instruction that have read the same
  // message and are known to the same threads the last says all.
  bool is_repeated(EventId read) const {
    const Event& event = state_.events[read];
    if (!context_.plan[event.operation].is_read()) return false;
    if (std::ranges::any_of(state_.events,
                            [&](const Event& one) { return one.read_half == read; })) {
      return false;
    }
    for (std::size_t index = read + 1U; index < state_.events.size(); ++index) {
      const auto other = static_cast<EventId>(index);
      const Event& later = state_.events[other];
      if (later.operation != event.operation || later.reads_from != event.reads_from) continue;
      if (late_read(state_, other) != nullptr) continue;  // it has not read
      if (is_known_wherever(other, read)) return true;
    }
    return false;
  }

  bool is_known_wherever(EventId event, EventId other) const {
    const auto has = [&](const EventSet& set) {
      return !set.contains(other) || set.contains(event);
    };
    return std::ranges::all_of(state_.known, has) && std::ranges::all_of(state_.start, has) &&
           std::ranges::all_of(state_.handed,
                               [&](const Handed& handed) { return has(handed.events); }) &&
           std::ranges::all_of(state_.late, [&](const LateRead& late) {
             return has(late.before) && has(late.after) && has(late.write.before) &&
                    has(late.write.after);
           });
  }

  // Of stamps by one instruction the earliest happens before most.
  void keep_stamps() {
    std::vector<Stamp> left;
    for (const Stamp& stamp : state_.stamps) {
      if (!told_.contains(stamp.write)) continue;
      const OperationId by = state_.events[stamp.by].operation;
      const bool earlier = std::ranges::any_of(state_.stamps, [&](const Stamp& other) {
        return other.write == stamp.write && other.kind == stamp.kind && other.by < stamp.by &&
               state_.events[other.by].operation == by &&
               (other.places & stamp.places) == stamp.places;
      });
      if (!earlier) left.push_back(stamp);
    }
    state_.stamps = std::move(left);
    for (const Stamp& stamp : state_.stamps) keep(stamp.by);
  }

  // Of releases by one instruction the newest hands on most.
  EventSet newest_of(const EventSet& sources) const {
    EventSet result;
    sources.for_each([&](std::size_t event) {
      const OperationId operation = state_.events[event].operation;
      bool newer = false;
      sources.for_each([&](std::size_t other) {
        newer = newer || (other > event && state_.events[other].operation == operation);
      });
      if (!newer) result |= EventSet::of(event);
    });
    return result;
  }

  void keep_sources() {
    EventSet all;
    const auto take = [&](EventSet& sources) {
      sources = newest_of(sources);
      all |= sources;
    };
    for (auto* const sets : {&state_.released, &state_.through, &state_.pending}) {
      for (EventSet& set : *sets) take(set);
    }
    for (Message& message : state_.messages) take(message.sources);
    for (LateRead& late : state_.late) take(late.write.sources);
    for (Instance& instance : state_.instances) {
      for (Member& member : instance.arrived) {
        take(member.released);
        if (instance.open) member.event = no_event;
        if (member.event != no_event) keep(member.event);
      }
    }
    kept_ |= all;
    std::erase_if(state_.handed,
                  [&](const Handed& handed) { return !all.contains(handed.release); });
  }

  // A write that a read names, and that has no message any more, is like the initial one.
  void keep_read_writes() {
    for (std::size_t index = 0; index < state_.events.size(); ++index) {
      Event& event = state_.events[index];
      if (event.read_half != no_event && !kept_.contains(event.read_half)) {
        event.read_half = no_event;
      }
      if (event.reads_from == no_event) continue;
      const auto place = place_of(
          state_, places_of(state_, context_.plan[event.operation].location), event.reads_from);
      const bool says = place && (context_.exact || *place > 0);
      const bool read = told_.contains(index);
      if (!says || !read) event.reads_from = no_event;
    }
  }

  const Context& context_;
  State& state_;
  SmallVector<Ahead, 8> locations_;
  SmallVector<ThreadAhead, 8> threads_;
  EventSet kept_;
  EventSet told_;  // accesses of which it matters where they are in the order of their location
};

}  // namespace

void collect(const Context& context, State& state) { Collector(context, state).run(); }

}  // namespace opexplore::vulkan
