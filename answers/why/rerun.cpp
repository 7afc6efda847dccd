#include "answers/why/rerun.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/local.hpp"

namespace opexplore::why_parts {
namespace {

// A thread of kernels runs so many local instructions between two steps at most.
constexpr std::size_t most_local = 1'000'000;
// A thread that has come to no end may go round a loop of such.
constexpr std::size_t most_stepless = 400;

// An event of the trace that waits to be taken by the instruction that made it.
struct Traced {
  Event event;
  std::size_t step = 0;
};

// What the steps of one instruction did, in their order.
struct Queue {
  std::vector<Traced> reads, writes, others;
  std::size_t next_read = 0, next_write = 0, next_other = 0;
};

using Queues = std::map<std::pair<ThreadId, InstructionId>, Queue>;

Queues queues_of(const Trace& trace) {
  Queues queues;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const TraceStep& step = trace.steps[i];
    if (!step.instruction) continue;
    Queue& queue = queues[{step.step.thread, *step.instruction}];
    for (const Event& event : step.events) {
      auto& list = event.kind == Event::Kind::read    ? queue.reads
                   : event.kind == Event::Kind::write ? queue.writes
                                                      : queue.others;
      list.push_back({event, i + 1});
    }
  }
  return queues;
}

// One thread, run again.
class Rerun {
 public:
  Rerun(Happening& happening, Queues& queues, std::vector<std::optional<WriteRef>>& sources,
        ThreadId thread, bool adds_stepless)
      : adds_stepless_(adds_stepless),
        happening_(happening),
        queues_(queues),
        sources_(sources),
        code_(happening.test->program.threads[thread]),
        thread_(thread),
        depends_(code_.registers.size()) {
    for (const Register& one : code_.registers) registers_.push_back(one.initial);
  }

  void run() {
    for (std::size_t local = 0; pc_ < code_.instructions.size() && local < most_local;) {
      const Action& action = code_.instructions[pc_].action;
      if (!is_local(action)) {
        local = 0;
        if (!take(action)) return;
        continue;
      }
      ++local;
      run_local(action);
    }
  }

  /// Reads of which the trace does not say whose write they took.
  const Reads& unnamed() const { return unnamed_; }
  /// By register, at the end.
  const std::vector<Reads>& depends() const { return depends_; }

 private:
  Reads of_operand(const Operand& operand) const {
    const auto* const named = std::get_if<RegisterOperand>(&operand);
    return named != nullptr ? depends_[named->id] : Reads{};
  }
  Reads of_operands(const Action& action) const {
    Reads all;
    for_each_operand(action, [&](const Operand& operand) { add_all(all, of_operand(operand)); });
    return all;
  }

  void run_local(const Action& action) {
    Reads all = of_operands(action);
    if (branch_of(action) != nullptr) add_all(control_, all);
    pc_ = execute_local(action, pc_, registers_);
    const auto written = register_written(action);
    if (!written) return;
    add_all(all, control_);
    depends_[*written] = std::move(all);
  }

  void set(RegisterId reg, Value value, Reads depends) {
    registers_[reg] = as_type(code_.registers[reg].type, value);
    depends_[reg] = std::move(depends);
  }

  // Executes what is not local; false where the trace ends before it.
  bool take(const Action& action) {
    const auto found = queues_.find({thread_, pc_});
    const bool orders = fence_of(action) || barrier_of(action) != nullptr;
    const bool stepless = found == queues_.end() ||
                          (orders && found->second.next_other == found->second.others.size());
    stepless_ = stepless ? stepless_ + 1 : 0;
    if (stepless_ > most_stepless) return false;
    if (adds_stepless_ && stepless && orders) {
      add_stepless(action);
      return true;
    }
    if (adds_stepless_ && stepless && memory_access(action) != nullptr) return access_own(action);
    if (found == queues_.end()) return false;
    Queue& queue = found->second;
    Happened event = next_event(action);
    const bool taken = memory_access(action) != nullptr ? access(action, queue, event)
                                                        : other(action, queue, event);
    if (taken) ++pc_;
    return taken;
  }

  Happened next_event(const Action& action) const {
    Happened event{thread_, pc_, happening_.threads[thread_].size()};
    event.depends_on = of_operands(action);
    add_all(event.depends_on, control_);
    if (const auto pointer = pointer_of(action)) add_all(event.depends_on, depends_[*pointer]);
    return event;
  }

  std::size_t last_step() const {
    const auto& before = happening_.threads[thread_];
    return before.empty() ? 0 : happening_.events[before.back()].step;
  }

  // An access to a location that no other thread writes, which is executed with the step before.
  bool access_own(const Action& action) {
    const Program& program = happening_.test->program;
    Happened event = next_event(action);
    event.address = memory_access(action)->address;
    event.location = program.addresses[event.address].location;
    if (is_written_elsewhere(program, event.location)) return false;
    event.step = event.write_step = last_step();
    event.reads = reads_memory(action);
    if (event.reads) {
      event.read = program.locations[event.location].initial;
      for (const EventNumber other : happening_.threads[thread_]) {
        const Happened& write = happening_.events[other];
        if (!write.writes || write.location != event.location) continue;
        event.reads_from = other;
        event.read = write.written;
      }
    }
    const auto written =
        writes_memory(action) ? value_written(action, registers_, event.read) : std::nullopt;
    event.writes = written.has_value();
    event.written = written.value_or(0);
    finish(action, add(std::move(event), {}));
    ++pc_;
    return true;
  }

  bool is_written_elsewhere(const Program& program, LocationId location) const {
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      if (t == thread_) continue;
      for (const Instruction& one : program.threads[t].instructions) {
        const auto address = address_of(one.action);
        if (address && writes_memory(one.action) &&
            program.addresses[*address].location == location) {
          return true;
        }
      }
    }
    return false;
  }

  // What an access has read goes to its register.
  void finish(const Action& action, EventNumber number) {
    const auto destination = register_written(action);
    if (!destination) return;
    Reads depends{number};
    add_all(depends, control_);
    set(*destination, happening_.events[number].read, std::move(depends));
  }

  // Such as are executed with what stands before them.
  void add_stepless(const Action& action) {
    Happened event{thread_, pc_++, happening_.threads[thread_].size()};
    event.step = last_step();
    if (const Barrier* const barrier = barrier_of(action)) {
      event.arrival = arrival_of(*barrier, registers_);
    }
    add(std::move(event), {});
  }

  bool other(const Action& action, Queue& queue, Happened event) {
    if (queue.next_other == queue.others.size()) return false;
    event.step = queue.others[queue.next_other++].step;
    if (const Barrier* const barrier = barrier_of(action)) {
      event.arrival = arrival_of(*barrier, registers_);
    }
    add(std::move(event), {});
    return true;
  }

  bool access(const Action& action, Queue& queue, Happened event) {
    const MemoryAccess& memory = *memory_access(action);
    event.address = memory.address;
    event.location = happening_.test->program.addresses[memory.address].location;
    std::optional<WriteRef> source;
    if (reads_memory(action)) {
      if (queue.next_read == queue.reads.size()) return false;
      const Traced& read = queue.reads[queue.next_read++];
      event.reads = true;
      event.read = read.event.value;
      event.step = read.step;
      source = read.event.read_from;
    }
    if (writes_memory(action) && queue.next_write < queue.writes.size() &&
        value_written(action, registers_, event.read)) {
      const Traced& write = queue.writes[queue.next_write++];
      event.writes = true;
      event.written = write.event.value;
      event.write_step = write.step;
      event.name = write.event.wrote;
      if (!event.reads) event.step = write.step;
    } else if (!event.reads) {
      return false;
    }
    const bool unnamed = event.reads && !source;
    const EventNumber number = add(std::move(event), source);
    if (unnamed) unnamed_.push_back(number);
    finish(action, number);
    return true;
  }

  EventNumber add(Happened event, std::optional<WriteRef> source) {
    const EventNumber number = happening_.events.size();
    happening_.threads[thread_].push_back(number);
    happening_.events.push_back(std::move(event));
    sources_.push_back(source);
    return number;
  }

  bool adds_stepless_;
  Happening& happening_;
  Queues& queues_;
  std::vector<std::optional<WriteRef>>& sources_;
  const Thread& code_;
  ThreadId thread_;
  InstructionId pc_ = 0;
  std::size_t stepless_ = 0;  // events in a row that no step has made
  Reads unnamed_;
  std::vector<Value> registers_;
  std::vector<Reads> depends_;
  Reads control_;
};

}  // namespace

void add_all(Reads& reads, const Reads& more) {
  Reads both;
  std::set_union(reads.begin(), reads.end(), more.begin(), more.end(), std::back_inserter(both));
  reads = std::move(both);
}

Reran rerun_threads(Happening& happening, const Trace& trace, bool adds_stepless) {
  Reran result;
  Queues queues = queues_of(trace);
  for (std::size_t t = 0; t < happening.threads.size(); ++t) {
    Rerun thread(happening, queues, result.sources, static_cast<ThreadId>(t), adds_stepless);
    thread.run();
    result.depends.push_back(thread.depends());
    add_all(result.unnamed, thread.unnamed());
  }
  return result;
}

}  // namespace opexplore::why_parts
