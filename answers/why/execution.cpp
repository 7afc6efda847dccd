#include "answers/why/execution.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "answers/why/barriers.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/thread_name.hpp"

namespace opexplore::why_parts {
namespace {

// A thread of kernels runs so many local instructions between two steps at most.
constexpr std::size_t most_local = 1'000'000;

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

void add_all(Reads& reads, const Reads& more) {
  Reads both;
  std::set_union(reads.begin(), reads.end(), more.begin(), more.end(), std::back_inserter(both));
  reads = std::move(both);
}

// One thread, run again.
class Rerun {
 public:
  Rerun(Happening& happening, Queues& queues, std::vector<std::string>& sources, ThreadId thread)
      : happening_(happening),
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

  const Reads& depends(RegisterId reg) const { return depends_[reg]; }
  const Reads& control() const { return control_; }

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
    if (const auto* const branch = std::get_if<Branch>(&action)) {
      add_all(control_, of_operands(action));
      const bool taken =
          !branch->comparison || evaluate(*branch->comparison, value_of(branch->left, registers_),
                                          value_of(branch->right, registers_));
      pc_ = taken ? branch->target : static_cast<InstructionId>(pc_ + 1);
      return;
    }
    const auto& computed = std::get<Arithmetic>(action);
    Reads all = of_operand(computed.left);
    if (computed.op != ArithmeticOp::move) add_all(all, of_operand(computed.right));
    add_all(all, control_);
    const Value value = evaluate(computed.op, value_of(computed.left, registers_),
                                 value_of(computed.right, registers_), computed.type);
    set(computed.destination, value, std::move(all));
    ++pc_;
  }

  void set(RegisterId reg, Value value, Reads depends) {
    registers_[reg] = as_type(code_.registers[reg].type, value);
    depends_[reg] = std::move(depends);
  }

  // Executes what is not local; false where the trace ends before it.
  bool take(const Action& action) {
    const auto found = queues_.find({thread_, pc_});
    if (found == queues_.end()) return false;
    Queue& queue = found->second;
    Happened event{thread_, pc_, happening_.threads[thread_].size()};
    event.depends_on = of_operands(action);
    add_all(event.depends_on, control_);
    if (const auto pointer = pointer_of(action)) add_all(event.depends_on, depends_[*pointer]);
    const bool taken = memory_access(action) != nullptr ? access(action, queue, event)
                                                        : other(action, queue, event);
    if (taken) ++pc_;
    return taken;
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
    std::string source;
    if (reads_memory(action)) {
      if (queue.next_read == queue.reads.size()) return false;
      const Traced& read = queue.reads[queue.next_read++];
      event.reads = true;
      event.read = read.event.value;
      event.step = read.step;
      source = read.event.reads_from;
    }
    if (writes_memory(action) && queue.next_write < queue.writes.size() &&
        value_written(action, registers_, event.read)) {
      const Traced& write = queue.writes[queue.next_write++];
      event.writes = true;
      event.written = write.event.value;
      event.write_step = write.step;
      if (!event.reads) event.step = write.step;
    } else if (!event.reads) {
      return false;
    }
    const EventNumber number = add(std::move(event), std::move(source));
    if (const auto destination = register_written(action)) {
      Reads depends{number};
      add_all(depends, control_);
      set(*destination, happening_.events[number].read, std::move(depends));
    }
    return true;
  }

  EventNumber add(Happened event, std::string source) {
    const EventNumber number = happening_.events.size();
    happening_.threads[thread_].push_back(number);
    happening_.events.push_back(std::move(event));
    sources_.push_back(std::move(source));
    return number;
  }

  Happening& happening_;
  Queues& queues_;
  std::vector<std::string>& sources_;
  const Thread& code_;
  ThreadId thread_;
  InstructionId pc_ = 0;
  std::vector<Value> registers_;
  std::vector<Reads> depends_;
  Reads control_;
};

// The write that the machine calls "P0.2": the second of that thread in program order, of those
// that are in memory after `step` steps.
EventNumber write_named(const Happening& happening, std::string_view id, std::size_t step) {
  const std::size_t dot = id.rfind('.');
  if (dot == std::string_view::npos) return no_event;
  for (std::size_t t = 0; t < happening.threads.size(); ++t) {
    if (thread_name(t) != id.substr(0, dot)) continue;
    std::size_t left = std::stoul(std::string(id.substr(dot + 1)));
    for (const EventNumber number : happening.threads[t]) {
      const Happened& event = happening.events[number];
      if (event.writes && event.write_step <= step && --left == 0) return number;
    }
  }
  return no_event;
}

// The write that a step of `settle` chose; its number counts locations first, then writes thread by
// thread (rules/settle.hpp).
EventNumber settled_write(const Happening& happening, std::size_t number) {
  const std::size_t locations = happening.test->program.locations.size();
  if (number < locations) return no_event;
  number -= locations;
  for (EventNumber event = 0; event < happening.events.size(); ++event) {
    if (happening.events[event].writes && number-- == 0) return event;
  }
  return no_event;
}

void add_coherence(Happening& happening, const Trace& trace) {
  const std::size_t size = happening.events.size();
  happening.coherence.assign(size, std::vector<bool>(size));
  for (const auto& [earlier, later] : trace.coherence) {
    const EventNumber first = write_named(happening, earlier, trace.steps.size());
    const EventNumber second = write_named(happening, later, trace.steps.size());
    if (first != no_event && second != no_event) order(happening, first, second);
  }
  happening.settled = happening.coherence;
  for (const TraceStep& step : trace.steps) {
    if (step.rule != "settle") continue;
    const EventNumber last = settled_write(happening, step.step.argument);
    if (last == no_event) continue;
    for (EventNumber other = 0; other < size; ++other) {
      const Happened& event = happening.events[other];
      const Happened& chosen = happening.events[last];
      // Of two with one value it says nothing.
      if (event.writes && event.location == chosen.location && event.written != chosen.written) {
        order(happening, other, last);
      }
    }
  }
}

// What remains at a location depends on which writes there are, and on their values.
Reads of_location(const Happening& happening, LocationId location) {
  Reads all;
  for (const Happened& event : happening.events) {
    if (event.writes && event.location == location) add_all(all, event.depends_on);
  }
  for (EventNumber number = 0; number < happening.events.size(); ++number) {
    const Happened& event = happening.events[number];
    if (event.writes && event.reads && event.location == location) add_all(all, {number});
  }
  return all;
}

}  // namespace

void order(Happening& happening, EventNumber earlier, EventNumber later) {
  auto& after = happening.coherence;
  if (earlier == later || after[earlier][later] || after[later][earlier]) return;
  for (EventNumber from = 0; from < after.size(); ++from) {
    if (from != earlier && !after[from][earlier]) continue;
    after[from][later] = true;
    for (EventNumber to = 0; to < after.size(); ++to) {
      if (after[later][to]) after[from][to] = true;
    }
  }
}

Happening happening_of(const Test& test, const Trace& trace) {
  Happening happening;
  happening.test = &test;
  happening.threads.resize(test.program.threads.size());
  Queues queues = queues_of(trace);
  std::vector<std::string> sources;
  std::vector<Rerun> reruns;
  for (std::size_t t = 0; t < test.program.threads.size(); ++t) {
    reruns.emplace_back(happening, queues, sources, static_cast<ThreadId>(t));
    reruns.back().run();
  }
  for (EventNumber number = 0; number < happening.events.size(); ++number) {
    Happened& event = happening.events[number];
    if (event.reads) event.reads_from = write_named(happening, sources[number], event.step);
  }
  add_coherence(happening, trace);
  add_barriers(happening);
  for (const Observable& observable : test.observables) {
    if (const auto* const term = std::get_if<RegisterTerm>(&observable)) {
      happening.observed.push_back(reruns[term->thread].depends(term->reg));
    } else {
      const AddressId address = std::get<LocationTerm>(observable).address;
      happening.observed.push_back(
          of_location(happening, test.program.addresses[address].location));
    }
  }
  return happening;
}

}  // namespace opexplore::why_parts
