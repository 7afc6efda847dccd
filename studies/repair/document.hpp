// A change and its proof as one JSON document (docs/opfix.schema.json): what was asked, the answer,
// and for each insufficient assignment an execution that shows it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "answers/exit_code.hpp"
#include "export/json.hpp"
#include "litmus/language/reader.hpp"
#include "studies/repair/fix.hpp"

namespace opexplore::repair {

/// Of the document; also `schema_version` in it.
inline constexpr int fix_schema_version = 1;

/// A list of assignments names the levels of all points, in the order of `points`.
nlohmann::ordered_json fix_document(const FixAnswer& answer, const FixQuestion& question,
                                    const SpelledTest& spelled, const ToolInfo& tool);

/// The same with that proof, which is taken as it is.
nlohmann::ordered_json fix_document(const FixAnswer& answer, const FixQuestion& question,
                                    const SpelledTest& spelled, const ToolInfo& tool,
                                    nlohmann::ordered_json proof);

/// The points as documents have them: what is compared with a document that somebody gives us.
nlohmann::ordered_json json_points(const FixAnswer& answer, const FixQuestion& question);

}  // namespace opexplore::repair
