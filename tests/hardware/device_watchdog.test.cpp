// The watchdog with children that work, fail, hang and die. Jobs that shall not be taken for
// hanging have minutes; those that hang do so for ever.
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <string>
#include <vector>

#include "hardware/device/driver.hpp"
#include "hardware/device/watchdog.hpp"
#include "tests/catch.hpp"

using namespace opexplore::hardware;

namespace {

struct Log {
  std::vector<std::string> told;
  std::vector<JobEnd::Kind> ends;
  std::vector<std::string> reasons;
};

using Kind = JobEnd::Kind;

[[noreturn]] void hang() {
  while (true) pause();
}

WatchedJobs logging(Log& log, std::size_t count, Job job) {
  WatchedJobs jobs;
  jobs.count = count;
  jobs.silence = std::chrono::minutes(5);
  jobs.begin = [job = std::move(job)] { return job; };
  jobs.told = [&log](std::size_t number, std::string_view text) {
    log.told.push_back(std::to_string(number) + ' ' + std::string(text));
  };
  jobs.ended = [&log](std::size_t number, const JobEnd& end) {
    CHECK(number == log.ends.size());  // each once, in order
    log.ends.push_back(end.kind);
    log.reasons.push_back(end.reason);
  };
  return jobs;
}

}  // namespace

TEST_CASE("watchdog: jobs are done by a child, which tells of them", "[hardware]") {
  Log log;
  const pid_t parent = getpid();
  const std::string large(300'000, 'x');
  watch(logging(log, 2, [&](std::size_t number, const Tell& tell) {
    tell(getpid() == parent ? "parent" : "child");
    tell("");
    if (number == 1) tell(large);
  }));
  CHECK(log.told == std::vector<std::string>{"0 child", "1 child", "1 " + large});
  CHECK(log.ends == std::vector<Kind>{Kind::done, Kind::done});
}

TEST_CASE("watchdog: after a failure the next job has a new child", "[hardware]") {
  Log log;
  pid_t first = 0;
  watch(logging(log, 4, [&first](std::size_t number, const Tell& tell) {
    if (first == 0) first = getpid();
    tell(first == getpid() && (number == 0 || number == 2) ? "new" : "");
    if (number == 1) throw std::runtime_error("out of luck");
    if (number == 2) raise(SIGKILL);
  }));
  CHECK(log.ends == std::vector<Kind>{Kind::done, Kind::failed, Kind::died, Kind::done});
  CHECK(log.reasons[1] == "out of luck");
  CHECK(log.reasons[2] == "the child process was ended by a signal: Killed");
  CHECK(log.told == std::vector<std::string>{"0 new", "2 new"});
}

TEST_CASE("watchdog: a child that hangs is killed, and what it told stays", "[hardware]") {
  Log log;
  WatchedJobs jobs = logging(log, 1, [](std::size_t, const Tell& tell) {
    tell("before");
    hang();
  });
  jobs.silence = std::chrono::milliseconds(3500);
  watch(jobs);
  CHECK(log.ends == std::vector<Kind>{Kind::timed_out});
  CHECK(log.reasons[0] == "no answer from the GPU for 3.5 s");
  CHECK(log.told == std::vector<std::string>{"0 before"});
}

TEST_CASE("watchdog: a GPU that cannot be opened", "[hardware]") {
  Log log;
  WatchedJobs jobs = logging(log, 2, nullptr);
  SECTION("is none") {
    jobs.begin = []() -> Job { throw NoDevice("no GPU: none"); };
    CHECK_THROWS_AS(watch(jobs), NoDevice);
    CHECK_THROWS_WITH(watch(jobs), "no GPU: none");
  }
  SECTION("has another fault") {
    jobs.begin = []() -> Job { throw std::runtime_error("too old"); };
    CHECK_THROWS_AS(watch(jobs), CannotBegin);
    CHECK_THROWS_WITH(watch(jobs), "too old");
  }
  SECTION("never answers") {
    jobs.begin = []() -> Job { hang(); };
    jobs.begin_silence = std::chrono::milliseconds(50);
    CHECK_THROWS_WITH(watch(jobs), "the GPU did not answer within 0.0 s");
  }
  SECTION("makes the driver crash") {
    jobs.begin = []() -> Job { _exit(3); };
    CHECK_THROWS_WITH(watch(jobs), "the child process ended with code 3");
  }
  CHECK(log.ends.empty());
}

TEST_CASE("watchdog: a GPU that was lost cancels what is left", "[hardware]") {
  Log log;
  int children = 0;  // the parent's copy is not changed by `begin`, so it counts in `ended`
  WatchedJobs jobs = logging(log, 3, nullptr);
  const auto note = jobs.ended;
  jobs.ended = [&](std::size_t number, const JobEnd& end) {
    ++children;
    note(number, end);
  };
  jobs.begin = [&children]() -> Job {
    if (children > 0) throw NoDevice("no GPU any more");
    return [](std::size_t, const Tell&) { throw std::runtime_error("fell off the bus"); };
  };
  watch(jobs);
  CHECK(log.ends == std::vector<Kind>{Kind::failed, Kind::cancelled, Kind::cancelled});
  CHECK(log.reasons[1] == "the GPU could not be opened again: no GPU any more");
}

TEST_CASE("watchdog: an interruption lets the job end and cancels the others", "[hardware]") {
  Log log;
  bool stop = false;
  WatchedJobs jobs = logging(log, 3, [&stop](std::size_t, const Tell& tell) {
    // Blocked before the parent can know that it may signal.
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    tell("started");
    int signal = 0;
    sigwait(&set, &signal);
    stop = true;  // the child's own
    tell("ended early");
  });
  jobs.interrupted = [&] { return stop; };
  const auto told = jobs.told;
  jobs.told = [&](std::size_t number, std::string_view text) {
    stop = true;
    told(number, text);
  };
  watch(jobs);
  CHECK(log.ends == std::vector<Kind>{Kind::done, Kind::cancelled, Kind::cancelled});
  CHECK(log.reasons[1] == "interrupted");
  CHECK(log.told == std::vector<std::string>{"0 started", "0 ended early"});
}
