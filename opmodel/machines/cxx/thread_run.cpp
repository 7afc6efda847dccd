#include "opmodel/machines/cxx/thread_run.hpp"

#include <variant>

namespace opexplore::cxx {

namespace {

// Local instructions in a row after which a thread is taken to run for ever.
constexpr std::size_t endless_run = 1U << 14;

}  // namespace

Value value_read(const Context& context, const State& state, EventName event) {
  const GraphEvent& read = state.at(event);
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

// False before a branch on what is not known.
bool ThreadRun::run_local_instruction() {
  const bool known = operands_known();
  const auto written = plan().destination;
  if (!known && !written) return false;
  if (written) unknown_.set(*written, !known);
  const auto& instructions = context_.program().threads[thread_].instructions;
  pc_ = execute_local(instructions[pc_].action, pc_, registers_);
  return true;
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
      stand_ = Stand::waits;
      return;
    }
  }
  stand_ = Stand::endless;
}

void ThreadRun::pass() {
  const EventName name{thread_, static_cast<std::uint8_t>(passed_++)};
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
