#include "mappings/families_locks.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "litmus/generate/access.hpp"
#include "litmus/generate/places.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::mappings {

namespace {

using generate::Placement;

constexpr AddressId guarded = 0;  ///< what the lock protects
constexpr AddressId lock = 1;     ///< the lock, the flag, the ticket that is served
constexpr AddressId next_ticket = 2;

/// How the two ends of a critical section are ordered.
struct Ends {
  Order enter = Order::acquire;
  Order failure = Order::relaxed;  ///< of a compare-exchange that finds the lock taken
  Order leave = Order::release;
  bool fences = false;  ///< acq_rel ones behind the entry and before the exit

  std::string name(bool compares) const {
    std::string text(short_name(enter));
    if (compares) text += "." + std::string(short_name(failure));
    if (fences) text += "-F";
    text += fences ? "+F-" : "+";
    return text + std::string(short_name(leave));
  }
};

/// Puts one thread together.
class Writing {
 public:
  Writing(Scope scope, Order payload) : scope_(scope), payload_(payload) {}

  RegisterId fresh() {
    const auto id = static_cast<RegisterId>(thread_.registers.size());
    thread_.registers.push_back({"r" + std::to_string(id), 0, NumberType::s32});
    return id;
  }
  void add(Action action) { thread_.instructions.push_back({std::move(action), {}, {}}); }
  InstructionId here() const { return static_cast<InstructionId>(thread_.instructions.size()); }

  MemoryAccess access(AddressId address, Order order) const {
    return {address, Proxy::generic, order, scope_, Annotation::none, {}};
  }
  RegisterId load(AddressId address, Order order) {
    const RegisterId destination = fresh();
    add(Load{access(address, order), destination});
    return destination;
  }
  void store(AddressId address, const Operand& value, Order order) {
    add(Store{access(address, order), value});
  }
  RegisterId rmw(AtomicOp op, AddressId address, Order order, Order failure = Order::relaxed) {
    const RegisterId old = fresh();
    add(Atomic{access(address, order), op, old, Value{1}, Value{0}, failure});
    return old;
  }
  void fence(Order order) { add(Fence{order, scope_}); }

  // Back to `start` unless the register has that value.
  void repeat_unless(RegisterId reg, const Operand& value, InstructionId start) {
    add(Branch{Comparison::not_equal, RegisterOperand{reg}, value, start});
  }
  // Behind the end unless it has.
  void leave_unless(RegisterId reg, const Operand& value) {
    leaving_.push_back(here());
    add(Branch{Comparison::not_equal, RegisterOperand{reg}, value, 0});
  }

  // Reads what is guarded, and counts it up.
  void critical_section() {
    const RegisterId old = load(guarded, payload_);
    const RegisterId sum = fresh();
    add(Arithmetic{ArithmeticOp::add, sum, RegisterOperand{old}, Value{1}, NumberType::s32});
    store(guarded, RegisterOperand{sum}, payload_);
    section_ = old;
  }
  void read_guarded() { section_ = load(guarded, payload_); }

  std::optional<RegisterId> section() const { return section_; }

  Thread finish() {
    for (const InstructionId jump : leaving_) {
      branch_of(thread_.instructions[jump].action)->target = here();
    }
    return std::move(thread_);
  }

 private:
  Scope scope_;
  Order payload_;
  Thread thread_;
  std::vector<InstructionId> leaving_;
  std::optional<RegisterId> section_;  ///< what the critical section read
};

// ---- The ways in; each gives what releases the lock again.

using Body = std::function<void(Writing&, std::size_t thread, const Ends&)>;

void critical(Writing& to, const Ends& ends, const Operand& unlocked) {
  if (ends.fences) to.fence(Order::acq_rel);
  to.critical_section();
  if (ends.fences) to.fence(Order::acq_rel);
  to.store(lock, unlocked, ends.leave);
}

void exchange_lock(Writing& to, std::size_t, const Ends& ends) {
  const InstructionId start = to.here();
  to.repeat_unless(to.rmw(AtomicOp::exch, lock, ends.enter), Value{0}, start);
  critical(to, ends, Value{0});
}

void try_lock(Writing& to, std::size_t, const Ends& ends) {
  to.leave_unless(to.rmw(AtomicOp::exch, lock, ends.enter), Value{0});
  critical(to, ends, Value{0});
}

void compare_exchange_lock(Writing& to, std::size_t, const Ends& ends) {
  const InstructionId start = to.here();
  to.repeat_unless(to.rmw(AtomicOp::cas, lock, ends.enter, ends.failure), Value{0}, start);
  critical(to, ends, Value{0});
}

void ticket_lock(Writing& to, std::size_t, const Ends& ends) {
  const RegisterId ticket = to.rmw(AtomicOp::add, next_ticket, Order::relaxed);
  const InstructionId start = to.here();
  const RegisterId served = to.load(lock, ends.enter);
  to.repeat_unless(served, RegisterOperand{ticket}, start);
  const RegisterId following = to.fresh();
  to.add(
      Arithmetic{ArithmeticOp::add, following, RegisterOperand{ticket}, Value{1}, NumberType::s32});
  critical(to, ends, RegisterOperand{following});
}

// One thread hands a message over, the other one waits for the flag.
void flag(Writing& to, std::size_t thread, const Ends& ends) {
  if (thread == 0) {
    to.store(guarded, Value{1}, Order::weak);
    if (ends.fences) to.fence(Order::acq_rel);
    to.store(lock, Value{1}, ends.leave);
    return;
  }
  const InstructionId start = to.here();
  to.repeat_unless(to.load(lock, ends.enter), Value{1}, start);
  if (ends.fences) to.fence(Order::acq_rel);
  to.read_guarded();
}

struct LockKind {
  std::string_view name;
  void (*write)(Writing&, std::size_t, const Ends&);
  bool enters_by_rmw = true;
  bool compares = false;
  bool tickets = false;
};

constexpr std::array<LockKind, 5> lock_kinds{{{"try-lock", try_lock},
                                              {"flag-wait", flag, false},
                                              {"exchange-lock", exchange_lock},
                                              {"cas-lock", compare_exchange_lock, true, true},
                                              {"ticket-lock", ticket_lock, false, false, true}}};

std::vector<Ends> ends_of(const LockKind& kind) {
  std::vector<Ends> all{{Order::relaxed, Order::relaxed, Order::relaxed, true}};
  std::vector<Order> orders{Order::relaxed, Order::acquire, Order::sc};
  if (kind.enters_by_rmw) orders.insert(orders.begin() + 2, Order::acq_rel);
  for (const Order enter : orders) {
    for (const Order leave : {Order::relaxed, Order::release, Order::sc}) {
      all.push_back({enter, Order::relaxed, leave});
      if (kind.compares && enter != Order::relaxed) {
        all.push_back({enter, Order::acquire, leave});
      }
    }
  }
  return all;
}

Test lock_test(const LockKind& kind, const Ends& ends, const Placement& placement, Order payload) {
  Test test;
  Program& program = test.program;
  program.language = Language::cxx;
  for (const char* const name : {"x", "l", "t"}) {
    if (program.addresses.size() == next_ticket && !kind.tickets) break;
    const auto id = static_cast<AddressId>(program.addresses.size());
    program.addresses.push_back({name, static_cast<LocationId>(id), id, Proxy::generic});
    program.locations.push_back({name, 0, Region::global});
  }
  Thread first{placement.cta[0], placement.gpu[0], 0, {}, {}};
  Thread second{placement.cta[1], placement.gpu[1], 0, {}, {}};
  const Scope scope = common_scope(first, second);
  second.warp = scope == Scope::cta ? 1 : 0;
  for (const Thread& place : {first, second}) {
    const std::size_t number = program.threads.size();
    Writing writing(scope, payload);
    kind.write(writing, number, ends);
    if (writing.section()) {
      test.observables.emplace_back(
          RegisterTerm{static_cast<ThreadId>(number), *writing.section()});
    }
    Thread thread = writing.finish();
    thread.cta = place.cta;
    thread.gpu = place.gpu;
    thread.warp = place.warp;
    program.threads.push_back(std::move(thread));
  }
  test.observables.emplace_back(LocationTerm{guarded});
  test.shown = test.observables.size();
  test.name = std::string(kind.name) + "+" + ends.name(kind.compares) +
              (payload == Order::weak ? "-na" : "") + "-" + to_string(placement);
  return test;
}

}  // namespace

std::vector<Test> locks_of(std::string_view family) {
  std::vector<Test> tests;
  if (family != "locks") return tests;
  for (const LockKind& kind : lock_kinds) {
    for (const Ends& ends : ends_of(kind)) {
      for (const Scope apart : {Scope::cta, Scope::gpu, Scope::sys}) {
        for (const Order payload : {Order::weak, Order::relaxed}) {
          tests.push_back(lock_test(kind, ends, generate::all_in(apart, 2), payload));
        }
      }
    }
  }
  return tests;
}

}  // namespace opexplore::mappings
