// The states of a search by levels, each level one sorted run; and those of the level that is being
// filled. They gather in a table, which is written as a run whenever it is full; at the level's end
// its runs are merged. What an earlier level has is left out then, unless the graph is graded.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/levels/runs.hpp"
#include "explorer/store.hpp"
#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

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
  bool insert(std::string_view bytes, std::uint64_t hash);

  /// Asks the processor to fetch what insert() will read.
  void prefetch(std::uint64_t hash) const { table_.prefetch(hash); }
  void prefetch_state(std::uint64_t hash) const { table_.prefetch_state(hash); }

  /// Ends the level that is being filled, which may be empty. False: there is no memory for it.
  /// Throws StorageError.
  bool end_level();

  /// Takes a level that lies there already.
  void take_level(const Run& run);

  /// The name of the file of a level; empty if runs lie in memory.
  std::filesystem::path file_of(std::size_t level) const;

  /// All levels that have ended.
  const std::vector<Run>& levels() const { return levels_; }

  /// Reads a level.
  RunReader read(std::size_t level) { return {packer_, levels_[level]}; }

  std::uint64_t peak_memory() const { return peak_memory_; }
  std::uint64_t disk_bytes() const;

 private:
  // A state of the table: its first bytes that differ from those of others, and its number.
  struct Key {
    std::uint64_t bytes;
    Position position;
  };

  std::uint64_t memory_of_runs() const;
  void count_memory(std::uint64_t more);
  bool spill();
  std::vector<Key> sorted_keys() const;
  bool has_room() const;
  std::filesystem::path next_file();
  void remove(const std::vector<Run>& runs, std::size_t count) const;
  void merge_some();
  Run merged(std::vector<Run> runs, const std::filesystem::path& file, bool is_level);

  Settings settings_;
  std::uint64_t table_memory_;
  std::size_t block_bytes_;
  BlockPacker packer_;
  VisitedSet table_;
  std::vector<Run> levels_;
  std::vector<Run> runs_;  // of the level that is being filled
  std::uint64_t files_ = 0;
  std::uint64_t peak_memory_ = 0;
};

}  // namespace opexplore
