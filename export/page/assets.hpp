// The files that pages are put together from; export/page/web has their sources.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "opmodel/embedded_file.hpp"

namespace opexplore {

namespace page {

/// By name, such as "bundle/viewer.js". The build writes it from export/page/web.
std::span<const EmbeddedFile> embedded_assets();

}  // namespace page

/// The text of the file of that name. Throws std::logic_error if there is none.
std::string_view page_asset(std::string_view name);

/// `text` with `value` in the place of `placeholder`, which it has once. Throws std::logic_error if
/// it has none.
std::string filled(std::string text, std::string_view placeholder, std::string_view value);

/// The document as it can stand in a script element: nothing in it ends the element.
std::string embedded_json(const nlohmann::ordered_json& document);

}  // namespace opexplore
