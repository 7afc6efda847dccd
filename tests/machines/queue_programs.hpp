// Random programs for the machines with address queues, which have few kinds of instructions: those
// of any profile with everything else replaced by what these machines have.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "litmus/generate/random_program.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::queue_programs {

/// The address with which the location was declared.
inline AddressId first_name(const Program& program, AddressId address) {
  const Location& location = program.locations[program.addresses[address].location];
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    if (program.addresses[id].name == location.name) return static_cast<AddressId>(id);
  }
  return address;
}

/// The instruction, or what stands for it. Atomics become loads, or stores if nobody waits for
/// them, where the machine has none; barriers and fences of all kinds become membars.
inline Action adapted(const Program& program, Action action, bool atomics) {
  if (MemoryAccess* const access = memory_access(action)) {
    access->address = first_name(program, access->address);
    access->proxy = Proxy::generic;
    if (access->order != Order::weak) access->order = Order::relaxed;
  }
  if (barrier_of(action) != nullptr) return Fence{Order::sc, Scope::cta};
  if (const auto fence = fence_of(action)) {
    return Fence{Order::sc, fence->proxy ? Scope::gpu : fence->scope};
  }
  const auto* const atomic = std::get_if<Atomic>(&action);
  if (atomic == nullptr || atomics) return action;
  Load load;
  static_cast<MemoryAccess&>(load) = *atomic;
  load.destination = atomic->destination.value_or(0);
  if (atomic->destination) return load;
  Store store;
  static_cast<MemoryAccess&>(store) = *atomic;
  store.value = atomic->operand;
  return store;
}

/// The program with what the machines have, all threads on one GPU.
inline Test adapted(Test test, bool atomics) {
  Program& program = test.program;
  for (Thread& thread : program.threads) {
    thread.cta += 16 * thread.gpu;
    thread.gpu = 0;
    for (Instruction& instruction : thread.instructions) {
      instruction.action = adapted(program, instruction.action, atomics);
    }
  }
  std::vector<Address> addresses;
  std::vector<AddressId> renamed(program.addresses.size());
  for (std::size_t id = 0; id < program.addresses.size(); ++id) {
    if (first_name(program, static_cast<AddressId>(id)) != id) continue;
    renamed[id] = static_cast<AddressId>(addresses.size());
    addresses.push_back(program.addresses[id]);
    addresses.back().generic = renamed[id];
  }
  for (Thread& thread : program.threads) {
    for (Instruction& instruction : thread.instructions) {
      if (MemoryAccess* const access = memory_access(instruction.action)) {
        access->address = renamed[access->address];
      }
    }
  }
  program.addresses = std::move(addresses);
  return random_programs::completed(program, test.name);
}

/// Many stores and membars, blocks of several threads, locations that several threads write.
inline random_programs::Profile membars() {
  random_programs::Profile profile;
  profile.name = "membars";
  profile.least_threads = 2;
  profile.most_threads = 4;
  profile.least_instructions = 5;
  profile.most_instructions = 9;
  profile.most_locations = 3;
  profile.second_gpu = 0;
  profile.sc = 100;
  profile.fence = 30;
  profile.store = 35;
  profile.atomic = 6;
  profile.branch = 2;
  profile.no_idle_threads = true;
  return profile;
}

}  // namespace opexplore::queue_programs
