// Campaigns with checks that are made up: what is counted, kept and reported, whatever the number
// of threads.
#include "studies/campaign/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "export/json.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "studies/campaign/json.hpp"
#include "studies/campaign/tests.hpp"
#include "studies/campaign/text.hpp"
#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/litmus/same_test.hpp"
#include "tests/studies/made_up_campaign.hpp"

namespace opexplore {
namespace {

// 4,109,331,330 tests: minutes to count.
CampaignPart huge_part(const Check& check) {
  return exhaustive_part("huge",
                         "--exhaustive --threads 2 --accesses 3 --fences 1 "
                         "--orders weak,rlx,acq,rel --scopes cta,gpu --placements all",
                         check);
}

// Without what differs from run to run.
std::string timeless(CampaignResult result) {
  result.seconds = 0;
  for (PartResult& part : result.parts) part.seconds = 0;
  return json_campaign(result).dump(1);
}

// What --json prints of it.
nlohmann::ordered_json document_of(const CampaignResult& result) {
  return {{"schema_version", json_schema_version},
          {"tool", {{"name", "opexplore"}, {"version", "1"}, {"revision", "1"}}},
          {"tests", nlohmann::ordered_json::array()},
          {"campaign", json_campaign(result)},
          {"exit_code", 0}};
}

std::set<std::string> names_of(const generate::Specification& specification) {
  std::set<std::string> names;
  generate::for_each_test(specification, [&](const Test& test) {
    names.insert(test.name);
    return true;
  });
  return names;
}

}  // namespace

TEST_CASE("campaign: every test is checked once, by any number of threads", "[campaign]") {
  for (const unsigned threads : {1U, 4U, 0U}) {
    std::mutex mutex;
    std::vector<std::string> seen;
    CampaignOptions options;
    options.threads = threads;
    const CampaignResult result = run_small(
        [&](const Test& test, const Stop&) {
          const std::lock_guard lock(mutex);
          seen.push_back(test.name);
          return Checked{};
        },
        options);
    const auto expected = names_of(small_part({}).specification);
    CHECK(seen.size() == 110);
    CHECK(std::set(seen.begin(), seen.end()) == expected);
    REQUIRE(result.parts.size() == 1);
    CHECK(result.parts[0].specified == 110);
    CHECK(result.parts[0].selected == 110);
    CHECK(result.parts[0].checked == 110);
    CHECK(result.parts[0].equal == 110);
    CHECK(result.incomplete == Incomplete::none);
  }
}

TEST_CASE("campaign: the result does not depend on the number of threads", "[campaign]") {
  CampaignOptions options;
  options.most_kept = 3;
  options.threads = 1;
  const CampaignResult one = run_small(mixed, options);
  const PartResult& part = one.parts[0];
  CHECK(part.equal + part.different + part.undecided + part.undefined + part.refused +
            part.failed ==
        110);
  CHECK(part.different > 3);
  CHECK(part.undecided > 0);
  CHECK(part.undefined > 0);
  CHECK(part.refused > 0);
  CHECK(part.failed > 0);
  CHECK(part.differences.size() == 3);
  CHECK(part.differences[0].index < part.differences[1].index);
  CHECK(part.failures[0].note == "cannot write y twice");
  CHECK(part.reasons.size() == 4);
  for (const unsigned threads : {2U, 4U, 7U}) {
    options.threads = threads;
    CHECK(timeless(run_small(mixed, options)) == timeless(one));
  }
}

TEST_CASE("campaign: tests that are kept can be shown, and are the same program", "[campaign]") {
  CampaignOptions options;
  options.threads = 2;
  std::atomic<unsigned> with_text{0};
  const CampaignResult result = run_small(
      [&](const Test& test, const Stop&) -> Checked {
        for (const Thread& thread : test.program.threads) {
          for (const Instruction& instruction : thread.instructions) {
            if (!instruction.text.empty()) ++with_text;
          }
        }
        if (has(test, "Wx-Ry")) return {Kind::different, "differs"};
        return {};
      },
      options);
  CHECK(with_text == 0);  // tests are checked bare
  std::vector<Test> complete;
  generate::for_each_test(small_part({}).specification, [&](const Test& test) {
    complete.push_back(test);
    return true;
  });
  REQUIRE_FALSE(result.parts[0].differences.empty());
  for (const KeptTest& kept : result.parts[0].differences) {
    Test expected = complete.at(kept.index);
    expected.comments = kept.test.comments;  // the question has a comment there
    testing::check_same(kept.test, expected);
    CHECK_FALSE(kept.test.program.threads[0].instructions[0].text.empty());
    CHECK(write(read(write(kept.test), "kept")) == write(kept.test));
  }
}

TEST_CASE("campaign: a refusal is told as for a test from a file", "[campaign]") {
  const CampaignResult result = run_small([](const Test& test, const Stop&) {
    const Instruction& first = test.program.threads[0].instructions[0];
    return Checked{Kind::refused,
                   "line " + std::to_string(first.place.line) + ": `" + first.text + "`"};
  });
  REQUIRE(result.parts[0].reasons.size() == 1);
  const CampaignReason& reason = result.parts[0].reasons[0];
  CHECK(reason.tests == 110);
  CHECK(reason.first_index == 0);
  CHECK(reason.first == "Rx+Rx");
  CHECK(reason.note == "line 9: `ld.weak r0, x`");
}

TEST_CASE("campaign: one of so many tests", "[campaign]") {
  for (const unsigned threads : {1U, 4U}) {
    CampaignPart part = small_part([](const Test&, const Stop&) { return Checked{}; });
    part.every = 2;
    CampaignOptions options;
    options.threads = threads;
    options.every = 5;
    const CampaignResult result = run_campaign({&part, 1}, options);
    CHECK(result.parts[0].specified == 110);
    CHECK(result.parts[0].selected == 11);
    CHECK(result.parts[0].checked == 11);
  }
}

TEST_CASE("campaign: an interruption ends it, and it says so", "[campaign]") {
  for (const unsigned threads : {1U, 4U}) {
    std::atomic<unsigned> begun{0};
    const auto interrupted = [&] { return begun >= 20; };
    CampaignOptions options;
    options.threads = threads;
    options.interrupted = interrupted;
    const Check check = [&](const Test&, const Stop& stop) {
      ++begun;
      return stop() ? Checked{Kind::undecided, "interrupted"} : Checked{};
    };
    const std::vector<CampaignPart> parts{small_part(check), small_part(check)};
    const CampaignResult result = run_campaign(parts, options);
    CHECK(result.incomplete == Incomplete::interrupted);
    REQUIRE(result.parts.size() == 2);
    CHECK(result.parts[0].selected.value_or(110) == 110);
    CHECK(result.parts[0].checked < 20);
    CHECK(result.parts[0].checked + threads >= 20);
    CHECK(result.parts[0].undecided == 0);  // it was cut off, so nothing is said of it
    CHECK(result.parts[1].checked == 0);
    CHECK_FALSE(result.parts[1].selected);
    CHECK(result.parts[1].tests == "small");
    std::ostringstream text;
    write_campaign(text, result);
    CHECK(text.str().find("incomplete: interrupted\n") != std::string::npos);
    CHECK(json_campaign(result)["incomplete"] == "interrupted");
  }
}

TEST_CASE("campaign: it is interrupted before it is known how many tests there are", "[campaign]") {
  for (const unsigned threads : {1U, 4U}) {
    std::atomic<unsigned> checked{0};
    CampaignOptions options;
    options.threads = threads;
    options.interrupted = [&] { return checked >= 1000; };
    const Check check = [&](const Test&, const Stop&) {
      ++checked;
      return Checked{};
    };
    const std::vector<CampaignPart> parts{huge_part(check), small_part(check)};
    const CampaignResult result = run_campaign(parts, options);
    CHECK(result.incomplete == Incomplete::interrupted);
    CHECK(result.seconds < 30);
    CHECK(result.parts[0].checked >= 1000);
    CHECK(result.parts[0].checked < 1000 + threads);
    CHECK_FALSE(result.parts[0].specified);
    CHECK_FALSE(result.parts[0].selected);
    std::ostringstream text;
    write_campaign(text, result);
    CHECK(text.str().find("huge   a, b      1,00") != std::string::npos);
    CHECK(text.str().find(" of ") == std::string::npos);

    nlohmann::ordered_json document = document_of(result);
    nlohmann::ordered_json& part = document["campaign"]["parts"][0];
    CHECK(part["specified"].is_null());
    CHECK(part["selected"].is_null());
    CHECK(testing::schema_fault(document.dump()) == "");
    part["checked"] = nullptr;  // always known
    CHECK_FALSE(testing::schema_fault(document.dump()).empty());
  }
}

TEST_CASE("campaign: tests are counted while they are checked", "[campaign]") {
  std::atomic<bool> known{false};
  std::vector<std::string> lines;
  CampaignOptions options;
  options.threads = 1;
  options.timeout = std::chrono::seconds(30);
  options.progress = [&](const CampaignProgress& progress) {
    lines.push_back(campaign_progress_line(progress));
    if (progress.now.selected && !progress.finished) known = true;
  };
  const CampaignResult result = run_small(
      [&](const Test&, const Stop& stop) {  // no test is done before the number of all is shown
        while (!known && !stop()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return known ? Checked{} : Checked{Kind::undecided, "stopped"};
      },
      options);
  CHECK(result.incomplete == Incomplete::none);
  CHECK(result.parts[0].specified == 110);
  CHECK(result.parts[0].selected == 110);
  CHECK(result.parts[0].checked == 110);
  CHECK(std::count(lines.begin(), lines.end(),
                   "Checking 1/1 a, b: small: 0 of 110 (0 %), 0 different") >= 1);
  CHECK(testing::schema_fault(document_of(result).dump()) == "");
}

TEST_CASE("campaign: the first difference ends the count", "[campaign]") {
  const Check check = [](const Test& test, const Stop&) {
    return has(test, "Rx-Rx") ? Checked{Kind::different, "reads twice"} : Checked{};
  };
  CampaignOptions options;
  options.first_difference = true;
  options.threads = 1;
  const std::vector<CampaignPart> parts{huge_part(check), small_part(check)};
  const CampaignResult one = run_campaign(parts, options);
  CHECK(one.stopped_at_difference);
  CHECK(one.seconds < 30);
  CHECK_FALSE(one.parts[0].selected);
  options.threads = 4;
  CHECK(timeless(run_campaign(parts, options)) == timeless(one));
}

TEST_CASE("campaign: the time of all parts together", "[campaign]") {
  CampaignOptions options;
  options.threads = 2;
  options.timeout = std::chrono::milliseconds(50);
  const CampaignResult result = run_small(
      [](const Test&, const Stop& stop) {
        while (!stop()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return Checked{Kind::undecided, "stopped"};
      },
      options);
  CHECK(result.incomplete == Incomplete::time);
  CHECK(result.parts[0].checked == 0);
  CHECK(result.seconds < 10);
}

TEST_CASE("campaign: the first difference is first whoever finds it", "[campaign]") {
  // Differences at several places; the first takes longest.
  const auto check = [](const Test& test, const Stop& stop) {
    if (has(test, "Wx-Wx+Wx-Wx")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return Checked{Kind::different, "slow"};
    }
    if (has(test, "Wx-Wy")) return Checked{Kind::different, "fast"};
    if (has(test, "Rx-Ry+Wx-Wy")) {  // never done unless it is told that it no longer counts
      while (!stop()) std::this_thread::yield();
      return Checked{Kind::undecided, "stopped"};
    }
    if (has(test, "Rx-Rx")) return Checked{Kind::refused, "reads twice"};
    return Checked{};
  };
  const Check slow_first = [&](const Test& test, const Stop& stop) {
    return has(test, "Rx-Ry+Wx-Wy") ? Checked{} : check(test, stop);
  };
  CampaignOptions options;
  options.first_difference = true;
  options.threads = 1;
  const std::vector<CampaignPart> parts{small_part(slow_first), small_part(check)};
  const CampaignResult one = run_campaign(parts, options);
  CHECK(one.stopped_at_difference);
  CHECK(one.incomplete == Incomplete::none);
  CHECK(one.parts[0].different == 1);
  REQUIRE(one.parts[0].differences.size() == 1);
  CHECK(one.parts[0].checked == one.parts[0].differences[0].index + 1);
  CHECK(one.parts[0].refused > 0);
  CHECK_FALSE(one.parts[0].selected);  // whether it is known by then is a matter of chance
  CHECK(one.parts[1].checked == 0);
  for (int round = 0; round < 5; ++round) {
    options.threads = 4;
    CHECK(timeless(run_campaign(parts, options)) == timeless(one));
  }
}

TEST_CASE("campaign: tests beyond the first difference are told to stop", "[campaign]") {
  std::atomic<bool> waiting{false};
  std::atomic<bool> told{false};
  CampaignOptions options;
  options.first_difference = true;
  options.threads = 2;
  options.timeout = std::chrono::seconds(30);  // no test waits for ever, whatever is wrong
  const CampaignResult result = run_small(
      [&](const Test& test, const Stop& stop) {
        if (test.name != "Rx+Rx") {  // the one that another worker takes meanwhile
          waiting = true;
          while (!stop()) std::this_thread::yield();
          told = true;
          return Checked{Kind::undecided, "stopped"};
        }
        // The test before all others, whichever worker comes to be asked about its own first.
        while (!waiting && !stop()) std::this_thread::yield();
        return Checked{Kind::different, "first"};
      },
      options);
  CHECK(told);
  CHECK(result.incomplete == Incomplete::none);
  CHECK(result.parts[0].different == 1);
  CHECK(result.parts[0].undecided == 0);
}

TEST_CASE("campaign: a specification that is wrong ends it at once", "[campaign]") {
  generate::ExhaustiveTests tests;
  tests.size.accesses = 0;
  const CampaignPart part{"wrong", "", tests, "a, b",
                          [](const Test&, const Stop&) { return Checked{}; }};
  CHECK_THROWS_AS(run_campaign({&part, 1}, {}), InputError);
}

}  // namespace opexplore
