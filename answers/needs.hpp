// What a format needs beside an answer. Writers run nothing: they say what they need, and it is
// there before anything is written.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "answers/explain.hpp"
#include "answers/written_test.hpp"
#include "explorer/explore.hpp"
#include "opmodel/execution.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/termination.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

struct AnsweredTest;

/// A search of the machine that answered, from which a certificate is written.
struct CertifiedQuestion {
  Test test;
  MachineOptions machine;
  /// Nobody wants a longer one; nothing: as long as the options of the run allow.
  std::optional<std::uint64_t> most_states = {};
};

/// Traces are those of the answers, by where they lie.
struct Needs {
  std::optional<CertifiedQuestion> certified = {};
  std::set<const Trace*> executions = {};  ///< as what execution of its model each is drawn
  std::set<const Trace*> replays = {};     ///< as its machine takes each on the written test
  bool endless = false;                    ///< the same of what Answer::termination has
  bool findings = false;                   ///< Answer::findings, which a kernel has anyway
  bool forbidden = false;  ///< what forbids that of which the answer says that it is impossible

  /// All of both.
  void add(Needs more);
};

/// What was needed, as far as it can be had.
struct Gathered {
  std::optional<Answer> certified = {};
  /// By trace; none where its events do not say what each read reads, or the model does not find
  /// the execution: in a loop with more rounds than it looks at, say.
  std::map<const Trace*, Execution> executions = {};
  std::optional<WrittenTest> written = {};  ///< where something is replayed
  std::map<const Trace*, Replayed> replays = {};
  std::map<const Lasso*, ReplayedLasso> lassos = {};
  /// Answer::forbidden; where a machine alone was asked, and nothing ends as its test asks,
  /// what the model that it implements says of that. Nothing of kernels.
  std::vector<Forbidden> forbidden = {};
};

/// Gets it: AnsweredTest::gathered, and findings. `explore` is what the test was asked with.
void gather(AnsweredTest& run, const Needs& needs, const ExploreOptions& explore);

/// Takes what the report of the machine has again. Precondition: there is a written test.
void add_endless(const MachineEntry& machine, const Termination& report, Gathered& gathered);

/// What the machine says of the steps, with why reads could return their values where the machine
/// explains_traces().
Replayed replay(const MachineEntry& machine, const Test& test, const MachineOptions& options,
                std::span<const Step> steps);

}  // namespace opexplore
