#include "opmodel/parts/one_order.hpp"

#include <algorithm>
#include <numeric>

#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

// By location, the threads that access it, each once.
std::vector<std::vector<std::size_t>> users_of(const Program& program) {
  std::vector<std::vector<std::size_t>> users(program.locations.size());
  for (std::size_t thread = 0; thread < program.threads.size(); ++thread) {
    for (const Instruction& instruction : program.threads[thread].instructions) {
      const auto address = address_of(instruction.action);
      if (!address) continue;
      auto& here = users[program.addresses[*address].location];
      if (here.empty() || here.back() != thread) here.push_back(thread);
    }
  }
  return users;
}

std::vector<bool> written_locations(const Program& program) {
  std::vector<bool> written(program.locations.size(), false);
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (!writes_memory(instruction.action)) continue;
      written[program.addresses[*address_of(instruction.action)].location] = true;
    }
  }
  return written;
}

bool orders_by_barrier(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return barrier_of(instruction.action) != nullptr;
    });
  });
}

}  // namespace

std::vector<LocationId> shared_locations(const Program& program) {
  const auto users = users_of(program);
  const std::vector<bool> written = written_locations(program);
  std::vector<LocationId> result;
  for (std::size_t location = 0; location < users.size(); ++location) {
    if (users[location].size() > 1 && written[location]) {
      result.push_back(static_cast<LocationId>(location));
    }
  }
  return result;
}

bool share_without_circles(const Program& program) {
  if (orders_by_barrier(program) || !program.system_synchronisations.empty()) return false;
  const auto users = users_of(program);
  // Which threads the lines so far join, by the first of them.
  std::vector<std::size_t> joined(program.threads.size());
  std::iota(joined.begin(), joined.end(), std::size_t{0});
  for (const LocationId location : shared_locations(program)) {
    const auto& here = users[location];
    for (std::size_t index = 1; index < here.size(); ++index) {
      const std::size_t from = joined[here[index]], to = joined[here.front()];
      if (from == to) return false;
      std::ranges::replace(joined, from, to);
    }
  }
  return true;
}

}  // namespace opexplore
