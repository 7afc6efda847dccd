#include "answers/findings/shader_races.hpp"

#include <algorithm>
#include <utility>

#include "answers/findings/code_words.hpp"
#include "answers/findings/shader_fix.hpp"
#include "answers/places.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/machines/cxx/racing.hpp"
#include "opmodel/machines/vulkan/racing.hpp"
#include "opmodel/words.hpp"

namespace opexplore {

namespace {

using vulkan::Missing;
using vulkan::RaceAtEnd;

bool is_private(const Action& action) { return !vulkan_of(action)->non_private; }

// "store", "private load".
std::string what_of(const Action& action) {
  return (is_private(action) ? "private " : "") + kernel_words::kind_of_access(action);
}

std::vector<Step> steps_of(const Trace& trace) {
  std::vector<Step> steps;
  for (const TraceStep& step : trace.steps) steps.push_back(step.step);
  return steps;
}

// Whether what orders in the program orders other kinds of memory alone.
bool orders_other_memory(const Program& program, StorageClass memory) {
  bool any = false;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const VulkanAttributes* const marks = vulkan_of(instruction.action);
      if (marks == nullptr || marks->semantics == 0) continue;
      if ((marks->semantics & set_of(memory)) != 0) return false;
      any = true;
    }
  }
  return any;
}

// Why the two race (Vulkan specification, appendix Memory Model, "Location-Ordered").
std::string sentence_of(const AnsweredTest& run, const RaceAtEnd& race, const std::string& name) {
  const Action& first = action_at(run.asked.test.program, race.first_thread, race.first);
  const Action& second = action_at(run.asked.test.program, race.second_thread, race.second);
  const Vocabulary& words = vocabulary(run.asked.kernel->language);
  const bool reads = !writes_memory(second);
  switch (race.missing) {
    case Missing::order:
      if (orders_other_memory(run.asked.test.program, vulkan_of(second)->storage_class)) {
        return "Nothing orders the two: the barriers that are there order another kind of memory" +
               std::string(words.orders) + '.';
      }
      return "Nothing orders the two: they come to no barrier together that stands between them, "
             "and "
             "the one acquires nothing that the other releases, in scopes that have both.";
    case Missing::scope:
      return "Both are atomic, and the scope of one does not include the other.";
    case Missing::availability:
    case Missing::visibility:
      break;
  }
  if (is_private(first) || is_private(second)) {
    const std::string how = words.coherent.empty()
                                ? ""
                                : ": `" + name + "` is not declared " + std::string(words.coherent);
    return "The two are ordered, but private" + how + ", so that the one need not see what the " +
           "other has done, whatever stands between them.";
  }
  return std::string("The two are ordered, but what is stored is not made ") +
         (race.missing == Missing::availability ? "available to" : "visible to") +
         (reads ? " the load: the memory barrier between them" : " the other: what orders them") +
         " does not order this kind of memory, or reaches less far.";
}

Bug bug_of(const AnsweredTest& run, const Trace& trace, const RaceAtEnd& race,
           const ExploreOptions* explore) {
  const Action& first = action_at(run.asked.test.program, race.first_thread, race.first);
  const Action& second = action_at(run.asked.test.program, race.second_thread, race.second);
  const AddressId address = *address_of(second);
  Bug bug{BugKind::data_race, {}, {}, {}};
  bug.trace = &trace;
  // What has no meaning is a race of a thread with itself (litmus/spirv).
  if (address >= run.asked.kernel->locations.size()) {
    bug.kind = BugKind::misuse;
    const Instruction& at = instruction_of(run.asked.test.program, race.second_thread, race.second);
    bug.title =
        store_of(at.action)->value == Operand{static_cast<Value>(kernel::Meaningless::unreachable)}
            ? "it comes to where nobody does"
            : "an index is outside of its array";
    bug.places = {{race.second_thread, race.second, "has no meaning"}};
    bug.sentences = {"What it does from here on is undefined in SPIR-V."};
    return bug;
  }
  const std::string name = kernel_words::location(*run.asked.kernel, address);
  bug.title = "data race on `" + name + '`';
  bug.places = {{race.first_thread, race.first, what_of(first)},
                {race.second_thread, race.second, what_of(second)}};
  bug.sentences = {sentence_of(run, race, name)};
  const auto* const machine = std::get_if<ChosenMachine>(&run.asked.pairing.first);
  if (machine != nullptr && explore != nullptr) {
    kernel_fix::add_shader_fix({run, *machine, *explore, race}, bug);
  }
  return bug;
}

// "block 0, thread 1's is not atomic".
std::string why_not_atomic(const AnsweredTest& run, ThreadId thread, InstructionId at) {
  const MemoryAccess& access = *memory_access(action_at(run.asked.test.program, thread, at));
  const std::string whose = name_of_thread(run.asked.test.program, thread) + "'s is ";
  if (access.order == Order::weak) return whose + "not atomic";
  return whose + "atomic at the scope " + std::string(cxx_name(access.scope));
}

// Of LLVM IR, which follows C++ ([intro.races]).
Bug bug_of(const AnsweredTest& run, const Trace& trace, const RacingPair& pair) {
  const Action& first = action_at(run.asked.test.program, pair.first_thread, pair.first);
  const Action& second = action_at(run.asked.test.program, pair.second_thread, pair.second);
  Bug bug{BugKind::data_race, {}, {}, {}};
  bug.trace = &trace;
  bug.title =
      "data race on `" + kernel_words::location(*run.asked.kernel, *address_of(second)) + '`';
  bug.places = {{pair.first_thread, pair.first, kernel_words::kind_of_access(first)},
                {pair.second_thread, pair.second, kernel_words::kind_of_access(second)}};
  bug.sentences = {
      "Neither happens before the other, and they are not both atomic at scopes that "
      "include each other's thread: " +
      why_not_atomic(run, pair.first_thread, pair.first) + "; " +
      why_not_atomic(run, pair.second_thread, pair.second) + '.'};
  return bug;
}

// Why, without the place, which is told by itself.
std::string reason_at(const AnsweredTest& run, const BugPlace& at) {
  std::string reason = run.answer.race_reason + '.';
  const Program& program = run.asked.test.program;
  const std::string place = "at " + thread_name(at.thread) + " `" +
                            instruction_of(program, at.thread, at.instruction).text + "` the ";
  if (reason.starts_with(place)) reason.replace(0, place.size(), "The ");
  return reason;
}

std::optional<Bug> located_bug(const AnsweredTest& run, const Trace& trace,
                               const ExploreOptions* explore) {
  const Test& test = run.asked.test;
  const MachineOptions& options = run.answer.replayed_with;
  if (test.program.language == Language::cxx) {
    const auto pair = cxx::race_at_end(test, options, steps_of(trace));
    return pair ? std::optional(bug_of(run, trace, *pair)) : std::nullopt;
  }
  const auto race = vulkan::race_at_end(test, options, steps_of(trace));
  return race ? std::optional(bug_of(run, trace, *race, explore)) : std::nullopt;
}

}  // namespace

std::vector<Bug> shader_race_bugs(const AnsweredTest& run, const ExploreOptions* explore) {
  const Answer& found = run.answer;
  if (!found.races || found.evaluation) return {};
  if (found.race) {
    if (auto bug = located_bug(run, *found.race, explore)) return {*std::move(bug)};
  }
  Bug bug{found.undefined ? BugKind::misuse : BugKind::data_race,
          std::string(race_title(found)),
          {},
          {}};
  bug.trace = found.race ? &*found.race : nullptr;
  bug.places = {kernel_words::last_place(run.asked.test, bug.trace)};
  bug.sentences = {reason_at(run, bug.places.front())};
  return {std::move(bug)};
}

}  // namespace opexplore
