// A campaign in ranges: what is handed out to processes, noted in journals and put together again.
//
// The tests of a part that are selected have numbers, and so many consecutive ones make a range.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/notes/item_journal.hpp"
#include "studies/campaign/campaign.hpp"

namespace opexplore {

/// Some tenths of a second of work.
inline constexpr std::uint64_t tests_per_range = 1024;

/// What is known of a range whose tests have all been checked. Tests are named by their index: they
/// can be made again.
struct RangeResult {
  struct Kept {
    std::uint64_t index = 0;
    std::string note;
    bool operator==(const Kept&) const = default;
  };
  struct Noted {
    Checked::Kind kind = Checked::Kind::undecided;
    std::string note;
    std::uint64_t tests = 0, first_index = 0;
    bool operator==(const Noted&) const = default;
  };

  std::uint64_t part = 0;                 ///< its number
  std::uint64_t range = 0;                ///< from 0: of numbers range · tests_per_range and on
  std::array<std::uint64_t, 6> counts{};  ///< by Checked::Kind
  std::vector<Kept> differences;          ///< the first, by index
  std::vector<Kept> failures;             ///< the same
  std::vector<Noted> noted;               ///< all but `different`

  /// Tests that were checked.
  std::uint64_t checked() const;
  bool operator==(const RangeResult&) const = default;
};

/// As text, and back. Throws std::invalid_argument for a text that is none.
std::string text_of(const RangeResult& result);
RangeResult range_result(std::string_view text);

/// What a journal of this campaign is of, in lines "what: value" behind `asked`, which has the
/// program, and the limits of each test, for they decide what is undecided. The last line is of the
/// shard, and is all in which journals that can be merged differ.
std::string question_of(std::span<const CampaignPart> parts, const CampaignOptions& options,
                        const std::string& asked);

/// Notes results in a journal, about once a second. Throws JournalError.
class CampaignJournal {
 public:
  /// Begins it, or goes on, if `resume` and it is there. The words of the command line are kept in
  /// it for whoever merges it.
  CampaignJournal(const std::filesystem::path& file, const std::string& question,
                  std::span<const std::string> words, bool resume);

  /// What was there already; each range once.
  const std::vector<RangeResult>& known() const { return known_; }

  /// Takes one more; from any thread.
  void add(const RangeResult& result) { journal_.add(text_of(result)); }

  /// Writes what has not been written yet.
  void flush() { journal_.flush(); }

 private:
  std::vector<RangeResult> known_;
  ItemJournal journal_;
};

/// Results from the items of journals, of each range the first. Throws JournalError for other
/// items.
std::vector<RangeResult> range_results(std::span<const std::string> items);

}  // namespace opexplore
