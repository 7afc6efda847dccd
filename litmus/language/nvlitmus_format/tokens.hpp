// The words of a test of nvlitmus.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/nvlitmus_format/template.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::detail {

/// The tokens of the test, each at its place in the file; comments are left out. They are views
/// into the text of the instance. Throws InputError for characters that belong to none.
std::vector<Token> nvlitmus_tokens(const Source& source, const NvlitmusInstance& instance);

/// The comments, without what begins them, as another dialect has them between quotes.
std::vector<std::string> nvlitmus_comments(const NvlitmusFile& file);

}  // namespace opexplore::detail
