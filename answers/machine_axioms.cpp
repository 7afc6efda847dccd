#include "answers/machine_axioms.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "axioms/compiled_model.hpp"
#include "axioms/recording.hpp"
#include "explorer/store/tally.hpp"
#include "opmodel/access_names.hpp"

namespace opexplore {
namespace {

class Recorder {
 public:
  // Nothing where a read does not say what it reads.
  std::optional<axioms::Recording> record(const Trace& trace) {
    for (const TraceStep& step : trace.steps) {
      for (const Event& event : step.events) note(step, event);
    }
    axioms::Recording recording;
    for (const auto& [read, source] : sources_) {
      if (!source) return std::nullopt;
      const auto write = writes_.find(*source);
      if (!source->is_initial() && write == writes_.end()) return std::nullopt;
      recording.reads_from.emplace(
          read, source->is_initial() ? std::nullopt : std::optional<AccessName>(write->second));
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
    const AccessName access = names_.next(step.step.thread, *step.instruction,
                                          reads ? AccessName::Kind::read : AccessName::Kind::write);
    if (reads) {
      sources_.emplace(access, event.read_from);
    } else if (event.wrote) {
      writes_.emplace(*event.wrote, access);
    }
  }

  AccessNames names_;
  std::map<AccessName, std::optional<WriteRef>> sources_;  // of reads
  std::map<WriteRef, AccessName> writes_;
};

}  // namespace

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
  const bool kernel = run.asked.kernel != nullptr;
  if (!run.answer.forbidden.empty() || run.compared || kernel) return run.answer.forbidden;
  const auto decided = [&](const AnsweredOutcome& outcome) {
    return decides(run.asked.test, outcome.values);
  };
  if (!run.answer.coverage.complete() || run.answer.outcomes.empty()) return {};
  if (std::ranges::any_of(run.answer.outcomes, decided)) return {};
  const std::optional<ChosenModel> model = implemented_model(run.asked.pairing.first);
  if (!model) return {};
  constexpr std::uint64_t most_candidates = 50'000;
  axioms::EvaluateOptions options;
  options.interrupted = axioms::after_candidates(most_candidates);
  const auto asked = [&](const Outcome& outcome) { return decides(run.asked.test, outcome); };
  try {
    return {{model->model.name(), std::nullopt,
             axioms::forbidding(model->model, run.asked.test, asked, options)}};
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
