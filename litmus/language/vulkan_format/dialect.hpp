// The dialect of Dartagnan's Vulkan tests: docs/litmus-format.md.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "litmus/language/dialect.hpp"

namespace opexplore {

namespace detail {

inline constexpr std::array<std::string_view, 3> vulkan_titles{"VULKAN", "Vulkan", "vulkan"};

void read_vulkan_test(Scanner& scanner, SpelledTest& result);
/// Precondition: a program in Vulkan.
std::string vulkan_test_text(const Test& test);
std::string vulkan_instruction_text(const Action& action, const Thread& thread,
                                    const Program& program);

}  // namespace detail

inline constexpr Dialect vulkan_dialect{.name = "vulkan",
                                        .titles = detail::vulkan_titles,
                                        .language = Language::vulkan,
                                        .read = detail::read_vulkan_test,
                                        .write = detail::vulkan_test_text,
                                        .instruction = detail::vulkan_instruction_text};

}  // namespace opexplore
