// The journal of a work of many parts that are done in any order: what was found of each, so that a
// work that was ended goes on, and journals of parts of a run of tests are put together.
#pragma once

#include <cstddef>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "explorer/notes/item_journal.hpp"

namespace opexplore {

/// What was found of parts, by their names, which have one line.
using FoundParts = std::map<std::string, std::string>;

/// From the items of journals. Throws JournalError for other items.
FoundParts found_parts(std::span<const std::string> items);

class WorkJournal {
 public:
  /// Begins it, or goes on, if `resume` and it is there. `question` and `words` as for ItemJournal.
  /// Throws UsageError if it is not to be had: nothing has been asked yet.
  WorkJournal(const std::filesystem::path& file, const std::string& question,
              std::span<const std::string> words, bool resume);

  /// What was there already. Is taken.
  FoundParts take_known() { return std::move(known_); }

  /// Notes what was found of one more. From any thread.
  void add(const std::string& part, std::string_view found);

  /// Throws JournalError if one could not be noted.
  void require_written();

  /// Writes what has not been written yet. Throws JournalError.
  void flush();

 private:
  FoundParts known_;
  ItemJournal journal_;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace opexplore
