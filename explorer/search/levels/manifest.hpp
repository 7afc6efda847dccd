// Which levels of a search lie in a folder, and what their expansion has found: a journal beside
// the files of the levels. A record for each level whose file is whole, before it is expanded:
//
//   level | states, their bytes, bytes of the file | what the levels before it gave
//
// A record counts for nothing once there is a later one of the same level or of one before it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "explorer/notes/journal.hpp"
#include "explorer/search/levels/named_tally.hpp"
#include "explorer/search/levels/runs.hpp"

namespace opexplore {

/// A level as it was noted.
struct NotedLevel {
  Run run;  ///< its file is not named
  NamedTally before;
};

class Manifest {
 public:
  /// Begins it in the folder, which is made, or goes on with it. Throws JournalError, or
  /// StorageError.
  Manifest(const std::filesystem::path& folder, const std::string& question, bool resume);

  /// The levels that are noted.
  std::size_t levels() const { return records_.size(); }
  NotedLevel level(std::size_t number) const;

  /// Notes the level with that number. Throws JournalError.
  void note(std::size_t number, const Run& run, const NamedTally& before);

 private:
  void keep(std::string_view record);

  std::vector<std::string> records_;
  std::optional<Journal> journal_;
};

/// Throws JournalError if the folder holds anything but the files of searches.
void require_search_folder(const std::filesystem::path& folder);

}  // namespace opexplore
