#include "answers/kernel/fix.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "answers/kernel/code_words.hpp"
#include "answers/side_search.hpp"
#include "answers/why/edit.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel_fix {

namespace {

using kernel_words::code_edit;

bool is_fence(const Edit& edit) { return fence_of(edit.action).has_value(); }

bool only_fences(const Remedy& remedy) { return std::ranges::all_of(remedy, is_fence); }

// An access to bytes that others access in another size cannot be made stronger.
bool is_possible(const Question& question, const Edit& edit) {
  return memory_access(edit.action) == nullptr ||
         !kernel_words::differs_in_size(question.test, question.facts, edit.thread,
                                        edit.instruction);
}

std::vector<const WhyRow*> missing(const std::vector<WhyRow>& rows) {
  std::vector<const WhyRow*> result;
  for (const WhyRow& row : rows) {
    if (row.status == RowStatus::missing && !row.remedies.empty()) result.push_back(&row);
  }
  return result;
}

// Of each row the remedy that is preferred.
std::vector<Edit> chosen(const std::vector<WhyRow>& rows, bool fences) {
  std::vector<Edit> edits;
  for (const WhyRow* const row : missing(rows)) {
    auto remedy = std::ranges::find_if(
        row->remedies, [&](const Remedy& one) { return only_fences(one) == fences; });
    if (remedy == row->remedies.end()) remedy = row->remedies.begin();
    edits.insert(edits.end(), remedy->begin(), remedy->end());
  }
  return edits;
}

// A fence behind an access, right before the later one of its thread.
std::vector<Edit> beside(std::vector<Edit> edits, const std::optional<BugPlace>& next) {
  if (!next) return edits;
  for (Edit& edit : edits) {
    if (!is_fence(edit) || edit.where != Edit::Where::after) continue;
    if (edit.thread != next->thread || edit.instruction >= next->instruction) continue;
    edit.where = Edit::Where::before;
    edit.instruction = next->instruction;
  }
  return edits;
}

Report searched(const Question& question, const Test& changed) {
  ExploreOptions options = side_search(question.explore, most_states_per_fix);
  ChosenMachine machine = question.machine;
  machine.options.races = machine.entry->flags_data_races;
  return explored_with(machine, changed, std::move(options));
}

// What the changed kernel does, by what the report shows.
std::string effect_of(const Question& question, const Report& report) {
  const Test& test = question.test;
  std::string text;
  constexpr std::size_t most_shown = 3;
  for (std::size_t i = 0; i < std::min(test.shown, most_shown); ++i) {
    const auto* const term = std::get_if<LocationTerm>(&test.observables[i]);
    if (term == nullptr) continue;
    std::set<Value> found;
    for (const OutcomeReport& outcome : report.outcomes) found.insert(outcome.values[i]);
    if (found.empty()) continue;
    text += (text.empty() ? "" : ", ") +
            kernel_words::values(test, question.facts, term->address, {found.begin(), found.end()});
  }
  return text;
}

CodeFix as_fix(const Question& question, const std::vector<Edit>& edits) {
  CodeFix result;
  for (const Edit& edit : edits) {
    CodeEdit change = code_edit(question.test, question.facts, edit);
    if (std::ranges::find(result.edits, change) == result.edits.end()) {
      result.edits.push_back(std::move(change));
    }
  }
  return result;
}

// What a search of the program with some edits says.
struct Tried {
  Report report;
  bool known = false;  ///< no limit ended it
  bool gone = false;   ///< the bug, if that is known
};

Tried tried(const Question& question, const std::vector<Edit>& edits) {
  const Test changed = why_parts::edited(question.test, edits).test;
  Tried result{searched(question, changed)};
  result.known = result.report.incomplete == Incomplete::none;
  result.gone = result.known && !question.is_there(changed, result.report);
  return result;
}

// The fix, if a search of the changed program says that it is one, without changes that are not
// needed.
std::optional<CodeFix> proved(const Question& question, std::vector<Edit> edits) {
  Tried best = tried(question, edits);
  if (!best.gone) return std::nullopt;
  bool all_known = true;
  for (const CodeEdit& change : as_fix(question, edits).edits) {
    std::vector<Edit> rest = edits;
    std::erase_if(rest, [&](const Edit& edit) {
      return code_edit(question.test, question.facts, edit) == change;
    });
    if (rest.empty()) break;
    Tried without = tried(question, rest);
    all_known = all_known && without.known;
    if (!without.gone) continue;
    edits = std::move(rest);
    best = std::move(without);
  }
  CodeFix fix = as_fix(question, edits);
  fix.proved = true;
  fix.effect = effect_of(question, best.report);
  if (!all_known) fix.effect += "; a limit left open whether less is enough";
  return fix;
}

}  // namespace

std::optional<CodeFix> fix(const Question& question, const std::vector<WhyRow>& rows,
                           std::optional<BugPlace> next) {
  if (missing(rows).empty()) return std::nullopt;
  const std::vector<Edit> fences = chosen(rows, true), accesses = chosen(rows, false);
  const auto possible = [&](const std::vector<Edit>& edits) {
    return std::ranges::all_of(edits,
                               [&](const Edit& edit) { return is_possible(question, edit); });
  };
  for (const std::vector<Edit>& edits : {beside(fences, next), fences, accesses}) {
    if (!possible(edits)) continue;
    if (auto found = proved(question, edits)) return found;
  }
  if (!possible(fences)) return std::nullopt;
  return as_fix(question, fences);
}

std::vector<std::string> other_ways(const Question& question, const std::vector<WhyRow>& rows) {
  std::string text;
  for (const Edit& edit : chosen(rows, false)) {
    if (is_fence(edit) || memory_access(edit.action) == nullptr) return {};
    if (!is_possible(question, edit)) return {};
    const std::string way = kernel_words::atomic_way(question.test, question.facts, edit);
    if (text.find(way) == std::string::npos) text += (text.empty() ? "" : ", ") + way;
  }
  if (text.empty()) return {};
  return {"with cuda::atomic_ref: " + text};
}

}  // namespace opexplore::kernel_fix
