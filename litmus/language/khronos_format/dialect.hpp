// The tests of Khronos' formal model, `.test` files: docs/litmus-format.md. They are read, and
// written again in Dartagnan's dialect.
#pragma once

#include <string>

#include "litmus/language/dialect.hpp"
#include "litmus/language/vulkan_format/dialect.hpp"

namespace opexplore {

namespace detail {

/// Whether the file is called so, or its first word opens a thread or a group of threads.
bool is_khronos_test(const Source& source);
void read_khronos_test(Scanner& scanner, SpelledTest& result);

}  // namespace detail

inline constexpr Dialect khronos_dialect{.name = "khronos",
                                         .titles = {},
                                         .language = Language::vulkan,
                                         .recognises = detail::is_khronos_test,
                                         .read = detail::read_khronos_test,
                                         .write = nullptr,
                                         .instruction = detail::vulkan_instruction_text};

}  // namespace opexplore
