// Where the tokens of a JSON text stand: the JSON library does not say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "opmodel/program.hpp"

namespace opexplore::documents::detail {

/// Goes through a text token by token, behind a parser that has found them to be well-formed.
class Cursor {
 public:
  Cursor(std::string_view text, std::uint32_t first_line);

  /// Goes to the next token, over what separates tokens, and says where it begins.
  SourcePlace next();
  bool at_end() const { return at_ == text_.size(); }
  /// \name Over the token that next() went to
  /// @{
  void pass_bracket();
  void pass_word();  ///< a number, true, false or null
  /// What stands between the quotes; escapes stay as they are.
  std::string_view pass_string();
  /// @}

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  SourcePlace place_;
};

/// Line and column, in characters, of the byte with that index; one past the end is allowed.
SourcePlace place_of_byte(std::string_view text, std::size_t byte, std::uint32_t first_line);

}  // namespace opexplore::documents::detail
