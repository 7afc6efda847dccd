#include "tests/oracle/candidate.hpp"

#include <utility>

namespace opexplore::oracle {

namespace {

using Kind = PathEvent::Kind;

bool scope_includes(const Program& program, const Event& event, ThreadId other) {
  const Scope needed = common_scope(program.threads[event.thread], program.threads[other]);
  return event.what.scope >= needed;
}

bool is_strong(const PathEvent& what) { return what.order != Order::weak; }

}  // namespace

Candidate::Candidate(const Program& test_program, const Model& chosen_model,
                     std::vector<const axioms::Path*> chosen_paths)
    : Skeleton(test_program, std::move(chosen_paths)), model(chosen_model) {
  if (!model.proxies) forget_proxies();
  const std::size_t n = size();
  same_proxy = morally_strong = release = acquire = Relation(n);
  location_order = program_order & same_virtual;
  dependency = address_dependency | data_dependency | control_dependency;
  for (EventIndex a = 0; a < n; ++a) {
    const Event& x = events[a];
    if (x.what.kind == Kind::fence && x.what.order == Order::sc) fences_sc |= event_bit(a);
    if (x.thread == no_thread || !is_memory(a)) continue;
    if (x.what.proxy == Proxy::generic) generic |= event_bit(a);
    for_each_event((reads | writes) & ~initial, [&](EventIndex b) {
      if (x.what.proxy == events[b].what.proxy) same_proxy.add(a, b);
    });
  }
  relate_strength();
  relate_patterns();
}

void Candidate::forget_proxies() {
  proxy_fences = 0;
  for (EventIndex e = 0; e < size(); ++e) {
    events[e].what.proxy = Proxy::generic;
    if (events[e].thread == no_thread) continue;
    same_virtual.row(e) = same_location.row(e) & ~initial;
  }
}

// PTX ISA 8.7; Lustig 2022, section 6.2.2. Ordinary fences count as generic.
bool Candidate::strong_pair(EventIndex a, EventIndex b) const {
  const Event& x = events[a];
  const Event& y = events[b];
  if (a == b || x.thread == no_thread || y.thread == no_thread) return false;
  for (const Kind kind : {x.what.kind, y.what.kind}) {
    if (kind == Kind::barrier || kind == Kind::proxy_fence) return false;
  }
  const bool both_memory = is_memory(a) && is_memory(b);
  if (both_memory && (!same_virtual.has(a, b) || !same_proxy.has(a, b))) return false;
  if (!both_memory && (x.what.proxy != Proxy::generic || y.what.proxy != Proxy::generic)) {
    return false;
  }
  if (x.thread == y.thread) return true;
  return is_strong(x.what) && is_strong(y.what) && scope_includes(program, x, y.thread) &&
         scope_includes(program, y, x.thread);
}

void Candidate::relate_strength() {
  for (EventIndex a = 0; a < size(); ++a) {
    for (EventIndex b = 0; b < size(); ++b) {
      if (strong_pair(a, b)) morally_strong.add(a, b);
    }
  }
}

bool Candidate::starts_release(const PathEvent& what) const {
  if (what.kind == Kind::write) return what.order == Order::release;
  if (what.kind != Kind::fence) return false;
  return what.order == Order::release || what.order == Order::acq_rel ||
         (what.order == Order::sc && model.fence_sc_acq_rel);
}

bool Candidate::ends_acquire(const PathEvent& what) const {
  if (what.kind == Kind::read) return what.order == Order::acquire;
  if (what.kind != Kind::fence) return false;
  return what.order == Order::acquire || what.order == Order::acq_rel ||
         (what.order == Order::sc && model.fence_sc_acq_rel);
}

// Release and acquire patterns on one location (PTX ISA 8.8).
void Candidate::relate_patterns() {
  for (EventIndex a = 0; a < size(); ++a) {
    if (events[a].thread == no_thread) continue;
    const PathEvent& x = events[a].what;
    const bool strong_write = x.kind == Kind::write && is_strong(x);
    const bool strong_read = x.kind == Kind::read && is_strong(x);
    if (strong_write && starts_release(x)) release.add(a, a);
    if (strong_read && ends_acquire(x)) acquire.add(a, a);
    for_each_event(program_order.row(a), [&](EventIndex b) {
      const PathEvent& y = events[b].what;
      const bool near = same_virtual.has(a, b);
      const bool heads = starts_release(x) && (x.kind == Kind::fence || near);
      if (heads && y.kind == Kind::write && is_strong(y)) release.add(a, b);
      const bool tails = ends_acquire(y) && (y.kind == Kind::fence || near);
      if (strong_read && tails) acquire.add(a, b);
    });
  }
}

}  // namespace opexplore::oracle
