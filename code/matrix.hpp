// What is done with matrices (PTX ISA 9.7.16 "Warp Level Matrix Instructions", 9.7.17 "Asynchronous
// Warpgroup Level Matrix Instructions").
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace opexplore::code {

/// What the elements of a matrix are.
enum class MatrixElement : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, f32, s8, u8, s32 };
/// As PTX calls them, in their order.
inline constexpr std::array<std::string_view, 9> matrix_elements = {
    "f16", "bf16", "tf32", "e4m3", "e5m2", "f32", "s8", "u8", "s32"};

constexpr std::uint32_t bits_of(MatrixElement element) {
  switch (element) {
    case MatrixElement::e4m3:
    case MatrixElement::e5m2:
    case MatrixElement::s8:
    case MatrixElement::u8:
      return 8;
    case MatrixElement::f16:
    case MatrixElement::bf16:
      return 16;
    case MatrixElement::tf32:
    case MatrixElement::f32:
    case MatrixElement::s32:
      return 32;
  }
  return 32;
}

/// The lanes of a warp add the product of two matrices, of 16 rows and of eight columns, to the
/// sums that their registers hold (`mma.sync`); or the 128 threads of a warpgroup do, of 64 rows
/// and of so many columns (`wgmma.mma_async`). Operands are the registers of the sums, as result
/// and as what is read; the left matrix, which is registers or the descriptor of shared memory; and
/// the right one, which is registers of a warp and the descriptor of a warpgroup. Then, of a
/// warpgroup, whether the sums are read at all.
struct MatrixProduct {
  bool of_warpgroup = false;
  std::uint32_t columns = 8;
  std::uint32_t depth = 16;  ///< columns of the left matrix and rows of the right one
  MatrixElement sums = MatrixElement::f32;
  MatrixElement left = MatrixElement::f16;
  MatrixElement right = MatrixElement::f16;
  bool left_in_registers = false;
  bool negates_left = false;
  bool negates_right = false;
  /// In shared memory elements of one column of the left matrix lie side by side, or of one row of
  /// the right one; else those along the depth do.
  bool left_by_columns = false;
  bool right_by_rows = false;
  bool saturates = false;  ///< sums of integers
};

/// The lanes of a warp load or store matrices of 8x8 elements of 16 bits, of which each lane holds
/// two of each, side by side in a row; or they transpose one that they hold. Operands are the
/// registers and the address of a row, which each lane gives one of, as of loads and stores.
struct MatrixTransfer {
  enum class Kind : std::uint8_t { load, store, move };
  Kind kind = Kind::load;
  std::uint32_t matrices = 1;
  bool transposes = false;
};

}  // namespace opexplore::code
