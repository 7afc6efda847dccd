// The words of a SPIR-V text (SPIRV-Tools, "SPIR-V Assembly language syntax").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/spirv/module.hpp"

namespace opexplore::spirv::detail {

struct Token {
  enum class Kind : std::uint8_t {
    id,      ///< %flag
    text,    ///< "main"
    equals,  ///< =
    word,    ///< OpLoad, Aligned|Volatile, -1
    end
  };
  Kind kind = Kind::end;
  std::string text;  ///< of an id without the percent sign, of a text without the quotes
  Place place;
};

/// All words up to the end, without comments; the last one has kind `end`. Throws InputError for
/// what is no text, and for a quoted text that does not end.
std::vector<Token> words_of_text(std::string_view text, const Module& module);

/// A word for messages: '%flag', or "the end of the file".
std::string quote(const Token& token);

/// A whole number as texts write it, `7`, `-7` or `0xff`: its size, and whether it is negative.
/// Nothing if it is none, or larger than 64 bits.
struct Whole {
  std::uint64_t size = 0;
  bool is_negative = false;
};
bool read_whole(std::string_view text, Whole& result);

}  // namespace opexplore::spirv::detail
