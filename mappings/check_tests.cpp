#include "mappings/check_tests.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace opexplore::mappings {

namespace {

std::vector<EntryId> used_by(const Compiled& compiled) {
  std::vector<EntryId> used;
  for (const auto& thread : compiled.entries) {
    for (const auto& entry : thread) {
      if (entry) used.push_back(*entry);
    }
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

// In PTX a data race is no undefined behaviour.
bool is_undefined_by_races(const Test& test) { return test.program.language != Language::ptx; }

}  // namespace

bool TestResult::uses(EntryId entry) const {
  return std::binary_search(used.begin(), used.end(), entry);
}

CheckedTests::CheckedTests(TestList tests, CheckOptions options)
    : tests_(std::move(tests)), options_(std::move(options)), sources_(tests_.size) {}

const SideAnswer& CheckedTests::source_answer(std::size_t index, const Test& test) const {
  if (sources_[index] != nullptr) return *sources_[index];
  SideAnswer answer = ask(options_.source, test, options_);
  // What an interruption cut short is asked again.
  const bool cut = answer.kind == SideAnswer::Kind::incomplete && interrupted();
  const std::lock_guard lock(mutex_);
  const SideAnswer& kept = *distinct_.insert(std::move(answer)).first;
  if (!cut) sources_[index] = &kept;
  return kept;
}

TestResult CheckedTests::result(std::size_t index, const Table& table) const {
  TestResult result;
  Test test;
  std::optional<Compiled> compiled;
  try {
    test = make(index);
    compiled =
        compile(compiled_through(options_.before, test, options_.width), table, options_.width);
  } catch (const MappingError& error) {
    result.finding = Finding::uncovered;
    result.reason = error.message;
    return result;
  }
  result.used = used_by(*compiled);
  const SideAnswer& source = source_answer(index, test);
  const auto stop = [&](Finding finding, const std::string& reason) {
    result.finding = interrupted() && finding == Finding::incomplete ? Finding::unseen : finding;
    result.reason = reason;
    return result;
  };
  if (source.kind == SideAnswer::Kind::undefined) return stop(Finding::undefined, source.reason);
  if (source.kind == SideAnswer::Kind::refused) return stop(Finding::refused, source.reason);
  if (source.kind == SideAnswer::Kind::incomplete) return stop(Finding::incomplete, source.reason);
  const SideAnswer target = ask(options_.target, compiled->test, options_);
  if (target.kind == SideAnswer::Kind::refused) return stop(Finding::refused, target.reason);
  if (target.kind == SideAnswer::Kind::undefined && is_undefined_by_races(compiled->test)) {
    result.finding = Finding::unsound;
    result.reason = target.reason;
    return result;
  }
  if (auto extra = first_extra(source, target)) {
    result.finding = Finding::unsound;
    result.extra = std::move(*extra);
    return result;
  }
  if (target.kind == SideAnswer::Kind::incomplete) return stop(Finding::incomplete, target.reason);
  result.finding = Finding::sound;
  return result;
}

bool CheckedTests::passes(std::size_t index, const Table& table) const {
  try {
    const Test test = make(index);
    const Compiled compiled = compile(test, table, options_.width);
    const SideAnswer target = ask(options_.target, compiled.test, options_);
    return target.kind == SideAnswer::Kind::outcomes &&
           !first_extra(source_answer(index, test), target);
  } catch (const MappingError&) {
    return false;
  }
}

bool CheckedTests::for_each(std::size_t count, const std::string& doing,
                            const std::function<bool(std::size_t)>& use) const {
  constexpr std::size_t grain = 8;
  std::atomic<std::size_t> done{0};
  std::atomic<bool> stopped{false};
  std::mutex showing;
  const auto body = [&](const tbb::blocked_range<std::size_t>& range) {
    for (std::size_t i = range.begin(); i != range.end(); ++i) {
      if (stopped) return;
      if (interrupted() || !use(i)) {
        stopped = true;
        return;
      }
    }
    done += range.size();
    if (options_.progress && !doing.empty() && showing.try_lock()) {
      options_.progress(doing, done, count);
      showing.unlock();
    }
  };
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  tbb::task_arena arena(static_cast<int>(options_.threads > 0 ? options_.threads : cores));
  arena.execute([&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count, grain), body,
                      tbb::simple_partitioner());
  });
  return !stopped;
}

}  // namespace opexplore::mappings
