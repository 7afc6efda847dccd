#include "explorer/levels/level_store.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <system_error>
#include <utility>

namespace opexplore {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

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

std::size_t block_share(const std::optional<std::uint64_t>& memory) {
  if (!memory) return most_block_bytes;
  return std::clamp<std::size_t>(*memory / 2'048, least_block_bytes, most_block_bytes);
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
      table_(table_memory_) {}

bool LevelStore::insert(std::string_view bytes, std::uint64_t hash) {
  using Insertion = VisitedSet::Insertion;
  for (bool again = false;; again = true) {
    switch (table_.insert(bytes, hash, 0, {})) {
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

std::uint64_t LevelStore::memory_of_runs() const {
  std::uint64_t bytes = 0;
  for (const auto* const runs : {&levels_, &runs_}) {
    for (const Run& run : *runs) bytes += run.bytes ? run.size : 0;
  }
  return bytes;
}

void LevelStore::count_memory(std::uint64_t more) {
  peak_memory_ = std::max(peak_memory_, memory_of_runs() + more);
}

bool LevelStore::has_room() const {
  return !settings_.memory || !settings_.folder.empty() ||
         memory_of_runs() + table_memory_ / 2 * 3 <= *settings_.memory;
}

// By the first bytes in which not all agree; those of the states decide where these are the same.
std::vector<LevelStore::Key> LevelStore::sorted_keys() const {
  std::vector<Key> keys;
  keys.reserve(table_.size());
  const std::string_view first = table_.bytes_at(0);
  std::size_t same = first.size();
  for (Position position = 1; position != table_.end(); ++position) {
    const std::string_view state = table_.bytes_at(position);
    if (state.size() < same) same = state.size();
    if (state.substr(0, same) == first.substr(0, same)) continue;
    std::size_t place = 0;
    while (state[place] == first[place]) ++place;
    same = place;
  }
  for (Position position = 0; position != table_.end(); ++position) {
    keys.push_back({key_of(table_.bytes_at(position).substr(same)), position});
  }
  std::ranges::sort(keys, [&](const Key& left, const Key& right) {
    if (left.bytes != right.bytes) return left.bytes < right.bytes;
    return table_.bytes_at(left.position) < table_.bytes_at(right.position);
  });
  return keys;
}

std::filesystem::path LevelStore::next_file() {
  if (settings_.folder.empty()) return {};
  return settings_.folder / ("part-" + std::to_string(files_++));
}

// Writes the table as a run, and empties it.
bool LevelStore::spill() {
  if (table_.size() == 0) return has_room();
  const std::vector<Key> keys = sorted_keys();
  RunWriter writer(packer_, next_file(), block_bytes_);
  for (const Key& key : keys) writer.add(table_.bytes_at(key.position));
  count_memory(table_.peak_memory() + keys.size() * sizeof(Key) + 3 * block_bytes_ +
               writer.memory());
  table_ = VisitedSet(table_memory_);
  runs_.push_back(writer.finish(false));
  return has_room();
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
  if (!spill()) return false;
  merge_some();
  const std::filesystem::path file = next_file();
  Run level = merged(runs_, file, true);
  remove(runs_, runs_.size());
  runs_.clear();
  if (!file.empty()) {
    level.file = file_of(levels_.size());
    std::error_code error;
    std::filesystem::rename(file, level.file, error);
    if (error) throw StorageError(level.file.string() + ": cannot be written: " + error.message());
  }
  levels_.push_back(std::move(level));
  return has_room();
}

void LevelStore::take_level(const Run& run) {
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
