// Litmus tests built by hand, for tests of the search and the machines that must
// not depend on the reader.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "opmodel/condition.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {

/// Collects threads, instructions and observables; every location is one name.
class TestBuilder {
 public:
  explicit TestBuilder(std::string name) { test_.name = std::move(name); }

  /// A new location and its generic address.
  AddressId location(const std::string& name, Value initial = 0) {
    Program& program = test_.program;
    const auto id = static_cast<AddressId>(program.addresses.size());
    const auto place = static_cast<LocationId>(program.locations.size());
    program.addresses.push_back({name, place, id, Proxy::generic});
    program.locations.push_back({name, initial});
    return id;
  }

  /// A second generic name of a location.
  AddressId alias(const std::string& name, AddressId of) {
    Program& program = test_.program;
    const auto id = static_cast<AddressId>(program.addresses.size());
    program.addresses.push_back({name, program.addresses[of].location, id, Proxy::generic});
    return id;
  }

  /// A new thread, each in a CTA of its own unless said otherwise.
  ThreadId thread() { return thread(static_cast<std::uint32_t>(test_.program.threads.size())); }
  ThreadId thread(std::uint32_t cta, std::uint32_t gpu = 0) {
    test_.program.threads.push_back({cta, gpu, 0, {}, {}});
    return static_cast<ThreadId>(test_.program.threads.size() - 1);
  }

  /// Appends an instruction to the last thread; registers it names come into being.
  InstructionId add(const Action& action) {
    Thread& thread = test_.program.threads.back();
    RegisterSet used = registers_read(action);
    if (const auto written = register_written(action)) used.set(*written);
    for (std::size_t reg = 0; reg < used.size(); ++reg) {
      if (used.test(reg)) need_register(thread, reg);
    }
    const auto line = static_cast<std::uint32_t>(thread.instructions.size() + 1);
    const auto column = static_cast<std::uint32_t>(test_.program.threads.size());
    thread.instructions.push_back({action, {line, column}, "instruction " + std::to_string(line)});
    return static_cast<InstructionId>(line - 1);
  }

  /// Makes a register or location part of the outcome.
  void observe(ThreadId thread, RegisterId reg) {
    if (thread < test_.program.threads.size()) need_register(test_.program.threads[thread], reg);
    test_.observables.push_back(RegisterTerm{thread, reg});
  }
  void observe(AddressId address) { test_.observables.push_back(LocationTerm{address}); }

  /// Makes the condition: all observables together have these values.
  void ask(Quantifier quantifier, const Outcome& values) {
    test_.quantifier = quantifier;
    test_.condition = all_equal(values);
  }
  void filter(const Outcome& values) { test_.filter = all_equal(values); }

  Test build() {
    test_.shown = test_.observables.size();
    return test_;
  }

 private:
  static void need_register(Thread& thread, std::size_t reg) {
    while (thread.registers.size() <= reg) {
      const std::string number = std::to_string(thread.registers.size());
      thread.registers.push_back({std::string("r").append(number), 0});
    }
  }

  static Proposition all_equal(const Outcome& values) {
    Proposition all{Proposition::Kind::conjunction, Comparison::equal, Value{0}, Value{0}, {}};
    for (std::size_t index = 0; index < values.size(); ++index) {
      all.parts.push_back({Proposition::Kind::comparison,
                           Comparison::equal,
                           ObservableIndex{static_cast<std::uint16_t>(index)},
                           values[index],
                           {}});
    }
    return all;
  }

  Test test_;
};

/// Shorthands for the last thread.
inline Load load(RegisterId reg, AddressId address) {
  return {{address, Proxy::generic, Order::relaxed, Scope::sys, Annotation::none, {}}, reg};
}
inline Store store(AddressId address, Operand value) {
  return {{address, Proxy::generic, Order::relaxed, Scope::sys, Annotation::none, {}}, value};
}
inline Fence fence_sc() { return {Order::sc, Scope::sys}; }
inline Barrier barrier(Value instance) { return {false, instance, {}, {}}; }
inline Barrier arrive(Value instance) { return {true, instance, {}, {}}; }

}  // namespace opexplore
