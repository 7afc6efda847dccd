#include "litmus/kernels/protocol/classes.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "litmus/kernels/whole/left_open.hpp"

namespace opexplore::kernel {

namespace {

/// The speakers of a block, as threads join them.
class BlockSpeakers {
 public:
  BlockSpeakers(const Extract& extract, std::uint32_t number)
      : block_(extract.blocks()[number]), speaks_(block_.threads()) {
    for (std::uint32_t thread = 0; thread < block_.threads(); ++thread) {
      speaks_[thread] = extract.speaks({number, thread});
    }
    for (bool more = true; more;) {
      more = false;
      note_speakers();
      for (std::uint32_t thread = 0; thread < block_.threads(); ++thread) {
        if (speaks_[thread] || !relays(thread)) continue;
        speaks_[thread] = more = true;
      }
    }
  }

  bool has(std::uint32_t thread) const { return speaks_[thread]; }

 private:
  void note_speakers() {
    at_.clear();
    for (std::uint32_t meeting = 0; meeting < block_.meetings(); ++meeting) {
      std::set<std::uint32_t>& here = at_.emplace_back();
      for (const ThreadPosition& place : block_.meeting(meeting).came) {
        if (speaks_[place.thread]) here.insert(place.thread);
      }
    }
  }

  /// Whether some speaker that it has met is before one that it meets later only by way of it.
  bool relays(std::uint32_t thread) const {
    const std::vector<Position>& positions = block_.positions(thread);
    bool found = false;
    for_each_reached(positions, [&](PositionId now) {
      if (found || positions[now].turn != Turn::meet) return;
      for (const auto& [later, next] : positions[now].next) {
        const auto& to = at_[static_cast<std::size_t>(later)];
        PositionId at = now;
        while (positions[at].depth > 0) {
          const PositionId before = positions[at].before;
          if (positions[before].turn == Turn::meet) {
            const auto& from = at_[static_cast<std::size_t>(positions[at].by)];
            const auto comes_no_more = [&](std::uint32_t one) { return !to.contains(one); };
            const auto is_new = [&](std::uint32_t one) { return !from.contains(one); };
            found = found ||
                    (std::ranges::any_of(from, comes_no_more) && std::ranges::any_of(to, is_new));
          }
          at = before;
        }
      }
    });
    return found;
  }

  const Behaviour& block_;
  std::vector<bool> speaks_;
  std::vector<std::set<std::uint32_t>> at_;  // by meeting
};

class Refinement {
 public:
  Refinement(const Extract& extract, std::vector<Speaker> speakers)
      : extract_(extract), blocks_(extract.blocks()), speakers_(std::move(speakers)) {
    for (std::uint32_t i = 0; i < speakers_.size(); ++i) number_.emplace(speakers_[i], i);
    for (std::uint32_t i = 0; i < speakers_.size(); ++i) {
      const std::vector<Position>& positions = positions_of(i);
      class_.emplace_back(positions.size(), 0);
      tells_.emplace_back(positions.size(), 0);
      reached_.emplace_back();
      for_each_reached(positions, [&](PositionId now) {
        if (!extract_.skips(speakers_[i], now)) reached_[i].push_back(now);
      });
      std::ranges::sort(reached_[i]);
    }
    label();
  }

  std::variant<Classes, std::vector<Speaker>> run() {
    std::size_t count = 0;
    while (true) {
      const std::size_t now = refine_tells() + refine_classes();
      if (now == count) break;
      count = now;
    }
    return result();
  }

 private:
  const std::vector<Position>& positions_of(std::uint32_t speaker) const {
    return blocks_[speakers_[speaker].block].positions(speakers_[speaker].thread);
  }

  const MetThreads& meeting(std::uint32_t speaker, Value number) const {
    return blocks_[speakers_[speaker].block].meeting(static_cast<std::uint32_t>(number));
  }

  std::optional<std::uint32_t> speaker_of(std::uint32_t of, std::uint32_t thread) const {
    const auto found = number_.find({speakers_[of].block, thread});
    if (found == number_.end()) return std::nullopt;
    return found->second;
  }

  /// By what they do.
  void label() {
    std::uint32_t next = 0;
    for (std::uint32_t i = 0; i < speakers_.size(); ++i) {
      const std::vector<Position>& positions = positions_of(i);
      std::vector<PositionId> kinds;
      for (const PositionId now : reached_[i]) {
        const auto kind = std::ranges::find_if(
            kinds, [&](PositionId known) { return do_same(i, positions[known], positions[now]); });
        if (kind != kinds.end()) {
          class_[i][now] = class_[i][*kind];
        } else {
          kinds.push_back(now);
          class_[i][now] = next++;
        }
      }
    }
  }

  bool do_same(std::uint32_t speaker, const Position& a, const Position& b) const {
    const auto same = [&](const Instruction& one, const Instruction& other) {
      if (extract_.keeps(one) != extract_.keeps(other)) return false;
      return !extract_.keeps(one) || (one.action == other.action && one.place == other.place);
    };
    return a.turn == b.turn && a.statement == b.statement && a.reg == b.reg &&
           a.barrier == b.barrier && (a.turn != Turn::meet || a.meetings == b.meetings) &&
           extract_.is_left_out(speakers_[speaker], a) ==
               extract_.is_left_out(speakers_[speaker], b) &&
           std::ranges::equal(a.instructions, b.instructions, same);
  }

  PositionId from(std::uint32_t speaker, PositionId position) const {
    return extract_.from(speakers_[speaker], position);
  }

  Told told(std::uint32_t speaker, Value number) const {
    Told result;
    for (const ThreadPosition& place : meeting(speaker, number).came) {
      const auto other = speaker_of(speaker, place.thread);
      if (other && *other != speaker) result[*other] = tells_[*other][place.position];
    }
    return result;
  }

  std::size_t refine_tells() {
    using Heard = std::tuple<std::uint32_t, ClassId, Told, ClassId>;
    std::vector<std::map<std::pair<std::uint32_t, std::set<Heard>>, std::uint32_t>> known(
        speakers_.size());
    std::vector<std::vector<std::uint32_t>> tells = tells_;
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < speakers_.size(); ++i) {
      const std::vector<Position>& positions = positions_of(i);
      for (const PositionId now : reached_[i]) {
        if (positions[now].turn != Turn::meet) continue;
        std::set<Heard> heard;
        for (const auto& [number, next] : positions[now].next) {
          for (const ThreadPosition& place : meeting(i, number).came) {
            const auto listener = speaker_of(i, place.thread);
            if (!listener || *listener == i) continue;
            Told others = told(*listener, number);
            others.erase(i);
            const PositionId goes =
                from(*listener, positions_of(*listener)[place.position].next.at(number));
            heard.insert({*listener, class_[*listener][place.position], std::move(others),
                          class_[*listener][goes]});
          }
        }
        const auto [same, added] =
            known[i].emplace(std::pair(positions[now].meetings, std::move(heard)),
                             static_cast<std::uint32_t>(known[i].size() + 1));
        count += added ? 1 : 0;
        tells[i][now] = same->second;
      }
    }
    tells_ = std::move(tells);
    return count;
  }

  std::size_t refine_classes() {
    using Goes = std::set<std::tuple<Value, Told, ClassId>>;
    std::map<std::tuple<ClassId, std::uint32_t, Goes>, ClassId> known;
    std::vector<std::vector<ClassId>> classes = class_;
    for (std::uint32_t i = 0; i < speakers_.size(); ++i) {
      const std::vector<Position>& positions = positions_of(i);
      for (const PositionId now : reached_[i]) {
        const Position& position = positions[now];
        const bool meets = position.turn == Turn::meet;
        Goes goes;
        for (const auto& [by, next] : position.next) {
          goes.insert({meets ? 0 : by, meets ? told(i, by) : Told{}, class_[i][from(i, next)]});
        }
        const auto [same, added] =
            known.emplace(std::tuple(class_[i][now], meets ? tells_[i][now] : 0, std::move(goes)),
                          static_cast<ClassId>(known.size()));
        classes[i][now] = same->second;
      }
    }
    class_ = std::move(classes);
    return known.size();
  }

  /// Threads of the two meetings that are no speakers, and come from different positions.
  std::vector<Speaker> silent_in(std::uint32_t speaker, Value one, Value other) const {
    std::vector<Speaker> result;
    const auto& a = meeting(speaker, one).came;
    const auto& b = meeting(speaker, other).came;
    for (const ThreadPosition& place : a) {
      if (speaker_of(speaker, place.thread) || std::ranges::find(b, place) != b.end()) continue;
      result.push_back({speakers_[speaker].block, place.thread});
    }
    return result;
  }

  std::variant<Classes, std::vector<Speaker>> result() const {
    Classes found;
    found.speakers = speakers_;
    std::map<ClassId, ClassId> numbers;
    for (std::uint32_t i = 0; i < speakers_.size(); ++i) {
      for (const PositionId now : reached_[i]) {
        const auto [number, added] =
            numbers.emplace(class_[i][now], static_cast<ClassId>(found.classes.size()));
        if (added) found.classes.push_back({i, {}, {}, {}, 0, 0});
        found.classes[number->second].positions.push_back(now);
      }
      found.first.push_back(numbers.at(class_[i][from(i, 0)]));
    }
    for (Class& one : found.classes) {
      const std::vector<Position>& positions = positions_of(one.speaker);
      std::map<Told, Value> met_by;
      for (const PositionId now : one.positions) {
        const Position& position = positions[now];
        for (const auto& [by, next] : position.next) {
          const ClassId goes = numbers.at(class_[one.speaker][from(one.speaker, next)]);
          if (position.turn != Turn::meet) {
            one.next.emplace(by, goes);
            continue;
          }
          Told key = told(one.speaker, by);
          met_by.emplace(key, by);
          const auto [known, added] = one.met.emplace(key, goes);
          if (known->second != goes) return silent_in(one.speaker, by, met_by.at(key));
        }
        if (position.turn == Turn::meet) {
          one.tells = tells_[one.speaker][now];
          one.meetings = position.meetings;
        }
      }
    }
    return found;
  }

  const Extract& extract_;
  const std::vector<Behaviour>& blocks_;
  std::vector<Speaker> speakers_;
  std::map<Speaker, std::uint32_t> number_;
  std::vector<std::vector<PositionId>> reached_;   // by speaker
  std::vector<std::vector<ClassId>> class_;        // by speaker and position
  std::vector<std::vector<std::uint32_t>> tells_;  // likewise
};

}  // namespace

std::vector<Speaker> speakers_of(const Extract& extract) {
  std::vector<Speaker> result;
  for (std::uint32_t block = 0; block < extract.blocks().size(); ++block) {
    const BlockSpeakers speakers(extract, block);
    for (std::uint32_t thread = 0; thread < extract.blocks()[block].threads(); ++thread) {
      if (speakers.has(thread)) result.push_back({block, thread});
    }
  }
  return result;
}

Classes classes_of(const Extract& extract, std::vector<Speaker> speakers) {
  while (true) {
    auto found = Refinement(extract, speakers).run();
    if (auto* const classes = std::get_if<Classes>(&found)) return std::move(*classes);
    const auto& more = std::get<std::vector<Speaker>>(found);
    if (more.empty()) throw LeftOpen{"what threads do depends on more than what they have read"};
    speakers.insert(speakers.end(), more.begin(), more.end());
    std::ranges::sort(speakers);
  }
}

const Position& position_of(const Extract& extract, const Classes& classes, const Class& of,
                            PositionId number) {
  const Speaker& speaker = classes.speakers[of.speaker];
  return extract.blocks()[speaker.block].positions(speaker.thread)[number];
}

const Position& position_of(const Extract& extract, const Classes& classes, const Class& of) {
  return position_of(extract, classes, of, of.positions.front());
}

}  // namespace opexplore::kernel
