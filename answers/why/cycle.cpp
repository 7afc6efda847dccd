#include "answers/why/cycle.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "answers/why/graph.hpp"

namespace opexplore::why_parts {
namespace {

// Orders are squares of this.
constexpr std::size_t most_events = 400;

// Reads that the condition depends on, through values, jumps and memory; all, if it names nothing.
class Relevance {
 public:
  explicit Relevance(const Happening& happening)
      : happening_(happening), reached_(happening.events.size()) {
    std::set<std::size_t> named;
    collect(happening.test->condition, named);
    for (std::size_t i = 0; i < happening.observed.size(); ++i) {
      if (named.empty() || named.contains(i)) visit(happening.observed[i]);
    }
  }

  bool operator()(EventNumber event) const { return reached_[event]; }

 private:
  static void collect(const Proposition& proposition, std::set<std::size_t>& named) {
    for (const Term& term : {proposition.left, proposition.right}) {
      const auto* const index = std::get_if<ObservableIndex>(&term);
      if (index != nullptr) named.insert(index->index);
    }
    for (const Proposition& part : proposition.parts) collect(part, named);
  }

  void visit(const Reads& reads) {
    for (const EventNumber read : reads) {
      if (reached_[read]) continue;
      reached_[read] = true;
      visit(happening_.events[read].depends_on);
      const EventNumber source = happening_.events[read].reads_from;
      if (source != no_event) visit(happening_.events[source].depends_on);
      if (source != no_event && happening_.events[source].reads) visit({source});
    }
  }

  const Happening& happening_;
  std::vector<bool> reached_;
};

// A read cannot be before a write that leads to it, so what it reads is not either.
Fault fault_of(const Happening& happening, EventNumber read) {
  return happening.events[read].writes ? Fault::lost : Fault::stale;
}

Blamed blamed_read(const Happening& happening, EventNumber read, EventNumber newest) {
  return {read, fault_of(happening, read), newest};
}

class Finder {
 public:
  explicit Finder(const Happening& happening)
      : happening_(happening), graph_(happening), relevant_(happening) {}

  std::vector<Fallacy> find() const {
    for (const Along along : {Along::time, Along::coherence}) {
      if (auto backward = without_from_reads(along)) return {*std::move(backward)};
      if (auto found = of_one_read(along); !found.empty()) return found;
    }
    return of_several_reads();
  }

 private:
  // A cycle of what is there without any read of an old value.
  std::optional<Fallacy> without_from_reads(Along along) const {
    std::optional<Path> best;
    for (const Arc& arc : graph_.others()) {
      if (arc.link == Link::from_read) continue;
      if (arc.link == Link::coherence && along == Along::time) continue;
      auto back = graph_.path(arc.to, arc.from, along);
      if (!back) continue;
      back->insert(back->begin(), arc);
      if (!best || Graph::cost(*back) < Graph::cost(*best)) best = std::move(back);
    }
    if (!best) return std::nullopt;
    return Fallacy{backward(*best), joined(*best)};
  }

  std::vector<Blamed> backward(const Path& cycle) const {
    std::vector<Blamed> blamed;
    const bool placed =
        std::ranges::any_of(cycle, [](const Arc& arc) { return arc.link == Link::coherence; });
    for (const Arc& arc : joined(cycle)) {
      if (placed && arc.link == Link::coherence) {
        blamed.push_back({arc.from, Fault::too_early, arc.to});
      } else if (!placed && arc.link == Link::reads_from) {
        blamed.push_back({arc.to, Fault::too_new, arc.from});
      }
    }
    return blamed;
  }

  // Reads that come after a write which overwrote what they read.
  std::vector<Fallacy> of_one_read(Along along) const {
    std::vector<Fallacy> all, relevant;
    for (EventNumber read = 0; read < happening_.events.size(); ++read) {
      auto found = newest_missed(read, along);
      if (!found) continue;
      all.push_back(*found);
      // The newest write may have the same value: then nothing depends on which of them it was.
      const EventNumber newest = found->blamed.front().instead;
      const bool same = happening_.events[newest].written == happening_.events[read].read;
      if (relevant_(read) && !same) relevant.push_back(*std::move(found));
    }
    return relevant.empty() ? all : relevant;
  }

  std::optional<Fallacy> newest_missed(EventNumber read, Along along) const {
    std::optional<Fallacy> best;
    for (EventNumber write = 0; write < happening_.events.size(); ++write) {
      if (!happening_.overwrites(read, write)) continue;
      auto path = graph_.path(write, read, along);
      if (!path) continue;
      path->push_back({Link::from_read, read, write});
      if (best && !newer(write, *path, *best)) continue;
      best = Fallacy{{blamed_read(happening_, read, write)}, joined(*path)};
    }
    return best;
  }

  // Whether the write should rather have been seen than what was found before.
  bool newer(EventNumber write, const Path& path, const Fallacy& than) const {
    const EventNumber other = than.blamed.front().instead;
    if (happening_.before_in_coherence(other, write)) return true;
    if (happening_.before_in_coherence(write, other)) return false;
    return Graph::cost(joined(path)) < Graph::cost(than.cycle);
  }

  // Cycles with the fewest from-reads, all of whose reads are equally to blame.
  std::vector<Fallacy> of_several_reads() const {
    std::vector<Fallacy> found;
    std::uint64_t least = ~std::uint64_t{0};
    std::set<std::set<EventNumber>> seen;
    for (const Arc& arc : graph_.others()) {
      if (arc.link != Link::from_read) continue;
      auto back = graph_.path(arc.to, arc.from, Along::all);
      if (!back) continue;
      back->insert(back->begin(), arc);
      Fallacy fallacy{{}, joined(*back)};
      std::set<EventNumber> readers;
      for (const Arc& one : fallacy.cycle) {
        if (one.link != Link::from_read || !readers.insert(one.from).second) continue;
        fallacy.blamed.push_back(blamed_read(happening_, one.from, one.to));
      }
      if (readers.size() > least) continue;
      if (readers.size() < least) {
        found.clear();
        seen.clear();
        least = readers.size();
      }
      if (seen.insert(readers).second) found.push_back(std::move(fallacy));
    }
    keep_relevant(found);
    return found;
  }

  void keep_relevant(std::vector<Fallacy>& found) const {
    const auto matters = [&](const Fallacy& fallacy) {
      return std::ranges::any_of(fallacy.blamed,
                                 [&](const Blamed& one) { return relevant_(one.event); });
    };
    if (std::ranges::any_of(found, matters)) {
      std::erase_if(found, [&](const Fallacy& fallacy) { return !matters(fallacy); });
    }
    for (Fallacy& fallacy : found) {
      std::ranges::sort(fallacy.blamed, {}, &Blamed::event);
    }
  }

  const Happening& happening_;
  Graph graph_;
  Relevance relevant_;
};

// In the order in which memory took them.
void order_in_time(Happening& happening) {
  for (EventNumber a = 0; a < happening.events.size(); ++a) {
    for (EventNumber b = 0; b < happening.events.size(); ++b) {
      const Happened& one = happening.events[a];
      const Happened& other = happening.events[b];
      if (a == b || !one.writes || !other.writes || one.location != other.location) continue;
      if (one.write_step < other.write_step) order(happening, a, b);
    }
  }
}

}  // namespace

void order_as_seen(Happening& happening) {
  if (happening.events.size() > most_events) return;
  std::vector<EventNumber> reads;
  for (EventNumber event = 0; event < happening.events.size(); ++event) {
    if (happening.events[event].reads_from != no_event) reads.push_back(event);
  }
  std::ranges::stable_sort(reads, {},
                           [&](EventNumber read) { return happening.events[read].step; });
  for (const EventNumber read : reads) {
    const Graph graph(happening);
    const EventNumber source = happening.events[read].reads_from;
    for (EventNumber write = 0; write < happening.events.size(); ++write) {
      const Happened& other = happening.events[write];
      if (!other.writes || other.location != happening.events[read].location) continue;
      if (write == source || write == read) continue;
      if (!graph.path(write, read, Along::coherence)) continue;
      if (graph.path(source, write, Along::coherence)) {
        order(happening, source, write);
      } else {
        order(happening, write, source);
      }
    }
  }
}

std::vector<Fallacy> fallacies(const Happening& happening) {
  if (happening.events.size() > most_events) return {};
  std::vector<Fallacy> found = Finder(happening).find();
  if (!found.empty()) return found;
  Happening total = happening;
  order_in_time(total);
  return Finder(total).find();
}

Path way(const Happening& happening, EventNumber from, EventNumber to) {
  return joined(Graph(happening).path(from, to, Along::time).value_or(Path{}));
}

}  // namespace opexplore::why_parts
