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
    std::vector<Teller> result;
    if (!all_ && goes_one_way(of)) return result;
    for (auto& [speaker, teller] : tellers) {
      // At each meeting it tells one thing.
      if (teller.tells.size() < of.met.size()) teller.tells.push_back(0);
      if (all_) add_all(teller);
      std::ranges::sort(teller.tells);
      const auto rest = std::ranges::unique(teller.tells);
      teller.tells.erase(rest.begin(), rest.end());
      // In a program that is explored for frontiers it may not come: then who waits ends as well.
      if (all_ || teller.tells.size() > 1) result.push_back(std::move(teller));
    }
    return result;
  }

  void add_all(Teller& teller) const {
    for (const Class& its : classes_.classes) {
      const bool is_same = its.speaker == teller.speaker && its.meetings == teller.meetings;
      if (is_same && meets(its)) teller.tells.push_back(its.tells);
    }
  }

  const Extract& extract_;
  const Classes& classes_;
  bool all_;
  Hearing found_;
};

}  // namespace

Hearing hearing_of(const Extract& extract, const Classes& classes, bool all) {
  return Hearings(extract, classes, all).find();
}

}  // namespace opexplore::kernel
