// The files that the page of the playground is put together from; serve/web has their
// sources.
#pragma once

#include <span>
#include <string_view>

#include "opmodel/embedded_file.hpp"

namespace opexplore::serve {

/// By name, such as "bundle/playground.js". The build writes it from serve/web.
std::span<const EmbeddedFile> playground_assets();

/// The text of the file of that name. Throws std::logic_error if there is none.
std::string_view playground_asset(std::string_view name);

}  // namespace opexplore::serve
