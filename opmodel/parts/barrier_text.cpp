#include "opmodel/parts/barrier_text.hpp"

#include "opmodel/thread_name.hpp"

namespace opexplore {

void describe(const Barriers& barriers, const Program& program,
              std::vector<Component>& components) {
  for (const Generation& generation : barriers.generations()) {
    const std::string text = to_string(generation, program);
    const std::size_t colon = text.find(": ");
    components.push_back({text.substr(0, colon), text.substr(colon + 2)});
  }
}

std::string waiting_text(const Barriers& barriers, const Program& program) {
  std::string text;
  for (const Generation& generation : barriers.generations()) {
    if (generation.waiting != 0) append_part(text, to_string(generation, program));
  }
  return text;
}

std::string cannot_arrive_text(ThreadId thread, const Instruction& barrier) {
  return thread_name(thread) + " cannot arrive again at `" + barrier.text +
         "` before the others have";
}

void append_part(std::string& sentence, const std::string& part) {
  if (!sentence.empty()) sentence += "; ";
  sentence += part;
}

}  // namespace opexplore
