// Documents of changes, checked: nothing in them is believed. What is good is asked of the machine
// and of its axioms again; executions that show what is insufficient are taken again, step by step;
// and that nothing cheaper is left is computed. The search has no part in it.
#pragma once

#include <string>
#include <string_view>

#include "export/json.hpp"
#include "opmodel/program.hpp"

namespace opexplore::repair {

struct Verified {
  bool accepted = false;
  std::string statement;  ///< what it proves, or the first thing that is not so
  SourcePlace place;      ///< of that in the document
};

/// The largest document that is read.
inline constexpr std::size_t max_fix_document_size = 32U << 20U;

/// Checks a document of fix_document(), of this version of the tool. Any bytes may be given. Throws
/// InputError, with the place, for what is no such document.
Verified verify_document(std::string_view text, const std::string& path, const ToolInfo& tool);

}  // namespace opexplore::repair
