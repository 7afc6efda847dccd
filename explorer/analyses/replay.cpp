#include "explorer/analyses/replay.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "explorer/analyses/endless.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/place_text.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {

namespace {

const Component* named(const std::vector<Component>& components, const std::string& name) {
  const auto found = std::ranges::find(components, name, &Component::name);
  return found == components.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Change> difference(const std::vector<Component>& before,
                               const std::vector<Component>& after) {
  std::vector<Change> changes;
  for (const Component& now : after) {
    const Component* const then = named(before, now.name);
    if (then == nullptr) {
      changes.push_back({now.name, "", now.value});
    } else if (then->value != now.value) {
      changes.push_back({now.name, then->value, now.value});
    }
  }
  for (const Component& then : before) {
    if (named(after, then.name) == nullptr) changes.push_back({then.name, then.value, ""});
  }
  return changes;
}

Retelling::Retelling(const Walker& walker, const Program& program)
    : walker_(walker), names_(walker.names(program)), components_(walker.components()) {
  trace_.initial = components_;
}

bool Retelling::take(Step step) {
  if (!walker_.take(step)) return false;
  TraceStep& shown = trace_.steps.emplace_back(walker_.words(step));
  names_.name(shown);
  std::vector<Component> after = walker_.components();
  shown.changes = difference(components_, after);
  components_ = std::move(after);
  return true;
}

Trace Retelling::finished() {
  names_.finish(trace_);
  return taken();
}

namespace {

// Whether the state has a data race; says which.
bool is_racy(const Walker& walker, Replayed& replayed) {
  if (!walker.has_raced()) return false;
  replayed.end = TraceEnd::race;
  replayed.reason = walker.race();
  return true;
}

// Whether no execution goes on behind this state, although steps may be enabled; says why.
bool ends_here(const Walker& walker, Replayed& replayed) {
  if (const std::string_view cut = walker.exceeded(); !cut.empty()) {
    replayed.end = TraceEnd::bound;
    replayed.reason = cut;
    return true;
  }
  if (!walker.goes_on_after_race && is_racy(walker, replayed)) return true;
  if (!walker.is_final()) return false;
  replayed.end = TraceEnd::final;
  replayed.outcome = walker.outcome();
  return true;
}

// Whether it is certain that no final state can be reached.
bool leads_to_no_end(const Walker& walker, const Test& test, const MachineOptions& options) {
  Endings endings(with_all_iterations(walker, test, options));
  return endings.never_end({std::string(walker.encoded())}).front();
}

void look_at_end(const Walker& walker, const Test& test, const MachineOptions& options,
                 Replayed& replayed) {
  // Where executions go on behind a race, one that is not at its end is shown for the race.
  if (ends_here(walker, replayed) || is_racy(walker, replayed)) return;
  const bool pruned = walker.for_each_step([&](Step step) { replayed.enabled.push_back(step); });
  if (!replayed.enabled.empty() || pruned) {
    const bool goes_round = std::ranges::any_of(test.program.threads, has_backward_jump);
    const TraceEnd otherwise = replayed.enabled.empty() ? TraceEnd::dead_end : TraceEnd::unfinished;
    replayed.end =
        goes_round && leads_to_no_end(walker, test, options) ? TraceEnd::spin : otherwise;
  } else {
    replayed.end = TraceEnd::stuck;
    replayed.reason = told(walker.stuck_reason(), test.program);
  }
}

}  // namespace

Replayed replay_steps(const Walker& walker, const Test& test, const MachineOptions& options,
                      std::span<const Step> steps) {
  Replayed replayed;
  Retelling told(walker, test.program);
  std::size_t taken = 0;
  while (taken != steps.size() && !ends_here(walker, replayed) && told.take(steps[taken])) ++taken;
  if (taken != steps.size()) replayed.refused = taken;
  replayed.trace = told.finished();
  look_at_end(walker, test, options, replayed);
  return replayed;
}

std::vector<std::vector<Choice>> choices_along(const Walker& walker, std::span<const Step> steps) {
  std::vector<std::vector<Choice>> all;
  for (const Step taken : steps) {
    std::vector<Choice>& here = all.emplace_back();
    walker.for_each_step([&](Step step) {
      TraceStep words = walker.words(step);
      here.push_back({step, words.rule, std::move(words.arguments), words.instruction,
                      std::move(words.events), step == taken});
    });
    if (!walker.take(taken)) break;
  }
  return all;
}

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
