// Random litmus tests: loop-free programs of every kind of instruction, optionally
// with barriers.
#pragma once

#include <random>

#include "tests/explorer/build_test.hpp"

namespace opexplore {

/// How large and how wild random tests are.
struct RandomShape {
  unsigned threads = 3;
  unsigned instructions = 4;  ///< per thread, at most
  unsigned locations = 2;
  bool barriers = false;
};

/// Builds one random test per call.
class RandomTests {
 public:
  RandomTests(std::uint64_t seed, RandomShape shape) : random_(seed), shape_(shape) {}

  Test next() {
    TestBuilder builder("random");
    std::vector<AddressId> addresses;
    for (unsigned index = 0; index < shape_.locations; ++index) {
      addresses.push_back(builder.location("x" + std::to_string(index), value()));
    }
    addresses.push_back(builder.alias("a", addresses[0]));
    for (unsigned index = 0; index < shape_.threads; ++index) {
      builder.thread(below(2));
      const unsigned count = 1 + below(shape_.instructions);
      for (unsigned pc = 0; pc < count; ++pc) {
        builder.add(
            action(addresses, static_cast<InstructionId>(pc), static_cast<InstructionId>(count)));
      }
      if (below(2) == 0) builder.observe(static_cast<ThreadId>(index), 0);
      if (below(2) == 0) builder.observe(static_cast<ThreadId>(index), 1);
    }
    if (below(2) == 0) builder.observe(addresses[0]);
    builder.observe(addresses[1]);
    Test test = builder.build();
    test.condition = Proposition{};
    return test;
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  Value value() { return below(3); }
  RegisterId reg() { return static_cast<RegisterId>(below(3)); }
  Operand operand() {
    if (below(2) == 0) return value();
    return RegisterOperand{reg()};
  }

  Action action(const std::vector<AddressId>& addresses, InstructionId pc, InstructionId count) {
    const AddressId where = addresses[below(static_cast<unsigned>(addresses.size()))];
    switch (below(shape_.barriers ? 10 : 8)) {
      case 0:
      case 1:
        return load(reg(), where);
      case 2:
      case 3:
        return store(where, operand());
      case 4:
        return Atomic{{where, Proxy::generic, Order::relaxed, Scope::gpu, {}, {}},
                      below(2) == 0 ? AtomicOp::add : AtomicOp::cas,
                      below(4) == 0 ? std::optional<RegisterId>{} : reg(),
                      operand(),
                      operand()};
      case 5:
        return below(2) == 0 ? Action{fence_sc()} : Action{ProxyFence{}};
      case 6:
        return Arithmetic{ArithmeticOp::add, reg(), operand(), operand()};
      case 7: {  // forwards only
        const auto target = static_cast<InstructionId>(pc + 1U + below(count - pc));
        return Branch{below(4) == 0 ? std::optional<Comparison>{} : Comparison::equal, operand(),
                      operand(), target};
      }
      default: {
        Barrier result{below(4) == 0, below(2), {}, {}};
        if (below(3) == 0) result.id = operand();
        if (below(3) == 0) result.quorum = Operand{Value{1 + below(2)}};
        return result;
      }
    }
  }

  std::mt19937_64 random_;
  RandomShape shape_;
};

}  // namespace opexplore
