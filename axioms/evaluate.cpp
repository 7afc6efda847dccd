#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "axioms/axioms.hpp"
#include "axioms/compiled_model.hpp"
#include "axioms/cut_paths.hpp"
#include "axioms/endings.hpp"
#include "axioms/forgotten_events.hpp"
#include "axioms/grids_and_clusters.hpp"
#include "axioms/idle_iterations.hpp"
#include "axioms/mbarrier_orders.hpp"
#include "axioms/search.hpp"
#include "opmodel/asynchronous_use.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore::axioms {

namespace {

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
    if (path.stuck != Stuck::no) continue;
    std::vector<InstructionId> sequence;
    for (const PathEvent& event : path.events) {
      if (event.kind == PathEvent::Kind::barrier) sequence.push_back(event.instruction);
    }
    sequences.insert(std::move(sequence));
  }
  return sequences.size() > 1;
}

// The paths of all threads, and whether those of each differ in their barriers.
struct ThreadPaths {
  std::vector<Paths> threads;
  std::vector<bool> flow_varies;
  bool cut = false;
};

ThreadPaths all_paths(const Model& model, const Test& test, const EvaluateOptions& options,
                      std::optional<unsigned> idle_iterations) {
  PathOptions path_options;
  path_options.language = model.compiled().language;
  path_options.failed_cas_writes = model.compiled().failed_cas_writes;
  path_options.backward_jumps = options.loop_bound;
  if (path_options.language == Language::amdgpu) path_options.amdgpu = &test.program;
  const bool asynchronous = model.compiled().asynchronous;
  if (asynchronous) {
    const Endings asked = asked_endings(test);
    path_options.asynchronous = &test.program;
    path_options.stuck = asked.undefined || asked.deadlock;
  }
  ThreadPaths result;
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    const Thread& thread = test.program.threads[t];
    std::optional<IdleIterations> idle;
    if (idle_iterations || asynchronous) {
      const RegisterSet observed = observed_registers(test, static_cast<ThreadId>(t));
      idle.emplace(thread, observed, idle_iterations.value_or(0), !idle_iterations);
    }
    result.threads.push_back(paths_of(thread, path_options, idle ? &*idle : nullptr));
    result.flow_varies.push_back(barriers_vary(result.threads.back().paths));
    result.cut = result.cut || result.threads.back().bound_hit;
  }
  return result;
}

// Calls visit(numbers) for every way to take a number below each of the counts, until it is false.
template <class Visit>
void for_each_choice(const std::vector<std::size_t>& counts, Visit&& visit) {
  if (std::ranges::find(counts, std::size_t{0}) != counts.end()) return;
  std::vector<std::size_t> numbers(counts.size(), 0);
  while (visit(numbers)) {
    std::size_t i = 0;
    while (i < counts.size() && ++numbers[i] == counts[i]) numbers[i++] = 0;
    if (i == counts.size()) return;
  }
}

bool fits(const Program& program, const std::vector<const Path*>& paths) {
  const bool has_undef = program.language == Language::amdgpu;
  std::size_t events = program.locations.size() * (has_undef ? 2 : 1);
  for (const Path* path : paths) events += path->events.size();
  return events <= max_events;
}

// The executions of one choice of paths. What happens at mbarriers is chosen first: it is part of
// the structure that the rest is looked for in.
void look_at(const Model& model, const Test& test, const EvaluateOptions& options,
             const Skeleton& skeleton, const std::vector<bool>& flow_varies, Watch& watch,
             Tally& tally) {
  if (!model.compiled().asynchronous) {
    find_executions(model, test, skeleton, options, flow_varies, watch, tally);
    return;
  }
  if (!agree_on_waits(skeleton)) return;
  for_each_mbarrier_order(skeleton, [&](const MbarrierOrder& order) {
    Skeleton ordered = skeleton;
    ordered.mbarriers = std::make_shared<const MbarrierOrder>(order);
    find_executions(model, test, ordered, options, flow_varies, watch, tally);
    return !tally.over();
  });
}

// Every choice of paths that have an end. Whether all were small enough.
bool look_at_paths(const Model& model, const Test& test, const EvaluateOptions& options,
                   const ThreadPaths& all, Watch& watch, Tally& tally) {
  std::vector<std::size_t> counts;
  for (const Paths& thread : all.threads) counts.push_back(thread.paths.size());
  bool complete = true;
  for_each_choice(counts, [&](const std::vector<std::size_t>& numbers) {
    std::vector<const Path*> chosen;
    for (std::size_t t = 0; t < numbers.size(); ++t) {
      chosen.push_back(&all.threads[t].paths[numbers[t]]);
    }
    if (fits(test.program, chosen)) {
      const Skeleton skeleton(test.program, chosen);
      look_at(model, test, options, skeleton, all.flow_varies, watch, tally);
    } else {
      complete = false;
      watch.tick(tally);
    }
    return !tally.over();
  });
  return complete;
}

bool has_barriers(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return barrier_of(instruction.action) != nullptr;
    });
  });
}

// Candidates after which it stays open whether an execution goes on where its paths were cut.
constexpr std::uint64_t most_candidates_at_cuts = 200'000;

// Whether some execution may go on where its paths were cut. Precondition: the model lets events be
// left out.
bool some_may_go_on(const Model& model, const Test& test, const ThreadPaths& all, Watch& watch,
                    Tally& tally) {
  if (has_barriers(test.program)) return true;
  std::vector<std::size_t> counts;
  for (const Paths& thread : all.threads) {
    if (thread.too_many_cut) return true;
    counts.push_back(thread.paths.size() + thread.cut.size());
  }
  const std::uint64_t last = tally.candidates + most_candidates_at_cuts;
  const auto go_on = [&] { return watch.tick(tally) && tally.candidates < last; };
  bool found = false;
  for_each_choice(counts, [&](const std::vector<std::size_t>& numbers) {
    Prefixes chosen;
    for (std::size_t t = 0; t < numbers.size(); ++t) {
      const Paths& thread = all.threads[t];
      const bool ends = numbers[t] < thread.paths.size();
      const CutPath* const cut = ends ? nullptr : &thread.cut[numbers[t] - thread.paths.size()];
      chosen.paths.push_back(ends ? &thread.paths[numbers[t]] : &cut->path);
      chosen.cut.push_back(cut);
    }
    const bool all_end = std::ranges::count(chosen.cut, nullptr) == std::ssize(chosen.cut);
    if (all_end) return true;
    found = !fits(test.program, chosen.paths) || may_go_on(model, test.program, chosen, go_on);
    return !found;
  });
  return found;
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
    throw Unsupported(found->why + ", and the model is one of " + std::string(to_string(language)),
                      found->place);
  }
  if (test.program.language != language) {
    throw Unsupported("it is written in " + std::string(to_string(test.program.language)) +
                      ", and the model is one of " + std::string(to_string(language)));
  }
  if (const auto found = asynchronous_found(test.program);
      found && !model.compiled().asynchronous) {
    throw Unsupported(found->why + " is of PTX 8 and later, and the model is not", found->place);
  }
  Watch watch(options);
  Tally tally;
  // Of a recording every round is asked about, idle or not.
  const auto needed = options.recording == nullptr
                          ? idle_iterations_needed(model.compiled(), options.data_races)
                          : std::nullopt;
  const ThreadPaths all = all_paths(model, test, options, needed);
  const bool small = look_at_paths(model, test, options, all, watch, tally);
  const bool cut = all.cut && (tally.over() || !small || !needed ||
                               some_may_go_on(model, test, all, watch, tally));
  AxiomaticReport report = report_of(model, test, std::move(tally));
  report.looked_for_data_races = options.data_races && !data_race_checks(model.compiled()).empty();
  if (report.complete() && !small) {
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
