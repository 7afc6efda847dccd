#include "answers/data_races.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "answers/places.hpp"
#include "explorer/analyses/data_races.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/synchronisation.hpp"
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

using Whose = NotStrongReason::Whose;

void add_weak(const Side& first, const Side& second, std::vector<NotStrongReason>& reasons) {
  const bool one = !is_strong(*first.access), other = !is_strong(*second.access);
  if (first.id == second.id || (!one && !other)) return;
  const Whose whose = one && other ? Whose::both : one ? Whose::first : Whose::second;
  reasons.push_back({NotStrong::weak, whose});
}

bool lacks_scope(const Side& from, const Side& to) {
  return from.id != to.id && is_strong(*from.access) &&
         from.access->scope < common_scope(*from.thread, *to.thread);
}

std::vector<NotStrongReason> not_strong(const Program& program, const RacingPair& pair,
                                        bool with_proxies) {
  const Side first = side_of(program, pair.first_thread, pair.first);
  const Side second = side_of(program, pair.second_thread, pair.second);
  std::vector<NotStrongReason> reasons;
  add_weak(first, second, reasons);
  if (lacks_scope(first, second)) reasons.push_back({NotStrong::scope, Whose::first});
  if (lacks_scope(second, first)) reasons.push_back({NotStrong::scope, Whose::second});
  if (with_proxies && first.access->proxy != second.access->proxy) {
    reasons.push_back({NotStrong::proxy});
  }
  const auto generic = [&](const Side& side) {
    return program.addresses[side.access->address].generic;
  };
  if (with_proxies && generic(first) != generic(second)) reasons.push_back({NotStrong::address});
  if (reasons.empty()) reasons.push_back({NotStrong::no_atomic});
  return reasons;
}

bool has_proxies(const Answer& answer) {
  const MachineEntry* const machine = find_machine(answer.answered_by);
  return machine == nullptr || machine->synchronisation == nullptr ||
         machine->synchronisation({}).proxies;
}

}  // namespace

std::string reason_text(const Program& program, const RacingPair& pair,
                        const NotStrongReason& reason) {
  Side from = side_of(program, pair.first_thread, pair.first);
  Side to = side_of(program, pair.second_thread, pair.second);
  if (reason.whose == Whose::second) std::swap(from, to);
  const auto name = [&](const Side& side) {
    return program.addresses[program.addresses[side.access->address].generic].name;
  };
  switch (reason.what) {
    case NotStrong::weak:
      return reason.whose == Whose::both ? "both are weak" : thread_name(from.id) + "'s is weak";
    case NotStrong::scope:
      return "scope " + std::string(to_string(from.access->scope)) + " of " + thread_name(from.id) +
             " does not include " + thread_name(to.id);
    case NotStrong::proxy:
      return "one is through the " + std::string(to_string(from.access->proxy)) +
             " proxy, the other through the " + std::string(to_string(to.access->proxy)) + " proxy";
    case NotStrong::address:
      return name(from) + " and " + name(to) + " are two names of one location";
    case NotStrong::no_atomic:
      return "a volatile access is no atomic one";
  }
  return {};
}

std::string access_text(const Program& program, ThreadId thread, InstructionId at) {
  return place_text(program, thread, at) + ": `" + instruction_of(program, thread, at).text + '`';
}

std::string pair_text(const Test& test, const DataRaceEntry& entry) {
  const RacingPair& pair = entry.first().pair;
  return access_text(test.program, pair.first_thread, pair.first) + " and " +
         access_text(test.program, pair.second_thread, pair.second);
}

std::vector<DataRaceEntry> data_race_entries(const Test& test, const Answer& answer) {
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
