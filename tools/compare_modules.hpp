// `opexplore compare A B` of two modules or shaders of Vulkan: what one compiler made of a shader
// beside what another one did.
#pragma once

#include <span>
#include <string>

#include "tools/programs.hpp"

namespace opexplore {

/// Whether these words of a command line ask for it: two files of that kind, and no test.
bool compares_modules(std::span<const std::string> arguments);

Subcommand compare_modules_command();

}  // namespace opexplore
