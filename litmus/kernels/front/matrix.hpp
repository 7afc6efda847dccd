// What readers of products and transfers of matrices share: front/matrix.cpp, front/fragments.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "code/instruction.hpp"
#include "litmus/kernels/front/readers.hpp"

namespace opexplore::kernel {

/// The sizes in `m64n8k16`; nothing in another text.
std::optional<std::array<std::uint32_t, 3>> sizes_in(std::string_view text);
std::optional<code::MatrixElement> element_named(std::string_view text);

bool is_integer(code::MatrixElement element);
/// Whether the elements of sums and of the two factors go together (PTX ISA 9.7.17.5.2, "Matrix
/// element types").
bool go_together(const code::MatrixProduct& what);

/// What the modifiers of a product say.
struct WrittenProduct {
  std::array<std::uint32_t, 3> sizes = {};
  std::vector<code::MatrixElement> elements;
  bool saturates = false;
};

/// The modifiers beside those that must be there. Throws InputError.
std::vector<detail::Modifier> modifiers_beside(const Spelled& spelled,
                                               std::initializer_list<std::string_view> known,
                                               std::string_view nearest);
[[noreturn]] void refuse_modifier(const Spelled& spelled, const detail::Modifier& modifier,
                                  std::string_view nearest);
/// Throws InputError where the operand is not so many registers in braces.
void require_vector(const Spelled& spelled, const code::Operand& operand, std::size_t count);

/// `wmma`.
void read_fragments(const Spelled& spelled, code::Instruction& made);

}  // namespace opexplore::kernel
