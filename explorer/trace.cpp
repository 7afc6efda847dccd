#include "explorer/trace.hpp"

#include <algorithm>
#include <stdexcept>

#include "opmodel/place_text.hpp"
#include "opmodel/thread_name.hpp"

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

std::string endless_sentence(const Program& program,
                             std::vector<std::pair<ThreadId, InstructionId>> next) {
  std::ranges::sort(next);
  next.erase(std::unique(next.begin(), next.end()), next.end());
  std::string text;
  for (const auto& [thread, instruction] : next) {
    const Instruction& goes_on = program.threads[thread].instructions[instruction];
    text += (text.empty() ? "" : "; ") + thread_name(thread) + " is at ";
    if (goes_on.place.line != 0) text += line_text(goes_on) + ": ";
    text += '`' + goes_on.text + '`';
  }
  return text;
}

}  // namespace opexplore
