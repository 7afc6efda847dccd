#include "tests/oracle/vulkan_graph.hpp"

#include <utility>

namespace opexplore::oracle::vulkan {

namespace {

// Numbers are nested: subgroup 0 of another workgroup is another subgroup.
bool together(std::size_t at, const Thread& a, const Thread& b) {
  const bool queue_family = a.gpu == b.gpu;
  const bool workgroup = queue_family && a.cta == b.cta;
  const bool subgroup = workgroup && a.warp == b.warp;
  return at == 3 || (at == 2 && queue_family) || (at == 1 && workgroup) || (at == 0 && subgroup);
}

}  // namespace

Graph::Graph(const Program& test_program, std::vector<const Path*> chosen_paths)
    : program(test_program), paths(std::move(chosen_paths)) {
  for (std::size_t l = 0; l < program.locations.size(); ++l) {
    Event event;
    event.location = static_cast<LocationId>(l);
    events.push_back(event);
  }
  for (const Path* path : paths) {
    first.push_back(events.size());
    events.insert(events.end(), path->events.begin(), path->events.end());
  }
  if (events.size() > most_events) throw Unsupported("too many events");
  reads = all([](const Event& e) { return e.kind == Event::Kind::read; });
  initial = all([](const Event& e) { return e.kind == Event::Kind::initial; });
  writes = initial | all([](const Event& e) { return e.kind == Event::Kind::write; });
  non_private = all([](const Event& e) { return e.non_private; });
  atomics = all([](const Event& e) { return e.atomic; });
  po = internal = loc = vloc = ssw = rmw = inscope = moa = inc = po_to_sem = po_from_sem = depends =
      Rows(size());
  same.fill(Rows(size()));
  relate_threads();
  relate_scopes();
  relate_locations();
  relate_classes();
  relate_values();
}

void Graph::relate_values() {
  for (ThreadId t = 0; t < paths.size(); ++t) {
    for (std::size_t e = 0; e < paths[t]->events.size(); ++e) {
      if (paths[t]->events[e].kind == Event::Kind::write)
        add_dependencies(t, paths[t]->events[e].value, Events().set(number_of(t, e)));
    }
    for (const Assumption& assumption : paths[t]->assumptions) {
      Events behind;
      for (std::size_t e = assumption.at; e < paths[t]->events.size(); ++e)
        behind.set(number_of(t, e));
      add_dependencies(t, assumption.left, behind);
      add_dependencies(t, assumption.right, behind);
    }
  }
}

void Graph::add_dependencies(ThreadId thread, std::size_t expression, const Events& on) {
  const Expression& what = paths[thread]->expressions[expression];
  if (what.kind == Expression::Kind::constant) return;
  if (what.kind == Expression::Kind::read) {
    depends.row(number_of(thread, what.read)) |= on;
    return;
  }
  add_dependencies(thread, what.left, on);
  add_dependencies(thread, what.right, on);
}

void Graph::relate_threads() {
  for (std::size_t a = 0; a < size(); ++a) {
    for (std::size_t b = 0; b < size(); ++b) {
      const Event& x = events[a];
      const Event& y = events[b];
      if (!x.thread || !y.thread) continue;
      for (std::size_t d = 0; d < scope_levels; ++d) {
        if (together(d, program.threads[*x.thread], program.threads[*y.thread])) same[d].add(a, b);
      }
      for (const SystemSynchronisation& pair : program.system_synchronisations) {
        if (pair.before == *x.thread && pair.after == *y.thread) ssw.add(a, b);
      }
      if (x.thread != y.thread) continue;
      internal.add(a, b);
      if (a < b) po.add(a, b);
      if (a + 1 == b && x.update && y.update && x.kind == Event::Kind::read &&
          x.instruction == y.instruction) {
        rmw.add(a, b);
      }
    }
  }
}

// DV×DV ∪ sqf∩{DV,QF}² ∪ …: for both events some level that neither's scope is below.
void Graph::relate_scopes() {
  for (std::size_t d = 0; d < scope_levels; ++d) {
    const Events reaching = all([&](const Event& e) { return e.scope && level(*e.scope) >= d; });
    inscope = inscope | between(reaching, same[d], reaching);
  }
}

void Graph::relate_locations() {
  for (std::size_t a = 0; a < size(); ++a) {
    for (std::size_t b = 0; b < size(); ++b) {
      const Event& x = events[a];
      const Event& y = events[b];
      if (!x.is_access() || !y.is_access() || x.location != y.location) continue;
      loc.add(a, b);
      // An initial write is made through no reference.
      if (a == b || (x.thread && y.thread && x.address == y.address)) vloc.add(a, b);
    }
  }
  moa = between(atomics, without_identity(vloc & inscope), atomics);
}

void Graph::relate_classes() {
  const Events classed = all([](const Event& e) { return e.storage_class.has_value(); });
  const auto of = [&](Event::Kind kind) {
    return all([&](const Event& e) { return e.kind == kind; });
  };
  inc = product(size(), classed, of(Event::Kind::device_available)) |
        product(size(), of(Event::Kind::device_visible), classed);
  for (StorageClass i = 0; i < storage_classes; ++i) {
    const Events sc = all([&](const Event& e) { return e.storage_class == i; });
    const Events sem = all([&](const Event& e) { return has_class(e.semantics, i); });
    const Events sem_av = sem & all([](const Event& e) { return e.bulk_available; });
    const Events sem_vis = sem & all([](const Event& e) { return e.bulk_visible; });
    inc = inc | product(size(), sc, sem_av) | product(size(), sem_vis, sc);
    po_to_sem = po_to_sem | between(sc, po, sem);
    po_from_sem = po_from_sem | between(sem, po, sc);
  }
  const Events own = all([](const Event& e) { return e.available || e.visible; });
  const Rows single = between(own, vloc, ~Events());
  inc = inc | single | inverse(single);
}

}  // namespace opexplore::oracle::vulkan
