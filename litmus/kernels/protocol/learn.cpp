#include "litmus/kernels/protocol/learn.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "litmus/kernels/protocol/alike.hpp"
#include "litmus/kernels/protocol/classes.hpp"
#include "litmus/kernels/protocol/early_stores.hpp"
#include "litmus/kernels/protocol/guesses.hpp"
#include "litmus/kernels/protocol/programs.hpp"
#include "litmus/kernels/protocol/recording.hpp"
#include "litmus/kernels/whole/block_run.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

namespace {

// Some minutes.
constexpr std::uint64_t most_run_instructions = 200'000'000;
constexpr std::uint32_t most_block_runs = 1024;
constexpr std::uint64_t most_threads_learnt = 1U << 15U;
constexpr std::size_t most_search_rounds = 24;
constexpr std::size_t most_location_bytes = 4 * Memory::most_learnt_elements;
constexpr const char* reads_too_much = "too much depends on what threads read of others";

/// A run of a block that is wished for: what its threads read there, and beside it the value that
/// one of them reads where that was not known.
struct Wish {
  std::uint32_t block = 0;
  Choices choices = {};
  std::optional<ThreadPosition> place = {};
  /// That value is of a location that can be looked at by itself: other threads may read others of
  /// those in the same run, since who reads what there changes nothing for anybody else.
  bool stands_alone = false;
};

class Learning {
 public:
  Learning(Surroundings& around, const LaunchedExecutor& first, Locations& locations)
      : around_(around), first_(first), locations_(locations) {
    const std::uint64_t threads = size(first.executor.threads_per_block);
    const std::uint64_t blocks = size(first.executor.blocks);
    if (blocks * threads > most_threads_learnt) {
      throw LeftOpen{"the launch has more than " + std::to_string(most_threads_learnt) +
                     " threads, and some read what others write"};
    }
    blocks_.assign(blocks, Behaviour(static_cast<std::uint32_t>(threads)));
  }

  Protocol learn(const EndsOf& ends_of) {
    try {
      return learn_all(ends_of);
    } catch (const LeftOpen&) {
      if (!racing_) throw;
      return *std::move(racing_);
    }
  }

 private:
  Protocol learn_all(const EndsOf& ends_of) {
    const std::size_t known = locations_.size();
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) run(block, {});
    if (!waits_) {
      take(guessed_tickets(blocks_, around_.memory));
      take_results();
    }
    std::size_t rounds = 0;
    do {
      add_clashes();
      if (locations_.size() != known) throw LocationsLearnt{};
      if (++rounds > most_search_rounds) throw LeftOpen{reads_too_much};
    } while (goes_on(ends_of));
    if (waits_) throw LeftOpen{"a thread waits for what nobody writes"};
    objects_.require_unwritten(around_.memory);
    require_known_dependencies(Extract(blocks_, {}));
    return settled(ends_of);
  }

  void run(std::uint32_t block, const Choices& choices) {
    LaunchState launch{.around = around_, .first = first_.executor, .entry = *first_.entry};
    launch.known = std::move(known_);
    launch.paths = std::move(paths_);
    Recording recording(around_, blocks_[block], locations_, own_, block, runs_++, choices);
    launch.recording = &recording;
    run_block(launch, block);
    waits_ = waits_ || launch.waits;
    known_ = std::move(launch.known);
    paths_ = std::move(launch.paths);
    objects_.add(launch.objects);
    result_.prints = result_.prints || launch.run.prints;
    result_.instructions += launch.run.instructions;
    for (std::uint16_t object = 0; object < around_.memory.objects(); ++object) {
      if (launch.run.contents.is_read_at_start(object)) result_.read_at_start.insert(object);
    }
    if (result_.instructions > most_run_instructions || runs_ > most_block_runs) {
      throw LeftOpen{reads_too_much};
    }
  }

  void add_clashes() {
    for (const auto& [object, cell] : own_.clashes(blocks_)) {
      locations_.add(around_.memory.key_of(object), cell * OwnTouches::cell_bytes,
                     OwnTouches::cell_bytes);
    }
    if (locations_.size() > most_location_bytes) {
      throw LeftOpen{"threads share more than " + std::to_string(most_location_bytes) +
                     " bytes of memory"};
    }
  }

  /// What is told of the protocol when nothing of some locations is looked at.
  Classes classes_without(const Extract& extract) const {
    std::vector<Speaker> speakers = speakers_of(extract);
    if (speakers.size() <= max_threads) {
      Classes classes = classes_of(extract, std::move(speakers));
      if (classes.speakers.size() <= max_threads) return classes;
    }
    throw LeftOpen{"more than " + std::to_string(max_threads) +
                   " threads access what others write"};
  }

  AddressId probe() {
    Object object;
    object.name = "probe";
    object.width = 8;
    object.count = 1;
    object.hidden = true;
    const std::uint16_t number = around_.memory.object("probe", object);
    return std::get<AddressId>(around_.memory.element({number, 0, 8}, true, {around_.source, {}}));
  }

  std::size_t known_places() const {
    std::size_t result = 0;
    for (const Behaviour& block : blocks_) {
      result += block.meetings();
      for (std::uint32_t i = 0; i < block.threads(); ++i) result += block.positions(i).size();
    }
    return result;
  }

  /// Looks at what cannot be left out, and then at each location of the others with that. False if
  /// nobody comes to anything new.
  bool goes_on(const EndsOf& ends_of) {
    const std::set<AddressId> apart = separable_locations(blocks_);
    const Extract rest(blocks_, apart);
    const AlikeLocations alike(rest, around_.memory);
    bool comes = find_frontier(
        rest, ends_of, [&](const Frontier& frontier, Value value) { wish(frontier, value, rest); });
    if (!comes) {
      for (const std::vector<AddressId>& group : alike.groups()) {
        const auto wish_all = [&](const Frontier& frontier, Value value) {
          wish(frontier, value, rest);
          for (std::size_t i = 1; i < group.size(); ++i) {
            wish_alike(alike, group[0], group[i], frontier, value, rest);
          }
        };
        comes = find_frontier(without(apart, group.front()), ends_of, wish_all) || comes;
      }
    }
    const std::size_t before = known_places();
    run_wishes();
    if (comes && known_places() == before) {
      throw LeftOpen{"what threads of a block do together is not known"};
    }
    return comes;
  }

  Extract without(std::set<AddressId> locations, AddressId but) const {
    locations.erase(but);
    return Extract(blocks_, std::move(locations));
  }

  /// What the frontier of one location is of another one of its group; a choice of a thread that
  /// does not access the one is none of the other.
  void wish_alike(const AlikeLocations& alike, AddressId first, AddressId other, Frontier frontier,
                  Value value, const Extract& rest) {
    for (ThreadPosition& place : frontier.places) {
      const auto thread = alike.thread(first, other, {frontier.block, place.thread});
      if (!thread && frontier.choice) return;
      place.thread = thread.value_or(place.thread);
    }
    wish(frontier, alike.value(first, other, value).value_or(value), rest);
  }

  /// Calls `use` with each frontier that the search has found that threads come to, and the value
  /// that they read there. False if there is none.
  template <class F>
  bool find_frontier(const Extract& extract, const EndsOf& ends_of, F&& use) {
    around_.launch.deadline.check();
    const Classes classes = classes_without(extract);
    if (!comes_to_frontier(extract, classes, ends_of)) return false;
    const Programs probing = probing_programs(around_, extract, classes, probe());
    const auto told =
        ends_of(protocol(classes, probing.codes), {LocationTerm{probe()}}, SearchWish{});
    if (!told) throw LeftOpen{"the search for what threads may read came to no end"};
    bool comes = false;
    for (const auto& outcome : told->outcomes) {
      const Value value = outcome.front();
      if (value == 0) continue;
      comes = true;
      use(probing.frontier.at(frontier_of(value)), value_of(value));
    }
    return comes;
  }

  void wish(const Frontier& frontier, Value value, const Extract& rest) {
    if (frontier.choice) {
      for (const ThreadPosition& place : frontier.places) wish(frontier.block, place, value, rest);
      return;
    }
    Wish wished{.block = frontier.block};
    for (const ThreadPosition& place : frontier.places) {
      blocks_[frontier.block].add_choices(place, wished.choices);
    }
    wishes_.push_back(std::move(wished));
  }

  /// That the thread reads the value there, if it does not yet.
  void wish(std::uint32_t block, const ThreadPosition& place, Value value, const Extract& rest) {
    const Behaviour& behaviour = blocks_[block];
    if (behaviour.at(place).next.contains(value)) return;
    const bool alone = rest.is_left_out({block, place.thread}, behaviour.at(place));
    Wish wished{.block = block, .choices = {}, .place = place, .stands_alone = alone};
    behaviour.add_choices(place, wished.choices);
    wished.choices[place] = value;
    wishes_.push_back(std::move(wished));
  }

  /// Runs blocks as is wished, as seldom as can be.
  void run_wishes() {
    std::vector<Wish> wishes = std::exchange(wishes_, {});
    while (!wishes.empty()) {
      Wish first = std::move(wishes.front());
      std::vector<Wish> later;
      for (Wish& other : std::span(wishes).subspan(1)) {
        if (first.stands_alone && other.stands_alone && agree(first, other)) {
          first.choices.merge(other.choices);
        } else {
          later.push_back(std::move(other));
        }
      }
      wishes = std::move(later);
      const bool known = !first.stands_alone && first.place && is_known(first);
      if (!known) run(first.block, first.choices);
    }
  }

  bool is_known(const Wish& wish) const {
    const Value value = wish.choices.at(*wish.place);
    return blocks_[wish.block].at(*wish.place).next.contains(value);
  }

  static bool agree(const Wish& one, const Wish& other) {
    return one.block == other.block && std::ranges::all_of(other.choices, [&](const auto& choice) {
             const auto found = one.choices.find(choice.first);
             return found == one.choices.end() || found->second == choice.second;
           });
  }

  /// Whether threads come to a frontier, or that is not found out: that they do not is found out
  /// sooner than to which ones they do.
  bool comes_to_frontier(const Extract& extract, const Classes& classes, const EndsOf& ends_of) {
    const Programs probing = probing_programs(around_, extract, classes, std::nullopt);
    if (probing.comes.empty()) return false;
    const Protocol programs = protocol(classes, probing.codes);
    const std::vector<Observable> comes(probing.comes.begin(), probing.comes.end());
    // A search that looks for races passes over what only they can do.
    auto told = ends_of(programs, comes, {.races = true, .briefly = true});
    if (told && told->races && !racing_ && !assumes_values(extract)) {
      racing_ = programs;
      racing_->in_part = true;
    }
    if (!told || told->races) told = ends_of(programs, comes, {.briefly = true});
    if (!told) return true;
    const auto is_none = [](const std::vector<Value>& outcome) {
      return std::ranges::all_of(outcome, [](Value value) { return value == 0; });
    };
    return !std::ranges::all_of(told->outcomes, is_none);
  }

  /// Whether some thread goes on from what it reads of a location that is left out.
  bool assumes_values(const Extract& extract) const {
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
      for (std::uint32_t thread = 0; thread < blocks_[block].threads(); ++thread) {
        const bool assumes =
            std::ranges::any_of(blocks_[block].positions(thread), [&](const Position& position) {
              return !position.next.empty() && extract.is_left_out({block, thread}, position);
            });
        if (assumes) return true;
      }
    }
    return false;
  }

  /// The programs without locations that nobody races for and that end in one value.
  Protocol settled(const EndsOf& ends_of) {
    const std::set<AddressId> apart = separable_locations(blocks_);
    std::set<AddressId> left_out;
    std::map<AddressId, Value> values;
    const AlikeLocations alike(Extract(blocks_, apart), around_.memory);
    for (const std::vector<AddressId>& group : alike.groups()) {
      around_.launch.deadline.check();
      const AddressId first = group.front();
      const Extract extract = without(apart, first);
      const Classes classes = classes_without(extract);
      const auto ends = ends_of(protocol(classes, programs_of(around_, extract, classes).codes),
                                {LocationTerm{first}}, {.races = true});
      if (!ends || ends->races || ends->outcomes.size() != 1) continue;
      const Value value = ends->outcomes.front().front();
      for (const AddressId one : group) {
        left_out.insert(one);
        values.emplace(one, alike.value(first, one, value).value_or(value));
      }
    }
    const Extract rest(blocks_, left_out);
    const Classes classes = classes_without(rest);
    Protocol result = protocol(classes, programs_of(around_, rest, classes).codes);
    result.settled = std::move(values);
    return result;
  }

  void take(const std::vector<Guess>& guesses) {
    const Extract rest(blocks_, separable_locations(blocks_));
    for (const Guess& guess : guesses) wish(guess.block, guess.place, guess.value, rest);
    run_wishes();
  }

  /// One result may be the reason for another one.
  void take_results() {
    std::size_t before = 0;
    do {
      before = known_places();
      take(guessed_results(blocks_));
    } while (known_places() != before);
  }

  Protocol protocol(const Classes& classes, std::vector<ThreadCode> codes) const {
    Protocol made = result_;
    made.codes = std::move(codes);
    std::vector<Speaker> speakers = classes.speakers;
    if (speakers.empty()) {  // all is settled
      speakers.emplace_back();
      made.codes.emplace_back();
    }
    for (const Speaker& speaker : speakers) {
      LaunchedExecutor launched = first_;
      launched.executor = executor_in(first_.executor, speaker.block, speaker.thread);
      launched.executor.cta = speaker.block;
      launched.executor.number = static_cast<ThreadId>(made.threads.size());
      made.threads.push_back(std::move(launched));
    }
    return made;
  }

  Surroundings& around_;
  const LaunchedExecutor& first_;
  Locations& locations_;
  std::vector<Behaviour> blocks_;
  OwnTouches own_;
  KnownStatements known_;
  Paths paths_;
  AccessedObjects objects_;
  std::vector<Wish> wishes_;
  std::optional<Protocol> racing_;  // see Protocol::in_part
  std::uint32_t runs_ = 0;
  bool waits_ = false;  // a thread, for what nobody of its block writes
  Protocol result_;     // its threads and programs apart
};

}  // namespace

Protocol learn_protocol(Surroundings& around, const LaunchedExecutor& first, Locations& locations,
                        const EndsOf& ends_of) {
  return Learning(around, first, locations).learn(ends_of);
}

}  // namespace opexplore::kernel
