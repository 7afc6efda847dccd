#include "opmodel/ptx/context.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/one_order.hpp"
#include "opmodel/ptx/sizes.hpp"

namespace opexplore::ptx_model {

namespace {

// Dartagnan's barriers are matched by instance and named barriers within one
// instance by id; each pair becomes a resource of its own. They are for the threads that have them.
constexpr Value resources_per_instance = 1 << 16;

Test number_barriers_by_instance(Test test) {
  for (Thread& thread : test.program.threads) {
    for (Instruction& instruction : thread.instructions) {
      Barrier* const barrier = barrier_of(instruction.action);
      if (barrier == nullptr) continue;
      barrier->passable = true;
      if (!barrier->id) {
        barrier->id = barrier->instance * resources_per_instance - 1;
      } else if (auto* constant = std::get_if<Value>(&*barrier->id)) {
        *constant += barrier->instance * resources_per_instance;
      }
    }
  }
  return test;
}

std::vector<LocationId> locations_of(const Test& test) {
  std::set<LocationId> result;
  for (const Observable& observable : test.observables) {
    if (const auto* term = std::get_if<LocationTerm>(&observable)) {
      result.insert(test.program.addresses[term->address].location);
    }
  }
  return {result.begin(), result.end()};
}

// A search that does not watch for cycles has to be sure that there are none, and is as it was
// before it could. Who judges infinite runs watches for them to say so.
LookAhead look_ahead_of(const MachineOptions& options) {
  if (!options.look_ahead) return LookAhead::none;
  return options.watch_lateness || options.liveness ? LookAhead::cycles : LookAhead::loads;
}

// Loads are skipped like local instructions, and together with them. One that may race is noticed,
// and so is one that observes such an access.
InstructionMarks skipped_loads(const Semantics& semantics, const Liveness& liveness,
                               const RacePlan& races, const MachineOptions& options) {
  if (!options.skip_dead_loads || !options.fuse_local) return no_instructions(semantics);
  InstructionMarks result = unnoticed_loads(semantics, liveness);
  for (std::size_t t = 0; t < result.size(); ++t) {
    for (std::size_t i = 0; i < result[t].size(); ++i) {
      const auto at = static_cast<InstructionId>(i);
      if (result[t][i] == 0) continue;
      const Access& access = semantics.access(static_cast<ThreadId>(t), at);
      if (races.is_racy(access.location)) result[t][i] = 0;
    }
  }
  return result;
}

// A search towards the condition looks at states, not at those that they stand for: of these the
// condition has to say the same.
Moves moves_of(const MachineOptions& options) {
  return options.goal ? Moves::question : Moves::locations;
}

// The test as far as it has steps. Loads that are none may be of any location, and say nothing
// about which threads are alike; out of order they are steps.
Test with_steps_alone(Test test, const Semantics& semantics, const InstructionMarks& skipped,
                      const MachineOptions& options) {
  if (!semantics.lateness().runs_in_order(options.watch_lateness)) return test;
  for (std::size_t t = 0; t < skipped.size(); ++t) {
    for (std::size_t i = 0; i < skipped[t].size(); ++i) {
      if (skipped[t][i] == 0) continue;
      Action& action = test.program.threads[t].instructions[i].action;
      action = Arithmetic{ArithmeticOp::move, *register_written(action), Value{0}};
    }
  }
  return test;
}

std::vector<InstructionId> ends_of(const Program& program) {
  std::vector<InstructionId> result;
  for (const Thread& thread : program.threads) {
    result.push_back(static_cast<InstructionId>(thread.instructions.size()));
  }
  return result;
}

std::vector<std::vector<bool>> all_steps_back(const Program& program) {
  std::vector<std::vector<bool>> result;
  for (const Thread& thread : program.threads) result.push_back(steps_back(thread));
  return result;
}

std::vector<PlaceSet> addresses_by_location(const Semantics& semantics) {
  std::vector<PlaceSet> result(semantics.locations(), 0);
  for (std::size_t t = 0; t < semantics.threads(); ++t) {
    const std::size_t count = semantics.program().threads[t].instructions.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Access& access =
          semantics.access(static_cast<ThreadId>(t), static_cast<InstructionId>(i));
      if (access.reads || access.writes) result[access.location] |= place(access.address);
    }
  }
  return result;
}

// Infinite runs are judged in order.
unsigned most_stages(const MachineOptions& options) {
  return options.liveness ? few_stages : max_stages;
}

// The barriers at which the thread stands in its instructions, without those whose others it does
// not wait for; in order.
std::vector<Operand> barriers_waiting_for_all(const Thread& thread) {
  std::vector<Operand> resources;
  for (const Instruction& instruction : thread.instructions) {
    const Barrier* const barrier = barrier_of(instruction.action);
    if (barrier == nullptr || barrier->passable || barrier->quorum) continue;
    resources.push_back(barrier->id.value_or(Operand{barrier->instance}));
  }
  std::ranges::sort(resources, {}, [](const Operand& resource) {
    const Value* const constant = std::get_if<Value>(&resource);
    return constant != nullptr ? *constant : Value{-1};
  });
  return resources;
}

// Whether a thread may end and open a barrier of its CTA that it has not come to.
bool ends_may_open(const Program& program) {
  // Which barrier a register names is not known.
  const auto named_by_registers = [](const std::vector<Operand>& resources) {
    return std::ranges::any_of(resources, [](const Operand& resource) {
      return !std::holds_alternative<Value>(resource);
    });
  };
  // Who always goes back does not end.
  const auto jumps = [](const Thread& thread) {
    for (std::size_t i = 0; i < thread.instructions.size(); ++i) {
      const Branch* const branch = branch_of(thread.instructions[i].action);
      if (branch != nullptr && (branch->comparison || branch->target > i)) return true;
    }
    return false;
  };
  return std::ranges::any_of(program.threads, [&](const Thread& one) {
    const std::vector<Operand> mine = barriers_waiting_for_all(one);
    if (mine.empty()) return false;
    return jumps(one) || named_by_registers(mine) ||
           std::ranges::any_of(program.threads, [&](const Thread& other) {
             return common_scope(one, other) == Scope::cta &&
                    mine != barriers_waiting_for_all(other);
           });
  });
}

// Where fences get their places in the Fence-SC order as they run, one behind a barrier would come
// after all of a thread that opens it by its end.
BarrierPlan::Ends waited_for(const Semantics& semantics, const MachineOptions& options) {
  // WART: fences-behind-ends. Who judges infinite runs has to know that the thread is still there,
  // and the rules in Coq look at nothing ahead.
  const bool in_order = !semantics.leaves_fences_open() && !options.liveness && options.look_ahead;
  return in_order && has_fence_sc(semantics.program()) && ends_may_open(semantics.program())
             ? BarrierPlan::Ends::surely
             : BarrierPlan::Ends::at_end;
}

// A fence that takes an earlier place in the Fence-SC order, and mixed scopes, need all of the
// past. So does the end of a thread that opens a barrier: what follows from a load that is put off
// in its last instruction is not looked for from where the threads stand.
bool may_fold(const Semantics& semantics, const MachineOptions& options) {
  const Lateness& lateness = semantics.lateness();
  return !ends_may_open(semantics.program()) && options.erase_writes && !options.races &&
         options.look_ahead && lateness.load_buffering && !lateness.late_fence &&
         !lateness.mixed_scopes && semantics.stages().count <= static_cast<int>(few_stages);
}

// Who looks for races, and who judges infinite runs, needs all knowledge at once.
bool may_leave_open(const MachineOptions& options) {
  return options.lazy_fences && !options.races && !options.liveness;
}

// Whether threads may go first by several steps, or by none. Infinite runs have their steps one by
// one, and races are told step by step. The out-of-order form, which takes steps of the in-order
// one, looks for loads to put off behind each.
bool may_run_ahead(const Semantics& semantics, const MachineOptions& options) {
  return options.ample_threads && !options.races && !options.liveness &&
         semantics.lateness().runs_in_order(options.watch_lateness);
}

// A load that is put off in vain says nothing about whether a loop ends. Towards a goal few loads
// wait for each other (look_ahead.hpp). Of threads that may change places any is the first.
bool may_await(const Context& context) {
  return context.options.await_writes && !context.options.goal && context.symmetry.none() &&
         may_run_ahead(context.semantics, context.options) &&
         std::ranges::none_of(context.test.program.threads, has_backward_jump);
}

// Threads keep their places where states know more of them than permute.hpp moves.
bool may_exchange(const Context& context) {
  return context.options.symmetry && !context.keeps_races && context.ordered_addresses.empty();
}

bool may_add_stage(const Instruction& instruction) {
  const MemoryAccess* const access = memory_access(instruction.action);
  const auto fence = fence_of(instruction.action);
  return (access != nullptr && access->proxy != Proxy::generic) || (fence && fence->proxy);
}

// Stages of knowledge.
unsigned stages_of(const Test& test, const Reading& reading) {
  const auto may_add = [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, may_add_stage);
  };
  // One, of most programs: not worth a look at all they do.
  if (!std::ranges::any_of(test.program.threads, may_add)) return 1;
  return static_cast<unsigned>(Semantics(test, reading, LookAhead::none).stages().count);
}

bool writes_again(const Semantics& semantics, LocationId location) {
  const auto repeated = repeated_ahead(semantics);
  return std::ranges::any_of(
      repeated, [&](const auto& thread) { return (thread[0].writes & place(location)) != 0; });
}

// Whether all executions are interleavings. Where nobody writes in a loop threads that go first
// save more.
bool may_bring(const Test& test, const Reading& reading, const MachineOptions& options) {
  const Program& program = test.program;
  if (!options.bring_writes || options.races || !options.look_ahead) return false;
  if (std::ranges::none_of(program.threads, has_backward_jump)) return false;
  if (!share_without_circles(program)) return false;
  const Semantics semantics(test, reading, LookAhead::none);
  const std::vector<LocationId> shared = shared_locations(program);
  const auto is_uniform = [&](LocationId location) { return semantics.uniform(location); };
  const auto is_written = [&](LocationId location) { return writes_again(semantics, location); };
  return std::ranges::all_of(shared, is_uniform) && std::ranges::any_of(shared, is_written);
}

// Where writes come to everybody at once, what others do in between is what a thread sees.
MachineOptions suited(MachineOptions options, bool brings) {
  options.bring_writes = brings;
  if (brings) {
    options.ample_threads = options.await_writes = options.fuse_independent = false;
    options.hoist_stores = options.lazy_fences = false;
  }
  return options;
}

std::vector<LocationId> brought_locations(const Context& context) {
  if (!context.options.bring_writes || !context.semantics.lateness().runs_in_order(true)) return {};
  return shared_locations(context.test.program);
}

}  // namespace

Context::Context(const Test& given, const Reading& reading, MachineOptions switches)
    : options(suited(switches, may_bring(given, reading, switches))),
      hoisted(options.hoist_stores && options.look_ahead ? hoist_stores(given) : as_written(given)),
      test(reading.barriers_by_instance ? number_barriers_by_instance(hoisted.test) : hoisted.test),
      ends(ends_of(test.program)),
      keeps_races(options.races && given.filter.has_value()),
      semantics(test, reading, look_ahead_of(options), may_leave_open(options)),
      ordered_addresses(options.liveness ? OrderedAddresses() : OrderedAddresses(semantics)),
      liveness(test),
      local(test.program, liveness),
      spins(test.program, liveness, local),
      barriers(test.program, waited_for(semantics, options)),
      barrier_order(test.program),
      components(test.program, FenceOrder::shared),
      fence_clusters(semantics, options.join_fences),
      fence_slots(semantics.leaves_fences_open() ? FenceSlots(semantics) : FenceSlots()),
      races(options.races ? RacePlan(semantics) : RacePlan()),
      skipped(skipped_loads(semantics, liveness, races, options)),
      symmetry(may_exchange(*this) ? Symmetry(with_steps_alone(test, semantics, skipped, options),
                                              moves_of(options))
                                   : Symmetry()),
      futures(futures_of(semantics, skipped)),
      commuting(commuting_atomics(semantics, liveness, futures)),
      writes_ahead(ptx_model::writes_ahead(semantics)),
      accesses_ahead(ptx_model::accesses_ahead(semantics, skipped)),
      addresses_of(addresses_by_location(semantics)),
      repeated(repeated_ahead(semantics)),
      steps_back(all_steps_back(test.program)),
      fuses_independent(options.fuse_independent && may_run_ahead(semantics, options)),
      brought(brought_locations(*this)),
      awaits_writes(may_await(*this)),
      has_quorum(barriers.has_quorum()),
      goal(test),
      lateness_now({semantics, liveness, spins, barriers}),
      folds(may_fold(semantics, options)),
      late_needs(folds ? LateNeeds(semantics) : LateNeeds()),
      observed_locations(locations_of(test)) {
  if (options.goal) goal_facts.emplace(test, semantics);
}

Arrival arrival_at(const Reading& reading, const Barrier& barrier,
                   std::span<const Value> registers) {
  Arrival arrival = arrival_of(barrier, registers);
  if (!reading.barriers_by_instance) return arrival;
  arrival.sync = true;
  if (barrier.id && std::holds_alternative<RegisterOperand>(*barrier.id)) {
    arrival.resource += barrier.instance * resources_per_instance;
  }
  return arrival;
}

void for_each_alike(const Context& context, const RacingPair& pair, DataRaceSink sink) {
  for (const auto& [first, second] :
       alike(context.symmetry, pair.first_thread, pair.second_thread)) {
    sink(racing_pair(first, pair.first, second, pair.second, pair.kind));
  }
}

std::optional<Refusal> refusal(const Test& test, const Reading& reading,
                               const MachineOptions& options, std::string_view machine) {
  if (test.program.threads.size() > max_threads) {
    return Refusal{std::string(machine) + " runs at most " + std::to_string(max_threads) +
                   " threads, the test has " + std::to_string(test.program.threads.size())};
  }
  if (options.races) {
    const std::size_t slots = RacePlan(Semantics(test, reading, LookAhead::none)).count();
    if (slots > max_racy_slots) {
      return Refusal{std::string(machine) + " looks for data races among at most " +
                     std::to_string(max_racy_slots) + " accesses, the test has " +
                     std::to_string(slots) + " that might race; use fewer threads"};
    }
  }
  if (const unsigned stages = stages_of(test, reading); stages > most_stages(options)) {
    return Refusal{std::string(machine) + " keeps at most " + std::to_string(most_stages(options)) +
                   " stages of knowledge apart (proxies times CTAs that use them)" +
                   (options.liveness ? " where infinite runs are judged" : "") +
                   ", the test needs " + std::to_string(stages) + "; use fewer CTAs or proxies"};
  }
  return std::nullopt;
}

}  // namespace opexplore::ptx_model
