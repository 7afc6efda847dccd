#include "litmus/kernels/instructions.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <variant>

#include "code/uses.hpp"
#include "litmus/kernels/assertion.hpp"
#include "litmus/kernels/clusters.hpp"
#include "litmus/kernels/private_memory.hpp"
#include "litmus/kernels/promises.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/instruction.hpp"

namespace opexplore::kernel {

namespace {

using code::Compute;

/// What is computed from a time is one, too: the result is open.
bool pass_on_time(Step& step) {
  const auto operands = step.operands();
  const std::size_t results = std::min(step.instruction().results, operands.size());
  const bool depends =
      std::ranges::any_of(operands.subspan(results),
                          [&](const code::Operand& operand) { return step.is_time(operand); });
  if (!depends) return false;
  for (const code::Operand& result : operands.first(results)) {
    const bool vector = result.kind == code::Operand::Kind::vector;
    for (const code::Operand& part : vector ? result.parts : std::vector{result}) {
      if (part.kind == code::Operand::Kind::reg)
        step.set(part, Abstract{Abstract::Kind::time, 0, 0});
    }
  }
  return true;
}

using Run = void (*)(Step&, const Compute&);

/// By formula; of two of one name the one of integers, or of floating-point numbers.
using Runs = std::array<Run, static_cast<std::size_t>(code::Formula::hyperbolic_tangent) + 1>;

Runs runs(std::initializer_list<std::span<const Evaluator>> all) {
  Runs result{};
  for (const std::span<const Evaluator> evaluators : all) {
    for (const Evaluator& one : evaluators) {
      result.at(static_cast<std::size_t>(one.formula)) = one.run;
    }
  }
  return result;
}

Run run_of(const Compute& what) {
  static const Runs of_integers =
      runs({float_evaluators(), arithmetic_evaluators(), integer_evaluators(),
            comparison_evaluators(), conversion_evaluators()});
  static const Runs of_floats = runs({float_evaluators()});
  const bool floats = what.floats || what.result_floats;
  return (floats ? of_floats : of_integers).at(static_cast<std::size_t>(what.formula));
}

/// The scope of a warp is that of its block where that has no other.
void require_one_warp(const Step& step, SourcePlace place) {
  const std::vector<Mate>& mates = step.executor().cta_mates;
  const auto same = [&](const Mate& mate) { return mate.warp == step.executor().warp; };
  if (std::ranges::all_of(mates, same)) return;
  step.around().source.fail(place,
                            "not modelled: the scope of a wavefront, in a workgroup that has "
                            "several (" +
                                written(step) + ")",
                            "launch at most " + std::to_string(warp_size) +
                                " threads of each workgroup, or choose the scope workgroup");
}

// Elements of matrices have values that no search could follow.
[[noreturn]] void refuse_matrices(const Step& step) {
  step.fail(
      "not modelled: tensor cores where one execution does not decide (" + written(step) + ")",
      "launch whole warps, or for wgmma whole warpgroups of 128 threads");
}

}  // namespace

void execute(Step& step) {
  const code::Instruction& instruction = step.instruction();
  if (step.hand_on_undefined()) return;
  if (computes(instruction) && pass_on_time(step)) return;
  if (instruction.of_waves) require_one_warp(step, *instruction.of_waves);
  if (instruction.of_one_space) step.around().of_one_space.push_back(*instruction.of_one_space);
  std::visit(
      Overloaded{[&](const Compute& what) {
                   if (!breaks_promise(step, what)) run_of(what)(step, what);
                 },
                 [&](const code::Access& what) { execute_access(step, what); },
                 [&](const Fence& what) { step.emit(what); },
                 [&](const ProxyFence& what) { step.emit(what); },
                 [&](const code::BarrierOperation& what) { execute_barrier(step, what); },
                 [&](const code::WarpOperation& what) { execute_warp(step, what); },
                 [&](const code::MatrixProduct&) { refuse_matrices(step); },
                 [&](const code::MatrixTransfer&) { refuse_matrices(step); },
                 [&](const code::FragmentTransfer&) { refuse_matrices(step); },
                 [&](const code::FragmentProduct&) { refuse_matrices(step); },
                 [&](const code::Asynchronous& what) { execute_asynchronous(step, what); },
                 [&](const code::ClusterAddress& what) { execute_cluster_address(step, what); },
                 [&](const code::StackOperation& what) { execute_stack(step, what); },
                 [&](const code::Stop& what) { execute_stop(step, what); },
                 [&](const code::Refusal& what) {
                   step.around().source.fail(what.place, what.message, what.suggestion);
                 },
                 // They take no place in the program, or the walk follows them.
                 [](const auto&) {}},
      instruction.operation);
}

Value known_number(Step& step, const code::Operand& operand, const std::string& what) {
  const Input input = step.input(operand, {'u', 32});
  if (input.known.is_constant()) return input.known.number;
  step.fail_at(operand, "not modelled: " + what + " that is known only when the program runs",
               "let it follow from the launch");
}

std::string written(const Step& step) { return detail::quote(step.instruction().name); }

}  // namespace opexplore::kernel
