#include "export/termination_words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "answers/places.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/place_text.hpp"
#include "opmodel/thread_name.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

// What the children of a group are called in a kernel.
constexpr std::array<std::string_view, 4> children{"GPU", "block", "warp", "thread"};

bool has_several_gpus(const Program& program) {
  return std::ranges::any_of(program.threads, [&](const Thread& thread) {
    return thread.gpu != program.threads.front().gpu;
  });
}

std::string line_of(const Program& program, ThreadId thread, InstructionId at) {
  if (thread >= program.threads.size()) return "?";
  const auto& instructions = program.threads[thread].instructions;
  if (at >= instructions.size()) return "?";
  const Instruction& instruction = instructions[at];
  // What a program has in no file, such as a generated one.
  if (instruction.place.line == 0) return '`' + instruction.text + '`';
  return line_text(instruction);
}

LocationId location_of(const Program& program, AddressId address) {
  return program.addresses[address].location;
}

std::string name_of_address(const Program& program, AddressId address) {
  return address < program.addresses.size() ? program.addresses[address].name : "?";
}

bool writes(const Program& program, const Event& event, AddressId address) {
  const std::size_t known = program.addresses.size();
  return event.kind == Event::Kind::write && event.address < known && address < known &&
         location_of(program, event.address) == location_of(program, address);
}

// "step 3, P1 line 4", or nothing where no step has that write.
std::string step_of_write(const Program& program, const Lasso& lasso, const SpinRead& read) {
  std::string found;
  std::size_t number = 0;
  const auto look = [&](const std::vector<TraceStep>& steps) {
    for (const TraceStep& step : steps) {
      ++number;
      for (const Event& event : step.events) {
        if (event.wrote != read.write || event.value != read.value) continue;
        if (!writes(program, event, read.address)) continue;
        found = "step " + std::to_string(number) + ", " + thread_name(step.step.thread);
        if (step.instruction) {
          found += ' ' + line_of(program, step.step.thread, *step.instruction);
        }
      }
    }
  };
  look(lasso.stem.steps);
  look(lasso.loop);
  return found;
}

std::string source_of_value(const Program& program, const Lasso& lasso, const SpinRead& read) {
  if (!read.write) return {};
  if (read.write->is_initial()) return ", from the initial write";
  const std::string step = step_of_write(program, lasso, read);
  return step.empty() ? ", from the write " + write_name(program, *read.write)
                      : ", from the write of " + step;
}

bool names_events(const Lasso& lasso) {
  return std::ranges::any_of(lasso.loop, [](const TraceStep& s) { return !s.events.empty(); });
}

// Of a machine that names no events: by its instruction, which counts a cas that fails.
bool may_write(const Program& program, const TraceStep& step, AddressId address) {
  const Instruction* const instruction = instruction_of(program, step);
  if (instruction == nullptr || !writes_memory(instruction->action)) return false;
  const auto written = address_of(instruction->action);
  return !written || location_of(program, *written) == location_of(program, address);
}

bool loop_writes(const Program& program, const Lasso& lasso, AddressId address) {
  if (address >= program.addresses.size()) return false;
  const bool events = names_events(lasso);
  return std::ranges::any_of(lasso.loop, [&](const TraceStep& step) {
    if (!events) return may_write(program, step, address);
    return std::ranges::any_of(step.events,
                               [&](const Event& event) { return writes(program, event, address); });
  });
}

// Whether what is read stays. With memory fairness a loop that does not write a location reads the
// last write to it: then `last`.
std::string ending_of(const Program& program, const Lasso& lasso, AddressId address,
                      const std::string& last) {
  if (!loop_writes(program, lasso, address)) return last;
  return "; the loop writes " + name_of_address(program, address) + ", too";
}

// The places of the thread's steps in the loop, each once, in their order.
std::string lines_of(const Test& test, const Lasso& lasso, ThreadId thread) {
  std::vector<std::string> places;
  for (const TraceStep& step : lasso.loop) {
    if (step.step.thread != thread) continue;
    const std::string place = step.instruction ? line_of(test.program, thread, *step.instruction)
                                               : '[' + std::string(step.rule) + ']';
    if (std::ranges::find(places, place) == places.end()) places.push_back(place);
  }
  std::string text;
  for (const std::string& place : places) text += (text.empty() ? "" : ", ") + place;
  return text;
}

std::string model_text(ProgressModel model, const std::string& child) {
  switch (model) {
    case ProgressModel::fair:
      return "every " + child + " goes on";
    case ProgressModel::hsa:
      return "of those that have not ended, the " + child +
             " with the lowest number goes on; nothing is promised to the others";
    case ProgressModel::obe:
      return "a " + child + " that has started goes on; one that has not may never start";
    case ProgressModel::hsa_obe:
      return "a " + child +
             " that has started goes on, and so does the one with the lowest number of those that "
             "have not ended; nothing is promised to the others";
    case ProgressModel::lobe:
      return "a " + child +
             " goes on if it, or one with a higher number, has started; others may never start";
    case ProgressModel::unfair:
      return "some " + child + " goes on; none of them is promised that it is the one";
  }
  return {};
}

}  // namespace

bool is_deadlocked(const Termination& report, const EndJudgement& judgement) {
  return report.deadlock && judgement.weak == Ends::no && judgement.strong == Ends::no &&
         !judgement.lasso && !judgement.trap;
}

std::string_view weak_word(const Termination& report, const EndJudgement& judgement) {
  if (is_deadlocked(report, judgement)) return "Deadlock";
  switch (judgement.weak) {
    case Ends::unknown:
      return "Unknown";
    case Ends::yes:
      return "Ends";
    case Ends::bounded:
      return "Ends-up-to-bound";
    case Ends::no:
      return "May-not-end";
  }
  return {};
}

std::string_view strong_word(const Termination& report, const EndJudgement& judgement) {
  if (is_deadlocked(report, judgement)) return "Deadlock";
  switch (judgement.strong) {
    case Ends::unknown:
      return "Unknown";
    case Ends::yes:
      return "Can-always-end";
    case Ends::bounded:
      return "Can-always-end-up-to-bound";
    case Ends::no:
      return "Can-get-caught";
  }
  return {};
}

std::string_view name_of(Ends ends) {
  constexpr std::array<std::string_view, 4> names{"unknown", "yes", "bounded", "no"};
  return names[static_cast<std::size_t>(ends)];
}

std::string_view name_of(Role role) {
  constexpr std::array<std::string_view, 5> names{"steps", "ended", "waits", "not_guaranteed",
                                                  "disabled"};
  return names[static_cast<std::size_t>(role)];
}

std::string thread_label(const Program& program, ThreadId thread) {
  const std::string name = thread_name(thread);
  if (program.language != Language::ptx || thread >= program.threads.size()) return name;
  const Thread& place = program.threads[thread];
  const std::string gpu =
      has_several_gpus(program) ? "gpu " + std::to_string(place.gpu) + ", " : "";
  return name + " (" + gpu + "block " + std::to_string(place.cta) + ')';
}

std::string thread_text(const Program& program, const LassoThread& thread) {
  const std::string reason = told(thread.reason, program);
  switch (thread.role) {
    case Role::steps:
      return reason.empty() ? "goes on" : reason;
    case Role::ended:
      return reason.empty() ? "has ended" : reason;
    case Role::waits:
      return reason.empty() ? "waits at a barrier" : reason;
    case Role::not_guaranteed:
      return "is not sure to go on" + (reason.empty() ? "" : ": " + reason);
    case Role::disabled:
      return reason.empty() ? "has no turn in its warp" : reason;
  }
  return {};
}

std::string thread_text(const Test& test, const Lasso& lasso, ThreadId thread) {
  const LassoThread& role = lasso.threads[thread];
  if (role.role != Role::steps) return thread_text(test.program, role);
  return "goes round: " + lines_of(test, lasso, thread);
}

std::string read_text(const Test& test, const Lasso& lasso, const SpinRead& read) {
  const Program& program = test.program;
  const std::string name = name_of_address(program, read.address);
  std::string text = "reads " + name + '=' + std::to_string(read.value) + " at " +
                     line_of(program, read.thread, read.instruction) +
                     source_of_value(program, lasso, read);
  return text +
         ending_of(program, lasso, read.address,
                   read.write ? ", which no other write follows" : "; no other write follows");
}

std::vector<std::string> read_texts(const Test& test, const Lasso& lasso) {
  std::vector<std::string> texts;
  for (const SpinRead& read : lasso.reads) {
    texts.push_back(thread_name(read.thread) + ' ' + read_text(test, lasso, read));
  }
  if (!texts.empty()) return texts;
  for (const TraceStep& step : lasso.loop) {
    const Instruction* const instruction = instruction_of(test.program, step);
    if (instruction == nullptr || !reads_memory(instruction->action)) continue;
    const auto address = address_of(instruction->action);
    if (!address || step.arguments.empty()) continue;
    std::string text = thread_name(step.step.thread) + ' ' +
                       line_of(test.program, step.step.thread, *step.instruction) + ": " +
                       step.arguments;
    text += ending_of(test.program, lasso, *address, ", which no other write follows");
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  return texts;
}

std::string spelled(const Boundary& boundary, const Promise& promise) {
  switch (boundary.by) {
    case Boundary::By::model:
      break;
    case Boundary::By::residents:
      return "resident=" + std::to_string(*promise.resident);
    case Boundary::By::stack:
      return "warp=stack";
  }
  return std::string(to_string(boundary.level)) + '=' +
         std::string(to_string(promise.model(boundary.level)));
}

std::string boundary_text(const Promise& promise, const Boundary& boundary) {
  const std::string name = spelled(boundary, promise) + ": ";
  switch (boundary.by) {
    case Boundary::By::model:
      break;
    case Boundary::By::residents:
      return name + std::to_string(*promise.resident) +
             (*promise.resident == 1
                  ? " block fits on a GPU at a time, and goes on; another one starts when it has "
                    "ended"
                  : " blocks fit on a GPU at a time, and go on; another one starts when one of "
                    "them has ended");
    case Boundary::By::stack:
      return name +
             "the threads of a warp have one program counter; where a branch parts them, one side "
             "runs and the others wait for it";
  }
  return name + model_text(promise.model(boundary.level),
                           std::string(children[static_cast<std::size_t>(boundary.level)]));
}

std::string_view source_text(const Promise& promise) {
  const auto named = std::ranges::find(named_promises, promise.name, &NamedPromise::name);
  return named == named_promises.end() ? std::string_view() : named->source;
}

namespace {

std::string why_unknown(const Termination& report) {
  if (report.race.empty()) return report.coverage.reason;
  return "it has a data race, and means nothing: " + report.race;
}

}  // namespace

std::string weak_sentence(const Termination& report, const EndJudgement& judgement) {
  const std::string& name = judgement.promise.name;
  if (is_deadlocked(report, judgement)) {
    return "It may come to a halt before its end";
  }
  switch (judgement.weak) {
    case Ends::unknown:
      return "Whether it ends is not known: " + why_unknown(report);
    case Ends::yes:
      return "It ends, as long as the promise " + name + " is kept";
    case Ends::bounded:
      return "It ends, as long as the promise " + name + " is kept, up to a bound: " + report.bound;
    case Ends::no:
      return "It may run for ever, although the promise " + name + " is kept";
  }
  return {};
}

std::string strong_sentence(const Termination& report, const EndJudgement& judgement) {
  if (is_deadlocked(report, judgement)) return {};
  switch (judgement.strong) {
    case Ends::unknown:
      return judgement.weak == Ends::unknown ? "" : "Whether it can always end is not known";
    case Ends::yes:
    case Ends::bounded:
      if (judgement.weak != Ends::no) return {};
      return "It never has to: wherever it is, the threads that are sure to go on can still come "
             "to the end, or to where nothing more is promised; if chance chooses among them, they "
             "do so with probability 1";
    case Ends::no:
      return "It may come to where the threads that are sure to go on can no longer end, whatever "
             "they do";
  }
  return {};
}

}  // namespace opexplore
