// Instructions at which threads of a CTA meet: barriers of warps, and exchanges of registers.
//
// Threads are executed one after the other, and what one of them does at a meeting depends on who
// else comes. So the threads of a launch are executed again until what was assumed of meetings is
// what the threads do: Meetings has the assumptions, learn() compares. What agrees with itself is
// true of every run: by induction over its steps, for a thread that has only met others as assumed
// is where its program says.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "opmodel/parts/flow.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

struct Statement;
struct ThreadCode;

/// Where in the program of a thread it comes to which meeting. An instruction stands there.
using Arrivals = std::map<InstructionId, Value>;

/// Who is waited for until all of them have come.
enum class Awaited : std::uint8_t {
  expected,  ///< those that are expected, until they end
  coming,    ///< of these, those that can still come
  named      ///< of these, those that a mask names that is known only when the program runs
};

/// What is known of the threads that meet. Threads are those of the launch, by number.
struct Meeting {
  ThreadMask expected = 0;
  Awaited awaited = Awaited::expected;
  ThreadMask members = 0;  ///< who comes, in some run
  /// All members come equally often in every run that does not fail, so that all of them come
  /// whenever one does.
  bool certain = true;
  /// Where members have given a value that is defined, and one that is not.
  std::set<std::pair<const Statement*, ThreadId>> defined;
  std::set<std::pair<const Statement*, ThreadId>> undefined;
};

class Meetings {
 public:
  /// The number of the meeting of that name, made at the first call. It is the number of a barrier
  /// that no instruction of PTX names.
  Value number(const std::string& name, ThreadMask expected, Awaited awaited);
  const Meeting& at(Value number) const;

  /// Somebody names who meets at instructions of that name by a mask that is known only when the
  /// program runs. So all do, for who has the same mask meets.
  void name_by_mask(const std::string& name);
  bool is_named_by_mask(const std::string& name) const { return by_mask_.contains(name); }

  /// The thread gives a value there, which is defined or not.
  void note_value(Value number, const Statement& statement, ThreadId thread, bool defined);

  /// Takes what the programs, by thread, do at meetings for what is known. Whether that is new.
  bool learn(std::span<const ThreadCode> threads);

 private:
  std::map<std::string, Value> numbers_;
  std::vector<Meeting> meetings_;
  std::set<std::string> by_mask_;
  bool learnt_ = false;  ///< something that learn() has not told yet
};

}  // namespace opexplore::kernel
