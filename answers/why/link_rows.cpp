#include "answers/why/link_rows.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "answers/why/edit.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::why_parts {
namespace {

// One link: `from` writes what `to` reads, directly or through read-modify-writes between.
struct Linked {
  Segment from;
  Segment to;
  std::vector<EventNumber> between;  // read-modify-writes that hand it on
  bool observed = false;             // what is handed on is the write itself, and nothing before it
  bool fenced = false;               // an SC fence acquires it
};

class LinkRows {
 public:
  LinkRows(const Happening& happening, const Rules& rules, const Linked& link,
           std::vector<WhyRow>& rows)
      : happening_(happening), rules_(rules), link_(link), rows_(rows) {
    writer_ = link.from.exit;
    reader_ = link.to.entry;
    needed_ = needed_scope(happening, writer_, reader_);
    if (!link.observed) release_ = release_pattern();
    if (!link.observed && !link.fenced) acquire_ = acquire_pattern();
  }

  void add() {
    release_row();
    acquire_row();
    scope_rows();
    name_row();
  }

 private:
  Spot spot(EventNumber event) const {
    return {happening_.events[event].thread, happening_.events[event].instruction};
  }
  WhyRow row(RowKind kind, RowStatus status, EventNumber event, Phrase remark) const {
    return {kind, status, spot(event).thread, spot(event).instruction, std::move(remark)};
  }
  Phrase name(EventNumber event) const {
    return Phrase::OfAddress{happening_.events[event].address};
  }
  Edit with(EventNumber event, Order order) const {
    return strengthened(*happening_.test, spot(event), order, needed_);
  }
  Edit fence(EventNumber event, Edit::Where where) const {
    return inserted(*happening_.test, spot(event), where, Fence{Order::acq_rel, needed_});
  }

  // The first operation of a release pattern that ends in the write and covers the entry: of those
  // that reach far enough the nearest, else the nearest.
  std::optional<EventNumber> release_pattern() const {
    const Happened& write = happening_.events[writer_];
    const std::size_t entry = happening_.events[link_.from.entry].place;
    std::optional<EventNumber> narrow;
    for (std::size_t place = write.place + 1; place-- > entry;) {
      const EventNumber event = happening_.threads[write.thread][place];
      const bool pattern =
          is_release_fence(happening_, event, rules_)
              ? place > entry && place < write.place
              : releases(happening_, event, rules_) &&
                    (event == writer_ ||
                     (rules_.release_goes_on && overlap(happening_, event, writer_, rules_)));
      if (!pattern) continue;
      if (scope_at(happening_, event) >= needed_) return event;
      if (!narrow) narrow = event;
    }
    return narrow;
  }

  std::optional<EventNumber> acquire_pattern() const {
    const Happened& read = happening_.events[reader_];
    const std::size_t end = happening_.events[link_.to.exit].place;
    std::optional<EventNumber> narrow;
    for (std::size_t place = read.place; place < std::max(end, read.place + 1); ++place) {
      const EventNumber event = happening_.threads[read.thread][place];
      const bool pattern =
          is_acquire_fence(happening_, event, rules_)
              ? place > read.place
              : acquires(happening_, event, rules_) &&
                    (event == reader_ || (rules_.kind == Rules::Kind::ptx &&
                                          overlap(happening_, event, reader_, rules_)));
      if (!pattern) continue;
      if (scope_at(happening_, event) >= needed_) return event;
      if (!narrow) narrow = event;
    }
    return narrow;
  }

  // Of an access that has to be strong, and nothing else.
  WhyRow strong_row(RowKind kind, EventNumber event, const Phrase& ok) const {
    if (is_strong(happening_, event)) return row(kind, RowStatus::ok, event, ok);
    WhyRow weak = row(kind, RowStatus::missing, event,
                      lax() + (kind == RowKind::release ? ": who reads it learns nothing"
                                                        : ": what it reads tells it nothing"));
    weak.remedies.push_back({with(event, Order::relaxed)});
    weak.remedies.push_back(
        {with(event, kind == RowKind::release ? Order::release : Order::acquire)});
    return weak;
  }

  Phrase lax() const { return rules_.kind == Rules::Kind::cxx ? "is not atomic" : "is weak"; }

  Phrase published() const {
    const EventNumber entry = link_.from.entry;
    if (happening_.events[entry].writes && entry != writer_) {
      return "publishes " + name(entry) + "=" + std::to_string(happening_.events[entry].written);
    }
    return "publishes what was done before";
  }

  void release_row() {
    if (link_.observed) {
      rows_.push_back(strong_row(RowKind::release, writer_,
                                 rules_.kind == Rules::Kind::cxx ? "is atomic: can be observed"
                                                                 : "is strong: can be observed"));
      return;
    }
    const bool strong = is_strong(happening_, writer_);
    if (release_ && strong) {
      rows_.push_back(row(RowKind::release, RowStatus::ok, *release_, published()));
      return;
    }
    if (release_) {
      rows_.push_back(strong_row(RowKind::release, writer_, {}));
      rows_.back().remark = lax() + ": the fence before it publishes nothing through it";
      return;
    }
    WhyRow missing = row(RowKind::release, RowStatus::missing, writer_,
                         strong ? "does not release: nothing before it is published"
                                : lax() + ": it publishes nothing");
    missing.remedies.push_back({with(writer_, Order::release)});
    Remedy fenced{fence(writer_, Edit::Where::before)};
    if (!strong) fenced.push_back(with(writer_, Order::relaxed));
    missing.remedies.push_back(std::move(fenced));
    rows_.push_back(std::move(missing));
  }

  Phrase seen() const {
    return "sees " + name(reader_) + "=" + std::to_string(happening_.events[reader_].read);
  }

  void acquire_row() {
    if (link_.observed || link_.fenced) {
      rows_.push_back(strong_row(RowKind::acquire, reader_, seen()));
      return;
    }
    const bool strong = is_strong(happening_, reader_);
    if (acquire_ && strong) {
      const Phrase what = *acquire_ == reader_ ? seen() + " and acquires"
                                               : "acquires after " + name(reader_) + "=" +
                                                     std::to_string(read_value());
      rows_.push_back(row(RowKind::acquire, RowStatus::ok, *acquire_, what));
      return;
    }
    if (acquire_) {
      rows_.push_back(strong_row(RowKind::acquire, reader_, {}));
      rows_.back().remark = lax() + ": the fence after it acquires nothing through it";
      return;
    }
    add_missing_acquire(strong);
  }

  Value read_value() const { return happening_.events[reader_].read; }

  void add_missing_acquire(bool strong) {
    WhyRow missing = row(RowKind::acquire, RowStatus::missing, reader_,
                         seen() + (strong ? ", but does not acquire" : ", but " + lax()));
    // A reduction has no acquire.
    if (register_written(happening_.action(reader_))) {
      missing.remedies.push_back({with(reader_, Order::acquire)});
    }
    Remedy fenced{fence(reader_, Edit::Where::after)};
    if (!strong) fenced.push_back(with(reader_, Order::relaxed));
    missing.remedies.push_back(std::move(fenced));
    rows_.push_back(std::move(missing));
  }

  // Each link of observation is morally strong, and so are the first and the last operation.
  std::map<EventNumber, std::pair<Scope, EventNumber>> demands() const {
    std::map<EventNumber, std::pair<Scope, EventNumber>> all;
    const auto demand = [&](EventNumber a, EventNumber b) {
      const Scope scope = needed_scope(happening_, a, b);
      for (const auto& [event, other] : {std::pair{a, b}, std::pair{b, a}}) {
        const auto place = all.try_emplace(event, scope, other).first;
        if (place->second.first < scope) place->second = {scope, other};
      }
    };
    EventNumber last = writer_;
    for (const EventNumber event : link_.between) {
      demand(last, event);
      last = event;
    }
    demand(last, reader_);
    demand(release_.value_or(writer_), acquire_.value_or(reader_));
    return all;
  }

  void scope_rows() {
    std::optional<Scope> least;
    bool narrow = false;
    for (const auto& [event, demand] : demands()) {
      if (!is_strong(happening_, event)) continue;
      const Scope scope = scope_at(happening_, event);
      least = std::min(least.value_or(scope), scope);
      if (scope >= demand.first) continue;
      narrow = true;
      const ThreadId other = happening_.events[demand.second].thread;
      WhyRow missing =
          row(RowKind::scope, RowStatus::missing, event, falls_short(scope, other, demand.first));
      missing.remedies.push_back({widened(*happening_.test, spot(event), demand.first)});
      rows_.push_back(std::move(missing));
    }
    if (narrow) return;
    const Phrase remark =
        least ? Phrase(*least) + " covers " + covered(needed_) : "no scope stands in the way";
    rows_.push_back(row(RowKind::scope, RowStatus::ok, release_.value_or(writer_), remark));
  }

  // Accesses by two names, or proxies, never synchronise.
  void name_row() {
    EventNumber last = writer_;
    std::vector<EventNumber> after = link_.between;
    after.push_back(reader_);
    for (const EventNumber event : after) {
      if (!overlap(happening_, last, event, rules_)) {
        WhyRow missing = row(
            RowKind::proxy, RowStatus::missing, event,
            "reads " + name(last) + " by another name or proxy: such accesses do not synchronise");
        missing.remedies.push_back(
            {readdressed(*happening_.test, spot(event), *memory_access(happening_.action(last)))});
        rows_.push_back(std::move(missing));
      }
      last = event;
    }
  }

  const Happening& happening_;
  const Rules& rules_;
  const Linked& link_;
  std::vector<WhyRow>& rows_;
  EventNumber writer_ = no_event;
  EventNumber reader_ = no_event;
  Scope needed_ = Scope::cta;
  std::optional<EventNumber> release_;
  std::optional<EventNumber> acquire_;
};

bool hands_on(const Happening& happening, const Segment& segment) {
  const Happened& event = happening.events[segment.entry];
  return segment.single() && event.reads && event.writes;
}

void barrier_rows(const Happening& happening, const Arc& hop, std::vector<WhyRow>& rows) {
  const Happened& arrived = happening.events[hop.from];
  const Happened& next = happening.events[hop.to];
  rows.push_back({RowKind::barrier, RowStatus::ok, arrived.thread, arrived.instruction,
                  "orders it before what " + Phrase(Phrase::OfThread{next.thread}) +
                      " does behind the barrier"});
}

}  // namespace

void link_rows(const Happening& happening, const Rules& rules, const Chain& chain, bool fenced,
               std::vector<WhyRow>& rows) {
  const std::size_t last = chain.segments.size() - 1;
  for (std::size_t i = 0; i < last;) {
    if (chain.hops[i].link == Link::barrier) {
      barrier_rows(happening, chain.hops[i], rows);
      ++i;
      continue;
    }
    Linked link{chain.segments[i], {}, {}};
    link.observed = i == 0 && chain.segments[0].single() && !chain.from_read;
    std::size_t j = i + 1;
    while (j < last && hands_on(happening, chain.segments[j]) &&
           chain.hops[j].link == Link::reads_from) {
      link.between.push_back(chain.segments[j].entry);
      ++j;
    }
    link.to = chain.segments[j];
    link.fenced = fenced && j == last && rules.fence_sc_orders;
    LinkRows(happening, rules, link, rows).add();
    i = j;
  }
}

}  // namespace opexplore::why_parts
