#include "answers/findings/test_fix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/data_races.hpp"
#include "answers/findings/mend.hpp"
#include "answers/places.hpp"
#include "answers/racing_access.hpp"
#include "answers/side_search.hpp"
#include "answers/why/edit.hpp"
#include "litmus/language/writer.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore {
namespace {

// Whether the threads of its text stand side by side, so that no line can go between two.
bool is_a_table(const Test& test) { return test.program.language == Language::ptx; }

// The column where the text begins that has this place in it, which may be within it: of a
// statement that declares what it reads into, the place is that of the read. Nothing if it is not
// there.
std::optional<std::uint32_t> column_of(std::string_view source, SourcePlace place,
                                       std::string_view text) {
  for (std::uint32_t line = 1; line < place.line; ++line) {
    const std::size_t end = source.find('\n');
    if (end == source.npos) return std::nullopt;
    source.remove_prefix(end + 1);
  }
  const std::string_view line = source.substr(0, source.find('\n'));
  if (place.column == 0) return std::nullopt;
  const std::size_t begin = line.rfind(text, place.column - 1);
  if (begin == line.npos || begin + text.size() < place.column) return std::nullopt;
  return static_cast<std::uint32_t>(begin + 1);
}

// What a line of C++ says, with another order: it may be in the words of C11, and declare what it
// reads into. Nothing where more than the order changes.
std::optional<std::string> reordered(const std::string& text, const Action& now,
                                     const Action& then) {
  const Order* const old = order_of(now);
  const Order* const order = order_of(then);
  if (old == nullptr || order == nullptr || *scope_of(now) != *scope_of(then)) return std::nullopt;
  const std::string word = "memory_order_" + std::string(cxx_name(*old));
  const std::size_t at = text.find(word);
  if (at == text.npos || text.find("memory_order_", at + word.size()) != text.npos) {
    return std::nullopt;
  }
  std::string result = text;
  return result.replace(at, word.size(), "memory_order_" + std::string(cxx_name(*order)));
}

// As a change of the text. `changed` has all edits that are made with it, for those of one
// instruction add up.
CodeEdit code_edit(const AnsweredTest& run, const Edit& edit, const why_parts::Edited& changed) {
  CodeEdit result{.where = edit.where,
                  .place = place_of(run.asked.test, edit.thread, edit.instruction),
                  .text = {}};
  const Program& program = changed.test.program;
  const Thread& thread = program.threads[edit.thread];
  if (edit.where != Edit::Where::at) {
    result.text = to_string(edit.action, thread, program);
    if (program.language == Language::cxx) result.text += ';';
    result.in_a_column = is_a_table(run.asked.test);
    return result;
  }
  const auto& origins = changed.origins[edit.thread];
  const auto now = std::ranges::find(origins, std::optional(edit.instruction)) - origins.begin();
  const Action& then = thread.instructions[static_cast<std::size_t>(now)].action;
  const bool cxx = program.language == Language::cxx;
  const std::optional<std::string> line =
      cxx ? reordered(result.place.text,
                      action_at(run.asked.test.program, edit.thread, edit.instruction), then)
          : std::nullopt;
  result.text = line.value_or(to_string(then, thread, program));
  result.instead = std::exchange(result.place.text, {});
  if (run.asked.sources.empty() || (cxx && !line)) return result;
  const auto column = column_of(run.asked.sources.front().text, result.place.place, result.instead);
  result.exact = column.has_value();
  if (column) result.place.place.column = *column;
  return result;
}

// A single row's, if that is enough, or all that are missing.
Remedy remedy_of(const Violation& violation) {
  Remedy edits;
  for (const WhyRow& row : violation.rows) {
    if (row.status != RowStatus::missing || row.remedies.empty()) continue;
    const Remedy& remedy = row.remedies.front();
    if (row.enough_alone) return remedy;
    edits.insert(edits.end(), remedy.begin(), remedy.end());
  }
  return edits;
}

CodeFix code_fix(const AnsweredTest& run, const Remedy& edits, std::string effect) {
  CodeFix fix{.edits = {}, .effect = std::move(effect), .proved = true};
  const why_parts::Edited changed = why_parts::edited(run.asked.test, edits);
  for (const Edit& edit : edits) {
    CodeEdit change = code_edit(run, edit, changed);
    if (std::ranges::find(fix.edits, change) != fix.edits.end()) continue;
    fix.edits.push_back(std::move(change));
  }
  return fix;
}

class RaceMender {
 public:
  RaceMender(const AnsweredTest& run, const ExploreOptions& explore)
      : run_(run), explore_(explore), deadline_(deadline_of(explore)) {
    for (const AnsweredDataRace& race : run.answer.data_races) before_.insert(race.pair);
  }

  std::optional<CodeFix> fix(const DataRaceEntry& entry) {
    for (const Remedy& change : candidates(entry)) {
      if (change.empty() || left_ == 0 || deadline_.has_come()) break;
      --left_;
      const std::optional<std::set<RacingPair>> races = races_with(change);
      if (!races || !std::ranges::includes(before_, *races)) continue;
      const bool gone = std::ranges::none_of(
          entry.races, [&](const AnsweredDataRace& race) { return races->contains(race.pair); });
      if (!gone) continue;
      return code_fix(run_, change, races->empty() ? "no data race is left" : "");
    }
    return std::nullopt;
  }

 private:
  std::vector<Remedy> candidates(const DataRaceEntry& entry) const {
    std::vector<Remedy> result;
    const AnsweredDataRace& race = entry.first();
    if (race.details) {
      Remedy all;
      for (const WhyRow& row : race.details->rows) {
        if (row.status != RowStatus::missing || row.remedies.empty()) continue;
        result.push_back(row.remedies.front());
        all.insert(all.end(), result.back().begin(), result.back().end());
      }
      if (result.size() > 1) result.push_back(std::move(all));
    }
    result.push_back(made_strong(race.pair));
    return result;
  }

  // At the least scope that has both threads.
  Remedy made_strong(const RacingPair& pair) const {
    const std::vector<Thread>& threads = run_.asked.test.program.threads;
    const Scope scope = common_scope(threads[pair.first_thread], threads[pair.second_thread]);
    Remedy edits;
    for (const auto& [thread, at] :
         {std::pair(pair.first_thread, pair.first), std::pair(pair.second_thread, pair.second)}) {
      Edit edit = why_parts::strengthened(run_.asked.test, {thread, at}, Order::relaxed, scope);
      if (edit.action != action_at(run_.asked.test.program, thread, at))
        edits.push_back(std::move(edit));
    }
    return edits;
  }

  // Those of the changed test, by the instructions of this one; nothing where that is not known.
  std::optional<std::set<RacingPair>> races_with(const Remedy& change) const {
    const why_parts::Edited changed = why_parts::edited(run_.asked.test, change);
    const Question question{run_.asked.pairing, changed.test, run_.asked.dialect};
    const auto answer = ask(question, for_changed(in_time(explore_, deadline_)));
    const auto* const run = std::get_if<AnsweredTest>(&answer);
    if (run == nullptr || !run->answer.coverage.complete()) return std::nullopt;
    std::set<RacingPair> races;
    for (const AnsweredDataRace& race : run->answer.data_races) {
      RacingPair pair = race.pair;
      const auto first = changed.origins[pair.first_thread][pair.first];
      const auto second = changed.origins[pair.second_thread][pair.second];
      if (!first || !second) return std::nullopt;  // what was put in does not race
      pair.first = *first;
      pair.second = *second;
      races.insert(pair);
    }
    return races;
  }

  static constexpr std::size_t most_explorations = 16;

  const AnsweredTest& run_;
  const ExploreOptions& explore_;
  Deadline deadline_;
  std::set<RacingPair> before_;
  std::size_t left_ = most_explorations;
};

}  // namespace

std::optional<CodeFix> fix_of(const AnsweredTest& run, const Why& why) {
  const auto mended = std::ranges::find_if(why.violations, [](const Violation& violation) {
    return violation.verified && !remedy_of(violation).empty();
  });
  if (mended == why.violations.end()) return std::nullopt;
  return code_fix(run, remedy_of(*mended), "the outcome is forbidden then");
}

void mend_races(const AnsweredTest& run, const ExploreOptions& explore, Findings& found) {
  if (is_model(run.asked.pairing.first) || run.asked.test.program.language != Language::ptx) return;
  RaceMender mender(run, explore);
  for (const DataRaceEntry& entry : data_race_entries(run.asked.test, run.answer)) {
    const RacingPair& pair = entry.first().pair;
    if (!are_plain(run.asked.test.program, pair)) continue;
    const auto bug = std::ranges::find_if(found.bugs, [&](const Bug& one) {
      return one.kind == BugKind::data_race && one.places.size() == 2 &&
             one.places[0].thread == pair.first_thread && one.places[0].instruction == pair.first &&
             one.places[1].thread == pair.second_thread && one.places[1].instruction == pair.second;
    });
    if (bug != found.bugs.end() && !bug->fix) bug->fix = mender.fix(entry);
  }
}

}  // namespace opexplore
