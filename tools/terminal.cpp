#include "tools/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <utility>

#include "litmus/input/amounts.hpp"

namespace opexplore {
namespace {

// The global variables of the program: a signal handler is given no other way to speak.
std::atomic<bool> signalled{false};
static_assert(std::atomic<bool>::is_always_lock_free);

std::atomic<std::int64_t> first_signal{0};  // seconds in nanoseconds; 0: none yet

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// One wish to end can come as several signals: timeout(1) sends one to its child and one to the
// child's group. So the second is one that comes later.
constexpr std::int64_t one_wish = 300'000'000;

void on_signal(int signal) {
  signalled.store(true, std::memory_order_relaxed);
  std::int64_t none = 0;
  if (first_signal.compare_exchange_strong(none, now())) return;
  if (now() - none < one_wish) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;  // a system call that it interrupts goes on
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return signalled.load(std::memory_order_relaxed); }

namespace {

std::string per_minute(std::uint64_t number, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(number) * 60 / seconds : 0;
  return grouped(static_cast<std::uint64_t>(rate)) + " a minute";
}

std::string whole_seconds(double seconds) {
  return grouped(static_cast<std::uint64_t>(seconds)) + " s";
}

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::array<char, 16> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%H:%M:%S", &local);
  return {text.data(), length};
}

}  // namespace

std::string progress_line(const SearchTitle& title, const Progress& progress,
                          const std::string& time) {
  std::string elapsed = whole_seconds(progress.seconds);
  if (title.timeout) {
    elapsed += " of " + whole_seconds(std::chrono::duration<double>(*title.timeout).count());
  }
  return (title.test.empty() ? "" : title.test + ": ") + "Progress(" +
         std::to_string(progress.depth) + ") at " + time + ", " + elapsed + ": " +
         grouped(progress.generated) + " states generated (" +
         per_minute(progress.generated, progress.seconds) + "), " + grouped(progress.distinct) +
         " distinct (" + per_minute(progress.distinct, progress.seconds) + "), " +
         grouped(progress.queue) + " left at this depth";
}

bool on_terminal() { return isatty(STDERR_FILENO) == 1; }

void put_line(std::string line) {
  if (!on_terminal()) return;
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1) {
    line.resize(std::min<std::size_t>(line.size(), size.ws_col - 1U));
  }
  std::fputs(('\r' + line + "\x1b[K").c_str(), stderr);
}

void put_line_above(const std::string& line) {
  if (on_terminal()) std::fputs(("\r\x1b[K" + line + '\n').c_str(), stderr);
}

std::function<void(const Progress&)> terminal_progress(SearchTitle title) {
  if (!on_terminal()) return {};
  return [title = std::move(title)](const Progress& progress) {
    if (progress.seconds < 1) return;
    put_line(progress_line(title, progress, time_of_day()));
  };
}

std::function<void(const Progress&)> logged_progress(SearchTitle title,
                                                     std::chrono::milliseconds period) {
  const double every = std::chrono::duration<double>(period).count();
  return [title = std::move(title), every, next = every](const Progress& progress) mutable {
    if (progress.seconds < next) return;
    next = progress.seconds + every;
    std::fputs((progress_line(title, progress, time_of_day()) + '\n').c_str(), stderr);
  };
}

std::string count_line(const std::string& what, std::size_t done, std::size_t all, double seconds) {
  constexpr double least = 2;  // sooner nobody knows
  std::string line = what + ": " + grouped(done) + " of " + grouped(all) + " done";
  if (done == 0 || seconds < least) return line;
  const double each = seconds / static_cast<double>(done);
  return line + ", " + rough_duration(each * static_cast<double>(all - done)) + " left";
}

std::function<void(const std::string&, std::size_t, std::size_t)> shown_counts(
    std::optional<std::chrono::milliseconds> period) {
  using Clock = std::chrono::steady_clock;
  return [period, now = std::string(), begin = Clock::time_point(), last = Clock::now()](
             const std::string& what, std::size_t done, std::size_t all) mutable {
    const Clock::time_point time = Clock::now();
    if (what != now) begin = time;
    now = what;
    const std::string line =
        count_line(what, done, all, std::chrono::duration<double>(time - begin).count());
    if (on_terminal()) return put_line(line);
    if (!period || time - last < *period) return;
    last = time;
    std::fputs((line + '\n').c_str(), stderr);
  };
}

void clear_progress() {
  if (on_terminal()) std::fputs("\r\x1b[K", stderr);
}

ExploreOptions watched(ExploreOptions explore, bool quiet) {
  explore.interrupted = interrupted;
  if (!quiet) explore.progress = terminal_progress({.timeout = explore.timeout});
  return explore;
}

}  // namespace opexplore
