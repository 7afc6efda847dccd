// Jobs side by side: what becomes of one that a worker cannot do.
#include "answers/jobs.hpp"

#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/catch.hpp"
#include "tests/local_crew.hpp"

namespace opexplore {
namespace {

struct Number {
  std::size_t value = 0;
  bool reached_max_states = false;
};

// Of a job that nobody can do: this and its number.
constexpr std::size_t given_up = 1000;

SharedJobs<Number> shared_with(const Crew& crew) {
  return {.crew = &crew,
          .text = [](const Number& number) { return std::to_string(number.value); },
          .result = [](std::string_view text) { return Number{std::stoul(std::string(text))}; },
          .lost = [](std::size_t index) { return Number{given_up + index}; }};
}

}  // namespace

TEST_CASE("jobs: where workers lack memory the one who waits does the job", "[jobs]") {
  ExploreOptions explore;
  explore.threads = 2;
  const std::thread::id here = std::this_thread::get_id();
  std::atomic<unsigned> lacks{0};
  Jobs<Number> jobs(explore, 5, [&](std::size_t index, const ExploreOptions&) {
    if (index % 2 == 1 && std::this_thread::get_id() != here) {
      ++lacks;
      throw std::bad_alloc();
    }
    return Number{index};
  });
  for (std::size_t index = 0; index < jobs.size(); ++index) {
    CHECK(jobs.result(index).value == index);
  }
  CHECK(lacks == 2);
}

TEST_CASE("jobs: lack of memory where one waits is told", "[jobs]") {
  ExploreOptions explore;
  explore.threads = 2;
  Jobs<Number> jobs(explore, 2,
                    [](std::size_t, const ExploreOptions&) -> Number { throw std::bad_alloc(); });
  CHECK_THROWS_AS(jobs.result(0), std::bad_alloc);
  CHECK_THROWS_AS(jobs.result(1), std::bad_alloc);
}

TEST_CASE("jobs: other processes do them, and the first gets the results", "[jobs]") {
  testing::LocalCrew processes(2);
  std::vector<unsigned> threads;
  const Crew follower = processes.follower();
  Jobs<Number> others(
      {}, 5,
      [&](std::size_t index, const ExploreOptions& explore) {
        threads.push_back(explore.threads);
        return Number{10 * index};
      },
      shared_with(follower));
  CHECK(others.size() == 0);
  processes.deadly = {"3"};
  const Crew leader = processes.leader();
  Jobs<Number> jobs(
      {}, 5, [](std::size_t, const ExploreOptions&) -> Number { throw std::bad_alloc(); },
      shared_with(leader));
  REQUIRE(jobs.size() == 5);
  for (const std::size_t index : {0, 1, 2, 4}) CHECK(jobs.result(index).value == 10 * index);
  CHECK(jobs.result(3).value == given_up + 3);
  CHECK(threads == std::vector<unsigned>(4, 1));
}

TEST_CASE("jobs: what others have not done when the user ends the run is done here", "[jobs]") {
  Crew leader;
  leader.leads = true;
  leader.begin = [](const std::vector<CrewJob>&) {};
  leader.next = [] { return std::nullopt; };
  Jobs<Number> jobs(
      {}, 2, [](std::size_t index, const ExploreOptions&) { return Number{index}; },
      shared_with(leader));
  CHECK(jobs.result(0).value == 0);
  CHECK(jobs.result(1).value == 1);
}

TEST_CASE("jobs: what is known is not done again, and the rest is noted", "[jobs]") {
  for (const bool crew : {false, true}) {
    for (const unsigned threads : {1U, 2U}) {
      CAPTURE(crew, threads);
      testing::LocalCrew processes(2);
      const auto job = [](std::size_t index, const ExploreOptions&) { return Number{index}; };
      const Crew follower = processes.follower();
      const Jobs<Number> others({}, 5, job, shared_with(follower));
      const Crew leader = processes.leader();
      SharedJobs<Number> shared = shared_with(leader);
      if (!crew) shared.crew = nullptr;
      shared.known = {{1, {11}}, {4, {14}}};
      std::mutex mutex;
      std::map<std::size_t, std::size_t> noted;
      shared.note = [&](std::size_t index, const Number& number) {
        const std::lock_guard lock(mutex);
        CHECK(noted.emplace(index, number.value).second);
      };
      ExploreOptions explore;
      explore.threads = threads;
      Jobs<Number> jobs(explore, 5, job, shared);
      std::vector<std::size_t> values;
      for (std::size_t index = 0; index < 5; ++index) values.push_back(jobs.result(index).value);
      CHECK(values == std::vector<std::size_t>{0, 11, 2, 3, 14});
      CHECK(noted == std::map<std::size_t, std::size_t>{{0, 0}, {2, 2}, {3, 3}});
    }
  }
}

}  // namespace opexplore
