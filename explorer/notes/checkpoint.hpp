// How far the searches of one question are, in a journal: a search that was killed goes on behind
// the last level that it had noted.
//
// States are numbered in the order in which they were found, so those of a note are a prefix of
// those of the next, and each is written once. Records, each with the number of its search:
//
//   'B' search | its description            once, when the search begins
//   'S' search | position | states          as many as fit in a block, with their origins
//   'L' search | level, states, depth | tally    makes what was written before it a note
//
// States behind the last 'L' of a search are of a note that was not finished.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "explorer/explore.hpp"
#include "explorer/notes/journal.hpp"
#include "explorer/store/level.hpp"

namespace opexplore {

/// The journal of one question.
class Checkpoints {
 public:
  /// Opens it, or begins it, as `asked` says. Throws JournalError.
  Checkpoints(const LargeSearch& asked, const std::string& question);

  /// The number of the search with this description, which is noted if it is new. Throws
  /// JournalError.
  std::uint64_t number_of(const std::string& search);

  /// Puts what the search had found at its last note into `found`, which is empty, so that
  /// take_next() gives the level that it was to expand. Gives the states that are noted, 0 if there
  /// is no note. Throws JournalError.
  std::uint64_t restore(std::uint64_t search, Found& found) const;

  /// Adds a record. Throws JournalError.
  void append(std::string_view record) { journal_.append(record); }

 private:
  std::filesystem::path file_;
  std::map<std::string, std::uint64_t> numbers_;
  Journal journal_;
};

/// Notes how far one search is: at the ends of levels, and not too often.
class Checkpoint {
 public:
  /// Throws JournalError.
  Checkpoint(Checkpoints& journal, const std::string& search, std::chrono::milliseconds every)
      : journal_(journal), search_(journal.number_of(search)), every_(every) {}

  /// Goes on behind the last note, if there is one. Throws JournalError.
  bool restore(Found& found);

  /// A level is about to be expanded, all of which `found` holds. Notes it if enough time has gone
  /// by since the last note. Throws JournalError.
  void begin_level(const Found& found, const States& level);

  /// The search ends before it is complete: notes the level that was being expanded, unless it is
  /// noted. Throws JournalError.
  void note(const Found& found);

 private:
  using Clock = std::chrono::steady_clock;

  // What there was before the level was expanded.
  struct Reached {
    States level;
    std::uint32_t depth = 0;
    Tally tally;
  };

  void append_states(const Found& found, std::uint64_t end);

  Checkpoints& journal_;
  std::uint64_t search_;
  std::chrono::milliseconds every_;
  std::uint64_t noted_states_ = 0;
  std::uint64_t noted_level_ = no_position;
  Clock::time_point last_note_ = Clock::now();
  std::optional<Reached> reached_;
};

}  // namespace opexplore
