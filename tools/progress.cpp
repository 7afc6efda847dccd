#include "tools/progress.hpp"

#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <utility>

#include "litmus/amounts.hpp"
#include "tools/interrupt.hpp"

namespace opexplore {
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

bool on_terminal() { return isatty(STDERR_FILENO) == 1; }

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

std::function<void(const Progress&)> terminal_progress(SearchTitle title) {
  if (!on_terminal()) return {};
  return [title = std::move(title)](const Progress& progress) {
    if (progress.seconds < 1) return;
    const std::string line = '\r' + progress_line(title, progress, time_of_day()) + "\x1b[K";
    std::fputs(line.c_str(), stderr);
  };
}

void show_count(const std::string& what, std::size_t done, std::size_t all) {
  if (!on_terminal()) return;
  const std::string line =
      '\r' + what + ": " + grouped(done) + " of " + grouped(all) + " done\x1b[K";
  std::fputs(line.c_str(), stderr);
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
