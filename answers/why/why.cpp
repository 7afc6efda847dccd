#include "answers/why/why.hpp"

#include <algorithm>
#include <utility>

#include "answers/why/checklist.hpp"
#include "answers/why/verify.hpp"
#include "answers/why/words.hpp"
#include "opmodel/vocabulary.hpp"

namespace opexplore {

namespace why_parts {
namespace {

// Whether they lack the same.
bool same_missing(const std::vector<WhyRow>& a, const std::vector<WhyRow>& b) {
  const auto lacks = [](const std::vector<WhyRow>& rows, const WhyRow& wanted) {
    return wanted.status != RowStatus::missing ||
           std::ranges::any_of(rows, [&](const WhyRow& row) { return same_row(row, wanted); });
  };
  return std::ranges::all_of(a, [&](const WhyRow& row) { return lacks(b, row); }) &&
         std::ranges::all_of(b, [&](const WhyRow& row) { return lacks(a, row); });
}

std::vector<Violation> violations_of(const Happening& happening, const Rules& rules,
                                     const std::vector<Fallacy>& found) {
  std::vector<Violation> violations;
  for (const Fallacy& fallacy : found) {
    std::vector<Culprit> culprits;
    for (const Blamed& blamed : fallacy.blamed) {
      culprits.push_back(culprit_of(happening, blamed));
    }
    std::vector<WhyRow> rows = checklist(happening, rules, fallacy.cycle);
    const auto same = std::ranges::find_if(
        violations, [&](const Violation& other) { return same_missing(other.rows, rows); });
    if (same == violations.end()) {
      violations.push_back({std::move(culprits), std::move(rows)});
    } else {
      same->culprits.insert(same->culprits.end(), culprits.begin(), culprits.end());
      add_rows(same->rows, std::move(rows));
    }
  }
  return violations;
}

EventNumber last_of(const Happening& happening, ThreadId thread, InstructionId instruction) {
  EventNumber last = no_event;
  for (const EventNumber event : happening.threads[thread]) {
    if (happening.events[event].instruction == instruction) last = event;
  }
  return last;
}

}  // namespace
}  // namespace why_parts

std::string_view to_string(Fault fault) {
  switch (fault) {
    case Fault::stale:
      return "stale";
    case Fault::too_new:
      return "too new";
    case Fault::too_early:
      return "too early";
    case Fault::lost:
      return "lost";
  }
  return {};
}

std::string_view to_string(RowKind kind) {
  switch (kind) {
    case RowKind::release:
      return "release";
    case RowKind::acquire:
      return "acquire";
    case RowKind::scope:
      return "scope";
    case RowKind::proxy:
      return "proxy";
    case RowKind::sc:
      return "sc";
    case RowKind::barrier:
      return "barrier";
    case RowKind::fence:
      return "fence";
    case RowKind::semantics:
      return "semantics";
    case RowKind::availability:
      return "availability";
    case RowKind::visibility:
      return "visibility";
  }
  return {};
}

std::string_view to_string(RowStatus status) {
  switch (status) {
    case RowStatus::ok:
      return "ok";
    case RowStatus::missing:
      return "missing";
    case RowStatus::not_needed:
      return "not needed";
  }
  return {};
}

bool explains_traces(const MachineEntry& machine, const MachineOptions& options) {
  return why_parts::rules_of(machine, options).has_value();
}

Why why(const Test& test, const Trace& trace, const WhyQuestion& question) {
  using namespace why_parts;
  const Rules rules = rules_of(question.machine, question.explore.machine).value_or(Rules{});
  Happening happening = happening_of(test, trace, rules);
  if (!happening.knows_sources) {
    return {{}, {}, "reads take effect late, and the trace does not say whose writes they take"};
  }
  order_as_seen(happening);
  const std::vector<Fallacy> found = fallacies(happening);
  Why result;
  result.violations = violations_of(happening, rules, found);
  result.reads = read_reasons(happening, rules, found);
  result.sentence = sentence_of(test, result.violations);
  for (Violation& violation : result.violations) verify(test, rules, question, violation);
  return result;
}

std::vector<ReadReason> reasons_of_reads(const Test& test, const Trace& trace,
                                         const MachineEntry& machine,
                                         const MachineOptions& options) {
  using namespace why_parts;
  const Rules rules = rules_of(machine, options).value_or(Rules{});
  Happening happening = happening_of(test, trace, rules);
  if (!happening.knows_sources) return {};
  order_as_seen(happening);
  return read_reasons(happening, rules, fallacies(happening));
}

void set_reasons(const Program& program, const std::vector<ReadReason>& reads, Trace& trace) {
  for (const ReadReason& read : reads) {
    if (read.step == 0 || read.step > trace.steps.size()) continue;
    trace.steps[read.step - 1].reason = told(read.reason, program);
  }
}

std::vector<WhyRow> order_between(const Test& test, const Trace& trace, const RacingPair& pair,
                                  const MachineEntry& machine, const MachineOptions& options) {
  using namespace why_parts;
  const Rules rules = rules_of(machine, options).value_or(Rules{});
  const Happening happening = happening_of(test, trace, rules);
  EventNumber first = last_of(happening, pair.first_thread, pair.first);
  EventNumber second = last_of(happening, pair.second_thread, pair.second);
  if (first == no_event || second == no_event) return {};
  if (happening.events[second].step < happening.events[first].step) std::swap(first, second);
  const Path path = way(happening, first, second);
  if (path.empty()) return unconnected(happening, first, second);
  return checklist(happening, rules, chain_of(path, first));
}

}  // namespace opexplore
