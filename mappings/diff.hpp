// Two tables compared: which entries differ, and for which source tests that matters.
// docs/mappings.md describes it for users.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mappings/check.hpp"

namespace opexplore::mappings {

/// An entry that is in one table alone, or has another template there.
struct EntryChange {
  std::optional<EntryId> before, after;  ///< one at least
  /// What became of fences and orders: "saves fence.sc.{scope}", "ld.acquire.{scope} becomes
  /// ld.relaxed.{scope}". Empty for an entry of one table.
  std::vector<std::string> effects;
};

struct TableDiff {
  Table before, after;  ///< of one name they are called NAME-old and NAME-new
  std::vector<EntryChange> changes;
  std::size_t affected =
      0;  ///< tests that the tables make different programs of; only they are run
  /// How many of these, by what became of them before and after.
  std::array<std::array<std::size_t, finding_count>, finding_count> moved{};
  /// Outcomes that the table after has on tests that were not unsound before, one per entry that is
  /// to blame; the cures are those of the table before, where they help.
  std::vector<Counterexample> broken;
  /// … that the table before had on tests that are sound after.
  std::vector<Counterexample> mended;
  std::string incomplete;  ///< one sentence; empty when everything was seen
  double seconds = 0;

  std::size_t count(Finding was, Finding is) const {
    return moved.at(static_cast<std::size_t>(was)).at(static_cast<std::size_t>(is));
  }
  /// Tests that are unsound and were not, those that were not covered among them.
  std::size_t newly_unsound() const;
};

/// The entries that differ, in the order of the table after; those that only the table before has
/// come last.
std::vector<EntryChange> changes_between(const Table& before, const Table& after);

/// Compares the tables. The same for any number of threads, `seconds` apart. CheckOptions::weaken
/// is of no account. Throws what the tests' maker throws.
TableDiff diff_tables(TestList tests, CheckOptions options, Table before, Table after);

}  // namespace opexplore::mappings
