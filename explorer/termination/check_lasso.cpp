#include "explorer/termination/check_lasso.hpp"

#include <bit>
#include <utility>

#include "explorer/termination/components.hpp"
#include "explorer/termination/witness.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore {
namespace {

// Why the promise does not allow a run in which only these go on.
std::string left_out(const Promise& promise, const Group& tree, const Threads& threads,
                     ThreadMask run) {
  const ThreadMask owed = guaranteed(promise, tree, threads) & ~run;
  if (owed == 0) return "somebody has to go on whom the loop leaves out";
  return thread_name(static_cast<std::size_t>(std::countr_zero(owed))) +
         " has no step in the loop, though it can go on and the promise guarantees it";
}

class LassoCheck {
 public:
  LassoCheck(const Walker& walker, const Test& test, const Promise& promise)
      : walker_(walker),
        test_(test),
        promise_(promise),
        tree_(scope_tree(test.program)),
        retrace_(test.program, walker, promise) {}

  ReplayedLasso run(const LassoSteps& steps) {
    const bool stem = take_all(steps.stem);
    result_.lasso.stem = retrace_.taken();
    if (!stem) return std::move(result_);
    const std::string begin = retrace_.state();
    const Threads before = threads();
    const WarpStacks stacks = retrace_.stacks();
    looping_ = true;
    duties_.add_state(walker_.duties());
    const bool loop = take_all(steps.loop);
    result_.lasso.loop = retrace_.taken().steps;
    if (!loop) return std::move(result_);
    if (run_ == 0) {
      result_.refused = "the loop has no step of a thread";
    } else if (retrace_.state() != begin || threads() != before || retrace_.stacks() != stacks) {
      result_.refused = "the loop does not come back to the state in which it begins";
    } else {
      judge_loop(before);
    }
    return std::move(result_);
  }

 private:
  // Who has started, if that makes a difference.
  Threads threads() const {
    Threads threads = retrace_.threads();
    if (!asks_who_has_started(promise_)) threads.started = 0;
    return threads;
  }

  bool take_all(const std::vector<Step>& steps) {
    for (const Step step : steps) {
      if (!take(step)) {
        result_.refused = "a step is not one that can be taken there";
        result_.at = taken_;
        return false;
      }
      ++taken_;
    }
    return true;
  }

  bool take(Step step) {
    if (step.thread >= test_.program.threads.size()) return false;
    const ThreadMask bit = walker_.is_memory_step(step) ? 0 : thread_bit(step.thread);
    if ((bit & ~admitted(promise_, tree_, retrace_.threads())) != 0) return false;
    if (!retrace_.take(step)) return false;
    if (!looping_) return true;
    run_ |= bit;
    duties_.add_step(retrace_.duties());
    duties_.add_state(walker_.duties());
    return true;
  }

  void judge_loop(Threads threads) {
    threads.waiting &= ~run_;
    threads.disabled &= ~run_;
    describe_lasso(result_.lasso, test_.program, promise_, {threads, run_}, retrace_.halts());
    if (!allows(promise_, tree_, threads, run_)) {
      result_.refused = left_out(promise_, tree_, threads, run_);
    } else if (!duties_.unpaid().empty()) {
      result_.refused =
          "memory is not fair in the loop: something written stays unseen, or on its way, for ever";
    }
  }

  const Walker& walker_;
  const Test& test_;
  const Promise& promise_;
  Group tree_;
  Retracing retrace_;
  ReplayedLasso result_;
  UnpaidDuties duties_;
  ThreadMask run_ = 0;
  std::size_t taken_ = 0;
  bool looping_ = false;
};

}  // namespace

ReplayedLasso check_lasso(const Walker& walker, const Test& test, const LassoSteps& steps,
                          const Promise& promise) {
  return LassoCheck(walker, test, promise).run(steps);
}

}  // namespace opexplore
