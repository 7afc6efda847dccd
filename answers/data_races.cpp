#include "answers/data_races.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "answers/places.hpp"
#include "answers/why/strength.hpp"
#include "explorer/data_races.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {

namespace {

// One of the two, with all that moral strength asks of it.
struct Side {
  ThreadId id = 0;
  const Thread* thread = nullptr;
  const MemoryAccess* access = nullptr;
};

Side side_of(const Program& program, ThreadId thread, InstructionId at) {
  return {thread, &program.threads[thread],
          memory_access(instruction_of(program, thread, at).action)};
}

bool is_strong(const MemoryAccess& access) { return access.order != Order::weak; }

void add_weak(const Side& first, const Side& second, std::vector<NotStrongReason>& reasons) {
  const bool one = !is_strong(*first.access), other = !is_strong(*second.access);
  if (first.id == second.id || (!one && !other)) return;
  const std::string who =
      one && other ? "both are" : thread_name(one ? first.id : second.id) + "'s is";
  reasons.push_back({NotStrong::weak, who + " weak"});
}

void add_scope(const Side& from, const Side& to, std::vector<NotStrongReason>& reasons) {
  if (from.id == to.id || !is_strong(*from.access)) return;
  if (from.access->scope >= common_scope(*from.thread, *to.thread)) return;
  reasons.push_back({NotStrong::scope, "scope " + std::string(to_string(from.access->scope)) +
                                           " of " + thread_name(from.id) + " does not include " +
                                           thread_name(to.id)});
}

void add_paths(const Program& program, const Side& first, const Side& second,
               std::vector<NotStrongReason>& reasons) {
  if (first.access->proxy != second.access->proxy) {
    reasons.push_back(
        {NotStrong::proxy, "one is through the " + std::string(to_string(first.access->proxy)) +
                               " proxy, the other through the " +
                               std::string(to_string(second.access->proxy)) + " proxy"});
  }
  const AddressId one = program.addresses[first.access->address].generic;
  const AddressId other = program.addresses[second.access->address].generic;
  if (one != other) {
    reasons.push_back({NotStrong::address, program.addresses[one].name + " and " +
                                               program.addresses[other].name +
                                               " are two names of one location"});
  }
}

std::vector<NotStrongReason> not_strong(const Program& program, const RacingPair& pair,
                                        bool with_proxies) {
  const Side first = side_of(program, pair.first_thread, pair.first);
  const Side second = side_of(program, pair.second_thread, pair.second);
  std::vector<NotStrongReason> reasons;
  add_weak(first, second, reasons);
  add_scope(first, second, reasons);
  add_scope(second, first, reasons);
  if (with_proxies) add_paths(program, first, second, reasons);
  // Where races are those of CUDA C++.
  if (reasons.empty()) reasons.push_back({NotStrong::weak, "a volatile access is no atomic one"});
  return reasons;
}

bool has_proxies(const TestAnswer& answer) {
  const MachineEntry* const machine = find_machine(answer.answered_by);
  const auto rules = machine != nullptr ? why_parts::rules_of(*machine, {})
                                        : why_parts::rules_of(answer.answered_by);
  return !rules || rules->proxies;
}

}  // namespace

std::string access_text(const Program& program, ThreadId thread, InstructionId at) {
  return place_text(program, thread, at) + ": `" + instruction_of(program, thread, at).text + '`';
}

std::string pair_text(const Test& test, const DataRaceEntry& entry) {
  const RacingPair& pair = entry.first().pair;
  return access_text(test.program, pair.first_thread, pair.first) + " and " +
         access_text(test.program, pair.second_thread, pair.second);
}

std::vector<DataRaceEntry> data_race_entries(const Test& test, const TestAnswer& answer) {
  const Program& program = test.program;
  std::vector<DataRaceEntry> entries;
  std::map<RacingPlaces, std::size_t> numbers;
  for (const AnsweredDataRace& race : answer.data_races) {
    const RacingPlaces places = racing_places(program, race.pair);
    // Tests that were made have no places: there each pair is told.
    const bool placed = std::get<0>(places) != 0;
    const auto [place, is_new] = numbers.try_emplace(places, entries.size());
    if (is_new || !placed) {
      const MemoryAccess& access =
          *side_of(program, race.pair.first_thread, race.pair.first).access;
      place->second = entries.size();
      entries.push_back({{},
                         program.locations[program.addresses[access.address].location].name,
                         not_strong(program, race.pair, has_proxies(answer)),
                         false});
    }
    DataRaceEntry& entry = entries[place->second];
    entry.races.push_back(race);
    entry.in_ending = entry.in_ending || race.in_ending;
  }
  return entries;
}

}  // namespace opexplore
