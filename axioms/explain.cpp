#include "axioms/explain.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "axioms/compiled_model.hpp"
#include "axioms/plan.hpp"

namespace opexplore::axioms {

namespace {

using Clock = std::chrono::steady_clock;
using Axioms = std::vector<std::size_t>;  // of CompiledModel::checks, in increasing order

// The model with these axioms as flags: they forbid nothing and ask for nothing.
Model without(const Model& model, const Axioms& axioms) {
  CompiledModel changed = model.compiled();
  for (const std::size_t axiom : axioms) changed.checks[axiom].flag = true;
  std::erase_if(changed.demands, [&](const Demand& demand) {
    return std::ranges::find(axioms, demand.check) != axioms.end();
  });
  Plan plan = make_plan(changed);
  return {std::move(changed), std::move(plan)};
}

Axioms axioms_of(const CompiledModel& model) {
  Axioms result;
  for (std::size_t i = 0; i < model.checks.size(); ++i) {
    if (!model.checks[i].flag) result.push_back(i);
  }
  return result;
}

// The next of the ways to choose as many of 0 … count - 1; false after the last.
bool next_choice(Axioms& chosen, std::size_t count) {
  for (std::size_t i = chosen.size(); i-- > 0;) {
    if (chosen[i] == count - chosen.size() + i) continue;
    std::iota(chosen.begin() + static_cast<std::ptrdiff_t>(i), chosen.end(), chosen[i] + 1);
    return true;
  }
  return false;
}

class Explainer {
 public:
  Explainer(const Model& model, const Test& test, const std::function<bool(const Outcome&)>& wanted,
            EvaluateOptions options)
      : model_(model),
        test_(test),
        wanted_(wanted),
        options_(std::move(options)),
        start_(Clock::now()),
        axioms_(axioms_of(model.compiled())) {
    options_.witnesses = true;
    options_.enough = wanted;
  }

  Explanation run() {
    result_.allowed = allowed_without({}).has_value();
    if (result_.allowed || over()) return std::move(result_);
    for (std::size_t size = 1; size <= axioms_.size() && !over(); ++size) {
      // Before many sets are tried: whether it is the axioms at all.
      if (size == 2 && !allowed_without(axioms_)) break;
      try_sets_of(size);
      if (!result_.prohibitions.empty()) break;
    }
    return std::move(result_);
  }

 private:
  // No further evaluation makes sense.
  bool over() const {
    return result_.stopped == Stopped::time || result_.stopped == Stopped::interrupted;
  }

  void try_sets_of(std::size_t size) {
    Axioms chosen(size);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    do {
      Axioms set;
      for (const std::size_t index : chosen) set.push_back(axioms_[index]);
      auto execution = allowed_without(set);
      if (!execution) continue;
      Prohibition prohibition{{}, std::move(*execution)};
      for (const std::size_t axiom : set) {
        prohibition.axioms.push_back(model_.compiled().checks[axiom].name);
      }
      result_.prohibitions.push_back(std::move(prohibition));
    } while (!over() && next_choice(chosen, axioms_.size()));
  }

  // WART: asked-again. The test is evaluated once for each set of axioms.
  // An execution with a wanted outcome that breaks only these axioms.
  std::optional<Execution> allowed_without(const Axioms& axioms) {
    if (options_.timeout) {
      const auto left =
          *whole_ - std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start_);
      options_.timeout = std::max(left, std::chrono::milliseconds(0));
    }
    AxiomaticReport report = evaluate(without(model_, axioms), test_, options_);
    for (AxiomaticOutcome& outcome : report.outcomes) {
      if (wanted_(outcome.values)) return std::move(outcome.witness);
    }
    if (!report.complete() && result_.stopped != report.stopped) {
      result_.stopped = report.stopped;
      result_.incomplete_reason = report.incomplete_reason;
    }
    return std::nullopt;
  }

  const Model& model_;
  const Test& test_;
  const std::function<bool(const Outcome&)>& wanted_;
  EvaluateOptions options_;
  std::optional<std::chrono::milliseconds> whole_ = options_.timeout;
  Clock::time_point start_;
  Axioms axioms_;
  Explanation result_;
};

}  // namespace

Explanation forbidding(const Model& model, const Test& test,
                       const std::function<bool(const Outcome&)>& wanted,
                       const EvaluateOptions& options) {
  return Explainer(model, test, wanted, options).run();
}

Explanation forbidding(const Model& model, const Test& test, const Outcome& outcome,
                       const EvaluateOptions& options) {
  return forbidding(
      model, test, [&](const Outcome& values) { return values == outcome; }, options);
}

}  // namespace opexplore::axioms
