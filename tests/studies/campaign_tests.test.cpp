// Which tests the words of a campaign ask for.
#include <algorithm>
#include <set>

#include "litmus/input/input_error.hpp"
#include "studies/campaign/tests.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"
#include "tests/studies/opgen_words.hpp"
#include "tests/tools/cli.hpp"

namespace opexplore {
namespace {

// What is wrong with the arguments: the message, or "" if nothing is.
std::string complaint_about(const std::string& arguments) {
  try {
    testing::opgen_tests(arguments);
  } catch (const UsageError& error) {
    return error.what();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string complaint_about_file(const std::string& path) {
  try {
    read_campaign_file(path, parse_specification);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::uint64_t count(const std::string& arguments) {
  return generate::count_tests(testing::opgen_tests(arguments));
}

}  // namespace

TEST_CASE("campaign tests: opgen's words", "[campaign]") {
  CHECK(count("--exhaustive --threads 2 --accesses 2") == 110);
  CHECK(count("  --exhaustive\t--threads=2 -accesses 2 ") == 110);
  CHECK(count("PodWW Rfe PodRR Fre") == 1);
  CHECK(count("--random 7 --profile \"sc-fences\"") == 7);
}

TEST_CASE("campaign tests: what is refused", "[campaign]") {
  CHECK(testing::contains(complaint_about(""), "no test is asked for"));
  CHECK(testing::contains(complaint_about("--random 5 --count"), "--count has no effect here"));
  CHECK(testing::contains(complaint_about("--random 5 -o out"), "-o has no effect here"));
  CHECK(testing::contains(complaint_about("--random 5 --help"), "help has no effect"));
  CHECK(testing::contains(complaint_about("--random \"5"), "quotation mark"));
  CHECK(testing::contains(complaint_about("--radnom 5"), "unknown option --radnom"));
  CHECK(testing::contains(complaint_about("--random 5 --every 2"), "unknown option --every"));
}

TEST_CASE("campaign tests: a file of them", "[campaign]") {
  const testing::Folder folder;
  folder.add("MP.litmus", testing::store_buffering());
  const std::string path = folder.add("some.campaign",
                                      "# All sorts.\n"
                                      "\n"
                                      "  --random 3   # three\n"
                                      "messages: --family MP\n"
                                      "--every 10 --exhaustive --threads 2 --accesses 2\n"
                                      "--random 4 --every 2K\n"
                                      "messages: PodWW Rfe PodRR Fre\n"
                                      "files: --rewrite \"MP.litmus\"\n");
  const std::vector<CampaignTests> all = read_campaign_file(path, parse_specification);
  REQUIRE(all.size() == 6);
  const std::vector<std::string> names{"random",   "messages",   "exhaustive",
                                       "random-2", "messages-2", "files"};
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i].name == names[i]);
  CHECK(all[0].arguments == "--random 3");
  CHECK(all[1].arguments == "--family MP");
  CHECK(all[2].every == 10);
  CHECK(all[3].every == 2000);
  CHECK(all[4].every == 1);
  CHECK(generate::count_tests(all[2].specification) == 110);
  CHECK(generate::count_tests(all[5].specification) == 1);  // found beside the campaign file

  const std::vector<std::string> values{"--random 5", "@" + path};
  const std::vector<CampaignTests> together = campaign_tests(values, parse_specification);
  REQUIRE(together.size() == 7);
  std::set<std::string> different;
  for (const CampaignTests& tests : together) different.insert(tests.name);
  CHECK(different.size() == 7);
  CHECK(together[0].name == "random");
}

TEST_CASE("campaign tests: words of one kind each get a name of their own", "[campaign]") {
  const std::vector<std::string> words(4, "--random 5");
  std::set<std::string> names;
  for (const CampaignTests& tests : campaign_tests(words, parse_specification)) {
    names.insert(tests.name);
  }
  CHECK(names == std::set<std::string>{"random", "random-2", "random-3", "random-4"});
  const std::vector<std::string> taken{"random-2: --random 5", "--random 5", "--random 5"};
  CHECK(campaign_tests(taken, parse_specification).back().name == "random-3");
}

TEST_CASE("campaign tests: mistakes in a file have a place", "[campaign]") {
  const testing::Folder folder;
  const auto complaint = [&](const std::string& text) {
    const std::string path = folder.add("bad.campaign", text);
    const std::string message = complaint_about_file(path);
    return message.starts_with(path) ? message.substr(path.size()) : message;
  };
  CHECK(testing::contains(complaint("\n# fine\n--random x\n"), ":3: --random: x is no number"));
  CHECK(complaint("a:\n").starts_with(":1: no test is asked for"));
  CHECK(complaint("--family MPP\n").starts_with(":1: "));
  CHECK(testing::contains(complaint("# fine\nPodWW Rfe PodXR Fre\n"), ":2: cycle:"));
  CHECK(testing::contains(complaint("--exhaustive --threads 9\n"), ":1: size: programs have at"));
  CHECK(complaint("--random 2 -o x\n").starts_with(":1: option -o has no effect here"));
  CHECK(complaint("--rewrite nowhere.litmus\n").starts_with(":1: "));
  CHECK(complaint("--random 2 --every\n").starts_with(":1: option --every needs"));
  CHECK(complaint("--random 2 --every 0\n").starts_with(":1: option --every needs"));
  CHECK(complaint("# nothing\n") == " asks for no tests");
  CHECK(testing::contains(complaint_about_file(folder.path("none.campaign")), "cannot read"));
}

TEST_CASE("campaign tests: the slice has part of what the whole has", "[campaign]") {
  const std::string folder = std::string(testing::source_folder) + "/tests/differential/";
  const std::vector<CampaignTests> whole =
      read_campaign_file(folder + "whole.campaign", parse_specification);
  const std::vector<CampaignTests> slice =
      read_campaign_file(folder + "slice.campaign", parse_specification);
  std::uint64_t random = 0;
  for (const CampaignTests& tests : whole) {
    CHECK(tests.every == 1);
    if (const auto* some = std::get_if<generate::RandomTests>(&tests.specification)) {
      random += some->count;
    }
  }
  CHECK(random >= 20'000);
  for (const CampaignTests& tests : slice) {
    const auto same = std::find_if(whole.begin(), whole.end(), [&](const CampaignTests& other) {
      return other.name == tests.name;
    });
    INFO(tests.name);
    REQUIRE(same != whole.end());
    CHECK(same->specification.index() == tests.specification.index());
    if (tests.every > 1) {
      const std::string words = "--every " + std::to_string(tests.every) + ' ' + same->arguments;
      CHECK(tests.arguments == words);
    }
  }
}

}  // namespace opexplore
