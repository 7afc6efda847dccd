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

bool ThreadRun::known(const Operand& operand) const {
  const auto* named = std::get_if<RegisterOperand>(&operand);
  return named == nullptr || !unknown_.test(named->id);
}

bool ThreadRun::operands_known() const {
  const Action& what = action();
  const auto pointer = pointer_of(what);
  if (pointer && unknown_.test(*pointer)) return false;
  if (const auto* store = std::get_if<Store>(&what)) return known(store->value);
  if (const auto* atomic = std::get_if<Atomic>(&what)) {
    return known(atomic->operand) && (atomic->op != AtomicOp::cas || known(atomic->expected));
  }
  return true;
}

bool ThreadRun::run_local_instruction(const Action& what) {
  if (const auto* arithmetic = std::get_if<Arithmetic>(&what)) {
    const bool right = arithmetic->op == ArithmeticOp::move || known(arithmetic->right);
    unknown_.set(arithmetic->destination, !known(arithmetic->left) || !right);
    registers_[arithmetic->destination] = evaluate(arithmetic->op, value_of(arithmetic->left),
                                                   value_of(arithmetic->right), arithmetic->type);
    ++pc_;
    return true;
  }
  const auto& branch = std::get<Branch>(what);
  if (branch.comparison && !(known(branch.left) && known(branch.right))) return false;
  const bool taken = !branch.comparison ||
                     evaluate(*branch.comparison, value_of(branch.left), value_of(branch.right));
  pc_ = taken ? branch.target : static_cast<InstructionId>(pc_ + 1);
  return true;
}

void ThreadRun::run_local() {
  const std::size_t size = context_.program().threads[thread_].instructions.size();
  for (std::size_t steps = 0; steps < endless_run; ++steps) {
    if (pc_ == size) {
      stand_ = Stand::end;
      return;
    }
    if (!is_local(action())) {
      stand_ = Stand::event;
      return;
    }
    if (!run_local_instruction(action())) {
      stand_ = Stand::waits;
      return;
    }
  }
  stand_ = Stand::endless;
}

void ThreadRun::pass() {
  const EventName name{thread_, static_cast<std::uint8_t>(passed_++)};
  if (const auto destination = register_written(action())) {
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
