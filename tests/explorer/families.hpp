// The classic litmus families with any number of threads: whose state counts are
// known laws, and which the benchmarks scale.
#pragma once

#include <string>
#include <vector>

#include "tests/explorer/build_test.hpp"

namespace opexplore {

/// A family by name, with `threads` threads: MP (a chain), SB and LB (rings), IRIW
/// (half writers, half readers), each asking for its weak outcome; or INC, whose
/// threads increment one location atomically. With `fences`, a fence.sc.sys lies
/// between the two accesses of each thread.
inline Test family(const std::string& name, unsigned threads, bool fences = false) {
  TestBuilder builder(name + std::to_string(threads) + (fences ? "+fences" : ""));
  std::vector<AddressId> x;
  for (unsigned index = 0; index < threads; ++index) {
    x.push_back(builder.location("x" + std::to_string(index)));
  }
  Outcome weak;
  const auto pair = [&](const Action& first, const Action& second) {
    builder.add(first);
    if (fences) builder.add(fence_sc());
    builder.add(second);
  };
  const auto expect = [&](ThreadId thread, RegisterId reg, Value value) {
    builder.observe(thread, reg);
    weak.push_back(value);
  };
  for (unsigned index = 0; index < threads; ++index) {
    const ThreadId self = builder.thread();
    const AddressId here = x[index];
    const AddressId there = x[(index + 1) % threads];
    const bool last = index + 1 == threads;
    if (name == "SB") {
      pair(store(here, Value{1}), load(0, there));
      expect(self, 0, 0);
    } else if (name == "LB") {
      pair(load(0, here), store(there, Value{1}));
      expect(self, 0, 1);
    } else if (name == "MP" && index == 0) {
      pair(store(x[0], Value{1}), store(x[1], Value{1}));
    } else if (name == "MP" && !last) {
      pair(load(0, here), store(there, Value{1}));
      expect(self, 0, 1);
    } else if (name == "MP") {
      pair(load(0, here), load(1, x[0]));
      expect(self, 0, 1);
      expect(self, 1, 0);
    } else if (name == "IRIW" && index < threads / 2) {
      builder.add(store(here, Value{1}));
    } else if (name == "IRIW") {
      const unsigned writers = threads / 2;
      pair(load(0, x[index % writers]), load(1, x[(index + 1) % writers]));
      expect(self, 0, 1);
      expect(self, 1, 0);
    } else {  // INC
      builder.add(Atomic{{x[0], Proxy::generic, Order::relaxed, Scope::gpu, {}, {}},
                         AtomicOp::add,
                         RegisterId{0},
                         Value{1},
                         Value{0}});
      expect(self, 0, 0);
    }
  }
  builder.ask(Quantifier::exists, weak);
  return builder.build();
}

/// Threads that each take a test-and-set lock with cas, increment a counter without
/// atomicity, and release the lock: forall, the counter ends at their number.
inline Test spin_lock(unsigned threads) {
  TestBuilder builder("lock" + std::to_string(threads));
  const AddressId lock = builder.location("lock");
  const AddressId counter = builder.location("counter");
  for (unsigned index = 0; index < threads; ++index) {
    builder.thread();
    const InstructionId spin =
        builder.add(Atomic{{lock, Proxy::generic, Order::acquire, Scope::gpu, {}, {}},
                           AtomicOp::cas,
                           RegisterId{0},
                           Value{1},
                           Value{0}});
    builder.add(Branch{Comparison::not_equal, RegisterOperand{0}, Value{0}, spin});
    builder.add(Load{{counter, {}, {}, Scope::sys, {}, {}}, 1});
    builder.add(Arithmetic{ArithmeticOp::add, 1, RegisterOperand{1}, Value{1}});
    builder.add(Store{{counter, {}, {}, Scope::sys, {}, {}}, RegisterOperand{1}});
    builder.add(Store{{lock, {}, Order::release, Scope::gpu, {}, {}}, Value{0}});
  }
  builder.observe(counter);
  builder.ask(Quantifier::forall, {Value{threads}});
  return builder.build();
}

}  // namespace opexplore
