#include "answers/findings/race_bugs.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "answers/data_races.hpp"
#include "answers/findings/asynchronous_changes.hpp"
#include "answers/findings/changes.hpp"
#include "answers/findings/code_words.hpp"
#include "answers/findings/findings.hpp"
#include "answers/findings/volatile_races.hpp"
#include "answers/places.hpp"
#include "answers/racing_access.hpp"
#include "litmus/input/amounts.hpp"
#include "litmus/language/pointers.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore {

namespace {

using kernel_words::location;

// Two places of the source, the lesser first.
using Lines =
    std::pair<std::tuple<std::string, std::uint32_t>, std::tuple<std::string, std::uint32_t>>;

// What the two fail, where they are there to watch; else nothing.
const kernel::Watched* watched_by(const AnsweredTest& run, const RacingPair& pair) {
  return kernel::watched_at(run.asked.kernel->watched,
                            racing_address(run.asked.test.program, pair));
}

bool is_watched(const AnsweredTest& run, const RacingPair& pair) {
  return watched_by(run, pair) != nullptr;
}

Lines lines_of(const Test& test, const RacingPair& pair) {
  const CodePlace one = place_of(test, pair.first_thread, pair.first);
  const CodePlace other = place_of(test, pair.second_thread, pair.second);
  Lines lines{{one.file, one.place.line}, {other.file, other.place.line}};
  if (lines.second < lines.first) std::swap(lines.first, lines.second);
  return lines;
}

// All races of a question are one.
Lines lines_of(const kernel::Watched& watched) {
  return {{std::string(watched.question->name), 0}, {}};
}

// Whether the two take different bytes of memory, as they are written.
bool differ_in_size(const AnsweredTest& run, const RacingPair& pair) {
  const std::uint32_t first =
      kernel_words::bytes_of(run.asked.test, *run.asked.kernel, pair.first_thread, pair.first);
  const std::uint32_t second =
      kernel_words::bytes_of(run.asked.test, *run.asked.kernel, pair.second_thread, pair.second);
  return first != 0 && second != 0 && first != second;
}

// The races between two lines.
struct Group {
  Lines lines;
  std::vector<DataRaceEntry> entries;
};

std::vector<Group> groups_of(const AnsweredTest& run) {
  std::vector<Group> groups;
  for (DataRaceEntry& entry : data_race_entries(run.asked.test, run.answer)) {
    const RacingPair& pair = entry.first().pair;
    const kernel::Watched* const watched = watched_by(run, pair);
    const Lines lines = watched != nullptr ? lines_of(*watched) : lines_of(run.asked.test, pair);
    auto group = std::ranges::find(groups, lines, &Group::lines);
    if (group == groups.end()) group = groups.insert(groups.end(), {lines, {}});
    group->entries.push_back(std::move(entry));
  }
  // Accesses of several sizes are why others race.
  for (Group& group : groups) {
    std::ranges::stable_partition(group.entries, [&](const DataRaceEntry& entry) {
      return differ_in_size(run, entry.first().pair);
    });
  }
  // Of what is watched any race will do: one that says why it is there.
  for (Group& group : groups) {
    if (!is_watched(run, group.entries.front().first().pair)) continue;
    std::ranges::stable_partition(group.entries, [](const DataRaceEntry& entry) {
      return entry.first().details.has_value();
    });
  }
  return groups;
}

std::string title_of(const AnsweredTest& run, const Group& group) {
  if (const auto* const watched = watched_by(run, group.entries.front().first().pair)) {
    return watched->title;
  }
  std::set<std::string> names;
  for (const DataRaceEntry& entry : group.entries) {
    const RacingPair& pair = entry.first().pair;
    names.insert(location(*run.asked.kernel, racing_address(run.asked.test.program, pair)));
  }
  // That of the accesses that are shown.
  const RacingPair& shown = group.entries.front().first().pair;
  const AddressId address = racing_address(run.asked.test.program, shown);
  // PTX ISA 8.7.1: the axioms do not apply to a program that has one.
  std::string title = differ_in_size(run, shown) ? "mixed-size " : "";
  title += "data race on `" + location(*run.asked.kernel, address) + '`';
  if (names.size() > 1) title += " and " + std::to_string(names.size() - 1) + " more";
  return title;
}

// Whether one of the two goes by another way to memory than stores do.
bool is_read_only_load(const AnsweredTest& run, const RacingPair& pair) {
  const auto other_way = [&](ThreadId thread, InstructionId at) {
    const MemoryAccess* const access = memory_access(action_at(run.asked.test.program, thread, at));
    return access != nullptr && access->proxy != Proxy::generic;
  };
  return other_way(pair.first_thread, pair.first) || other_way(pair.second_thread, pair.second);
}

// "load, may read 0 or 42".
std::string what_of(const AnsweredTest& run, const DataRaceEntry& entry, ThreadId thread,
                    InstructionId at) {
  if (const auto* const watched = watched_by(run, entry.first().pair)) {
    return std::string(
        watched->question->races.what(action_at(run.asked.test.program, thread, at)));
  }
  std::string text = kernel_words::kind_of_access(action_at(run.asked.test.program, thread, at));
  if (differ_in_size(run, entry.first().pair)) {
    text +=
        " of " + bytes_text(kernel_words::bytes_of(run.asked.test, *run.asked.kernel, thread, at));
  }
  if (!entry.first().details) return text;
  for (const RaceEffect& effect : entry.first().details->effects) {
    if (effect.kind != RaceEffect::Kind::reads) continue;
    if (effect.thread != thread || effect.instruction != at) continue;
    text += ", may read " +
            kernel_words::listed(run.asked.test, *run.asked.kernel,
                                 racing_address(run.asked.test.program, entry.first().pair),
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
  if (const auto* const watched = watched_by(run, entry.first().pair)) {
    return std::string(watched->question->races.sentence);
  }
  if (differ_in_size(run, entry.first().pair)) {
    return "Nothing orders the two, and PTX counts accesses of different sizes as racing, however "
           "strong they are; it promises nothing of a program with such a race.";
  }
  std::string reasons;
  for (const NotStrongReason& reason : entry.not_strong) {
    reasons += (reasons.empty() ? "" : "; ") +
               kernel_words::not_strong(run.asked.test.program, entry.first().pair, reason);
  }
  if (!are_plain(run.asked.test.program, entry.first().pair)) {
    return "Nothing orders the two: " + reasons + '.';
  }
  return "Nothing orders the two, and they are not both atomic at a scope that reaches the "
         "other: " +
         reasons + '.';
}

std::vector<std::string> sentences_of(const AnsweredTest& run, const DataRaceEntry& entry) {
  std::vector<std::string> sentences;
  if (races_by_volatile(run.asked.test.program, entry.first().pair)) {
    return {
        "Nothing orders the two, and volatile is no atomic in CUDA C++ (in PTX it is relaxed, and "
        "they do not race: --reading ptx)."};
  }
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
    sentences = kernel_words::sentences(run, missing);
  }
  if (sentences.empty()) sentences.push_back(not_strong(run, entry));
  if (!entry.in_ending) sentences.emplace_back("This happens only in runs that never end.");
  return sentences;
}

// Whether what races is a statement that loads and stores, `x += 1`: with both atomic it would
// still lose updates.
bool updates_apart(const AnsweredTest& run, const Group& group) {
  const RacingPair& pair = group.entries.front().first().pair;
  if (group.lines.first != group.lines.second || is_watched(run, pair)) return false;
  const Program& program = run.asked.test.program;
  const auto is_plain = [&](const Action& action, bool reads) {
    const auto address = address_of(action);
    return address && address == address_of(action_at(program, pair.first_thread, pair.first)) &&
           reads_memory(action) == reads && *order_of(action) == Order::weak;
  };
  // The thread has the other half at the same line.
  const auto updates = [&](ThreadId thread, InstructionId at) {
    const bool reads = reads_memory(action_at(program, thread, at));
    if (!is_plain(action_at(program, thread, at), reads)) return false;
    const CodePlace line = place_of(run.asked.test, thread, at);
    const auto& instructions = program.threads[thread].instructions;
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const auto other = static_cast<InstructionId>(i);
      const bool half = is_plain(instructions[i].action, !reads);
      if (half && place_of(run.asked.test, thread, other).place.line == line.place.line)
        return true;
    }
    return false;
  };
  return updates(pair.first_thread, pair.first) && updates(pair.second_thread, pair.second);
}

constexpr const char* between_turns_advice =
    "threads of the block run this line in turns of a loop, and one is ahead of the other: let all "
    "threads of the block wait for each other in each turn, by a __syncthreads() in the loop that "
    "none of them leaves out";

constexpr const char* asynchronous_advice =
    "wait for the operation before the other access, at its mbarrier or for its group; an access "
    "that comes before an operation by the asynchronous proxy needs a fence.proxy.async on the way "
    "to where this is issued";

std::string plain_advice(const AnsweredTest& run, const DataRaceEntry& entry) {
  const RacingPair& pair = entry.first().pair;
  const AddressId address = racing_address(run.asked.test.program, pair);
  if (const auto* const watched = watched_by(run, pair)) {
    return std::string(watched->question->races.advice);
  }
  if (is_read_only_load(run, pair)) {
    return "read it by an ordinary load: leave out __ldg, and const or __restrict__ at the pointer";
  }
  if (!are_plain(run.asked.test.program, pair)) return asynchronous_advice;
  if (differ_in_size(run, pair)) {
    return "access the same bytes in one size, and atomically, if any order of the two is right; "
           "else let one thread wait for the other";
  }
  return "make both accesses to " + location(*run.asked.kernel, address) +
         " atomic (cuda::atomic_ref, relaxed) if any order of the two is right; else let one "
         "thread wait for the other";
}

// That of the answer, which stays; entries are copies.
const Trace* trace_of(const AnsweredTest& run, const RacingPair& pair) {
  const auto& races = run.answer.data_races;
  const auto race = std::ranges::find(races, pair, &AnsweredDataRace::pair);
  return race == races.end() ? nullptr : trace_of(*race);
}

// Whether both store the same, whatever else happens: then it makes no difference who comes last.
class SameValues {
 public:
  explicit SameValues(const Test& test) : test_(test) {}

  bool are_stored_by(const RacingPair& pair) {
    const Store* const first = store_at(pair.first_thread, pair.first);
    const Store* const second = store_at(pair.second_thread, pair.second);
    if (first == nullptr || second == nullptr) return false;
    const auto one = value_of(*first, pair.first_thread, pair.first);
    return one && one == value_of(*second, pair.second_thread, pair.second);
  }

 private:
  const Store* store_at(ThreadId thread, InstructionId at) const {
    return store_of(action_at(test_.program, thread, at));
  }

  // What the store writes in every execution that comes to it, if that is one value and known.
  std::optional<Value> value_of(const Store& store, ThreadId thread, InstructionId at) {
    if (const auto* const number = std::get_if<Value>(&store.value)) return *number;
    if (!values_) values_ = detail::pointer_values(test_.program);
    const auto known = values_->stored.find({thread, at});
    if (values_->gave_up || known == values_->stored.end()) return std::nullopt;
    return known->second.single();
  }

  const Test& test_;
  std::optional<detail::PointerValues> values_;
};

bool write_the_same(const AnsweredTest& run, const Group& group, SameValues& values) {
  return std::ranges::all_of(group.entries, [&](const DataRaceEntry& entry) {
    return std::ranges::all_of(entry.races, [&](const AnsweredDataRace& race) {
      return !differ_in_size(run, race.pair) && values.are_stored_by(race.pair);
    });
  });
}

// The accesses as they come in the trace, which ends with the second one.
std::pair<BugPlace, BugPlace> in_order(const Bug& bug) {
  std::pair<BugPlace, BugPlace> places{bug.places[0], bug.places[1]};
  if (bug.trace == nullptr || bug.trace->steps.empty()) return places;
  const TraceStep& last = bug.trace->steps.back();
  const bool turned =
      last.step.thread == places.first.thread && last.instruction == places.first.instruction;
  if (turned) std::swap(places.first, places.second);
  return places;
}

void add_atomics(std::optional<Remedy> atomics, const Bug& bug, Changes& changes) {
  if (!atomics) {
    changes.advice.clear();
  } else if (bug.kind == BugKind::same_value) {
    changes.likely.insert(changes.likely.begin(), *std::move(atomics));
  } else {
    changes.if_any_order = *std::move(atomics);
  }
}

Changes changes_of(const AnsweredTest& run, const DataRaceEntry& entry, const Bug& bug) {
  Changes changes;
  changes.advice = plain_advice(run, entry);
  const bool plain = are_plain(run.asked.test.program, entry.first().pair);
  if (!plain) {
    const auto [first, second] = in_order(bug);
    changes.likely = kernel_changes::by_completion(run, first, second);
    return changes;
  }
  if (is_read_only_load(run, entry.first().pair)) return changes;
  if (races_by_volatile(run.asked.test.program, entry.first().pair)) {
    changes.advice = way_without_volatile(run, entry.first().pair) +
                     ", if any order of the two is right; else let one thread wait for the other";
    return changes;
  }
  const auto [first, second] = in_order(bug);
  if (entry.first().details) {
    const std::string advice = std::move(changes.advice);
    changes = kernel_changes::by_rows(run, entry.first().details->rows, bug.places.back());
    changes.advice = advice;
  }
  if (auto wider = kernel_changes::by_scope(run, first, second)) {
    changes.likely.insert(changes.likely.begin(), *std::move(wider));
  }
  std::ranges::move(kernel_changes::by_barrier(run, first, second),
                    std::back_inserter(changes.likely));
  std::ranges::move(kernel_changes::by_store_buffering(run, first, second),
                    std::back_inserter(changes.likely));
  if (is_watched(run, entry.first().pair) || differ_in_size(run, entry.first().pair)) {
    return changes;
  }
  if (kernel_changes::between_turns(run, first, second)) {
    changes.advice = between_turns_advice;
    return changes;
  }
  add_atomics(kernel_changes::by_atomics(run, first, second), bug, changes);
  return changes;
}

Mendable bug_of(const AnsweredTest& run, const Group& group, SameValues& values) {
  const DataRaceEntry& entry = group.entries.front();
  const RacingPair& pair = entry.first().pair;
  const kernel::Watched* const watched = watched_by(run, pair);
  Bug bug{watched != nullptr ? BugKind::watched : BugKind::data_race,
          title_of(run, group),
          {},
          sentences_of(run, entry)};
  if (watched != nullptr) bug.rule = watched->question->rule.id;
  bug.places = {
      {pair.first_thread, pair.first, what_of(run, entry, pair.first_thread, pair.first)},
      {pair.second_thread, pair.second, what_of(run, entry, pair.second_thread, pair.second)}};
  bug.trace = trace_of(run, pair);
  if (bug.kind == BugKind::data_race && write_the_same(run, group, values)) {
    bug.kind = BugKind::same_value;
    bug.title += ": all write the same value";
    bug.sentences.emplace_back(
        "Whoever comes last, the value is the same. By PTX it is a race, and undefined behaviour "
        "in C++.");
  }
  Mendable one{std::move(bug)};
  if (std::holds_alternative<ChosenMachine>(run.asked.pairing.first)) {
    one.changes = [&run, entry, bug = one.bug, updates = updates_apart(run, group)] {
      Changes changes = changes_of(run, entry, bug);
      if (updates) {
        changes.if_any_order.clear();
        changes.advice =
            "do it in one atomic operation, such as atomicAdd or fetch_add: an atomic "
            "load and an atomic store lose updates; or let one thread wait for the "
            "other";
      }
      return changes;
    };
  }
  return one;
}

}  // namespace

std::vector<Mendable> race_bugs(const AnsweredTest& answered) {
  std::vector<Mendable> bugs;
  SameValues values(answered.asked.test);
  for (const Group& group : groups_of(answered)) bugs.push_back(bug_of(answered, group, values));
  // What makes no difference comes after what does.
  std::stable_partition(bugs.begin(), bugs.end(),
                        [](const Mendable& one) { return one.bug.kind != BugKind::same_value; });
  return bugs;
}

}  // namespace opexplore
