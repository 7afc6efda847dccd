#include "litmus/kernels/protocol/alike.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>

#include "litmus/kernels/step.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

/// Whether they are the same, or left out both and the same but for place and value.
bool are_alike(const Extract& extract, const Instruction& a, const Instruction& b) {
  if (extract.keeps(a) != extract.keeps(b) || a.place != b.place) return false;
  if (extract.keeps(a)) return a.action == b.action;
  Action same = b.action;
  memory_access(same)->address = memory_access(a.action)->address;
  const Store* const store = store_of(a.action);
  if (store != nullptr && std::holds_alternative<Value>(store->value)) {
    for_each_operand(same, [&](Operand& value) {
      if (std::holds_alternative<Value>(value)) value = store->value;
    });
  }
  return a.action == same;
}

/// The threads of a block, as far as they can be exchanged.
class Kinds {
 public:
  Kinds(const Extract& extract, std::uint32_t block) : extract_(extract), block_(block) {
    const Behaviour& behaviour = extract.blocks()[block];
    for (std::uint32_t thread = 0; thread < behaviour.threads(); ++thread) {
      const auto same = std::ranges::find_if(
          firsts_, [&](std::uint32_t first) { return are_alike(first, thread); });
      kinds_.push_back(static_cast<std::uint32_t>(same - firsts_.begin()));
      if (same == firsts_.end()) firsts_.push_back(thread);
    }
  }

  std::uint32_t of(std::uint32_t thread) const { return kinds_[thread]; }

 private:
  bool are_alike(std::uint32_t one, std::uint32_t other) const {
    const std::vector<Position>& a = extract_.blocks()[block_].positions(one);
    const std::vector<Position>& b = extract_.blocks()[block_].positions(other);
    if (a.size() != b.size() || one / warp_size != other / warp_size) return false;
    for (PositionId i = 0; i < a.size(); ++i) {
      const bool left_out = extract_.is_left_out({block_, one}, a[i]);
      if (left_out != extract_.is_left_out({block_, other}, b[i])) return false;
      if (!do_alike(a[i], b[i]) || !lead_alike(a[i], b[i], left_out)) return false;
    }
    return true;
  }

  bool do_alike(const Position& a, const Position& b) const {
    return a.turn == b.turn && a.statement == b.statement && a.reg == b.reg &&
           a.barrier == b.barrier && a.whole_block == b.whole_block && a.stops.empty() &&
           b.stops.empty() && a.unsigned_orders == b.unsigned_orders && a.met == b.met &&
           a.meetings == b.meetings && a.before == b.before && a.depth == b.depth &&
           std::ranges::equal(a.instructions, b.instructions,
                              [&](const Instruction& one, const Instruction& other) {
                                return kernel::are_alike(extract_, one, other);
                              });
  }

  static bool lead_alike(const Position& a, const Position& b, bool left_out) {
    if (!left_out) return a.next == b.next;
    return std::ranges::equal(
        a.next, b.next, {}, [](const auto& way) { return way.second; },
        [](const auto& way) { return way.second; });
  }

  const Extract& extract_;
  std::uint32_t block_;
  std::vector<std::uint32_t> kinds_;   // by thread
  std::vector<std::uint32_t> firsts_;  // by kind
};

}  // namespace

AlikeLocations::AlikeLocations(const Extract& extract, const Memory& memory) {
  find_uses(extract, memory);
  using Key = std::tuple<std::vector<std::uint32_t>, std::vector<std::uint32_t>,
                         std::vector<Access>, std::vector<std::uint32_t>>;
  std::map<Key, std::size_t> known;
  for (auto& [location, uses] : uses_) {
    std::vector<std::uint32_t> blocks;
    for (const Speaker& thread : uses.threads) blocks.push_back(thread.block);
    for (const Value value : uses.values) {
      const auto equal = std::ranges::find(uses.values, value);
      uses.patterns.push_back(static_cast<std::uint32_t>(equal - uses.values.begin()));
    }
    if (uses.is_plain) {
      const auto [same, added] = known.emplace(
          Key(std::move(blocks), uses.kinds, uses.accesses, uses.patterns), groups_.size());
      if (!added) {
        groups_[same->second].push_back(location);
        continue;
      }
    }
    groups_.push_back({location});
  }
}

void AlikeLocations::find_uses(const Extract& extract, const Memory& memory) {
  const auto note = [&](const Speaker& thread, std::uint32_t kind, PositionId number) {
    const Position& position = extract.blocks()[thread.block].positions(thread.thread)[number];
    for (const Instruction& instruction : position.instructions) {
      if (extract.keeps(instruction)) continue;
      const AddressId location = *address_of(instruction.action);
      Uses& uses = uses_[location];
      if (uses.values.empty()) uses.values.push_back(memory.initial(location));
      if (uses.threads.empty() || uses.threads.back() != thread) {
        uses.threads.push_back(thread);
        uses.kinds.push_back(kind);
      }
      uses.accesses.emplace_back(uses.threads.size(), number);
      const Store* const store = store_of(instruction.action);
      const Value* const value = store == nullptr ? nullptr : std::get_if<Value>(&store->value);
      if (value != nullptr) uses.values.push_back(*value);
      const bool known = store == nullptr || value != nullptr;
      uses.is_plain = uses.is_plain && known && position.instructions.size() == 1;
    }
  };
  for (std::uint32_t block = 0; block < extract.blocks().size(); ++block) {
    const Behaviour& behaviour = extract.blocks()[block];
    const Kinds kinds(extract, block);
    for (std::uint32_t thread = 0; thread < behaviour.threads(); ++thread) {
      std::vector<PositionId> reached;
      for_each_reached(behaviour.positions(thread), [&](PositionId at) { reached.push_back(at); });
      std::ranges::sort(reached);
      for (const PositionId at : reached) note({block, thread}, kinds.of(thread), at);
    }
  }
}

std::optional<std::uint32_t> AlikeLocations::thread(AddressId first, AddressId other,
                                                    const Speaker& speaker) const {
  const std::vector<Speaker>& threads = uses_.at(first).threads;
  const auto found = std::ranges::find(threads, speaker);
  if (found == threads.end()) return std::nullopt;
  return uses_.at(other).threads[static_cast<std::size_t>(found - threads.begin())].thread;
}

std::optional<Value> AlikeLocations::value(AddressId first, AddressId other, Value value) const {
  const std::vector<Value>& values = uses_.at(first).values;
  const auto found = std::ranges::find(values, value);
  if (found == values.end()) return std::nullopt;
  return uses_.at(other).values[static_cast<std::size_t>(found - values.begin())];
}

}  // namespace opexplore::kernel
