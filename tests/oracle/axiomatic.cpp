#include "tests/oracle/axiomatic.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "axioms/barriers.hpp"
#include "axioms/thread_paths.hpp"
#include "tests/oracle/candidate.hpp"
#include "tests/oracle/causality.hpp"
#include "tests/oracle/coherence.hpp"
#include "tests/oracle/data_races.hpp"

namespace opexplore::oracle {

namespace {

// All consistent executions of one choice of paths.
class Executions {
 public:
  Executions(const Test& test, const Candidate& candidate, const Limits& limits,
             const std::vector<bool>& flow_varies, Result& result)
      : test_(test),
        candidate_(candidate),
        limits_(limits),
        flow_varies_(flow_varies),
        result_(result),
        values_(candidate) {
    choices_.reads_from.resize(candidate.size());
    values_.update(choices_.reads_from);
    dynamic_barriers_ = barriers_need_reads(candidate, values_);
    choices_.barrier_order = choices_.fence_order = Relation(candidate.size());
    for_each_event(candidate.reads, [&](EventIndex r) { undecided_.push_back(r); });
    observed_.resize(candidate.program.locations.size(), false);
    for (const Observable& observable : test.observables) {
      const auto* term = std::get_if<LocationTerm>(&observable);
      if (term != nullptr) observed_[location_of(*term)] = true;
    }
  }

  void look_for_races() { races_ = true; }

  void run() {
    if (dynamic_barriers_) {
      choose_fence_order();
      return;
    }
    for (const Relation& order : barriers()) {
      choices_.barrier_order = order;
      choose_fence_order();
    }
  }

 private:
  std::vector<Relation> barriers() const {
    return barrier_orders(candidate_, values_,
                          candidate_.model.arrive_blocks ? axioms::BarrierReading::instances
                                                         : axioms::BarrierReading::generations,
                          flow_varies_);
  }

  LocationId location_of(const LocationTerm& term) const {
    return candidate_.program.addresses[term.address].location;
  }

  // Fence-SC order: program order within a thread, any acyclic choice otherwise.
  void choose_fence_order() {
    choices_.fence_order = Relation(candidate_.size());
    std::vector<std::pair<EventIndex, EventIndex>> free;
    for_each_event(candidate_.fences_sc, [&](EventIndex a) {
      for_each_event(candidate_.fences_sc & candidate_.morally_strong.row(a), [&](EventIndex b) {
        if (candidate_.program_order.has(a, b)) {
          choices_.fence_order.add(a, b);
        } else if (a < b && candidate_.events[a].thread != candidate_.events[b].thread) {
          free.emplace_back(a, b);
        }
      });
    });
    orient_fences(free, 0);
  }

  void orient_fences(const std::vector<std::pair<EventIndex, EventIndex>>& free, std::size_t at) {
    if (!choices_.fence_order.is_acyclic()) return;
    if (at == free.size()) {
      choose_reads(0);
      return;
    }
    const Relation before = choices_.fence_order;
    const auto [a, b] = free[at];
    for (const bool forward : {true, false}) {
      choices_.fence_order = before;
      choices_.fence_order.add(forward ? a : b, forward ? b : a);
      orient_fences(free, at + 1);
    }
    choices_.fence_order = before;
  }

  void choose_reads(std::size_t at) {
    if (!still_possible()) return;
    if (at == undecided_.size()) {
      complete();
      return;
    }
    const EventIndex read = undecided_[at];
    const EventSet own = candidate_.rmw.row(read);
    const EventSet sources = candidate_.same_location.row(read) & candidate_.writes & ~own;
    for_each_event(sources, [&](EventIndex write) {
      choices_.reads_from[read] = write;
      choose_reads(at + 1);
    });
    choices_.reads_from[read].reset();
  }

  // All axioms are monotone: what is broken with some reads undecided stays broken.
  bool still_possible() {
    if (++result_.nodes > limits_.nodes) throw Unsupported("too many candidate executions");
    const Relation rf = reads_from_relation(candidate_, choices_.reads_from);
    if (!(rf | candidate_.dependency).is_acyclic()) return false;  // No-Thin-Air
    values_.update(choices_.reads_from);
    if (values_.contradict_paths()) return false;
    return orders_possible();
  }

  bool orders_possible() {
    causality_ = causality(candidate_, choices_);
    if (!respects_fence_order()) return false;
    for (std::size_t l = 0; l < candidate_.program.locations.size(); ++l) {
      if (!orders_of(l).feasible()) return false;
    }
    return true;
  }

  LocationOrders orders_of(std::size_t location) const {
    return LocationOrders(candidate_, static_cast<LocationId>(location), choices_.reads_from,
                          causality_.cause);
  }

  // Fence-SC, on base causality: [Fsc];cb;[Fsc] ∩ ms is contained in the order.
  bool respects_fence_order() const {
    bool result = true;
    for_each_event(candidate_.fences_sc, [&](EventIndex f) {
      const EventSet later =
          causality_.base.row(f) & candidate_.fences_sc & candidate_.morally_strong.row(f);
      if ((later & ~choices_.fence_order.row(f)) != 0) result = false;
    });
    return result;
  }

  void complete() {
    if (!dynamic_barriers_) {
      collect();
      return;
    }
    for (const Relation& order : barriers()) {
      choices_.barrier_order = order;
      if (orders_possible()) collect();
    }
    choices_.barrier_order = Relation(candidate_.size());
  }

  // Final values per location, then every combination of them.
  void collect() {
    std::vector<std::vector<Value>> finals(candidate_.program.locations.size());
    for (std::size_t l = 0; l < finals.size(); ++l) {
      const EventSet last = orders_of(l).final_writes(observed_[l]);
      if (last == 0) return;
      for_each_event(last, [&](EventIndex w) { finals[l].push_back(values_.written(w).value()); });
      std::sort(finals[l].begin(), finals[l].end());
      finals[l].erase(std::unique(finals[l].begin(), finals[l].end()), finals[l].end());
      if (!observed_[l]) finals[l].resize(1);
    }
    ++result_.executions;
    std::vector<Value> memory(finals.size());
    passes_ = false;
    combine(finals, memory, 0);
    if (!races_) return;
    std::set<RacingPair>& races = passes_ ? result_.races : result_.excluded_races;
    races.merge(data_races(candidate_, choices_));
  }

  void combine(const std::vector<std::vector<Value>>& finals, std::vector<Value>& memory,
               std::size_t at) {
    if (at == finals.size()) {
      const Outcome values = outcome(memory);
      passes_ = passes_ || !test_.filter || holds(*test_.filter, values);
      result_.outcomes.insert(values);
      return;
    }
    for (const Value value : finals[at]) {
      memory[at] = value;
      combine(finals, memory, at + 1);
    }
  }

  Outcome outcome(const std::vector<Value>& memory) const {
    Outcome values;
    for (const Observable& observable : test_.observables) {
      if (const auto* term = std::get_if<LocationTerm>(&observable)) {
        values.push_back(memory[location_of(*term)]);
        continue;
      }
      const auto& term = std::get<RegisterTerm>(observable);
      const axioms::ExpressionIndex index = candidate_.paths[term.thread]->registers[term.reg];
      values.push_back(values_.of(term.thread, index).value());
    }
    return values;
  }

  const Test& test_;
  const Candidate& candidate_;
  const Limits& limits_;
  const std::vector<bool>& flow_varies_;
  Result& result_;
  Values values_;  // of choices_
  bool dynamic_barriers_ = false;
  std::vector<EventIndex> undecided_;
  std::vector<bool> observed_;  // per location
  Choices choices_;
  Causality causality_;  // of choices_
  bool races_ = false;   // looks for them
  bool passes_ = false;  // the filter, of the execution that is collected
};

// Whether the paths of a thread come to different barriers.
bool barriers_vary(const std::vector<axioms::Path>& paths) {
  std::set<std::vector<InstructionId>> sequences;
  for (const axioms::Path& path : paths) {
    std::vector<InstructionId> sequence;
    for (const PathEvent& event : path.events) {
      if (event.kind == PathEvent::Kind::barrier) sequence.push_back(event.instruction);
    }
    sequences.insert(std::move(sequence));
  }
  return sequences.size() > 1;
}

}  // namespace

Model ptx60() {
  Model model;
  model.proxies = false;
  return model;
}

Model ptx75() { return {}; }

Model ptx60_dat3m() {
  Model model = ptx60();
  model.fence_sc_acq_rel = false;
  model.failed_cas_writes = true;
  model.arrive_blocks = true;
  return model;
}

Model ptx75_dat3m() {
  Model model = ptx60_dat3m();
  model.proxies = true;
  model.sc_per_location = false;
  model.closed_observation = false;
  return model;
}

namespace {

Result enumerated(const Test& test, const Model& model, const Limits& limits, bool races) {
  Result result;
  std::vector<axioms::Paths> threads;
  std::vector<bool> flow_varies;
  const axioms::PathOptions path_options{model.failed_cas_writes, limits.backward_jumps,
                                         limits.steps, limits.paths};
  for (const Thread& thread : test.program.threads) {
    threads.push_back(paths_of(thread, path_options));
    result.loop_bound_hit = result.loop_bound_hit || threads.back().bound_hit;
    if (threads.back().paths.empty()) return result;
    flow_varies.push_back(barriers_vary(threads.back().paths));
  }
  std::vector<std::size_t> at(threads.size(), 0);
  for (;;) {
    std::vector<const axioms::Path*> chosen;
    for (std::size_t t = 0; t < threads.size(); ++t) chosen.push_back(&threads[t].paths[at[t]]);
    const Candidate candidate(test.program, model, chosen);
    Executions executions(test, candidate, limits, flow_varies, result);
    if (races) executions.look_for_races();
    executions.run();
    std::size_t t = 0;
    while (t < at.size() && ++at[t] == threads[t].paths.size()) at[t++] = 0;
    if (t == at.size()) return result;
  }
}

}  // namespace

Result enumerate(const Test& test, const Model& model, const Limits& limits) {
  return enumerated(test, model, limits, false);
}

Result enumerate_races(const Test& test, const Model& model, const Limits& limits) {
  Result result = enumerated(test, model, limits, true);
  for (const RacingPair& pair : result.races) result.excluded_races.erase(pair);
  return result;
}

std::set<Outcome> outcomes(const Test& test, const Model& model, const Limits& limits) {
  Result result = enumerate(test, model, limits);
  if (result.loop_bound_hit) throw Unsupported("a loop was cut");
  return std::move(result.outcomes);
}

bool condition_holds(const Test& test, const std::set<Outcome>& outcomes) {
  bool some = false;
  bool every = true;
  for (const Outcome& outcome : outcomes) {
    if (test.filter && !holds(*test.filter, outcome)) continue;
    const bool here = holds(test.condition, outcome);
    some = some || here;
    every = every && here;
  }
  if (test.quantifier == Quantifier::forall) return every;
  return (test.quantifier == Quantifier::exists) == some;
}

}  // namespace opexplore::oracle
