#include "litmus/kernels/protocol/guesses.hpp"

#include <map>
#include <optional>
#include <set>

#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

template <class F>
void for_each_position(const std::vector<Behaviour>& blocks, F&& use) {
  for (std::uint32_t block = 0; block < blocks.size(); ++block) {
    for (std::uint32_t thread = 0; thread < blocks[block].threads(); ++thread) {
      const std::vector<Position>& positions = blocks[block].positions(thread);
      for (PositionId now = 0; now < positions.size(); ++now) {
        use(block, ThreadPosition{thread, now}, positions[now]);
      }
    }
  }
}

/// The location that the choice is about, if it stands behind one access that is all of an act.
std::optional<AddressId> location_of(const std::vector<Position>& positions,
                                     const Position& choice) {
  const Position& act = positions[choice.before];
  if (choice.turn != Turn::choose || act.turn != Turn::act) return std::nullopt;
  if (act.instructions.size() != 1) return std::nullopt;
  return address_of(act.instructions.front().action);
}

/// What some of the numbers but one come to; none if that is too much.
std::set<Value> sums_of(Value initial, const std::vector<Value>& added) {
  constexpr std::size_t many = 64;
  std::set<Value> result{initial};
  for (std::size_t i = 1; i < added.size(); ++i) {
    std::set<Value> more = result;
    for (const Value sum : result) more.insert(sum + added[i]);
    result = std::move(more);
    if (result.size() > many) return {};
  }
  return result;
}

}  // namespace

std::vector<Guess> guessed_tickets(const std::vector<Behaviour>& blocks, const Memory& memory) {
  std::map<AddressId, std::vector<Value>> added;
  std::set<AddressId> others;
  for_each_position(blocks, [&](std::uint32_t, const ThreadPosition&, const Position& position) {
    for (const Instruction& instruction : position.instructions) {
      const auto address = address_of(instruction.action);
      if (!address) continue;
      const Atomic* const update = read_modify_write(instruction.action);
      const bool adds = update != nullptr && update->op == AtomicOp::add &&
                        std::holds_alternative<Value>(update->operand);
      if (adds) added[*address].push_back(std::get<Value>(update->operand));
      if (!adds) others.insert(*address);
    }
  });
  std::map<AddressId, std::set<Value>> sums;
  for (const auto& [address, numbers] : added) {
    if (!others.contains(address)) sums[address] = sums_of(memory.initial(address), numbers);
  }
  std::vector<Guess> guesses;
  for_each_position(
      blocks, [&](std::uint32_t block, const ThreadPosition& place, const Position& position) {
        const auto location = location_of(blocks[block].positions(place.thread), position);
        const auto found = location ? sums.find(*location) : sums.end();
        if (found == sums.end()) return;
        for (const Value value : found->second) guesses.push_back({block, place, value});
      });
  return guesses;
}

std::vector<Guess> guessed_results(const std::vector<Behaviour>& blocks) {
  std::map<AddressId, std::set<Value>> stored;
  for_each_position(blocks, [&](std::uint32_t, const ThreadPosition&, const Position& position) {
    for (const Instruction& instruction : position.instructions) {
      const Store* const store = store_of(instruction.action);
      if (store == nullptr || !std::holds_alternative<Value>(store->value)) continue;
      stored[store->address].insert(std::get<Value>(store->value));
    }
  });
  const std::set<AddressId> apart = separable_locations(blocks);
  std::vector<Guess> guesses;
  for_each_position(
      blocks, [&](std::uint32_t block, const ThreadPosition& place, const Position& position) {
        const auto location = location_of(blocks[block].positions(place.thread), position);
        if (!location || !position.next.empty() || !apart.contains(*location)) return;
        const auto found = stored.find(*location);
        if (found == stored.end() || found->second.size() != 1) return;
        guesses.push_back({block, place, *found->second.begin()});
      });
  return guesses;
}

}  // namespace opexplore::kernel
