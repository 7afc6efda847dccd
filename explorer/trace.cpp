#include "explorer/trace.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/endless.hpp"
#include "explorer/replay.hpp"
#include "opmodel/place_text.hpp"

namespace opexplore {

namespace {

// Positions from the initial state to `target`, that one included.
std::vector<Position> path_to(const VisitedSet& visited, Position target) {
  std::vector<Position> path;
  for (; target != 0; target = visited.at(target).predecessor) path.push_back(target);
  std::ranges::reverse(path);
  return path;
}

// Throws unless a replayed encoding equals the stored one.
void check_replay(std::string_view replayed, std::string_view stored) {
  if (replayed == stored) return;
  throw std::logic_error("replay of a trace reached another state than the search");
}

// Which threads have these instructions before them.
Phrase endless_sentence(const Program& program,
                        std::vector<std::pair<ThreadId, InstructionId>> next) {
  std::ranges::sort(next);
  next.erase(std::unique(next.begin(), next.end()), next.end());
  Phrase text;
  for (const auto& [thread, instruction] : next) {
    const Instruction& goes_on = program.threads[thread].instructions[instruction];
    const std::string line = goes_on.place.line == 0 ? "" : line_text(goes_on) + ": ";
    append_part(text,
                Phrase(Phrase::OfThread{thread}) + " is at " + line + "`" + goes_on.text + "`");
  }
  return text;
}

}  // namespace

void throw_step_missing() {
  throw std::logic_error("replay of a trace met a step that is not enabled");
}

Trace Replay::trace_to(Position target, std::optional<Step> further) const {
  walker_.go_to(walker_.initial);
  check_replay(walker_.initial, visited_.bytes_at(0));
  Retelling told(walker_, test_.program);
  const auto take = [&](Step step) {
    if (!told.take(step)) throw_step_missing();
  };
  for (const Position position : path_to(visited_, target)) {
    take(visited_.at(position).step);
    check_replay(walker_.encoded(), visited_.bytes_at(position));
  }
  if (further) take(*further);
  return told.finished();
}

Phrase Replay::stuck_reason(Position position) const {
  walker_.go_to(visited_.bytes_at(position));
  return walker_.stuck_reason();
}

Phrase Replay::endless_reason(Position position) const {
  if (!walker_.has_words) return no_words;
  const Walker whole = with_all_iterations(walker_, test_, options_);
  whole.go_to(visited_.bytes_at(position));
  std::vector<std::pair<ThreadId, InstructionId>> next;
  whole.for_each_step([&](Step step) {
    if (const auto at = whole.words(step).instruction) next.emplace_back(step.thread, *at);
  });
  return endless_sentence(test_.program, std::move(next));
}

ThreadMask Replay::waiting(Position position) const {
  walker_.go_to(visited_.bytes_at(position));
  return walker_.standing().waiting;
}

std::string Replay::race_reason(Position position) const {
  walker_.go_to(visited_.bytes_at(position));
  return walker_.race();
}

}  // namespace opexplore
