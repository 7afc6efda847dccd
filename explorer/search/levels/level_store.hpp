// The states of a search by levels.
//
// As long as there is memory for them all lie in one table, level behind level, which sorts out
// what is known when it comes. From the level on that it has no more room for, each level is one
// sorted run. The states of the level that is being filled gather in a table of their own then,
// which is written as a run whenever it is full; at the level's end its runs are merged. What an
// earlier level has is left out only then, unless the graph is graded.
#pragma once

#include <bitset>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/search/levels/runs.hpp"
#include "explorer/search/levels/state_table.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

using Marks = std::bitset<256>;
inline Marks all_marks() { return ~Marks(); }

/// Reads the states of one level.
class LevelReader {
 public:
  /// Those of a run, in order.
  explicit LevelReader(RunReader run) : run_(std::move(run)) {}

  /// Those of a level in a table, as they came.
  explicit LevelReader(const StateTable::Cursor& cursor) : cursor_(cursor) {}

  /// Whether a state is greater than the one before.
  bool is_sorted() const { return run_.has_value(); }

  /// Whether it is behind the last state.
  bool at_end() const { return run_ ? run_->at_end() : cursor_->at_end(); }

  /// The state at which it stands. Precondition: not at_end(). Valid until next(), and as long as
  /// the level is not ended that is being filled, if it is not sorted.
  std::string_view state() const { return run_ ? run_->state() : cursor_->state(); }

  /// Goes on to the next. Throws StorageError.
  void next() { run_ ? run_->next() : cursor_->next(); }

 private:
  std::optional<RunReader> run_;
  std::optional<StateTable::Cursor> cursor_;
};

class LevelStore {
 public:
  struct Settings {
    std::filesystem::path folder;         ///< empty: runs lie in memory
    std::optional<std::uint64_t> memory;  ///< bytes that it may take; what it can, if not given
    bool graded = false;                  ///< a state of one level is in no other
  };

  explicit LevelStore(Settings settings);

  /// Adds a state to the level that is being filled, unless it is there. False: there is no memory
  /// for it. Throws StorageError.
  bool insert(const FoundState& state);

  /// The least mark of a state before this one, if it is here and that is still known.
  std::optional<std::uint8_t> mark_before(std::string_view bytes) const;

  /// Asks the processor to fetch what insert() will read.
  void prefetch(std::uint64_t hash) const { first_asked().prefetch(hash); }
  void prefetch_state(std::uint64_t hash) const { first_asked().prefetch_state(hash); }

  /// Ends the level that is being filled, which may be empty. False: there is no memory for it.
  /// Throws StorageError.
  bool end_level();

  /// Takes a level that lies there already, before there are others.
  void take_level(const Run& run);

  /// The name of the file of a level; empty if runs lie in memory.
  std::filesystem::path file_of(std::size_t level) const;

  /// All levels that have ended.
  const std::vector<Run>& levels() const { return levels_; }

  /// Reads a level, until the one that is being filled is ended. Throws StorageError.
  LevelReader read(std::size_t level);

  std::uint64_t peak_memory() const { return peak_memory_; }
  std::uint64_t disk_bytes() const;

 private:
  const StateTable& first_asked() const { return whole_ ? *whole_ : table_; }
  std::uint64_t memory_of_runs() const;
  std::uint64_t memory_of_whole() const { return whole_ ? whole_->peak_memory() : 0; }
  void count_memory(std::uint64_t more);
  bool spill();
  void end_in_whole();
  void leave_whole();
  Run written(const StateTable& table, std::size_t level, const std::filesystem::path& file,
              bool is_level);
  void put_in_place(Run& level) const;
  std::uint64_t share_of_table() const;
  bool has_room() const;
  std::filesystem::path next_file();
  void remove(const std::vector<Run>& runs, std::size_t count) const;
  void merge_some();
  Run merged(std::vector<Run> runs, const std::filesystem::path& file, bool is_level);

  Settings settings_;
  std::uint64_t table_memory_;
  std::size_t block_bytes_;
  BlockPacker packer_;
  std::optional<StateTable> whole_;  // all states, while it has room for them
  StateTable table_;                 // what it has no room for: all of one level
  std::uint64_t ended_bytes_ = 0;    // of the states of levels that lie in `whole_`
  std::vector<Run> levels_;
  std::vector<Run> runs_;  // of the level that is being filled
  std::uint64_t files_ = 0;
  std::uint64_t peak_memory_ = 0;
};

}  // namespace opexplore
