#include "mpi/crew.hpp"

#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/job_queue.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

// The number of a job and a text, as both go over the wire: of the job, and of its result.
std::string message_of(std::size_t number, std::string_view text) {
  return std::to_string(number) + ' ' + std::string(text);
}

struct Numbered {
  std::size_t number = 0;
  std::string_view text;
};

Numbered numbered(std::string_view message) {
  Numbered result;
  const std::size_t space = message.find(' ');
  if (space == std::string_view::npos) return result;
  std::from_chars(message.data(), message.data() + space, result.number);
  result.text = message.substr(space + 1);
  return result;
}

std::optional<CrewResult> next_result(Workers& workers, JobQueue& queue) {
  const Workers::Desk desk{[&](Workers::Number worker) -> std::optional<std::string> {
                             const std::optional<JobQueue::Handed> job = queue.next(worker);
                             if (!job) return std::nullopt;
                             return message_of(job->number, job->text);
                           },
                           [&](Workers::Number, std::string_view message) {
                             const Numbered result = numbered(message);
                             queue.finish(result.number, std::string(result.text));
                           },
                           [&](Workers::Number worker) { queue.lose(worker); }};
  for (;;) {
    if (std::optional<CrewResult> result = queue.take()) return result;
    if (queue.is_done() || interrupted()) return std::nullopt;
    workers.look(desk, "run it again, with more memory for each or on other machines");
  }
}

}  // namespace

Crew leading_crew(Workers& workers) {
  const auto queue = std::make_shared<JobQueue>(workers.count());
  Crew crew;
  crew.leads = true;
  crew.begin = [queue](std::vector<CrewJob> jobs) { queue->begin(std::move(jobs)); };
  crew.next = [queue, &workers] { return next_result(workers, *queue); };
  return crew;
}

Crew following_crew(Leader& leader) {
  Crew crew;
  crew.follow = [&leader](const Crew::Work& work) {
    while (const std::optional<std::string> message = leader.work()) {
      const Numbered job = numbered(*message);
      leader.say(message_of(job.number, work(std::string(job.text))));
    }
  };
  crew.is_over = [&leader] { return leader.is_gone(); };
  return crew;
}

}  // namespace opexplore
