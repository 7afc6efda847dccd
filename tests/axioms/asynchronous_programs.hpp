// Programs with asynchronous operations, made without a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::axioms {

/// A test under construction. Threads and locations are added first; every thread has eight
/// registers, r0 to r7. What is asked for is observed, in that order.
class AsynchronousTest {
 public:
  ThreadId thread(std::uint32_t cta = 0, std::uint32_t cluster = 0, std::uint32_t grid = 0) {
    Thread added;
    added.cta = cta;
    added.cluster = cluster;
    added.grid = grid;
    for (int r = 0; r < 8; ++r) added.registers.push_back({"r" + std::to_string(r)});
    test_.program.threads.push_back(added);
    return static_cast<ThreadId>(test_.program.threads.size() - 1);
  }

  AddressId global(const std::string& name, Value initial = 0) {
    return location({name, initial, Region::global});
  }
  AddressId shared(const std::string& name, Value initial = 0, std::uint32_t cta = 0) {
    return location({name, initial, Region::shared, false, ObjectKind::data, cta});
  }
  /// Initialised with that count; 0: not initialised.
  AddressId mbarrier(const std::string& name, Value count, std::uint32_t cta = 0) {
    return location({name, count, Region::shared, false, ObjectKind::mbarrier, cta});
  }
  AddressId tensormap(const std::string& name, Value contents) {
    return location({name, contents, Region::global, false, ObjectKind::tensormap});
  }
  Value number_of(AddressId address) const { return numeric_address(test_.program, address); }

  /// Appends an instruction; asynchronous ones as what they do.
  AsynchronousTest& run(ThreadId thread, Action action) {
    test_.program.threads[thread].instructions.push_back({std::move(action), {}, "", {}});
    return *this;
  }
  AsynchronousTest& run(ThreadId thread, AsynchronousAction action) {
    return run(thread, Action{Asynchronous{std::move(action)}});
  }

  AsynchronousTest& ask(ThreadId thread, RegisterId reg) { return ask(RegisterTerm{thread, reg}); }
  AsynchronousTest& ask(AddressId address) { return ask(LocationTerm{address}); }
  /// `undef` or `deadlock`.
  AsynchronousTest& ask_ending(const std::string& name) {
    return ask(location({name, 0, Region::global, true, ObjectKind::ending}));
  }

  const Test& test() const { return test_; }

 private:
  AddressId location(const Location& added) {
    Address address;
    address.name = added.name;
    address.location = static_cast<LocationId>(test_.program.locations.size());
    address.generic = static_cast<AddressId>(test_.program.addresses.size());
    test_.program.locations.push_back(added);
    test_.program.addresses.push_back(address);
    return address.generic;
  }
  AsynchronousTest& ask(Observable observable) {
    test_.observables.push_back(observable);
    test_.shown = test_.observables.size();
    return *this;
  }

  Test test_;
};

/// \name Instructions by what is particular to them.
/// @{
inline Action load(RegisterId destination, AddressId address, Order order = Order::weak,
                   Scope scope = Scope::gpu) {
  Load result;
  result.destination = destination;
  result.address = address;
  result.order = order;
  result.scope = scope;
  return result;
}
inline Action store(AddressId address, Operand value, Order order = Order::weak,
                    Scope scope = Scope::gpu) {
  Store result;
  result.address = address;
  result.value = value;
  result.order = order;
  result.scope = scope;
  return result;
}
inline Action fence(Order order, Scope scope) { return Fence{order, scope}; }
inline Action barrier(Value resource = 0, std::optional<Value> quorum = std::nullopt) {
  Barrier result;
  result.instance = resource;
  if (quorum) result.quorum = *quorum;
  return result;
}
/// `cp.async.bulk` from `source` to `destination`, which completes at the mbarrier or in a group.
inline AsynchronousAction copy(AddressId destination, AddressId source,
                               std::optional<AddressId> mbarrier = std::nullopt) {
  AsynchronousOperation result;
  result.elements = {{.source = source, .destinations = {destination}}};
  if (mbarrier) result.mbarriers = {*mbarrier};
  return result;
}
/// `mbarrier.arrive`, of one.
inline AsynchronousAction arrive(AddressId mbarrier, Order order = Order::release,
                                 Scope scope = Scope::cta,
                                 std::optional<Value> expected = std::nullopt) {
  MbarrierOperation result;
  result.mbarrier = mbarrier;
  result.order = order;
  result.scope = scope;
  if (expected) result.expected = *expected;
  return result;
}
/// `mbarrier.try_wait.parity`; 1 in the register if the phase is complete.
inline AsynchronousAction wait(RegisterId destination, AddressId mbarrier, Operand parity,
                               Order order = Order::acquire, Scope scope = Scope::cta) {
  MbarrierOperation result;
  result.kind = MbarrierOperation::Kind::wait;
  result.mbarrier = mbarrier;
  result.operand = parity;
  result.order = order;
  result.scope = scope;
  result.destination = destination;
  return result;
}
inline AsynchronousAction initialise(AddressId mbarrier, Value count) {
  MbarrierOperation result;
  result.kind = MbarrierOperation::Kind::init;
  result.mbarrier = mbarrier;
  result.operand = count;
  return result;
}
inline AsynchronousAction proxy_fence(AsynchronousFence::Kind kind, Space space = Space::all,
                                      Scope scope = Scope::cta,
                                      std::optional<AddressId> object = std::nullopt) {
  return AsynchronousFence{kind, space, scope, object};
}
/// @}

}  // namespace opexplore::axioms
