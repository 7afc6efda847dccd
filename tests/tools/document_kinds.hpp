// The kinds of JSON documents that the programs read, each with its reader.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "hardware/device/environment_file.hpp"
#include "hardware/result_json.hpp"
#include "hardware/suite.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "mappings/table.hpp"
#include "studies/ranking/observations.hpp"
#include "studies/repair/costs.hpp"
#include "studies/repair/verify.hpp"
#include "studies/replay/trace_check.hpp"

namespace opexplore::testing {

inline const ToolInfo reading_tool{"opexplore", "1.2.3", "unknown"};

struct DocumentKind {
  std::string_view name;
  /// Throws InputError for what is no document of the kind.
  void (*read)(std::string_view text, const std::string& path);
};

/// A trace that is not accepted has a place too, so it is refused like the others.
inline void require_traces(std::string_view text, const std::string& path) {
  check_traces(text, path, reading_tool, [&](const CheckedTrace& checked) {
    const JsonDifference& fault = checked.fault;
    if (!checked.accepted) throw InputError(path, fault.place, "found " + fault.found);
  });
}

/// Nor is a change whose proof is refused.
inline void require_change(std::string_view text, const std::string& path) {
  const repair::Verified verified = repair::verify_document(text, path, reading_tool);
  if (!verified.accepted) throw InputError(path, verified.place, verified.statement);
}

inline constexpr std::array<DocumentKind, 9> document_kinds{{
    {"table",
     [](std::string_view text, const std::string& path) { mappings::read_table(text, path); }},
    {"launch",
     [](std::string_view text, const std::string& path) { kernel::read_launch(text, path); }},
    {"results",
     [](std::string_view text, const std::string& path) { hardware::read_results(text, path); }},
    {"observations",
     [](std::string_view text, const std::string& path) { read_observations(text, path); }},
    {"environments", [](std::string_view text,
                        const std::string& path) { hardware::parse_environments(text, path); }},
    {"suite", [](std::string_view text,
                 const std::string& /*path*/) { hardware::parse_suite(text, "folder"); }},
    {"traces", require_traces},
    {"costs",
     [](std::string_view text, const std::string& path) { repair::Costs().read(text, path); }},
    {"change", require_change},
}};

}  // namespace opexplore::testing
