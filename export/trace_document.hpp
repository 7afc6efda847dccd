// From the steps of a search to an element of a trace document, and from there to what is compared
// with a document that somebody gives us: both are made by executing the steps again.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "explorer/explore.hpp"
#include "export/trace_json.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// A test as its own canonical text says it: writing `test` gives `litmus`, reading `litmus`
/// `test`, but for where things stand in a test that was translated.
struct WrittenTest {
  Test test;
  std::string litmus;
  std::string hash;
  /// The kernel that it was translated from, of which its lines and texts are; else empty, and they
  /// are those of `litmus`.
  std::string translated_from = {};
};

/// The same program and question without comments, read from its text. Throws std::logic_error if
/// writing and reading does not come to an end.
WrittenTest written(const Test& test);

/// Who takes the steps of a document, and of what; it refers to all of them.
TracedRun traced_run(const WrittenTest& written, const MachineEntry& machine,
                     const MachineOptions& options, const Promise* promise = nullptr);

/// The value of `identity`.
std::string identity(const TracedRun& run);

/// The element of `traces` for steps that a search found: `end` is what that search says of the
/// state they lead to. Throws std::logic_error if the machine alone says otherwise.
nlohmann::ordered_json trace_document(const WrittenTest& written, const MachineEntry& machine,
                                      const MachineOptions& options, const Trace& trace,
                                      TraceEnd end);

/// The elements of `traces` for what a search found about the end of the program: its deadlock and
/// its lassos. What only holds as long as no more than a number of CTAs are resident is a deadlock
/// of no machine, and has none. Throws std::logic_error if the machine does not take a lasso again.
std::vector<nlohmann::ordered_json> termination_documents(const WrittenTest& written,
                                                          const MachineEntry& machine,
                                                          const TerminationReport& report);

}  // namespace opexplore
