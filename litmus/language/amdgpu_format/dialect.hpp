// LLVM IR for AMD's GPUs, an instruction a cell: docs/litmus-format.md.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "litmus/language/dialect.hpp"

namespace opexplore {

namespace detail {

inline constexpr std::array<std::string_view, 2> amdgpu_titles{"AMDGPU", "amdgpu"};

void read_amdgpu_test(Scanner& scanner, SpelledTest& result);
/// Precondition: a program for AMDGPU.
std::string amdgpu_test_text(const Test& test);
std::string amdgpu_instruction_text(const Action& action, const Thread& thread,
                                    const Program& program);

}  // namespace detail

inline constexpr Dialect amdgpu_dialect{.name = "amdgpu",
                                        .titles = detail::amdgpu_titles,
                                        .language = Language::amdgpu,
                                        .read = detail::read_amdgpu_test,
                                        .write = detail::amdgpu_test_text,
                                        .instruction = detail::amdgpu_instruction_text};

}  // namespace opexplore
