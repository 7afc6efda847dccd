// From the steps of a search to an element of a trace document, and from there to what is compared
// with a document that somebody gives us: both are made by executing the steps again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "answers/needs.hpp"
#include "export/trace_json.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Who takes the steps of a document, and of what; it refers to all of them.
TracedRun traced_run(const WrittenTest& written, const MachineFacts& machine,
                     const MachineOptions& options, const Promise* promise = nullptr);

/// The value of `identity`.
std::string identity(const TracedRun& run);

/// The element of `traces` for steps that a search found, as the machine takes them again: `end` is
/// what that search says of the state they lead to. Throws std::logic_error if the machine alone
/// says otherwise.
nlohmann::ordered_json trace_document(const TracedRun& run, const Replayed& replayed, TraceEnd end);

/// The elements of `traces` for what a search found about the end of the program: its deadlock and
/// its lassos. What only holds as long as no more than a number of CTAs are resident is a deadlock
/// of no machine, and has none. Throws std::logic_error if the machine does not take a lasso again.
std::vector<nlohmann::ordered_json> termination_documents(const MachineFacts& machine,
                                                          const Termination& report,
                                                          const Gathered& gathered);

}  // namespace opexplore
