// Which process does which job of a crew: each gets the next one, and those of one that died are
// done by others.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "answers/crew.hpp"

namespace opexplore {

/// Hands out jobs and takes their results, each once, whoever did it.
class JobQueue {
 public:
  using Worker = std::size_t;

  /// A job that is handed out. Its number is another for each job that ever was.
  struct Handed {
    std::size_t number = 0;
    std::string text;
  };

  /// For so many workers, of numbers from 0 on; at least one.
  explicit JobQueue(std::size_t workers);

  /// These in place of those before.
  void begin(std::vector<CrewJob> jobs);

  /// The next for this worker: of one that died, else with its home, else the first of those of the
  /// home that has most. Nothing when there is none now; there may be more later.
  std::optional<Handed> next(Worker worker);

  /// Takes a result. One that is there already, or of a job that was dropped, is not taken.
  void finish(std::size_t number, std::string result);

  /// The worker is gone. A job that two have died of is not done again.
  void lose(Worker worker);

  /// A result, in the order in which they came.
  std::optional<CrewResult> take();

  /// Whether all were done and taken.
  bool is_done() const { return open_ == 0; }

 private:
  static constexpr unsigned most_deaths = 2;

  Handed handed(std::size_t number, Worker worker);

  std::size_t first_ = 0;                       // number of the first job
  std::size_t open_ = 0;                        // that were not taken
  std::vector<CrewJob> jobs_;                   // by number, from first_ on
  std::vector<std::deque<std::size_t>> fresh_;  // numbers, by home
  std::deque<std::size_t> again_;               // of those that died
  std::map<std::size_t, Worker> out_;
  std::map<std::size_t, unsigned> deaths_;
  std::deque<CrewResult> finished_;
};

}  // namespace opexplore
