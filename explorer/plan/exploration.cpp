#include "explorer/plan/exploration.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "explorer/notes/checkpoint.hpp"
#include "explorer/plan/parts.hpp"
#include "explorer/plan/question.hpp"
#include "explorer/plan/traces_apart.hpp"
#include "explorer/ranks.hpp"
#include "explorer/search/ending.hpp"
#include "explorer/search/goal_directed.hpp"
#include "opmodel/parts/flow.hpp"

namespace opexplore {
namespace {

// Counts what one more search has looked at.
void add(const Statistics& more, Statistics& all) {
  all.states += more.states;
  all.transitions += more.transitions;
  all.final_states += more.final_states;
  all.state_bytes += more.state_bytes;
  all.depth = std::max(all.depth, more.depth);
  all.memory_bytes = std::max(all.memory_bytes, more.memory_bytes);
}

// The searches that one question takes.
class Exploration {
 public:
  Exploration(const MachineForms& forms, const Test& test, const ExploreOptions& options)
      : forms_(forms), test_(test), asked_{forms, test, options}, whole_(options) {
    asked_.options.machine.goal = forms.goes_to_goal && asks_for_verdict(options);
  }

  Answer run() {
    if (options().large.checkpoint) checkpoints_.emplace(options().large, question());
    const bool first = options().large.ranks == nullptr || options().large.ranks->rank == 0;
    std::optional<Searched> found;
    Plan plan = plan_for(forms_, test_, whole_);
    for (const Stage& stage : plan) {
      if (stage.seeks == Seeks::ending) {
        if (ends_unknown(found->report)) look_for_ending(*found);
      } else if (stage.seeks == Seeks::traces) {
        if (first) add_traces(*found);
      } else if (!found) {
        found = taken(stage);
      }
    }
    // Where the plan looks for no end there is one.
    if (ends_unknown(found->report)) found->report.coverage.ends_unlisted = true;
    found->report.plan = std::move(plan);
    return finished(std::move(found->report));
  }

  /// One search in the form that is exact whatever is met, in which paths are traces.
  Answer hunt(const HuntSink& sink) {
    const bool traced = asked_.paths_are_traces();
    options().machine = asked_.graded_options();
    options().machine.watch_lateness = options().machine.goal = false;
    options().count_paths = options().count_stalls = false;
    Answer report = finished(forms_
                                 .search(test_, asked_.in_time(options()),
                                         {.order = SearchOrder::changes, .hunt = &sink})
                                 .report);
    report.plan = hunt_plan(whole_);
    // So are its traces replayed as those of a search beside it.
    if (!traced) report.replayed_with.ample_threads = report.replayed_with.split_components = false;
    return report;
  }

 private:
  static constexpr std::uint64_t states_to_witness = 131'072;

  ExploreOptions& options() { return asked_.options; }
  const ExploreOptions& options() const { return asked_.options; }

  std::string question() const {
    return question_of(options(), forms_.name, forms_.version, forms_.settings);
  }

  // What the stage comes to, if that answers the question.
  std::optional<Searched> taken(const Stage& stage) {
    if (stage.seeks == Seeks::parts) return search_parts(stage);
    if (!stage.states) {
      Searched found = search_whole();
      return found.outgrown ? search_elsewhere() : std::move(found);
    }
    ExploreOptions limited = asked_.in_time(options());
    limited.max_states = *stage.states;
    const bool shortest = stage.order == SearchOrder::levels;
    const bool traces = shortest && asked_.paths_are_traces();
    Searched found = forms_.search(test_, limited, {.order = stage.order, .traces = traces});
    if (found.outgrown) return search_elsewhere();
    const bool done = shortest ? found.report.coverage.incomplete != Incomplete::states
                               : found.report.coverage.stopped_at_verdict;
    if (!done) return std::nullopt;
    return found;
  }

  // By the form that is exact whatever is met.
  Searched search_elsewhere() {
    options().machine.watch_lateness = false;
    return search_whole();
  }

  // A search of all that counts: the one that may take long.
  Searched search_whole() {
    SearchPlan plan{.traces = asked_.paths_are_traces()};
    if (options().large.store || options().large.ranks != nullptr) {
      plan.order = SearchOrder::stored_levels;
      plan.levels = {question() + search_of(options()) + '\n', searches_in_levels_++, is_graded()};
    }
    std::optional<Checkpoint> checkpoint;
    if (checkpoints_) {
      plan.checkpoint = &checkpoint.emplace(*checkpoints_, search_of(options()),
                                            options().large.checkpoint_every);
    }
    return forms_.search(test_, asked_.in_time(options()), plan);
  }

  // What a search for a part alone comes to.
  enum class PartSearch : std::uint8_t {
    decides,  // a final state that satisfies the part
    open,     // the states were too few
    absent,   // there is none
    cut,      // a limit of the user ended it: `none` says which
    other     // something that is told with the whole
  };

  // Adds what was looked at to `none`, which is the answer if all parts are absent.
  PartSearch search_part(const Proposition& part, std::uint64_t states, Searched& none) const {
    const Test asked = asking_for_part_alone(test_, part);
    ExploreOptions limited = asked_.in_time(options());
    limited.traces = Traces::none;
    limited.max_states = states;
    const Searched found = forms_.search(asked, limited, {.traces = false});
    const bool decides = std::ranges::any_of(
        found.report.outcomes,
        [&](const AnsweredOutcome& outcome) { return opexplore::decides(asked, outcome.values); });
    if (decides) return PartSearch::decides;
    const Coverage& coverage = found.report.coverage;
    if (coverage.incomplete == Incomplete::states) return PartSearch::open;
    add(found.report.statistics, none.report.statistics);
    if (coverage.incomplete == Incomplete::time || coverage.incomplete == Incomplete::interrupted) {
      none.report.coverage.incomplete = coverage.incomplete;
      none.report.coverage.reason = coverage.reason;
      return PartSearch::cut;
    }
    // A deadlock is told with the whole.
    const bool told = coverage.complete() && !found.outgrown;
    return told && found.report.statistics.stuck_states == 0 ? PartSearch::absent
                                                             : PartSearch::other;
  }

  // Each part that is still open with so many states, then the whole condition with as many as
  // these together, then all with twice as many: no more than some times the states of the smaller
  // of the two are looked at. Limits of states strike at the same place for any number of threads.
  std::optional<Searched> search_parts(const Stage& stage) {
    std::vector<Proposition> open = parts_of(test_);
    Searched none;
    none.report.coverage.goal_directed = true;
    for (std::uint64_t states = *stage.states;; states *= 2) {
      const std::uint64_t together = states * open.size();
      if (whole_.max_states.value_or(unlimited) < together) return std::nullopt;
      std::vector<Proposition> left;
      for (Proposition& part : open) {
        const PartSearch found = search_part(part, states, none);
        if (found == PartSearch::decides) return witnessed(part);
        if (found == PartSearch::cut) return none;
        if (found == PartSearch::other) return std::nullopt;
        if (found == PartSearch::open) left.push_back(std::move(part));
      }
      none.report.coverage.ends_unlisted = none.report.statistics.final_states != 0;
      if (left.empty()) return none;
      open = std::move(left);
      ExploreOptions limited = asked_.in_time(options());
      limited.max_states = together;
      Searched found = forms_.search(test_, limited, {.traces = asked_.paths_are_traces()});
      if (found.outgrown) return search_elsewhere();
      if (found.report.coverage.incomplete != Incomplete::states) return found;
    }
  }

  // A final state with all that the test asks for, where one that satisfies the part is known to
  // be there. The whole has it with a shortest trace.
  std::optional<Searched> witnessed(const Proposition& part) const {
    if (options().traces != Traces::none) return std::nullopt;
    ExploreOptions limited = asked_.in_time(options());
    limited.max_states = std::min(limited.max_states.value_or(unlimited), states_to_witness);
    Searched found = forms_.search(asking_for_part(test_, part), limited,
                                   {.order = SearchOrder::depth_first, .traces = false});
    if (!found.report.coverage.stopped_at_verdict) return std::nullopt;
    return found;
  }

  static bool ends_unknown(const Answer& report) {
    return report.coverage.goal_directed && report.coverage.complete() &&
           !report.coverage.ends_unlisted && report.statistics.final_states == 0 &&
           report.statistics.racy_states == 0;
  }

  // If no execution ends, the search is done again for all states: what goes on for ever, and
  // where, is then the answer.
  void look_for_ending(Searched& found) {
    ExploreOptions whole = options();
    whole.machine.goal = false;
    EndSearch ending = by_walker(forms_, test_, whole.machine, [&](const Walker& walker) {
      return find_ending(walker, test_, asked_.in_time(whole));
    });
    if (options().large.ranks != nullptr) agree(*options().large.ranks, ending);
    found.report.coverage.ends_unlisted = ending.found;
    if (ending.found) return;
    if (ending.limit != Incomplete::none) {
      found.report.coverage.incomplete = ending.limit;
      found.report.coverage.reason = explain(ending.limit, whole_);
      return;
    }
    options().machine.goal = false;
    options().verdict_only = false;
    found = search_whole();
    if (found.outgrown) found = search_elsewhere();
  }

  // All traces are replayed by one form of the machine. Where one of them takes the form that is
  // exact whatever is met, although the search did not, all are looked for in it.
  void add_traces(Searched& found) {
    if (trace_apart(asked_, found)) return;
    options().machine.watch_lateness = false;
    trace_apart(asked_, found);
  }

  // A limit of time may strike on some ranks alone: all take what the first one has found.
  static void agree(const Ranks& ranks, EndSearch& ending) {
    std::string mine(1, ending.found ? 'y' : 'n');
    mine += static_cast<char>(ending.limit);
    const std::string first = from_all(ranks, mine).front();
    ending.found = first.front() == 'y';
    ending.limit = static_cast<Incomplete>(first.back());
  }

  // Without a jump back no step undoes another.
  bool is_graded() const {
    return forms_.is_graded != nullptr && forms_.is_graded(test_, options().machine) &&
           std::ranges::none_of(test_.program.threads, has_backward_jump);
  }

  // Which threads may go first depends on the condition that a search goes towards, so its steps
  // are replayed where all may.
  void name_replay(Answer& report) const {
    report.replayed_with = asked_.graded_options();
    if (!asked_.paths_are_traces() || report.coverage.goal_directed) {
      report.replayed_with.ample_threads = report.replayed_with.split_components = false;
    }
    report.replayed_with.goal = false;
  }

  Answer finished(Answer report) const {
    name_replay(report);
    report.statistics.seconds = asked_.seconds();
    if (report.coverage.incomplete == Incomplete::time) {
      report.coverage.reason = explain(Incomplete::time, whole_);
    }
    return report;
  }

  const MachineForms& forms_;
  const Test& test_;
  Inquiry asked_;
  const ExploreOptions& whole_;
  std::optional<Checkpoints> checkpoints_;  // if it notes how far it is
  unsigned searches_in_levels_ = 0;
};

// Says who has made the report.
Answer signed_by(const MachineForms& forms, Answer report, const MachineOptions& options) {
  report.answered_by = forms.name;
  report.machine_version = forms.version;
  for (const Setting& setting : forms.settings) {
    report.settings.emplace_back(setting.name, value_of(setting, options));
  }
  if (forms.lists_racy_outcomes != nullptr) {
    report.lists_racy_outcomes = forms.lists_racy_outcomes(options);
  }
  report.undefined = forms.finds_undefined;
  return report;
}

}  // namespace

Plan plan_for(const MachineForms& forms, const Test& test, const ExploreOptions& options) {
  return plan_of(test, options,
                 {.goes_to_goal = forms.goes_to_goal,
                  .finds_races = forms.finds_races,
                  .paths_are_traces = Inquiry{forms, test, options}.paths_are_traces(),
                  .states_at_once = forms.states_at_once});
}

Answer explore(const MachineForms& forms, const Test& test, const ExploreOptions& options) {
  return signed_by(forms, Exploration(forms, test, options).run(), options.machine);
}

Answer hunt(const MachineForms& forms, const Test& test, const ExploreOptions& options,
            const HuntSink& sink) {
  return signed_by(forms, Exploration(forms, test, options).hunt(sink), options.machine);
}

}  // namespace opexplore
