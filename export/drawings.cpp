#include "export/drawings.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <type_traits>
#include <variant>

#include "export/dot.hpp"
#include "export/termination_dot.hpp"
#include "export/witness_graph.hpp"
#include "export/witnesses.hpp"

namespace opexplore {
namespace {

// Why something is drawn that nobody asked about; empty where it was.
std::string remark_on(const AnsweredTest& run, const Answer& answer, const OutputOptions& options) {
  if (options.show != Show::telling || !answer.coverage.complete()) return {};
  if (run.compared || run.asked.kernel != nullptr || answer.outcomes.empty()) return {};
  const bool decided = std::ranges::any_of(answer.outcomes, [&](const AnsweredOutcome& outcome) {
    return decides(run.asked.test, outcome.values);
  });
  if (decided) return {};
  return run.asked.test.quantifier == Quantifier::forall
             ? "what is required holds always; this is one of the outcomes"
             : "the asked outcome is impossible; this is another";
}

}  // namespace

Needs dot_needs(const AnsweredTest& run, const OutputOptions& options) {
  Needs needs;
  for_each_answer(run, [&](const Answer& answer, const Semantics&) {
    for (const AnsweredOutcome& outcome : answer.outcomes) {
      const auto* const trace = trace_of(outcome);
      if (trace != nullptr && is_shown(options.show, run.asked.test, outcome)) {
        needs.executions.insert(trace);
      }
    }
  });
  needs.forbidden = options.show == Show::telling;
  return needs;
}

namespace {

bool is_witness_of(const AnsweredOutcome& outcome, const Trace& trace) {
  return outcome.trace && &*outcome.trace == &trace;
}

bool is_witness_of(const AnsweredOutcome& outcome, const Execution& execution) {
  return outcome.execution && &*outcome.execution == &execution;
}

}  // namespace

FormatResult dot_part(const AnsweredTest& run, const OutputOptions& options) {
  std::ostringstream out;
  for_each_answer(run, [&](const Answer& answer, const Semantics& semantics) {
    const BadEnds ends{options.check_deadlock, answer.outcomes.empty(),
                       options.check_races || answer.looked_for_data_races};
    const std::string remark = remark_on(run, answer, options);
    for_each_witness(
        run.asked.test, answer, options, ends, [&](const auto& witness, const auto& goal) {
          Drawing drawing{{name_of(semantics), goal}, options.picture};
          const bool of_outcome = std::ranges::any_of(
              answer.outcomes,
              [&](const AnsweredOutcome& outcome) { return is_witness_of(outcome, witness); });
          if (of_outcome && !remark.empty()) drawing.caption.push_back(remark);
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(witness)>, Trace>) {
            EventGraph graph = witness_graph(run.asked.test, witness, why_of(answer, witness),
                                             race_of(answer, witness));
            if (of_outcome) add_model_relations(run.gathered, witness, options.picture, graph);
            write_dot(out, run.asked.test, graph, drawing);
          } else {
            write_dot(out, run.asked.test, witness_graph(run.asked.test, witness, options.picture),
                      drawing);
          }
        });
  });
  const bool beside = options.show == Show::telling;
  for (const Forbidden& forbidden : beside ? run.gathered.forbidden : run.answer.forbidden) {
    if (forbidden.explanation.prohibitions.empty()) continue;
    const Prohibition& first = forbidden.explanation.prohibitions.front();
    write_dot(out, run.asked.test, witness_graph(run.asked.test, first, options.picture),
              {{forbidden.model, goal_text(run.asked.test, forbidden, options.radix),
                "forbidden by " + axioms_text(forbidden.explanation)},
               options.picture});
  }
  if (run.answer.termination) write_termination_dot(out, run.asked.test, run.answer, options);
  return FormatPart(out.str());
}

}  // namespace opexplore
