// Is a mapping table right? Each source test runs on the machine of the source language, what the
// table makes of it on a PTX machine: every outcome of the second has to be one of the first,
// unless the source has a data race. docs/mappings.md describes it for users.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/crew.hpp"
#include "answers/why/why.hpp"
#include "axioms/axioms.hpp"
#include "explorer/explore.hpp"
#include "mappings/compile.hpp"
#include "mappings/table.hpp"

namespace opexplore::mappings {

/// A machine and how it is run, and the axioms that it implements, where it names some.
struct Side {
  const MachineEntry* machine = nullptr;
  MachineOptions options;
  std::optional<axioms::Model> model;
};

/// The machine with those options and the axioms that they mean.
Side side_of(const MachineEntry& machine, MachineOptions options);

/// The source tests: how many, how each is made (from several threads), and the family it is of.
struct TestList {
  std::size_t size = 0;
  std::function<Test(std::size_t)> make;
  std::function<std::string_view(std::size_t)> family;
};

/// The test with everything observed that memory operations read into, and all locations; without a
/// filter, and its condition true: for tests of users, whose questions may see too little.
Test observing_everything(Test test);

struct CheckOptions {
  Side source, target;
  Width width = Width::bits32;
  unsigned threads = 0;                              ///< 0: as many as there are cores
  std::optional<std::chrono::milliseconds> timeout;  ///< of each search
  std::vector<Table> before;          ///< tables of a chain that come first, in their order
  bool weaken = true;                 ///< ask of each entry whether it is stronger than needed
  std::function<bool()> interrupted;  ///< polled; true ends the check, which is then incomplete
  /// Called now and then, by one thread at a time: what is done, how much of how much.
  std::function<void(const std::string&, std::size_t, std::size_t)> progress;
};

/// What became of one source test.
enum class Finding : std::uint8_t {
  unseen,      ///< the check ended before
  sound,       ///< every outcome of the compiled test is one of the source
  unsound,     ///< one is not
  undefined,   ///< the source has a data race
  uncovered,   ///< the table does not say what to make of it
  refused,     ///< a machine cannot run it
  incomplete,  ///< a search ended before its end
};
inline constexpr std::size_t finding_count = static_cast<std::size_t>(Finding::incomplete) + 1;

/// Outcomes of a test that must not be there.
struct Counterexample {
  std::size_t index = 0;                           ///< of the source test in its list
  Test source;                                     ///< its condition asks for the outcome
  Test compiled;                                   ///< so does its
  std::vector<std::vector<InstructionId>> origin;  ///< Compiled::origin
  std::string ending;                              ///< the outcome: "1:r0=1 1:r1=0 [x]=1"
  std::string race;  ///< instead of an outcome: what races in the compiled test alone
  /// The entries that are to blame: with `cure`'s in their place the outcome is gone. Several are
  /// alternatives unless `together`.
  std::vector<EntryId> blamed;
  bool together = false;
  std::vector<std::string> cures;  ///< for each of `blamed`: the template that cures it
  std::string cure;                ///< where the templates are from; empty if nothing helps
  Trace trace;                     ///< of the compiled test, to the outcome
  std::string trace_machine;
  std::optional<Why> why = {};      ///< of the trace, where its machine explains_traces()
  std::vector<std::string> axioms;  ///< of the source model: those that forbid the outcome
  std::vector<std::string> events;  ///< of the source execution that they forbid
  std::string relations;            ///< what these say of it, e.g. "sw: …"
  /// Whether the axioms of source and target agree with the machines on the outcome; why not.
  std::string disagreement;
  bool bounded = false;                ///< the axioms looked at so many iterations of loops alone
  std::string sentence;                ///< what happened, in sentences
  std::vector<std::string> kept = {};  ///< the files that it was written to, if it was
};

struct EntryReport {
  enum class Verdict : std::uint8_t { unused, sound, unsound };
  Verdict verdict = Verdict::unused;
  std::size_t uses = 0;                       ///< tests that use it, whatever became of them
  std::size_t tests = 0;                      ///< sound ones that use it
  std::optional<std::size_t> counterexample;  ///< index into TableReport::counterexamples
  /// Weaker templates with which the `tests` stay sound. No proof that they are enough.
  std::vector<Template> enough;
  std::vector<std::string> families = {};  ///< of the tests that use it
};

struct TableReport {
  Table table;
  std::vector<std::size_t> findings;  ///< how many, by Finding
  std::vector<EntryReport> entries;   ///< by EntryId
  /// The smallest one of each entry that is to blame, smallest first.
  std::vector<Counterexample> counterexamples;
  std::vector<std::size_t> unsound_tests;  ///< in increasing order
  std::string first_gap;                   ///< why the first uncovered or refused test is
  std::string incomplete;                  ///< one sentence; empty when everything was seen
  bool weakened = false;                   ///< `enough` was looked for
  double seconds = 0;
  Width width = Width::bits32;  ///< of atomic objects

  std::size_t count(Finding finding) const {
    return findings.at(static_cast<std::size_t>(finding));
  }

  /// The entries for objects of `width` that no test uses: nothing is said of them. What the
  /// compiler refuses is none of them. Empty when the check was interrupted.
  std::vector<EntryId> untested() const;
};

/// Checks tables over a list of tests; what the source allows is found out once for all tables.
class Checker {
 public:
  Checker(TestList tests, CheckOptions options);
  ~Checker();
  Checker(const Checker&) = delete;
  Checker& operator=(const Checker&) = delete;

  /// The same for any number of threads, `seconds` apart. Throws what the tests' maker throws.
  /// With a crew, which it leads, the others check and this process explains what they find.
  TableReport check(const Table& table, const Crew* crew = nullptr);

  /// Of one of the others: does a job of such a check, or gives an empty text when the user has
  /// ended it. Throws std::invalid_argument for a text that
  /// is none.
  std::string done(const Table& table, std::string_view job);

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

/// "sound", "undefined", …
std::string_view to_string(Finding finding);

}  // namespace opexplore::mappings
