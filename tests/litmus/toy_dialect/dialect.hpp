// A dialect of nobody, in a folder of its own: C++ programs of relaxed reads and writes.
//     TOY MP
//     W0 { x := 1; y := 1 }
//     W1 { r0 := y; r1 := x }
//     exists (1:r0=1 /\ 1:r1=0)
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "litmus/language/dialect.hpp"

namespace opexplore::testing {

inline constexpr std::array<std::string_view, 1> toy_titles{"TOY"};

void read_toy_test(detail::Scanner& scanner, SpelledTest& result);
std::string toy_test_text(const Test& test);
std::string toy_instruction_text(const Action& action, const Thread& thread,
                                 const Program& program);

inline constexpr Dialect toy_dialect{.name = "toy",
                                     .titles = toy_titles,
                                     .language = Language::cxx,
                                     .thread_letter = 'W',
                                     .read = read_toy_test,
                                     .write = toy_test_text,
                                     .instruction = toy_instruction_text};

}  // namespace opexplore::testing
