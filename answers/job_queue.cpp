#include "answers/job_queue.hpp"

#include <algorithm>
#include <utility>

namespace opexplore {
namespace {

std::size_t taken_from(std::deque<std::size_t>& numbers) {
  const std::size_t number = numbers.front();
  numbers.pop_front();
  return number;
}

}  // namespace

JobQueue::JobQueue(std::size_t workers) : fresh_(std::max<std::size_t>(workers, 1)) {}

void JobQueue::begin(std::vector<CrewJob> jobs) {
  first_ += jobs_.size();
  jobs_ = std::move(jobs);
  open_ = jobs_.size();
  for (std::deque<std::size_t>& numbers : fresh_) numbers.clear();
  again_.clear();
  out_.clear();
  deaths_.clear();
  finished_.clear();
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    fresh_[jobs_[i].home % fresh_.size()].push_back(first_ + i);
  }
}

std::optional<JobQueue::Handed> JobQueue::next(Worker worker) {
  if (!again_.empty()) return handed(taken_from(again_), worker);
  std::deque<std::size_t>& own = fresh_[worker % fresh_.size()];
  if (!own.empty()) return handed(taken_from(own), worker);
  std::deque<std::size_t>& most = *std::ranges::max_element(
      fresh_, {}, [](const std::deque<std::size_t>& numbers) { return numbers.size(); });
  if (!most.empty()) return handed(taken_from(most), worker);
  return std::nullopt;
}

JobQueue::Handed JobQueue::handed(std::size_t number, Worker worker) {
  out_.emplace(number, worker);
  return {number, jobs_[number - first_].text};
}

void JobQueue::finish(std::size_t number, std::string result) {
  if (out_.erase(number) == 1) finished_.push_back({number - first_, std::move(result)});
}

void JobQueue::lose(Worker worker) {
  for (auto entry = out_.begin(); entry != out_.end();) {
    const auto [number, who] = *entry;
    if (who != worker) {
      ++entry;
      continue;
    }
    entry = out_.erase(entry);
    if (++deaths_[number] < most_deaths) {
      again_.push_back(number);
    } else {
      finished_.push_back({number - first_, std::nullopt});
    }
  }
}

std::optional<CrewResult> JobQueue::take() {
  if (finished_.empty()) return std::nullopt;
  CrewResult result = std::move(finished_.front());
  finished_.pop_front();
  --open_;
  return result;
}

}  // namespace opexplore
