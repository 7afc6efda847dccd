// The definition of a data race (opmodel/machines/drf0/rules.hpp), evaluated word by word: on every
// interleaving as a list of events, with happens-before as matrices. Shares the steps of `sc` with
// the machine `drf0` and nothing of its detector. Written to be obviously right.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "opmodel/machines/sc/machine.hpp"

namespace opexplore {

/// Whether some interleaving of a program without loops has a race.
class NaiveRaces {
 public:
  explicit NaiveRaces(const Test& test)
      : program_(test.program), context_(test), machine_(test, unreduced()) {}

  /// Gives up, with nothing, after so many interleavings without a race.
  std::optional<bool> racy(std::uint64_t most_interleavings) {
    left_ = most_interleavings;
    const bool found = go_on(machine_.initial());
    if (found) return true;
    return left_ == 0 ? std::nullopt : std::optional(false);
  }

 private:
  struct Event {
    enum class Kind { access, fence, arrival, exit };
    Kind kind = Kind::access;
    ThreadId thread = 0;
    Action action;
    bool wrote = false;
    LocationId location = 0;
    std::optional<std::size_t> reads_from;  // the write that a read reads, unless initial
    std::vector<std::size_t> arrivals;      // of an exit from a barrier
  };
  using Matrix = std::vector<std::vector<bool>>;

  static MachineOptions unreduced() {
    MachineOptions options;
    options.split_components = options.ample_threads = false;
    return options;
  }

  // All interleavings; events_ are those of the path to `state`. True when one has a race.
  bool go_on(const sc::State& state) {
    if (left_ == 0) return false;
    std::vector<std::pair<Step, sc::State>> next;
    machine_.for_each_step(
        state, [&](Step step, sc::State&& after) { next.emplace_back(step, std::move(after)); });
    if (next.empty()) {
      --left_;
      return has_race();
    }
    for (const auto& [step, after] : next) {
      const std::size_t before = events_.size();
      perform(state, step.thread, after);
      const bool found = go_on(after);
      events_.resize(before);
      if (found) return true;
    }
    return false;
  }

  void perform(const sc::State& state, ThreadId thread, const sc::State& after) {
    Event event;
    event.thread = thread;
    event.action = context_.next(state, thread)->action;
    if (std::holds_alternative<ProxyFence>(event.action)) return;
    if (std::holds_alternative<Fence>(event.action)) event.kind = Event::Kind::fence;
    Barriers barriers = state.barriers;
    if (const auto* barrier = std::get_if<Barrier>(&event.action)) {
      event.kind = Event::Kind::arrival;
      barriers.arrive(context_.barriers, thread,
                      arrival_of(*barrier, context_.frame.registers(state, thread)));
    }
    if (event.kind == Event::Kind::access) complete_access(state, event);
    events_.push_back(event);
    for (const Generation& generation : barriers.generations()) {
      const auto remaining = after.barriers.generations();
      const bool remains = std::ranges::any_of(remaining, [&](const Generation& one) {
        return one.cta == generation.cta && one.resource == generation.resource;
      });
      if (!remains) exit_from(generation);
    }
  }

  void complete_access(const sc::State& state, Event& event) {
    const AddressId address = *address_of(event.action);
    event.location = program_.addresses[address].location;
    event.wrote = !std::holds_alternative<Load>(event.action);
    const auto* const atomic = std::get_if<Atomic>(&event.action);
    if (atomic != nullptr && atomic->op == AtomicOp::cas) {
      const auto registers = context_.frame.registers(state, event.thread);
      event.wrote = state.memory[event.location] == value_of(atomic->expected, registers);
    }
    if (std::holds_alternative<Store>(event.action)) return;
    for (std::size_t e = 0; e < events_.size(); ++e) {
      if (events_[e].kind == Event::Kind::access && events_[e].wrote &&
          events_[e].location == event.location) {
        event.reads_from = e;
      }
    }
  }

  // The last arrivals of those who arrived come before what those who waited do next.
  void exit_from(const Generation& generation) {
    std::vector<std::size_t> arrivals;
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      if ((generation.arrived >> thread & 1) == 0) continue;
      std::size_t last = 0;
      for (std::size_t e = 0; e < events_.size(); ++e) {
        const auto* const barrier = std::get_if<Barrier>(&events_[e].action);
        if (events_[e].thread != thread || barrier == nullptr) continue;
        if (events_[e].kind != Event::Kind::arrival) continue;
        const Value resource = barrier->id ? std::get<Value>(*barrier->id) : barrier->instance;
        if (resource == generation.resource) last = e;
      }
      arrivals.push_back(last);
    }
    for (std::size_t thread = 0; thread < program_.threads.size(); ++thread) {
      if ((generation.waiting >> thread & 1) == 0) continue;
      Event event;
      event.kind = Event::Kind::exit;
      event.thread = static_cast<ThreadId>(thread);
      event.arrivals = arrivals;
      events_.push_back(event);
    }
  }

  // Scopes as numbers: none 0, cta 1, gpu 2, sys 3.
  static int number(Scope scope) {
    return scope == Scope::cta ? 1 : scope == Scope::sys ? 3 : 2;  // no program has clusters
  }
  int need(ThreadId a, ThreadId b) const {
    return number(common_scope(program_.threads[a], program_.threads[b]));
  }
  static std::pair<Order, Scope> order_of(const Action& action) {
    if (const auto* load = std::get_if<Load>(&action)) return {load->order, load->scope};
    if (const auto* store = std::get_if<Store>(&action)) return {store->order, store->scope};
    if (const auto* atomic = std::get_if<Atomic>(&action)) return {atomic->order, atomic->scope};
    if (const auto* fence = std::get_if<Fence>(&action)) return {fence->order, fence->scope};
    return {Order::weak, Scope::cta};
  }
  int scope(const Event& event) const {
    const auto [order, named] = order_of(event.action);
    if (order == Order::weak) return 0;
    const bool shared = event.kind == Event::Kind::access &&
                        program_.locations[event.location].region == Region::shared;
    return shared ? 1 : number(named);
  }
  static bool is_reduction(const Event& event) {
    const auto* const atomic = std::get_if<Atomic>(&event.action);
    return atomic != nullptr && !atomic->destination;
  }
  static bool acquires(const Event& event) {
    const Order order = order_of(event.action).first;
    return !is_reduction(event) &&
           (order == Order::acquire || order == Order::acq_rel || order == Order::sc);
  }
  static bool releases(const Event& event) {
    const Order order = order_of(event.action).first;
    return (event.kind == Event::Kind::fence || event.wrote) &&
           (order == Order::release || order == Order::acq_rel || order == Order::sc);
  }
  bool is_strong_access(const Event& event) const {
    return event.kind == Event::Kind::access && scope(event) != 0;
  }
  bool morally_strong(const Event& a, const Event& b) const {
    return std::min(scope(a), scope(b)) >= need(a.thread, b.thread);
  }

  // The events with which `write` begins to release at `s`: itself, or fences before it.
  std::vector<std::size_t> releasing(std::size_t write, int s) const {
    std::vector<std::size_t> result;
    if (releases(events_[write]) && scope(events_[write]) >= s) result.push_back(write);
    for (std::size_t f = 0; f < write; ++f) {
      const Event& fence = events_[f];
      if (fence.thread == events_[write].thread && fence.kind == Event::Kind::fence &&
          releases(fence) && scope(fence) >= s) {
        result.push_back(f);
      }
    }
    return result;
  }

  std::vector<std::size_t> acquiring(std::size_t read, int s) const {
    std::vector<std::size_t> result;
    if (acquires(events_[read]) && scope(events_[read]) >= s) result.push_back(read);
    for (std::size_t f = read + 1; f < events_.size(); ++f) {
      const Event& fence = events_[f];
      if (fence.thread == events_[read].thread && fence.kind == Event::Kind::fence &&
          acquires(fence) && scope(fence) >= s) {
        result.push_back(f);
      }
    }
    return result;
  }

  // Adds the edges from the releases of `source` that `carrier`, at first the same write, passes
  // on.
  void add_edges(std::size_t source, std::size_t carrier, int s, Matrix& hb) const {
    for (std::size_t e = carrier + 1; e < events_.size(); ++e) {
      const Event& reader = events_[e];
      if (!is_strong_access(reader) || reader.reads_from != carrier) continue;
      if (!morally_strong(events_[carrier], reader)) continue;
      if (need(events_[carrier].thread, reader.thread) > s) continue;
      if (!is_reduction(reader)) {
        for (const std::size_t from : releasing(source, s)) {
          for (const std::size_t to : acquiring(e, s)) hb[from][to] = true;
        }
      }
      if (reader.wrote) add_edges(source, e, s, hb);
    }
  }

  Matrix happens_before(int s) const {
    const std::size_t count = events_.size();
    Matrix hb(count, std::vector<bool>(count));
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = a + 1; b < count; ++b) hb[a][b] = events_[a].thread == events_[b].thread;
    }
    for (std::size_t e = 0; e < count; ++e) {
      if (is_strong_access(events_[e]) && events_[e].wrote) add_edges(e, e, s, hb);
      if (s == 1) {
        for (const std::size_t arrival : events_[e].arrivals) hb[arrival][e] = true;
      }
    }
    for (std::size_t via = 0; via < count; ++via) {
      for (std::size_t a = 0; a < count; ++a) {
        if (!hb[a][via]) continue;
        for (std::size_t b = 0; b < count; ++b) hb[a][b] = hb[a][b] || hb[via][b];
      }
    }
    return hb;
  }

  // The largest scope of fences, and of bar.sync, of the thread between two of its events.
  int fence_between(std::size_t p, std::size_t e) const {
    int result = 0;
    for (std::size_t f = p + 1; f < e; ++f) {
      const Event& event = events_[f];
      if (event.thread != events_[p].thread) continue;
      if (event.kind == Event::Kind::fence && acquires(event) && releases(event)) {
        result = std::max(result, scope(event));
      }
      const auto* const barrier = std::get_if<Barrier>(&event.action);
      if (event.kind == Event::Kind::arrival && !barrier->arrive) result = std::max(result, 1);
    }
    return result;
  }
  int cut(std::size_t p, std::size_t e) const {
    return std::max(fence_between(p, e), releases(events_[e]) ? scope(events_[e]) : 0);
  }
  // The strong access of the thread that comes next, or before, if there is one.
  std::optional<std::size_t> next_strong(std::size_t p) const {
    for (std::size_t e = p + 1; e < events_.size(); ++e) {
      if (events_[e].thread == events_[p].thread && is_strong_access(events_[e])) return e;
    }
    return std::nullopt;
  }
  std::optional<std::size_t> last_strong(std::size_t e) const {
    for (std::size_t p = e; p-- > 0;) {
      if (events_[p].thread == events_[e].thread && is_strong_access(events_[p])) return p;
    }
    return std::nullopt;
  }
  // Both are strong accesses of a thread, and none is between them.
  bool linked(std::size_t p, std::size_t e) const {
    const bool served = std::holds_alternative<Store>(events_[p].action) &&
                        std::holds_alternative<Load>(events_[e].action);
    return events_[p].location == events_[e].location && !served;
  }
  bool same_run(std::size_t p, std::size_t e) const { return linked(p, e) && cut(p, e) == 0; }
  int before(std::size_t e) const {
    const auto p = last_strong(e);
    if (!p) return 3;
    return std::max(cut(*p, e), linked(*p, e) ? before(*p) : 0);
  }
  // The barrier of the thread after p, if no strong access comes before it.
  std::optional<std::size_t> barrier_after(std::size_t p) const {
    const std::size_t end = next_strong(p).value_or(events_.size());
    for (std::size_t e = p + 1; e < end; ++e) {
      if (events_[e].thread == events_[p].thread && events_[e].kind == Event::Kind::arrival) {
        return e;
      }
    }
    return std::nullopt;
  }
  bool only_read_up_to(std::size_t e) const {
    if (events_[e].wrote) return false;
    const auto p = last_strong(e);
    return !p || !same_run(*p, e) || only_read_up_to(*p);
  }
  int after(std::size_t access) const {
    if (acquires(events_[access])) return scope(events_[access]);
    for (std::size_t p = access;;) {
      if (const auto barrier = barrier_after(p)) {
        const bool waits = !std::get<Barrier>(events_[*barrier].action).arrive;
        return std::max(fence_between(p, *barrier), waits ? 1 : 0);
      }
      const auto e = next_strong(p);
      if (!e) return 3;
      if (!same_run(p, *e)) return cut(p, *e);
      const bool atomic = std::holds_alternative<Atomic>(events_[*e].action);
      if (acquires(events_[*e]) && (atomic || only_read_up_to(*e))) return scope(events_[*e]);
      p = *e;
    }
  }
  bool synchronises(std::size_t e, ThreadId with) const {
    if (!is_strong_access(events_[e])) return false;
    return std::min({scope(events_[e]), before(e), after(e)}) >= need(events_[e].thread, with);
  }

  bool has_race() const {
    std::array<Matrix, 3> hb;
    for (int s = 1; s <= 3; ++s) hb[static_cast<std::size_t>(s - 1)] = happens_before(s);
    for (std::size_t b = 0; b < events_.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        const Event& first = events_[a];
        const Event& second = events_[b];
        if (first.kind != Event::Kind::access || second.kind != Event::Kind::access) continue;
        if (first.thread == second.thread || first.location != second.location) continue;
        if (!first.wrote && !second.wrote) continue;
        if (hb[0][a][b] || hb[1][a][b] || hb[2][a][b]) continue;
        if (!synchronises(a, second.thread) || !synchronises(b, first.thread)) return true;
      }
    }
    return false;
  }

  const Program& program_;
  sc::Context context_;
  sc::Machine machine_;
  std::vector<Event> events_;
  std::uint64_t left_ = 0;
};

}  // namespace opexplore
