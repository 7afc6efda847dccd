#include "axioms/recording.hpp"

#include <bit>

namespace opexplore::axioms {

namespace {

using Accesses = std::map<AccessName, EventIndex>;

// The reads and the writes of threads, by their names.
Accesses accesses_of(const Skeleton& skeleton) {
  Accesses result;
  AccessNames names;
  for_each_event((skeleton.reads | skeleton.writes) & ~skeleton.initial, [&](EventIndex e) {
    const GraphEvent& event = skeleton.events[e];
    const bool reads = (skeleton.reads & event_bit(e)) != 0;
    const auto kind = reads ? AccessName::Kind::read : AccessName::Kind::write;
    result.emplace(names.next(event.thread, event.what.instruction, kind), e);
  });
  return result;
}

// Whether one thread alone accesses the location of the event.
bool is_private(const Skeleton& skeleton, EventIndex event) {
  const EventSet here = skeleton.same_location.row(event) & ~skeleton.initial;
  return (here & ~skeleton.same_thread.row(event)) == 0;
}

}  // namespace

std::optional<RecordedEvents> events_of(const Recording& recording, const Skeleton& skeleton) {
  const Accesses accesses = accesses_of(skeleton);
  RecordedEvents result{std::vector<EventSet>(skeleton.size(), 0), Relation(skeleton.size())};
  std::size_t recorded = 0;
  for (const auto& [name, event] : accesses) {
    if (name.kind != AccessName::Kind::read) continue;
    const auto read = recording.reads_from.find(name);
    EventSet sources = skeleton.same_location.row(event);
    if (read == recording.reads_from.end()) {
      if (!is_private(skeleton, event)) return std::nullopt;
    } else {
      ++recorded;
      const auto write = read->second ? accesses.find(*read->second) : accesses.end();
      if (read->second && write == accesses.end()) return std::nullopt;
      sources &= read->second ? event_bit(write->second) : skeleton.initial;
    }
    result.sources[event] = sources;
  }
  if (recorded != recording.reads_from.size()) return std::nullopt;
  for (const auto& [earlier, later] : recording.coherence) {
    const auto from = accesses.find(earlier);
    const auto to = accesses.find(later);
    if (from == accesses.end() || to == accesses.end()) return std::nullopt;
    result.coherence.add(from->second, to->second);
  }
  result.coherence = result.coherence.closure();
  return result;
}

std::optional<Execution> recorded_execution(const Model& model, const Test& test,
                                            const Recording& recording) {
  constexpr std::uint64_t most_candidates = 100'000;
  EvaluateOptions options;
  options.recording = &recording;
  options.interrupted = after_candidates(most_candidates);
  options.enough = [](const Outcome&) { return true; };
  AxiomaticReport report = evaluate(model, test, options);
  for (AxiomaticOutcome& outcome : report.outcomes) {
    if (outcome.witness) return std::move(outcome.witness);
  }
  return std::nullopt;
}

}  // namespace opexplore::axioms
