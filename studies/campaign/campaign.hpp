// Generated tests straight into a check: millions of them, on all cores, without files.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/generate/generate.hpp"
#include "opmodel/results/coverage.hpp"

namespace opexplore {

/// What a check says of one test.
struct Checked {
  enum class Kind : std::uint8_t {
    equal,
    different,
    undecided,  ///< a limit was reached
    undefined,  ///< one of the two found a data race, and so allows everything
    refused,    ///< one of the two cannot treat the test
    failed      ///< the check itself broke: an internal error
  };
  Kind kind = Kind::equal;
  /// Of all but `equal`: one sentence. Tests are counted by it, so it should not name what only
  /// this test has, such as a line.
  std::string note;
};

/// The word for it, as above.
std::string_view to_string(Checked::Kind kind);

/// Whether to give up; cheap, callable from any thread.
using Stop = std::function<bool()>;

/// Checks a test. Called by several threads at once. When `stop` turns true the answer no longer
/// counts, so whatever takes long polls it. What it throws makes the test `failed`.
using Check = std::function<Checked(const Test& test, const Stop& stop)>;

/// Tests, and what they are checked with.
struct CampaignPart {
  std::string tests;      ///< the name of the specification
  std::string arguments;  ///< opgen's words for it
  generate::Specification specification;
  std::string pairing;  ///< the name of the check, such as "ptx, ptx60"
  Check check;
  std::uint64_t every = 1;  ///< check one of so many consecutive tests
};

/// A test of a part, with its number in it, from 0.
struct KeptTest {
  std::uint64_t index = 0;
  Test test;  ///< as it was checked, with a condition, and read back, so that it can be shown
  std::string note;
};

/// How many tests of one kind had the same note.
struct CampaignReason {
  Checked::Kind kind = Checked::Kind::undecided;
  std::string note;  ///< refused: what is said of the first when it is read from a file
  std::uint64_t tests = 0;
  std::uint64_t first_index = 0;  ///< of the first of them
  std::string first;              ///< its name
};

struct PartResult {
  std::string tests, arguments, pairing;  ///< as in CampaignPart
  /// Tests that the specification has, and of these, those that were to be checked. They are
  /// counted while tests are checked: both are known of a part whose tests were all checked, none
  /// of one that ended at CampaignOptions::first_difference, and perhaps of one that was cut off.
  std::optional<std::uint64_t> specified, selected;
  std::uint64_t checked = 0;  ///< tests that were checked; the sum of the next six
  std::uint64_t equal = 0, different = 0, undecided = 0, undefined = 0, refused = 0, failed = 0;
  double seconds = 0;                 ///< wall clock
  std::vector<KeptTest> differences;  ///< the first ones, by index
  std::vector<KeptTest> failures;     ///< the same
  /// By number of tests, the most first; then by first index.
  std::vector<CampaignReason> reasons;
};

struct CampaignResult {
  std::vector<PartResult> parts;  ///< in their order; of those never begun nothing is known
  /// none, time or interrupted; then some parts have tests that were not checked.
  Incomplete incomplete = Incomplete::none;
  bool stopped_at_difference = false;  ///< CampaignOptions::first_difference, and there is one
  bool lacks_ranges = false;           ///< CampaignOptions::only_known, and not all are known
  double seconds = 0;                  ///< wall clock

  std::uint64_t sum(std::uint64_t PartResult::*count) const;
};

struct RangeResult;

/// One of several parts of the work: the ranges (ranges.hpp) whose number leaves a rest of
/// number - 1 when divided by count.
struct CampaignShard {
  std::uint64_t number = 1;  ///< from 1
  std::uint64_t count = 1;

  bool has(std::uint64_t range) const { return range % count == number - 1; }
};

/// A glimpse of a running campaign.
struct CampaignProgress {
  std::size_t part = 0, parts = 0;  ///< number of the part, from 0, and how many there are
  const PartResult& now;            ///< counts so far, without kept tests and reasons
  bool finished = false;            ///< the last glimpse of the part
};

struct CampaignOptions {
  unsigned threads = 0;           ///< that check; 0: as many as there are cores
  std::uint64_t every = 1;        ///< the same for all parts, on top of their own
  std::size_t most_kept = 20;     ///< differences, and failures, per part
  bool first_difference = false;  ///< end after the first difference in order of parts and index
  CampaignShard shard;            ///< the ranges that are to be checked
  /// What is known already: these ranges are not checked again.
  std::span<const RangeResult> known;
  bool only_known = false;  ///< nothing is checked: what is known is put together
  /// Takes each range that has been checked to its end; called by several threads, one at a time.
  /// Not for `first_difference`.
  std::function<void(const RangeResult&)> done;
  /// Where others check: gives the next range of the part that one of them has done, or nothing
  /// when all are done. None of them is checked here, then.
  std::function<std::optional<RangeResult>(std::size_t part)> elsewhere;
  /// Where ranges are handed out by others: gives the next of the part that is to be checked here,
  /// or nothing when there are no more. Numbers increase.
  std::function<std::optional<std::uint64_t>(std::size_t part)> next_range;
  std::optional<std::chrono::milliseconds> timeout;       ///< of all parts together
  std::function<bool()> interrupted;                      ///< polled; true ends the campaign
  std::function<void(const CampaignProgress&)> progress;  ///< some times a second; may be empty
};

/// Checks the tests of all parts, one part after the other. Apart from seconds, the result is the
/// same for any number of threads, as long as it is complete and the check gives the same answer
/// again. Throws InputError for a specification that is wrong.
CampaignResult run_campaign(std::span<const CampaignPart> parts, const CampaignOptions& options);

}  // namespace opexplore
