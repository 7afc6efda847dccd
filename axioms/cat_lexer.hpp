// Tokens of the cat language.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/cat_error.hpp"
#include "opmodel/program.hpp"

namespace opexplore::axioms {

struct Token {
  enum class Kind : std::uint8_t { name, keyword, text, symbol, end };
  Kind kind = Kind::end;
  std::string spelling;  ///< of a text: without its quotes
  SourcePlace place;

  bool is(Kind k, std::string_view s) const { return kind == k && spelling == s; }
  bool is_symbol(std::string_view s) const { return is(Kind::symbol, s); }
  bool is_keyword(std::string_view s) const { return is(Kind::keyword, s); }
};

/// The tokens of a model file, the last one of kind `end`. Comments `(* … *)` nest. Throws
/// CatError.
std::vector<Token> cat_tokens(std::string_view text, const std::string& path);

}  // namespace opexplore::axioms
