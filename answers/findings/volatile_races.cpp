#include "answers/findings/volatile_races.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "answers/findings/code_words.hpp"
#include "answers/findings/findings.hpp"
#include "answers/findings/mend.hpp"
#include "answers/places.hpp"
#include "answers/racing_access.hpp"
#include "answers/settings.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/place_text.hpp"

namespace opexplore {

namespace {

constexpr const char* ptx_reading = "ptx-reading";

bool is_volatile(const Action& action) {
  const MemoryAccess* const access = memory_access(action);
  return access != nullptr && access->annotation == Annotation::volatile_;
}

bool has_volatile(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return is_volatile(instruction.action);
    });
  });
}

// "handoff.cu:7".
std::string place_name(const Test& test, ThreadId thread, InstructionId at) {
  return to_string(place_of(test, thread, at));
}

std::string array_of(const AnsweredTest& run, const RacingPair& pair) {
  const std::string name =
      kernel_words::location(*run.asked.kernel, racing_address(run.asked.test.program, pair));
  return name.substr(0, name.find_first_of("[+"));
}

// The same pairing that asks for the races of CUDA C++; nothing if its machine does not know them,
// or is asked for them, or for another reading, already.
std::optional<Pairing> by_cuda(const Pairing& pairing) {
  const auto* const machine = std::get_if<ChosenMachine>(&pairing.first);
  if (machine == nullptr || pairing.second) return std::nullopt;
  const auto named = machine->options.settings.find(ptx_reading);
  if (named != machine->options.settings.end() && named->second != "isa") return std::nullopt;
  if (find_setting(*machine->entry, ptx_reading) == nullptr) return std::nullopt;
  ChosenMachine changed = *machine;
  changed.options.settings[ptx_reading] = "cuda";
  return Pairing{std::move(changed), std::nullopt, pairing.asked};
}

// "k.cu:7 and k.cu:12"; "k.cu:7 in two threads".
std::string places_text(const Test& test, const RacingPair& pair) {
  const std::string one = place_name(test, pair.first_thread, pair.first);
  const std::string other = place_name(test, pair.second_thread, pair.second);
  return one == other ? one + " in two threads" : one + " and " + other;
}

Note note_on(const AnsweredTest& run, const RacingPair& pair) {
  return {"`" + array_of(run, pair) +
              "` is accessed as volatile, which is no atomic in CUDA C++: " +
              places_text(run.asked.test, pair) +
              " race there. In PTX, whose rules are asked, volatile is relaxed, and they do not "
              "(--reading cuda makes it a bug). Use " +
              way_without_volatile(run, pair) +
              ", if any order of the two is right; else let one thread wait for the other",
          place_of(run.asked.test, pair.first_thread, pair.first)};
}

}  // namespace

bool races_by_volatile(const Program& program, const RacingPair& pair) {
  const Action& first = action_at(program, pair.first_thread, pair.first);
  const Action& second = action_at(program, pair.second_thread, pair.second);
  if (!is_volatile(first) && !is_volatile(second)) return false;
  if (!are_plain(program, pair)) return false;
  const MemoryAccess& one = *memory_access(first);
  const MemoryAccess& other = *memory_access(second);
  const Scope needed =
      common_scope(program.threads[pair.first_thread], program.threads[pair.second_thread]);
  return one.order != Order::weak && other.order != Order::weak && one.scope >= needed &&
         other.scope >= needed && one.proxy == other.proxy &&
         program.addresses[one.address].generic == program.addresses[other.address].generic;
}

std::string way_without_volatile(const AnsweredTest& run, const RacingPair& pair) {
  const Program& program = run.asked.test.program;
  const Scope scope =
      common_scope(program.threads[pair.first_thread], program.threads[pair.second_thread]);
  const std::string name = scope == Scope::cta   ? "block"
                           : scope == Scope::gpu ? "device"
                                                 : "system";
  std::set<std::string> calls;
  const auto add = [&](ThreadId thread, InstructionId at) {
    const Action& action = action_at(program, thread, at);
    if (!is_volatile(action)) return;
    const std::string call = writes_memory(action) ? "store(…, cuda::memory_order_relaxed)"
                                                   : "load(cuda::memory_order_relaxed)";
    calls.insert(call + " at " + place_name(run.asked.test, thread, at));
  };
  add(pair.first_thread, pair.first);
  add(pair.second_thread, pair.second);
  std::string text = "cuda::atomic_ref<…, cuda::thread_scope_" + name + ">: ";
  for (const std::string& call : calls) text += (call == *calls.begin() ? "" : ", ") + call;
  return text;
}

void add_notes_on_volatile(const AnsweredTest& answered, const ExploreOptions& explore,
                           Findings& verdict) {
  if (!answered.answer.looked_for_data_races || !has_volatile(answered.asked.test.program)) return;
  const std::optional<Pairing> pairing = by_cuda(answered.asked.pairing);
  if (!pairing) return;
  Question asked{*pairing, answered.asked.test, answered.asked.dialect};
  asked.kernel = answered.asked.kernel;
  const auto found = ask(asked, for_changed(explore));
  const auto* const run = std::get_if<AnsweredTest>(&found);
  if (run == nullptr) return;
  std::set<std::string> told;
  for (const AnsweredDataRace& race : run->answer.data_races) {
    if (!races_by_volatile(answered.asked.test.program, race.pair)) continue;
    if (!told.insert(array_of(answered, race.pair)).second) continue;
    verdict.notes.push_back(note_on(answered, race.pair));
  }
}

}  // namespace opexplore
