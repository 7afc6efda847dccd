#include "tests/oracle/causality.hpp"

namespace opexplore::oracle {

namespace {

// What a proxy fence event is for.
bool fences_proxy(const Event& fence, Proxy proxy) {
  switch (fence.what.proxy_fence) {
    case ProxyFenceKind::texture:
      return proxy == Proxy::texture;
    case ProxyFenceKind::surface:
      return proxy == Proxy::surface;
    case ProxyFenceKind::constant:
      return proxy == Proxy::constant;
    case ProxyFenceKind::generic:
    case ProxyFenceKind::alias:
      return false;
  }
  return false;
}

// Proxy-preserved base causality (Lustig 2022, section 6.2.4, and the nine rules of the
// published formal model), as sets reached from one access through fences on the path.
class ProxyPreserved {
 public:
  ProxyPreserved(const Candidate& candidate, const Relation& base)
      : candidate_(candidate), base_(base) {
    for_each_event(candidate.proxy_fences, [&](EventIndex f) {
      const Event& fence = candidate.events[f];
      if (fence.what.proxy_fence == ProxyFenceKind::alias) alias_fences_ |= event_bit(f);
    });
  }

  Relation run() const {
    Relation result(candidate_.size());
    for_each_event(candidate_.reads | candidate_.writes, [&](EventIndex x) {
      if (candidate_.events[x].thread != no_thread) result.row(x) = row(x);
    });
    return result;
  }

 private:
  EventSet row(EventIndex x) const {
    const EventSet near = candidate_.same_virtual.row(x);
    // Rule 2: one proxy, one CTA.
    EventSet result =
        base_.row(x) & near & candidate_.same_proxy.row(x) & candidate_.same_cta.row(x);
    // Rules 1, 3 and 4, 5.
    const EventSet reached = made_generic(x);
    result |= reached & near & candidate_.generic;
    result |= fenced_into_proxies(reached) & near;
    // Rules 6-9: an alias fence in between; the location alone counts.
    const EventSet aliased = base_.image(reached & alias_fences_);
    const EventSet same = candidate_.same_location.row(x);
    result |= aliased & same & candidate_.generic;
    result |= fenced_into_proxies(aliased) & same;
    return result;
  }

  // What follows x once it counts as generic: at once if it is, else after a fence of
  // its proxy in its CTA.
  EventSet made_generic(EventIndex x) const {
    const Event& access = candidate_.events[x];
    if (access.what.proxy == Proxy::generic) return base_.row(x);
    EventSet result = 0;
    for_each_event(base_.row(x) & candidate_.proxy_fences, [&](EventIndex f) {
      if (!candidate_.same_cta.has(x, f)) return;
      if (fences_proxy(candidate_.events[f], access.what.proxy)) result |= base_.row(f);
    });
    return result;
  }

  // Accesses y, not generic, after a fence of y's proxy in y's CTA that is in `reached`.
  EventSet fenced_into_proxies(EventSet reached) const {
    EventSet result = 0;
    for_each_event(reached & candidate_.proxy_fences, [&](EventIndex f) {
      const EventSet accesses =
          (candidate_.reads | candidate_.writes) & ~candidate_.generic & candidate_.same_cta.row(f);
      for_each_event(base_.row(f) & accesses, [&](EventIndex y) {
        const Event& access = candidate_.events[y];
        if (fences_proxy(candidate_.events[f], access.what.proxy)) result |= event_bit(y);
      });
    });
    return result;
  }

  const Candidate& candidate_;
  const Relation& base_;
  EventSet alias_fences_ = 0;
};

// 6.0: (po?;sw;po?)+, that is po and sw with at least one sw. 7.5: lone po as well.
Relation base_causality(const Candidate& candidate, const Relation& synchronizes) {
  Relation any = (candidate.program_order | synchronizes).closure();
  if (candidate.model.proxies) return any;
  const Relation maybe = any.reflexive();
  return maybe.then(synchronizes).then(maybe);
}

}  // namespace

Relation reads_from_relation(const Candidate& candidate, const ReadsFrom& reads_from) {
  Relation result(candidate.size());
  for_each_event(candidate.reads, [&](EventIndex r) {
    if (reads_from[r]) result.add(*reads_from[r], r);
  });
  return result;
}

namespace {

// Observation order runs from a write to a read (Lustig 2019; PTX ISA 8.9.2), through any number of
// atomics.
Relation closed(const Candidate& candidate, const Relation& chains) {
  Relation observation(candidate.size());
  for_each_event(candidate.writes,
                 [&](EventIndex w) { observation.row(w) = chains.row(w) & candidate.reads; });
  return observation;
}

Causality causality_after(const Candidate& candidate, const Choices& choices, bool one_step) {
  const Relation rf = reads_from_relation(candidate, choices.reads_from);
  const Relation observed = (candidate.morally_strong & rf) | candidate.rmw;
  const Relation chains = observed.closure();
  const Relation sync = candidate.release.then(chains).then(candidate.acquire);
  const Relation synchronizes =
      (candidate.morally_strong & sync) | choices.fence_order | choices.barrier_order;
  Causality result;
  result.base = base_causality(candidate, synchronizes);
  if (candidate.model.proxies) {
    const Relation preserved = ProxyPreserved(candidate, result.base).run();
    const Relation observation = one_step ? observed : closed(candidate, chains);
    result.cause = preserved | observation.then(preserved);
  } else {
    result.cause =
        result.base | closed(candidate, chains).then(result.base | candidate.location_order);
  }
  return result;
}

}  // namespace

Causality causality(const Candidate& candidate, const Choices& choices) {
  return causality_after(candidate, choices, true);
}

Relation causality_of_races(const Candidate& candidate, const Choices& choices) {
  return causality_after(candidate, choices, !candidate.model.closed_observation).cause;
}

}  // namespace opexplore::oracle
