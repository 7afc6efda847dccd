// The parts of a check that other processes do, as texts. A job has the tests of one sample: every
// n-th one from some number on, so that each sample has some of all families. Jobs of one sample go
// to one process, which then knows what the sources allow.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/crew.hpp"
#include "mappings/check_tests.hpp"

namespace opexplore::mappings {

/// What became of all tests under the table. Those that were not checked when the user ended the
/// run are Finding::unseen.
std::vector<TestResult> results_of_crew(const CheckedTests& tests, const Table& table,
                                        const Crew& crew);

/// The entry with that weaker template in its place: its number among weakenings() of the table.
struct Weakening {
  EntryId entry;
  std::size_t number = 0;
};

/// Whether these tests, which are sound, stay so; nothing when the user has ended the run. Throws
/// std::runtime_error where processes have died of it.
std::optional<bool> all_pass_for_crew(const CheckedTests& tests, const Weakening& weakening,
                                      std::span<const std::size_t> users, const std::string& doing,
                                      const Crew& crew);

/// Does a job of one of these; an empty text when the user has ended the run. Throws
/// std::invalid_argument for what is none.
std::string done_for_crew(const CheckedTests& tests, const Table& table, std::string_view job);

}  // namespace opexplore::mappings
