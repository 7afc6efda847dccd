// One group of entries of a table file.
#pragma once

#include <string>
#include <vector>

#include "mappings/table_document.hpp"

namespace opexplore::mappings::detail {

/// What holds where a group says nothing else.
struct GroupDefaults {
  std::string source;
  std::string version;
};

/// The entries of the group, for all its widths; a cas has all pairs of orders that it says
/// something about. Throws TableError.
std::vector<Entry> read_group(const Document& document, const Node& node,
                              const GroupDefaults& defaults);

/// Whether both are for the same operation, orders, width and scope.
bool same_key(const Entry& a, const Entry& b);

}  // namespace opexplore::mappings::detail
