#include "litmus/kernels/protocol/hearing.hpp"

#include <algorithm>

#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

namespace {

bool goes_one_way(const Class& of) {
  return std::ranges::all_of(of.met,
                             [&](const auto& way) { return way.second == of.met.begin()->second; });
}

class Hearings {
 public:
  Hearings(const Extract& extract, const Classes& classes, bool all)
      : extract_(extract), classes_(classes), all_(all) {}

  Hearing find() {
    if (all_) find_ends();
    for (ClassId id = 0; id < classes_.classes.size(); ++id) {
      const Class& of = classes_.classes[id];
      if (meets(of)) found_.by_tells.emplace(std::pair(of.speaker, of.tells), id);
    }
    for (ClassId id = 0; id < classes_.classes.size(); ++id) {
      const Class& of = classes_.classes[id];
      if (!meets(of)) continue;
      std::vector<Teller> tellers = tellers_at(of);
      for (const Teller& one : tellers) found_.telling.emplace(one.speaker, one.meetings);
      found_.heard.emplace(id, std::move(tellers));
    }
    return std::move(found_);
  }

 private:
  bool meets(const Class& of) const {
    return position_of(extract_, classes_, of).turn == Turn::meet;
  }

  /// Who comes, and what is known to be told.
  std::map<std::uint32_t, Teller> met_at(const Class& of) const {
    std::map<std::uint32_t, Teller> tellers;
    for (const auto& [told, next] : of.met) {
      for (const auto& [speaker, number] : told) {
        const Class& its = classes_.classes[found_.by_tells.at({speaker, number})];
        const auto [teller, added] = tellers.emplace(speaker, Teller{speaker, its.meetings, {}});
        if (teller->second.meetings != its.meetings) {
          throw LeftOpen{"threads meet after different numbers of meetings",
                         position_of(extract_, classes_, of).statement};
        }
        teller->second.tells.push_back(number);
      }
    }
    return tellers;
  }

  std::vector<Teller> tellers_at(const Class& of) const {
    std::map<std::uint32_t, Teller> tellers = met_at(of);
    std::set<std::uint32_t> came{of.speaker};
    for (const auto& [speaker, teller] : tellers) came.insert(speaker);
    std::vector<Teller> result;
    if (!all_ && goes_one_way(of)) return result;
    for (auto& [speaker, teller] : tellers) {
      // At each meeting it tells one thing.
      if (teller.tells.size() < of.met.size()) teller.tells.push_back(0);
      if (all_) add_all(teller);
      std::ranges::sort(teller.tells);
      const auto rest = std::ranges::unique(teller.tells);
      teller.tells.erase(rest.begin(), rest.end());
      const bool heard = teller.tells.size() > 1 || (all_ && must_be_heard(of, teller, came));
      if (heard) result.push_back(std::move(teller));
    }
    return result;
  }

  void add_all(Teller& teller) const {
    for (const Class& its : classes_.classes) {
      const bool is_same = its.speaker == teller.speaker && its.meetings == teller.meetings;
      if (is_same && meets(its)) teller.tells.push_back(its.tells);
    }
  }

  /// In a program that is explored for frontiers a speaker ends where it chooses, or nobody knows
  /// how it goes on, and so do those that wait for it: by speaker, for whom it may end.
  void find_ends() {
    for (const Class& of : classes_.classes) {
      const Position& here = position_of(extract_, classes_, of);
      if (here.turn != Turn::choose && here.turn != Turn::unknown) continue;
      ends_for_[of.speaker].insert(of.speaker);
      ends_behind_[of.speaker].insert(here.meetings);
    }
    for (bool more = true; more;) {
      more = false;
      for (const Class& of : classes_.classes) {
        for (const auto& [told, next] : of.met) {
          for (const auto& [other, number] : told) more = inherit(of.speaker, other) || more;
        }
      }
    }
  }

  bool inherit(std::uint32_t speaker, std::uint32_t other) {
    const std::set<std::uint32_t> of_other = ends_for_[other];
    std::set<std::uint32_t>& mine = ends_for_[speaker];
    const std::size_t before = mine.size();
    mine.insert(of_other.begin(), of_other.end());
    return mine.size() != before;
  }

  /// Whether the speaker may have ended by itself since they have met, or for somebody who does not
  /// come here either.
  bool must_be_heard(const Class& of, const Teller& teller,
                     const std::set<std::uint32_t>& came) const {
    const auto others = ends_for_.find(teller.speaker);
    if (others == ends_for_.end()) return false;
    if (!std::ranges::includes(came, others->second)) return true;
    const auto own = ends_behind_.find(teller.speaker);
    if (own == ends_behind_.end()) return false;
    const Class& its = classes_.classes[found_.by_tells.at({teller.speaker, teller.tells.front()})];
    const auto met = position_of(extract_, classes_, of).met;
    const bool together = met && met == position_of(extract_, classes_, its).met;
    return together ? own->second.contains(teller.meetings)
                    : *own->second.begin() <= teller.meetings;
  }

  const Extract& extract_;
  const Classes& classes_;
  bool all_;
  std::map<std::uint32_t, std::set<std::uint32_t>> ends_for_ = {};
  std::map<std::uint32_t, std::set<std::uint32_t>> ends_behind_ = {};  // so many meetings
  Hearing found_;
};

}  // namespace

Hearing hearing_of(const Extract& extract, const Classes& classes, bool all) {
  return Hearings(extract, classes, all).find();
}

}  // namespace opexplore::kernel
