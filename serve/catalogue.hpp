// What the playground offers to choose from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "export/json.hpp"
#include "litmus/input/source_text.hpp"
#include "serve/exploration.hpp"

namespace opexplore::serve {

/// Machines with their settings, models, examples, the files of the command line, and the bounds.
nlohmann::ordered_json catalogue(const std::vector<SourceText>& files, const Bounds& bounds,
                                 const ToolInfo& tool);

}  // namespace opexplore::serve
