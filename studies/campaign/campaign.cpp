#include "studies/campaign/campaign.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "studies/campaign/findings.hpp"
#include "studies/campaign/ranges.hpp"

namespace opexplore {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

PartResult not_begun(const CampaignPart& part) {
  PartResult result;
  result.tests = part.tests;
  result.arguments = part.arguments;
  result.pairing = part.pairing;
  return result;
}

/// When the whole campaign has to end.
class Watch {
 public:
  explicit Watch(const CampaignOptions& options) : options_(options) {}

  Incomplete ended() const {
    if (options_.interrupted && options_.interrupted()) return Incomplete::interrupted;
    const bool late = options_.timeout && Clock::now() - start_ >= *options_.timeout;
    return late ? Incomplete::time : Incomplete::none;
  }
  double seconds() const { return seconds_since(start_); }

 private:
  const CampaignOptions& options_;
  Clock::time_point start_ = Clock::now();
};

/// Goes through one part. Each worker goes through all its tests, which is cheap, and makes those
/// alone whose number it drew; so there is no queue, and no test waits for another. How many there
/// are, a thread of its own finds out meanwhile, for progress; a worker at the end knows it too.
///
/// Two numbers tell tests apart: the index, among all that are specified, and the number, among
/// those that are selected. Numbers are drawn in increasing order, so when one is drawn, all before
/// it have been, and their workers finish them.
class PartRun {
 public:
  PartRun(const CampaignPart& part, std::size_t part_number, const CampaignOptions& options,
          const Watch& watch)
      : part_(part),
        part_number_(part_number),
        options_(options),
        watch_(watch),
        every_(part.every * options.every),
        findings_(part, part_number, options) {}

  /// `show` gets the result so far a few times a second.
  PartResult run(const std::function<void(const PartResult&)>& show) {
    PartResult result = not_begun(part_);
    {
      std::vector<std::jthread> workers;
      // Where ranges come from others they know the end, and who is handed the last one gets there.
      const bool counts = !options_.next_range;
      const std::jthread counter([this, counts] {
        if (counts) count();
      });
      start(workers);
      wait(workers.size(), result, show);
      counting_.request_stop();
    }
    if (broken_) std::rethrow_exception(broken_);
    add_counts(result);
    if (last_ != none) forget_later_ones(result);
    findings_.finish(result);
    result.seconds = seconds_since(start_);
    return result;
  }

 private:
  // The number of no test.
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  // Tests that are passed over between two looks at the watch.
  static constexpr std::uint64_t glance = 4096;

  struct Total {
    std::uint64_t specified = 0, selected = 0;
  };

  // No more workers than tests, if that is known by then: some parts are small.
  void start(std::vector<std::jthread>& workers) {
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t most = options_.elsewhere     ? 1
                             : options_.only_known  ? 0
                             : options_.threads > 0 ? options_.threads
                                                    : cores;
    const auto enough = [&] {
      const std::lock_guard lock(mutex_);
      return total_ && workers.size() >= total_->selected;
    };
    try {
      while (workers.size() < most && !enough()) workers.emplace_back([this] { work(); });
    } catch (const std::system_error&) {  // fewer will do
      if (workers.empty()) break_off();
    } catch (...) {
      break_off();
    }
  }

  // Need not look at the watch: the workers do, and without them it is stopped.
  void count() {
    try {
      const std::stop_token stop = counting_.get_token();
      Total total;
      generate::for_each_make(part_.specification, [&](const generate::Make&) {
        if (generate::is_selected(total.specified++, every_)) ++total.selected;
        return !stop.stop_requested();
      });
      if (!stop.stop_requested()) reached_end(total);
    } catch (...) {
      break_off();
    }
  }

  void reached_end(const Total& total) {
    const std::lock_guard lock(mutex_);
    total_ = total;
    counting_.request_stop();
    findings_.end_at(total.selected);
    done_.notify_all();
  }

  void break_off() {
    const std::lock_guard lock(mutex_);
    if (!broken_) broken_ = std::current_exception();
    is_broken_ = true;
  }

  void wait(std::size_t workers, PartResult& result,
            const std::function<void(const PartResult&)>& show) {
    std::unique_lock lock(mutex_);
    // Who has all its tests may not have gone to their end, where their number is known.
    const auto done = [&] {
      if (ended_ != workers) return false;
      return total_ || options_.next_range || is_broken_ || last_ != none ||
             watch_.ended() != Incomplete::none;
    };
    while (!done_.wait_for(lock, std::chrono::milliseconds(200), done)) {
      if (!show) continue;
      add_counts(result);
      lock.unlock();
      show(result);
      lock.lock();
    }
  }

  // With mutex_ locked, or alone.
  void add_counts(PartResult& result) const {
    if (total_) {
      result.specified = total_->specified;
      result.selected = in_shard(total_->selected);
    }
    findings_.add_counts(result);
    result.seconds = seconds_since(start_);
  }

  void work() {
    try {
      options_.elsewhere ? take_from_elsewhere() : go_through();
    } catch (...) {
      break_off();
    }
    const std::lock_guard lock(mutex_);
    ++ended_;
    done_.notify_all();
  }

  void take_from_elsewhere() {
    while (const std::optional<RangeResult> result = options_.elsewhere(part_number_)) {
      findings_.absorb(*result);
      if (options_.done) options_.done(*result);
    }
  }

  void go_through() {
    std::uint64_t mine = draw();
    Total passed;
    bool cut_short = mine == none;
    if (cut_short) return;
    generate::for_each_make(part_.specification, [&](const generate::Make& make) {
      const std::uint64_t here = passed.specified++;
      cut_short = here % glance == 0 && is_over(mine);
      if (cut_short || !generate::is_selected(here, every_) || passed.selected++ != mine)
        return !cut_short;
      cut_short = is_over(mine);
      if (cut_short) return false;
      check(here, mine, make);
      mine = draw();
      cut_short = mine == none;
      return !cut_short;
    });
    if (!cut_short) reached_end(passed);
  }

  // The number of the next test to check, or `none`.
  std::uint64_t draw() {
    const std::lock_guard lock(drawing_);
    if (next_ == range_end_) {
      const std::optional<std::uint64_t> range = next_range();
      if (!range) return none;
      next_ = *range * tests_per_range;
      range_end_ = next_ + tests_per_range;
    }
    return next_++;
  }

  // No range is handed out twice. Those beyond the end have no tests.
  std::optional<std::uint64_t> next_range() {
    if (options_.next_range) return options_.next_range(part_number_);
    while (!options_.shard.has(range_) || findings_.knows(range_)) ++range_;
    return range_++;
  }

  // Of so many tests, those of the shard.
  std::uint64_t in_shard(std::uint64_t selected) const {
    if (options_.shard.count == 1) return selected;
    std::uint64_t tests = 0;
    for (std::uint64_t range = 0; range * tests_per_range < selected; ++range) {
      if (!options_.shard.has(range)) continue;
      tests += std::min(tests_per_range, selected - range * tests_per_range);
    }
    return tests;
  }

  bool is_over(std::uint64_t number) const {
    return number > last_ || is_broken_ || watch_.ended() != Incomplete::none;
  }

  void check(std::uint64_t index, std::uint64_t number, const generate::Make& make) {
    Test test = named_test(index);
    Checked checked;
    const Stop stop = [&] { return is_over(number); };
    try {
      test = make(generate::Finish::bare);
      checked = part_.check(test, stop);
    } catch (const std::exception& error) {
      checked = {Checked::Kind::failed, error.what()};
    }
    // Perhaps it is undecided only because it was told to stop.
    if (checked.kind == Checked::Kind::undecided && stop()) return;
    if (checked.kind == Checked::Kind::different && options_.first_difference) {
      const std::lock_guard lock(mutex_);
      last_ = std::min(last_.load(), number);
    }
    findings_.add(index, number, test, checked);
  }

  // How many tests after the first difference have been checked is a matter of chance, and so is
  // whether all have been counted.
  void forget_later_ones(PartResult& result) {
    if (watch_.ended() != Incomplete::none) return;  // and so it is before it
    result.specified = result.selected = std::nullopt;
    findings_.forget_after(last_, result);
  }

  const CampaignPart& part_;
  const std::size_t part_number_;
  const CampaignOptions& options_;
  const Watch& watch_;
  const std::uint64_t every_;
  Clock::time_point start_ = Clock::now();

  std::atomic<std::uint64_t> last_{none};  // no test after this one counts
  std::atomic<bool> is_broken_{false};     // broken_, without the lock
  std::stop_source counting_;
  CampaignFindings findings_;

  std::mutex drawing_;                      // of these three
  std::uint64_t next_ = 0, range_end_ = 0;  // numbers to be drawn
  std::uint64_t range_ = 0;                 // that comes next

  std::mutex mutex_;  // of all that follows
  std::condition_variable done_;
  std::size_t ended_ = 0;  // workers
  std::exception_ptr broken_;
  std::optional<Total> total_;  // once it is known
};

}  // namespace

std::string_view to_string(Checked::Kind kind) {
  constexpr std::array<std::string_view, 6> words{"equal",     "different", "undecided",
                                                  "undefined", "refused",   "failed"};
  return words.at(static_cast<std::size_t>(kind));
}

std::uint64_t CampaignResult::sum(std::uint64_t PartResult::*count) const {
  std::uint64_t total = 0;
  for (const PartResult& part : parts) total += part.*count;
  return total;
}

CampaignResult run_campaign(std::span<const CampaignPart> parts, const CampaignOptions& options) {
  const Watch watch(options);
  CampaignResult result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const CampaignPart& part = parts[i];
    const bool over = result.stopped_at_difference || result.incomplete != Incomplete::none;
    if (!over) result.incomplete = watch.ended();
    if (over || result.incomplete != Incomplete::none) {
      result.parts.push_back(not_begun(part));
      continue;
    }
    std::function<void(const PartResult&)> show;
    if (options.progress) {
      show = [&](const PartResult& now) { options.progress({i, parts.size(), now, false}); };
    }
    result.parts.push_back(PartRun(part, i, options, watch).run(show));
    const PartResult& done = result.parts.back();
    if (options.progress) options.progress({i, parts.size(), done, true});
    if (options.only_known && done.selected != done.checked) result.lacks_ranges = true;
    const bool found = options.first_difference && done.different > 0;
    // An interruption after the last test changes nothing.
    if (found || done.selected != done.checked) result.incomplete = watch.ended();
    result.stopped_at_difference = found && result.incomplete == Incomplete::none;
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace opexplore
