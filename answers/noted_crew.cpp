#include "answers/noted_crew.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "litmus/language/hash.hpp"

namespace opexplore {
namespace {

// Jobs of which those that are known are not handed out.
class NotedJobs {
 public:
  NotedJobs(const Crew& crew, NotedResults known, NoteResult note)
      : crew_(crew), known_(std::move(known)), note_(std::move(note)) {}

  void begin(std::vector<CrewJob> jobs) {
    answered_.clear();
    rest_.clear();
    std::vector<CrewJob> handed_out;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      std::string name = md5(jobs[i].text);
      const auto known = known_.find(name);
      if (known != known_.end()) {
        answered_.push_back({i, known->second});
        continue;
      }
      rest_.push_back({i, std::move(name)});
      handed_out.push_back(std::move(jobs[i]));
    }
    crew_.begin(std::move(handed_out));
  }

  std::optional<CrewResult> next() {
    if (!answered_.empty()) {
      CrewResult result = std::move(answered_.front());
      answered_.pop_front();
      return result;
    }
    std::optional<CrewResult> result = crew_.next();
    if (!result) return std::nullopt;
    const Rest& job = rest_[result->job];
    if (result->text && !result->text->empty()) note_(job.name, *result->text);
    result->job = job.number;
    return result;
  }

 private:
  struct Rest {
    std::size_t number = 0;  ///< among all that were given
    std::string name;
  };

  const Crew& crew_;
  NotedResults known_;
  NoteResult note_;
  std::deque<CrewResult> answered_;
  std::vector<Rest> rest_;  ///< by number among those that were handed out
};

}  // namespace

Crew crew_of_one(Crew::Work work, std::function<bool()> interrupted) {
  const auto jobs = std::make_shared<std::vector<CrewJob>>();
  const auto done = std::make_shared<std::size_t>(0);
  Crew crew;
  crew.leads = true;
  crew.begin = [=](std::vector<CrewJob> given) {
    *jobs = std::move(given);
    *done = 0;
  };
  crew.next = [=, work = std::move(work),
               interrupted = std::move(interrupted)]() -> std::optional<CrewResult> {
    if (*done == jobs->size() || interrupted()) return std::nullopt;
    const std::size_t job = (*done)++;
    return CrewResult{job, work((*jobs)[job].text)};
  };
  return crew;
}

Crew noted(const Crew& crew, NotedResults known, NoteResult note) {
  const auto jobs = std::make_shared<NotedJobs>(crew, std::move(known), std::move(note));
  Crew result;
  result.leads = true;
  result.begin = [jobs](std::vector<CrewJob> given) { jobs->begin(std::move(given)); };
  result.next = [jobs] { return jobs->next(); };
  return result;
}

}  // namespace opexplore
