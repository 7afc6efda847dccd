// A text that is read, and how messages show parts of it.
#pragma once

#include <string>
#include <string_view>

#include "litmus/input/input_error.hpp"
#include "opmodel/program.hpp"

namespace opexplore::detail {

/// A text with a name; what error messages speak about.
struct Source {
  std::string_view text;
  std::string path;

  [[noreturn]] void fail(SourcePlace place, std::string message, std::string suggestion = "") const;
};

/// A part of a text for messages: 'ld', and what is long is cut.
std::string quote(std::string_view text);

/// Whether the byte continues a character of UTF-8, so that none begins there.
constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace opexplore::detail
