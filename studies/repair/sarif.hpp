// Changes as SARIF 2.1.0: a result for each place that changes, with what to write there, so that
// editors and code hosts can apply it.
#pragma once

#include <nlohmann/json.hpp>

#include "litmus/language/reader.hpp"
#include "studies/repair/fix.hpp"

namespace opexplore::repair {

/// The log. Of each place the fixes are all changes that were found, for a part of one mends
/// nothing; where nothing changes there are no results.
nlohmann::ordered_json sarif_document(const FixAnswer& answer, const FixQuestion& question,
                                      const SpelledTest& spelled);

}  // namespace opexplore::repair
