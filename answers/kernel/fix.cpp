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
            kernel_words::values(kernel_words::location(question.facts, term->address),
                                 {found.begin(), found.end()});
  }
  return text;
}

CodeFix as_fix(const Question& question, const std::vector<Edit>& edits) {
  CodeFix result;
  for (const Edit& edit : edits) {
    CodeEdit change = code_edit(question.test, question.facts, edit);
    const bool known = std::ranges::any_of(result.edits, [&](const CodeEdit& other) {
      return other.place == change.place && other.text == change.text &&
             other.where == change.where;
    });
    if (!known) result.edits.push_back(std::move(change));
  }
  return result;
}

// What a search of the program with the edits says; nothing if a limit ended it.
std::optional<Report> mended(const Question& question, const std::vector<Edit>& edits, bool& gone) {
  const Test changed = why_parts::edited(question.test, edits).test;
  Report report = searched(question, changed);
  if (report.incomplete != Incomplete::none) return std::nullopt;
  gone = !question.is_there(changed, report);
  return report;
}

// Whether two edits change one line in one way.
bool is_same_change(const Question& question, const Edit& one, const Edit& other) {
  return code_edit(question.test, question.facts, one) ==
         code_edit(question.test, question.facts, other);
}

// Leaves out changes without which the bug is gone as well. False if a limit keeps it from being
// known of one.
bool leave_out_needless(const Question& question, std::vector<Edit>& edits) {
  bool known = true;
  for (std::size_t i = 0; i < edits.size();) {
    const Edit change = edits[i];
    std::vector<Edit> rest = edits;
    std::erase_if(rest, [&](const Edit& edit) { return is_same_change(question, edit, change); });
    bool gone = false;
    if (rest.empty()) return known;
    if (!mended(question, rest, gone)) known = false;
    if (gone) {
      edits = std::move(rest);
    } else {
      ++i;
    }
  }
  return known;
}

// The fix, if a search of the changed program says that it is one.
std::optional<CodeFix> proved(const Question& question, std::vector<Edit> edits) {
  bool gone = false;
  if (!mended(question, edits, gone) || !gone) return std::nullopt;
  const bool all_needed = leave_out_needless(question, edits);
  const std::optional<Report> report = mended(question, edits, gone);
  if (!report) return std::nullopt;
  CodeFix fix = as_fix(question, edits);
  fix.proved = true;
  fix.effect = effect_of(question, *report);
  if (!all_needed) fix.effect += "; a limit left open whether less is enough";
  return fix;
}

}  // namespace

std::optional<CodeFix> fix(const Question& question, const std::vector<WhyRow>& rows,
                           std::optional<BugPlace> next) {
  if (missing(rows).empty()) return std::nullopt;
  const std::vector<Edit> fences = chosen(rows, true), accesses = chosen(rows, false);
  for (const std::vector<Edit>& edits : {beside(fences, next), fences, accesses}) {
    if (auto found = proved(question, edits)) return found;
  }
  return as_fix(question, fences);
}

std::vector<std::string> other_ways(const Question& question, const std::vector<WhyRow>& rows) {
  std::string text;
  for (const Edit& edit : chosen(rows, false)) {
    if (is_fence(edit) || memory_access(edit.action) == nullptr) return {};
    const std::string way = kernel_words::atomic_way(question.test, question.facts, edit);
    if (text.find(way) == std::string::npos) text += (text.empty() ? "" : ", ") + way;
  }
  if (text.empty()) return {};
  return {"with cuda::atomic_ref: " + text};
}

}  // namespace opexplore::kernel_fix
