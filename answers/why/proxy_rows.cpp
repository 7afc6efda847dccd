#include "answers/why/proxy_rows.hpp"

#include <optional>
#include <string>
#include <utility>

#include "answers/why/edit.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::why_parts {
namespace {

ProxyFenceKind fence_of_proxy(Proxy proxy) {
  switch (proxy) {
    case Proxy::generic:
      return ProxyFenceKind::generic;
    case Proxy::texture:
      return ProxyFenceKind::texture;
    case Proxy::surface:
      return ProxyFenceKind::surface;
    case Proxy::constant:
      return ProxyFenceKind::constant;
    case Proxy::readonly:
      break;  // no fence is for it
  }
  return ProxyFenceKind::generic;
}

class ProxyRows {
 public:
  ProxyRows(const Happening& happening, const Route& route, std::vector<WhyRow>& rows)
      : happening_(happening), route_(route), rows_(rows) {
    for (const Segment& segment : route.segments) {
      const Happened& entry = happening.events[segment.entry];
      for (std::size_t place = entry.place; place <= happening.events[segment.exit].place;
           ++place) {
        events_.push_back(happening.threads[entry.thread][place]);
      }
    }
  }

  void add() {
    const Proxy from = proxy(route_.from);
    const Proxy to = proxy(route_.to);
    const bool one_name = address(route_.from) == address(route_.to);
    const bool generic = from == Proxy::generic && to == Proxy::generic;
    if (one_name && (generic || (from == to && same_cta(happening_, route_.from, route_.to)))) {
      ok(route_.to, generic ? Phrase("both generic, by one name")
                            : "both by one proxy of one " + Phrase(Noun::cta));
      return;
    }
    if (from != Proxy::generic) step(fence_of_proxy(from), route_.from);
    if (!one_name) step(ProxyFenceKind::alias, alias_side());
    if (to != Proxy::generic) step(fence_of_proxy(to), route_.to);
  }

 private:
  Proxy proxy(EventNumber event) const { return memory_access(happening_.action(event))->proxy; }
  AddressId address(EventNumber event) const {
    return happening_.test->program.addresses[happening_.events[event].address].generic;
  }
  Spot spot(EventNumber event) const {
    return {happening_.events[event].thread, happening_.events[event].instruction};
  }

  // The access by another name than its location's own; the later one, if it is both or none.
  EventNumber alias_side() const {
    const Program& program = happening_.test->program;
    const auto own = [&](EventNumber event) {
      return program.addresses[address(event)].name ==
             program.locations[happening_.events[event].location].name;
    };
    return own(route_.to) && !own(route_.from) ? route_.from : route_.to;
  }

  void ok(EventNumber event, Phrase remark) {
    rows_.push_back({RowKind::proxy, RowStatus::ok, spot(event).thread, spot(event).instruction,
                     std::move(remark)});
  }

  // The next fence of the kind on the way; one of a proxy in the CTA of its access.
  void step(ProxyFenceKind kind, EventNumber access) {
    std::optional<EventNumber> elsewhere;
    for (std::size_t i = next_; i < events_.size(); ++i) {
      const auto facts = fence_of(happening_.action(events_[i]));
      if (!facts || facts->proxy != kind) continue;
      if (kind != ProxyFenceKind::alias && !same_cta(happening_, events_[i], access)) {
        elsewhere = events_[i];
        continue;
      }
      next_ = i + 1;
      ok(events_[i], "is on the way");
      return;
    }
    missing(kind, access, elsewhere);
  }

  void missing(ProxyFenceKind kind, EventNumber access, std::optional<EventNumber> elsewhere) {
    const std::string name(to_string(kind));
    const Phrase what =
        kind == ProxyFenceKind::alias ? "another name of the location: no alias fence on the way"
        : elsewhere
            ? "the " + name + " fence is in another " + Phrase(Noun::cta)
            : "no " + name + " fence " + (access == route_.from ? "behind it" : "before it");
    WhyRow row{RowKind::proxy, RowStatus::missing, spot(access).thread, spot(access).instruction,
               what};
    for (const EventNumber beside : {access, access == route_.to ? route_.from : route_.to}) {
      const auto where = beside == route_.to ? Edit::Where::before : Edit::Where::after;
      if (beside != access && kind != ProxyFenceKind::alias) continue;
      row.remedies.push_back({inserted(*happening_.test, spot(beside), where, ProxyFence{kind})});
    }
    rows_.push_back(std::move(row));
  }

  const Happening& happening_;
  const Route& route_;
  std::vector<WhyRow>& rows_;
  std::vector<EventNumber> events_;
  std::size_t next_ = 0;
};

}  // namespace

void proxy_rows(const Happening& happening, const Rules& rules, const Route& route,
                std::vector<WhyRow>& rows) {
  if (!rules.proxies) return;
  ProxyRows(happening, route, rows).add();
}

}  // namespace opexplore::why_parts
