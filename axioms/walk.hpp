// A path of a thread while it is being made.
#pragma once

#include <optional>
#include <vector>

#include "axioms/asynchronous_events.hpp"
#include "axioms/idle_iterations.hpp"
#include "axioms/thread_paths.hpp"

namespace opexplore::axioms {

/// A path under construction; copied where the thread may go two ways.
struct Walk {
  Path path;
  std::vector<EventSet> taint;  ///< per register: the reads its value depends on
  EventSet control = 0;         ///< reads that earlier branches depend on
  InstructionId pc = 0;
  unsigned steps = 0;
  unsigned backward_jumps = 0;
  std::vector<Visit> visits;  ///< to heads of loops, since it last wrote or came to a barrier
  unsigned idle_iterations = 0;
  InFlight in_flight;

  ExpressionIndex append(Expression expression) {
    path.expressions.push_back(expression);
    return static_cast<ExpressionIndex>(path.expressions.size() - 1);
  }
  ExpressionIndex constant(Value value) {
    Expression expression;
    expression.constant = value;
    return append(expression);
  }
  ExpressionIndex value_of(const Operand& operand) {
    const auto* named = std::get_if<RegisterOperand>(&operand);
    if (named != nullptr) return path.registers[named->id];
    return constant(std::get<Value>(operand));
  }
  EventSet taint_of(const Operand& operand) const {
    const auto* named = std::get_if<RegisterOperand>(&operand);
    return named != nullptr ? taint[named->id] : 0;
  }
  std::optional<Value> known(ExpressionIndex index) const {
    const Expression& expression = path.expressions[index];
    if (expression.kind != Expression::Kind::constant) return std::nullopt;
    return expression.constant;
  }
  /// What the event reads.
  ExpressionIndex read_value(EventIndex read) {
    Expression expression;
    expression.kind = Expression::Kind::read;
    expression.read = read;
    return append(expression);
  }
  /// Adds an event of the instruction at `pc`.
  EventIndex add(PathEvent event) {
    event.control_from = control;
    event.instruction = pc;
    path.events.push_back(event);
    if (path.events.size() >= max_events) throw Unsupported("too many events in one thread");
    return path.events.size() - 1;
  }
};

}  // namespace opexplore::axioms
