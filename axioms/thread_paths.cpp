#include "axioms/thread_paths.hpp"

#include <set>
#include <string>
#include <utility>

#include "axioms/asynchronous_paths.hpp"
#include "axioms/implied_values.hpp"
#include "axioms/walk.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::axioms {

namespace {

// Of one thread. With more there are too many executions to look at, anyway.
constexpr std::size_t most_cut_paths = 64;

class PathFinder {
 public:
  PathFinder(const Thread& thread, const PathOptions& options, const IdleIterations* idle)
      : thread_(thread), options_(options), idle_(idle) {}

  Paths run() {
    Walk start;
    for (const Register& reg : thread_.registers) {
      start.path.registers.push_back(start.constant(reg.initial));
      start.taint.push_back(0);
    }
    if (options_.stuck && thread_.grid > 0) {
      found_.paths.push_back(start.path);
      found_.paths.back().stuck = Stuck::at_start;
    }
    pending_.push_back(std::move(start));
    while (!pending_.empty()) {
      Walk walk = std::move(pending_.back());
      pending_.pop_back();
      finish(std::move(walk));
      if (found_.paths.size() + pending_.size() > options_.paths) {
        throw Unsupported("a thread has more than " + std::to_string(options_.paths) + " paths");
      }
    }
    return std::move(found_);
  }

 private:
  // Runs the walk to its end; forks go to pending_.
  void finish(Walk walk) {
    while (walk.pc < thread_.instructions.size()) {
      if (!visit_head(walk)) return;
      if (++walk.steps > options_.steps || walk.backward_jumps > options_.backward_jumps) {
        cut(std::move(walk));
        return;
      }
      stay(walk);
      const Action& action = thread_.instructions[walk.pc].action;
      const bool alive = std::visit([&](const auto& what) { return step(walk, what); }, action);
      if (!alive) return;
    }
    found_.paths.push_back(std::move(walk.path));
  }

  void cut(Walk walk) {
    found_.bound_hit = true;
    if (found_.too_many_cut) return;
    found_.cut.push_back({std::move(walk.path), walk.control, written_from(walk.pc)});
    found_.too_many_cut = found_.cut.size() > most_cut_paths;
    if (found_.too_many_cut) found_.cut.clear();
  }

  // The addresses that some instruction from here on can write.
  std::vector<AddressId> written_from(InstructionId start) const {
    std::vector<bool> seen(thread_.instructions.size() + 1, false);
    std::set<AddressId> written;
    std::vector<InstructionId> pending{start};
    while (!pending.empty()) {
      const InstructionId at = pending.back();
      pending.pop_back();
      if (seen[at] || at == thread_.instructions.size()) continue;
      seen[at] = true;
      const Action& action = thread_.instructions[at].action;
      const Branch* const branch = branch_of(action);
      if (branch != nullptr) pending.push_back(branch->target);
      if (branch == nullptr || branch->comparison) pending.push_back(at + 1);
      if (stored_operand(action) != nullptr) written.insert(*address_of(action));
    }
    return {written.begin(), written.end()};
  }

  // False if the path is left out: it has come to the head after too many idle iterations.
  bool visit_head(Walk& walk) const {
    if (idle_ == nullptr || !idle_->is_head(walk.pc)) return true;
    const Visit now{walk.pc, walk.backward_jumps, walk.path.registers, walk.taint,
                    walk.path.events.size()};
    for (const Visit& before : walk.visits) {
      if (!idle_->returned(walk.path, before, now)) continue;
      if (++walk.idle_iterations > idle_->kept()) return false;
      walk.backward_jumps = before.backward_jumps;
      walk.visits.clear();  // so that no event is in two of them
      break;
    }
    walk.visits.push_back(now);
    walk.visits.back().backward_jumps = walk.backward_jumps;
    return true;
  }

  EventIndex add_event(Walk& walk, PathEvent event) const {
    if (options_.language == Language::vulkan) {
      const Action& action = thread_.instructions[walk.pc].action;
      event.vulkan = vulkan_events(action)[event.rmw_read ? 1 : 0];
    }
    if (options_.amdgpu != nullptr && event.kind != PathEvent::Kind::barrier) {
      const Action& action = thread_.instructions[walk.pc].action;
      event.amdgpu = amdgpu_events(action, *options_.amdgpu)[event.rmw_read ? 1 : 0];
    }
    const bool stays =
        event.kind == PathEvent::Kind::write || event.kind == PathEvent::Kind::barrier;
    if (stays) walk.visits.clear();
    return walk.add(event);
  }

  // The order of one half of an access; what its order does not speak of is relaxed.
  static Order half_of(Order order, PathEvent::Kind kind) {
    const Order half = kind == PathEvent::Kind::read ? Order::acquire : Order::release;
    if (order == Order::acq_rel) return half;
    if (order == Order::acquire || order == Order::release) {
      return order == half ? half : Order::relaxed;
    }
    return order;
  }

  static PathEvent access(const Walk& walk, const MemoryAccess& what, PathEvent::Kind kind) {
    PathEvent event;
    event.kind = kind;
    event.address = what.address;
    event.address_from = what.pointer ? walk.taint[*what.pointer] : 0;
    event.proxy = what.proxy;
    event.scope = what.scope;
    event.order = half_of(what.order, kind);
    event.annotation = what.annotation;
    return event;
  }

  bool step(Walk& walk, const Load& load) {
    const EventIndex read = add_event(walk, access(walk, load, PathEvent::Kind::read));
    walk.path.registers[load.destination] = walk.read_value(read);
    walk.taint[load.destination] = event_bit(read);
    ++walk.pc;
    return true;
  }

  bool step(Walk& walk, const Store& store) {
    PathEvent event = access(walk, store, PathEvent::Kind::write);
    event.value = walk.value_of(store.value);
    event.data_from = walk.taint_of(store.value);
    add_event(walk, event);
    ++walk.pc;
    return true;
  }

  bool step(Walk& walk, const Atomic& atomic) {
    PathEvent reading = access(walk, atomic, PathEvent::Kind::read);
    reading.atomic = true;
    const bool in_cxx = options_.language == Language::cxx || options_.amdgpu != nullptr;
    const bool compares = atomic.op == AtomicOp::cas && in_cxx;
    // C++ evaluates what it compares with before the operation, whichever way that goes.
    if (compares) reading.data_from = walk.taint_of(atomic.expected);
    const EventIndex read = add_event(walk, reading);
    const ExpressionIndex old = walk.read_value(read);
    Expression written;
    written.kind = Expression::Kind::atomic;
    written.atomic = atomic.op;
    written.first = old;
    written.second = walk.value_of(atomic.operand);
    PathEvent event = access(walk, atomic, PathEvent::Kind::write);
    event.atomic = true;
    event.rmw_read = read;
    event.data_from = walk.taint_of(atomic.operand);
    // exch stores a value that does not depend on what it read.
    if (atomic.op != AtomicOp::exch) event.data_from |= event_bit(read);
    if (atomic.op == AtomicOp::cas) {
      event.data_from |= walk.taint_of(atomic.expected);
      written.third = walk.value_of(atomic.expected);
      if (options_.failed_cas_writes) {
        written.kind = Expression::Kind::compare_and_swap;
      } else {
        Walk failed = walk;
        if (compares) set_failed(failed.path.events[read], atomic);
        failed.path.constraints.push_back({Comparison::equal, old, written.third, false});
        finish_atomic(failed, atomic, read, old);
        pending_.push_back(std::move(failed));
        walk.path.constraints.push_back({Comparison::equal, old, written.third, true});
      }
    }
    event.value = walk.append(written);
    add_event(walk, event);
    finish_atomic(walk, atomic, read, old);
    return true;
  }

  // What it reads where it fails has the order for that.
  void set_failed(PathEvent& read, const Atomic& atomic) const {
    read.order = half_of(atomic.failure, PathEvent::Kind::read);
    if (options_.amdgpu != nullptr) read.amdgpu = failed_read(atomic, *options_.amdgpu);
  }

  static void finish_atomic(Walk& walk, const Atomic& atomic, EventIndex read,
                            ExpressionIndex old) {
    if (atomic.destination) {
      walk.path.registers[*atomic.destination] = old;
      walk.taint[*atomic.destination] = event_bit(read);
    }
    ++walk.pc;
  }

  static PathEvent::Kind kind_of_fence(const FenceFacts& facts) {
    if (facts.device) return PathEvent::Kind::device_operation;
    return facts.proxy ? PathEvent::Kind::proxy_fence : PathEvent::Kind::fence;
  }

  bool step(Walk& walk, const AnyFence auto& fence) {
    const FenceFacts facts = facts_of(fence);
    PathEvent event;
    event.kind = kind_of_fence(facts);
    event.scope = facts.scope;
    event.order = facts.order;
    if (facts.proxy) event.proxy_fence = *facts.proxy;
    add_event(walk, event);
    ++walk.pc;
    return true;
  }

  bool step(Walk& walk, const Barrier& barrier) {
    PathEvent event;
    event.kind = PathEvent::Kind::barrier;
    event.arrive = barrier.arrive;
    event.instance = barrier.instance;
    if (barrier.id) event.id = walk.value_of(*barrier.id);
    if (barrier.quorum) event.quorum = walk.value_of(*barrier.quorum);
    if (barrier.members) event.members = walk.value_of(*barrier.members);
    add_event(walk, event);
    ++walk.pc;
    return true;
  }

  bool step(Walk& walk, const Arithmetic& what) {
    Expression expression;
    expression.kind = Expression::Kind::arithmetic;
    expression.arithmetic = what.op;
    expression.type = what.type;
    expression.first = walk.value_of(what.left);
    expression.second = walk.value_of(what.right);
    EventSet taint = walk.taint_of(what.left);
    if (what.op != ArithmeticOp::move) taint |= walk.taint_of(what.right);
    const auto folded = folded_value(walk, expression);
    walk.path.registers[what.destination] =
        folded ? walk.constant(*folded) : walk.append(expression);
    walk.taint[what.destination] = taint;
    ++walk.pc;
    return true;
  }

  bool step(Walk& walk, const Asynchronous& asynchronous) {
    if (options_.asynchronous == nullptr) return false;  // refused before
    std::vector<Walk> ways = asynchronous_ways(*options_.asynchronous, walk, asynchronous.what);
    const bool acted = ways.back().path.events.size() > walk.path.events.size();
    walk = std::move(ways.back());
    if (acted) walk.visits.clear();
    ways.pop_back();
    for (Walk& other : ways) {
      other.visits.clear();
      pending_.push_back(std::move(other));
    }
    return true;
  }

  // The path that goes no further than here, if it can be one.
  void stay(const Walk& walk) {
    const Action& action = thread_.instructions[walk.pc].action;
    const Stuck stuck = where_stuck(action);
    if (!options_.stuck || stuck == Stuck::no) return;
    Walk staying = walk;
    const auto* const barrier = barrier_of(action);
    if (barrier != nullptr) step(staying, *barrier);
    staying.path.stuck = stuck;
    found_.paths.push_back(std::move(staying.path));
  }

  bool step(Walk& walk, const Branch& branch) {
    if (!branch.comparison) {
      jump(walk, branch.target);
      return true;
    }
    const ExpressionIndex left = walk.value_of(branch.left);
    const ExpressionIndex right = walk.value_of(branch.right);
    walk.control |= walk.taint_of(branch.left) | walk.taint_of(branch.right);
    // What is undef may compare one way now and another way later.
    const auto taken = options_.amdgpu != nullptr
                           ? std::nullopt
                           : implied(walk.path, *branch.comparison, left, right);
    if (taken) {
      jump(walk, *taken ? branch.target : static_cast<InstructionId>(walk.pc + 1));
      return true;
    }
    Walk other = walk;
    other.path.constraints.push_back({*branch.comparison, left, right, true, true});
    jump(other, branch.target);
    pending_.push_back(std::move(other));
    walk.path.constraints.push_back({*branch.comparison, left, right, false, true});
    ++walk.pc;
    return true;
  }

  // The value that the expression has whatever is read, if there is one. Dependencies
  // are not affected: `xor r1, r0, r0` still depends on r0.
  std::optional<Value> folded_value(const Walk& walk, const Expression& expression) const {
    const auto left = walk.known(expression.first);
    const auto right = walk.known(expression.second);
    const ArithmeticOp op = expression.arithmetic;
    if (left && (right || op == ArithmeticOp::move)) {
      return evaluate(op, *left, right.value_or(0), expression.type);
    }
    const bool cancels = op == ArithmeticOp::bit_xor || op == ArithmeticOp::sub;
    if (options_.amdgpu == nullptr && cancels && expression.first == expression.second) return 0;
    const bool absorbs = op == ArithmeticOp::bit_and || op == ArithmeticOp::mul;
    if (absorbs && (left == Value{0} || right == Value{0})) return 0;
    return std::nullopt;
  }

  static void jump(Walk& walk, InstructionId target) {
    if (target <= walk.pc) ++walk.backward_jumps;
    walk.pc = target;
  }

  const Thread& thread_;
  const PathOptions& options_;
  const IdleIterations* idle_;  // may be null
  std::vector<Walk> pending_;
  Paths found_;
};

}  // namespace

Paths paths_of(const Thread& thread, const PathOptions& options, const IdleIterations* idle) {
  return PathFinder(thread, options, idle).run();
}

}  // namespace opexplore::axioms
