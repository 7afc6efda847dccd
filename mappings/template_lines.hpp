// A template as rows of a litmus test: its holes become registers and a location.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mappings/template.hpp"

namespace opexplore::mappings::detail {

/// The only location of that test.
inline constexpr std::string_view filled_location = "o9000";

/// What stands in a test for the register hole with that number. Nobody writes such a name.
std::string filled_register(std::size_t hole);
/// The hole that a register of the test stands for.
std::size_t hole_of(std::string_view register_name);

/// The numbers of register holes: those of template.hpp, temporaries by their first mention.
class Holes {
 public:
  std::size_t number(std::string_view name);
  std::string name(std::size_t number) const;
  std::size_t size() const;

 private:
  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::vector<std::string> names_;
};

/// A line of a template as the test has it.
struct FilledLine {
  std::string text;
  std::vector<std::uint32_t> columns;  ///< by character of `text`: where it comes from, from 1
  bool scope = false;                  ///< it has {scope}
  bool op = false;                     ///< it has {op}
  Extent extent = Extent::object;      ///< what its address stands for
};

/// {address}, {half_word} and {word}.
std::string_view hole_name(Extent extent);

/// Fills the holes of line `number`. Throws TemplateError.
FilledLine fill_line(std::size_t number, std::string_view line, Holes& holes);

/// A message about the test, with the holes again.
std::string with_holes(std::string text, const Holes& holes);

}  // namespace opexplore::mappings::detail
