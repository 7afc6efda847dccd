#include "answers/why/barriers.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/barrier.hpp"

namespace opexplore::why_parts {
namespace {

class Gathered {
 public:
  explicit Gathered(Happening& happening)
      : happening_(happening),
        plan_(happening.test->program),
        last_(happening.threads.size(), no_event),
        done_(happening.threads.size(), 0) {}

  void run() {
    std::vector<EventNumber> in_time(happening_.events.size());
    for (EventNumber event = 0; event < in_time.size(); ++event) in_time[event] = event;
    std::ranges::stable_sort(in_time, {},
                             [&](EventNumber event) { return happening_.events[event].step; });
    for (const EventNumber event : in_time) {
      const ThreadId thread = happening_.events[event].thread;
      done_[thread] = std::max(done_[thread], happening_.events[event].place + 1);
      if (!happening_.events[event].arrival) continue;
      const Arrival arrival = *happening_.events[event].arrival;
      if (!barriers_.may_arrive(plan_, thread, arrival.resource)) return;
      barriers_.arrive(plan_, thread, arrival);
      last_[thread] = event;
      while (const auto complete = barriers_.take_completed(plan_, standing())) open(*complete);
    }
    while (const auto complete = barriers_.take_completed(plan_, standing())) open(*complete);
  }

 private:
  // Where each thread goes on: before its next event, or at its end.
  std::vector<InstructionId> standing() const {
    std::vector<InstructionId> result;
    for (std::size_t t = 0; t < done_.size(); ++t) {
      const auto& events = happening_.threads[t];
      const auto& code = happening_.test->program.threads[t].instructions;
      result.push_back(done_[t] < events.size() ? happening_.events[events[done_[t]]].instruction
                                                : static_cast<InstructionId>(code.size()));
    }
    return result;
  }

  void open(const Generation& complete) {
    for (std::size_t from = 0; from < last_.size(); ++from) {
      if ((complete.arrived & thread_bit(static_cast<ThreadId>(from))) == 0) continue;
      for (std::size_t to = 0; to < last_.size(); ++to) {
        if (from == to || (complete.waiting & thread_bit(static_cast<ThreadId>(to))) == 0) continue;
        const std::size_t next = happening_.events[last_[to]].place + 1;
        if (next >= happening_.threads[to].size()) continue;
        happening_.barriers.push_back({last_[from], last_[to], happening_.threads[to][next]});
      }
    }
  }

  Happening& happening_;
  BarrierPlan plan_;
  Barriers barriers_;
  std::vector<EventNumber> last_;  // barrier of each thread
  std::vector<std::size_t> done_;  // events of each thread
};

}  // namespace

void add_barriers(Happening& happening) {
  const Program& program = happening.test->program;
  if (program.threads.size() > max_mask_threads) return;
  if (!BarrierPlan(program).has_barriers()) return;
  Gathered(happening).run();
}

}  // namespace opexplore::why_parts
