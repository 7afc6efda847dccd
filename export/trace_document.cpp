#include "export/trace_document.hpp"

#include <stdexcept>

#include "litmus/language/hash.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void throw_does_not_replay(const Test& test) {
  throw std::logic_error("a trace of " + test.name +
                         " does not replay on the test as it is written");
}

Json lasso_document(const TracedRun& run, const ReplayedLasso& replayed) {
  if (replayed.refused) throw_does_not_replay(run.test);
  return json_traced_lasso(run, replayed.lasso, identity(run));
}

}  // namespace

TracedRun traced_run(const WrittenTest& written, const MachineFacts& machine,
                     const MachineOptions& options, const Promise* promise) {
  return {written.test, written.litmus, written.hash,           machine,
          options,      promise,        written.translated_from};
}

std::string identity(const TracedRun& run) { return md5(identity_text(run)); }

Json trace_document(const TracedRun& run, const Replayed& replayed, TraceEnd end) {
  // Where executions go on behind a race, one may be found as they end: then that is claimed.
  const bool raced = end == TraceEnd::race && replayed.end == TraceEnd::final;
  if (replayed.refused || (replayed.end != end && !raced)) throw_does_not_replay(run.test);
  return json_traced(run, replayed, identity(run));
}

std::vector<Json> termination_documents(const MachineFacts& machine, const Termination& report,
                                        const Gathered& gathered) {
  std::vector<Json> documents;
  const MachineOptions& options = report.replayed_with;
  if (report.deadlock) {
    const Replayed& replayed = gathered.replays.at(&report.deadlock->path);
    // Of the machine, and not of a number of resident CTAs or of the stack of a warp.
    if (replayed.end == TraceEnd::stuck) {
      documents.push_back(trace_document(traced_run(*gathered.written, machine, options), replayed,
                                         TraceEnd::stuck));
    }
  }
  for (const EndJudgement& judgement : report.judgements) {
    if (!judgement.lasso) continue;
    documents.push_back(
        lasso_document(traced_run(*gathered.written, machine, options, &judgement.promise),
                       gathered.lassos.at(&*judgement.lasso)));
  }
  return documents;
}

}  // namespace opexplore
