// The search whose states do not fit the memory of one process: levels are sorted runs, on disk or
// in memory (level_store.hpp), of all states or of those that one of several ranks owns.
//
// Counts, outcomes and the verdict are those of the search in one memory, whatever the number of
// ranks. What decides how the search goes on is known to all ranks, so that all do the same.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "explorer/limits.hpp"
#include "explorer/ranks.hpp"
#include "explorer/search/goal_directed.hpp"
#include "explorer/search/levels/batch.hpp"
#include "explorer/search/levels/ended_levels.hpp"
#include "explorer/search/levels/level_store.hpp"
#include "explorer/search/levels/manifest.hpp"
#include "explorer/search/levels/named_tally.hpp"
#include "explorer/search/levels/routes.hpp"
#include "explorer/search/orders.hpp"

namespace opexplore {
namespace {

const Ranks& ranks_of(const ExploreOptions& options, const Ranks& alone) {
  return options.large.ranks != nullptr ? *options.large.ranks : alone;
}

std::filesystem::path folder_of(const ExploreOptions& options, const SearchPlan& plan,
                                const Ranks& ranks) {
  if (!options.large.store) return {};
  std::string name = "search-" + std::to_string(plan.levels->number);
  if (ranks.count != 1) name += "-rank-" + std::to_string(ranks.rank);
  return *options.large.store / name;
}

// What is on its way has its share, too.
std::optional<std::uint64_t> store_memory(const ExploreOptions& options, const Ranks& ranks) {
  if (!options.max_memory || ranks.count == 1) return options.max_memory;
  return *options.max_memory - std::min(*options.max_memory / 4, Routes::usual_memory);
}

class LevelSearch {
 public:
  LevelSearch(const MakeSearched& make, const Test& test, const ExploreOptions& options,
              const SearchPlan& plan)
      : make_(make),
        test_(test),
        options_(options),
        plan_(plan),
        ranks_(ranks_of(options, alone_)),
        limits_(options),
        batch_(make),
        store_({folder_of(options, plan_, ranks_), store_memory(options, ranks_),
                plan_.levels->graded}),
        routes_(ranks_) {}

  Searched run() {
    open();
    while (incomplete_ == Incomplete::none && goes_on()) {
      depth_ = level_;
      if (!expand_level() || !end_level()) break;
      ++level_;
    }
    const bool stopped_at_verdict =
        incomplete_ == Incomplete::none && frontier_ != 0 && !must_go_elsewhere();
    EndedLevels ended{make_, test_, options_, plan_, ranks_, limits_, batch_, store_, found_};
    ended.depth = depth_;
    ended.incomplete = incomplete_;
    ended.storage_error = storage_error_;
    ended.stopped_at_verdict = stopped_at_verdict;
    ended.outgrown = must_go_elsewhere();
    ended.memory = store_.peak_memory() + routes_.peak_memory();
    return concluded(ended);
  }

 private:
  // What all ranks know at the end of a level: sums, or what one of them says.
  struct Shared {
    std::uint64_t frontier = 0, states = 0;
    bool decided = false, racy = false, outgrown = false;
    Incomplete incomplete = Incomplete::none;
  };

  bool must_go_elsewhere() const { return outgrown_ && !asks_for_verdict(options_); }

  // Whether the next level is to be expanded.
  bool goes_on() const {
    return frontier_ != 0 && !must_go_elsewhere() && !(options_.verdict_only && decided_);
  }

  // Begins with the initial state, or goes on behind the last level that all ranks have noted.
  void open() {
    std::string error;
    std::size_t levels = 0;
    try {
      levels = open_manifest();
    } catch (const std::runtime_error& failed) {
      error = failed.what();
    }
    const std::vector<std::string> all = from_all(ranks_, error);
    const auto failed = std::ranges::find_if(all, [](const auto& text) { return !text.empty(); });
    if (failed != all.end()) throw JournalError(*failed);
    for (const std::string& text : from_all(ranks_, std::to_string(levels))) {
      levels = std::min<std::size_t>(levels, std::stoull(text));
    }
    guarded([&] { levels == 0 ? insert_initial() : restore(levels); });
    agree_on_level();
  }

  std::size_t open_manifest() {
    if (!options_.large.store) return 0;
    if (plan_.levels->number == 0) require_search_folder(*options_.large.store);
    std::string question = plan_.levels->question;
    if (ranks_.count != 1) {
      question += "rank: " + std::to_string(ranks_.rank) + " of " + std::to_string(ranks_.count);
      question += '\n';
    }
    manifest_.emplace(folder_of(options_, plan_, ranks_), question, options_.large.resume);
    return manifest_->levels();
  }

  // Storage that fails ends the search; the other ranks hear of it in the next round.
  template <class Work>
  void guarded(const Work& work) {
    if (incomplete_ == Incomplete::none) reading(work);
  }

  template <class Work>
  void reading(const Work& work) {
    try {
      work();
    } catch (const StorageError& error) {
      fail(error.what());
    } catch (const JournalError& error) {
      fail(error.what());
    }
  }

  void fail(const std::string& words) {
    incomplete_ = Incomplete::storage;
    storage_error_ = words;
  }

  void insert_initial() {
    const std::string& initial = batch_.machine().initial;
    const std::uint64_t hash = hash_bytes(initial);
    if (routes_.owner(hash) == ranks_.rank) store_.insert({initial, hash});
    store_.end_level();
    note();
  }

  void restore(std::size_t levels) {
    for (std::size_t number = 0; number != levels; ++number) {
      store_.take_level(manifest_->level(number).run);
    }
    found_ = manifest_->level(levels - 1).before;
    level_ = static_cast<std::uint32_t>(levels - 1);
    depth_ = level_ == 0 ? 0 : level_ - 1;
  }

  // What lies on disk is noted before it is expanded.
  void note() {
    if (!manifest_) return;
    const std::size_t number = store_.levels().size() - 1;
    manifest_->note(number, store_.levels()[number], found_);
  }

  // The frontier of this rank; what has come to it from all goes into the next level.
  bool expand_level() {
    std::optional<LevelReader> run;
    guarded([&] { run.emplace(store_.read(level_)); });
    if (level_ == 0 && !batch_.machine().leads_on) run.reset();
    RoundEnd all{.more = true};
    while (all.more && all.incomplete == Incomplete::none) {
      guarded([&] { expand_some(run); });
      const bool more = incomplete_ == Incomplete::none && run && !run->at_end();
      if (ranks_.count == 1) {
        all = {more, incomplete_};
        continue;
      }
      all = routes_.exchange({more, incomplete_},
                             [&](std::span<const FoundState> arrived) { take_all(arrived); });
    }
    if (all.incomplete == Incomplete::none) return true;
    incomplete_ = std::max(incomplete_, all.incomplete);
    look_at_rest(run, level_);
    return false;
  }

  // Until a round is due, or the level is at its end.
  void expand_some(std::optional<LevelReader>& run) {
    while (run && !run->at_end() && !routes_.is_full()) {
      if (limits_.poll(progress())) {
        incomplete_ = limits_.reason();
        return;
      }
      batch_.fill(*run);
      Tally tally;
      batch_.expand(tally, [&](const Candidates& candidates) {
        route(candidates);
        return true;
      });
      transitions_ += tally.transitions;
      found_.add(std::move(tally), level_,
                 [&](Position position) { return batch_.states().bytes_at(position); });
      if (incomplete_ != Incomplete::none) return;
    }
  }

  void route(const Candidates& candidates) {
    own_.clear();
    for (const Candidates::Entry& entry : candidates.entries()) {
      const unsigned owner = routes_.owner(entry.hash);
      const FoundState state{candidates.bytes_of(entry), entry.hash,
                             batch_.mark(entry.predecessor)};
      if (owner == ranks_.rank) {
        own_.push_back(state);
      } else {
        routes_.prefetch(entry.hash);
        others_.push_back({owner, state});
      }
    }
    for (const Leaving& leaving : others_) routes_.prefetch_state(leaving);
    for (const Leaving& leaving : others_) routes_.send(leaving);
    others_.clear();
    take_all(own_);
  }

  // What is read for each is on its way from memory before the first is looked at.
  void take_all(std::span<const FoundState> states) {
    for (const FoundState& state : states) store_.prefetch(state.hash);
    for (const FoundState& state : states) store_.prefetch_state(state.hash);
    guarded([&] {
      for (const FoundState& state : states) {
        if (store_.insert(state)) continue;
        incomplete_ = Incomplete::memory;
        return;
      }
    });
  }

  // After a limit: final states that were not expanded count as well.
  void look_at_rest(std::optional<LevelReader>& run, std::uint32_t level) {
    if (incomplete_ == Incomplete::storage || !run) return;
    reading([&] {
      while (!run->at_end()) {
        batch_.fill(*run);
        Tally tally;
        batch_.look_at(tally);
        found_.add(std::move(tally), level,
                   [&](Position position) { return batch_.states().bytes_at(position); });
      }
    });
  }

  // What has been found is the next level.
  bool end_level() {
    guarded([&] {
      if (!store_.end_level()) {
        incomplete_ = Incomplete::memory;
      } else {
        note();
      }
    });
    agree_on_level();
    if (incomplete_ == Incomplete::states) {
      std::optional<LevelReader> run;
      reading([&] { run.emplace(store_.read(level_ + 1)); });
      look_at_rest(run, level_ + 1);
    }
    return incomplete_ == Incomplete::none;
  }

  void agree_on_level() {
    Shared mine;
    mine.frontier = store_.levels().empty() ? 0 : store_.levels().back().states;
    for (const Run& run : store_.levels()) mine.states += run.states;
    mine.racy = found_.tally.racy_states != 0;
    mine.outgrown = found_.tally.outgrown;
    mine.decided = options_.verdict_only && is_decided(test_, found_.tally);
    mine.incomplete = incomplete_;
    std::string bytes;
    for (const std::uint64_t part :
         {mine.frontier, mine.states, std::uint64_t{mine.racy}, std::uint64_t{mine.outgrown},
          std::uint64_t{mine.decided}, static_cast<std::uint64_t>(mine.incomplete)}) {
      put_unsigned(bytes, part);
    }
    Shared all;
    for (const std::string& theirs : from_all(ranks_, bytes)) {
      ByteReader reader(theirs);
      all.frontier += reader.get_unsigned();
      all.states += reader.get_unsigned();
      all.racy = reader.get_unsigned() != 0 || all.racy;
      all.outgrown = reader.get_unsigned() != 0 || all.outgrown;
      all.decided = reader.get_unsigned() != 0 || all.decided;
      all.incomplete = std::max(all.incomplete, static_cast<Incomplete>(reader.get_unsigned()));
    }
    frontier_ = all.frontier;
    states_ = all.states;
    outgrown_ = all.outgrown;
    decided_ = decides(all);
    incomplete_ = all.incomplete;
    if (incomplete_ == Incomplete::none && options_.max_states && states_ > *options_.max_states) {
      incomplete_ = Incomplete::states;
    }
  }

  bool decides(const Shared& all) const {
    return batch_.machine().decided_by_races(all.racy).value_or(all.decided);
  }

  Progress progress() const { return {level_, transitions_, states_, frontier_, 0}; }

  const MakeSearched& make_;
  const Test& test_;
  const ExploreOptions& options_;
  const SearchPlan& plan_;
  Ranks alone_{0, 1, [](std::vector<std::string> bytes) { return bytes; }};
  const Ranks& ranks_;
  Limits limits_;
  Batch batch_;
  LevelStore store_;
  Routes routes_;
  std::vector<FoundState> own_;  // candidates that need not travel
  std::vector<Leaving> others_;  // and those that do
  std::optional<Manifest> manifest_;
  NamedTally found_;                         // of this rank
  std::uint32_t level_ = 0;                  // the one to expand
  std::uint32_t depth_ = 0;                  // the last one that was
  std::uint64_t frontier_ = 0, states_ = 0;  // of all ranks
  std::uint64_t transitions_ = 0;
  bool outgrown_ = false, decided_ = false;
  Incomplete incomplete_ = Incomplete::none;
  std::string storage_error_;
};

}  // namespace

Searched by_stored_levels(const MakeSearched& make, const Test& test, const ExploreOptions& options,
                          const SearchPlan& plan) {
  return LevelSearch(make, test, options, plan).run();
}

}  // namespace opexplore
