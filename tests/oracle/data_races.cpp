#include "tests/oracle/data_races.hpp"

#include <vector>

namespace opexplore::oracle {

namespace {

// A memory operation: the read and the write of an atomic are one (PTX ISA 8.4), and one that did
// not write is a read. Initial writes are none (8.2.6).
struct Operation {
  EventIndex first = 0;
  EventSet events = 0;
  bool writes = false;
};

std::vector<Operation> operations(const Candidate& candidate) {
  std::vector<Operation> all;
  for_each_event((candidate.reads | candidate.writes) & ~candidate.initial, [&](EventIndex e) {
    if (candidate.events[e].what.rmw_read) return;  // is with its read
    const EventSet events = event_bit(e) | candidate.rmw.row(e);
    all.push_back({e, events, (events & candidate.writes) != 0});
  });
  return all;
}

class Races {
 public:
  Races(const Candidate& candidate, const Choices& choices)
      : candidate_(candidate), cause_(causality_of_races(candidate, choices)) {}

  bool race(const Operation& a, const Operation& b) const {
    const bool conflict = (a.writes || b.writes) && candidate_.same_location.has(a.first, b.first);
    return conflict && !related(candidate_.morally_strong, a, b) && !related(cause_, a, b) &&
           !related(cause_, b, a);
  }

 private:
  static bool related(const Relation& relation, const Operation& from, const Operation& to) {
    return (relation.image(from.events) & to.events) != 0;
  }

  const Candidate& candidate_;
  Relation cause_;
};

}  // namespace

std::set<RacingPair> data_races(const Candidate& candidate, const Choices& choices) {
  const Races races(candidate, choices);
  const std::vector<Operation> all = operations(candidate);
  std::set<RacingPair> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      if (!races.race(all[i], all[j])) continue;
      const Event& a = candidate.events[all[i].first];
      const Event& b = candidate.events[all[j].first];
      result.insert(racing_pair(a.thread, a.what.instruction, b.thread, b.what.instruction));
    }
  }
  return result;
}

}  // namespace opexplore::oracle
