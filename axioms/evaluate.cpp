#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "axioms/axioms.hpp"
#include "axioms/barriers.hpp"
#include "axioms/compiled_model.hpp"
#include "axioms/data_races.hpp"
#include "axioms/execution.hpp"
#include "axioms/forgotten_events.hpp"
#include "axioms/idle_iterations.hpp"
#include "axioms/orders.hpp"
#include "axioms/plan.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore::axioms {

namespace {

using Clock = std::chrono::steady_clock;

// What all choices of paths add to.
struct Tally {
  std::map<Outcome, AxiomaticOutcome> outcomes;
  std::map<std::string, std::uint64_t> flags;
  DataRaces races;
  std::uint64_t candidates = 0, consistent = 0, circular = 0;
  Stopped stopped = Stopped::no;  // by the watch
  bool had_enough = false;

  bool over() const { return stopped != Stopped::no || had_enough; }
};

// Says when to give up.
class Watch {
 public:
  explicit Watch(const EvaluateOptions& options) : options_(options), start_(Clock::now()) {}

  /// Counts one candidate. False when the evaluation has to stop.
  bool tick(Tally& tally) {
    if (tally.over()) return false;
    if (++tally.candidates % 256 != 0) return true;
    if (options_.interrupted && options_.interrupted()) {
      tally.stopped = Stopped::interrupted;
    } else if (options_.timeout && Clock::now() - start_ >= *options_.timeout) {
      tally.stopped = Stopped::time;
    }
    return tally.stopped == Stopped::no;
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  const EvaluateOptions& options_;
  Clock::time_point start_;
};

// All consistent executions of one choice of paths.
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
        orders_(model_, plan_, skeleton, evaluation_) {
    if (options.data_races) race_check_ = data_race_check(model_);
    for_each_event(skeleton.reads, [&](EventIndex r) { reads_.push_back(r); });
    reads_from_.resize(skeleton.size());
  }

  void run(const std::vector<bool>& flow_varies) {
    search(flow_varies);
    racing_.add_to(tally_.races);
  }

 private:
  void search(const std::vector<bool>& flow_varies) {
    if (!watch_.tick(tally_)) return;
    values_.update(reads_from_);
    if (values_.contradict_paths()) return;
    if (!evaluation_.start()) return;
    open_reads();
    flow_varies_ = &flow_varies;
    barriers_late_ = barriers_need_reads(skeleton_, values_);
    if (barriers_late_) {
      choose_reads(0);
      return;
    }
    for (const Relation& order : orders_of_barriers()) {
      set_barriers(&order);
      choose_reads(0);
    }
  }

  std::vector<Relation> orders_of_barriers() const {
    return barrier_orders(skeleton_, values_, model_.barriers, *flow_varies_);
  }

  // Nothing is read yet: every read can have any source.
  void open_reads() {
    const auto upper = evaluation_.bound(Variable::reads_from, Bound::upper);
    for (const EventIndex read : reads_) {
      for_each_event(sources(read), [&](EventIndex write) { upper[write] |= event_bit(read); });
    }
    const auto possible = evaluation_.bound(Variable::barriers, Bound::upper);
    for_each_event(skeleton_.barriers, [&](EventIndex b) { possible[b] = skeleton_.barriers; });
  }

  EventSet sources(EventIndex read) const {
    return skeleton_.same_location.row(read) & skeleton_.writes & ~skeleton_.rmw.row(read);
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

  void decide_read(EventIndex read, EventIndex write) {
    reads_from_[read] = write;
    const auto lower = evaluation_.bound(Variable::reads_from, Bound::lower);
    const auto upper = evaluation_.bound(Variable::reads_from, Bound::upper);
    lower[write] |= event_bit(read);
    for_each_event(sources(read), [&](EventIndex other) {
      if (other != write) upper[other] &= ~event_bit(read);
    });
  }

  void forget_read(EventIndex read) {
    const EventIndex write = *reads_from_[read];
    reads_from_[read].reset();
    const auto lower = evaluation_.bound(Variable::reads_from, Bound::lower);
    const auto upper = evaluation_.bound(Variable::reads_from, Bound::upper);
    lower[write] &= ~event_bit(read);
    for_each_event(sources(read), [&](EventIndex other) { upper[other] |= event_bit(read); });
  }

  // What a change before the orders makes anew; reset() adds the orders.
  static constexpr Variables before_orders = bit(Variable::reads_from) | bit(Variable::barriers);

  // False: stop everything.
  bool choose_reads(std::size_t at) {
    if (!watch_.tick(tally_)) return false;
    if (!orders_.reset(before_orders)) return true;
    if (at == reads_.size()) return complete();
    const EventIndex read = reads_[at];
    const Values::Known before = values_.known();
    for (EventSet left = sources(read); left != 0; left &= left - 1) {
      decide_read(read, static_cast<EventIndex>(std::countr_zero(left)));
      values_.extend(reads_from_);
      const bool go_on = values_.contradict_paths() || choose_reads(at + 1);
      forget_read(read);
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
    ++tally_.consistent;
    const auto finals = final_memories(test_, skeleton_, values_, orders_.coherence());
    std::set<Outcome> here;
    for (const auto& memory : finals) here.insert(outcome_of(test_, skeleton_, values_, memory));
    const bool passes = std::ranges::any_of(here, [&](const Outcome& outcome) {
      return !test_.filter || holds(*test_.filter, outcome);
    });
    raise_flags(passes);
    note_races(passes);
    for (const Outcome& outcome : here) add(outcome);
    return !tally_.had_enough;
  }

  // In C++ a race makes the program undefined whatever comes of it. In Vulkan's tests the filter
  // says which executions the question of races is about.
  void raise_flags(bool passes_filter) {
    if (!passes_filter && model_.language == Language::vulkan) return;
    for (std::size_t i = 0; i < model_.checks.size(); ++i) {
      const Check& check = model_.checks[i];
      if (!check.flag || check.name == racing_accesses_flag) continue;
      if (evaluation_.holds(i) != check.negated) ++tally_.flags[check.name];
    }
  }

  void note_races(bool passes_filter) {
    if (!race_check_) return;
    evaluation_.find_races();
    racing_.add(evaluation_.checked(*race_check_), passes_filter);
  }

  void add(const Outcome& outcome) {
    const bool counts = !test_.filter || holds(*test_.filter, outcome);
    if (counts && options_.enough && options_.enough(outcome)) tally_.had_enough = true;
    AxiomaticOutcome& entry = tally_.outcomes[outcome];
    if (entry.executions++ != 0) return;
    entry.values = outcome;
    if (!options_.witnesses) return;
    evaluation_.show();
    entry.witness = execution_of(plan_, skeleton_, values_, reads_from_, evaluation_);
    entry.witness->shown = model_.shown;
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
  std::optional<std::size_t> race_check_;  // where races are asked for
  std::vector<EventIndex> reads_;
  ReadsFrom reads_from_;
  const std::vector<bool>* flow_varies_ = nullptr;
  bool barriers_late_ = false;  // who meets at a barrier depends on what is read
};

RegisterSet observed_registers(const Test& test, ThreadId thread) {
  RegisterSet result;
  for (const Observable& observable : test.observables) {
    const auto* const term = std::get_if<RegisterTerm>(&observable);
    if (term != nullptr && term->thread == thread) result.set(term->reg);
  }
  return result;
}

// Whether the paths of a thread come to different barriers.
bool barriers_vary(const std::vector<Path>& paths) {
  std::set<std::vector<InstructionId>> sequences;
  for (const Path& path : paths) {
    std::vector<InstructionId> sequence;
    for (const PathEvent& event : path.events) {
      if (event.kind == PathEvent::Kind::barrier) sequence.push_back(event.instruction);
    }
    sequences.insert(std::move(sequence));
  }
  return sequences.size() > 1;
}

std::size_t events_of(const Program& program, const std::vector<const Path*>& paths) {
  std::size_t count = program.locations.size();
  for (const Path* path : paths) count += path->events.size();
  return count;
}

AxiomaticReport report_of(const Model& model, const Test& test, Tally&& tally) {
  AxiomaticReport report;
  report.model = model.name();
  report.candidates = tally.candidates;
  report.consistent = tally.consistent;
  report.circular = tally.circular;
  report.had_enough = tally.had_enough;
  report.stopped = tally.stopped;
  if (tally.stopped == Stopped::interrupted) {
    report.incomplete_reason = "the evaluation was interrupted";
  } else if (tally.stopped == Stopped::time) {
    report.incomplete_reason = "the time limit was reached";
  }
  for (auto& [outcome, entry] : tally.outcomes) {
    if (test.filter && !holds(*test.filter, outcome)) {
      ++report.filtered_outcomes;
    } else {
      report.outcomes.push_back(std::move(entry));
    }
  }
  for (const auto& [name, count] : tally.flags) report.flags.push_back({name, count});
  report.data_races.assign(tally.races.counted.begin(), tally.races.counted.end());
  std::ranges::set_difference(tally.races.excluded, tally.races.counted,
                              std::back_inserter(report.excluded_data_races));
  return report;
}

}  // namespace

AxiomaticReport evaluate(const Model& model, const Test& test, const EvaluateOptions& options) {
  const Language language = model.compiled().language;
  if (const auto found = vulkan_found(test.program); found && language != Language::vulkan) {
    throw Unsupported(*found + ", and the model is one of " + std::string(to_string(language)));
  }
  if (test.program.language != language) {
    throw Unsupported("it is written in " + std::string(to_string(test.program.language)) +
                      ", and the model is one of " + std::string(to_string(language)));
  }
  Watch watch(options);
  Tally tally;
  PathOptions path_options;
  path_options.language = language;
  path_options.failed_cas_writes = model.compiled().failed_cas_writes;
  path_options.backward_jumps = options.loop_bound;
  std::vector<Paths> threads;
  std::vector<bool> flow_varies;
  bool cut = false;
  bool empty = false;
  bool large = false;
  const auto needed = idle_iterations_needed(model.compiled(), options.data_races);
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const Thread& thread = test.program.threads[t];
    std::optional<IdleIterations> idle;
    if (needed) idle.emplace(thread, observed_registers(test, static_cast<ThreadId>(t)), *needed);
    threads.push_back(paths_of(thread, path_options, idle ? &*idle : nullptr));
    cut = cut || threads.back().bound_hit;
    empty = empty || threads.back().paths.empty();
    flow_varies.push_back(barriers_vary(threads.back().paths));
  }
  std::vector<std::size_t> at(threads.size(), 0);
  while (!empty && !tally.over()) {
    std::vector<const Path*> chosen;
    for (std::size_t t = 0; t < threads.size(); ++t) chosen.push_back(&threads[t].paths[at[t]]);
    if (events_of(test.program, chosen) <= max_events) {
      const Skeleton skeleton(test.program, chosen);
      Search(model, test, skeleton, options, watch, tally).run(flow_varies);
    } else {
      large = true;
      watch.tick(tally);
    }
    std::size_t t = 0;
    while (t < at.size() && ++at[t] == threads[t].paths.size()) at[t++] = 0;
    if (t == at.size()) break;
  }
  AxiomaticReport report = report_of(model, test, std::move(tally));
  report.looked_for_data_races =
      options.data_races && data_race_check(model.compiled()).has_value();
  if (report.complete() && large) {
    report.stopped = Stopped::bound;
    report.incomplete_reason =
        "executions of more than " + std::to_string(max_events) + " events are left out";
  } else if (report.complete() && cut) {
    report.stopped = Stopped::bound;
    report.incomplete_reason = "a loop was cut after " + std::to_string(options.loop_bound) +
                               (options.loop_bound == 1 ? " jump" : " jumps") + " back";
  }
  report.seconds = watch.seconds();
  return report;
}

bool condition_holds(const Test& test, const AxiomaticReport& report) {
  bool some = false;
  bool every = true;
  for (const AxiomaticOutcome& outcome : report.outcomes) {
    const bool here = holds(test.condition, outcome.values);
    some = some || here;
    every = every && here;
  }
  if (test.quantifier == Quantifier::forall) return every;
  return (test.quantifier == Quantifier::exists) == some;
}

}  // namespace opexplore::axioms
