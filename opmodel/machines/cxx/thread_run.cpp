#include "opmodel/machines/cxx/thread_run.hpp"

#include <variant>

#include "opmodel/amdgpu.hpp"

namespace opexplore::cxx {

namespace {

// Local instructions in a row after which a thread is taken to run for ever.
constexpr std::size_t endless_run = 1U << 14;

}  // namespace

Value value_read(const Context& context, const State& state, EventName event) {
  const GraphEvent& read = state.at(event);
  if (read.undefined) return undef;
  if (read.source) return state.at(*read.source).written;
  const LocationId location = context.plan(event.thread, read.instruction).location;
  return context.program().locations[location].initial;
}

ThreadRun::ThreadRun(const Context& context, const State& state, ThreadId thread)
    : context_(context), state_(state), thread_(thread) {
  for (const Register& reg : context.program().threads[thread].registers) {
    registers_.push_back(reg.initial);
  }
  run_local();
}

bool ThreadRun::operands_known() const { return (plan().operands & unknown_).none(); }

// False before a branch on what is not known, or is undef.
bool ThreadRun::run_local_instruction() {
  const bool known = operands_known();
  const auto written = plan().destination;
  if (!known && !written) return false;
  if (written) unknown_.set(*written, !known);
  const Action& action = context_.program().threads[thread_].instructions[pc_].action;
  if (!known || !context_.has_undef()) {
    pc_ = execute_local(action, pc_, registers_);
    return true;
  }
  const auto next = execute_local_or_undef(action, pc_, registers_);
  if (next) pc_ = *next;
  return next.has_value();
}

void ThreadRun::run_local() {
  const std::size_t size = context_.program().threads[thread_].instructions.size();
  for (std::size_t steps = 0; steps < endless_run; ++steps) {
    if (pc_ == size) {
      stand_ = Stand::end;
      return;
    }
    if (plan().kind != Planned::Kind::local) {
      stand_ = Stand::event;
      return;
    }
    if (!run_local_instruction()) {
      // Which way a branch on undef goes is an event of the graph.
      stand_ = operands_known() ? Stand::event : Stand::waits;
      return;
    }
  }
  stand_ = Stand::endless;
}

void ThreadRun::pass() {
  const EventName name{thread_, static_cast<std::uint8_t>(passed_++)};
  if (state_.at(name).done == Done::branch) {
    const Action& action = context_.program().threads[thread_].instructions[pc_].action;
    pc_ = state_.at(name).written != 0 ? branch_of(action)->target
                                       : static_cast<InstructionId>(pc_ + 1);
    run_local();
    return;
  }
  if (const auto destination = plan().destination) {
    const bool done = state_.at(name).reads();
    unknown_.set(*destination, !done);
    registers_[*destination] = done ? value_read(context_, state_, name) : 0;
  }
  ++pc_;
  run_local();
}

void ThreadRun::pass_all() {
  while (passed_ < state_.threads[thread_].size()) pass();
}

}  // namespace opexplore::cxx
