#include "tests/oracle/vulkan_model.hpp"

namespace opexplore::oracle::vulkan {

namespace {

class Execution {
 public:
  Execution(const Graph& graph, const Choice& choice, const Reading& reading)
      : g_(graph), choice_(choice), reading_(reading), n_(graph.size()) {}

  Rows locord() const { return location_order(happens_before()); }

 private:
  Rows id(const Events& events) const { return identity(n_, events); }
  Rows chain(std::initializer_list<Rows> parts) const {
    Rows result = id(~Events());
    for (const Rows& part : parts) result = compose(result, part);
    return result;
  }

  // Through atomics, with or without a fence at either end, or through a barrier between fences.
  Rows synchronises_with() const {
    const Events released = g_.all([](const Event& e) { return e.releases; });
    const Events acquired = g_.all([](const Event& e) { return e.acquires; });
    const Events fences = g_.all([](const Event& e) { return e.is_fence(); });
    const Events updates = g_.all([](const Event& e) { return e.update; }) & g_.writes;
    const Events barriers = g_.all([](const Event& e) { return e.kind == Event::Kind::barrier; });
    const Rows immediate = choice_.asmo - compose(choice_.asmo, closure(choice_.asmo));
    const Rows sequence = reflexive(closure(compose(immediate, id(updates))));
    const Rows release = id(released & g_.writes & g_.atomics) |
                         between(released & fences, g_.po_from_sem, g_.writes & g_.atomics);
    const Rows acquire = id(acquired & g_.reads & g_.atomics) |
                         between(g_.reads & g_.atomics, g_.po_to_sem, acquired & fences);
    const Rows atomics = chain({release, sequence, choice_.rf & g_.moa, acquire});
    const Rows po = reflexive(g_.po);
    const Rows through = chain({id(released & fences), po, id(barriers),
                                without_identity(choice_.syncbar & g_.inscope), id(barriers), po,
                                id(acquired & fences)});
    return g_.inscope & (atomics | through);
  }

  Rows happens_before() const {
    const Rows sw = synchronises_with();
    Rows hb = g_.po | closure(g_.ssw);
    if (reading_.mutant == Mutant::merged_masks) {
      const Events every = ~Events();
      return hb | between_threads(sw, every, every);
    }
    for (unsigned mask = 1; mask <= all_storage_classes; ++mask) {
      // What no operation orders, system synchronisation alone does: that is there already.
      const Events ordered = g_.all([&](const Event& e) { return (e.semantics & mask) == mask; });
      if (ordered.none()) continue;
      const Events accessed = g_.all([&](const Event& e) {
        return e.storage_class && has_class(static_cast<StorageClassSet>(mask), *e.storage_class);
      });
      hb = hb | between_threads(sw, accessed, ordered);
    }
    return hb;
  }

  Rows between_threads(const Rows& sw, const Events& accessed, const Events& ordered) const {
    const Events either = accessed | ordered;
    const Events released = ordered & g_.all([](const Event& e) { return e.releases; });
    const Events acquired = ordered & g_.all([](const Event& e) { return e.acquires; });
    return closure(g_.ssw | between(ordered, sw, ordered) | between(either, g_.po, released) |
                   between(acquired, g_.po, either));
  }

  // From one operation of a chain to the next, within the instance of the scope of level d.
  Rows hop(const Rows& hb, std::size_t d) const {
    const Rows near = hb & g_.same[d];
    return reading_.chains == Chains::specification ? near : near & g_.inc;
  }

  // The specification's operations of one chain are all about one access; elsewhere each leads to
  // the next, and all accesses are one set.
  std::vector<Events> apart(const Events& accesses) const {
    if (reading_.chains != Chains::specification) return {accesses};
    std::vector<Events> each;
    for (std::size_t one = 0; one < n_; ++one) {
      if (accesses.test(one)) each.push_back(Events().set(one));
    }
    return each;
  }
  Events about(const Rows& included) const {
    Events result = ~Events();
    if (reading_.chains != Chains::specification) return result;
    result.reset();
    for (std::size_t one = 0; one < n_; ++one) result |= included.row(one);
    return result;
  }

  // a_d of a level: from the first operation of a chain to its last.
  std::array<Rows, scope_levels> availability(const Rows& hb, const Events& among) const {
    std::array<Rows, scope_levels> result;
    Rows before = id(~Events());
    for (std::size_t d = 0; d < scope_levels; ++d) {
      const Rows last = id(g_.all([&](const Event& e) {
        return (e.available || e.bulk_available) && level(*e.scope) >= d;
      }) & among);
      result[d] = compose(before, last);
      if (reading_.chains == Chains::none) continue;
      before = compose(before, reflexive(compose(result[d], hop(hb, d))));
    }
    return result;
  }

  std::array<Rows, scope_levels> visibility(const Rows& hb, const Events& among) const {
    std::array<Rows, scope_levels> result;
    Rows behind = id(~Events());
    for (std::size_t d = 0; d < scope_levels; ++d) {
      const Rows first = id(g_.all([&](const Event& e) {
        return (e.visible || e.bulk_visible) && level(*e.scope) >= d;
      }) & among);
      result[d] = compose(first, behind);
      if (reading_.chains == Chains::none) continue;
      behind = compose(reflexive(compose(hop(hb, d), result[d])), behind);
    }
    return result;
  }

  Rows location_order(const Rows& hb) const {
    const Events shared_writes = g_.writes & g_.non_private;
    const Events shared_reads = g_.reads & g_.non_private;
    const Events accesses = g_.reads | g_.writes;
    Rows result = (hb & g_.internal & g_.vloc) |
                  between(shared_reads, hb, g_.non_private & accesses) |
                  between(g_.reads, closure(g_.ssw), accesses);
    const Rows near = reflexive(g_.po) & g_.inc;
    std::array<Rows, scope_levels> pushed;
    pushed.fill(Rows(n_));
    for (const Events& writes : apart(shared_writes)) {
      const auto available = availability(hb, about(compose(id(writes), g_.inc)));
      for (std::size_t d = 0; d < scope_levels; ++d) {
        pushed[d] = pushed[d] | chain({id(writes), near, available[d], hb & g_.same[d]});
      }
    }
    for (std::size_t d = 0; d < scope_levels; ++d) {
      result = result | (g_.vloc & compose(pushed[d], id(shared_writes)));
    }
    for (const Events& reads : apart(shared_reads)) {
      const auto visible = visibility(hb, about(inverse(compose(g_.inc, id(reads)))));
      for (std::size_t d = 0; d < scope_levels; ++d) {
        result = result | (g_.vloc & chain({pushed[d], visible[d], near, id(reads)}));
      }
    }
    return g_.loc & (result | through_device(hb));
  }

  Rows through_device(const Rows& hb) const {
    const Events available =
        g_.all([](const Event& e) { return e.kind == Event::Kind::device_available; });
    const Events visible =
        g_.all([](const Event& e) { return e.kind == Event::Kind::device_visible; });
    const Rows pushed = between(g_.writes, hb & g_.inc, available);
    return chain({pushed, hb, id(g_.writes)}) |
           chain({pushed, hb, id(visible), hb & g_.inc, id(g_.reads)});
  }

  const Graph& g_;
  const Choice& choice_;
  const Reading& reading_;
  std::size_t n_;
};

}  // namespace

Rows location_order(const Graph& graph, const Choice& choice, const Reading& reading) {
  return Execution(graph, choice, reading).locord();
}

bool consistent(const Graph& graph, const Choice& choice, const Rows& locord,
                const Reading& reading) {
  const std::size_t n = graph.size();
  const Rows order = reading.mutant == Mutant::no_floors ? Rows(n) : locord;
  const Rows& rf = choice.rf;
  const Rows& asmo = choice.asmo;
  const Rows written = between(graph.writes, order, graph.writes);
  const Rows ordered_rf = reading.from_reads == FromReads::cat ? rf & order : rf;
  const Rows from_initial = inverse(between(graph.initial, rf, graph.reads));
  const Rows fr =
      compose(inverse(ordered_rf), written) | compose(inverse(rf), asmo) |
      compose(from_initial, graph.loc & product(n, graph.initial, graph.writes & ~graph.initial));
  if (!acyclic(order | rf | fr | asmo)) return false;
  // A write between the one that is read and a non-atomic read.
  const Rows step = between(graph.writes, order, ~Events());
  const Rows skipping = compose(step, closure(step));
  if (!(between(~Events(), rf, graph.reads & ~graph.atomics) & skipping).empty()) return false;
  const Rows external = product(n, ~Events(), ~Events()) - graph.internal;
  return (graph.rmw & compose(fr & external, asmo & external)).empty();
}

Rows races(const Graph& graph, const Rows& locord) {
  const Events accesses = graph.reads | graph.writes;
  const Events running = accesses & ~graph.initial;
  const Rows conflict = between(running & graph.writes, graph.loc, running) |
                        between(running, graph.loc, running & graph.writes);
  return without_identity(conflict) - graph.moa - locord - inverse(locord);
}

}  // namespace opexplore::oracle::vulkan
