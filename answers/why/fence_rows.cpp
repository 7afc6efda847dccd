#include "answers/why/fence_rows.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "answers/why/edit.hpp"
#include "answers/why/strength.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::why_parts {
namespace {

class FenceRows {
 public:
  FenceRows(const Happening& happening, const Rules& rules, const std::vector<Chain>& chains,
            std::vector<WhyRow>& rows)
      : happening_(happening), rules_(rules), rows_(rows) {
    for (const Chain& one : chains) {
      for (const Chain& other : chains) {
        const Scope scope = needed_scope(happening, one.end(), other.end());
        if (scope >= needed_) {
          needed_ = scope;
          if (&one != &other) farthest_ = happening.events[other.end()].thread;
        }
      }
    }
  }

  void add(const Chain& chain) {
    const Segment& last = chain.segments.back();
    const std::optional<EventNumber> sc = between(last, is_sc_fence);
    if (sc) return present(*sc, "orders what is before it and what is behind it");
    const auto is_sc = [&](EventNumber event) { return is_sc_access(happening_, event, rules_); };
    const bool seen = rules_.sc_sees_all || is_sc(chain.begin());
    if (seen && is_sc(last.entry) && is_sc(last.exit)) {
      for (const EventNumber event : {last.entry, last.exit}) present(event, "is sc");
      return;
    }
    const auto fence = between(last, [](const Happening& happening, EventNumber event) {
      const auto facts = fence_of(happening.action(event));
      return facts && facts->order != Order::weak;
    });
    absent(last, fence);
  }

 private:
  Spot spot(EventNumber event) const {
    return {happening_.events[event].thread, happening_.events[event].instruction};
  }
  Phrase name(EventNumber event) const {
    return Phrase::OfAddress{happening_.events[event].address};
  }

  // The fence between the two, of those with the widest scope the last.
  template <class Kind>
  std::optional<EventNumber> between(const Segment& segment, Kind kind) const {
    std::optional<EventNumber> found;
    const Happened& entry = happening_.events[segment.entry];
    const std::size_t end = happening_.events[segment.exit].place;
    for (std::size_t place = entry.place + 1; place < end; ++place) {
      const EventNumber event = happening_.threads[entry.thread][place];
      if (!kind(happening_, event)) continue;
      if (!found || scope_at(happening_, event) >= scope_at(happening_, *found)) found = event;
    }
    return found;
  }

  // A fence, or an access.
  void present(EventNumber fence, Phrase remark) {
    const auto [thread, instruction] = spot(fence);
    rows_.push_back({RowKind::sc, RowStatus::ok, thread, instruction, std::move(remark)});
    const Scope scope = scope_at(happening_, fence);
    if (scope >= needed_) {
      rows_.push_back({RowKind::scope, RowStatus::ok, thread, instruction,
                       Phrase(scope) + " reaches the other fence"});
      return;
    }
    WhyRow missing{RowKind::scope, RowStatus::missing, thread, instruction,
                   falls_short(scope, farthest_, needed_)};
    missing.remedies.push_back({widened(*happening_.test, spot(fence), needed_)});
    rows_.push_back(std::move(missing));
  }

  void absent(const Segment& last, std::optional<EventNumber> fence) {
    const EventNumber at = fence.value_or(last.exit);
    const auto [thread, instruction] = spot(at);
    const Phrase pair = name(last.entry) + " and " + name(last.exit);
    WhyRow missing{RowKind::sc, RowStatus::missing, thread, instruction,
                   fence ? "is no SC fence: it does not order " + pair + " for all"
                         : "no SC fence between " + pair +
                               (rules_.kind == Rules::Kind::cxx ? ", and not both are sc" : "")};
    if (fence) {
      missing.remedies.push_back({strengthened(*happening_.test, spot(at), Order::sc, needed_)});
    }
    missing.remedies.push_back({inserted(*happening_.test, spot(last.exit), Edit::Where::before,
                                         Fence{Order::sc, needed_})});
    if (rules_.kind == Rules::Kind::cxx && is_strong(happening_, last.entry) &&
        is_strong(happening_, last.exit)) {
      missing.remedies.push_back(
          {strengthened(*happening_.test, spot(last.entry), Order::sc, needed_),
           strengthened(*happening_.test, spot(last.exit), Order::sc, needed_)});
    }
    rows_.push_back(std::move(missing));
  }

  const Happening& happening_;
  const Rules& rules_;
  std::vector<WhyRow>& rows_;
  Scope needed_ = Scope::cta;
  ThreadId farthest_ = 0;
};

}  // namespace

void fence_rows(const Happening& happening, const Rules& rules, const std::vector<Chain>& chains,
                std::vector<WhyRow>& rows) {
  FenceRows fences(happening, rules, chains, rows);
  for (const Chain& chain : chains) fences.add(chain);
}

}  // namespace opexplore::why_parts
