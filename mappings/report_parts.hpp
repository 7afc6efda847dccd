// Parts that the reports of checks and of comparisons share.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mappings/check.hpp"

namespace opexplore::mappings {

/// "1 test", "12 tests".
std::string plural(std::size_t count, const std::string& noun);

/// The words with commas between them.
std::string listed(const std::vector<std::string>& words);

/// What happened, both programs, the trace and the forbidden execution, under the heading
/// "Counterexample NUMBER".
std::string counterexample_text(const Counterexample& example, std::size_t number);

/// The same for programs, as docs/opmap-check.schema.json has it; `table` is the one that is
/// blamed.
nlohmann::ordered_json counterexample_json(const Counterexample& example, const Table& table);

/// "load acquire, load seq_cst: MESSAGE; …": what the compiler does not take, of the report's
/// width.
std::string refused_text(const TableReport& report);

/// The entries that tests use and that access more than their object: what is assumed of them, in a
/// sentence; empty if there are none.
std::string assumed_text(const TableReport& report);

/// The lines of the entry's template, or what its compiler says, as docs/opmap-check.schema.json
/// has it.
nlohmann::ordered_json meaning_json(const Entry& entry);

}  // namespace opexplore::mappings
