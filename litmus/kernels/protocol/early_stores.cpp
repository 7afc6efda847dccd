#include "litmus/kernels/protocol/early_stores.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "litmus/kernels/protocol/classes.hpp"
#include "litmus/kernels/whole/left_open.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

class EarlyStores {
 public:
  EarlyStores(const Extract& extract, Classes classes)
      : extract_(extract), classes_(std::move(classes)) {
    for (const Class& of : classes_.classes) {
      for (const Instruction& instruction : position(of).instructions) {
        const auto address = address_of(instruction.action);
        if (reads_memory(instruction.action)) readers_[*address].insert(of.speaker);
        if (writes_memory(instruction.action)) written_by_[of.speaker].insert(*address);
      }
    }
  }

  void check() {
    for (const Class& of : classes_.classes) {
      const Position& here = position(of);
      if (here.turn != Turn::act) continue;
      for (const Instruction& instruction : here.instructions) {
        if (!reads_memory(instruction.action)) continue;
        const ClassId next = of.next.begin()->second;
        if (position(classes_.classes[next]).turn != Turn::choose) continue;
        const AddressId read = *address_of(instruction.action);
        on_way_.clear();
        for (const AddressId written : certainly_written(next)) {
          if (written == read || !may_come_back(written, of.speaker, read)) continue;
          throw LeftOpen{"whether a store waits for the load before it is not known",
                         here.statement};
        }
      }
    }
  }

 private:
  const Position& position(const Class& of) const { return position_of(extract_, classes_, of); }

  /// Whether what others write may follow from the write of the speaker, and be what it reads
  /// before.
  bool may_come_back(AddressId written, std::uint32_t speaker, AddressId read) const {
    std::set<std::uint32_t> followed;
    std::vector<AddressId> open{written};
    while (!open.empty()) {
      const auto readers = readers_.find(open.back());
      open.pop_back();
      if (readers == readers_.end()) continue;
      for (const std::uint32_t other : readers->second) {
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
  std::set<AddressId> certainly_written(ClassId id) {
    const Class& of = classes_.classes[id];
    const Position& here = position(of);
    if (here.turn != Turn::act && here.turn != Turn::choose) return {};
    if (!on_way_.insert(id).second) return {};
    std::set<AddressId> result;
    for (const Instruction& instruction : here.instructions) {
      if (fence_of(instruction.action)) return result;
      if (writes_memory(instruction.action)) result.insert(*address_of(instruction.action));
    }
    bool first = true;
    std::set<AddressId> all;
    for (const auto& [by, next] : of.next) {
      if (on_way_.contains(next)) continue;  // a loop
      std::set<AddressId> later = certainly_written(next);
      if (first) {
        all = std::move(later);
      } else {
        std::erase_if(all, [&](AddressId one) { return !later.contains(one); });
      }
      first = false;
    }
    on_way_.erase(id);
    result.merge(all);
    return result;
  }

  const Extract& extract_;
  Classes classes_;
  std::map<AddressId, std::set<std::uint32_t>> readers_;     // speakers
  std::map<std::uint32_t, std::set<AddressId>> written_by_;  // by speaker
  std::set<ClassId> on_way_;
};

}  // namespace

void require_known_dependencies(const Extract& extract) {
  EarlyStores(extract, classes_of(extract, speakers_of(extract))).check();
}

}  // namespace opexplore::kernel
