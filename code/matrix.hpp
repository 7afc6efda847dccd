// What is done with matrices (PTX ISA 9.7.16 "Warp Level Matrix Instructions", 9.7.17 "Asynchronous
// Warpgroup Level Matrix Instructions").
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "code/type.hpp"

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

constexpr bool is_float(MatrixElement element) {
  using enum MatrixElement;
  return element != s8 && element != u8 && element != s32;
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

/// A matrix of which PTX does not say which lane of a warp holds which element: each lane holds as
/// many as any other, and an element lies in one lane or in several.
struct WarpMatrix {
  std::uint32_t rows = 16;
  std::uint32_t columns = 16;
  MatrixElement element = MatrixElement::f16;
};

/// The lanes of a warp load or store one (`wmma.load`, `wmma.store`). Operands are the registers
/// and the address of the matrix, as of loads and stores, then the distance of its lines in
/// elements.
struct FragmentTransfer {
  bool stores = false;
  bool by_columns =
      false;  ///< elements of a column lie side by side in memory; else those of a row
  std::optional<Space> space = {};
  WarpMatrix what = {};
};

/// They add the product of two to a third one (`wmma.mma`). Operands are the result, the left and
/// the right matrix, and what is added.
struct FragmentProduct {
  WarpMatrix result = {};
  WarpMatrix left = {};
  WarpMatrix right = {};
  WarpMatrix added = {};
  bool saturates = false;  ///< sums of integers
};

}  // namespace opexplore::code
