#include "tools/certificate.hpp"

#include <utility>

#include "export/coq_certificate.hpp"
#include "export/coq_names.hpp"
#include "litmus/writer.hpp"

namespace opexplore {
namespace {

std::filesystem::path path_of(const Options& options, const Test& test) {
  if (!options.coq->empty()) return *options.coq;
  return options.directory.value_or(".") / (coq_identifier(test.name + options.suffix) + ".v");
}

Report explored_for_coq(const Context& context, const Test& question,
                        const ExploreOptions& explore) {
  const auto& chosen = std::get<ChosenMachine>(context.first);
  ExploreOptions options = explore;
  options.machine = certified_options(chosen.options);
  options.verdict_only = false;
  options.count_paths = false;
  options.traces = Traces::witness;
  return chosen.entry->explore(question, options);
}

}  // namespace

void require_certifiable(const Options& options, const Semantics& semantics) {
  if (!options.coq) return;
  const auto* const machine = std::get_if<ChosenMachine>(&semantics);
  const std::string name =
      machine != nullptr ? std::string(machine->entry->name) : name_of(semantics);
  const MachineOptions settings = machine != nullptr ? machine->options : MachineOptions{};
  if (const auto reason = certificate_refusal(name, settings)) {
    throw UsageError("--coq: " + *reason, "choose another with --machine");
  }
}

void require_certificates(const Options& options, std::size_t tests) {
  if (!options.coq || options.coq->empty() || tests == 1) return;
  throw UsageError("--coq FILE.v is of one test, and there are " + std::to_string(tests),
                   "--coq without FILE.v writes NAME.v for each");
}

void add_certificate(const Context& context, const SpelledTest& read, const ExploreOptions& explore,
                     SingleResult& result) {
  const Test& test = read.test;
  if (const auto refusal = certificate_refusal(test)) {
    result = failed(context, *refusal);
    return;
  }
  const Report report = explored_for_coq(context, certified_question(test), explore);
  // A worker's limit, not the user's: all is done again without it.
  if (report.incomplete == Incomplete::states && !context.options.explore.max_states) {
    result.reached_max_states = true;
    return;
  }
  auto certificate = coq_certificate({test, write(test, read.dialect), report, context.tool});
  if (auto* const failure = std::get_if<Failure>(&certificate)) {
    failure->exit_code = code_of(report.incomplete);
    result = failed(context, *failure);
    return;
  }
  result.files.push_back({path_of(context.options, test), std::get<std::string>(certificate)});
}

}  // namespace opexplore
