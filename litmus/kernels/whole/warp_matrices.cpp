#include "litmus/kernels/whole/warp_matrices.hpp"

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "code/uses.hpp"
#include "litmus/kernels/placed_copy.hpp"
#include "litmus/kernels/whole/followed.hpp"
#include "litmus/kernels/whole/fragments.hpp"
#include "litmus/kernels/whole/lane_memory.hpp"
#include "litmus/kernels/whole/left_open.hpp"
#include "litmus/kernels/whole/matrix_registers.hpp"

namespace opexplore::kernel {

namespace {

using code::MatrixProduct;
using code::MatrixTransfer;

constexpr std::uint32_t moved_rows = 8;    // of a matrix that is moved
constexpr Value moved_row_bytes = 16;      // likewise
constexpr Value moved_lane_bytes = 4;      // that a lane holds of a row
constexpr std::uint32_t warp_columns = 8;  // of a right matrix
constexpr std::uint32_t warp_rows = 16;

// ---- products

void multiply(const ComeLanes& lanes) {
  const auto& what = std::get<MatrixProduct>(lanes.steps.front()->instruction().operation);
  Matrix left(warp_rows, what.depth), right(warp_columns, what.depth);
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    Step& step = *lanes.steps[lane];
    read_fragments(step, step.operands()[2], what.left, lane, left_fragment, left);
    read_fragments(step, step.operands()[3], what.right, lane, right_fragment, right);
  }
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    add_products(*lanes.steps[lane], what, left, right, lane, true);
  }
}

// ---- transfers

class Transfer {
 public:
  Transfer(LaunchState& launch, const Clocks& clocks, const ComeLanes& lanes, std::uint32_t block,
           std::uint32_t first)
      : launch_(launch),
        clocks_(clocks),
        lanes_(lanes),
        block_(block),
        first_(first),
        what_(std::get<MatrixTransfer>(lanes.steps.front()->instruction().operation)) {}

  void run() {
    if (what_.kind == MatrixTransfer::Kind::move) return transpose();
    if (!find_rows()) return;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      const bool loads = what_.kind == MatrixTransfer::Kind::load;
      const std::vector<code::Operand> registers =
          registers_in(step_of(lane).operands()[loads ? 0 : 1]);
      std::vector<std::uint32_t> loaded;
      for (std::uint32_t matrix = 0; matrix < what_.matrices; ++matrix) {
        if (loads) {
          loaded.push_back(load(lane, matrix));
        } else {
          store(lane, matrix, held_in(step_of(lane), registers[matrix]));
        }
      }
      for (std::size_t i = 0; i < loaded.size(); ++i) {
        set_register(step_of(lane), registers[i], loaded[i]);
      }
    }
  }

 private:
  Step& step_of(std::uint32_t lane) const { return *lanes_.steps[lane]; }

  /// Eight lanes after eight say where the rows of the matrices lie. False if one stops, since
  /// nothing can lie there.
  bool find_rows() {
    const std::size_t at = what_.kind == MatrixTransfer::Kind::load ? 1 : 0;
    for (std::uint32_t lane = 0; lane < moved_rows * what_.matrices; ++lane) {
      Step& step = step_of(lane);
      const Abstract place = known_place(step, step.operands()[at]);
      if (launch_.around.memory.at(place.object).space != Space::shared) {
        step.fail("matrices are moved from and to shared memory", "declare it __shared__");
      }
      stop_at_misaligned(step, place, moved_row_bytes);
      if (step.stops() || !is_followed(launch_, step, place, moved_row_bytes)) return false;
      places_[lane] = place;
    }
    return true;
  }

  /// Bytes that the lane holds of the matrix, by where they lie: four side by side, or two of each
  /// of two rows, where it is transposed.
  template <class Use>
  void for_each_piece(std::uint32_t lane, std::uint32_t matrix, Use&& use) const {
    const auto place_of = [&](std::uint32_t row, Value offset) {
      const Abstract& begin = places_[matrix * moved_rows + row];
      return address(begin.object, sum(begin.number, offset));
    };
    if (!what_.transposes) {
      return use(place_of(lane / 4, Value{lane % 4} * moved_lane_bytes), moved_lane_bytes, 0);
    }
    for (std::uint32_t i = 0; i < 2; ++i) {
      use(place_of(2 * (lane % 4) + i, Value{lane / 4} * 2), Value{2}, 16 * i);
    }
  }

  LaneMemory memory_of(std::uint32_t lane) const {
    return {launch_, clocks_, step_of(lane), block_, first_ + lane};
  }

  std::uint32_t load(std::uint32_t lane, std::uint32_t matrix) const {
    std::uint32_t bits = 0;
    for_each_piece(lane, matrix, [&](const Abstract& place, Value bytes, std::uint32_t shift) {
      bits |= memory_of(lane).load(place, bytes) << shift;
    });
    return bits;
  }

  void store(std::uint32_t lane, std::uint32_t matrix, std::uint32_t bits) const {
    for_each_piece(lane, matrix, [&](const Abstract& place, Value bytes, std::uint32_t shift) {
      memory_of(lane).store(place, bytes, bits >> shift);
    });
  }

  /// `movmatrix`: from registers to registers.
  void transpose() {
    std::array<std::uint32_t, warp_size> held = {};
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      held[lane] = held_in(step_of(lane), step_of(lane).operands()[1]);
    }
    for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
      std::uint32_t bits = 0;
      for (std::uint32_t i = 0; i < 2; ++i) {
        const std::uint32_t row = 2 * (lane % 4) + i, column = lane / 4;
        const std::uint32_t from = held[4 * row + column / 2] >> (16 * (column % 2));
        bits |= (from & 0xFFFFU) << (16 * i);
      }
      set_register(step_of(lane), step_of(lane).operands()[0], bits);
    }
  }

  LaunchState& launch_;
  const Clocks& clocks_;
  const ComeLanes& lanes_;
  std::uint32_t block_;
  std::uint32_t first_;
  const MatrixTransfer& what_;
  std::array<Abstract, warp_size> places_;
};

}  // namespace

void exchange_matrices(LaunchState& launch, const Clocks& clocks, const ComeLanes& lanes,
                       std::uint32_t block, std::uint32_t first) {
  const code::Instruction& instruction = lanes.steps.front()->instruction();
  if (code::is_of_fragments(instruction)) {
    exchange_fragments(launch, clocks, lanes, block, first);
  } else if (std::holds_alternative<MatrixProduct>(instruction.operation)) {
    multiply(lanes);
  } else {
    Transfer(launch, clocks, lanes, block, first).run();
  }
}

}  // namespace opexplore::kernel
