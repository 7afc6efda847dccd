#include "axioms/barriers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "axioms/barrier_arrivals.hpp"
#include "axioms/barrier_quorums.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::axioms {

namespace {

// A generation of one resource of one CTA that is being gathered.
struct Generation {
  std::vector<std::size_t> arrived;  // indices into arrivals
  auto operator<=>(const Generation&) const = default;
};

struct Run {
  std::vector<std::size_t> next;  // per thread: how many of its barriers it has executed
  std::vector<bool> waits;
  std::map<std::pair<ThreadId, Value>, Generation> generations;  // by first thread of the CTA
  std::vector<EventSet> order;
  auto operator<=>(const Run&) const = default;
};

// Runs the barriers in every order of arrival.
class Simulation {
 public:
  Simulation(const Skeleton& skeleton, std::vector<Arrival> arrivals, bool orders_ends)
      : skeleton_(skeleton),
        arrivals_(std::move(arrivals)),
        of_(skeleton.paths.size()),
        orders_ends_(orders_ends) {
    for (std::size_t i = 0; i < arrivals_.size(); ++i) of_[arrivals_[i].thread].push_back(i);
  }

  // Refuses what the definition leaves open.
  void check(const std::vector<bool>& flow_varies) const {
    for (const Arrival& a : arrivals_) {
      if (a.quorum && *a.quorum < 1) throw Unsupported("a barrier quorum below one");
      for (std::size_t t = 0; t < flow_varies.size(); ++t) {
        // WART: uncertain-arrivals. For whom a barrier waits would be a matter of time.
        if (!a.quorum && flow_varies[t] && same_cta(a.thread, static_cast<ThreadId>(t))) {
          throw Unsupported("a thread that may or may not come to a barrier");
        }
      }
      const Barrier& barrier =
          *barrier_of(skeleton_.program.threads[a.thread]
                          .instructions[skeleton_.events[a.event].what.instruction]
                          .action);
      if (barrier.passable) throw Unsupported("a barrier that is passable");
      for (const Arrival& b : arrivals_) {
        if (same_cta(a.thread, b.thread) && a.resource == b.resource && a.quorum != b.quorum) {
          throw Unsupported("participants of one barrier name different quorums");
        }
        if (same_cta(a.thread, b.thread) && a.resource == b.resource && a.members != b.members) {
          throw Unsupported("participants of one barrier count different threads");
        }
      }
    }
  }

  std::vector<Relation> run() {
    Run start;
    start.next.assign(of_.size(), 0);
    start.waits.assign(of_.size(), false);
    start.order.assign(skeleton_.size(), 0);
    visit(start);
    return {results_.begin(), results_.end()};
  }

 private:
  struct Less {
    bool operator()(const Relation& a, const Relation& b) const {
      for (EventIndex e = 0; e < a.size(); ++e) {
        if (a.row(e) != b.row(e)) return a.row(e) < b.row(e);
      }
      return false;
    }
  };

  bool same_cta(ThreadId a, ThreadId b) const {
    const auto& threads = skeleton_.program.threads;
    return common_scope(threads[a], threads[b]) == Scope::cta;
  }
  bool has_events(ThreadId thread) const {
    return std::ranges::any_of(skeleton_.events,
                               [&](const GraphEvent& event) { return event.thread == thread; });
  }
  ThreadId first_of_cta(ThreadId thread) const {
    ThreadId first = 0;
    while (!same_cta(first, thread)) ++first;
    return first;
  }

  bool stays(std::size_t thread) const { return skeleton_.paths[thread]->stuck != Stuck::no; }
  bool stays_at_barrier(std::size_t thread) const {
    return skeleton_.paths[thread]->stuck == Stuck::at_barrier;
  }

  void visit(const Run& run) {
    if (!seen_.insert(run).second) return;
    bool finished = true;
    for (std::size_t t = 0; t < of_.size(); ++t) {
      if (run.waits[t] != stays_at_barrier(t)) finished = false;
      if (run.next[t] == of_[t].size()) continue;
      finished = false;
      if (!run.waits[t]) arrive(run, t);
    }
    if (!finished) return;
    Relation result(skeleton_.size());
    for (EventIndex e = 0; e < skeleton_.size(); ++e) result.row(e) = run.order[e];
    results_.insert(result);
  }

  void arrive(Run run, std::size_t thread) {
    const std::size_t index = of_[thread][run.next[thread]];
    const Arrival& arrival = arrivals_[index];
    auto& generation = run.generations[{first_of_cta(arrival.thread), arrival.resource}];
    for (const std::size_t other : generation.arrived) {
      if (arrivals_[other].thread == arrival.thread) return;  // it has to wait for completion
    }
    generation.arrived.push_back(index);
    std::sort(generation.arrived.begin(), generation.arrived.end());
    ++run.next[thread];
    if (arrival.sync) run.waits[thread] = true;
    while (complete_one(run)) {
    }
    visit(run);
  }

  bool complete_one(Run& run) const {
    for (auto at = run.generations.begin(); at != run.generations.end(); ++at) {
      if (!is_complete(run, at->second)) continue;
      for (const std::size_t to : at->second.arrived) {
        if (!arrivals_[to].sync) continue;
        run.waits[arrivals_[to].thread] = false;
        for (const std::size_t from : at->second.arrived) {
          if (from != to) run.order[arrivals_[from].event] |= event_bit(arrivals_[to].event);
        }
      }
      run.generations.erase(at);
      return true;
    }
    return false;
  }

  bool is_complete(const Run& run, const Generation& generation) const {
    const Arrival& first = arrivals_[generation.arrived.front()];
    if (first.quorum) {
      return static_cast<Value>(generation.arrived.size()) >= *first.quorum;
    }
    for (std::size_t t = 0; t < of_.size(); ++t) {
      if (!same_cta(first.thread, static_cast<ThreadId>(t))) continue;
      if (first.members && (static_cast<std::uint64_t>(*first.members) >> t & 1U) == 0) continue;
      const bool arrived = std::any_of(generation.arrived.begin(), generation.arrived.end(),
                                       [&](std::size_t i) { return arrivals_[i].thread == t; });
      if (arrived) continue;
      if (run.waits[t] || run.next[t] < of_[t].size() || stays(t)) return false;
      // WART: uncertain-arrivals. Its end would have to come before what is behind the barrier, and
      // no relation of the model says so. Without a choice it ends whatever it reads.
      if (orders_ends_ && has_events(static_cast<ThreadId>(t))) {
        throw Unsupported("a barrier that waits for the end of a thread");
      }
      if (!skeleton_.paths[t]->constraints.empty()) {
        throw Unsupported("a barrier that waits for the end of a thread with branches");
      }
    }
    return true;
  }

  const Skeleton& skeleton_;
  std::vector<Arrival> arrivals_;
  std::vector<std::vector<std::size_t>> of_;  // per thread: its arrivals in order
  bool orders_ends_;
  std::set<Run> seen_;
  std::set<Relation, Less> results_;
};

// Dat3M: barriers of one (CTA number, instance) run if control flow reaches all of them.
bool all_reached(const Skeleton& skeleton, const Arrival& arrival) {
  const auto& threads = skeleton.program.threads;
  for (std::size_t t = 0; t < threads.size(); ++t) {
    if (threads[t].cta != threads[arrival.thread].cta) continue;
    for (std::size_t i = 0; i < threads[t].instructions.size(); ++i) {
      const Barrier* const barrier = barrier_of(threads[t].instructions[i].action);
      if (barrier == nullptr || barrier->id || barrier->instance != arrival.instance) continue;
      bool reached = false;
      for_each_event(skeleton.barriers, [&](EventIndex e) {
        const GraphEvent& event = skeleton.events[e];
        if (event.thread == t && event.what.instruction == i) reached = true;
      });
      if (!reached) return false;
    }
  }
  return true;
}

// The orders of one group of barriers that synchronise, given who was synchronised.
void add_group(Relation& order, const std::vector<Arrival>& group, unsigned synchronised) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    if ((synchronised >> i & 1U) == 0) continue;
    for (const Arrival& to : group) {
      if (to.sync && to.event != group[i].event) order.add(group[i].event, to.event);
    }
  }
}

std::vector<Relation> instance_orders(const Skeleton& skeleton,
                                      const std::vector<Arrival>& arrivals) {
  using Key = std::tuple<std::uint32_t, std::uint32_t, Value, std::optional<Value>>;
  std::map<Key, std::vector<Arrival>> groups;
  for (const Arrival& arrival : arrivals) {
    if (!arrival.id && !all_reached(skeleton, arrival)) return {};
    const Thread& thread = skeleton.program.threads[arrival.thread];
    groups[{thread.gpu, thread.cta, arrival.instance, arrival.id}].push_back(arrival);
  }
  std::vector<Relation> results{Relation(skeleton.size())};
  for (const auto& [key, group] : groups) {
    if (group.size() > 16) throw Unsupported("more than 16 participants of one barrier");
    const unsigned everybody = (1U << group.size()) - 1;
    std::vector<unsigned> choices{everybody};
    if (const auto quorum = group.front().quorum) {
      choices.clear();
      for (unsigned chosen = 0; chosen <= everybody; ++chosen) {
        if (std::popcount(chosen) == *quorum) choices.push_back(chosen);
      }
    }
    std::vector<Relation> extended;
    for (const Relation& before : results) {
      for (const unsigned chosen : choices) {
        Relation order = before;
        add_group(order, group, chosen);
        extended.push_back(order);
      }
    }
    results = std::move(extended);
  }
  return results;
}

}  // namespace

bool barriers_need_reads(const Skeleton& skeleton, const Values& nothing_read) {
  bool result = false;
  for_each_event(skeleton.barriers, [&](EventIndex e) {
    const GraphEvent& event = skeleton.events[e];
    for (const auto& operand : {event.what.id, event.what.quorum, event.what.members}) {
      if (operand && !nothing_read.of(event.thread, *operand)) result = true;
    }
  });
  return result;
}

std::vector<Relation> barrier_orders(const Skeleton& skeleton, const Values& values,
                                     BarrierReading reading, const std::vector<bool>& flow_varies) {
  if (skeleton.barriers == 0) return {Relation(skeleton.size())};
  std::vector<Arrival> arrivals = arrivals_of(skeleton, values);
  if (reading == BarrierReading::instances) return instance_orders(skeleton, arrivals);
  if (reading == BarrierReading::quorums || reading == BarrierReading::scopes) {
    return quorum_orders(skeleton, arrivals, reading == BarrierReading::scopes);
  }
  Simulation simulation(skeleton, std::move(arrivals), reading == BarrierReading::arrivals);
  simulation.check(flow_varies);
  return simulation.run();
}

}  // namespace opexplore::axioms
