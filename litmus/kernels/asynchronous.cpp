// What goes on by itself, waits for that, or orders it.
#include "opmodel/asynchronous.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "litmus/kernels/access_target.hpp"
#include "litmus/kernels/copied_elements.hpp"
#include "litmus/kernels/instructions.hpp"
#include "litmus/kernels/placed_copy.hpp"
#include "litmus/kernels/unwritten.hpp"

namespace opexplore::kernel {

namespace {

/// How it is copied. What is stored or combined is a value of the type.
CopyingBy copying_by(const Step& step, const code::Asynchronous& what, const PlacedCopy& copy,
                     const Operand& unread) {
  const bool combines =
      std::get<AsynchronousOperation>(what.what).kind == AsynchronousOperation::Kind::bulk_reduce;
  if (what.type != code::Type{} || (copy.element_bytes && combines)) {
    return {copy.element_bytes.value_or(what.type.bits / 8), true, unread};
  }
  return {usual_width(step.around().memory, copy), false, unread};
}

void execute_copy(Step& step, const code::Asynchronous& what) {
  const std::optional<PlacedCopy> copy = place_copy(step, what);
  if (!copy) return;
  AsynchronousOperation operation = std::get<AsynchronousOperation>(what.what);
  operation.mbarriers.clear();
  for (const Abstract& place : copy->mbarriers) {
    operation.mbarriers.push_back(mbarrier_at(step, place));
  }
  if (step.stops()) return;
  const Operand stored = copy->stored ? step.run_time(*copy->stored) : Operand{Value{0}};
  for (const Abstract& place : copy->destinations) {
    note_write(step, Target{place.object, {}, {}, 0});
  }
  operation.bytes = copy->bytes;
  operation.descriptor.reset();  // the launch says what it describes
  operation.elements = copied_elements(step, *copy, copying_by(step, what, *copy, stored));
  if (!step.stops()) step.emit(Asynchronous{operation});
}

/// An instruction on an mbarrier: its place, its number, its result.
void execute_mbarrier(Step& step, MbarrierOperation what) {
  const std::size_t results = step.instruction().results;
  const auto operands = step.operands();
  const code::Operand& place = operands[results];
  const bool state = what.kind == MbarrierOperation::Kind::wait;
  if (operands.size() > results + 1) {
    const Operand number =
        step.run_time(step.input(operands[results + 1], {'u', state ? 64U : 32U}));
    if (what.expected) {
      what.expected = number;
    } else {
      what.operand = number;
    }
  }
  what.mbarrier = mbarrier_at(step, known_place(step, place));
  if (step.stops()) return;
  if (results != 0 && operands[0].kind != code::Operand::Kind::nothing) {
    what.destination = step.set_run_time(operands[0]);
  }
  step.emit(Asynchronous{what});
}

}  // namespace

void execute_asynchronous(Step& step, const code::Asynchronous& what) {
  if (std::holds_alternative<AsynchronousOperation>(what.what)) return execute_copy(step, what);
  if (const auto* const mbarrier = std::get_if<MbarrierOperation>(&what.what)) {
    return execute_mbarrier(step, *mbarrier);
  }
  step.emit(Asynchronous{what.what});
}

}  // namespace opexplore::kernel
