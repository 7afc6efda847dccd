// One group of entries of a table file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "litmus/input/documents/document.hpp"
#include "mappings/spirv_template.hpp"
#include "mappings/table.hpp"

namespace opexplore::mappings::detail {

/// The file of a group, and what holds where the group says nothing else.
struct GroupDefaults {
  std::string source;
  std::string version;
  std::string file;
  Language target = Language::ptx;  ///< of the table
};

/// The same with what the group says.
GroupDefaults provenance_of(const documents::Node& group, const GroupDefaults& defaults);

/// The entries of the group, for all its widths; a cas has all pairs of orders that it says
/// something about. Throws InputError.
std::vector<Entry> read_group(const documents::Node& node, const GroupDefaults& defaults);

/// The words of `{"refused": "…"}`, which stands for what a compiler does not take; nothing where
/// something else stands. Throws InputError.
std::optional<std::string> refusal_in(const documents::Node& node);

/// The entries of a group of a shading language, whose templates are of such modules. Throws
/// InputError.
std::vector<Entry> read_shader_group(const documents::Node& node, const GroupDefaults& defaults,
                                     const SpirvModule& module);

/// Whether both are for the same operation, orders, width and scope.
bool same_key(const Entry& a, const Entry& b);

}  // namespace opexplore::mappings::detail
