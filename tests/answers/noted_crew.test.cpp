// Crews that know what was done before.
#include "answers/noted_crew.hpp"

#include <optional>
#include <string>
#include <vector>

#include "litmus/language/hash.hpp"
#include "tests/catch.hpp"
#include "tests/local_crew.hpp"

namespace opexplore {
namespace {

using Answers = std::vector<std::optional<std::string>>;

std::vector<CrewJob> jobs(const std::vector<std::string>& texts) {
  std::vector<CrewJob> result;
  for (const std::string& text : texts) result.push_back({text});
  return result;
}

// By number; nothing where there was no result.
Answers answers_of(const Crew& crew, const std::vector<std::string>& texts) {
  Answers answers(texts.size());
  crew.begin(jobs(texts));
  while (const auto result = crew.next()) {
    CHECK_FALSE(answers.at(result->job));
    answers[result->job] = result->text.value_or("lost");
  }
  return answers;
}

// Does jobs, all but "dying", which ends whoever does it, and "late", which the user ends.
struct Noting {
  NotedResults noted;
  std::vector<std::string> done;

  std::string work(const std::string& job) {
    done.push_back(job);
    return job == "late" ? "" : "did " + job;
  }
  NoteResult note() {
    return [this](const std::string& job, std::string_view result) {
      CHECK(noted.emplace(job, result).second);
    };
  }
};

}  // namespace

TEST_CASE("crew: one process does the jobs in turn until the user ends the run", "[crew]") {
  Noting noting;
  bool interrupted = false;
  const Crew crew = crew_of_one([&](const std::string& job) { return noting.work(job); },
                                [&] { return interrupted; });
  CHECK(crew.leads);
  CHECK(answers_of(crew, {"a", "b"}) == Answers{"did a", "did b"});
  CHECK(answers_of(crew, {"c"}) == Answers{"did c"});
  CHECK(answers_of(crew, {}).empty());
  interrupted = true;
  CHECK(answers_of(crew, {"d"}) == Answers{std::nullopt});
  CHECK(noting.done == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("crew: what was noted is not handed out", "[crew]") {
  Noting first;
  opexplore::testing::LocalCrew processes(2);
  processes.deadly = {"dying"};
  processes.follower().follow([&](const std::string& job) { return first.work(job); });
  const Crew others = processes.leader();
  const std::vector<std::string> all = {"a", "dying", "late", "b"};
  CHECK(answers_of(noted(others, {}, first.note()), all) == Answers{"did a", "lost", "", "did b"});
  CHECK(first.noted == NotedResults{{md5("a"), "did a"}, {md5("b"), "did b"}});

  Noting second;
  const Crew alone =
      crew_of_one([&](const std::string& job) { return second.work(job); }, [] { return false; });
  const Crew going_on = noted(alone, first.noted, second.note());
  CHECK(answers_of(going_on, {"c", "b", "dying", "a"}) ==
        Answers{"did c", "did b", "did dying", "did a"});
  CHECK(second.done == std::vector<std::string>{"c", "dying"});
  CHECK(second.noted.size() == 2);
  CHECK(answers_of(going_on, {"a"}) == Answers{"did a"});
  CHECK(second.done.size() == 2);
}

TEST_CASE("crew: results that nobody waits for are dropped", "[crew]") {
  Noting noting;
  const Crew alone =
      crew_of_one([&](const std::string& job) { return noting.work(job); }, [] { return false; });
  const Crew crew = noted(alone, {{md5("a"), "known"}}, noting.note());
  crew.begin(jobs({"a", "b"}));
  crew.begin(jobs({"c"}));
  const auto result = crew.next();
  REQUIRE(result);
  CHECK(result->job == 0);
  CHECK(result->text == "did c");
  CHECK_FALSE(crew.next());
}

}  // namespace opexplore
