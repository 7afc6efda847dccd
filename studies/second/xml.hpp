// XML as programs write it: elements with text in them. Nothing else is needed here, and each
// element knows its line and column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::second {

struct XmlElement {
  std::string name;
  std::string text;  ///< what is in it beside other elements, blanks trimmed
  std::vector<XmlElement> children;
  SourcePlace place;       ///< where it begins
  SourcePlace text_place;  ///< where its text does

  /// The first child of that name, or nullptr.
  const XmlElement* find(std::string_view child) const;
  /// Its text; empty if there is none.
  std::string text_of(std::string_view child) const;
};

/// The outermost element (XML 1.0, without its own entities: a document type is refused).
/// Attributes, comments and processing instructions are passed over. Throws InputError with line
/// and column.
XmlElement read_xml(std::string_view text, const std::string& path);

}  // namespace opexplore::second
