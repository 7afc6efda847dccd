// Checked results as JSON; docs/hardware-check.schema.json describes the document.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <vector>

#include "answers/exit_code.hpp"
#include "answers/machine_choice.hpp"
#include "hardware/result_ranking.hpp"
#include "hardware/soundness_text.hpp"

namespace opexplore::hardware {

/// Of the document; changes when a reader could notice.
inline constexpr std::string_view check_schema = "opexplore-hw-check/1";

/// An element of `checks`.
nlohmann::ordered_json json_check(const CheckedResult& checked);

/// \name The document: the machines with their sources, what came of them, and the exit code.
/// @{
nlohmann::ordered_json json_checks(std::span<const ChosenMachine> machines,
                                   std::span<const CheckedResult> checks, ExitCode code);
nlohmann::ordered_json json_ranking(std::span<const ChosenMachine> machines,
                                    const ResultRanking& ranking, ExitCode code);
/// @}

}  // namespace opexplore::hardware
