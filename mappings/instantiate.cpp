#include "mappings/instantiate.hpp"

#include <algorithm>
#include <utility>

#include "litmus/language/ptx_code/mnemonic.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::mappings::detail {
namespace {

Request request_of(Operation operation, Order order, Scope scope, Width width) {
  // The width of an object matters to atomic accesses alone: any PTX access can be plain.
  const bool wide = order == Order::weak || operation == Operation::fence;
  return {operation, order, Order::relaxed, wide ? Width::bits32 : width, scope};
}

Operation operation_of(const Atomic& atomic) {
  if (atomic.op == AtomicOp::cas) return Operation::cas;
  if (atomic.op == AtomicOp::exch) {
    return atomic.destination ? Operation::exchange : Operation::overwrite;
  }
  return atomic.destination ? Operation::fetch : Operation::reduce;
}

SourceOperation operation_on(const MemoryAccess& access, Operation operation, Width width) {
  SourceOperation result;
  result.request = request_of(operation, access.order, access.scope, width);
  result.address = access.address;
  result.pointer = access.pointer;
  return result;
}

SourceOperation operation_of(const Atomic& atomic, Width width) {
  SourceOperation result = operation_on(atomic, operation_of(atomic), width);
  result.op = atomic.op;
  result.destination = atomic.destination;
  result.value = atomic.operand;
  if (atomic.op == AtomicOp::cas) {
    result.request.failure = atomic.failure;
    result.expected = atomic.expected;
  }
  return result;
}

NumberType bits_of(NumberType type) {
  return opexplore::detail::has_64_bits(type) ? NumberType::b64 : NumberType::b32;
}

ArithmeticOp arithmetic_of(AtomicOp op) {
  switch (op) {
    case AtomicOp::bit_and:
      return ArithmeticOp::bit_and;
    case AtomicOp::bit_or:
      return ArithmeticOp::bit_or;
    case AtomicOp::bit_xor:
      return ArithmeticOp::bit_xor;
    case AtomicOp::mul:
      return ArithmeticOp::mul;
    case AtomicOp::div:
      return ArithmeticOp::div;
    case AtomicOp::exch:
      return ArithmeticOp::move;
    default:
      return ArithmeticOp::add;
  }
}

class Instantiation {
 public:
  Instantiation(const Template& code, const SourceOperation& operation, Scope scope,
                NumberType type, Scratch& scratch)
      : code_(code), operation_(operation), scope_(scope), type_(type), scratch_(scratch) {
    for (const Register& temporary : code.temporaries) {
      const bool predicate = temporary.type == NumberType::pred;
      temporaries_.push_back(scratch.take(predicate ? NumberType::pred : type));
    }
    if (operation_.op == AtomicOp::sub) negate_value();
  }

  std::vector<Action> actions() {
    std::vector<std::size_t> starts;
    for (const Step& step : code_.steps) {
      starts.push_back(actions_.size());
      emit(step);
    }
    starts.push_back(actions_.size());
    for (const std::size_t index : jumps_) {
      Branch& branch = *branch_of(actions_[index]);
      branch.target = static_cast<InstructionId>(starts[branch.target]);
    }
    return std::move(actions_);
  }

 private:
  void negate_value() {
    operation_.op = AtomicOp::add;
    if (const auto* const number = std::get_if<Value>(&operation_.value)) {
      operation_.value = evaluate(ArithmeticOp::sub, 0, *number, type_);
      return;
    }
    const RegisterId negative = scratch_.take(type_);
    actions_.emplace_back(
        Arithmetic{ArithmeticOp::sub, negative, Value{0}, operation_.value, type_});
    operation_.value = RegisterOperand{negative};
  }

  RegisterId destination() {
    if (!operation_.destination) operation_.destination = scratch_.take(type_);
    return *operation_.destination;
  }
  RegisterId reg(RegisterId hole) {
    return hole == destination_hole ? destination() : temporaries_[hole - first_temporary];
  }
  Operand operand(const Operand& hole) {
    const auto* const named = std::get_if<RegisterOperand>(&hole);
    if (named == nullptr) return hole;
    if (named->id == value_hole) return operation_.value;
    if (named->id == expected_hole) return operation_.expected;
    return RegisterOperand{reg(named->id)};
  }
  void place(MemoryAccess& access, const Step& step) const {
    access.address = operation_.address;
    access.pointer = operation_.pointer;
    if (step.source_scope) access.scope = scope_;
  }

  void emit(const Step& step) {
    std::visit([&](const auto& action) { emit(action, step); }, step.action);
  }
  void emit(Load load, const Step& step) {
    place(load, step);
    load.destination = reg(load.destination);
    actions_.emplace_back(load);
  }
  void emit(Store store, const Step& step) {
    place(store, step);
    store.value = operand(store.value);
    actions_.emplace_back(store);
  }
  void emit(Atomic atomic, const Step& step) {
    place(atomic, step);
    if (step.source_op) atomic.op = operation_.op;
    if (atomic.destination) atomic.destination = reg(*atomic.destination);
    atomic.operand = operand(atomic.operand);
    if (atomic.op == AtomicOp::cas) atomic.expected = operand(atomic.expected);
    actions_.emplace_back(atomic);
  }
  void emit(const AnyFence auto& fence, const Step& step) {
    actions_.emplace_back(fence);
    if (step.source_scope) *scope_of(actions_.back()) = scope_;
  }
  void emit(Branch branch, const Step& /*step*/) {
    branch.left = operand(branch.left);
    branch.right = operand(branch.right);
    jumps_.push_back(actions_.size());
    actions_.emplace_back(branch);
  }
  void emit(Arithmetic action, const Step& step) {
    action.destination = reg(action.destination);
    action.left = operand(action.left);
    action.right = operand(action.right);
    if (action.type == NumberType::s64) action.type = type_;
    if (step.source_op) {
      emit_source_op(action);
    } else {
      actions_.emplace_back(action);
    }
  }
  void emit(const Asynchronous&, const Step&) {}  // a template has none
  void emit(Barrier barrier, const Step& /*step*/) {
    barrier.instance = operation_.barrier;
    actions_.emplace_back(barrier);
  }

  // `{op} {new}, {old}, {value}`.
  void emit_source_op(Arithmetic action) {
    if (operation_.op == AtomicOp::min || operation_.op == AtomicOp::max) {
      emit_extremum(action);
      return;
    }
    action.op = arithmetic_of(operation_.op);
    if (action.op == ArithmeticOp::move) action.left = action.right;
    const bool logic = action.op == ArithmeticOp::bit_and || action.op == ArithmeticOp::bit_or ||
                       action.op == ArithmeticOp::bit_xor;
    // PTX has and, or, xor for bits alone, which are unsigned; the move makes a number of them.
    if (logic) action.type = bits_of(type_);
    actions_.emplace_back(action);
    if (logic && type_ == NumberType::s32) {
      actions_.emplace_back(Arithmetic{ArithmeticOp::move, action.destination,
                                       RegisterOperand{action.destination}, Value{0}, type_});
    }
  }

  // new = old; if that is not the smaller (larger) one, new = value.
  void emit_extremum(const Arithmetic& action) {
    const auto move = [&](const Operand& from) {
      actions_.emplace_back(
          Arithmetic{ArithmeticOp::move, action.destination, from, Value{0}, type_});
    };
    move(action.left);
    const Comparison keeps =
        operation_.op == AtomicOp::min ? Comparison::less_equal : Comparison::greater_equal;
    const auto behind = static_cast<InstructionId>(actions_.size() + 2);
    actions_.emplace_back(Branch{keeps, action.left, action.right, behind});
    move(action.right);
  }

  const Template& code_;
  SourceOperation operation_;
  Scope scope_;
  NumberType type_;
  Scratch& scratch_;
  std::vector<RegisterId> temporaries_;
  std::vector<Action> actions_;
  std::vector<std::size_t> jumps_;  ///< of the template, whose targets are steps
};

bool fits_int(const Operand& operand) {
  const auto* const number = std::get_if<Value>(&operand);
  return number == nullptr || as_type(NumberType::s32, *number) == *number;
}

}  // namespace

std::optional<SourceOperation> source_operation(const Action& action, Width width) {
  using Result = std::optional<SourceOperation>;
  return std::visit(Overloaded{
                        [&](const Load& load) -> Result {
                          SourceOperation result = operation_on(load, Operation::load, width);
                          result.destination = load.destination;
                          return result;
                        },
                        [&](const Store& store) -> Result {
                          SourceOperation result = operation_on(store, Operation::store, width);
                          result.value = store.value;
                          return result;
                        },
                        [&](const Atomic& atomic) -> Result { return operation_of(atomic, width); },
                        [&](const AnyFence auto& fence) -> Result {
                          const FenceFacts facts = facts_of(fence);
                          if (facts.proxy) return std::nullopt;
                          SourceOperation result;
                          result.request =
                              request_of(Operation::fence, facts.order, facts.scope, width);
                          return result;
                        },
                        [](const Barrier&) -> Result { return std::nullopt; },
                        [](const Arithmetic&) -> Result { return std::nullopt; },
                        [](const Branch&) -> Result { return std::nullopt; },
                        [](const Asynchronous&) -> Result { return std::nullopt; },  // refused
                    },
                    action);
}

NumberType type_of(const SourceOperation& operation, const Thread& thread) {
  if (operation.destination) return thread.registers[*operation.destination].type;
  for (const Operand& operand : {operation.value, operation.expected}) {
    const auto* const reg = std::get_if<RegisterOperand>(&operand);
    if (reg != nullptr) return thread.registers[reg->id].type;
  }
  const bool small = fits_int(operation.value) && fits_int(operation.expected);
  return small ? NumberType::s32 : NumberType::s64;
}

RegisterId Scratch::take(NumberType type) {
  for (std::size_t id = first_; id < thread_.registers.size(); ++id) {
    const auto reg = static_cast<RegisterId>(id);
    const bool free = std::find(used_.begin(), used_.end(), reg) == used_.end();
    if (thread_.registers[id].type == type && free) {
      used_.push_back(reg);
      return reg;
    }
  }
  const auto reg = static_cast<RegisterId>(thread_.registers.size());
  thread_.registers.push_back({.name = "", .type = type});  // named when all are known
  used_.push_back(reg);
  return reg;
}

std::vector<Action> instantiate(const Template& code, const SourceOperation& operation, Scope scope,
                                NumberType type, Scratch& scratch) {
  return Instantiation(code, operation, scope, type, scratch).actions();
}

}  // namespace opexplore::mappings::detail
