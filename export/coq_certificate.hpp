// A verdict as a file that Coq checks against the library in export/coq: the test, the claim, and
// what it takes to see that it is so. docs/certificates.md says what that proves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "export/formats.hpp"
#include "export/json.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/machine_facts.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/setting.hpp"

namespace opexplore {

/// Why there are no certificates for this machine with these settings, in one sentence, or nothing.
std::optional<std::string> certificate_refusal(std::string_view machine,
                                               const MachineOptions& options);

/// Why there is none for this test, or nothing: it is in C++, say.
std::optional<Failure> certificate_refusal(const Test& test);

/// The test as its certificate asks about it: whether some execution that the filter lets through
/// satisfies the condition, or for `forall` fails it. So its quantifier is `exists`, it has no
/// filter, and its search finds all outcomes.
Test certified_question(const Test& test);

/// How the machine in Coq runs: nothing is reduced and nothing is looked up ahead.
MachineOptions certified_options(MachineOptions options);

/// `Definition NAME : Trace := ...`: the steps, each with what it does. Precondition: the machine
/// took them with certified_options.
std::string coq_trace(const std::string& name, const Test& test, const MachineFacts& machine,
                      const Trace& trace);

/// The end of a theorem, and its proof by the lemma, which Coq computes once, at Qed.
std::string by_computing(const std::string& lemma);

/// What a certificate is written from; the references outlive the call.
struct CertificateSource {
  const Test& test;         ///< as it was read
  const std::string& text;  ///< of the litmus file
  /// Of certified_question(test), explored with certified_options and Traces::witness.
  const Answer& report;
  MachineFacts machine;  ///< that explored it
  const ToolInfo& tool;
};

/// The file, or why there can be none: a search that did not end shows nothing forbidden.
/// Precondition: neither certificate_refusal has a reason.
std::variant<std::string, Failure> coq_certificate(const CertificateSource& source);

/// The test explored again, as the machine in Coq does. Precondition: certificate_refusal has no
/// reason about the machine, which was asked alone.
Needs coq_needs(const AnsweredTest& test, const OutputOptions& options);

/// The certificate. Fails where coq_certificate does, and with the reason of certificate_refusal.
FormatResult coq_part(const AnsweredTest& test, const OutputOptions& options);

}  // namespace opexplore
