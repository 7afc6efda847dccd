// The tests of NVIDIA's nvlitmus, `.test` files beside the mixed-proxy paper (Lustig, Cooksey,
// Giroux 2022; NVlabs/mixedproxy, src/grammar.lark): docs/litmus-format.md. They are read, and
// written again in Dartagnan's dialect.
#pragma once

#include <string>
#include <vector>

#include "litmus/language/dialect.hpp"
#include "litmus/language/ptx_format/dialect.hpp"

namespace opexplore {

namespace detail {

/// Whether the text begins with a declaration or a thread as nvlitmus has them, or is a template.
bool is_nvlitmus_test(const Source& source);
/// Throws InputError, also for a template of several tests.
void read_nvlitmus_test(Scanner& scanner, SpelledTest& result);
/// One test, or of a template one for each row. Throws InputError.
std::vector<SpelledTest> read_nvlitmus_tests(const Source& source);

}  // namespace detail

inline constexpr Dialect nvlitmus_dialect{.name = "nvlitmus",
                                          .titles = {},
                                          .language = Language::ptx,
                                          .recognises = detail::is_nvlitmus_test,
                                          .read = detail::read_nvlitmus_test,
                                          .read_all = detail::read_nvlitmus_tests,
                                          .write = nullptr,
                                          .instruction = detail::ptx_instruction_text};

}  // namespace opexplore
