// States of the machines as terms of the Coq library (export/coq), constructor by constructor.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>

#include "opmodel/machines/gpu_scoped/state.hpp"
#include "opmodel/machines/sc/state.hpp"
#include "opmodel/parts/liveness.hpp"
#include "opmodel/ptx/out_of_order/late_form.hpp"
#include "tests/export/coq/terms.hpp"

namespace opexplore::coq_terms {

/// A test with what the terms of its states need.
struct Subject {
  explicit Subject(const Test& given) : test(given), liveness(given), frame(given.program) {}

  const Test& test;
  Liveness liveness;
  sc::Frame frame;
};

inline std::string barriers(const Barriers& barriers) {
  return list(barriers.generations(), [](const Generation& generation) {
    return "Barrier.Build_Generation " + mask(generation.cta) + ' ' + integer(generation.resource) +
           ' ' + mask(generation.arrived) + ' ' + mask(generation.waiting) + ' ' +
           integer(generation.quorum);
  });
}

/// Per thread, the registers that the machine has set to zero because nothing looks at them.
template <class PcOf>
std::string dead_registers(const Subject& subject, PcOf&& pc_of) {
  std::string text;
  for (std::size_t t = 0; t < subject.test.program.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    text += (t == 0 ? "" : "; ") + list(subject.liveness.dead(thread, pc_of(t)),
                                        [](RegisterId reg) { return number(reg); });
  }
  return '[' + text + ']';
}

/// \name One overload per type of state: its term, and its dead registers.
/// @{
inline std::string term(const Subject& subject, const sc::State& state) {
  std::string registers;
  for (std::size_t t = 0; t < state.next.size(); ++t) {
    registers +=
        (t == 0 ? "" : "; ") + integers(subject.frame.registers(state, static_cast<ThreadId>(t)));
  }
  return "Sc.Build_State " + integers(state.memory) + ' ' +
         list(state.next, [](InstructionId pc) { return number(pc); }) + " [" + registers + "] " +
         barriers(state.barriers);
}

inline std::string dead(const Subject& subject, const sc::State& state) {
  return dead_registers(subject, [&](std::size_t t) { return state.next[t]; });
}

inline std::string term(const queue_model::ThreadState& thread) {
  return "Queues.Build_ThreadState " + number(thread.pc) + ' ' +
         list(thread.pending,
              [](const queue_model::Pending& entry) {
                return "Queues.Build_Pending " + number(entry.instruction) + ' ' +
                       truth(entry.out) + ' ' + truth(entry.awaited) + ' ' + truth(entry.crossed) +
                       ' ' + integer(entry.value) + ' ' + integer(entry.expected);
              }) +
         ' ' + integers(span_of(thread.registers));
}

/// Cells of a state, one row of `locations` after the other.
template <class Cells>
std::string rows(const Cells& cells, std::size_t locations) {
  std::string text;
  for (std::size_t begin = 0; begin < cells.size(); begin += locations) {
    const std::span row(cells.data() + begin, locations);
    text += (begin == 0 ? "" : "; ") + list(row, [](const gpu_scoped::Cell& cell) {
              const bool written = cell.origin != gpu_scoped::Cell::nowhere;
              return "GpuScoped.Build_Cell " + integer(cell.value) + ' ' +
                     (written ? "(Some " + number(cell.origin) + ')' : "None") + ' ' +
                     truth(cell.flag);
            });
  }
  return text;
}

inline std::string term(const Subject& subject, const gpu_scoped::State& state) {
  const std::size_t locations = subject.test.program.locations.size();
  return "GpuScoped.Build_State " +
         list(state.threads, [](const queue_model::ThreadState& thread) { return term(thread); }) +
         " [" + rows(state.views, locations) + "] [" + rows(state.blocks, locations) + "] " +
         rows(state.gpu, locations);
}

inline std::string dead(const Subject& subject, const gpu_scoped::State& state) {
  return dead_registers(subject, [&](std::size_t t) { return state.threads[t].pc; });
}

/// In Coq the initial writes have the first numbers.
class WriteNumbers {
 public:
  WriteNumbers(const Subject& subject, const ptx_model::LateMemory& memory)
      : program_(subject.test.program), memory_(memory) {}

  std::size_t of(std::size_t write, LocationId location) const {
    return write == ptx_model::initial_write ? location : write + program_.locations.size();
  }
  std::string set(const ptx_model::LateItems& writes) const {
    return mask(writes.words()[0] << program_.locations.size());
  }
  LocationId location(ThreadId thread, InstructionId at) const {
    const auto address = address_of(program_.threads[thread].instructions[at].action);
    return address ? program_.addresses[*address].location : LocationId{0};
  }
  /// Every write to the location but the initial one.
  ptx_model::LateItems at(std::size_t location) const {
    ptx_model::LateItems result;
    for (std::size_t w = 0; w < memory_.writes.size(); ++w) {
      const auto& write = memory_.writes[w];
      if (this->location(write.thread, write.instruction) == location) {
        result |= ptx_model::LateItems::of(w);
      }
    }
    return result;
  }

 private:
  const Program& program_;
  const ptx_model::LateMemory& memory_;
};

inline std::string term(const WriteNumbers& numbers, ThreadId thread,
                        const ptx_model::Issued& issued) {
  using ptx_model::Issued;
  const LocationId location = numbers.location(thread, issued.instruction);
  const std::string read =
      issued.read == Issued::none ? "PtxState.reads_none"
      : issued.read == Issued::pending
          ? "PtxState.reads_pending"
          : "(PtxState.reads_from " + number(numbers.of(issued.read, location)) + ')';
  const std::string write = issued.write == Issued::none      ? "PtxState.writes_none"
                            : issued.write == Issued::pending ? "PtxState.writes_pending"
                                                              : "PtxState.writes_done";
  return "PtxState.Build_Issued " + number(issued.instruction) + ' ' + read + ' ' + write + ' ' +
         number(issued.generation) + ' ' + integer(issued.resource);
}

inline std::string term(const WriteNumbers& numbers,
                        const ptx_model::Write<ptx_model::late_words>& write) {
  const auto some = [](std::size_t value) { return "(Some " + number(value) + ')'; };
  const bool modifies = write.rmw_source != ptx_model::Write<ptx_model::late_words>::none;
  const LocationId location = numbers.location(write.thread, write.instruction);
  return "PtxState.Build_Write " + some(write.thread) + ' ' + number(write.instruction) + ' ' +
         integer(write.value) + ' ' +
         (modifies ? some(numbers.of(write.rmw_source, location)) : "None") + ' ' +
         numbers.set(write.after);
}

inline std::vector<std::string> write_terms(const Subject& subject,
                                            const ptx_model::LateMemory& memory) {
  const WriteNumbers numbers(subject, memory);
  std::vector<std::string> result;
  for (std::size_t l = 0; l < subject.test.program.locations.size(); ++l) {
    result.push_back("PtxState.Build_Write None " + number(l) + ' ' +
                     integer(subject.test.program.locations[l].initial) + " None " +
                     numbers.set(numbers.at(l)));
  }
  for (const auto& write : memory.writes) result.push_back(term(numbers, write));
  return result;
}

inline std::string term(const Subject& subject, const ptx_model::OutOfOrderState& state) {
  using namespace ptx_model;
  const WriteNumbers numbers(subject, state.memory);
  std::vector<std::string> issued;
  for (std::size_t t = 0; t < state.issued.size(); ++t) {
    issued.push_back(list(state.issued[t], [&](const Issued& entry) {
      return term(numbers, static_cast<ThreadId>(t), entry);
    }));
  }
  const auto same = [](const std::string& text) { return text; };
  return "PtxState.Build_State " + list(issued, same) + ' ' +
         list(write_terms(subject, state.memory), same) + ' ' +
         list(state.fences,
              [](const OrderedFence& fence) {
                return "PtxState.Build_OrderedFence " + number(fence.thread) + ' ' +
                       number(fence.entry) + ' ' + mask(fence.before.words()[0]);
              }) +
         ' ' + barriers(state.barriers) + ' ' +
         list(state.completed,
              [](const CompletedBarrier& barrier) {
                return "PtxState.Build_CompletedBarrier " + mask(barrier.cta) + ' ' +
                       integer(barrier.resource) + ' ' + number(barrier.count);
              }) +
         ' ' + integers(span_of(state.settled));
}

/// Registers are not in its state.
inline std::string dead(const Subject&, const ptx_model::OutOfOrderState&) { return "[]"; }

// Without reductions nothing is folded (Context::folds).
inline std::string term(const Subject& subject, const ptx_model::LateState& state) {
  return term(subject, std::get<ptx_model::OutOfOrderState>(state));
}
inline std::string dead(const Subject&, const ptx_model::LateState&) { return "[]"; }
/// @}

}  // namespace opexplore::coq_terms
