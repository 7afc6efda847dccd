// The search for sync_fence and co of an execution whose reads are decided, as far as they are.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "axioms/evaluation.hpp"

namespace opexplore::axioms {

/// One of the two orders while it is being decided: transitive, without cycles.
struct PartialOrder {
  Relation decided;
  Relation required;  ///< symmetric: these pairs have to be ordered one way or the other

  /// Adds the pair and what follows from it. False if that would be a cycle.
  bool add(EventIndex a, EventIndex b);
  /// A required pair that is not ordered.
  std::optional<std::pair<EventIndex, EventIndex>> open_pair() const;
};

class Orders {
 public:
  Orders(const CompiledModel& model, const Plan& plan, const Skeleton& skeleton,
         Evaluation& evaluation);

  /// Sets both orders to what every execution has, and looks at what the checks then say,
  /// `changed` being what else is new. False if nothing can come of it.
  bool reset(Variables changed);

  /// Calls `use` for every way to decide both orders that breaks no check; the evaluation then has
  /// the values of that execution. `use` and `count` return false to stop, then so does this.
  /// Precondition: reset() was the last call, with all else decided, and gave true.
  bool decide(const std::function<bool()>& count, const std::function<bool()>& use);

  const Relation& coherence() const { return coherence_.decided; }

 private:
  PartialOrder& order(Variable variable) {
    return variable == Variable::fences ? fences_ : coherence_;
  }
  void initial_orders();
  void publish(Variable variable, bool last);
  bool propagate(Variables changed);
  bool meet_demands(Variables& changed, bool& possible);
  std::optional<std::pair<EventIndex, EventIndex>> open_pair(Variable variable);
  bool decide_next(Variable variable, const std::function<bool()>& count,
                   const std::function<bool()>& use);

  const CompiledModel& model_;
  const Plan& plan_;
  const Skeleton& skeleton_;
  Evaluation& evaluation_;
  PartialOrder first_fences_, first_coherence_;  // what every execution has
  PartialOrder fences_, coherence_;
  bool fences_closed_ = false, coherence_closed_ = false;
};

}  // namespace opexplore::axioms
