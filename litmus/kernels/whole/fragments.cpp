#include "litmus/kernels/whole/fragments.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include "litmus/kernels/placed_copy.hpp"
#include "litmus/kernels/whole/followed.hpp"
#include "litmus/kernels/whole/lane_memory.hpp"
#include "litmus/kernels/whole/left_open.hpp"
#include "litmus/kernels/whole/matrix_registers.hpp"

namespace opexplore::kernel {

namespace {

using code::FragmentProduct;
using code::FragmentTransfer;
using code::WarpMatrix;

constexpr Value line_alignment = 16;  // bytes that a line begins at a multiple of, at least

/// Whose elements are so many in each register.
std::uint32_t per_register(const WarpMatrix& matrix) { return 32 / code::bits_of(matrix.element); }

/// The bits of an element in the low ones of a register.
std::uint32_t mask_of(const WarpMatrix& matrix) {
  const std::uint32_t bits = code::bits_of(matrix.element);
  return bits == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << bits) - 1;
}

// ---- between registers and memory

class FragmentMove {
 public:
  FragmentMove(LaunchState& launch, const Clocks& clocks, const ComeLanes& lanes,
               std::uint32_t block, std::uint32_t first)
      : launch_(launch),
        clocks_(clocks),
        lanes_(lanes),
        block_(block),
        first_(first),
        what_(std::get<FragmentTransfer>(lanes.steps.front()->instruction().operation)),
        bytes_(code::bits_of(what_.what.element) / 8) {}

  void run() {
    if (!find_lines()) return;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      Step& step = *lanes_.steps[lane];
      const std::vector<code::Operand> registers =
          registers_in(step.operands()[what_.stores ? 1 : 0]);
      std::vector<std::uint32_t> loaded(registers.size());
      LaneMemory memory(launch_, clocks_, step, block_, first_ + lane);
      for (std::uint32_t reg = 0; reg < registers.size(); ++reg) {
        const std::uint32_t held = what_.stores ? held_in(step, registers[reg]) : 0;
        for (std::uint32_t i = 0; i < per_register(what_.what); ++i) {
          const std::uint32_t shift = 8 * bytes_ * i;
          const Abstract place = place_of(lane, reg * per_register(what_.what) + i);
          if (what_.stores) {
            memory.store(place, bytes_, held >> shift);
          } else {
            loaded[reg] |= memory.load(place, bytes_) << shift;
          }
        }
      }
      for (std::size_t i = 0; !what_.stores && i < loaded.size(); ++i) {
        set_register(step, registers[i], loaded[i]);
      }
    }
    if (code::is_float(what_.what.element)) launch_.run.float_bytes.emplace(begin_.object, bytes_);
  }

 private:
  /// Where the lines begin, which all lanes name in the same way. False if the first lane stops,
  /// since nothing can lie there.
  bool find_lines() {
    const std::size_t memory = what_.stores ? 0 : 1;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      Step& step = *lanes_.steps[lane];
      const Abstract begin = known_place(step, step.operands()[memory]);
      const Value distance = distance_of(step);
      if (lane != 0 && (begin != begin_ || distance != distance_)) {
        throw LeftOpen{"lanes of a warp name different places of one matrix", &step.statement(),
                       true};
      }
      begin_ = begin;
      distance_ = distance;
    }
    Step& step = *lanes_.steps.front();
    const Object& object = launch_.around.memory.at(begin_.object);
    if (what_.space && *what_.space != object.space) {
      step.fail_at(step.operands()[memory],
                   "'" + object.name + "' is not in the state space that the instruction names",
                   "leave the state space out");
    }
    const WarpMatrix& matrix = what_.what;
    const std::uint32_t lines = what_.by_columns ? matrix.columns : matrix.rows;
    const std::uint32_t length = what_.by_columns ? matrix.rows : matrix.columns;
    const auto held =
        static_cast<Value>(4 * registers_in(step.operands()[what_.stores ? 1 : 0]).size());
    stop_at_misaligned(step, begin_, held);
    for (std::uint32_t line = 0; line < lines && !step.stops(); ++line) {
      const Abstract begin = line_at(line);
      stop_at_misaligned(step, begin, std::min(held, line_alignment));
      if (step.stops() || !is_followed(launch_, step, begin, Value{length} * bytes_)) return false;
    }
    return !step.stops();
  }

  /// In elements. If nothing is said, lines lie behind each other.
  Value distance_of(Step& step) const {
    if (step.operands().size() < 3) {
      return what_.by_columns ? what_.what.rows : what_.what.columns;
    }
    const Abstract known = step.number(step.operands()[2], {'b', 32}).known;
    if (!known.is_constant()) {
      throw LeftOpen{"how far the lines of a matrix are apart is not known", &step.statement(),
                     true};
    }
    return known.number;
  }

  Abstract line_at(std::uint32_t line) const {
    return address(begin_.object, sum(begin_.number, Value{line} * distance_ * bytes_));
  }

  Abstract place_of(std::uint32_t lane, std::uint32_t number) const {
    const Fragment at = fragment_place(what_.what, lane, number);
    const Abstract line = line_at(what_.by_columns ? at.place : at.line);
    return address(line.object,
                   sum(line.number, Value{what_.by_columns ? at.line : at.place} * bytes_));
  }

  LaunchState& launch_;
  const Clocks& clocks_;
  const ComeLanes& lanes_;
  std::uint32_t block_;
  std::uint32_t first_;
  const FragmentTransfer& what_;
  std::uint32_t bytes_;  // of an element
  Abstract begin_ = {};
  Value distance_ = 0;
};

// ---- products

/// What the lanes hold: lines are rows, or columns where it is the right matrix.
Matrix matrix_in(const ComeLanes& lanes, std::size_t operand, const WarpMatrix& held, bool right) {
  Matrix result = right ? Matrix(held.columns, held.rows) : Matrix(held.rows, held.columns);
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    Step& step = *lanes.steps[lane];
    std::uint32_t number = 0;
    for (const code::Operand& reg : registers_in(step.operands()[operand])) {
      const std::uint32_t bits = held_in(step, reg);
      note_if_cut(step, held.element, bits);
      for (std::uint32_t i = 0; i < per_register(held); ++i, ++number) {
        const Fragment at = fragment_place(held, lane, number);
        const MatrixNumber one =
            number_of(held.element, bits >> (i * code::bits_of(held.element)) & mask_of(held));
        (right ? result.at(at.place, at.line) : result.at(at.line, at.place)) = one;
      }
    }
  }
  return result;
}

void multiply_fragments(const ComeLanes& lanes) {
  const auto& what = std::get<FragmentProduct>(lanes.steps.front()->instruction().operation);
  const Matrix left = matrix_in(lanes, 1, what.left, false);
  const Matrix right = matrix_in(lanes, 2, what.right, true);
  const Matrix added = matrix_in(lanes, 3, what.added, false);
  const std::uint32_t bits = code::bits_of(what.result.element);
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    Step& step = *lanes.steps[lane];
    std::uint32_t number = 0;
    for (const code::Operand& reg : registers_in(step.operands()[0])) {
      std::uint32_t held = 0;
      for (std::uint32_t i = 0; i < per_register(what.result); ++i, ++number) {
        const Fragment at = fragment_place(what.result, lane, number);
        MatrixSum sum(what.result.element);
        sum.add(added.line(at.line)[at.place]);
        const MatrixNumber* const row = left.line(at.line);
        const MatrixNumber* const column = right.line(at.place);
        for (std::uint32_t k = 0; k < what.left.columns; ++k) sum.add(row[k] * column[k]);
        note_if_rounded(step, sum.is_determined());
        held |= sum.bits(what.saturates) << (i * bits);
      }
      set_register(step, reg, held);
    }
  }
}

}  // namespace

Fragment fragment_place(const WarpMatrix& matrix, std::uint32_t lane, std::uint32_t number) {
  constexpr std::uint32_t inverse = 23;  // of 7, by which lanes are apart, modulo 32
  const std::uint32_t share = matrix.rows * matrix.columns / warp_size;
  const std::uint32_t round = number % share;
  const std::uint32_t element =
      warp_size * round + inverse * (lane + warp_size - round) % warp_size;
  return {element / matrix.columns, element % matrix.columns};
}

void exchange_fragments(LaunchState& launch, const Clocks& clocks, const ComeLanes& lanes,
                        std::uint32_t block, std::uint32_t first) {
  launch.around.assumptions.insert(
      "which elements of a matrix of wmma a lane holds is chosen: PTX does not say");
  if (std::holds_alternative<FragmentProduct>(lanes.steps.front()->instruction().operation)) {
    multiply_fragments(lanes);
  } else {
    FragmentMove(launch, clocks, lanes, block, first).run();
  }
}

}  // namespace opexplore::kernel
