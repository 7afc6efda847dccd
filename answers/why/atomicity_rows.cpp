#include "answers/why/atomicity_rows.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "answers/why/edit.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::why_parts {

bool is_atomicity(const Happening& happening, const std::vector<Chain>& chains) {
  const bool single = std::ranges::all_of(chains, [](const Chain& chain) {
    return chain.segments.size() == 1 && chain.segments.front().single();
  });
  return single && std::ranges::any_of(chains, [&](const Chain& chain) {
           const Happened& event = happening.events[chain.begin()];
           return event.reads && event.writes;
         });
}

namespace {

WhyRow row_at(const Happening& happening, RowKind kind, EventNumber event, Phrase remark) {
  const Happened& one = happening.events[event];
  return {kind, RowStatus::missing, one.thread, one.instruction, std::move(remark)};
}

// What keeps the first from being morally strong with the second; `weak` is said of a weak one.
void add_strength_rows(const Happening& happening, const Rules& rules, EventNumber event,
                       EventNumber other, const std::string& weak, std::vector<WhyRow>& rows) {
  const Test& test = *happening.test;
  const Spot spot{happening.events[event].thread, happening.events[event].instruction};
  const Scope needed = needed_scope(happening, event, other);
  if (!is_strong(happening, event)) {
    WhyRow row = row_at(happening, RowKind::release, event, weak);
    row.remedies.push_back({strengthened(test, spot, Order::relaxed, needed)});
    rows.push_back(std::move(row));
  } else if (scope_at(happening, event) < needed) {
    WhyRow row =
        row_at(happening, RowKind::scope, event,
               falls_short(scope_at(happening, event), happening.events[other].thread, needed));
    row.remedies.push_back({widened(test, spot, needed)});
    rows.push_back(std::move(row));
  } else {
    WhyRow row = row_at(happening, RowKind::scope, event,
                        Phrase(scope_at(happening, event)) + " reaches " +
                            Phrase::OfThread{happening.events[other].thread});
    row.status = RowStatus::ok;
    rows.push_back(std::move(row));
  }
  if (overlap(happening, event, other, rules) || event > other) return;
  WhyRow row = row_at(happening, RowKind::proxy, event,
                      "by another name or proxy: the two are never ordered");
  row.remedies.push_back({readdressed(test, spot, *memory_access(happening.action(other)))});
  rows.push_back(std::move(row));
}

}  // namespace

std::vector<WhyRow> atomicity_rows(const Happening& happening, const Rules& rules,
                                   const std::vector<Chain>& chains) {
  const std::string weak = "is weak: a read-modify-write does not exclude it";
  std::vector<WhyRow> rows;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    const EventNumber one = chains[i].begin();
    const EventNumber other = chains[(i + 1) % chains.size()].begin();
    add_strength_rows(happening, rules, one, other, weak, rows);
    if (chains.size() > 2) add_strength_rows(happening, rules, other, one, weak, rows);
  }
  return rows;
}

void contest_rows(const Happening& happening, const Rules& rules, const Path& cycle,
                  std::vector<WhyRow>& rows) {
  const std::string weak = "is weak: coherence does not order it and another write";
  for (const Arc& arc : cycle) {
    if (arc.link != Link::from_read) continue;
    const EventNumber source = happening.events[arc.from].reads_from;
    if (source == no_event || happening.settled[source][arc.to]) continue;
    if (happening.events[source].thread == happening.events[arc.to].thread) continue;
    add_strength_rows(happening, rules, source, arc.to, weak, rows);
    add_strength_rows(happening, rules, arc.to, source, weak, rows);
  }
}

}  // namespace opexplore::why_parts
