// The dialect of Dartagnan: threads are placed in their row, and little has to be declared.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "litmus/language/dialect.hpp"

namespace opexplore {

namespace detail {

inline constexpr std::array<std::string_view, 2> ptx_titles{"PTX", "ptx"};

void read_ptx_test(Scanner& scanner, SpelledTest& result);
std::string ptx_test_text(const Test& test);
std::string ptx_instruction_text(const Action& action, const Thread& thread,
                                 const Program& program);

}  // namespace detail

/// A program in another language can be written in it too, for who wants to see it as PTX.
inline constexpr Dialect ptx_dialect{.name = "ptx",
                                     .titles = detail::ptx_titles,
                                     .language = Language::ptx,
                                     .read = detail::read_ptx_test,
                                     .write = detail::ptx_test_text,
                                     .instruction = detail::ptx_instruction_text};

}  // namespace opexplore
