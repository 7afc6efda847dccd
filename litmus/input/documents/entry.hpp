// How the values of a JSON document are kept: one after the other as they are written, each before
// what is in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::documents::detail {

struct List {
  std::uint32_t size = 0;
};

struct Object {
  std::uint32_t size = 0;
};

/// Whole numbers from 0 are std::uint64_t, negative ones std::int64_t.
using Content = std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double,
                             std::string_view, List, Object>;

struct Entry {
  SourcePlace place;
  std::uint32_t end = 0;  ///< index of the first entry that is not in this one
  std::string_view name;  ///< of a member
  Content content;
};

/// How a text is read, and how its faults are named.
struct Source {
  std::string_view text;
  const std::string& path;
  std::uint32_t first_line;
  const std::string& advice;
};

/// The values of a text, the outermost first. Strings without escapes are parts of the text, the
/// others go to `unescaped`. Throws InputError.
std::vector<Entry> parse(const Source& source, std::deque<std::string>& unescaped);

}  // namespace opexplore::documents::detail
