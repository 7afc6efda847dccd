#include "tests/oracle/vulkan_oracle.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "tests/oracle/vulkan_values.hpp"

namespace opexplore::oracle::vulkan {

namespace {

// The orders of the mutually ordered atomics of one location that a total coherence order gives.
class AtomicOrders {
 public:
  AtomicOrders(const Graph& graph, LocationId location) : g_(graph), order_(graph.size()) {
    for (std::size_t e = 0; e < g_.size(); ++e) {
      const Event& event = g_.events[e];
      if (event.kind == Event::Kind::write && event.location == location && g_.moa.row(e).any())
        writes_.push_back(e);
    }
  }

  std::vector<Rows> run() {
    place({});
    return std::move(result_);
  }

 private:
  void place(const Events& placed) {
    bool complete = true;
    for (const std::size_t next : writes_) {
      if (placed[next]) continue;
      complete = false;
      // Those of one thread to one reference are in program order: location order wants it.
      const bool too_early = std::ranges::any_of(writes_, [&](std::size_t w) {
        return !placed[w] && g_.po.has(w, next) && g_.vloc.has(w, next);
      });
      if (too_early) continue;
      const Rows before = order_;
      for (const std::size_t w : writes_) {
        if (placed[w] && g_.moa.has(w, next)) order_.add(w, next);
      }
      place(Events(placed).set(next));
      order_ = before;
    }
    if (complete && std::ranges::find(result_, order_) == result_.end()) result_.push_back(order_);
  }

  const Graph& g_;
  std::vector<std::size_t> writes_;
  Rows order_;
  std::vector<Rows> result_;
};

// All consistent executions of one choice of paths.
class Executions {
 public:
  Executions(const Test& test, const Graph& graph, const Question& question, const Limits& limits,
             const std::vector<Value>& constants, Result& result)
      : test_(test),
        g_(graph),
        question_(question),
        limits_(limits),
        constants_(constants),
        result_(result),
        values_(graph),
        reads_from_(graph.size()),
        assumed_(graph.size()) {
    // Atomics first: with them it is known what synchronises.
    for (const bool atomic : {true, false}) {
      for (std::size_t e = 0; e < g_.size(); ++e) {
        if (g_.reads[e] && g_.events[e].atomic == atomic) undecided_.push_back(e);
      }
    }
  }

  // Whether it was told that this is enough.
  bool run() {
    values_.update(reads_from_, assumed_);
    if (values_.contradictory(reads_from_)) return false;
    for (LocationId l = 0; l < g_.program.locations.size(); ++l)
      orders_.push_back(AtomicOrders(g_, l).run());
    for (const Rows& syncbar : barrier_choices(g_, question_.barrier_reach)) {
      choice_ = {Rows(g_.size()), Rows(g_.size()), syncbar};
      choose_orders(0);
    }
    return stopped_;
  }

 private:
  void choose_orders(std::size_t location) {
    if (stopped_) return;
    if (location == orders_.size()) {
      if (still_possible(true)) choose_reads(0);
      return;
    }
    const Rows before = choice_.asmo;
    for (const Rows& order : orders_[location]) {
      choice_.asmo = before | order;
      choose_orders(location + 1);
    }
    choice_.asmo = before;
  }

  void choose_reads(std::size_t at) {
    const Rows locord = locord_;
    choose_reads_from(at);
    locord_ = locord;
  }

  void choose_reads_from(std::size_t at) {
    if (at == undecided_.size()) {
      determine();
      return;
    }
    const std::size_t read = undecided_[at];
    for (std::size_t write = 0; write < g_.size(); ++write) {
      if (!g_.writes[write] || !g_.loc.has(read, write) || g_.rmw.has(read, write)) continue;
      reads_from_[read] = write;
      choice_.rf.add(write, read);
      if (still_possible(g_.events[read].atomic)) choose_reads(at + 1);
      choice_.rf.remove(write, read);
      if (stopped_) return;
    }
    reads_from_[read].reset();
  }

  // All axioms are monotone: what is broken with some reads undecided stays broken.
  bool still_possible(bool atomics_changed) {
    if (++result_.nodes > limits_.nodes) throw Unsupported("too many candidate executions");
    values_.update(reads_from_, assumed_);
    if (values_.contradictory(reads_from_)) return false;
    if (question_.in_order) {
      const Rows waiting = compose(compose(g_.po, choice_.syncbar), g_.po);
      if (!acyclic(g_.po | choice_.rf | waiting)) return false;
    }
    if (question_.no_thin_air && !acyclic(g_.depends | choice_.rf)) return false;
    if (atomics_changed) locord_ = location_order(g_, choice_, question_.reading);
    return consistent(g_, choice_, locord_, question_.reading);
  }

  // Values that depend on themselves: out of thin air.
  void determine() {
    values_.update(reads_from_, assumed_);
    const auto open =
        std::ranges::find_if(undecided_, [&](std::size_t e) { return !values_.read(e); });
    if (open == undecided_.end()) {
      if (!values_.contradictory(reads_from_)) collect();
      return;
    }
    const std::size_t read = *open;
    for (const Value constant : constants_) {
      assumed_[read] = constant;
      determine();
    }
    assumed_[read].reset();
  }

  void collect() {
    const Rows race = races(g_, locord_);
    std::vector<std::vector<Value>> finals;
    for (LocationId l = 0; l < g_.program.locations.size(); ++l) finals.push_back(final_values(l));
    std::vector<Value> memory;
    combine(finals, memory, !race.empty(), race);
  }

  std::vector<Value> final_values(LocationId location) const {
    const bool observed = std::ranges::any_of(test_.observables, [&](const Observable& what) {
      const auto* term = std::get_if<LocationTerm>(&what);
      return term != nullptr && g_.program.addresses[term->address].location == location;
    });
    if (!observed) return {0};
    Rows order = choice_.asmo;
    if (!question_.any_final_value) order = closure(order | between(g_.writes, locord_, g_.writes));
    std::set<Value> result;
    for (std::size_t e = 0; e < g_.size(); ++e) {
      if (g_.events[e].kind == Event::Kind::write && g_.events[e].location == location &&
          order.row(e).none())
        result.insert(values_.written(e).value());
    }
    if (result.empty()) return {g_.program.locations[location].initial};
    return {result.begin(), result.end()};
  }

  void combine(const std::vector<std::vector<Value>>& finals, std::vector<Value>& memory,
               bool raced, const Rows& race) {
    if (memory.size() == finals.size()) {
      Outcome outcome = outcome_with(memory);
      if (!test_.filter || holds(*test_.filter, outcome)) note(race);
      const auto at = result_.behaviours.insert({std::move(outcome), raced}).first;
      stopped_ = stopped_ || (limits_.enough && limits_.enough(*at));
      return;
    }
    for (const Value value : finals[memory.size()]) {
      memory.push_back(value);
      combine(finals, memory, raced, race);
      memory.pop_back();
    }
  }

  Outcome outcome_with(const std::vector<Value>& memory) const {
    Outcome outcome;
    for (const Observable& observable : test_.observables) {
      if (const auto* term = std::get_if<LocationTerm>(&observable)) {
        outcome.push_back(memory[g_.program.addresses[term->address].location]);
      } else {
        const auto& reg = std::get<RegisterTerm>(observable);
        outcome.push_back(values_.of(reg.thread, reg.reg).value());
      }
    }
    return outcome;
  }

  void note(const Rows& race) {
    for (std::size_t a = 0; a < g_.size(); ++a) {
      for (std::size_t b = 0; b < g_.size(); ++b) {
        if (race.has(a, b) && place(a) <= place(b)) result_.races.emplace(place(a), place(b));
      }
    }
  }

  Place place(std::size_t e) const { return {*g_.events[e].thread, g_.events[e].instruction}; }

  const Test& test_;
  const Graph& g_;
  const Question& question_;
  const Limits& limits_;
  const std::vector<Value>& constants_;
  Result& result_;
  Values values_;
  std::vector<std::size_t> undecided_;
  std::vector<std::vector<Rows>> orders_;  // by location
  ReadsFrom reads_from_;
  std::vector<std::optional<Value>> assumed_;  // by event
  Choice choice_;
  Rows locord_;  // of choice_
  bool stopped_ = false;
};

}  // namespace

Result enumerate(const Test& test, const Question& question, const Limits& limits) {
  if (test.program.language != Language::vulkan) throw Unsupported("not a Vulkan program");
  Result result;
  std::vector<Paths> threads;
  for (ThreadId t = 0; t < test.program.threads.size(); ++t) {
    threads.push_back(paths_of(test.program, t, limits.backward_jumps));
    result.loop_bound_hit = result.loop_bound_hit || threads.back().cut;
    if (threads.back().paths.empty()) return result;
  }
  const std::vector<Value> constants = constants_of(test);
  std::vector<std::size_t> at(threads.size(), 0);
  for (;;) {
    std::vector<const Path*> chosen;
    for (std::size_t t = 0; t < threads.size(); ++t) chosen.push_back(&threads[t].paths[at[t]]);
    const Graph graph(test.program, chosen);
    if (Executions(test, graph, question, limits, constants, result).run()) return result;
    std::size_t t = 0;
    while (t < at.size() && ++at[t] == threads[t].paths.size()) at[t++] = 0;
    if (t == at.size()) return result;
  }
}

std::function<bool(const Behaviour&)> decides_condition(const Test& test) {
  return [&test](const Behaviour& behaviour) {
    if (test.filter && !holds(*test.filter, behaviour.outcome)) return false;
    return holds(test.condition, behaviour.outcome) == (test.quantifier != Quantifier::forall);
  };
}

std::function<bool(const Behaviour&)> decides_race(const Test& test) {
  return [&test](const Behaviour& behaviour) {
    return behaviour.raced && (!test.filter || holds(*test.filter, behaviour.outcome));
  };
}

bool condition_holds(const Test& test, const Result& result) {
  const bool found = std::ranges::any_of(result.behaviours, decides_condition(test));
  return found == (test.quantifier == Quantifier::exists);
}

bool is_racy(const Test& test, const Result& result) {
  return std::ranges::any_of(result.behaviours, decides_race(test));
}

std::set<Outcome> outcomes(const Result& result) {
  std::set<Outcome> all;
  for (const Behaviour& behaviour : result.behaviours) all.insert(behaviour.outcome);
  return all;
}

std::set<Outcome> race_free_outcomes(const Result& result) {
  std::set<Outcome> all;
  for (const Behaviour& behaviour : result.behaviours) {
    if (!behaviour.raced) all.insert(behaviour.outcome);
  }
  return all;
}

}  // namespace opexplore::oracle::vulkan
