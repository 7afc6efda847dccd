#include "mappings/check_jobs.hpp"

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "mappings/table.hpp"

namespace opexplore::mappings {
namespace {

// Some milliseconds of work: less, and most of it would be messages.
constexpr std::size_t tests_per_job = 64;

std::size_t sample_count(const CheckedTests& tests) {
  return std::max<std::size_t>(1, tests.size() / tests_per_job);
}

nlohmann::json json_of(const TestResult& result) {
  nlohmann::json used = nlohmann::json::array();
  for (const EntryId entry : result.used) used.push_back(entry.index);
  return {static_cast<int>(result.finding), std::move(used), result.extra, result.reason};
}

TestResult result_of(const nlohmann::json& json) {
  TestResult result;
  result.finding = static_cast<Finding>(json.at(0).get<int>());
  for (const nlohmann::json& entry : json.at(1))
    result.used.push_back({entry.get<std::uint16_t>()});
  result.extra = json.at(2).get<Outcome>();
  result.reason = json.at(3);
  return result;
}

TestResult lost_result() {
  TestResult result;
  result.finding = Finding::incomplete;
  result.reason = "two processes that searched it and some others have died";
  return result;
}

// Calls `use(index)` for each test of the sample.
template <class Use>
void for_sample(const CheckedTests& tests, std::size_t sample, const Use& use) {
  for (std::size_t i = sample; i < tests.size(); i += sample_count(tests)) use(i);
}

std::string results_of_sample(const CheckedTests& tests, const Table& table, std::size_t sample) {
  std::vector<std::size_t> indices;
  for_sample(tests, sample, [&](std::size_t index) { indices.push_back(index); });
  std::vector<TestResult> results(indices.size());
  tests.for_each(indices.size(), "", [&](std::size_t i) {
    results[i] = tests.result(indices[i], table);
    return true;
  });
  nlohmann::json list = nlohmann::json::array();
  for (const TestResult& result : results) list.push_back(json_of(result));
  return list.dump();
}

std::string done(const CheckedTests& tests, const Table& table, const nlohmann::json& job) {
  if (job.contains("sample")) return results_of_sample(tests, table, job.at("sample"));
  const EntryId entry{job.at("entry").get<std::uint16_t>()};
  const Table weaker = with_entry(table, entry, weakenings(table, entry).at(job.at("weaker")));
  const auto users = job.at("tests").get<std::vector<std::size_t>>();
  const auto passes = [&](std::size_t i) { return tests.passes(users[i], weaker); };
  return tests.for_each(users.size(), "", passes) ? "true" : "false";
}

void show(const CheckedTests& tests, const std::string& doing, std::size_t done, std::size_t all) {
  if (tests.options().progress) tests.options().progress(doing, done, all);
}

}  // namespace

std::vector<TestResult> results_of_crew(const CheckedTests& tests, const Table& table,
                                        const Crew& crew) {
  std::vector<CrewJob> jobs;
  for (std::size_t sample = 0; sample < sample_count(tests); ++sample) {
    jobs.push_back({nlohmann::json{{"sample", sample}}.dump(), sample});
  }
  crew.begin(std::move(jobs));
  std::vector<TestResult> results(tests.size());
  std::size_t done = 0;
  while (const std::optional<CrewResult> answer = crew.next()) {
    if (answer->text && answer->text->empty()) continue;  // the user has ended the run
    const nlohmann::json list =
        answer->text ? nlohmann::json::parse(*answer->text) : nlohmann::json();
    std::size_t place = 0;
    for_sample(tests, answer->job, [&](std::size_t index) {
      results[index] = answer->text ? result_of(list.at(place++)) : lost_result();
      ++done;
    });
    show(tests, table.name, done, tests.size());
  }
  return results;
}

std::optional<bool> all_pass_for_crew(const CheckedTests& tests, const Weakening& weakening,
                                      std::span<const std::size_t> users, const std::string& doing,
                                      const Crew& crew) {
  std::vector<std::vector<std::size_t>> samples(sample_count(tests));
  for (const std::size_t index : users) samples[index % samples.size()].push_back(index);
  std::vector<CrewJob> jobs;
  std::vector<std::size_t> sizes;
  for (std::size_t sample = 0; sample < samples.size(); ++sample) {
    if (samples[sample].empty()) continue;
    sizes.push_back(samples[sample].size());
    jobs.push_back({nlohmann::json{{"entry", weakening.entry.index},
                                   {"weaker", weakening.number},
                                   {"tests", std::move(samples[sample])}}
                        .dump(),
                    sample});
  }
  crew.begin(std::move(jobs));
  std::size_t done = 0;
  while (const std::optional<CrewResult> answer = crew.next()) {
    if (!answer->text) {
      throw std::runtime_error(doing +
                               ": two processes that checked it have died; give each more "
                               "memory, or leave it out by --no-weaken");
    }
    if (*answer->text != "true") {
      crew.begin({});  // what the others would say is of no use
      return answer->text->empty() ? std::nullopt : std::optional(false);
    }
    done += sizes[answer->job];
    show(tests, doing, done, users.size());
  }
  return done == users.size() ? std::optional(true) : std::nullopt;
}

std::string done_for_crew(const CheckedTests& tests, const Table& table, std::string_view job) {
  try {
    std::string result = done(tests, table, nlohmann::json::parse(job));
    return tests.interrupted() ? std::string() : result;
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument(error.what());
  }
}

}  // namespace opexplore::mappings
