#include "answers/findings/divergence_bugs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "answers/findings/code_words.hpp"
#include "answers/places.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

// CUDA C++ Programming Guide, "Synchronization Functions".
constexpr std::string_view cuda_rule =
    "CUDA C++ allows __syncthreads() in conditional code only if the condition is the same for all "
    "threads of the block.";

// One of the two threads, and where it stands.
struct StandingThread {
  ThreadId thread = 0;
  InstructionId at = 0;
};

bool has_ended(const Test& test, const StandingThread& side) {
  return side.at == test.program.threads[side.thread].instructions.size();
}

// The barrier as the source has it: "__syncthreads()", else as the PTX has it.
std::string barrier_text(const Test& test, const StandingThread& side) {
  constexpr std::array<std::string_view, 4> calls = {"__syncthreads_count", "__syncthreads_and",
                                                     "__syncthreads_or", "__syncthreads"};
  const Instruction& instruction = instruction_of(test.program, side.thread, side.at);
  if (instruction.code) {
    for (const std::string_view call : calls) {
      if (instruction.code->text.find(call) != std::string::npos) return std::string(call) + "()";
    }
  }
  return instruction.text;
}

Bug left_out(const AnsweredTest& run, const StandingThread& waits, const StandingThread& ended,
             const Trace* trace) {
  const Program& program = run.asked.test.program;
  const std::string barrier = barrier_text(run.asked.test, waits);
  Bug bug{BugKind::divergence,
          "barrier divergence: a thread of the block leaves out `" + barrier + '`',
          {},
          {}};
  bug.places.push_back({waits.thread, waits.at, "waits here"});
  const auto last =
      trace == nullptr ? std::nullopt : kernel_words::last_of(trace->steps, ended.thread);
  if (last) bug.places.push_back({ended.thread, *last, "comes by here, and ends"});
  bug.sentences = {
      name_of_thread(program, ended.thread) + " ends, and does not come to the barrier that " +
          name_of_thread(program, waits.thread) + " waits at.",
      std::string(cuda_rule),
      "Hardware that waits only for threads that have not exited goes on here; nothing promises "
      "that, and PTX leaves it undefined for lanes of a warp (9.7.13.1)."};
  bug.other_fixes = {
      "let every thread of the block come to the barrier: take it out of the branch, "
      "and let no thread return before it"};
  return bug;
}

Bug at_two_places(const AnsweredTest& run, const StandingThread& one, const StandingThread& other) {
  const Program& program = run.asked.test.program;
  const std::string barrier = barrier_text(run.asked.test, one);
  const bool one_warp = program.threads[one.thread].warp == program.threads[other.thread].warp;
  Bug bug{BugKind::divergence,
          std::string("barrier divergence: threads of a ") + (one_warp ? "warp" : "block") +
              " wait at two different `" + barrier + '`',
          {},
          {}};
  bug.places = {{one.thread, one.at, "waits here"},
                {other.thread, other.at, "waits here at the same time"}};
  if (one_warp) {
    bug.sentences.emplace_back(
        "PTX leaves undefined what an aligned barrier does if the lanes of a warp do not come to "
        "the same instruction (9.7.13.1).");
  }
  bug.sentences.emplace_back(cuda_rule);
  bug.sentences.emplace_back(
      "Hardware that counts threads, wherever they wait, goes on here; nothing promises that.");
  bug.other_fixes = {"put one barrier behind the branches, where all threads come by"};
  return bug;
}

Bug bug_of(const AnsweredTest& run, const AnsweredDataRace& apart) {
  StandingThread one{apart.pair.first_thread, apart.pair.first};
  StandingThread other{apart.pair.second_thread, apart.pair.second};
  const Trace* const trace = trace_of(apart);
  if (has_ended(run.asked.test, one)) std::swap(one, other);
  Bug bug = has_ended(run.asked.test, other) ? left_out(run, one, other, trace)
                                             : at_two_places(run, one, other);
  bug.trace = trace;
  return bug;
}

bool alike(const Test& test, const Bug& one, const Bug& other) {
  const auto same = [&](const BugPlace& a, const BugPlace& b) {
    return place_of(test, a.thread, a.instruction) == place_of(test, b.thread, b.instruction);
  };
  return one.title == other.title && std::ranges::equal(one.places, other.places, same);
}

}  // namespace

std::vector<Bug> divergence_bugs(const AnsweredTest& run) {
  std::vector<Bug> bugs;
  for (const AnsweredDataRace& apart : run.answer.divergences) {
    Bug bug = bug_of(run, apart);
    const bool known = std::ranges::any_of(
        bugs, [&](const Bug& other) { return alike(run.asked.test, bug, other); });
    if (!known) bugs.push_back(std::move(bug));
  }
  return bugs;
}

}  // namespace opexplore
