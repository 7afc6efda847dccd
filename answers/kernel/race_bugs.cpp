#include "answers/kernel/race_bugs.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "answers/data_races.hpp"
#include "answers/kernel/code_words.hpp"
#include "answers/kernel/fix.hpp"
#include "answers/kernel/shader_races.hpp"
#include "answers/places.hpp"
#include "explorer/report.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

using kernel_words::location;

// Two places of the source, the lesser first.
using Lines =
    std::pair<std::tuple<std::string, std::uint32_t>, std::tuple<std::string, std::uint32_t>>;

Lines lines_of(const Test& test, const RacingPair& pair) {
  const CodePlace one = place_of(test, pair.first_thread, pair.first);
  const CodePlace other = place_of(test, pair.second_thread, pair.second);
  Lines lines{{one.file, one.place.line}, {other.file, other.place.line}};
  if (lines.second < lines.first) std::swap(lines.first, lines.second);
  return lines;
}

// The races between two lines.
struct Group {
  Lines lines;
  std::vector<DataRaceEntry> entries;
};

std::vector<Group> groups_of(const AnsweredTest& run) {
  std::vector<Group> groups;
  for (DataRaceEntry& entry : data_race_entries(run.test, run.answer)) {
    const Lines lines = lines_of(run.test, entry.first().pair);
    auto group = std::ranges::find(groups, lines, &Group::lines);
    if (group == groups.end()) group = groups.insert(groups.end(), {lines, {}});
    group->entries.push_back(std::move(entry));
  }
  return groups;
}

const Action& action_at(const Test& test, ThreadId thread, InstructionId at) {
  return instruction_of(test.program, thread, at).action;
}

std::string title_of(const AnsweredTest& run, const Group& group) {
  std::set<std::string> names;
  for (const DataRaceEntry& entry : group.entries) {
    const RacingPair& pair = entry.first().pair;
    names.insert(
        location(*run.kernel, *address_of(action_at(run.test, pair.first_thread, pair.first))));
  }
  std::string title = "data race on `" + *names.begin() + '`';
  if (names.size() > 1) title += " and " + std::to_string(names.size() - 1) + " more";
  return title;
}

std::string bytes_text(std::uint32_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

// Whether the two take different bytes of memory, as they are written.
bool differ_in_size(const AnsweredTest& run, const RacingPair& pair) {
  const std::uint32_t first =
      kernel_words::bytes_of(run.test, *run.kernel, pair.first_thread, pair.first);
  const std::uint32_t second =
      kernel_words::bytes_of(run.test, *run.kernel, pair.second_thread, pair.second);
  return first != 0 && second != 0 && first != second;
}

// Whether one of the two goes by another way to memory than stores do.
bool is_read_only_load(const AnsweredTest& run, const RacingPair& pair) {
  const auto other_way = [&](ThreadId thread, InstructionId at) {
    return memory_access(action_at(run.test, thread, at))->proxy != Proxy::generic;
  };
  return other_way(pair.first_thread, pair.first) || other_way(pair.second_thread, pair.second);
}

// "load, may read 0 or 42".
std::string what_of(const AnsweredTest& run, const DataRaceEntry& entry, ThreadId thread,
                    InstructionId at) {
  std::string text = kernel_words::kind_of_access(action_at(run.test, thread, at));
  if (differ_in_size(run, entry.first().pair)) {
    text += " of " + bytes_text(kernel_words::bytes_of(run.test, *run.kernel, thread, at));
  }
  if (!entry.first().details) return text;
  for (const RaceEffect& effect : entry.first().details->effects) {
    if (effect.kind != RaceEffect::Kind::reads) continue;
    if (effect.thread != thread || effect.instruction != at) continue;
    text += ", may read " + kernel_words::listed(run.test, *run.kernel,
                                                 *address_of(action_at(run.test, thread, at)),
                                                 effect.values);
  }
  return text;
}

// Whether the row speaks of another access, by which one thread could know of the other.
bool is_of_handover(const RacingPair& pair, const WhyRow& row) {
  return !(row.thread == pair.first_thread && row.instruction == pair.first) &&
         !(row.thread == pair.second_thread && row.instruction == pair.second);
}

// Why nothing excuses two accesses that no order separates.
std::string not_strong(const AnsweredTest& run, const DataRaceEntry& entry) {
  if (differ_in_size(run, entry.first().pair)) {
    return "Nothing orders the two, and PTX counts accesses of different sizes as racing, however "
           "strong they are.";
  }
  std::string reasons;
  for (const NotStrongReason& reason : entry.not_strong) {
    reasons += (reasons.empty() ? "" : "; ") + reason.text;
  }
  return "Nothing orders the two, and they are not both atomic at a scope that reaches the "
         "other: " +
         kernel_words::in_cuda(run.test.program, reasons) + '.';
}

std::vector<std::string> sentences_of(const AnsweredTest& run, const DataRaceEntry& entry) {
  std::vector<std::string> sentences;
  if (is_read_only_load(run, entry.first().pair)) {
    sentences.emplace_back(
        "The load is one of memory that nobody writes (ld.global.nc): it goes through a cache that "
        "no fence and no barrier keeps up with stores.");
  } else if (entry.first().details) {
    std::vector<const WhyRow*> missing;
    for (const WhyRow& row : entry.first().details->rows) {
      const bool of_handover = is_of_handover(entry.first().pair, row);
      if (row.status == RowStatus::missing && of_handover) missing.push_back(&row);
    }
    sentences = kernel_words::sentences(run.test, missing);
  }
  if (sentences.empty()) sentences.push_back(not_strong(run, entry));
  if (!entry.in_ending) sentences.emplace_back("This happens only in runs that never end.");
  return sentences;
}

std::vector<std::string> plain_advice(const AnsweredTest& run, const DataRaceEntry& entry) {
  const RacingPair& pair = entry.first().pair;
  const AddressId address = *address_of(action_at(run.test, pair.first_thread, pair.first));
  if (is_read_only_load(run, pair)) {
    return {
        "read it by an ordinary load: leave out __ldg, and const or __restrict__ at the pointer"};
  }
  if (differ_in_size(run, pair)) {
    return {
        "access the same bytes in one size, and atomically, if any order of the two is right; "
        "else let one thread wait for the other"};
  }
  return {"make both accesses to " + location(*run.kernel, address) +
          " atomic (cuda::atomic_ref, relaxed) if any order of the two is right; else let one "
          "thread wait for the other"};
}

// That of the answer, which stays; entries are copies.
const Trace* trace_of(const AnsweredTest& run, const RacingPair& pair) {
  const auto& races = run.answer.data_races;
  const auto race = std::ranges::find(races, pair, &AnsweredDataRace::pair);
  return race == races.end() ? nullptr : std::get_if<Trace>(&race->witness);
}

Bug bug_of(const AnsweredTest& run, const Group& group, const ExploreOptions& explore) {
  const DataRaceEntry& entry = group.entries.front();
  const RacingPair& pair = entry.first().pair;
  Bug bug{BugKind::data_race, title_of(run, group), {}, sentences_of(run, entry)};
  bug.places = {
      {pair.first_thread, pair.first, what_of(run, entry, pair.first_thread, pair.first)},
      {pair.second_thread, pair.second, what_of(run, entry, pair.second_thread, pair.second)}};
  bug.trace = trace_of(run, pair);
  const auto* const machine = std::get_if<ChosenMachine>(&run.pairing.first);
  if (is_read_only_load(run, pair)) {
    bug.other_fixes = plain_advice(run, entry);
    return bug;
  }
  if (machine == nullptr || !entry.first().details) return bug;
  const kernel_fix::Question question{
      run.test, *run.kernel, *machine, explore, [&](const Test& changed, const Report& report) {
        return std::ranges::any_of(report.data_races, [&](const DataRaceReport& race) {
          return lines_of(changed, race.pair) == group.lines;
        });
      }};
  bug.fix = kernel_fix::fix(question, entry.first().details->rows, bug.places.back());
  bug.other_fixes = kernel_fix::other_ways(question, entry.first().details->rows);
  if (!bug.fix && bug.other_fixes.empty()) bug.other_fixes = plain_advice(run, entry);
  return bug;
}

}  // namespace

std::vector<Bug> race_bugs(const AnsweredTest& answered, const ExploreOptions& explore) {
  std::vector<Bug> bugs = shader_race_bugs(answered, explore);
  for (const Group& group : groups_of(answered)) bugs.push_back(bug_of(answered, group, explore));
  return bugs;
}

}  // namespace opexplore
