// A journal of many short items, several a record, for to have a record on disk takes milliseconds.
// Its question ends with a line about the part of the whole that it is of ("shard: 2/3"), which is
// all in which journals that can be merged differ. The words of the command line are kept in it
// for whoever merges it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/notes/journal.hpp"

namespace opexplore {

/// The question of the part with that number, from 1, of so many.
std::string question_of_part(std::string_view question, std::uint64_t number, std::uint64_t count);

class ItemJournal {
 public:
  /// Begins it, or goes on, if `resume` and it is there: gives the items that it has. Throws
  /// JournalError.
  ItemJournal(const std::filesystem::path& file, const std::string& question,
              std::span<const std::string> words, bool resume, RecordSink item);

  /// Takes one more, and writes those that wait about once a second; from any thread. Throws
  /// JournalError.
  void add(std::string_view item);

  /// Writes what has not been written yet.
  void flush();

 private:
  void write();

  std::mutex mutex_;
  Journal journal_;
  std::string waiting_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// What journals of the parts of one whole have.
struct MergedItems {
  std::string question;            ///< without the last line
  std::vector<std::string> words;  ///< of the command line that began the first
  std::vector<std::string> items;
};

/// Throws JournalError if they are not of one question, or no journals of items.
MergedItems merged_items(std::span<const std::filesystem::path> files);

}  // namespace opexplore
