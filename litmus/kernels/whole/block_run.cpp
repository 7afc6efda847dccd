#include "litmus/kernels/whole/block_run.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "code/uses.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/kernels/assertion.hpp"
#include "litmus/kernels/barrier.hpp"
#include "litmus/kernels/function_pointers.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/protocol/recording.hpp"
#include "litmus/kernels/warp.hpp"
#include "litmus/kernels/whole/asynchronous_step.hpp"
#include "litmus/kernels/whole/block_barriers.hpp"
#include "litmus/kernels/whole/end.hpp"
#include "litmus/kernels/whole/lanes.hpp"
#include "litmus/kernels/whole/memory_step.hpp"
#include "litmus/kernels/whole/stuck.hpp"
#include "litmus/kernels/whole/warp_matrices.hpp"
#include "litmus/kernels/whole/warpgroup.hpp"
#include "litmus/language/limits.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

// A thread that waits for another one reads what that will write again and again.
constexpr std::uint64_t most_reads_without_a_write = 100'000;
constexpr std::uint64_t many_reads_without_a_write = 1'000;
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
        clocks_(static_cast<std::uint32_t>(threads_.size())),
        mbarriers_(clocks_) {
    for (std::uint32_t i = 0; i < threads_.size(); ++i) {
      threads_[i].executor = executor_in(launch.first, block, i);
      if (launch.recording != nullptr) threads_[i].executor.cta = block;
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
        if (std::ranges::any_of(threads_, has_paused)) return true;
        note_stuck();
        return false;
      }
      if (launch_.run.divergence || launch_.run.stop) return false;
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
  void end(std::uint32_t number) {
    threads_[number].status = ThreadStatus::ended;
    if (launch_.recording != nullptr) launch_.recording->end(number);
  }

  bool advance(std::uint32_t number) {
    if (++launch_.run.instructions % turns_between_looks == 0) {
      launch_.around.launch.deadline.check();
    }
    Running& thread = threads_[number];
    State& state = thread.state;
    if (has_ended_function(state.frame)) {
      if (state.frame.depth == 0) {
        end(number);
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
        end(number);
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

  void act(std::uint32_t number, Step& step, const KnownStatement& known) {
    Running& thread = threads_[number];
    switch (known.deed) {
      case Deed::stop:
        return kernel::execute(step);
      case Deed::barrier:
        return come_to_barrier(number, step);
      case Deed::lanes:
        return come_to_lanes(number, step);
      case Deed::matrix:
        require_warpgroup(launch_, threads_, number);
        thread.status = ThreadStatus::at_matrix;
        return;
      case Deed::access:
        return MemoryStep(launch_, step, clocks_, {block_, number}).run(known);
      case Deed::asynchronous:
        if (!run_asynchronous(number, step, known)) thread.status = ThreadStatus::at_mbarrier;
        return;
      default:
        break;
    }
    const Statement& statement = thread.state.statement();
    kernel::execute(step);
    launch_.fences = launch_.fences || !thread.code.instructions.empty();
    check_computed(number, statement);
  }

  bool execute(std::uint32_t number, const KnownStatement& known) {
    Running& thread = threads_[number];
    const Statement& statement = thread.state.statement();
    Step step(launch_.around, thread.executor, thread.state, thread.code);
    try {
      if (known.deed == Deed::call) return call(number, step);
      act(number, step, known);
    } catch (const NoValue& value) {
      step.stop(value);
    } catch (const NotTold&) {
      thread.status = ThreadStatus::paused;
      return true;
    }
    if (step.stops()) return stop(number);
    if (launch_.recording != nullptr && launch_.reads_since_write > many_reads_without_a_write) {
      // Of what another block writes, perhaps, which nobody knows yet.
      launch_.reads_since_write = 0;
      launch_.waits = true;
      thread.status = ThreadStatus::paused;
      return true;
    }
    if (launch_.reads_since_write > most_reads_without_a_write) {
      throw LeftOpen{
          "a thread reads again and again what nobody writes meanwhile: it waits for "
          "another thread",
          &statement};
    }
    if (thread.status == ThreadStatus::runs) ++thread.state.frame.statement;
    return true;
  }

  bool run_asynchronous(std::uint32_t number, Step& step, const KnownStatement& known) {
    Issued& issued = threads_[number].issued;
    return AsynchronousStep(launch_, step, clocks_, mbarriers_, {block_, number}, issued)
        .run(known);
  }

  /// Whether a phase that the thread waits for is complete by now.
  bool leaves_mbarrier(std::uint32_t number) {
    Running& thread = threads_[number];
    if (thread.status != ThreadStatus::at_mbarrier) return false;
    const Frame& frame = thread.state.frame;
    Step step(launch_.around, thread.executor, thread.state, thread.code);
    const KnownStatement& known = launch_.known.at(*frame.function, frame.statement);
    if (!run_asynchronous(number, step, known)) return false;
    thread.status = ThreadStatus::runs;
    ++thread.state.frame.statement;
    return true;
  }

  /// What an instruction leaves to the program is a fence, which a run in this order does not need.
  void check_computed(std::uint32_t number, const Statement& statement) {
    Running& thread = threads_[number];
    for (const Instruction& left : thread.code.instructions) {
      const InstructionKind kind = kind_of(left.action);
      if (kind == InstructionKind::fence || kind == InstructionKind::proxy_fence) continue;
      throw LeftOpen{"what it computes is not known", &statement};
    }
    if (launch_.recording != nullptr) launch_.recording->act(number, statement, thread.code);
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
    launch_.run.prints = launch_.run.prints || thread.code.prints;
    if (step.stops()) return stop(number);
    const Statement& statement = step.statement();
    thread.state = std::move(called);
    check_computed(number, statement);
    return true;
  }

  bool stop(std::uint32_t number) {
    if (launch_.recording != nullptr) {  // the others go on (assertion.hpp)
      Running& thread = threads_[number];
      launch_.recording->stop(number, thread.state.statement(), thread.code);
      thread.status = ThreadStatus::ended;
      return true;
    }
    if (threads_[number].code.stops.back().kind == StopKind::null && rests_on_zeros()) {
      throw LeftOpen{"a pointer is null, perhaps since nobody says what memory holds",
                     &threads_[number].state.statement()};
    }
    launch_.run.stop = WholeStop{block_, number, std::move(threads_[number].code)};
    return false;
  }

  /// Nobody goes on. Lanes that name each other by different masks are a mistake; else threads wait
  /// for those that wait elsewhere.
  void note_stuck() {
    if (launch_.recording != nullptr) throw LeftOpen{"threads of a block wait for each other"};
    const auto apart_at = std::ranges::find(threads_, ThreadStatus::at_matrix, &Running::status);
    if (apart_at != threads_.end()) {
      throw LeftOpen{"the threads of a warpgroup do not come to a product of matrices together",
                     &apart_at->state.statement(), true};
    }
    const auto waits = std::ranges::find(threads_, ThreadStatus::at_mbarrier, &Running::status);
    if (waits != threads_.end()) {
      throw LeftOpen{"a thread waits for ever at an mbarrier in one execution",
                     &waits->state.statement(), true};
    }
    if (const auto apart = lanes_with_different_masks(threads_)) {
      Running& thread = threads_[apart->first];
      Step step(launch_.around, thread.executor, thread.state, thread.code);
      step.stop(StopKind::misuse, difference_of_masks(thread, threads_[apart->second]));
      stop(apart->first);
      return;
    }
    launch_.run.deadlock = deadlock_of(block_, threads_, barriers_);
  }

  /// Whether memory was read of which nobody says what it starts with.
  bool rests_on_zeros() const { return !assumptions_of_run(launch_.around, launch_.run).empty(); }

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
    const bool some = thread.awaited && *thread.awaited != static_cast<Value>(threads_.size());
    if (launch_.recording != nullptr && (what.arrives || some)) {
      throw LeftOpen{"which threads meet at a barrier for some of them", &step.statement()};
    }
    if (what.arrives) {
      const auto same = [&](const Clocks::Given& one) { return one.moment.who == number; };
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
      if (launch_.recording != nullptr) {
        throw LeftOpen{"threads come to a barrier apart", launch_.run.divergence->at};
      }
      return;
    }
    record_meeting(gathered.waiting, *threads_[gathered.waiting.front()].barrier, true);
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

  void record_meeting(const std::vector<std::uint32_t>& numbers, const Barrier& barrier,
                      bool whole_block) {
    if (launch_.recording == nullptr) return;
    std::vector<std::pair<std::uint32_t, const Statement*>> met;
    met.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
      met.emplace_back(number, &threads_[number].state.statement());
    }
    launch_.recording->meet(met, barrier, whole_block);
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
      if (!wait_together(thread, other)) return std::nullopt;
      lanes.push_back(first + lane);
    }
    return lanes;
  }

  /// False if the launch stops.
  bool exchange(const std::vector<std::uint32_t>& numbers) {
    std::vector<std::unique_ptr<Step>> steps;
    ComeLanes lanes;
    for (const std::uint32_t number : numbers) {
      Running& thread = threads_[number];
      steps.push_back(
          std::make_unique<Step>(launch_.around, thread.executor, thread.state, thread.code));
      lanes.mask |= std::uint32_t{1} << thread.executor.lane;
      lanes.steps[thread.executor.lane] = steps.back().get();
    }
    if (code::is_of_matrices(steps.front()->instruction())) {
      if (lanes.mask != ~std::uint32_t{0}) {
        throw LeftOpen{"matrices are of a whole warp, and some of its threads are not launched",
                       &steps.front()->statement()};
      }
      exchange_matrices(launch_, clocks_, lanes, block_, numbers.front());
    } else {
      std::vector<Clocks::Given> given;
      given.reserve(numbers.size());
      for (const std::uint32_t number : numbers) given.push_back(clocks_.give(number));
      record_meeting(numbers, {}, false);
      exchange_values(lanes);
      clocks_.take(given, numbers);
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      Running& thread = threads_[numbers[i]];
      if (steps[i]->stops()) {
        if (!stop(numbers[i])) return false;
        continue;
      }
      thread.status = ThreadStatus::runs;
      ++thread.state.frame.statement;
    }
    return true;
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
    some = multiply_matrices(launch_, threads_, clocks_, block_) || some;
    for (std::uint32_t i = 0; i < threads_.size(); ++i) {
      some = leaves_mbarrier(i) || some;
      if (threads_[i].status != ThreadStatus::at_lanes) continue;
      if (const auto lanes = come(i)) {
        if (!exchange(*lanes)) return true;
        some = true;
      }
    }
    return some;
  }

  LaunchState& launch_;
  std::uint32_t block_;
  std::vector<Running> threads_;
  Clocks clocks_;
  Mbarriers mbarriers_;
  std::map<Value, Gathered> barriers_;
};

}  // namespace

void AccessedObjects::add(const AccessedObjects& other) {
  written.insert(other.written.begin(), other.written.end());
  read_only.insert(other.read_only.begin(), other.read_only.end());
}

void AccessedObjects::require_unwritten(const Memory& memory) const {
  for (const std::uint16_t object : read_only) {
    if (!written.contains(object)) continue;
    throw LeftOpen{"`" + memory.at(object).name +
                   "` is written, and read by the way of memory that nobody writes"};
  }
}

void LaunchState::require_data(const Element& element, const Statement& statement) const {
  if (mbarriers.empty()) return;
  for (Value at = element.offset & ~Value{7}; at < element.offset + element.width; at += 8) {
    if (!mbarriers.contains({element.object, at})) continue;
    throw LeftOpen{"the bytes of an mbarrier are accessed otherwise, too", &statement};
  }
}

bool run_block(LaunchState& launch, std::uint32_t block) { return BlockRun(launch, block).run(); }

}  // namespace opexplore::kernel
