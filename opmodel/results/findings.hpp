// What is wrong with a program, for its author: bugs with their places and the cheapest change that
// mends each, of a kernel in the words of its source. Plain values: text, JSON, SARIF and
// annotations write the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/program.hpp"
#include "opmodel/results/trace.hpp"
#include "opmodel/results/why.hpp"

namespace opexplore {

/// What a bug is.
enum class BugKind : std::uint8_t {
  data_race,   ///< two accesses that nothing orders (PTX ISA 8.7.1)
  same_value,  ///< likewise, two stores, and both store the same in every execution
  assertion,   ///< an `assert` fails
  misuse,      ///< an instruction is used in a way that PTX leaves undefined
  divergence,  ///< threads of a block do not come to a barrier together
  unexpected,  ///< a result that --never or --forall excludes
  deadlock,    ///< threads wait at a barrier, and nobody comes
  hang,        ///< threads go round for ever
  watched      ///< what a question about places of the kernel excludes
};
/// "data-race", "same-value-race", "assertion", "misuse", "barrier-divergence", "unexpected",
/// "deadlock", "hang": as SARIF and annotations name it. Of what is watched "watched".
std::string_view name_of(BugKind kind);

/// An access or a stop that belongs to a bug.
struct BugPlace {
  ThreadId thread = 0;
  InstructionId instruction = 0;
  std::string what;  ///< "store"; "load, may see 0"; "waits here"
};

/// A change of the source.
struct CodeEdit {
  using Where = Edit::Where;
  Where where = Where::at;
  CodePlace place;   ///< of a module without lines of a source: of the PTX
  std::string text;  ///< "__threadfence();", "flag.store(…, cuda::memory_order_release)"
  /// Of a change `at` a line: the part that it takes the place of; empty: whatever does it there.
  std::string instead = {};
  bool exact = false;         ///< `instead` is what the source has from the place on
  bool in_a_column = false;   ///< its thread stands beside others, so that no line can go there
  bool inside = false;        ///< before or after something within the line, which has several
  bool needs_braces = false;  ///< the line is a body without them, and becomes two statements
  bool operator==(const CodeEdit&) const = default;
};

/// Changes that mend a bug together.
struct CodeFix {
  std::vector<CodeEdit> edits;  ///< never empty
  std::string effect;           ///< what a search of the changed kernel says: "out is always 42"
  bool proved = false;          ///< that search was complete, and the bug is gone
  bool mends_all = false;       ///< and so are all others of the kernel
};

struct Bug {
  BugKind kind = BugKind::data_race;
  std::string title;                        ///< "data race on `data`"
  std::vector<BugPlace> places;             ///< the first is where it is reported; never empty
  std::vector<std::string> sentences = {};  ///< why, each a whole sentence
  std::optional<CodeFix> fix = {};
  std::vector<std::string> other_fixes = {};  ///< "cuda::atomic<…>, release store, acquire load"
  const Trace* trace = nullptr;               ///< the shortest one to it; it belongs to the answer
  /// What comes there was not explored, so that it may be none: a note of the verdict tells it.
  bool undecided = false;
  std::string_view rule = {};  ///< of what is watched, the name of its question's bug
};
/// That of its kind, or of the question that watches: "mutual-exclusion".
std::string_view name_of(const Bug& bug);

/// Something worth knowing that is no bug.
struct Note {
  std::string text;
  std::optional<CodePlace> place = {};
};

/// Of a kernel all of it; of another test bugs alone.
struct Findings {
  std::vector<Bug> bugs;          ///< the most important first
  std::vector<std::string> fine;  ///< what was asked, and is not so: "no data race", "no hang"
  std::vector<Note> notes;
  bool incomplete = false;  ///< what is asked of each kernel could not be asked of this one
};

}  // namespace opexplore
