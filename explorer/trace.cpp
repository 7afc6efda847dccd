#include "explorer/trace.hpp"

#include <algorithm>
#include <stdexcept>

#include "opmodel/place_text.hpp"

namespace opexplore {

std::vector<Position> path_to(const VisitedSet& visited, Position target) {
  std::vector<Position> path{target};
  while (path.back() != 0) path.push_back(visited.at(path.back()).predecessor);
  std::ranges::reverse(path);
  return path;
}

void check_replay(std::string_view replayed, std::string_view stored) {
  if (replayed == stored) return;
  throw std::logic_error("replay of a trace reached another state than the search");
}

void throw_step_missing() {
  throw std::logic_error("replay of a trace met a step that is not enabled");
}

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

}  // namespace opexplore
