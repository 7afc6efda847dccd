// The journal of a run of tests: what became of each, so that a run that was ended goes on, and
// parts of one are put together.
#pragma once

#include <cstddef>
#include <exception>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "explorer/item_journal.hpp"
#include "tools/options.hpp"
#include "tools/single.hpp"

namespace opexplore {

/// Results by the number of their test among all of the run.
using NumberedResults = std::map<std::size_t, SingleResult>;

/// Results from the items of journals. Throws JournalError for other items.
NumberedResults numbered_results(std::span<const std::string> items);

class RunJournal {
 public:
  /// Begins the journal of the options, or goes on. `tests` says which tests the whole run is of, a
  /// line each. Throws JournalError.
  RunJournal(const Options& options, const ToolInfo& tool, const std::string& tests);

  /// What was there already. Is taken.
  NumberedResults take_known() { return std::move(known_); }

  /// Notes one more, unless the user ended it or it broke: then it is asked again. From any thread.
  void add(std::size_t number, const SingleResult& result);

  /// Throws JournalError if one could not be noted.
  void require_written();

  /// Writes what has not been written yet. Throws JournalError.
  void flush();

 private:
  NumberedResults known_;
  ItemJournal journal_;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace opexplore
