// Traces as JSON that can be checked without this program: the test, the machine and how it was
// run, every step, and what the end of the trace says. docs/trace-json.md explains the document,
// docs/trace.schema.json is its schema.
#pragma once

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "export/json.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/machine_facts.hpp"
#include "opmodel/results/replayed.hpp"
#include "opmodel/results/termination.hpp"

namespace opexplore {

/// Of the document; also `schema_version` in it.
inline constexpr int trace_schema_version = 5;

/// The switches of MachineOptions that decide which steps there are, as documents name them.
inline constexpr auto document_switches = [] {
  std::array<Reduction, all_reductions.size() + 2> switches{};
  const auto next = std::copy(all_reductions.begin(), all_reductions.end(), switches.begin());
  next[0] = {"look_ahead", &MachineOptions::look_ahead};
  next[1] = {"liveness", &MachineOptions::liveness};
  return switches;
}();

/// Which machine took the steps, of which test; the references outlive the call.
struct TracedRun {
  const Test& test;           ///< as read from `litmus`; places as `translated_from` says
  const std::string& litmus;  ///< the test, as write() spells it
  const std::string& hash;    ///< of the test
  MachineFacts machine;
  const MachineOptions& options;
  const Promise* promise = nullptr;       ///< of a lasso: what was asked about
  std::string_view translated_from = {};  ///< the kernel that places are in; empty: `litmus`
};

/// What `identity` is the MD5 of: names what was run and asked, a line each.
std::string identity_text(const TracedRun& run);

/// The document without traces.
nlohmann::ordered_json json_traces(const ToolInfo& tool);

/// An element of `traces`.
nlohmann::ordered_json json_traced(const TracedRun& run, const Replayed& replayed,
                                   const std::string& identity);

/// The same for a lasso, as far as the machine takes it. Precondition: the run has a promise.
nlohmann::ordered_json json_traced_lasso(const TracedRun& run, const Lasso& lasso,
                                         const std::string& identity);

/// `claim.kind` of a lasso.
inline constexpr std::string_view lasso_claim = "lasso";

/// The name of `claim.kind`: "outcome", "deadlock", "race"; the others claim nothing, and no valid
/// document has them.
std::string_view claim_name(TraceEnd end);

}  // namespace opexplore
