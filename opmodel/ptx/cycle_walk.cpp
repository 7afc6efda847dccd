#include "opmodel/ptx/cycle_walk.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/function_ref.hpp"
#include "opmodel/ptx/cycle_place.hpp"
#include "opmodel/ptx/late_loads.hpp"
#include "opmodel/ptx/rules/atomic.hpp"

namespace opexplore::ptx_model {

namespace {

Constants nothing_known(const Thread& thread) {
  return {std::vector<Value>(thread.registers.size(), 0), 0};
}

// One search, from one load for cycles, or from one fence.sc for others that it leads to.
class Search {
 public:
  Search(const ProgramFacts& facts, Node load, std::span<const InstructionId> standing,
         bool use_constants)
      : semantics_(facts.semantics),
        liveness_(facts.liveness),
        spins_(facts.spins),
        barriers_(facts.barriers),
        graph_(facts.graph),
        load_(load),
        fence_(fence_of(facts.semantics.instruction(load.thread, load.at).action)),
        read_(facts.semantics.access(load.thread, load.at)),
        standing_(standing),
        use_constants_(use_constants) {
    const TakingAlong takes_along(semantics_.program());
    for (std::size_t t = 0; t < semantics_.threads(); ++t) {
      const auto& code = semantics_.program().threads[t].instructions;
      for (std::size_t i = 0; i < code.size(); ++i) {
        const Node node{static_cast<ThreadId>(t), static_cast<InstructionId>(i)};
        if (!may_enter(node)) continue;
        if (semantics_.access(node.thread, node.at).reads) entered_reads_.push_back(node);
        const Barrier* const barrier = barrier_of(code[i].action);
        if (barrier == nullptr) continue;
        entered_barriers_.push_back({node, resource_of(*barrier), takes_along(node), {}});
      }
    }
  }

  // Whether a cycle closes; nothing if there are too many places to say.
  std::optional<bool> run() {
    begin();
    while (!open_.empty() && !closed_) {
      if (seen_.size() > most_places) return std::nullopt;
      const Place place = std::move(open_.back());
      open_.pop_back();
      execute(place);
    }
    return closed_;
  }

 private:
  static constexpr std::size_t most_places = 4096;

  // A barrier at which the walk may come into a thread.
  struct Entered {
    Node node;
    MaybeValue resource;
    bool takes_along = false;  // always_takes_along()
    // How it has come in there: whether causally, and if so, behind which fence.sc. Again it would
    // see the same.
    std::vector<std::pair<bool, std::optional<Released>>> came_in = {};
  };

  const Action& action(const Place& place) const {
    return semantics_.instruction(place.thread, place.at).action;
  }
  const Access& access(const Place& place) const {
    return semantics_.access(place.thread, place.at);
  }

  void begin();
  void execute(const Place& place);
  void execute_local_step(const Place& place);
  void pass_read(Place place);
  void write(const Place& place, MaybeValue value, std::optional<Released> handed_on);
  void arrive(const Place& place);
  void pass_by(const Place& place, InstructionId next);
  void enter_barriers(const Place& place, bool causal, FunctionRef<bool(MaybeValue)> opens);
  void enter_load(Place place);
  void enter_modify(Place place);
  void go_on(Place place, InstructionId next);
  void go_on(const Place& place);
  void add(Place place);
  bool comes_back(const Place& place) const;
  void acquire(Place& place, Scope scope) const;
  void observe(Place& reader, const Access& from, const Released& released) const;
  bool must_follow(const Place& place, const FenceFacts& fence) const;
  bool may_enter(Node node) const;
  bool reads_before(Node read, const Place& write) const;
  bool overwrites(const Place& place) const;
  bool closes(const Place& place) const;
  void pass_fence(const Place& place, const FenceFacts& fence);
  bool is_unordered(const Place& place, const FenceFacts& fence) const;

  const Semantics& semantics_;
  const Liveness& liveness_;
  const Spins& spins_;
  const BarrierPlan& barriers_;
  const TimeGraph* graph_;
  const Node load_;
  const std::optional<FenceFacts> fence_;  // if the search begins at one
  const Access& read_;
  const std::span<const InstructionId> standing_;
  const bool use_constants_;
  std::vector<Node> entered_reads_;  // those at which the walk may come into a thread
  std::vector<Entered> entered_barriers_;
  bool closed_ = false;
  std::set<Place> seen_;
  std::vector<Place> open_;
};

// Whether causality counts between the two without a proxy fence (PTX ISA 8.9.5).
bool same_place(const Access& one, const Access& other) {
  return one.address == other.address && one.proxy == Proxy::generic &&
         other.proxy == Proxy::generic;
}

// The load itself: all that follows is causally after it, by program order. An exchange may write
// before it reads.
void Search::begin() {
  Place place;
  place.thread = load_.thread;
  place.at = place.entry = load_.at;
  place.registers = nothing_known(semantics_.program().threads[load_.thread]);
  place.causal = true;
  const Action& first = action(place);
  const Atomic* const atomic = read_modify_write(first);
  place.quiet = atomic == nullptr;
  if (fence_ && releases(*fence_, semantics_.reading())) place.fenced = fence_->scope;
  if (fence_) place.ordered = Released{load_.thread, fence_->scope};
  if (const auto destination = register_written(first)) {
    place.tainted = with(0, *destination, true);
  }
  if (atomic != nullptr && atomic->op == AtomicOp::exch) {
    write(place, place.registers.value(atomic->operand), {});
  }
  go_on(place);
}

void Search::execute(const Place& place) {
  const Action& what = action(place);
  if (place.entering) return writes_memory(what) ? enter_modify(place) : enter_load(place);
  if (stops(what, place.tainted)) return;
  if (is_local(what)) {
    execute_local_step(place);
  } else if (barrier_of(what) != nullptr) {
    arrive(place);
    Place next = place;
    next.quiet = false;
    go_on(next);
  } else if (const auto fence = fence_of(what)) {
    pass_fence(place, *fence);
  } else if (!writes_memory(what)) {
    pass_read(place);
  } else {
    const Operand* const stored = stored_operand(what);
    const Atomic* const atomic = read_modify_write(what);
    const bool writes_it = atomic == nullptr || atomic->op == AtomicOp::exch;
    if (performs(what, place.tainted)) {
      write(place, writes_it ? place.registers.value(*stored) : std::nullopt, {});
    }
    Place next = place;
    next.quiet = false;
    if (atomic != nullptr) {
      pass_read(std::move(next));
    } else {
      go_on(next);
    }
  }
}

void Search::pass_fence(const Place& place, const FenceFacts& fence) {
  Place next = place;
  if (acquires(fence, semantics_.reading())) acquire(next, fence.scope);
  if (must_follow(next, fence)) next.causal = true;
  if (is_unordered(next, fence)) {
    closed_ = true;
    return;
  }
  if (releases(fence, semantics_.reading()) && next.causal) {
    next.fenced = std::max(next.fenced.value_or(Scope::cta), fence.scope);
  }
  const bool widest = !next.ordered || next.ordered->scope < fence.scope;
  if (fence.order == Order::sc && next.causal && widest) {
    next.ordered = Released{next.thread, fence.scope};
  }
  go_on(next);
}

// Whether this fence is a fence.sc that comes after the one that the write which was read here is
// causally after: if it came before, the read would be causally before what it reads (PTX ISA 8.10,
// Causality).
bool Search::must_follow(const Place& place, const FenceFacts& fence) const {
  if (fence.order != Order::sc || !place.read_behind) return false;
  const Scope needed = semantics_.distance(place.read_behind->thread, place.thread);
  return fence.scope >= needed && place.read_behind->scope >= needed;
}

// Whether Fence-SC relates this fence with the one at which the search began, and base causality
// does not lead here.
bool Search::is_unordered(const Place& place, const FenceFacts& fence) const {
  if (!fence_ || fence.order != Order::sc || place.causal) return false;
  const Scope needed = semantics_.distance(load_.thread, place.thread);
  return fence.scope >= needed && fence_->scope >= needed;
}

void Search::execute_local_step(const Place& place) {
  const Action& what = action(place);
  Tainted needed = 0;
  const RegisterSet read = registers_read(what);
  for (std::size_t id = 0; id < place.registers.values.size(); ++id) {
    if (read.test(id)) needed = with(needed, static_cast<RegisterId>(id), true);
  }
  const bool decided = (needed & ~place.registers.known) == 0;
  Place next = place;
  const InstructionId target = execute_local(what, place.at, next.registers.values);
  if (const auto written = register_written(what)) {
    next.registers.set(*written,
                       decided ? MaybeValue(next.registers.values[*written]) : std::nullopt);
    next.tainted = tainted_after(what, place.tainted);
    next.written = with(next.written, *written, true);
  }
  if (decided) {
    go_on(std::move(next), target);
  } else {
    go_on(next);
  }
}

// A read that the walk did not come in by: it may read anything.
void Search::pass_read(Place place) {
  const Access& what = access(place);
  // An acquire read of the location ends the pattern that the observing read began.
  if (place.observed && what.acquires && what.address == place.observed_at &&
      what.proxy == Proxy::generic) {
    acquire(place, what.scope);
  }
  place.tainted = tainted_after(action(place), place.tainted);
  if (const auto destination = register_written(action(place))) {
    place.registers.set(*destination, {});
    place.written = with(place.written, *destination, true);
  }
  go_on(place);
}

// The end of an acquire pattern whose read is that observation.
void Search::acquire(Place& place, Scope scope) const {
  if (!place.observed) return;
  const Scope needed = semantics_.distance(place.observed->thread, place.thread);
  if (scope < needed) return;
  place.causal = true;
  place.observed.reset();
  place.observed_at = 0;
}

// The reader observes a release pattern that is wide enough for it (PTX ISA 8.9.4).
void Search::observe(Place& reader, const Access& from, const Released& released) const {
  const Access& to = access(reader);
  if (!from.strong || !semantics_.morally_strong(from, to) || to.proxy != Proxy::generic) return;
  if (released.scope < semantics_.distance(released.thread, reader.thread)) return;
  reader.observed = released;
  reader.observed_at = to.address;
}

bool Search::may_enter(Node node) const {
  if (node.thread == load_.thread) return false;
  return standing_.empty() || standing_[node.thread] == node.at;
}

bool Search::reads_before(Node read, const Place& write) const {
  return graph_ != nullptr && graph_->reads_before(read, {write.thread, write.at});
}

// Whether who reads this write, and goes on to write to the location of the load, writes what the
// load cannot read: its own thread's later write is before that in coherence, or the write that is
// read here is it. That needs SC per location among all of them: a store that is morally strong
// with none of the others may be read all the same.
bool Search::overwrites(const Place& place) const {
  const LocationId location = access(place).location;
  if (fence_ || location != read_.location || !semantics_.uniform(location)) return false;
  return place.thread == load_.thread || place.overwritten;
}

// Whether the load may read this write, which follows from it. Not one of its own thread through
// the same address and proxy, nor one that is causally after it.
bool Search::closes(const Place& place) const {
  const Access& write = access(place);
  if (fence_ || write.location != read_.location) return false;
  if (place.overwritten || reads_before(load_, place)) return false;
  const bool same = write.address == read_.address && write.proxy == read_.proxy;
  if (place.thread == load_.thread) return !same;
  return !(same && place.causal && write.proxy == Proxy::generic);
}

// To the reads of other threads.
void Search::write(const Place& place, MaybeValue value, std::optional<Released> handed_on) {
  if (closes(place)) {
    closed_ = true;
    return;
  }
  const Access& from = access(place);
  std::optional<Released> own;
  if (place.causal && from.strong) {
    std::optional<Scope> scope = place.fenced;
    if (from.releases) scope = std::max(scope.value_or(Scope::cta), from.scope);
    if (scope) own = Released{place.thread, *scope};
  }
  for (const Node node : entered_reads_) {
    const Access& to = semantics_.access(node.thread, node.at);
    if (node.thread == place.thread || to.location != from.location) continue;
    if (reads_before(node, place)) continue;
    Place reader;
    reader.thread = node.thread;
    reader.at = reader.entry = node.at;
    reader.registers = nothing_known(semantics_.program().threads[node.thread]);
    if (handed_on) observe(reader, from, *handed_on);
    if (own) observe(reader, from, *own);
    if (place.causal && place.ordered && same_place(from, to)) {
      reader.read_behind = place.ordered;
    }
    reader.entering = true;
    reader.overwritten = overwrites(place);
    if (use_constants_) reader.read = value;
    add(std::move(reader));
  }
}

bool differ(MaybeValue left, MaybeValue right) { return left && right && *left != *right; }

// To those who wait for the barrier: it orders who arrives before who waits (PTX ISA 8.9.4).
void Search::arrive(const Place& place) {
  const MaybeValue resource = resource_of(*barrier_of(action(place)));
  enter_barriers(place, place.causal, [&](MaybeValue other) { return !differ(resource, other); });
}

// A thread that ends, or passes by a barrier that is passable, also lets those go on who wait
// there, and that orders nothing. At a barrier that it arrives at itself nobody waits for that.
void Search::pass_by(const Place& place, InstructionId next) {
  if (!barriers_.may_pass_by(place.thread, place.at, next)) return;
  const Barrier* const own = barrier_of(action(place));
  enter_barriers(place, false, [&](MaybeValue other) {
    if (!other) return true;
    if (own != nullptr && resource_of(*own) == other) return false;
    return barriers_.waits_for(place.thread, place.at, *other) &&
           !barriers_.waits_for(place.thread, next, *other);
  });
}

void Search::enter_barriers(const Place& place, bool causal, FunctionRef<bool(MaybeValue)> opens) {
  for (auto& [node, resource, takes_along, came_in] : entered_barriers_) {
    const ThreadId thread = node.thread;
    if (thread == place.thread || semantics_.cta(thread) != semantics_.cta(place.thread)) continue;
    const bool along = causal && takes_along;
    const std::pair way{along, along ? place.ordered : std::nullopt};
    if (std::ranges::find(came_in, way) != came_in.end() || !opens(resource)) continue;
    if (graph_ != nullptr && graph_->precedes(node, {place.thread, place.at})) continue;
    Place waiter;
    waiter.thread = thread;
    waiter.at = waiter.entry = node.at;
    waiter.registers = nothing_known(semantics_.program().threads[thread]);
    std::tie(waiter.causal, waiter.ordered) = way;
    came_in.push_back(way);
    go_on(waiter);
  }
}

void Search::enter_load(Place place) {
  if (access(place).acquires) acquire(place, access(place).scope);
  place.quiet = true;
  place.registers.set(*register_written(action(place)), place.read);
  go_on(place);
}

// It hands on the origin of what it observed (PTX ISA 8.9.2). One that fails, or puts back what it
// read where coherence is total, is as good as a load (Spins).
void Search::enter_modify(Place place) {
  MaybeValue value = place.read;
  const Atomic& atomic = *read_modify_write(action(place));
  const MaybeValue operand = place.registers.value(atomic.operand);
  const bool compares = atomic.op == AtomicOp::cas;
  const MaybeValue expected = compares ? place.registers.value(atomic.expected) : MaybeValue();
  const auto handed_on = place.observed;
  if (access(place).acquires) acquire(place, access(place).scope);
  const auto follow = [&](MaybeValue read, bool quiet) {
    Place next = place;
    next.quiet = quiet;
    if (atomic.destination) next.registers.set(*atomic.destination, read);
    go_on(next);
  };
  if (compares && !semantics_.reading().failed_cas_writes && (!value || value != expected)) {
    follow(value, true);  // it may fail
    if (value && expected) return;
    if (!value) value = expected;
  }
  const Stored stored = combine(atomic, value, operand, expected, semantics_.reading());
  const MaybeValue written = stored.ready ? MaybeValue(stored.value) : std::nullopt;
  write(place, written, handed_on);
  const bool uniform = semantics_.uniform(access(place).location);
  follow(value, written && written == value && uniform);
}

// To the instructions that may come next.
void Search::go_on(const Place& place) {
  const Thread& code = semantics_.program().threads[place.thread];
  for (const InstructionId next : successors_of(code, place.at)) go_on(place, next);
}

void Search::go_on(Place place, InstructionId next) {
  const Thread& code = semantics_.program().threads[place.thread];
  pass_by(place, next);
  place.at = next;
  if (next == code.instructions.size() || comes_back(place)) return;
  for (const RegisterId dead : liveness_.dead(place.thread, next)) {
    place.registers.set(dead, {});
    place.tainted = with(place.tainted, dead, false);
  }
  if (!place.quiet) place.written = 0;
  place.entering = false;
  place.read.reset();
  add(std::move(place));
}

void Search::add(Place place) {
  if (seen_.insert(place).second) open_.push_back(std::move(place));
}

// Whether the thread has come back to where it was before it entered, having only read: an
// execution without these events has the same outcome, and is the one to look for (Spins).
bool Search::comes_back(const Place& place) const {
  if (!place.quiet || place.at > place.entry) return false;
  if (!spins_.quiet(place.thread, place.entry, place.at)) return false;
  for (const RegisterId live : liveness_.live(place.thread, place.at)) {
    if (depends(live, place.written)) return false;
  }
  return true;
}

}  // namespace

bool may_begin_cycle(const ProgramFacts& facts, Node load,
                     std::span<const InstructionId> standing) {
  const auto search = [&](bool use_constants) {
    return Search(facts, load, standing, use_constants).run();
  };
  if (const auto answer = search(true)) return *answer;
  return search(false).value_or(true);
}

bool may_lead_unordered(const ProgramFacts& facts, Node fence,
                        std::span<const InstructionId> standing) {
  return Search(facts, fence, standing, true).run().value_or(true);
}

}  // namespace opexplore::ptx_model
