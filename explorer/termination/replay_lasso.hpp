// A lasso that somebody shows, checked without search: its steps are steps of the machine, its loop
// comes back to where it began, and the promise allows the run that goes round it for ever.
#pragma once

#include <string>
#include <utility>

#include "explorer/termination/components.hpp"
#include "explorer/termination/termination.hpp"

namespace opexplore {

/// The sentence for a loop in which a thread is guaranteed and has no step.
std::string left_out(const Program& program, const Promise& promise, const Threads& threads,
                     ThreadMask run);

/// Checks one lasso on one form of a machine.
template <HasProgress M>
class LassoCheck {
 public:
  LassoCheck(const M& machine, const Test& test, const Promise& promise)
      : machine_(machine),
        test_(test),
        promise_(promise),
        tree_(scope_tree(test.program)),
        retrace_(test, machine) {}

  ReplayedLasso run(const LassoSteps& steps) {
    const bool stem = take_all(steps.stem);
    result_.lasso.stem = retrace_.taken();
    if (!stem) return std::move(result_);
    const std::string begin = retrace_.encoded();
    const Threads before = retrace_.threads();
    looping_ = true;
    duties_.add_state(open_duties());
    const bool loop = take_all(steps.loop);
    result_.lasso.loop = retrace_.taken().steps;
    if (!loop) return std::move(result_);
    if (run_ == 0) {
      result_.refused = "the loop has no step of a thread";
    } else if (retrace_.encoded() != begin || retrace_.threads() != before) {
      result_.refused = "the loop does not come back to the state in which it begins";
    } else {
      judge(before);
    }
    return std::move(result_);
  }

 private:
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
    const bool of_memory = retrace_.is_memory_step(step);
    const ThreadMask bit = of_memory ? 0 : thread_bit(step.thread);
    if ((bit & ~admitted(promise_, tree_, retrace_.threads())) != 0) return false;
    if (!machine_.exceeded(retrace_.state()).empty()) return false;
    const typename M::State before = retrace_.state();
    if (!retrace_.take(step)) return false;
    if (!looping_) return true;
    run_ |= bit;
    if constexpr (OwesFairness<M>) {
      duties_.add_step(machine_.step_duties(before, step, retrace_.state()));
    }
    duties_.add_state(open_duties());
    return true;
  }

  Duties open_duties() const {
    if constexpr (OwesFairness<M>) return machine_.duties(retrace_.state());
    return {};
  }

  void judge(Threads threads) {
    threads.waiting &= ~run_;
    Lasso& lasso = result_.lasso;
    lasso.threads = roles(test_.program, promise_, threads, run_, retrace_.barriers());
    lasso.reads = reads_of(lasso.loop);
    lasso.boundary = boundary(test_.program, promise_, threads, run_);
    lasso.remark = remark_on(test_.program, lasso.loop);
    if (!allows(promise_, tree_, threads, run_)) {
      result_.refused = left_out(test_.program, promise_, threads, run_);
    } else if (!duties_.unpaid().empty()) {
      result_.refused =
          "memory is not fair in the loop: something written stays unseen, or on its way, for ever";
    }
  }

  const M& machine_;
  const Test& test_;
  const Promise& promise_;
  Group tree_;
  Retrace<M> retrace_;
  ReplayedLasso result_;
  UnpaidDuties duties_;
  ThreadMask run_ = 0;
  std::size_t taken_ = 0;
  bool looping_ = false;
};

/// What machine M says about the lasso.
template <TransitionSystem M>
ReplayedLasso replay_lasso_with(const Test& test, const MachineOptions& options,
                                const LassoSteps& steps, const Promise& promise) {
  const MachineOptions live = for_liveness(options);
  return with_form_of<M>(test, live, [&]<class Form>(const Form& form) -> ReplayedLasso {
    if constexpr (HasProgress<Form>) {
      return LassoCheck<Form>(form, test, promise).run(steps);
    } else {
      throw_wrong_form();
    }
  });
}

}  // namespace opexplore
