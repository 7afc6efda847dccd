// Jobs among processes, some of which die.
#include "answers/job_queue.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

namespace opexplore {
namespace {

using Texts = std::vector<std::string>;

// The text of the next job, and its number in `number`; "" when there is none.
std::string next(JobQueue& queue, JobQueue::Worker worker, std::size_t& number) {
  const auto job = queue.next(worker);
  if (!job) return "";
  number = job->number;
  return job->text;
}

std::string next(JobQueue& queue, JobQueue::Worker worker) {
  std::size_t number = 0;
  return next(queue, worker, number);
}

// "2:text" of all results that are there; "2:" of one that nobody could find.
Texts taken(JobQueue& queue) {
  Texts all;
  while (const auto result = queue.take()) {
    all.push_back(std::to_string(result->job) + ":" + result->text.value_or(""));
  }
  return all;
}

TEST_CASE("job queue: jobs of one home go round in order", "[job_queue]") {
  JobQueue queue(3);
  CHECK(queue.is_done());
  queue.begin({{"a"}, {"b"}, {"c"}});
  CHECK(next(queue, 2) == "a");
  CHECK(next(queue, 0) == "b");
  CHECK(next(queue, 1) == "c");
  CHECK(next(queue, 1).empty());
  CHECK_FALSE(queue.is_done());
}

TEST_CASE("job queue: a worker gets those of its home first, then of whom has most",
          "[job_queue]") {
  JobQueue queue(2);
  queue.begin({{"a", 0}, {"b", 1}, {"c", 2}, {"d", 4}, {"e", 3}});
  CHECK(next(queue, 1) == "b");
  CHECK(next(queue, 1) == "e");
  CHECK(next(queue, 1) == "a");
  CHECK(next(queue, 0) == "c");
  CHECK(next(queue, 3) == "d");  // one that came late
}

TEST_CASE("job queue: results are taken once, in the order in which they came", "[job_queue]") {
  JobQueue queue(2);
  queue.begin({{"a"}, {"b"}});
  std::size_t a = 0;
  std::size_t b = 0;
  next(queue, 0, a);
  next(queue, 1, b);
  queue.finish(b, "B");
  queue.finish(b, "again");
  queue.finish(a, "A");
  queue.finish(77, "of nothing");
  CHECK_FALSE(queue.is_done());
  CHECK(taken(queue) == Texts{"1:B", "0:A"});
  CHECK(queue.is_done());
}

TEST_CASE("job queue: what a worker had when it died is done by another", "[job_queue]") {
  JobQueue queue(2);
  queue.begin({{"a"}, {"b"}, {"c"}});
  std::size_t a = 0;
  std::size_t b = 0;
  next(queue, 0, a);
  next(queue, 1, b);
  queue.lose(0);
  std::size_t again = 0;
  CHECK(next(queue, 1, again) == "a");
  CHECK(next(queue, 1) == "c");
  queue.finish(again, "A");
  queue.finish(b, "B");
  CHECK(taken(queue) == Texts{"0:A", "1:B"});
}

TEST_CASE("job queue: a job that two have died of is given up", "[job_queue]") {
  JobQueue queue(3);
  queue.begin({{"a"}, {"b"}});
  CHECK(next(queue, 0) == "a");
  queue.lose(0);
  CHECK(next(queue, 1) == "a");
  queue.lose(1);
  std::size_t b = 0;
  CHECK(next(queue, 2, b) == "b");
  queue.finish(b, "B");
  CHECK(taken(queue) == Texts{"0:", "1:B"});
  CHECK(queue.is_done());
}

TEST_CASE("job queue: results of jobs that were dropped are not taken", "[job_queue]") {
  JobQueue queue(1);
  queue.begin({{"a"}, {"b"}});
  std::size_t old = 0;
  next(queue, 0, old);
  queue.begin({{"c"}});
  queue.finish(old, "A");
  std::size_t c = 0;
  CHECK(next(queue, 0, c) == "c");
  queue.finish(old, "A");
  queue.finish(c, "C");
  CHECK(taken(queue) == Texts{"0:C"});
  CHECK(queue.is_done());
}

}  // namespace
}  // namespace opexplore
