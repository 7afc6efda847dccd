#include "explorer/search/levels/level_store.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

#include "explorer/store/hash.hpp"

namespace opexplore {
namespace {

// A table of so many bytes is fast enough; what it saves beyond is little.
constexpr std::uint64_t most_table_memory = std::uint64_t{1} << 30U;
constexpr std::uint64_t least_table_memory = 16'384;

constexpr std::size_t most_block_bytes = std::size_t{1} << 17U, least_block_bytes = 1'024;

// So many runs are merged at a time: each needs a block in memory.
constexpr std::size_t most_merged = 64;

// Of the memory, what the table takes: the keys that it is sorted by are beside it, and runs that
// lie in memory.
std::uint64_t table_share(const LevelStore::Settings& settings) {
  if (!settings.memory) return most_table_memory;
  const std::uint64_t share =
      settings.folder.empty() ? *settings.memory / 4 : *settings.memory / 20 * 11;
  return std::clamp(share, least_table_memory, most_table_memory);
}

// What the table of all states takes, while there is one. What is in it needs no run beside it.
std::uint64_t whole_share(const std::optional<std::uint64_t>& memory) {
  return memory ? std::max(*memory / 2, least_table_memory) : most_table_memory;
}

std::size_t block_share(const std::optional<std::uint64_t>& memory) {
  if (!memory) return most_block_bytes;
  return std::clamp<std::size_t>(*memory / 2'048, least_block_bytes, most_block_bytes);
}

// A state of a table: its first bytes that differ from those of others, and where it lies.
struct Key {
  std::uint64_t bytes;
  StateTable::Place place;
};

// How many bytes all states of a level begin with.
std::size_t same_begin(StateTable::Cursor states) {
  const std::string_view first = states.state();
  std::size_t same = first.size();
  for (; !states.at_end(); states.next()) {
    const std::string_view state = states.state();
    if (state.size() < same) same = state.size();
    if (state.substr(0, same) == first.substr(0, same)) continue;
    std::size_t place = 0;
    while (state[place] == first[place]) ++place;
    same = place;
  }
  return same;
}

// In order: by the first bytes in which not all agree; those of the states decide where these are
// the same.
std::vector<Key> sorted_keys(const StateTable& table, std::size_t level) {
  std::vector<Key> keys;
  StateTable::Cursor states = table.level(level);
  if (states.at_end()) return keys;
  keys.reserve(table.states_of(level));
  const std::size_t same = same_begin(states);
  for (; !states.at_end(); states.next()) {
    keys.push_back({key_of(states.state().substr(same)), states.place()});
  }
  std::ranges::sort(keys, [&](const Key& left, const Key& right) {
    if (left.bytes != right.bytes) return left.bytes < right.bytes;
    return table.bytes_at(left.place) < table.bytes_at(right.place);
  });
  return keys;
}

// Different states of several runs, in order.
class Merge {
 public:
  Merge(BlockPacker& packer, const std::vector<Run>& runs) {
    for (const Run& run : runs) {
      readers_.push_back(std::make_unique<RunReader>(packer, run));
      if (readers_.back()->at_end()) readers_.pop_back();
    }
    std::ranges::make_heap(readers_, is_behind);
  }

  bool at_end() const { return readers_.empty(); }
  std::string_view state() const { return readers_.front()->state(); }
  KeyedState keyed() const { return readers_.front()->keyed(); }

  // Goes on behind this state in all runs.
  void next() {
    if (readers_.size() == 1) return next_of_last();
    last_ = state();
    do {
      std::ranges::pop_heap(readers_, is_behind);
      readers_.back()->next();
      if (readers_.back()->at_end()) {
        readers_.pop_back();
      } else {
        std::ranges::push_heap(readers_, is_behind);
      }
    } while (!at_end() && state() == last_);
  }

 private:
  using Reader = std::unique_ptr<RunReader>;

  void next_of_last() {
    readers_.front()->next();
    if (readers_.front()->at_end()) readers_.clear();
  }

  static bool is_behind(const Reader& left, const Reader& right) {
    return right->keyed() < left->keyed();
  }

  std::vector<Reader> readers_;  // a heap, the least state in front
  std::string last_;
};

// The states of several runs, asked for in increasing order.
class Known {
 public:
  Known(BlockPacker& packer, const std::vector<Run>& runs) {
    for (const Run& run : runs) {
      auto reader = std::make_unique<RunReader>(packer, run);
      if (reader->at_end()) continue;
      heads_.push_back(reader->keyed().key);
      readers_.push_back(std::move(reader));
    }
  }

  bool contains(const KeyedState& state) {
    bool found = false;
    for (std::size_t i = 0; i < heads_.size(); ++i) {
      if (heads_[i] <= state.key && reaches(i, state)) found = true;
    }
    return found;
  }

 private:
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  // Goes on to the first state that is not less; gives whether it is this one.
  bool reaches(std::size_t index, const KeyedState& state) {
    RunReader& reader = *readers_[index];
    while (!reader.at_end() && reader.keyed() < state) reader.next();
    heads_[index] = reader.at_end() ? none : reader.keyed().key;
    return !reader.at_end() && reader.keyed() == state;
  }

  std::vector<std::uint64_t> heads_;  // the keys of the states at which they stand
  std::vector<std::unique_ptr<RunReader>> readers_;
};

}  // namespace

LevelStore::LevelStore(Settings settings)
    : settings_(std::move(settings)),
      table_memory_(table_share(settings_)),
      block_bytes_(block_share(settings_.memory)),
      whole_(whole_share(settings_.memory)),
      table_(share_of_table()) {}

bool LevelStore::insert(const FoundState& state) {
  using Insertion = StateTable::Insertion;
  if (whole_) {
    const Insertion insertion = whole_->insert(state);
    if (insertion != Insertion::no_memory) return insertion != Insertion::too_long;
  }
  for (bool again = false;; again = true) {
    switch (table_.insert(state)) {
      case Insertion::known:
      case Insertion::added:
        return true;
      case Insertion::too_long:
        return false;
      case Insertion::no_memory:
        if (again || !spill()) return false;
    }
  }
}

std::optional<std::uint8_t> LevelStore::mark_before(std::string_view bytes) const {
  if (!whole_) return {};
  return whole_->mark_before(bytes, hash_bytes(bytes));
}

LevelReader LevelStore::read(std::size_t level) {
  if (whole_) return LevelReader(whole_->level(level));
  return LevelReader(RunReader(packer_, levels_[level]));
}

std::uint64_t LevelStore::memory_of_runs() const {
  std::uint64_t bytes = 0;
  for (const auto* const runs : {&levels_, &runs_}) {
    for (const Run& run : *runs) bytes += run.bytes ? run.size : 0;
  }
  return bytes;
}

void LevelStore::count_memory(std::uint64_t more) {
  peak_memory_ = std::max(peak_memory_, memory_of_runs() + memory_of_whole() + more);
}

// What gathers beside a full table of all states takes a part of what it takes later.
std::uint64_t LevelStore::share_of_table() const {
  return whole_ ? std::max(table_memory_ / 4, least_table_memory) : table_memory_;
}

bool LevelStore::has_room() const {
  if (!settings_.memory || !settings_.folder.empty()) return true;
  return memory_of_runs() + memory_of_whole() + share_of_table() / 2 * 3 <= *settings_.memory;
}

std::filesystem::path LevelStore::next_file() {
  if (settings_.folder.empty()) return {};
  return settings_.folder / ("part-" + std::to_string(files_++));
}

Run LevelStore::written(const StateTable& table, std::size_t level,
                        const std::filesystem::path& file, bool is_level) {
  const std::vector<Key> keys = sorted_keys(table, level);
  RunWriter writer(packer_, file, block_bytes_);
  for (const Key& key : keys) writer.add(table.bytes_at(key.place));
  count_memory(table_.peak_memory() + keys.size() * sizeof(Key) + 3 * block_bytes_ +
               writer.memory());
  return writer.finish(is_level);
}

// Writes the table as a run, and empties it.
bool LevelStore::spill() {
  if (table_.size() == 0) return has_room();
  runs_.push_back(written(table_, 0, next_file(), false));
  table_ = StateTable(share_of_table());
  return has_room();
}

// On disk it is a run nevertheless, from which the search can go on.
void LevelStore::end_in_whole() {
  Run level;
  if (settings_.folder.empty()) {
    level.states = whole_->states_of(whole_->levels());
    level.state_bytes = whole_->state_bytes() - ended_bytes_;
  } else {
    level = written(*whole_, whole_->levels(), next_file(), true);
    put_in_place(level);
  }
  whole_->end_level();
  ended_bytes_ = whole_->state_bytes();
  count_memory(table_.peak_memory());
  levels_.push_back(std::move(level));
}

// All levels are runs from now on.
void LevelStore::leave_whole() {
  const std::size_t levels = whole_->levels();
  for (std::size_t level = 0; level != levels && settings_.folder.empty(); ++level) {
    levels_[level] = written(*whole_, level, {}, true);
  }
  if (whole_->states_of(levels) != 0) {
    runs_.push_back(written(*whole_, levels, next_file(), false));
  }
  whole_.reset();
  table_ = StateTable(share_of_table());
}

void LevelStore::remove(const std::vector<Run>& runs, std::size_t count) const {
  if (settings_.folder.empty()) return;
  for (std::size_t i = 0; i < count; ++i) {
    std::error_code ignored;
    std::filesystem::remove(runs[i].file, ignored);
  }
}

// Makes one of the first runs, if there are too many.
void LevelStore::merge_some() {
  while (runs_.size() > most_merged) {
    const auto end = runs_.begin() + most_merged;
    Run run = merged({runs_.begin(), end}, next_file(), false);
    remove(runs_, most_merged);
    runs_.erase(runs_.begin(), end);
    runs_.push_back(std::move(run));
  }
}

Run LevelStore::merged(std::vector<Run> runs, const std::filesystem::path& file, bool is_level) {
  Merge merge(packer_, runs);
  Known known(packer_, is_level && !settings_.graded ? levels_ : std::vector<Run>());
  RunWriter writer(packer_, file, block_bytes_);
  for (; !merge.at_end(); merge.next()) {
    if (!known.contains(merge.keyed())) writer.add(merge.state());
  }
  const std::size_t open = runs.size() + (settings_.graded ? 0 : levels_.size()) + 1;
  count_memory(open * 3 * block_bytes_ + writer.memory());
  return writer.finish(is_level);
}

bool LevelStore::end_level() {
  if (whole_ && table_.size() == 0 && runs_.empty()) {
    end_in_whole();
    return has_room();
  }
  if (!spill()) return false;
  if (whole_) leave_whole();
  merge_some();
  Run level = merged(runs_, next_file(), true);
  remove(runs_, runs_.size());
  runs_.clear();
  put_in_place(level);
  levels_.push_back(std::move(level));
  return has_room();
}

// Gives the file of what is the next level its name.
void LevelStore::put_in_place(Run& level) const {
  if (level.file.empty()) return;
  const std::filesystem::path file = std::exchange(level.file, file_of(levels_.size()));
  std::error_code error;
  std::filesystem::rename(file, level.file, error);
  if (error) throw StorageError(level.file.string() + ": cannot be written: " + error.message());
}

void LevelStore::take_level(const Run& run) {
  if (whole_) leave_whole();
  levels_.push_back(run);
  levels_.back().file = file_of(levels_.size() - 1);
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(levels_.back().file, error);
  if (!error && size == run.size) return;
  throw StorageError(levels_.back().file.string() +
                     ": is not what the search has written; begin it again in another folder");
}

std::filesystem::path LevelStore::file_of(std::size_t level) const {
  if (settings_.folder.empty()) return {};
  return settings_.folder / ("level-" + std::to_string(level));
}

std::uint64_t LevelStore::disk_bytes() const {
  std::uint64_t bytes = 0;
  for (const Run& run : levels_) bytes += run.file.empty() ? 0 : run.size;
  return bytes;
}

}  // namespace opexplore
