#include "answers/data_races.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "answers/places.hpp"
#include "answers/racing_access.hpp"
#include "explorer/analyses/data_races.hpp"
#include "opmodel/synchronisation.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {

namespace {

// One of the two, with all that moral strength asks of it.
struct Side {
  ThreadId id = 0;
  const Thread* thread = nullptr;
  RacingAccess access;
};

struct Sides {
  Side first;
  Side second;
};

Sides sides_of(const Program& program, const RacingPair& pair) {
  const RacingAccesses accesses = racing_accesses(program, pair);
  return {{pair.first_thread, &program.threads[pair.first_thread], accesses.first},
          {pair.second_thread, &program.threads[pair.second_thread], accesses.second}};
}

bool is_strong(const RacingAccess& access) { return access.order != Order::weak; }

using Whose = NotStrongReason::Whose;

Whose whose(bool first, bool second) {
  return first && second ? Whose::both : first ? Whose::first : Whose::second;
}

// In one thread accesses are in program order, or there are none of operations' own.
void add_weak(const Side& first, const Side& second, std::vector<NotStrongReason>& reasons) {
  if (first.id == second.id) {
    const bool one = first.access.apart, other = second.access.apart;
    if (one || other) reasons.push_back({NotStrong::apart, whose(one, other)});
    return;
  }
  const bool one = !is_strong(first.access), other = !is_strong(second.access);
  if (one || other) reasons.push_back({NotStrong::weak, whose(one, other)});
}

bool lacks_scope(const Side& from, const Side& to) {
  return from.id != to.id && is_strong(from.access) &&
         from.access.scope < common_scope(*from.thread, *to.thread);
}

std::vector<NotStrongReason> not_strong(const Program& program, const RacingPair& pair,
                                        bool with_proxies) {
  const auto [first, second] = sides_of(program, pair);
  std::vector<NotStrongReason> reasons;
  add_weak(first, second, reasons);
  if (lacks_scope(first, second)) reasons.push_back({NotStrong::scope, Whose::first});
  if (lacks_scope(second, first)) reasons.push_back({NotStrong::scope, Whose::second});
  if (with_proxies && first.access.proxy != second.access.proxy) {
    reasons.push_back({NotStrong::proxy});
  }
  const auto generic = [&](const Side& side) {
    return program.addresses[side.access.address].generic;
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
  auto [from, to] = sides_of(program, pair);
  if (reason.whose == Whose::second) std::swap(from, to);
  const auto name = [&](const Side& side) {
    return program.addresses[program.addresses[side.access.address].generic].name;
  };
  switch (reason.what) {
    case NotStrong::weak:
      return reason.whose == Whose::both ? "both are weak" : thread_name(from.id) + "'s is weak";
    case NotStrong::scope:
      return "scope " + std::string(to_string(from.access.scope)) + " of " + thread_name(from.id) +
             " does not include " + thread_name(to.id);
    case NotStrong::proxy:
      return "one is through the " + std::string(from.access.proxy) +
             " proxy, the other through the " + std::string(to.access.proxy) + " proxy";
    case NotStrong::address:
      return name(from) + " and " + name(to) + " are two names of one location";
    case NotStrong::apart:
      return reason.whose == Whose::both ? "both go on by themselves, in no program order"
                                         : "one goes on by itself, not in program order";
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
      const AddressId address = racing_address(program, race.pair);
      place->second = entries.size();
      entries.push_back({{},
                         program.locations[program.addresses[address].location].name,
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
