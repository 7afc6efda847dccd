#include "explorer/search/levels/way_back.hpp"

#include <algorithm>
#include <utility>

#include "explorer/notes/texts.hpp"
#include "opmodel/parts/encoding.hpp"

namespace opexplore {
namespace {

void put_last_step(std::string& bytes, const std::optional<LastStep>& last) {
  put_unsigned(bytes, last ? 1 : 0);
  if (!last) return;
  put_text(bytes, last->predecessor);
  put_unsigned(bytes, last->step.rule);
  put_unsigned(bytes, last->step.thread);
  put_unsigned(bytes, last->step.argument);
}

std::optional<LastStep> get_last_step(ByteReader& bytes) {
  if (bytes.get_unsigned() == 0) return {};
  LastStep last;
  last.predecessor = get_text(bytes);
  last.step.rule = static_cast<std::uint8_t>(bytes.get_unsigned());
  last.step.thread = static_cast<ThreadId>(bytes.get_unsigned());
  last.step.argument = static_cast<std::uint16_t>(bytes.get_unsigned());
  return last;
}

}  // namespace

WayBack::Wanted& WayBack::wanted(const NamedState& state) {
  if (levels_.size() <= state.level) levels_.resize(state.level + 1);
  return levels_[state.level][state.bytes];
}

void WayBack::want(const NamedState& state) { wanted(state).with_way = true; }

void WayBack::mention(const NamedState& state) { wanted(state); }

void WayBack::want_all() {
  std::string mine;
  std::string error;
  std::uint64_t count = 0;
  try {
    for (std::size_t number = 0; number != store_.levels().size(); ++number) {
      for (LevelReader run = store_.read(number); !run.at_end(); run.next()) {
        put_unsigned(mine, number);
        put_text(mine, run.state());
        ++count;
      }
    }
  } catch (const StorageError& failed) {
    error = failed.what();
  }
  std::string message;
  put_text(message, error);
  put_unsigned(message, count);
  for (const std::string& theirs : from_all(ranks_, message + mine)) {
    ByteReader bytes(theirs);
    if (const std::string failed = get_text(bytes); !failed.empty()) throw StorageError(failed);
    for (std::uint64_t left = bytes.get_unsigned(); left != 0; --left) {
      NamedState state;
      state.level = static_cast<std::uint32_t>(bytes.get_unsigned());
      state.bytes = get_text(bytes);
      want(state);
    }
  }
}

bool WayBack::find() {
  for (std::size_t number = levels_.size(); number-- > 1;) {
    if (!find_last_steps(static_cast<std::uint32_t>(number), levels_[number])) return false;
  }
  return true;
}

// Wants the predecessors, too. Each rank goes through its own states.
bool WayBack::find_last_steps(std::uint32_t number, Level& level) {
  VisitedSet wanted;
  for (const auto& [bytes, state] : level) {
    if (state.with_way) wanted.insert(bytes, hash_bytes(bytes), 0, {});
  }
  const Marks marks = marks_before(wanted);
  std::vector<std::optional<LastStep>> last(wanted.size());
  std::string error;
  try {
    look_for(number - 1, wanted, marks, last);
  } catch (const StorageError& failed) {
    error = failed.what();
  }
  if (!agree(last, error, limits_.reason() != Incomplete::none)) return false;
  std::size_t index = 0;
  for (auto& [bytes, state] : level) {
    if (!state.with_way) continue;
    state.last = std::move(last[index++]);
    if (state.last) levels_[number - 1][state.last->predecessor].with_way = true;
  }
  return true;
}

// The states that are looked at are the same on all ranks, wherever they lie.
Marks WayBack::marks_before(const VisitedSet& wanted) const {
  std::string mine;
  for (Position position = 0; position != wanted.end(); ++position) {
    const auto mark = store_.mark_before(wanted.bytes_at(position));
    put_unsigned(mine, mark ? 1U + *mark : 0U);
  }
  std::vector<std::optional<std::uint8_t>> known(wanted.size());
  for (const std::string& theirs : from_all(ranks_, mine)) {
    ByteReader bytes(theirs);
    for (auto& mark : known) {
      const std::uint64_t given = bytes.get_unsigned();
      if (given != 0) mark = static_cast<std::uint8_t>(given - 1);
    }
  }
  Marks marks;
  for (const auto& mark : known) mark ? marks.set(*mark) : marks.set();
  return marks;
}

// Where states come in order the first that leads to a wanted one is the least.
void WayBack::look_for(std::uint32_t before, const VisitedSet& wanted, const Marks& marks,
                       std::vector<std::optional<LastStep>>& last) {
  std::size_t missing = last.size();
  LevelReader level = store_.read(before);
  const auto is_enough = [&] { return missing == 0 && level.is_sorted(); };
  while (!level.at_end() && !is_enough() && !limits_.poll({before, 0, wanted.size(), missing, 0})) {
    batch_.fill(level, marks);
    Tally ignored;
    batch_.expand(ignored, [&](const Candidates& candidates) {
      for (const Candidates::Entry& entry : candidates.entries()) {
        const auto place = wanted.find(candidates.bytes_of(entry), entry.hash);
        if (!place) continue;
        std::optional<LastStep>& known = last[*place];
        if (known && level.is_sorted()) continue;
        if (!known) --missing;
        LastStep step{std::string(batch_.states().bytes_at(entry.predecessor)), entry.step};
        if (!known || step < *known) known = std::move(step);
      }
      return !is_enough();
    });
  }
}

// Each rank then has the least of what they have found. False: one of them has stopped.
bool WayBack::agree(std::vector<std::optional<LastStep>>& last, const std::string& error,
                    bool stops) {
  std::string mine;
  put_text(mine, error);
  put_unsigned(mine, stops ? 1 : 0);
  for (const std::optional<LastStep>& step : last) put_last_step(mine, step);
  for (const std::string& theirs : from_all(ranks_, mine)) {
    ByteReader bytes(theirs);
    if (const std::string failed = get_text(bytes); !failed.empty()) throw StorageError(failed);
    stops = bytes.get_unsigned() != 0 || stops;
    for (std::optional<LastStep>& step : last) {
      std::optional<LastStep> other = get_last_step(bytes);
      if (other && (!step || *other < *step)) step = std::move(other);
    }
  }
  return !stops;
}

void WayBack::put_into(VisitedSet& visited) const {
  for (const Level& level : levels_) {
    for (const auto& [bytes, state] : level) {
      const std::optional<LastStep>& last = state.last;
      std::optional<Position> predecessor;
      if (last) predecessor = visited.find(last->predecessor, hash_bytes(last->predecessor));
      visited.insert(bytes, hash_bytes(bytes), predecessor.value_or(0), last ? last->step : Step{});
    }
  }
}

}  // namespace opexplore
