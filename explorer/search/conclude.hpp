// What a search has found becomes its report: outcomes, traces, what goes on for ever, and what is
// counted by going through all states once more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "explorer/explore.hpp"
#include "explorer/limits.hpp"
#include "explorer/search/searched_machine.hpp"
#include "explorer/store/level.hpp"
#include "opmodel/results/answer.hpp"
#include "opmodel/results/plan.hpp"

namespace opexplore {

class Checkpoint;

/// What a search needs to know beside the options to keep its states beyond the memory of this
/// process (explorer/search/levels/).
struct LevelsPlan {
  std::string question;  ///< what its files are of, in lines "what: value"
  unsigned number = 0;   ///< among such searches of one question
  bool graded = false;   ///< all ways to a state are equally long
};

/// What goes on for ever in the state that Answer::endless leads to.
enum class EndlessKind : std::uint8_t {
  nothing,  ///< there is no such state
  idle,     ///< iterations that change nothing: the search has found no step
  moving,   ///< steps that lead to no final state
};

/// What is special about a search that is one of several for a question.
struct SearchPlan {
  SearchOrder order = SearchOrder::levels;
  bool traces = true;        ///< paths are traces: give those that are asked for
  bool until_stuck = false;  ///< end with the level of the first stuck state
  /// End with the level of the first state that certainly leads to no final one.
  EndlessKind until_endless = EndlessKind::nothing;
  /// End with the level in which so many racing pairs have been met.
  std::optional<std::size_t> until_data_races = {};
  /// Takes what the search comes to, if it takes anything; with SearchOrder::changes.
  const HuntSink* hunt = nullptr;
  /// Where it notes how far it is, and goes on from; nullptr: nowhere.
  Checkpoint* checkpoint = nullptr;
  /// Where its states lie, and those of other ranks; with SearchOrder::stored_levels.
  std::optional<LevelsPlan> levels = {};
};

/// What one search says.
struct Searched {
  Answer report;
  /// It is no answer: the question has to be put to another form of the machine (MayOutgrow).
  bool outgrown = false;
  /// Where the trace of a witness is asked for, the index in `report.outcomes` of the one whose
  /// trace shows most about the verdict; or none, which is their number.
  std::size_t telling = 0;
  EndlessKind endless = EndlessKind::nothing;  ///< what there is to show for Answer::endless
};

/// Whether the outcome with this index shall have a trace.
bool is_traced(Traces traces, std::size_t index, std::size_t telling);

/// A search that has ended.
struct EndedSearch {
  const SearchedMachine& machine;
  const Test& test;
  const ExploreOptions& options;
  SearchPlan plan;
  const Found& found;
  Position farthest = 0;  ///< the first state of the last level
  bool outgrown = false;  ///< it ended for another form of the machine (MayOutgrow)
  bool has_graph = true;  ///< all states are there; if not, those that the tally names and the ways
  Position endless = no_position;  ///< that SearchPlan::until_endless has asked for
};

/// The report. Looks at the limits while it counts.
Searched conclude(const EndedSearch& search, Limits& limits);

}  // namespace opexplore
