#include "litmus/kernels/whole/block_run.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "litmus/kernels/assertion.hpp"
#include "litmus/kernels/barrier.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/warp.hpp"
#include "litmus/kernels/whole/block_barriers.hpp"
#include "litmus/kernels/whole/lanes.hpp"
#include "litmus/kernels/whole/memory_step.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

// A thread that waits for another one reads what that will write again and again.
constexpr std::uint64_t most_reads_without_a_write = 100'000;
// A loop of a thread alone ends, or it does not, but nobody waits for hours to see it.
constexpr std::uint64_t most_turns_to_a_barrier = 4'000'000;
constexpr std::uint64_t turns_between_looks = 4096;  // at the deadline

bool has_ended_function(const Frame& frame) {
  return frame.statement >= frame.function->statements.size();
}

class BlockRun {
 public:
  BlockRun(LaunchState& launch, std::uint32_t block)
      : launch_(launch),
        block_(block),
        threads_(static_cast<std::size_t>(size_of(launch.first.threads_per_block))),
        clocks_(static_cast<std::uint32_t>(threads_.size())) {
    for (std::uint32_t i = 0; i < threads_.size(); ++i) {
      threads_[i].executor = executor_in(launch.first, block, i);
      threads_[i].state.frame.function = &launch.entry;
    }
  }

  bool run() {
    while (true) {
      for (std::uint32_t i = 0; i < threads_.size(); ++i) {
        const std::uint64_t begin = launch_.run.instructions;
        while (threads_[i].status == ThreadStatus::runs) {
          if (!advance(i)) return false;
          if (launch_.run.instructions - begin > most_turns_to_a_barrier) {
            throw LeftOpen{"a thread comes to no barrier and to no end for very long"};
          }
        }
      }
      if (std::ranges::all_of(threads_, has_ended)) return true;
      if (!let_go()) {
        note_stuck();
        return false;
      }
      if (launch_.run.divergence) return false;
    }
  }

 private:
  static std::uint64_t size_of(const Triple& shape) {
    return std::uint64_t{shape.x} * shape.y * shape.z;
  }

  const Statement* waiting_statement() const {
    const auto waits = std::ranges::find_if_not(threads_, has_ended);
    return waits == threads_.end() ? nullptr : &waits->state.statement();
  }

  /// One turn of the thread. False if the launch stops.
  bool advance(std::uint32_t number) {
    if (++launch_.run.instructions % turns_between_looks == 0) {
      launch_.around.launch.deadline.check();
    }
    Running& thread = threads_[number];
    State& state = thread.state;
    if (has_ended_function(state.frame)) {
      if (state.frame.depth == 0) {
        thread.status = ThreadStatus::ended;
      } else {
        state = return_to_caller(launch_.around, thread.executor, state, thread.code);
      }
      return true;
    }
    const KnownStatement& known = launch_.known.at(*state.frame.function, state.frame.statement);
    const std::optional<code::Guard>& guard = state.instruction().guard;
    if (guard && !holds(thread, *guard)) {
      ++state.frame.statement;
      return true;
    }
    switch (known.deed) {
      case Deed::exit:
        thread.status = ThreadStatus::ended;
        return true;
      case Deed::jump:
        state.frame.statement = known.target;
        return true;
      case Deed::skip:
        ++state.frame.statement;
        return true;
      default:
        return execute(number, known);
    }
  }

  bool holds(const Running& thread, const code::Guard& guard) const {
    const Statement& statement = thread.state.statement();
    const auto held = thread.state.frame.environment.find(guard.reg.reg);
    const bool is_known =
        held != thread.state.frame.environment.end() && held->second.is_constant();
    if (!is_known) throw LeftOpen{"which way it goes is not known", &statement};
    return (held->second.number != 0) != guard.negated;
  }

  bool execute(std::uint32_t number, const KnownStatement& known) {
    Running& thread = threads_[number];
    const Statement& statement = thread.state.statement();
    Step step(launch_.around, thread.executor, thread.state, thread.code);
    try {
      if (known.deed == Deed::call) return call(number, step);
      if (known.deed == Deed::stop) {
        kernel::execute(step);
      } else if (known.deed == Deed::barrier) {
        come_to_barrier(number, step);
      } else if (known.deed == Deed::lanes) {
        come_to_lanes(number, step);
      } else if (known.deed == Deed::access) {
        MemoryStep(launch_, step, clocks_, {block_, number}).run(known);
      } else {
        kernel::execute(step);
        launch_.fences = launch_.fences || !thread.code.instructions.empty();
        check_computed(thread, statement);
      }
    } catch (const NoValue& value) {
      const bool unwritten = value.why == Abstract::Lack::never_written;
      step.stop(StopKind::misuse,
                "a value is used that " +
                    std::string(unwritten ? "was never written ("
                                          : "comes from a lane outside of the exchange (") +
                    value.reg + ')');
    }
    if (step.stops()) return stop(number);
    if (launch_.reads_since_write > most_reads_without_a_write) {
      throw LeftOpen{
          "a thread reads again and again what nobody writes meanwhile: it waits for "
          "another thread",
          &statement};
    }
    if (thread.status == ThreadStatus::runs) ++thread.state.frame.statement;
    return true;
  }

  /// What an instruction leaves to the program is a fence, which a run in this order does not need.
  void check_computed(Running& thread, const Statement& statement) const {
    for (const Instruction& left : thread.code.instructions) {
      const InstructionKind kind = kind_of(left.action);
      if (kind == InstructionKind::fence || kind == InstructionKind::proxy_fence) continue;
      throw LeftOpen{"what it computes is not known", &statement};
    }
    thread.code.instructions.clear();
    if (!launch_.around.choices.empty()) {
      throw LeftOpen{"a function without a body may give anything", &statement};
    }
  }

  bool call(std::uint32_t number, Step& step) {
    Running& thread = threads_[number];
    if (!possible_functions(step).empty()) {
      throw LeftOpen{"which function is called is not known", &step.statement()};
    }
    State called = call_function(step, launch_.paths);
    if (step.stops()) return stop(number);
    const Statement& statement = step.statement();
    thread.state = std::move(called);
    check_computed(thread, statement);
    return true;
  }

  bool stop(std::uint32_t number) {
    launch_.run.stop = WholeStop{block_, number, std::move(threads_[number].code)};
    return false;
  }

  /// Nobody goes on. Lanes that an instruction names and that are elsewhere are a mistake of its
  /// mask; else threads wait at barriers that do not open.
  void note_stuck() {
    for (std::uint32_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].status == ThreadStatus::at_lanes) return note_lane_elsewhere(i);
    }
    WholeDeadlock& deadlock = launch_.run.deadlock.emplace();
    deadlock.block = block_;
    for (const auto& [id, gathered] : barriers_) {
      if (gathered.waiting.empty()) continue;
      const Running& thread = threads_[gathered.waiting.front()];
      Barrier barrier = *thread.barrier;
      // More than come.
      if (thread.awaited) barrier.quorum = Operand{Value{max_threads}};
      deadlock.waiting.push_back(
          {gathered.waiting.front(), &thread.state.statement(), std::move(barrier)});
    }
  }

  void note_lane_elsewhere(std::uint32_t number) {
    Running& thread = threads_[number];
    const std::uint32_t first = number - thread.executor.lane;
    const auto is_elsewhere = [&](std::uint32_t lane) {
      const Running& other = threads_[first + lane];
      const bool named = (thread.mask >> lane & 1U) != 0 && !has_ended(other);
      return named && !waits_with(thread, other);
    };
    std::uint32_t lane = 0;
    while (first + lane < threads_.size() && !is_elsewhere(lane)) ++lane;
    const Running& other = threads_[first + lane];
    const bool by_mask = other.status == ThreadStatus::at_lanes;
    Step step(launch_.around, thread.executor, thread.state, thread.code);
    step.stop(StopKind::misuse,
              "the mask " + hexadecimal(thread.mask) + " names lane " + std::to_string(lane) +
                  ", which waits " +
                  (by_mask ? "with the mask " + hexadecimal(other.mask) : "at a barrier") +
                  " (PTX line " + std::to_string(other.state.statement().place.line) + ')');
    stop(number);
  }

  static bool waits_with(const Running& one, const Running& other) {
    return other.status == ThreadStatus::at_lanes && other.mask == one.mask &&
           other.state.instruction().name == one.state.instruction().name;
  }

  // ---- barriers of the block

  void come_to_barrier(std::uint32_t number, Step& step) {
    Running& thread = threads_[number];
    const auto& what = std::get<code::BarrierOperation>(step.instruction().operation);
    const bool reduces = what.reduction != code::BarrierOperation::Reduction::none;
    const auto operands = step.operands();
    thread.barrier = barrier_named(step, what);
    thread.awaited.reset();
    if (what.counted) {
      thread.awaited = threads_awaited(step, operands[step.instruction().results + 1]);
    }
    if (reduces) {
      const Abstract known = step.input(operands.back(), {'p', 1}).known;
      if (!known.is_constant()) throw LeftOpen{"what it brings is not known", &step.statement()};
      thread.predicate = known.number;
    }
    const Value id = std::get<Value>(*thread.barrier->id);
    Gathered& gathered = barriers_[id];
    if (what.arrives) {
      const auto same = [&](const Clocks::Given& one) { return one.moment.thread == number; };
      if (std::ranges::any_of(gathered.given, same)) {
        throw LeftOpen{"a thread arrives twice before the barrier opens", &step.statement()};
      }
      gathered.awaited = *thread.awaited;
      gathered.given.push_back(clocks_.give(number));
      return;
    }
    gathered.given.push_back(clocks_.give(number));
    gathered.waiting.push_back(number);
    thread.status = ThreadStatus::at_barrier;
  }

  void open(Value id) {
    Gathered gathered = std::move(barriers_[id]);
    barriers_.erase(id);
    launch_.run.divergence = divergence_at(id, gathered, threads_, launch_.around.places);
    if (launch_.run.divergence) {
      launch_.run.divergence->block = block_;
      return;
    }
    clocks_.take(gathered.given, gathered.waiting);
    Value holds = 0;
    for (const std::uint32_t number : gathered.waiting) holds += threads_[number].predicate;
    for (const std::uint32_t number : gathered.waiting) {
      Running& thread = threads_[number];
      const code::Instruction& instruction = thread.state.instruction();
      if (instruction.results != 0) set_reduced(thread, holds, gathered.waiting.size());
      thread.predicate = 0;
      thread.status = ThreadStatus::runs;
      ++thread.state.frame.statement;
    }
  }

  void set_reduced(Running& thread, Value holds, std::size_t all) const {
    Step step(launch_.around, thread.executor, thread.state, thread.code);
    using Reduction = code::BarrierOperation::Reduction;
    const auto& what = std::get<code::BarrierOperation>(step.instruction().operation);
    const bool every = holds == static_cast<Value>(all);
    const Value result = what.reduction == Reduction::count ? holds
                         : what.reduction == Reduction::all ? Value{every ? 1 : 0}
                                                            : Value{holds != 0 ? 1 : 0};
    step.set(step.destination(), constant(result));
  }

  // ---- lanes of a warp

  void come_to_lanes(std::uint32_t number, Step& step) {
    Running& thread = threads_[number];
    const auto mask = named_lanes(step);
    if (!mask) return;
    thread.mask = *mask;
    thread.status = ThreadStatus::at_lanes;
  }

  /// The lanes that the thread waits for and that have not ended, if all have come to the same.
  std::optional<std::vector<std::uint32_t>> come(std::uint32_t number) const {
    const Running& thread = threads_[number];
    const std::uint32_t first = number - thread.executor.lane;
    std::vector<std::uint32_t> lanes;
    for (std::uint32_t lane = 0; lane < warp_size && first + lane < threads_.size(); ++lane) {
      if ((thread.mask >> lane & 1U) == 0) continue;
      const Running& other = threads_[first + lane];
      if (other.status == ThreadStatus::ended) continue;
      if (!waits_with(thread, other)) return std::nullopt;
      lanes.push_back(first + lane);
    }
    return lanes;
  }

  void exchange(const std::vector<std::uint32_t>& numbers) {
    std::vector<std::unique_ptr<Step>> steps;
    ComeLanes lanes;
    std::vector<Clocks::Given> given;
    for (const std::uint32_t number : numbers) {
      Running& thread = threads_[number];
      steps.push_back(
          std::make_unique<Step>(launch_.around, thread.executor, thread.state, thread.code));
      lanes.mask |= std::uint32_t{1} << thread.executor.lane;
      lanes.steps[thread.executor.lane] = steps.back().get();
      given.push_back(clocks_.give(number));
    }
    exchange_values(lanes);
    clocks_.take(given, numbers);
    for (const std::uint32_t number : numbers) {
      threads_[number].status = ThreadStatus::runs;
      ++threads_[number].state.frame.statement;
    }
  }

  /// Opens what is complete. False if nothing is.
  bool let_go() {
    bool some = false;
    std::vector<Value> complete;
    for (const auto& [id, gathered] : barriers_) {
      if (!gathered.waiting.empty() && is_complete(gathered, threads_)) complete.push_back(id);
    }
    for (const Value id : complete) {
      open(id);
      some = true;
      if (launch_.run.divergence) return true;
    }
    for (std::uint32_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].status != ThreadStatus::at_lanes) continue;
      if (const auto lanes = come(i)) {
        exchange(*lanes);
        some = true;
      }
    }
    return some;
  }

  LaunchState& launch_;
  std::uint32_t block_;
  std::vector<Running> threads_;
  Clocks clocks_;
  std::map<Value, Gathered> barriers_;
};

}  // namespace

bool run_block(LaunchState& launch, std::uint32_t block) { return BlockRun(launch, block).run(); }

}  // namespace opexplore::kernel
