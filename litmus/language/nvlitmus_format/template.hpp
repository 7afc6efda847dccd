// A template: a test with the parameters $0 to $9, a line `$$`, and a row of values for each test
// that it stands for (NVlabs/mixedproxy, src/test_to_alloy.py).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/input/source.hpp"

namespace opexplore::detail {

/// The text of one test, and where in the file its parts come from.
struct NvlitmusInstance {
  struct Piece {
    std::size_t begin = 0;  ///< offset in `text`
    SourcePlace place;      ///< of its first character, in the file
  };
  std::string text;
  std::vector<Piece> pieces;  ///< in order; the first begins at 0
  std::string row;            ///< the values, as written; empty without a template
};

/// A line of values, between `|`.
struct NvlitmusRow {
  std::string_view text;
  SourcePlace place;
};

/// A file before its parameters have values. The views are into the text of the source.
struct NvlitmusFile {
  std::string_view body;
  bool is_template = false;
  SourcePlace divider = {};  ///< of `$$`
  std::vector<NvlitmusRow> rows = {};
};

/// The text without a byte order mark.
std::string_view without_mark(std::string_view text);

/// Whether a line of the text is `$$`.
bool has_divider(std::string_view text);

/// Splits the file at `$$`. Refuses a second `$$`, and a template without a row or with too many.
/// Throws InputError.
NvlitmusFile split_nvlitmus(const Source& source);

/// The file itself; of a template the test with the values of that row. Refuses parameters that the
/// row has no value for. Throws InputError.
NvlitmusInstance instance_of(const Source& source, const NvlitmusFile& file, std::size_t row);

}  // namespace opexplore::detail
