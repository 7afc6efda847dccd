// What forbids an outcome: without the program's synchronisation it is possible, and on the cycle
// of such an execution stands what is in the way.
#include <algorithm>
#include <optional>
#include <utility>

#include "answers/why/checklist.hpp"
#include "answers/why/edit.hpp"
#include "answers/why/verify.hpp"
#include "answers/why/why.hpp"
#include "answers/why/words.hpp"

namespace opexplore {
namespace {

bool is_there(const WhyRow& row) { return row.status != RowStatus::missing; }

// The trace with the instructions of the program as it is.
Trace moved_back(const why_parts::Edited& program, Trace trace) {
  for (TraceStep& step : trace.steps) {
    if (!step.instruction) continue;
    step.instruction = program.origins[step.step.thread][*step.instruction];
  }
  return trace;
}

}  // namespace

std::optional<Violation> prevented(const Test& test, const WhyQuestion& question) {
  using namespace why_parts;
  const Rules rules = rules_of(question.machine, question.explore.machine).value_or(Rules{});
  if (rules.kind == Rules::Kind::interleaving) return std::nullopt;
  const Edited bare = stripped(test);
  std::optional<Trace> trace = trace_to_condition(bare.test, question);
  if (!trace) return std::nullopt;
  Happening happening = happening_with_fences(test, moved_back(bare, *std::move(trace)), rules);
  if (!happening.knows_sources) return std::nullopt;
  order_as_seen(happening);
  for (const Fallacy& fallacy : fallacies(happening)) {
    std::vector<WhyRow> rows = checklist(happening, rules, fallacy.cycle);
    if (!std::ranges::all_of(rows, is_there)) continue;
    std::erase_if(rows, [](const WhyRow& row) { return row.status == RowStatus::not_needed; });
    Violation violation{{}, std::move(rows)};
    for (const Blamed& blamed : fallacy.blamed) {
      violation.culprits.push_back(culprit_of(happening, blamed));
      violation.culprits.back().step = 0;
    }
    return violation;
  }
  return std::nullopt;
}

}  // namespace opexplore
