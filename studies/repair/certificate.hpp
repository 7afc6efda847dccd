// A change and its proof as a file that Coq checks against export/coq/Cheapest.v: the test with its
// choices and their costs, what shows that some are not enough, and the theorem that nothing
// cheaper is. docs/certificates.md says what that proves.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "answers/failure.hpp"
#include "export/json.hpp"
#include "litmus/language/reader.hpp"
#include "studies/repair/fix.hpp"

namespace opexplore::repair {

/// Why there are no certificates of answers to that question, in one sentence, or nothing.
std::optional<std::string> certificate_refusal(const FixQuestion& question);

/// The file, or why there can be none of this answer. Takes each insufficient assignment to its bad
/// end once more, as the machine in Coq runs. Precondition: certificate_refusal() has no reason.
std::variant<std::string, Failure> fix_certificate(const FixAnswer& answer,
                                                   const FixQuestion& question,
                                                   const SpelledTest& spelled,
                                                   const ToolInfo& tool);

}  // namespace opexplore::repair
