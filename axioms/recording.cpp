#include "axioms/recording.hpp"

#include <bit>

namespace opexplore::axioms {

namespace {

using Accesses = std::map<RecordedAccess, EventIndex>;

// The events of threads among these, by what a recording calls them.
Accesses accesses_of(const Skeleton& skeleton, EventSet events) {
  Accesses result;
  std::map<std::pair<ThreadId, InstructionId>, std::size_t> times;
  for_each_event(events & ~skeleton.initial, [&](EventIndex e) {
    const GraphEvent& event = skeleton.events[e];
    const InstructionId instruction = event.what.instruction;
    result.emplace(RecordedAccess{event.thread, instruction, times[{event.thread, instruction}]++},
                   e);
  });
  return result;
}

}  // namespace

std::optional<RecordedEvents> events_of(const Recording& recording, const Skeleton& skeleton) {
  const Accesses reads = accesses_of(skeleton, skeleton.reads);
  if (reads.size() != recording.reads_from.size()) return std::nullopt;
  const Accesses writes = accesses_of(skeleton, skeleton.writes);
  RecordedEvents result{std::vector<EventSet>(skeleton.size(), 0), Relation(skeleton.size())};
  for (const auto& [read, event] : reads) {
    const auto recorded = recording.reads_from.find(read);
    if (recorded == recording.reads_from.end()) return std::nullopt;
    EventSet sources = skeleton.same_location.row(event) & skeleton.initial;
    if (recorded->second) {
      const auto write = writes.find(*recorded->second);
      if (write == writes.end()) return std::nullopt;
      sources = event_bit(write->second) & skeleton.same_location.row(event);
    }
    result.sources[event] = sources;
  }
  for (const auto& [earlier, later] : recording.coherence) {
    const auto from = writes.find(earlier);
    const auto to = writes.find(later);
    if (from == writes.end() || to == writes.end()) return std::nullopt;
    result.coherence.add(from->second, to->second);
  }
  result.coherence = result.coherence.closure();
  return result;
}

std::optional<Execution> recorded_execution(const Model& model, const Test& test,
                                            const Recording& recording) {
  constexpr std::size_t most_polls = 400;  // of 256 candidates each
  std::size_t polls = 0;
  EvaluateOptions options;
  options.recording = &recording;
  options.interrupted = [&] { return ++polls > most_polls; };
  options.enough = [](const Outcome&) { return true; };
  AxiomaticReport report = evaluate(model, test, options);
  for (AxiomaticOutcome& outcome : report.outcomes) {
    if (outcome.witness) return std::move(outcome.witness);
  }
  return std::nullopt;
}

}  // namespace opexplore::axioms
