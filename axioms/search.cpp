#include "axioms/search.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <set>

#include "axioms/barriers.hpp"
#include "axioms/compiled_model.hpp"
#include "axioms/endings.hpp"
#include "axioms/execution.hpp"
#include "axioms/orders.hpp"
#include "axioms/plan.hpp"
#include "axioms/read_choices.hpp"
#include "axioms/recording.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore::axioms {

namespace {

class Search {
 public:
  Search(const Model& model, const Test& test, const Skeleton& skeleton,
         const EvaluateOptions& options, Watch& watch, Tally& tally)
      : model_(model.compiled()),
        plan_(model.plan()),
        test_(test),
        skeleton_(skeleton),
        options_(options),
        watch_(watch),
        tally_(tally),
        values_(skeleton),
        evaluation_(model_, plan_, skeleton),
        orders_(model_, plan_, skeleton, evaluation_),
        reads_(skeleton, evaluation_) {
    if (options.data_races) race_checks_ = data_race_checks(model_);
    if (options.recording != nullptr) recorded_ = events_of(*options.recording, skeleton);
    if (!recorded_) return;
    for_each_event(skeleton.reads,
                   [&](EventIndex read) { reads_.restrict_to(read, recorded_->sources[read]); });
  }

  void run(const std::vector<bool>& flow_varies) {
    search(flow_varies);
    racing_.add_to(tally_.races);
  }

 private:
  void search(const std::vector<bool>& flow_varies) {
    if (!watch_.tick(tally_)) return;
    if (options_.recording != nullptr && !recorded_) return;
    values_.update(reads_.chosen());
    if (values_.contradict_paths()) return;
    if (!evaluation_.start()) return;
    reads_.start();
    set_barriers(nullptr);
    flow_varies_ = &flow_varies;
    barriers_late_ = barriers_need_reads(skeleton_, values_);
    if (barriers_late_) {
      choose_reads();
      return;
    }
    for (const Relation& order : orders_of_barriers()) {
      set_barriers(&order);
      choose_reads();
    }
  }

  std::vector<Relation> orders_of_barriers() const {
    return barrier_orders(skeleton_, values_, model_.barriers, *flow_varies_);
  }

  // nullptr: not decided.
  void set_barriers(const Relation* order) {
    const auto lower = evaluation_.bound(Variable::barriers, Bound::lower);
    const auto upper = evaluation_.bound(Variable::barriers, Bound::upper);
    for (EventIndex e = 0; e < skeleton_.size(); ++e) {
      const bool barrier = (skeleton_.barriers & event_bit(e)) != 0;
      lower[e] = order != nullptr ? order->row(e) : 0;
      upper[e] = order != nullptr ? order->row(e) : (barrier ? skeleton_.barriers : 0);
    }
  }

  // What a change before the orders makes anew; reset() adds the orders.
  static constexpr Variables before_orders = bit(Variable::reads_from) | bit(Variable::barriers);

  // False: stop everything.
  bool choose_reads() {
    if (!watch_.tick(tally_)) return false;
    if (!orders_.reset(before_orders)) return true;
    const auto read = reads_.next(values_);
    if (!read) return complete();
    const Values::Known before = values_.known();
    for (EventSet left = reads_.sources(*read); left != 0; left &= left - 1) {
      reads_.choose(*read, static_cast<EventIndex>(std::countr_zero(left)));
      values_.extend(reads_.chosen());
      const bool go_on = values_.contradict_paths() || choose_reads();
      reads_.forget(*read);
      values_.restore(before);
      if (!go_on) return false;
    }
    return true;
  }

  bool complete() {
    if (!all_values_known()) {
      ++tally_.circular;
      return true;
    }
    if (!barriers_late_) return decide_orders();
    for (const Relation& order : orders_of_barriers()) {
      set_barriers(&order);
      const bool go_on = !orders_.reset(bit(Variable::barriers)) || decide_orders();
      if (!go_on) return false;
    }
    set_barriers(nullptr);
    return true;
  }

  bool decide_orders() {
    return orders_.decide([&] { return watch_.tick(tally_); }, [&] { return use(); });
  }

  bool all_values_known() const {
    bool known = true;
    for_each_event(skeleton_.writes,
                   [&](EventIndex w) { known = known && values_.written(w).has_value(); });
    return known;
  }

  // Everything is decided and the search's checks hold.
  bool use() {
    evaluation_.finish();
    for (std::size_t i = 0; i < model_.checks.size(); ++i) {
      const Check& check = model_.checks[i];
      if (check.negated && !check.flag && evaluation_.holds(i)) return true;
    }
    if (recorded_ && !agrees(recorded_->coherence)) return true;
    ++tally_.consistent;
    const std::set<Outcome> here = ends();
    const bool passes = std::ranges::any_of(here, [&](const Outcome& outcome) {
      return !test_.filter || holds(*test_.filter, outcome);
    });
    raise_flags(passes);
    note_races(passes);
    for (const Outcome& outcome : here) add(outcome);
    return !tally_.had_enough;
  }

  // What the execution ends in; nothing if nobody asks for such an end.
  std::set<Outcome> ends() {
    std::set<Outcome> result;
    if (jumps_on_undef()) return result;
    if (raises(undefined_flag)) {
      if (endings_.undefined) result.insert(undefined_outcome(test_));
      return result;
    }
    const bool stuck = std::ranges::any_of(
        skeleton_.paths, [](const Path* path) { return path->stuck != Stuck::no; });
    if (stuck && !endings_.deadlock) return result;
    for (auto& memory : final_memories(test_, skeleton_, values_, orders_.coherence())) {
      if (stuck) memory[*endings_.deadlock] = 1;
      result.insert(outcome_of(test_, skeleton_, values_, memory));
    }
    return result;
  }

  // In AMDGPU that is undefined behaviour, whatever the model: LLVM has it so.
  bool jumps_on_undef() const {
    return model_.language == Language::amdgpu && values_.branch_on_undef();
  }

  bool raises(std::string_view flag) const {
    for (std::size_t i = 0; i < model_.checks.size(); ++i) {
      const Check& check = model_.checks[i];
      if (check.flag && check.name == flag && evaluation_.holds(i) != check.negated) return true;
    }
    return false;
  }

  // Of two writes that are ordered both here and there.
  bool agrees(const Relation& coherence) const {
    const Relation other_way = coherence.inverse();
    for (EventIndex e = 0; e < coherence.size(); ++e) {
      if ((other_way.row(e) & orders_.coherence().row(e)) != 0) return false;
    }
    return true;
  }

  // In C++ a race makes the program undefined whatever comes of it. In Vulkan's tests the filter
  // says which executions the question of races is about.
  void raise_flags(bool passes_filter) {
    if (jumps_on_undef()) ++tally_.flags[std::string(data_race_flag)];
    if (!passes_filter && model_.language == Language::vulkan) return;
    for (std::size_t i = 0; i < model_.checks.size(); ++i) {
      const Check& check = model_.checks[i];
      if (!check.flag || check.name == racing_accesses_flag) continue;
      if (evaluation_.holds(i) != check.negated) ++tally_.flags[check.name];
    }
  }

  void note_races(bool passes_filter) {
    if (race_checks_.empty()) return;
    evaluation_.find_races();
    for (const std::size_t check : race_checks_) {
      racing_.add(evaluation_.checked(check), passes_filter);
    }
  }

  void add(const Outcome& outcome) {
    const bool counts = !test_.filter || holds(*test_.filter, outcome);
    if (counts && options_.enough && options_.enough(outcome)) tally_.had_enough = true;
    AxiomaticOutcome& entry = tally_.outcomes[outcome];
    if (entry.executions++ != 0) return;
    entry.values = outcome;
    if (!options_.witnesses) return;
    evaluation_.show();
    entry.witness = execution_of(plan_, skeleton_, values_, reads_.chosen(), evaluation_);
    entry.witness->shown = model_.shown;
    entry.witness->broken = broken_flags(model_, evaluation_);
  }

  const CompiledModel& model_;
  const Plan& plan_;
  const Test& test_;
  const Skeleton& skeleton_;
  const EvaluateOptions& options_;
  Watch& watch_;
  Tally& tally_;
  Values values_;
  Evaluation evaluation_;
  Orders orders_;
  RacingEvents racing_{skeleton_};
  std::vector<std::size_t> race_checks_;  // where races are asked for
  ReadChoices reads_;
  std::optional<RecordedEvents> recorded_;  // where there is a recording, of these paths
  const std::vector<bool>* flow_varies_ = nullptr;
  Endings endings_ = asked_endings(test_);
  bool barriers_late_ = false;  // who meets at a barrier depends on what is read
};

}  // namespace

std::function<bool()> after_candidates(std::uint64_t most) {
  return [seen = std::make_shared<std::uint64_t>(0), most] {
    return (*seen += candidates_per_poll) > most;
  };
}

bool Watch::tick(Tally& tally) {
  if (tally.over()) return false;
  if (++tally.candidates % candidates_per_poll != 0) return true;
  if (options_.interrupted && options_.interrupted()) {
    tally.stopped = Stopped::interrupted;
  } else if (options_.timeout && Clock::now() - start_ >= *options_.timeout) {
    tally.stopped = Stopped::time;
  }
  return tally.stopped == Stopped::no;
}

void find_executions(const Model& model, const Test& test, const Skeleton& skeleton,
                     const EvaluateOptions& options, const std::vector<bool>& flow_varies,
                     Watch& watch, Tally& tally) {
  Search(model, test, skeleton, options, watch, tally).run(flow_varies);
}

}  // namespace opexplore::axioms
