#include "export/page/runs.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "answers/compare.hpp"
#include "answers/data_races.hpp"
#include "export/dot.hpp"
#include "export/page/picture_json.hpp"
#include "export/termination_dot.hpp"
#include "export/trace_document.hpp"
#include "export/why_json.hpp"
#include "export/why_text.hpp"
#include "export/witness_graph.hpp"
#include "export/witnesses.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

// What a run shows, before it is said how.
struct Shown {
  std::string_view kind;
  std::string title;
  bool asked = false;
};

class Runs {
 public:
  Runs(const AnsweredTest& run, const OutputOptions& options) : run_(run), options_(options) {}

  Json all() {
    for_each_answer(run_, [&](const Answer& answer, const Semantics& semantics) {
      add_outcomes(answer, semantics);
      add_races(answer, semantics);
      add_bad_ends(answer, semantics);
    });
    for (const Forbidden& forbidden : run_.gathered.forbidden) add_forbidden(forbidden);
    if (run_.answer.termination) add_endless(*run_.answer.termination);
    select();
    return std::move(runs_);
  }

 private:
  const Test& test() const { return run_.asked.test; }

  // Of two machines each says whose run it is.
  std::string title_of(std::string text, const Semantics& semantics) const {
    return run_.compared ? name_of(semantics) + ": " + std::move(text) : text;
  }

  void add_outcomes(const Answer& answer, const Semantics& semantics) {
    for (const AnsweredOutcome& outcome : answer.outcomes) {
      const std::string values = outcome_text(test(), outcome.values, options_.radix);
      const Shown shown{"outcome", title_of(values.empty() ? "the end" : values, semantics),
                        holds(test().condition, outcome.values)};
      const bool decides_it = decides(test(), outcome.values);
      if (outcome.trace) {
        add_trace(shown, *outcome.trace, answer, semantics, TraceEnd::final);
      } else if (outcome.execution) {
        add_execution(shown, *outcome.execution, name_of(semantics));
      } else {
        continue;
      }
      if (decides_it && !telling_) telling_ = runs_.size() - 1;
    }
  }

  void add_races(const Answer& answer, const Semantics& semantics) {
    for (const DataRaceEntry& entry : data_race_entries(test(), answer)) {
      const auto race =
          std::ranges::find(answer.data_races, entry.first().pair, &AnsweredDataRace::pair);
      const Shown shown{"race", title_of("data race: " + pair_text(test(), entry), semantics)};
      if (race->trace) add_trace(shown, *race->trace, answer, semantics, std::nullopt);
    }
  }

  void add_bad_ends(const Answer& answer, const Semantics& semantics) {
    if (answer.deadlock) {
      add_trace({"deadlock",
                 title_of("deadlock: " + told(answer.deadlock_reason, test().program), semantics)},
                *answer.deadlock, answer, semantics, TraceEnd::stuck);
    }
    if (answer.endless) {
      add_trace(
          {"endless",
           title_of("no end from here: " + told(answer.endless_reason, test().program), semantics)},
          *answer.endless, answer, semantics, std::nullopt);
    }
    if (answer.race) {
      add_trace({"race",
                 title_of(std::string(race_title(answer)) + ": " + answer.race_reason, semantics)},
                *answer.race, answer, semantics, TraceEnd::race);
    }
  }

  void add_forbidden(const Forbidden& forbidden) {
    if (forbidden.explanation.prohibitions.empty()) return;
    const std::string goal = goal_text(test(), forbidden, options_.radix);
    const Prohibition& first = forbidden.explanation.prohibitions.front();
    const EventGraph graph = witness_graph(test(), first, options_.picture);
    const Shown shown{"forbidden", goal, true};
    const std::string source =
        forbidden.model + ", forbidden by " + axioms_text(forbidden.explanation);
    add(shown, {}, graph, drawn(shown, graph, source));
    runs_.back()["caption"] = "what was asked about is impossible: " + forbidden.model +
                              " forbids this execution by " + axioms_text(forbidden.explanation);
    // A machine has runs to step through; what it is the model of stands beside them.
    if (!telling_ && is_model(run_.asked.pairing.first)) telling_ = runs_.size() - 1;
  }

  void add_endless(const Termination& report) {
    for (const EndJudgement& judgement : report.judgements) {
      if (!judgement.lasso) continue;
      const Lasso& lasso = *judgement.lasso;
      Trace whole = lasso.stem;
      whole.steps.insert(whole.steps.end(), lasso.loop.begin(), lasso.loop.end());
      std::ostringstream dot;
      write_lasso_dot(dot, test(), lasso,
                      run_.answer.answered_by + ", for ever under " + judgement.promise.name,
                      options_);
      Json& json = add({"loop", "for ever under " + judgement.promise.name}, whole,
                       event_graph(test(), lasso), dot.str());
      json["loop_from"] = lasso.stem.steps.size() + 1;
    }
    if (!report.deadlock) return;
    const Shown shown{"deadlock", "deadlock: " + told(report.deadlock->reason, test().program)};
    const EventGraph graph = event_graph(test(), report.deadlock->path);
    add(shown, report.deadlock->path, graph, drawn(shown, graph, run_.answer.answered_by));
  }

  // `end` is of a state that a document of the trace can claim.
  void add_trace(const Shown& shown, const Trace& trace, const Answer& answer,
                 const Semantics& semantics, std::optional<TraceEnd> end) {
    const Why* const why = why_of(answer, trace);
    const RacingPair* const race = race_of(answer, trace);
    EventGraph graph = witness_graph(test(), trace, why, race);
    if (end == TraceEnd::final) add_model_relations(run_.gathered, trace, options_.picture, graph);
    Json& json = add(shown, trace, graph, drawn(shown, graph, name_of(semantics)));
    if (why != nullptr) {
      std::ostringstream text;
      write_why(text, test(), *why);
      json["why"] = json_why(test(), *why);
      json["why_text"] = text.str();
    }
    const auto* const machine = std::get_if<ChosenMachine>(&semantics);
    if (machine == nullptr || !end) return;
    Json document = json_traces(options_.tool);
    const TracedRun traced =
        traced_run(*run_.gathered.written, machine->entry->facts(), answer.replayed_with);
    document["traces"].push_back(trace_document(traced, run_.gathered.replays.at(&trace), *end));
    json["downloads"]["trace_json"] = std::move(document);
  }

  void add_execution(const Shown& shown, const Execution& execution, const std::string& source) {
    const EventGraph graph = witness_graph(test(), execution, options_.picture);
    add(shown, {}, graph, drawn(shown, graph, source));
  }

  std::string drawn(const Shown& shown, const EventGraph& graph, const std::string& source) const {
    std::ostringstream dot;
    write_dot(dot, test(), graph, {{source, shown.title}, options_.picture});
    return dot.str();
  }

  Json& add(const Shown& shown, const Trace& trace, const EventGraph& graph, std::string dot) {
    Json steps = json_trace(test(), trace);
    runs_.push_back({{"kind", shown.kind},
                     {"title", shown.title},
                     {"asked", shown.asked},
                     {"selected", false},
                     {"caption", ""},
                     {"initial", std::move(steps["initial"])},
                     {"steps", std::move(steps["steps"])},
                     {"loop_from", nullptr},
                     {"picture", json_picture(test(), graph)},
                     {"why", nullptr},
                     {"why_text", ""},
                     {"downloads", {{"dot", std::move(dot)}, {"trace_json", nullptr}}}});
    return runs_.back();
  }

  // What decides the verdict; else a bug, for that is what a kernel is looked at for; else the
  // first.
  void select() {
    if (runs_.empty()) return;
    const auto bug = std::ranges::find_if(runs_, [](const Json& json) {
      return json["kind"] != "outcome" && json["kind"] != "forbidden";
    });
    std::size_t chosen = telling_.value_or(0);
    if (bug != runs_.end() && (run_.asked.kernel != nullptr || !telling_)) {
      chosen = static_cast<std::size_t>(bug - runs_.begin());
    }
    Json& selected = runs_[chosen];
    selected["selected"] = true;
    const bool impossible = run_.answer.coverage.complete() && !run_.answer.outcomes.empty() &&
                            !telling_ && run_.asked.kernel == nullptr;
    if (impossible && selected["kind"] == "outcome") {
      selected["caption"] = test().quantifier == Quantifier::forall
                                ? "what is required holds always; this is one of the outcomes"
                                : "the asked outcome is impossible; this is another";
    }
  }

  const AnsweredTest& run_;
  const OutputOptions& options_;
  Json runs_ = Json::array();
  std::optional<std::size_t> telling_;
};

}  // namespace

Needs runs_needs(const AnsweredTest& run) {
  Needs needs;
  for_each_answer(run, [&](const Answer& answer, const Semantics&) {
    for (const AnsweredOutcome& outcome : answer.outcomes) {
      const auto* const trace = trace_of(outcome);
      if (trace == nullptr) continue;
      needs.executions.insert(trace);
      needs.replays.insert(trace);
    }
    if (answer.deadlock) needs.replays.insert(&*answer.deadlock);
    if (answer.race) needs.replays.insert(&*answer.race);
  });
  needs.forbidden = true;
  return needs;
}

Json json_runs(const AnsweredTest& run, const OutputOptions& options) {
  return Runs(run, options).all();
}

}  // namespace opexplore
