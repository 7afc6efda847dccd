// What is found about the end of a program. Holds no machine type.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/phrase.hpp"
#include "opmodel/program.hpp"
#include "opmodel/results/coverage.hpp"
#include "opmodel/results/promise.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/setting.hpp"

namespace opexplore {

/// What is known of one question.
enum class Ends : std::uint8_t {
  unknown,  ///< a limit came first
  yes,      ///< every run that the promise allows ends
  bounded,  ///< the same, up to Termination::bound
  no        ///< there is a witness
};

/// What a thread does in the loop of a lasso.
enum class Role : std::uint8_t {
  steps,           ///< in the loop, again and again
  ended,           ///< it is at its end
  waits,           ///< at a barrier that does not open
  not_guaranteed,  ///< it could go on, and the promise does not say that it will
  disabled,        ///< another side of its warp has its turn
};

/// A read that a thread does in the loop: why it does not leave.
struct SpinRead {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  AddressId address = 0;
  Value value = 0;
  std::optional<WriteRef> write;  ///< whose; nothing where the machine does not say
  bool operator==(const SpinRead&) const = default;
};

/// One thread of a lasso.
struct LassoThread {
  Role role = Role::steps;
  Phrase reason;  ///< "has not started"; "waits at line 7: `bar.sync 0`"; empty: it steps
  bool operator==(const LassoThread&) const = default;
};

/// Where a guarantee ends.
struct Boundary {
  enum class By : std::uint8_t {
    model,      ///< that of a level
    residents,  ///< Promise::resident: there is no room
    stack       ///< Promise::stack: another side of the warp has its turn
  };
  By by = By::model;
  ScopeLevel level = ScopeLevel::sys;  ///< of a model
  bool operator==(const Boundary&) const = default;
};

/// A run that does not end: a path from the initial state, and a loop that comes back to its end.
/// Every thread that the promise guarantees, and that can go on, has a step in the loop, and each
/// duty of memory is paid there.
struct Lasso {
  Trace stem;
  std::vector<TraceStep> loop;
  std::vector<LassoThread> threads;  ///< by thread
  std::vector<SpinRead> reads;       ///< of the loop, each once, in its order
  std::optional<Boundary> boundary;  ///< if some thread is not guaranteed
  /// A thread goes round without an atomic or volatile read, which a CUDA compiler may take for
  /// impossible; empty or one sentence.
  Phrase remark;
};

/// What shows that the strong notion fails: a path to a state from which guaranteed threads alone
/// do not lead to an end, whatever they do.
struct Trap {
  Trace path;
  std::uint64_t states = 0;  ///< that they lead to
  std::vector<LassoThread> threads;
};

/// A state in which threads wait, and nobody can go on.
struct Deadlock {
  Trace path;
  Phrase reason;                     ///< which barrier, who is missing and why
  std::vector<LassoThread> threads;  ///< those that have ended, those that wait
};

/// What holds under one promise.
struct EndJudgement {
  Promise promise;
  Ends weak = Ends::unknown;    ///< no run that the promise allows is infinite
  Ends strong = Ends::unknown;  ///< from everywhere, those guaranteed can come to an end
  std::optional<Lasso> lasso;   ///< where weak is `no` and no deadlock says it, if asked for
  std::optional<Trap> trap;     ///< where strong is `no` and no deadlock says it, if asked for
};

/// What is asked.
struct TerminationQuestion {
  std::vector<Promise> promises;
  bool strong = false;  ///< which notion is asked to hold; both are answered
  bool witnesses = true;
  /// Of promises behind the first it is enough to know whether they hold.
  bool brief = false;
};

/// The answer to it, of the machine that Answer names, by a search of its own: whose coverage and
/// cost are its own, too.
struct Termination {
  std::vector<EndJudgement> judgements;  ///< one for each promise that was asked about
  /// The nearest, of the first promise that has one. It violates all promises, unless it is that of
  /// a GPU with too little room, or of a warp with one program counter.
  std::optional<Deadlock> deadlock;
  Coverage coverage;
  /// The first data race; a program that has one means nothing, and every answer is `unknown`.
  std::string race;
  /// What a verdict `bounded` holds up to; one sentence, or empty.
  std::string bound;
  MachineOptions replayed_with;  ///< the options under which the steps of witnesses are taken
  std::uint64_t states = 0;      ///< with who has started, where that makes a difference
  std::uint64_t transitions = 0;
  std::uint64_t components = 0;  ///< strongly connected ones that have a step inside
  double seconds = 0;
};

/// A lasso as steps alone.
struct LassoSteps {
  std::vector<Step> stem;
  std::vector<Step> loop;
};

/// What a machine says about a lasso that somebody shows, without search.
struct ReplayedLasso {
  /// Why it is none, one sentence: a step that is not enabled (`at`), a loop that does not come
  /// back to its beginning, a thread that is guaranteed and does not step, a duty of memory that is
  /// not paid. Nothing: it is one.
  std::optional<std::string> refused;
  std::optional<std::size_t> at;  ///< index of the step that is not enabled, the stem's first
  Lasso lasso;                    ///< in words, as far as it goes
};

}  // namespace opexplore
