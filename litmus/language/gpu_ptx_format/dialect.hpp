// The dialect of Sorensen 2014, section 3.1: instructions as an assembler takes them, declared
// registers, a scope tree and a memory map.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "litmus/language/dialect.hpp"

namespace opexplore {

namespace detail {

inline constexpr std::array<std::string_view, 2> gpu_ptx_titles{"GPU_PTX", "gpu_ptx"};

void read_gpu_ptx_test(Scanner& scanner, SpelledTest& result);
std::string gpu_ptx_test_text(const Test& test);
std::string gpu_ptx_instruction_text(const Action& action, const Thread& thread,
                                     const Program& program);

}  // namespace detail

inline constexpr Dialect gpu_ptx_dialect{.name = "gpu_ptx",
                                         .titles = detail::gpu_ptx_titles,
                                         .language = Language::ptx,
                                         .thread_letter = 'T',
                                         .declares_registers = true,
                                         .read = detail::read_gpu_ptx_test,
                                         .write = detail::gpu_ptx_test_text,
                                         .instruction = detail::gpu_ptx_instruction_text};

}  // namespace opexplore
