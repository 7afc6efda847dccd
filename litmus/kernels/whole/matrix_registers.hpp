// Matrices that threads hold in registers, and what they add up there.
#pragma once

#include <cstdint>
#include <vector>

#include "litmus/kernels/step.hpp"
#include "litmus/kernels/whole/matrix_numbers.hpp"

namespace opexplore::kernel {

/// The bits of a register of 32. Throws LeftOpen where they are not known.
std::uint32_t held_in(Step& step, const code::Operand& operand);
/// Sets it, if the operand is one.
void set_register(Step& step, const code::Operand& destination, std::uint32_t bits);
/// The registers in braces, or the one.
std::vector<code::Operand> registers_in(const code::Operand& operand);

/// Which element of a matrix a thread holds: see left_fragment().
using FragmentOf = Fragment (*)(std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t);

/// Puts what the thread of that number holds in the registers where it is in the matrix.
void read_fragments(Step& step, const code::Operand& registers, code::MatrixElement element,
                    std::uint32_t thread, FragmentOf place, Matrix& matrix);

/// The thread of that number adds products to its sums, or to zeros.
void add_products(Step& step, const code::MatrixProduct& what, const Matrix& left,
                  const Matrix& right, std::uint32_t thread, bool adds);

/// Says with the verdict that a sum was rounded, where PTX does not determine it.
void note_if_rounded(Step& step, bool is_determined);

/// Says with the verdict that numbers were cut off, where the element does not have all of the
/// bits.
void note_if_cut(Step& step, code::MatrixElement element, std::uint32_t bits);

}  // namespace opexplore::kernel
