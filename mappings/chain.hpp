// Tables one after the other: what one makes is compiled by the next. Each step is checked by
// itself, on what reaches it, and all of them together; where that is wrong a step is to blame.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mappings/check.hpp"

namespace opexplore::mappings {

/// A table, and what runs what it makes.
struct ChainStep {
  Table table;
  Side target;
};

struct ChainReport {
  std::vector<TableReport> steps;     ///< of step k over what the steps before make of the tests
  std::vector<std::size_t> findings;  ///< of all steps together: how many tests, by Finding
  std::vector<std::size_t> blamed;    ///< by step: tests that are unsound because of it
  /// By step: the smallest of these tests, which its counterexamples are about.
  std::vector<std::string> first;

  std::size_t count(Finding finding) const {
    return findings.at(static_cast<std::size_t>(finding));
  }
};

/// Throws UsageError if a table is not about what the one before it makes.
void require_chain(const std::vector<Table>& tables);

/// Checks the chain; `options` has the source machine and the limits, its target is of no account.
/// Entries are not weakened. Precondition: require_chain().
ChainReport check_chain(const TestList& tests, const CheckOptions& options,
                        const std::vector<ChainStep>& steps);

}  // namespace opexplore::mappings
