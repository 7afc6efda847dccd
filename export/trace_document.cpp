#include "export/trace_document.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "explorer/termination/lasso_steps.hpp"
#include "litmus/input/documents/document.hpp"
#include "litmus/kernels/launch_reader.hpp"
#include "litmus/language/hash.hpp"
#include "litmus/language/reader.hpp"
#include "litmus/language/writer.hpp"
#include "litmus/spirv/glsl.hpp"
#include "litmus/spirv/kernel.hpp"

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

// Whether its lines are those of a kernel, in PTX or SPIR-V, and of its source.
bool is_translated(const Test& test) {
  const auto of_source = [](const Thread& thread) {
    return !thread.label.empty() ||
           std::ranges::any_of(thread.instructions,
                               [](const Instruction& at) { return at.code.has_value(); });
  };
  return kernel::is_kernel_file(test.path) || kernel::is_cuda_file(test.path) ||
         spirv::is_kernel_file(test.path) || spirv::is_shader_file(test.path) ||
         std::ranges::any_of(test.program.threads, of_source);
}

// Gives each instruction and thread the words and places that it has in `from`, the same program.
void take_places(const Program& from, Program& to) {
  for (std::size_t thread = 0; thread < to.threads.size(); ++thread) {
    to.threads[thread].label = from.threads[thread].label;
    std::vector<Instruction>& instructions = to.threads[thread].instructions;
    if (instructions.size() != from.threads[thread].instructions.size()) {
      throw std::logic_error("a translated test has other instructions when it is written");
    }
    for (std::size_t i = 0; i < instructions.size(); ++i) {
      const Instruction& source = from.threads[thread].instructions[i];
      instructions[i].place = source.place;
      instructions[i].text = source.text;
      instructions[i].code = source.code;
    }
  }
}

WrittenTest with_places(WrittenTest written, const Test& test) {
  if (!is_translated(test)) return written;
  take_places(test.program, written.test.program);
  written.translated_from = test.path;
  return written;
}

Json lasso_document(const WrittenTest& written, const MachineEntry& machine,
                    const MachineOptions& options, const EndJudgement& judgement) {
  const Lasso& lasso = *judgement.lasso;
  const ReplayedLasso replayed =
      machine.replay_lasso(written.test, options, steps_of(lasso), judgement.promise);
  if (replayed.refused) throw_does_not_replay(written);
  const TracedRun run = traced_run(written, machine, options, &judgement.promise);
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
      return with_places({std::move(again), std::move(litmus), std::move(name)}, test);
    }
    litmus = std::move(rewritten);
  }
  throw std::logic_error("the text of test " + test.name + " changes whenever it is read");
}

TracedRun traced_run(const WrittenTest& written, const MachineEntry& machine,
                     const MachineOptions& options, const Promise* promise) {
  return {written.test, written.litmus, written.hash,           machine,
          options,      promise,        written.translated_from};
}

std::string identity(const TracedRun& run) { return md5(identity_text(run)); }

Json trace_document(const WrittenTest& written, const MachineEntry& machine,
                    const MachineOptions& options, const Trace& trace, TraceEnd end) {
  const Replayed replayed = machine.replay(written.test, options, steps_of(trace.steps));
  // Where executions go on behind a race, one may be found as they end: then that is claimed.
  const bool raced = end == TraceEnd::race && replayed.end == TraceEnd::final;
  if (replayed.refused || (replayed.end != end && !raced)) throw_does_not_replay(written);
  const TracedRun run = traced_run(written, machine, options);
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
