// Trace documents against machines: every step is executed again by the rules of its machine, and
// everything that the document says is compared with what the machine says. Nothing in the document
// is believed, and the search has no part in it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "export/json.hpp"
#include "studies/replay/trace_difference.hpp"

namespace opexplore {

/// What became of one trace.
struct CheckedTrace {
  bool accepted = false;
  std::string statement;  ///< accepted: what it proves, in one sentence
  JsonDifference fault;   ///< refused: the first thing that is not so
};

/// Traces may be larger than tests: a document of many has the text of its test with each.
inline constexpr std::size_t max_trace_file_size = 32U << 20U;

/// Checks the traces of a document one after the other and calls `say` with each. Any bytes may be
/// given. Throws InputError, with the place, for what is no trace document of this tool's schema
/// and version, or has a machine or a test that cannot be run here.
void check_traces(std::string_view text, const std::string& path, const ToolInfo& tool,
                  const std::function<void(const CheckedTrace&)>& say);

}  // namespace opexplore
