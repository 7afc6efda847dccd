// Racing pairs as they are told: one entry for two places of the source, with what each access is
// and why the two are not morally strong (PTX ISA 8.7).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "answers/reports.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"

namespace opexplore {

/// What morally strong accesses have, and these lack; in the order of the definition.
enum class NotStrong : std::uint8_t {
  weak,      ///< one of them is weak, in another thread than the other
  apart,     ///< one goes on by itself, beside the thread that both are of: not in program order
  scope,     ///< the scope of one does not include the thread of the other
  proxy,     ///< they go through different proxies
  address,   ///< they use different names of the location
  no_atomic  ///< one is volatile, where races are those of CUDA C++
};

/// A condition of moral strength that fails.
struct NotStrongReason {
  enum class Whose : std::uint8_t { first, second, both };
  NotStrong what = NotStrong::weak;
  Whose whose = Whose::both;  ///< of the pair
};

/// Racing pairs between two places of the source.
struct DataRaceEntry {
  std::vector<AnsweredDataRace> races;  ///< one for each two threads, in order; never empty
  std::string location;
  std::vector<NotStrongReason> not_strong;  ///< of the first; never empty
  bool in_ending = false;                   ///< of any

  const AnsweredDataRace& first() const { return races.front(); }
};

/// The answer's races, by their places. Under the PTX ISA 6.0, as ptx and ptx60 read it, neither
/// proxies nor names of a location matter.
std::vector<DataRaceEntry> data_race_entries(const Test& test, const Answer& answer);

/// "both are weak"; "P0's is weak"; "scope cta of P0 does not include P1".
std::string reason_text(const Program& program, const RacingPair& pair,
                        const NotStrongReason& reason);

/// "P1 line 7: `ld.weak r1, x`".
std::string access_text(const Program& program, ThreadId thread, InstructionId at);

/// "P0 line 5: `st.weak x, 1` and P1 line 7: `ld.weak r1, x`", of the entry's first.
std::string pair_text(const Test& test, const DataRaceEntry& entry);

}  // namespace opexplore
