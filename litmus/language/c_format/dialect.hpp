// herd's C format, for C++ programs: docs/litmus-format.md.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "litmus/language/dialect.hpp"

namespace opexplore {

namespace detail {

inline constexpr std::array<std::string_view, 1> c_titles{"C"};

void read_c_test(Scanner& scanner, SpelledTest& result);
/// Precondition: a C++ program, whose accesses name their locations (no pointers).
std::string c_test_text(const Test& test);
std::string c_instruction_text(const Action& action, const Thread& thread, const Program& program);

}  // namespace detail

inline constexpr Dialect c_dialect{.name = "c",
                                   .titles = detail::c_titles,
                                   .language = Language::cxx,
                                   .read = detail::read_c_test,
                                   .write = detail::c_test_text,
                                   .instruction = detail::c_instruction_text};

}  // namespace opexplore
