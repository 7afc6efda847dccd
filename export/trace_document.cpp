#include "export/trace_document.hpp"

#include <span>
#include <stdexcept>
#include <vector>

#include "explorer/termination/lasso_steps.hpp"
#include "litmus/input/documents/document.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

// What messages and places in a trace call the text.
constexpr const char* litmus_path = "litmus";

// Documents are UTF-8, and names and comments of tests need not be.
std::string as_utf8(const std::string& text) {
  const std::string json = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  return documents::Document(json, litmus_path).root().text();
}

[[noreturn]] void throw_does_not_replay(const WrittenTest& written) {
  throw std::logic_error("a trace of " + written.test.name +
                         " does not replay on the test as it is written");
}

// A deadlock of the machine, and not of a number of resident CTAs or of the stack of a warp.
bool is_stuck(const WrittenTest& written, const MachineEntry& machine,
              const MachineOptions& options, const Trace& trace) {
  const Replayed replayed = machine.replay(written.test, options, steps_of(trace.steps));
  return replayed.end == TraceEnd::stuck;
}

Json lasso_document(const WrittenTest& written, const MachineEntry& machine,
                    const MachineOptions& options, const EndJudgement& judgement) {
  const Lasso& lasso = *judgement.lasso;
  const ReplayedLasso replayed =
      machine.replay_lasso(written.test, options, steps_of(lasso), judgement.promise);
  if (replayed.refused) throw_does_not_replay(written);
  const TracedRun run{written.test, written.litmus, written.hash,
                      machine,      options,        &judgement.promise};
  return json_traced_lasso(run, replayed.lasso, identity(run));
}

}  // namespace

WrittenTest written(const Test& test) {
  // Writing sorts what a C++ test may declare in any order; what is read then stays as it is.
  constexpr int most_rounds = 4;
  Test bare = test;
  bare.comments.clear();  // nobody could tell whether they are right
  std::string litmus = as_utf8(write(bare));
  for (int round = 0; round < most_rounds; ++round) {
    Test again = read(litmus, litmus_path);
    again.comments.clear();
    std::string rewritten = write(again);
    if (rewritten == litmus) {
      std::string name = hash(again);
      return {std::move(again), std::move(litmus), std::move(name)};
    }
    litmus = std::move(rewritten);
  }
  throw std::logic_error("the text of test " + test.name + " changes whenever it is read");
}

std::string identity(const TracedRun& run) { return md5(identity_text(run)); }

Json trace_document(const WrittenTest& written, const MachineEntry& machine,
                    const MachineOptions& options, const Trace& trace, TraceEnd end) {
  const Replayed replayed = machine.replay(written.test, options, steps_of(trace.steps));
  // Where executions go on behind a race, one may be found as they end: then that is claimed.
  const bool raced = end == TraceEnd::race && replayed.end == TraceEnd::final;
  if (replayed.refused || (replayed.end != end && !raced)) throw_does_not_replay(written);
  const TracedRun run{written.test, written.litmus, written.hash, machine, options};
  return json_traced(run, replayed, identity(run));
}

std::vector<Json> termination_documents(const WrittenTest& written, const MachineEntry& machine,
                                        const TerminationReport& report) {
  std::vector<Json> documents;
  const MachineOptions& options = report.replayed_with;
  if (report.deadlock && is_stuck(written, machine, options, report.deadlock->path)) {
    documents.push_back(
        trace_document(written, machine, options, report.deadlock->path, TraceEnd::stuck));
  }
  for (const EndJudgement& judgement : report.judgements) {
    if (judgement.lasso) {
      documents.push_back(lasso_document(written, machine, options, judgement));
    }
  }
  return documents;
}

}  // namespace opexplore
