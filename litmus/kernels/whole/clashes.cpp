#include "litmus/kernels/whole/clashes.hpp"

#include <algorithm>
#include <string>

#include "litmus/kernels/protocol/recording.hpp"

namespace opexplore::kernel {

namespace {

// Of one kind each; so many tell what is wrong.
constexpr std::size_t most_races = 8;

bool is_known_race(const LaunchRun& run, const WholeRace& race) {
  return std::ranges::any_of(run.races, [&](const WholeRace& known) {
    return known.earlier.statement == race.earlier.statement &&
           known.later.statement == race.later.statement;
  });
}

void note_clash(LaunchState& launch, std::uint16_t object, const Touch& touch,
                const Footprints::Found& found) {
  if (found.clash == Clash::none) return;
  if (found.clash == Clash::open) {
    throw LeftOpen{"what comes of it depends on whether line " +
                       std::to_string(found.earlier.statement->place.line) +
                       " of another thread is first",
                   touch.statement};
  }
  WholeRace race{found.earlier, touch, object};
  LaunchRun& run = launch.run;
  if (run.races.size() == most_races || is_known_race(run, race)) return;
  const Element element{object, touch.offset, touch.width};
  const Memory& memory = launch.around.memory;
  race.initial = found.earlier.kind == TouchKind::load
                     ? run.contents.load(memory, element, memory.is_float(element))
                     : run.contents.before_last_store(element);
  run.races.push_back(race);
}

}  // namespace

void note_access(LaunchState& launch, const Clocks& clocks, std::uint16_t object,
                 const Touch& touch) {
  const Footprints::Found found = launch.footprints.add(object, touch, clocks);
  if (launch.recording == nullptr) return note_clash(launch, object, touch, found);
  launch.recording->note_own(object, touch);
  if (found.clash == Clash::none) return;
  launch.recording->make_location(object, found.earlier);
  launch.recording->make_location(object, touch);
}

void note_access(LaunchState& launch, const Clocks& clocks, std::uint16_t object,
                 const Touch& touch, const WarpgroupKnown& known) {
  const Footprints::Found found = launch.footprints.add(object, touch, clocks, &known.all);
  if (found.clash == Clash::race && Footprints::is_known(found.earlier, touch, known.some)) {
    throw LeftOpen{"only some threads of the warpgroup know that line " +
                       std::to_string(found.earlier.statement->place.line) + " is before it",
                   touch.statement, true};
  }
  note_clash(launch, object, touch, found);
}

}  // namespace opexplore::kernel
