#include "litmus/kernels/protocol/idle_meetings.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace opexplore::kernel {

namespace {

class IdleMeetings {
 public:
  IdleMeetings(const Extract& extract, const Classes& classes)
      : extract_(extract), blocks_(extract.blocks()), classes_(classes) {
    for (ClassId id = 0; id < classes.classes.size(); ++id) {
      const Class& of = classes.classes[id];
      for (const PositionId position : of.positions) class_of_[{of.speaker, position}] = id;
    }
    for (std::uint32_t i = 0; i < classes.speakers.size(); ++i) {
      number_.emplace(classes.speakers[i], i);
    }
  }

  std::set<ClassId> find(const std::set<ClassId>& needed) {
    for (const auto& is_idle : {&IdleMeetings::adds_no_order, &IdleMeetings::is_followed_by_none}) {
      std::set<ClassId> more = meetings();
      std::erase_if(more, [&](ClassId id) { return needed.contains(id); });
      // What is said of all meetings of a class is said of all who come to them.
      for (bool fewer = true; fewer;) {
        const std::size_t before = more.size();
        std::set<ClassId> kept;
        for (const ClassId id : more) {
          if (is_idle_class(id, more, is_idle)) kept.insert(id);
        }
        more = std::move(kept);
        fewer = more.size() != before;
      }
      idle_.merge(more);
    }
    return idle_;
  }

 private:
  using IsIdle = bool (IdleMeetings::*)(ClassId, Value, const std::set<ClassId>&) const;

  const Behaviour& block_of(const Class& of) const {
    return blocks_[classes_.speakers[of.speaker].block];
  }
  const std::vector<Position>& positions_of(const Class& of) const {
    return block_of(of).positions(classes_.speakers[of.speaker].thread);
  }

  std::set<ClassId> meetings() const {
    std::set<ClassId> result;
    for (ClassId id = 0; id < classes_.classes.size(); ++id) {
      const Class& of = classes_.classes[id];
      if (positions_of(of)[of.positions.front()].turn == Turn::meet) result.insert(id);
    }
    return result;
  }

  /// The classes of those speakers that come to the meeting.
  std::vector<std::pair<ClassId, PositionId>> come(const Class& of, Value meeting) const {
    std::vector<std::pair<ClassId, PositionId>> result;
    const std::uint32_t block = classes_.speakers[of.speaker].block;
    for (const ThreadPosition& place :
         block_of(of).meeting(static_cast<std::uint32_t>(meeting)).came) {
      const auto speaker = number_.find({block, place.thread});
      if (speaker == number_.end()) continue;
      result.emplace_back(class_of_.at({speaker->second, place.position}), place.position);
    }
    return result;
  }

  bool is_idle_class(ClassId id, const std::set<ClassId>& among, IsIdle is_idle) const {
    const Class& of = classes_.classes[id];
    for (const PositionId position : of.positions) {
      for (const auto& [meeting, next] : positions_of(of)[position].next) {
        const auto all = come(of, meeting);
        const bool together =
            std::ranges::all_of(all, [&](const auto& one) { return among.contains(one.first); });
        if (!together || !(this->*is_idle)(id, meeting, among)) return false;
      }
    }
    return true;
  }

  /// All who come were together at one meeting before, or at none, and have done nothing since.
  bool adds_no_order(ClassId id, Value meeting, const std::set<ClassId>& /*among*/) const {
    std::set<std::optional<Value>> before;
    for (const auto& [its, position] : come(classes_.classes[id], meeting)) {
      const Class& of = classes_.classes[its];
      const std::vector<Position>& positions = positions_of(of);
      PositionId here = position;
      while (positions[here].depth > 0 &&
             extract_.skips(classes_.speakers[of.speaker], positions[here].before)) {
        here = positions[here].before;
      }
      if (positions[here].depth == 0) {
        before.insert(std::nullopt);
      } else if (positions[positions[here].before].turn == Turn::meet) {
        before.insert(positions[here].by);
      } else {
        return false;
      }
    }
    return before.size() < 2;
  }

  /// Nobody who comes does anything behind it.
  bool is_followed_by_none(ClassId id, Value meeting, const std::set<ClassId>& among) const {
    return std::ranges::all_of(come(classes_.classes[id], meeting), [&](const auto& one) {
      const Class& its = classes_.classes[one.first];
      return std::ranges::all_of(its.met, [&](const auto& way) {
        const Class& next = classes_.classes[way.second];
        const Turn turn = positions_of(next)[next.positions.front()].turn;
        return turn == Turn::end || among.contains(way.second);
      });
    });
  }

  const Extract& extract_;
  const std::vector<Behaviour>& blocks_;
  const Classes& classes_;
  std::map<std::pair<std::uint32_t, PositionId>, ClassId> class_of_;  // by speaker
  std::map<Speaker, std::uint32_t> number_;
  std::set<ClassId> idle_;
};

}  // namespace

std::set<ClassId> idle_meetings(const Extract& extract, const Classes& classes,
                                const std::set<ClassId>& needed) {
  return IdleMeetings(extract, classes).find(needed);
}

}  // namespace opexplore::kernel
