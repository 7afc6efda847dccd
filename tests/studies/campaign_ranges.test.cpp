// Campaigns in parts: shards, journals, and what others have checked.
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <stdexcept>

#include "explorer/notes/journal.hpp"
#include "studies/campaign/campaign.hpp"
#include "studies/campaign/json.hpp"
#include "studies/campaign/ranges.hpp"
#include "studies/campaign/text.hpp"
#include "tests/catch.hpp"
#include "tests/studies/made_up_campaign.hpp"

namespace opexplore {
namespace {

using Catch::Matchers::Contains;

// Answers of all kinds; counts how often it is asked.
Check answered_by_index(std::atomic<std::uint64_t>* asked = nullptr) {
  return [asked](const Test& test, const Stop& stop) {
    if (asked != nullptr) ++*asked;
    return mixed(test, stop);
  };
}

// Some thousand tests, and 110.
std::vector<CampaignPart> two_parts(const Check& check) {
  return {exhaustive_part("large", "--exhaustive --threads 2 --accesses 3 --fences 1,sc", check),
          small_part(check)};
}

// Text and document, without what differs from run to run.
std::string report_of(CampaignResult result) {
  result.seconds = 0;
  for (PartResult& part : result.parts) part.seconds = 0;
  std::ostringstream text;
  write_campaign(text, result);
  return text.str() + json_campaign(result).dump(1);
}

struct Scratch {
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("opexplore-ranges." + std::to_string(getpid()));
  Scratch() { std::filesystem::create_directories(folder); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { std::filesystem::remove_all(folder); }
};

std::vector<RangeResult> ranges_of(const std::vector<CampaignPart>& parts,
                                   CampaignOptions options) {
  std::vector<RangeResult> results;
  options.done = [&](const RangeResult& result) { results.push_back(result); };
  run_campaign(parts, options);
  return results;
}

TEST_CASE("campaign ranges: a result is the same when it has been text", "[campaign]") {
  RangeResult result{3,
                     17,
                     {1, 2, 3, 4, 5, 6},
                     {{7, "a \"b\"\n"}},
                     {{8, ""}, {9, "x"}},
                     {{Checked::Kind::refused, "no", 3, 44}}};
  CHECK(range_result(text_of(result)) == result);
  CHECK(result.checked() == 21);
  for (const char* const text : {"", "{}", "[]", "{\"part\": \"x\"}", "7"}) {
    CHECK_THROWS_AS(range_result(text), std::invalid_argument);
  }
}

TEST_CASE("campaign ranges: each test is in one, whatever the number of threads", "[campaign]") {
  const std::vector<CampaignPart> parts = two_parts(answered_by_index());
  const CampaignResult whole = run_campaign(parts, {});
  REQUIRE(whole.parts[0].checked > 2 * tests_per_range);
  std::set<std::string> first;
  for (const unsigned threads : {1U, 3U}) {
    CampaignOptions options;
    options.threads = threads;
    const std::vector<RangeResult> results = ranges_of(parts, options);
    std::map<std::uint64_t, std::uint64_t> checked;
    std::set<std::string> texts;
    for (const RangeResult& result : results) {
      checked[result.part] += result.checked();
      CHECK(texts.insert(text_of(result)).second);
    }
    CHECK(checked[0] == whole.parts[0].checked);
    CHECK(checked[1] == whole.parts[1].checked);
    if (threads == 1) first = texts;
    CHECK(texts == first);
  }
}

TEST_CASE("campaign ranges: what is known makes the report of the whole", "[campaign]") {
  std::atomic<std::uint64_t> checks = 0;
  const std::vector<CampaignPart> parts = two_parts(answered_by_index(&checks));
  const std::string whole = report_of(run_campaign(parts, {}));
  std::vector<RangeResult> known;
  for (std::uint64_t shard = 3; shard != 0; --shard) {
    CampaignOptions options;
    options.shard = {shard, 3};
    for (RangeResult& result : ranges_of(parts, options)) known.push_back(result);
  }
  const std::uint64_t before = checks;
  CampaignOptions merging;
  merging.known = known;
  merging.only_known = true;
  CHECK(report_of(run_campaign(parts, merging)) == whole);
  // Only why a test is refused is asked again.
  CHECK(checks - before < 10);
  known.pop_back();
  merging.known = known;
  const CampaignResult lacking = run_campaign(parts, merging);
  CHECK(lacking.lacks_ranges);
  CHECK_THAT(report_of(lacking), Contains("incomplete: some tests are in none of the journals"));
}

TEST_CASE("campaign ranges: a shard says how many tests it has", "[campaign]") {
  const std::vector<CampaignPart> parts = two_parts(answered_by_index());
  const CampaignResult whole = run_campaign(parts, {});
  std::uint64_t selected = 0;
  for (std::uint64_t number = 1; number <= 4; ++number) {
    CampaignOptions options;
    options.shard = {number, 4};
    const CampaignResult shard = run_campaign(parts, options);
    CHECK(shard.parts[0].selected == shard.parts[0].checked);
    selected += *shard.parts[0].selected;
  }
  CHECK(selected == whole.parts[0].selected);
}

TEST_CASE("campaign ranges: interrupted again and again, a journal gets to the same report",
          "[campaign]") {
  const Scratch scratch;
  const std::filesystem::path file = scratch.folder / "journal";
  const std::vector<CampaignPart> parts = two_parts(answered_by_index());
  const std::string whole = report_of(run_campaign(parts, {}));
  const std::vector<std::string> words{"campaign", "--every=2"};
  for (std::uint64_t pieces = 1;; ++pieces) {
    REQUIRE(pieces < 100);
    CampaignOptions options;
    const std::string question = question_of(parts, options, "program: this\n");
    CampaignJournal journal(file, question, words, true);
    options.known = journal.known();
    std::atomic<std::uint64_t> ranges = 0;
    options.done = [&](const RangeResult& result) {
      journal.add(result);
      ++ranges;
    };
    options.interrupted = [&] { return ranges >= pieces; };
    const CampaignResult result = run_campaign(parts, options);
    journal.flush();
    if (result.incomplete != Incomplete::none) continue;
    CHECK(report_of(result) == whole);
    CHECK(pieces > 2);
    break;
  }
  const std::vector<std::filesystem::path> files{file, file};
  const MergedItems merged = merged_items(files);
  CHECK(merged.words == words);
  CampaignOptions merging;
  const std::vector<RangeResult> known = range_results(merged.items);
  CHECK(2 * known.size() == merged.items.size());  // each range once
  merging.known = known;
  merging.only_known = true;
  CHECK(report_of(run_campaign(parts, merging)) == whole);
}

TEST_CASE("campaign ranges: journals of another campaign are refused", "[campaign]") {
  const Scratch scratch;
  std::vector<CampaignPart> parts = two_parts(answered_by_index());
  const auto journal = [&](const std::string& name, const CampaignOptions& options) {
    const CampaignJournal made(scratch.folder / name, question_of(parts, options, "p: 1\n"),
                               std::vector<std::string>{"campaign"}, true);
    return scratch.folder / name;
  };
  CampaignOptions shard;
  shard.shard = {2, 3};
  const std::filesystem::path whole = journal("whole", {});
  const std::filesystem::path part = journal("part", shard);
  CHECK_NOTHROW(merged_items(std::vector{whole, part}));
  CHECK_THROWS_AS(journal("whole", shard), JournalError);
  parts[1].every = 7;
  CHECK_THROWS_WITH(journal("whole", {}), Contains("is of another question"));
  const std::filesystem::path other = journal("other", {});
  CHECK_THROWS_WITH(merged_items(std::vector{whole, other}), Contains("another question"));
  const std::filesystem::path search = scratch.folder / "search";
  Journal::begin(search, "p: 1\n").append("B…");
  CHECK_THROWS_AS(range_results(std::vector<std::string>{"[]"}), JournalError);
  CHECK_THROWS_WITH(merged_items(std::vector{search}), Contains("is no journal of results"));
}

TEST_CASE("campaign ranges: what others have checked counts as if it were done here",
          "[campaign]") {
  const std::vector<CampaignPart> parts = two_parts(answered_by_index());
  const std::string whole = report_of(run_campaign(parts, {}));
  // Each part by two others in turns, which get their ranges one by one.
  std::map<std::uint64_t, std::vector<RangeResult>> theirs;
  std::map<std::size_t, std::uint64_t> next;
  for (int other = 0; other < 2; ++other) {
    CampaignOptions options;
    options.next_range = [&](std::size_t part) -> std::optional<std::uint64_t> {
      const std::uint64_t range = next[part];
      if (other == 0 && range == 2) return std::nullopt;
      ++next[part];
      return range;
    };
    options.threads = 1;
    for (RangeResult& result : ranges_of(parts, options)) theirs[result.part].push_back(result);
  }
  CampaignOptions here;
  here.elsewhere = [&](std::size_t part) -> std::optional<RangeResult> {
    std::vector<RangeResult>& left = theirs[part];
    if (left.empty()) return std::nullopt;
    const RangeResult result = left.back();
    left.pop_back();
    return result;
  };
  CHECK(report_of(run_campaign(parts, here)) == whole);
}

}  // namespace
}  // namespace opexplore
