// What is found in one part of a campaign, by several threads, here and elsewhere.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "studies/campaign/campaign.hpp"
#include "studies/campaign/ranges.hpp"

namespace opexplore {

/// A test that cannot be made: it has a name alone.
Test named_test(std::uint64_t index);

/// The test with this index, bare; named_test() if it cannot be made.
Test made_test(const generate::Make& make, std::uint64_t index);

/// A test has two numbers: the index, among all that are specified, and the number, among those
/// that are selected.
class CampaignFindings {
 public:
  CampaignFindings(const CampaignPart& part, std::size_t part_number,
                   const CampaignOptions& options);

  /// Takes what the check said of a test.
  void add(std::uint64_t index, std::uint64_t number, const Test& test, const Checked& checked);

  /// Takes what is known of a range.
  void absorb(const RangeResult& result);

  /// So many tests are selected: the last range may be shorter than the others.
  void end_at(std::uint64_t selected);

  bool knows(std::uint64_t range) const { return known_.contains(range); }

  /// Those of the tests that were counted.
  void add_counts(PartResult& result) const;

  /// Leaves out what was found behind the test with this number, which differs.
  void forget_after(std::uint64_t number, PartResult& result);

  /// Tests and reasons. Those that were found elsewhere are made for it.
  void finish(PartResult& result);

 private:
  using Kind = Checked::Kind;

  // Tests that got the same note; the first of them is there if it was checked here.
  struct Noted {
    std::uint64_t tests = 0, first_index = 0;
    std::optional<Test> first;
    std::vector<std::uint64_t> numbers;  // of them all, if some may turn out not to count
  };
  using Key = std::pair<Kind, std::string>;
  using Kept = std::map<std::uint64_t, std::pair<std::optional<Test>, std::string>>;  // by index

  void note(const Key& key, std::uint64_t tests, std::uint64_t index, const Test* test);
  void keep(Kept& kept, std::uint64_t index, const Test* test, const std::string& note) const;
  void add_to_range(std::uint64_t index, std::uint64_t number, const Checked& checked);
  void hand_over_if_done(std::uint64_t range);
  void make_missing();
  std::set<std::uint64_t> missing() const;
  static std::vector<KeptTest> taken(Kept& kept);
  std::string full_note(const Key& key, const Test& first) const;

  const CampaignPart& part_;
  const CampaignOptions& options_;
  const std::size_t part_number_;
  std::set<std::uint64_t> known_;  // ranges, before the first test was checked
  std::array<std::atomic<std::uint64_t>, 6> counts_{};

  std::mutex mutex_;  // of all that follows
  Kept differences_, failures_;
  std::map<Key, Noted> noted_;
  std::optional<std::uint64_t> selected_;
  std::map<std::uint64_t, RangeResult> open_;  // ranges that are being checked
};

}  // namespace opexplore
