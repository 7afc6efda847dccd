#include "studies/campaign/campaign.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

namespace opexplore {
namespace {

using Clock = std::chrono::steady_clock;
using Kind = Checked::Kind;

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

/// Tests that got the same note.
struct Noted {
  std::uint64_t tests = 0, first_index = std::numeric_limits<std::uint64_t>::max();
  Test first;
  std::vector<std::uint64_t> numbers;  // of them all, if some may turn out not to count
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
  PartRun(const CampaignPart& part, const CampaignOptions& options, const Watch& watch)
      : part_(part), options_(options), watch_(watch), every_(part.every * options.every) {}

  /// `show` gets the result so far a few times a second.
  PartResult run(const std::function<void(const PartResult&)>& show) {
    PartResult result = not_begun(part_);
    {
      std::vector<std::jthread> workers;
      const std::jthread counter([this] { count(); });
      start(workers);
      wait(workers.size(), result, show);
      counting_.request_stop();
    }
    if (broken_) std::rethrow_exception(broken_);
    finish(result);
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
    const std::size_t most = options_.threads > 0 ? options_.threads : cores;
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
  }

  void break_off() {
    const std::lock_guard lock(mutex_);
    if (!broken_) broken_ = std::current_exception();
    is_broken_ = true;
  }

  void wait(std::size_t workers, PartResult& result,
            const std::function<void(const PartResult&)>& show) {
    std::unique_lock lock(mutex_);
    const auto done = [&] { return ended_ == workers; };
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
      result.selected = total_->selected;
    }
    const auto of = [&](Kind kind) { return counts_[static_cast<std::size_t>(kind)].load(); };
    result.equal = of(Kind::equal);
    result.different = of(Kind::different);
    result.undecided = of(Kind::undecided);
    result.undefined = of(Kind::undefined);
    result.refused = of(Kind::refused);
    result.failed = of(Kind::failed);
    result.checked = result.equal + result.different + result.undecided + result.undefined +
                     result.refused + result.failed;
    result.seconds = seconds_since(start_);
  }

  void work() {
    try {
      go_through();
    } catch (...) {
      break_off();
    }
    const std::lock_guard lock(mutex_);
    ++ended_;
    done_.notify_all();
  }

  void go_through() {
    std::uint64_t mine = next_++;
    Total passed;
    bool cut_short = false;
    generate::for_each_make(part_.specification, [&](const generate::Make& make) {
      const std::uint64_t here = passed.specified++;
      cut_short = here % glance == 0 && is_over(mine);
      if (cut_short || !generate::is_selected(here, every_) || passed.selected++ != mine)
        return !cut_short;
      cut_short = is_over(mine);
      if (cut_short) return false;
      check(here, mine, make);
      mine = next_++;
      return true;
    });
    if (!cut_short) reached_end(passed);
  }

  bool is_over(std::uint64_t number) const {
    return number > last_ || is_broken_ || watch_.ended() != Incomplete::none;
  }

  void check(std::uint64_t index, std::uint64_t number, const generate::Make& make) {
    Test test;
    test.name = "number " + std::to_string(index);
    Checked checked;
    const Stop stop = [&] { return is_over(number); };
    try {
      test = make(generate::Finish::bare);
      checked = part_.check(test, stop);
    } catch (const std::exception& error) {
      checked = {Kind::failed, error.what()};
    }
    // Perhaps it is undecided only because it was told to stop.
    if (checked.kind == Kind::undecided && stop()) return;
    ++counts_[static_cast<std::size_t>(checked.kind)];
    if (checked.kind == Kind::equal) return;
    const std::lock_guard lock(mutex_);
    if (checked.kind != Kind::different) note(index, number, checked, test);
    if (checked.kind == Kind::different) {
      if (options_.first_difference) last_ = std::min(last_.load(), number);
      keep(differences_, index, std::move(test), std::move(checked.note));
    } else if (checked.kind == Kind::failed) {
      keep(failures_, index, std::move(test), std::move(checked.note));
    }
  }

  void note(std::uint64_t index, std::uint64_t number, const Checked& checked, const Test& test) {
    Noted& noted = noted_[{checked.kind, checked.note}];
    ++noted.tests;
    if (options_.first_difference) noted.numbers.push_back(number);
    if (index >= noted.first_index) return;
    noted.first_index = index;
    noted.first = test;
  }

  void keep(std::map<std::uint64_t, KeptTest>& kept, std::uint64_t index, Test test,
            std::string note) const {
    kept.emplace(index, KeptTest{index, std::move(test), std::move(note)});
    if (kept.size() > std::max<std::size_t>(options_.most_kept, 1)) kept.erase(--kept.end());
  }

  static std::vector<KeptTest> taken(std::map<std::uint64_t, KeptTest>& kept) {
    std::vector<KeptTest> result;
    for (auto& [index, test] : kept) {
      // One that could not even be made has no threads.
      if (!test.test.program.threads.empty()) test.test = generate::finished(std::move(test.test));
      result.push_back(std::move(test));
    }
    return result;
  }

  void finish(PartResult& result) {
    add_counts(result);
    if (last_ != none) forget_later_ones(result);
    result.differences = taken(differences_);
    result.failures = taken(failures_);
    for (auto& [key, noted] : noted_) {
      if (noted.tests == 0) continue;
      result.reasons.push_back({key.first, full_note(key, noted.first), noted.tests,
                                noted.first_index, noted.first.name});
    }
    std::sort(result.reasons.begin(), result.reasons.end(),
              [](const CampaignReason& a, const CampaignReason& b) {
                return a.tests != b.tests ? a.tests > b.tests : a.first_index < b.first_index;
              });
    result.seconds = seconds_since(start_);
  }

  // Why a test is refused may quote an instruction and its line, which a bare test does not have.
  std::string full_note(const std::pair<Kind, std::string>& key, const Test& first) const {
    if (key.first != Kind::refused) return key.second;
    const Stop never = [] { return false; };
    const Checked again = part_.check(generate::finished(first), never);
    return again.kind == Kind::refused ? again.note : key.second;
  }

  // How many tests after the first difference have been checked is a matter of chance, and so is
  // whether all have been counted.
  void forget_later_ones(PartResult& result) {
    if (watch_.ended() != Incomplete::none) return;  // and so it is before it
    const std::uint64_t last = last_;
    result.specified = result.selected = std::nullopt;
    differences_.erase(std::next(differences_.begin()), differences_.end());
    const std::uint64_t first_index = differences_.begin()->first;
    failures_.erase(failures_.upper_bound(first_index), failures_.end());
    result.checked = last + 1;
    result.different = 1;
    result.undecided = result.undefined = result.refused = result.failed = 0;
    for (auto& [key, noted] : noted_) {
      noted.tests = static_cast<std::uint64_t>(
          std::count_if(noted.numbers.begin(), noted.numbers.end(),
                        [&](std::uint64_t number) { return number < last; }));
      (key.first == Kind::undecided   ? result.undecided
       : key.first == Kind::undefined ? result.undefined
       : key.first == Kind::refused   ? result.refused
                                      : result.failed) += noted.tests;
    }
    result.equal = last - result.undecided - result.undefined - result.refused - result.failed;
  }

  const CampaignPart& part_;
  const CampaignOptions& options_;
  const Watch& watch_;
  const std::uint64_t every_;
  Clock::time_point start_ = Clock::now();

  std::atomic<std::uint64_t> next_{0};     // number to be drawn
  std::atomic<std::uint64_t> last_{none};  // no test after this one counts
  std::atomic<bool> is_broken_{false};     // broken_, without the lock
  std::array<std::atomic<std::uint64_t>, 6> counts_{};
  std::stop_source counting_;

  std::mutex mutex_;  // of all that follows
  std::condition_variable done_;
  std::size_t ended_ = 0;  // workers
  std::exception_ptr broken_;
  std::optional<Total> total_;                                // once it is known
  std::map<std::uint64_t, KeptTest> differences_, failures_;  // by index
  std::map<std::pair<Kind, std::string>, Noted> noted_;
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
    result.parts.push_back(PartRun(part, options, watch).run(show));
    const PartResult& done = result.parts.back();
    if (options.progress) options.progress({i, parts.size(), done, true});
    const bool found = options.first_difference && done.different > 0;
    // An interruption after the last test changes nothing.
    if (found || done.selected != done.checked) result.incomplete = watch.ended();
    result.stopped_at_difference = found && result.incomplete == Incomplete::none;
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace opexplore
