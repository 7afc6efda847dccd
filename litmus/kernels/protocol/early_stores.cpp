#include "litmus/kernels/protocol/early_stores.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "litmus/kernels/whole/left_open.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

class EarlyStores {
 public:
  explicit EarlyStores(const Extract& extract) : extract_(extract) {
    for_each_position([&](const Speaker& speaker, PositionId, const Position& here) {
      for (const Instruction& instruction : here.instructions) {
        const auto address = address_of(instruction.action);
        if (reads_memory(instruction.action)) readers_[*address].insert(speaker);
        if (writes_memory(instruction.action)) written_by_[speaker].insert(*address);
      }
    });
  }

  void check() {
    for_each_position([&](const Speaker& speaker, PositionId number, const Position& here) {
      if (here.turn != Turn::act) return;
      for (const Instruction& instruction : here.instructions) {
        if (!reads_memory(instruction.action)) continue;
        const PositionId next = next_of(speaker, number).front();
        if (at(speaker, next).turn != Turn::choose) continue;
        const AddressId read = *address_of(instruction.action);
        on_way_.clear();
        for (const AddressId written : certainly_written(speaker, next)) {
          if (written == read || !may_come_back(written, speaker, read)) continue;
          throw LeftOpen{"whether a store waits for the load before it is not known",
                         here.statement};
        }
      }
    });
  }

 private:
  const Position& at(const Speaker& speaker, PositionId number) const {
    return extract_.blocks()[speaker.block].positions(speaker.thread)[number];
  }

  /// Calls `use` for each position where something is to be done.
  template <class F>
  void for_each_position(F&& use) const {
    for (std::uint32_t block = 0; block < extract_.blocks().size(); ++block) {
      const Behaviour& behaviour = extract_.blocks()[block];
      for (std::uint32_t thread = 0; thread < behaviour.threads(); ++thread) {
        const Speaker speaker{block, thread};
        for_each_reached(behaviour.positions(thread), [&](PositionId number) {
          if (!extract_.skips(speaker, number)) use(speaker, number, at(speaker, number));
        });
      }
    }
  }

  std::vector<PositionId> next_of(const Speaker& speaker, PositionId number) const {
    std::vector<PositionId> result;
    for (const auto& [by, next] : at(speaker, number).next) {
      result.push_back(extract_.from(speaker, next));
    }
    return result;
  }

  /// Whether what others write may follow from the write of the speaker, and be what it reads
  /// before.
  bool may_come_back(AddressId written, const Speaker& speaker, AddressId read) const {
    std::set<Speaker> followed;
    std::vector<AddressId> open{written};
    while (!open.empty()) {
      const auto readers = readers_.find(open.back());
      open.pop_back();
      if (readers == readers_.end()) continue;
      for (const Speaker& other : readers->second) {
        if (other == speaker || !followed.insert(other).second) continue;
        const auto writes = written_by_.find(other);
        if (writes == written_by_.end()) continue;
        if (writes->second.contains(read)) return true;
        open.insert(open.end(), writes->second.begin(), writes->second.end());
      }
    }
    return false;
  }

  /// What the thread writes before a fence, whatever it reads on its way.
  std::set<AddressId> certainly_written(const Speaker& speaker, PositionId number) {
    const Position& here = at(speaker, number);
    if (here.turn != Turn::act && here.turn != Turn::choose) return {};
    if (!on_way_.insert(number).second) return {};
    std::set<AddressId> result;
    for (const Instruction& instruction : here.instructions) {
      if (fence_of(instruction.action)) return result;
      if (writes_memory(instruction.action)) result.insert(*address_of(instruction.action));
    }
    bool first = true;
    std::set<AddressId> all;
    for (const PositionId next : next_of(speaker, number)) {
      if (on_way_.contains(next)) continue;  // a loop
      std::set<AddressId> later = certainly_written(speaker, next);
      if (first) {
        all = std::move(later);
      } else {
        std::erase_if(all, [&](AddressId one) { return !later.contains(one); });
      }
      first = false;
    }
    on_way_.erase(number);
    result.merge(all);
    return result;
  }

  const Extract& extract_;
  std::map<AddressId, std::set<Speaker>> readers_;
  std::map<Speaker, std::set<AddressId>> written_by_;
  std::set<PositionId> on_way_;
};

}  // namespace

void require_known_dependencies(const Extract& extract) { EarlyStores(extract).check(); }

}  // namespace opexplore::kernel
