#include "answers/machine_axioms.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "axioms/compiled_model.hpp"
#include "axioms/recording.hpp"
#include "explorer/tally.hpp"

namespace opexplore {
namespace {

// Reads or writes that the instructions of threads have done so far.
using Counts = std::map<std::pair<ThreadId, InstructionId>, std::size_t>;

class Recorder {
 public:
  // Nothing where a read does not say what it reads.
  std::optional<axioms::Recording> record(const Trace& trace) {
    for (const TraceStep& step : trace.steps) {
      for (const Event& event : step.events) note(step, event);
    }
    axioms::Recording recording;
    for (const auto& [read, id] : sources_) {
      const bool initial = id.starts_with("init ");
      const auto write = writes_.find(id);
      if (!initial && write == writes_.end()) return std::nullopt;
      recording.reads_from.emplace(
          read, initial ? std::nullopt : std::optional<axioms::RecordedAccess>(write->second));
    }
    for (const auto& [earlier, later] : trace.coherence) {
      const auto from = writes_.find(earlier);
      const auto to = writes_.find(later);
      if (from == writes_.end() || to == writes_.end()) continue;  // the initial one comes first
      recording.coherence.emplace_back(from->second, to->second);
    }
    return recording;
  }

 private:
  void note(const TraceStep& step, const Event& event) {
    const bool reads = event.kind == Event::Kind::read;
    if (!step.instruction || (!reads && event.kind != Event::Kind::write)) return;
    const ThreadId thread = step.step.thread;
    Counts& counts = reads ? reads_so_far_ : writes_so_far_;
    const axioms::RecordedAccess access{thread, *step.instruction,
                                        counts[{thread, *step.instruction}]++};
    if (reads) {
      sources_.emplace(access, event.reads_from);
    } else {
      writes_.emplace(event.id, access);
    }
  }

  Counts reads_so_far_, writes_so_far_;
  std::map<axioms::RecordedAccess, std::string> sources_;
  std::map<std::string, axioms::RecordedAccess> writes_;
};

}  // namespace

std::optional<ChosenModel> implemented_model(const Semantics& semantics) {
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  if (machine == nullptr || machine->entry->axioms == nullptr) return std::nullopt;
  if (machine->entry->axioms(machine->options).empty()) return std::nullopt;
  return std::get<ChosenModel>(axioms_of(*machine, {}));
}

std::optional<Execution> execution_of(const ChosenModel& model, const Test& test,
                                      const Trace& trace) {
  const auto recording = Recorder().record(trace);
  if (!recording) return std::nullopt;
  try {
    return axioms::recorded_execution(model.model, test, *recording);
  } catch (const axioms::Unsupported&) {
    return std::nullopt;
  }
}

std::vector<Forbidden> forbidden_by_axioms(const AnsweredTest& run) {
  if (!run.forbidden.empty() || run.compared || run.kernel_verdict) return run.forbidden;
  const auto decided = [&](const AnsweredOutcome& outcome) {
    return decides(run.test, outcome.values);
  };
  if (run.answer.outcomes.empty() || std::ranges::any_of(run.answer.outcomes, decided)) return {};
  const std::optional<ChosenModel> model = implemented_model(run.pairing.first);
  if (!model) return {};
  constexpr std::size_t most_polls = 200;  // of 256 candidates each
  std::size_t polls = 0;
  ExploreOptions explore;
  explore.traces = Traces::witness;
  explore.interrupted = [&] { return ++polls > most_polls; };
  try {
    return verdict_explained(*model, run.test, run.answer, explore);
  } catch (const axioms::Unsupported&) {
    return {};
  }
}

std::vector<std::string> relation_names(const Semantics& semantics) {
  const auto* const own = std::get_if<ChosenModel>(&semantics);
  const std::optional<ChosenModel> model = own != nullptr ? *own : implemented_model(semantics);
  std::vector<std::string> names;
  if (!model) return names;
  for (const auto& [name, node] : model->model.compiled().relations) names.push_back(name);
  return names;
}

}  // namespace opexplore
