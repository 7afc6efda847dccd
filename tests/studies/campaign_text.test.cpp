// What is said of a campaign: while it runs, and when it is done.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "litmus/language/reader.hpp"
#include "studies/campaign/json.hpp"
#include "studies/campaign/text.hpp"
#include "tests/catch.hpp"
#include "tests/studies/made_up_campaign.hpp"

namespace opexplore {

TEST_CASE("campaign: progress", "[campaign]") {
  std::vector<std::string> finished;
  CampaignOptions options;
  options.progress = [&](const CampaignProgress& progress) {
    if (progress.finished) finished.push_back(campaign_progress_line(progress));
  };
  run_small(mixed, options);
  REQUIRE(finished.size() == 1);
  CHECK(finished[0].starts_with("Checking 1/1 a, b: small: 110 of 110 (100 %), "));

  PartResult part;
  part.tests = "exhaustive";
  part.pairing = "ptx, ptx60";
  part.selected = 1'118'130;
  part.checked = 123'456;
  part.undecided = 2;
  part.seconds = 28.64;
  CHECK(campaign_progress_line({2, 9, part, false}) ==
        "Checking 3/9 ptx, ptx60: exhaustive: 123,456 of 1,118,130 (11 %), 0 different, "
        "2 undecided, 4,310/s, 3 min left");
  part.selected.reset();
  CHECK(campaign_progress_line({2, 9, part, false}) ==
        "Checking 3/9 ptx, ptx60: exhaustive: 123,456 checked, 0 different, 2 undecided, 4,310/s");
}

TEST_CASE("campaign: progress where no line can be written over", "[campaign]") {
  std::vector<std::string> lines;
  const auto put = [&](const std::string& line) { lines.push_back(line); };
  PartResult part;
  part.tests = "plain-3";
  part.pairing = "a, b";
  part.checked = 1200;
  part.seconds = 2;
  // Whoever copies it shares when the last line was.
  const auto always = logged_campaign_progress(std::chrono::milliseconds(0), put);
  const auto copy = always;
  always({0, 2, part, false});
  copy({0, 2, part, true});
  CHECK(lines == std::vector<std::string>{
                     "Checking 1/2 a, b: plain-3: 1,200 checked, 0 different, 600/s; 0 s so far",
                     "Checked 1/2 a, b: plain-3: 1,200 tests, 0 different, 2 s"});
  lines.clear();
  const auto rarely = logged_campaign_progress(std::chrono::hours(1), put);
  rarely({0, 2, part, false});
  CHECK(lines.empty());
  rarely({0, 2, part, true});
  CHECK(lines.size() == 1);
}

TEST_CASE("campaign: the report", "[campaign]") {
  CampaignOptions options;
  options.most_kept = 1;
  const std::vector<CampaignPart> parts{small_part(mixed), small_part(mixed)};
  const CampaignResult result = run_campaign(parts, options);
  const PartResult& part = result.parts[0];
  std::ostringstream out;
  write_campaign(out, result);
  std::vector<std::string> lines;
  std::istringstream in(out.str());
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  REQUIRE(lines.size() == 4 + 2 * 2 + 4);
  CHECK(lines[0].starts_with("tests  checked  number"));
  CHECK(lines[1].starts_with("small  a, b        110"));
  CHECK(lines[3].starts_with("all                220"));
  CHECK(lines[4] == "a, b: small: different: " + part.differences[0].test.name);
  CHECK(lines[5] == "a, b: small: different: " + std::to_string(part.different - 1) + " more");
  const auto reason = [&](const char* kind, std::uint64_t tests) {
    const std::string start =
        std::string("a, b: ") + kind + ": " + std::to_string(2 * tests) + " tests, the first is ";
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.starts_with(start); });
  };
  CHECK(reason("undecided", part.undecided));
  CHECK(reason("undefined", part.undefined));
  CHECK(reason("refused", part.refused));
  CHECK(reason("failed", part.failed));

  const auto json = json_campaign(result);
  CHECK(json["complete"] == true);
  CHECK(json["incomplete"].is_null());
  CHECK(json["parts"].size() == 2);
  CHECK(json["parts"][0]["different"] == part.different);
  CHECK(json["parts"][0]["undefined"] == part.undefined);
  const std::string text = json["parts"][0]["differences"][0]["litmus"];
  CHECK(read(text, "json").name == part.differences[0].test.name);
}

}  // namespace opexplore
