#include "answers/findings/ends.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "answers/findings/code_words.hpp"
#include "answers/findings/vocabulary.hpp"
#include "answers/places.hpp"
#include "opmodel/asynchronous_accesses.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {

namespace {

// The judgement that decides whether it is a bug: of a kernel that is asked about without a
// promise, the one for all blocks there; else the first that fails.
const EndJudgement* decisive(const AnsweredTest& run) {
  if (!run.answer.termination) return nullptr;
  const auto& judgements = run.answer.termination->judgements;
  const auto usual = std::ranges::find_if(judgements, [&](const EndJudgement& one) {
    return one.promise.name == vocabulary(run.asked.kernel->language).all_there;
  });
  if (usual != judgements.end()) return &*usual;
  const auto failing = std::ranges::find(judgements, Ends::no, &EndJudgement::weak);
  if (failing != judgements.end()) return &*failing;
  return judgements.empty() ? nullptr : &judgements.front();
}

void add_place(Bug& bug, const BugPlace& place) {
  const bool known = std::ranges::any_of(bug.places, [&](const BugPlace& other) {
    return other.thread == place.thread && other.instruction == place.instruction;
  });
  if (!known) bug.places.push_back(place);
}

// Where the thread stands: the barrier that it has come to last, or comes to next.
std::optional<InstructionId> barrier_after(const Test& test, const std::vector<TraceStep>& steps,
                                           ThreadId thread) {
  const auto& instructions = test.program.threads[thread].instructions;
  const std::optional<InstructionId> last = kernel_words::last_of(steps, thread);
  for (std::size_t i = last.value_or(0); i < instructions.size(); ++i) {
    if (barrier_of(instructions[i].action) != nullptr) return static_cast<InstructionId>(i);
  }
  return last;
}

void add_waiting(const Test& test, const Trace& path, Bug& bug) {
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto at = barrier_after(test, path.steps, thread);
    if (!at || barrier_of(instruction_of(test.program, thread, *at).action) == nullptr) continue;
    add_place(bug, {thread, *at, "waits here"});
  }
}

// The instruction that the thread cannot get past: a jump to itself, where nobody waits.
void add_stuck(const Test& test, const Trace& path, Bug& bug) {
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const auto& instructions = test.program.threads[t].instructions;
    const auto thread = static_cast<ThreadId>(t);
    for (std::size_t i = kernel_words::last_of(path.steps, thread).value_or(0);
         i < instructions.size(); ++i) {
      const Branch* const branch = branch_of(instructions[i].action);
      if (branch == nullptr || branch->comparison || branch->target != i) continue;
      add_place(bug, {thread, static_cast<InstructionId>(i), "goes round for ever"});
      break;
    }
  }
}

std::string wait_for_ever(const AnsweredTest& run) {
  return told(Phrase(Noun::threads) + " wait at a barrier for ever", run);
}

Bug deadlock_bug(const AnsweredTest& run, const Trace& path, const Phrase& reason) {
  Bug bug{BugKind::deadlock, wait_for_ever(run), {}, {}};
  add_waiting(run.asked.test, path, bug);
  if (bug.places.empty()) {  // else they say who waits, and where
    bug.kind = BugKind::hang;
    bug.title = "it can run for ever";
    add_stuck(run.asked.test, path, bug);
    bug.sentences.push_back(told(reason, run) + '.');
  }
  bug.trace = &path;
  if (bug.places.empty()) bug.places.push_back(kernel_words::last_place(run.asked.test, bug.trace));
  return bug;
}

// What the component is when the path is over; empty if the trace does not say.
std::string at_end(const Trace& path, const std::string& component) {
  std::string state;
  for (const Component& one : path.initial) {
    if (one.name == component) state = one.value;
  }
  for (const TraceStep& step : path.steps) {
    for (const Change& change : step.changes) {
      if (change.component == component) state = change.after;
    }
  }
  return state;
}

// Of an mbarrier whose phase threads of the loop wait for: what it lacks.
void add_mbarriers(const AnsweredTest& run, const Lasso& lasso, Bug& bug) {
  const Program& program = run.asked.test.program;
  std::set<AddressId> told_of;
  for (const TraceStep& step : lasso.loop) {
    if (!step.instruction) continue;
    const Action& action = action_at(program, step.step.thread, *step.instruction);
    const auto* const wait = asynchronous_as<MbarrierOperation>(action);
    if (wait == nullptr || !told_of.insert(wait->mbarrier).second) continue;
    const std::string state =
        at_end(lasso.stem, "mbarrier " + program.addresses[wait->mbarrier].name);
    bug.sentences.push_back("Nothing more comes to the mbarrier `" +
                            kernel_words::location(*run.asked.kernel, wait->mbarrier) + '`' +
                            (state.empty() ? "" : ": " + state) + '.');
  }
}

void add_loop(const AnsweredTest& run, const Lasso& lasso, Bug& bug) {
  for (const SpinRead& read : lasso.reads) {
    add_place(
        bug, {read.thread, read.instruction,
              "reads " + kernel_words::location(*run.asked.kernel, read.address) + " = " +
                  kernel_words::value(run.asked.test, *run.asked.kernel, read.address, read.value) +
                  " for ever"});
  }
  for (const TraceStep& step : lasso.loop) {
    if (step.instruction && bug.places.empty()) {
      bug.places.push_back({step.step.thread, *step.instruction, "goes round for ever"});
    }
  }
  for (std::size_t t = 0; t < lasso.threads.size(); ++t) {
    const LassoThread& thread = lasso.threads[t];
    if (thread.role == Role::steps || thread.role == Role::ended || thread.reason.empty()) continue;
    const std::string reason = told(thread.reason, run) + '.';
    // What is not promised to a thread may be said of its block.
    const bool whole = thread.role == Role::not_guaranteed;
    const std::string name = name_of_thread(run.asked.test.program, static_cast<ThreadId>(t));
    const std::string sentence = whole ? reason : name + ' ' + reason;
    if (std::ranges::find(bug.sentences, sentence) == bug.sentences.end()) {
      bug.sentences.push_back(sentence);
    }
  }
  if (!lasso.remark.empty()) bug.sentences.push_back(told(lasso.remark, run) + '.');
}

// Whether the thread may write the location from there on.
bool may_write(const Program& program, ThreadId thread, InstructionId from, LocationId location) {
  const Thread& code = program.threads[thread];
  std::vector<bool> seen(code.instructions.size() + 1);
  std::vector<InstructionId> open = {from};
  while (!open.empty()) {
    const InstructionId at = open.back();
    open.pop_back();
    if (seen[at] || at == code.instructions.size()) continue;
    seen[at] = true;
    const Action& action = code.instructions[at].action;
    if (writes_memory(action) && program.addresses[*address_of(action)].location == location) {
      return true;
    }
    for (const InstructionId next : successors_of(code, at)) open.push_back(next);
  }
  return false;
}

// Whether somebody waits at a barrier for a thread that spins for what comes behind the barrier:
// then no end of the loop is to come, and it is a deadlock.
bool waits_in_a_circle(const AnsweredTest& run, const Lasso& lasso) {
  const Program& program = run.asked.test.program;
  for (std::size_t t = 0; t < lasso.threads.size(); ++t) {
    if (lasso.threads[t].role != Role::waits) continue;
    const auto thread = static_cast<ThreadId>(t);
    const auto barrier = barrier_after(run.asked.test, lasso.stem.steps, thread);
    if (!barrier) continue;
    const bool awaited = std::ranges::any_of(lasso.reads, [&](const SpinRead& read) {
      return may_write(program, thread, *barrier, program.addresses[read.address].location);
    });
    if (awaited) return true;
  }
  return false;
}

// The barriers where threads wait in the loop.
void add_waiting(const AnsweredTest& run, const Lasso& lasso, Bug& bug) {
  for (std::size_t t = 0; t < lasso.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const auto at = barrier_after(run.asked.test, lasso.stem.steps, thread);
    if (lasso.threads[t].role == Role::waits && at) add_place(bug, {thread, *at, "waits here"});
  }
}

// Where the thread reads when the path is over: what it has read last, or comes to next.
std::optional<InstructionId> read_after(const Test& test, const std::vector<TraceStep>& steps,
                                        ThreadId thread) {
  const auto& instructions = test.program.threads[thread].instructions;
  for (std::size_t i = kernel_words::last_of(steps, thread).value_or(0); i < instructions.size();
       ++i) {
    const Action& action = instructions[i].action;
    if (reads_memory(action)) return static_cast<InstructionId>(i);
    if (!is_local(action) && kernel_words::last_of(steps, thread) != i) return std::nullopt;
  }
  return std::nullopt;
}

// The same as waits_in_a_circle(), of where no end can be reached from: then the bug says so.
void find_circle(const AnsweredTest& run, Bug& bug) {
  const Program& program = run.asked.test.program;
  const std::vector<TraceStep>& steps = run.answer.endless->steps;
  std::vector<BugPlace> places;
  std::set<LocationId> read;
  const auto note = [&](const BugPlace& place) {  // one thread of each
    const bool known = std::ranges::any_of(places, [&](const BugPlace& other) {
      return place_of(run.asked.test, other.thread, other.instruction) ==
             place_of(run.asked.test, place.thread, place.instruction);
    });
    if (!known) places.push_back(place);
  };
  std::vector<std::pair<ThreadId, InstructionId>> waiting;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    const std::optional<InstructionId> last = kernel_words::last_of(steps, thread);
    if (last && (run.answer.endless_waiting & thread_bit(thread)) != 0) {
      waiting.emplace_back(thread, *last);
      note({thread, *last, "waits here"});
    } else if (const auto at = read_after(run.asked.test, steps, thread)) {
      const Action& action = instruction_of(program, thread, *at).action;
      read.insert(program.addresses[*address_of(action)].location);
      note({thread, *at, "reads this for ever"});
    }
  }
  const bool circle = std::ranges::any_of(waiting, [&](const auto& at) {
    return std::ranges::any_of(read, [&](LocationId location) {
      return may_write(program, at.first, at.second, location);
    });
  });
  if (!circle) return;
  bug.kind = BugKind::deadlock;
  bug.title = wait_for_ever(run);
  bug.places = std::move(places);
}

Bug hang_bug(const AnsweredTest& run, const EndJudgement* judgement) {
  Bug bug{BugKind::hang, "it can run for ever", {}, {}};
  if (judgement != nullptr &&
      judgement->promise.name != vocabulary(run.asked.kernel->language).all_there) {
    bug.title += " under the promise " + judgement->promise.name;
  }
  if (judgement != nullptr && judgement->lasso) {
    if (waits_in_a_circle(run, *judgement->lasso)) {
      bug.kind = BugKind::deadlock;
      bug.title = wait_for_ever(run);
      add_waiting(run, *judgement->lasso, bug);
    }
    add_loop(run, *judgement->lasso, bug);
    add_mbarriers(run, *judgement->lasso, bug);
    bug.trace = &judgement->lasso->stem;
  }
  const std::optional<Trace>& endless = run.answer.endless;
  if (bug.places.empty() && endless) {
    find_circle(run, bug);
    for (const TraceStep& step : endless->steps) {
      if (bug.kind == BugKind::deadlock) break;
      if (step.instruction) bug.places = {{step.step.thread, *step.instruction, "comes by here"}};
    }
    bug.trace = &*endless;
    bug.sentences.push_back("No end can be reached where " + told(run.answer.endless_reason, run) +
                            '.');
  }
  if (bug.places.empty()) bug.places.push_back(kernel_words::last_place(run.asked.test, bug.trace));
  return bug;
}

}  // namespace

bool known_to_end(const AnsweredTest& run) {
  const EndJudgement* const judgement = decisive(run);
  return judgement != nullptr && judgement->weak == Ends::yes;
}

std::vector<Bug> bugs_of_ends(const AnsweredTest& run) {
  std::vector<Bug> bugs;
  if (run.answer.termination && run.answer.termination->deadlock) {
    const Deadlock& deadlock = *run.answer.termination->deadlock;
    bugs.push_back(deadlock_bug(run, deadlock.path, deadlock.reason));
  } else if (run.answer.deadlock) {
    bugs.push_back(deadlock_bug(run, *run.answer.deadlock, run.answer.deadlock_reason));
  }
  const EndJudgement* const judgement = decisive(run);
  const bool endless = run.answer.statistics.endless_states > 0;
  const bool fails = judgement != nullptr && judgement->weak == Ends::no;
  if ((fails && bugs.empty()) || endless) bugs.push_back(hang_bug(run, judgement));
  return bugs;
}

void add_notes_on_ends(const AnsweredTest& run, Findings& verdict) {
  const EndJudgement* const judgement = decisive(run);
  if (judgement == nullptr || run.answer.races) return;  // a race takes all meaning
  if (judgement->weak == Ends::unknown) {
    verdict.notes.push_back(
        {"whether it always ends is not known: " + run.answer.termination->coverage.reason, {}});
    return;
  }
  if (judgement->weak == Ends::bounded) {
    const std::string& bound = run.answer.termination->bound;
    verdict.notes.push_back(
        {"no hang is known, but not that there is none" + (bound.empty() ? "" : ": " + bound), {}});
    return;
  }
  const Vocabulary& words = vocabulary(run.asked.kernel->language);
  if (judgement->promise.name != words.all_there || judgement->weak == Ends::no) return;
  if (run.asked.kernel->cooperative) return;  // grid.sync() fails in any other launch
  for (const EndJudgement& other : run.answer.termination->judgements) {
    if (other.promise.name != words.ordinary || other.weak != Ends::no) continue;
    verdict.notes.push_back({std::string(words.needs_all), {}});
  }
}

}  // namespace opexplore
