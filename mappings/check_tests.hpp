// What the parts of a check share: the tests, and what their sources allow.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "mappings/check_search.hpp"

namespace opexplore::mappings {

/// What became of one test under one table.
struct TestResult {
  Finding finding = Finding::unseen;
  std::vector<EntryId> used;  ///< in increasing order, each once
  Outcome extra;              ///< unsound: the first outcome that the source does not have
  std::string reason;         ///< uncovered, refused, incomplete; unsound: what races, if anything

  bool uses(EntryId entry) const;
};

/// The tests and the answers about their sources, which are asked for once.
class CheckedTests {
 public:
  CheckedTests(TestList tests, CheckOptions options);

  std::size_t size() const { return tests_.size; }
  Test make(std::size_t index) const { return tests_.make(index); }
  std::string_view family(std::size_t index) const { return tests_.family(index); }
  const CheckOptions& options() const { return options_; }
  bool interrupted() const { return options_.interrupted && options_.interrupted(); }

  /// Thread-safe for different tests.
  TestResult result(std::size_t index, const Table& table) const;

  /// Whether the test is sound under the table. Precondition: result() has found it sound or
  /// unsound with some table, here or in another process. Thread-safe for different tests.
  bool passes(std::size_t index, const Table& table) const;

  /// Calls `use` for 0, 1, … below `count` from several threads, until it returns false or the
  /// check is interrupted; `doing` is for the progress, of which an empty one has none. False if
  /// not all were used.
  bool for_each(std::size_t count, const std::string& doing,
                const std::function<bool(std::size_t)>& use) const;

 private:
  const SideAnswer& source_answer(std::size_t index, const Test& test) const;

  TestList tests_;
  CheckOptions options_;
  mutable std::vector<const SideAnswer*> sources_;  ///< by test; nullptr if not asked yet
  mutable std::mutex mutex_;
  mutable std::set<SideAnswer> distinct_;  ///< where these are: many tests have equal answers
};

}  // namespace opexplore::mappings
