// Which entries of a table a failing test is to be blamed on.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mappings/check_tests.hpp"

namespace opexplore::mappings {

/// The entries that, replaced by stronger ones, make a failing test pass.
struct Blame {
  std::vector<EntryId> entries;  ///< any one of them, or all of them if `together`
  bool together = false;
  std::vector<Template> cures;  ///< for each of `entries`
  std::string source;           ///< the table that the cures are from; empty: nothing helped
  std::string fences;           ///< what was put around its templates: " with fence.sc.sys …"
};

/// The table whose entries replace those of others: it is proven (Lustig et al., ASPLOS 2019).
inline constexpr const char* proven_table = "lustig19";

/// First each entry by itself is replaced by that of the proven table, then two of them, then all;
/// then the same with sc fences around, then with acq_rel fences too. Before all that the same with
/// the entries of `other`, if there is one.
Blame blame(const CheckedTests& tests, std::size_t index, const Table& table,
            const std::vector<EntryId>& used, const Table* other = nullptr);

/// A failing test and what it is blamed on.
struct BlamedTest {
  std::size_t index = 0;
  Blame blame;
};

/// Of each entry that is to blame for one of the failing tests the first such test, in the order
/// of the tests; first those that no other entry could be blamed for. One test at least, if one
/// fails.
std::vector<BlamedTest> blamed_tests(const CheckedTests& tests, const Table& table,
                                     const std::vector<TestResult>& results,
                                     const Table* other = nullptr);

}  // namespace opexplore::mappings
