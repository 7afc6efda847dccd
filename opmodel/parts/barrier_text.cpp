#include "opmodel/parts/barrier_text.hpp"

#include <bit>
#include <string>

#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

Phrase names(ThreadMask threads) {
  Phrase text;
  for (; threads != 0; threads &= threads - 1) {
    text += " " + Phrase(Phrase::OfThread{static_cast<ThreadId>(std::countr_zero(threads))});
  }
  return text;
}

Phrase name_of(const Generation& generation, const Program& program) {
  const Thread& thread =
      program.threads[static_cast<std::size_t>(std::countr_zero(generation.cta))];
  return "barrier " + std::to_string(generation.resource) + " of " +
         Phrase(Phrase::OfCta{thread.cta, thread.gpu});
}

Phrase gathered(const Generation& generation) {
  Phrase text = "arrived" + names(generation.arrived);
  if (generation.waiting != 0) text += ", waiting" + names(generation.waiting);
  if (generation.quorum) text += ", quorum " + std::to_string(*generation.quorum);
  if (generation.members != 0) text += ", of" + names(generation.members);
  return text;
}

}  // namespace

Phrase phrase_of(const Generation& generation, const Program& program) {
  return name_of(generation, program) + ": " + gathered(generation);
}

void describe(const Barriers& barriers, const Program& program,
              std::vector<Component>& components) {
  for (const Generation& generation : barriers.generations()) {
    components.push_back(
        {told(name_of(generation, program), program), told(gathered(generation), program)});
  }
}

Phrase waiting_phrase(const Barriers& barriers, const Program& program) {
  Phrase text;
  for (const Generation& generation : barriers.generations()) {
    if (generation.waiting != 0) append_part(text, phrase_of(generation, program));
  }
  return text;
}

Phrase cannot_arrive_phrase(ThreadId thread, const Instruction& barrier) {
  return Phrase(Phrase::OfThread{thread}) + " cannot arrive again at `" + barrier.text +
         "` before the others have";
}

}  // namespace opexplore
