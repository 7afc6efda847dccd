// The events of a trace or of an execution and the relations between them, before anyone draws
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/why/why.hpp"
#include "export/edges.hpp"
#include "opmodel/condition.hpp"
#include "opmodel/data_race.hpp"
#include "opmodel/execution.hpp"
#include "opmodel/results/termination.hpp"
#include "opmodel/results/trace.hpp"

namespace opexplore {

/// One node: an event of a thread, or an initial write (no thread).
struct EventNode {
  std::optional<ThreadId> thread;
  std::size_t step = 0;   ///< number of its step, from 1; 0 when it has none
  std::string letter;     ///< "a", "b", …, "z", "aa", … in thread and program order; "init"
  std::string operation;  ///< "W[x]=1", or the text of the instruction
  bool reads = false;
  std::optional<InstructionId> instruction = {};  ///< of that thread
  bool blamed = false;                            ///< why() names it
  bool is_access = false;                         ///< it reads or writes; no fence, no barrier
  bool repeats = false;                           ///< in the loop of a lasso
  std::string location = {};                      ///< of an initial write
  /// \name What drawings say beside (event_label.hpp).
  /// @{
  std::string attributes = {};  ///< ".release.gpu"
  std::string note = {};        ///< "t is x"
  std::string place = {};       ///< "line 9", "handoff.cu:6"
  /// @}
};

/// The relation from the last event of a loop to its first.
inline constexpr std::string_view for_ever = "for ever";

/// A relation beside the four that every graph has.
struct FurtherRelation {
  std::string name;
  std::vector<Edge> edges;
  bool abridged = false;  ///< it is an order; pairs that follow from others were left out
};

struct EventGraph {
  std::vector<EventNode> nodes;  ///< threads in order, then the initial writes
  std::vector<Edge> program_order;
  std::vector<Edge> reads_from;
  std::vector<Edge> coherence;           ///< without the pairs that follow from others
  std::vector<Edge> from_reads;          ///< to the next writes in coherence order
  std::vector<FurtherRelation> further;  ///< none is empty
  std::vector<NamedRelation> broken;     ///< Execution::broken
  std::vector<Edge> emphasised;          ///< what to look at first, in whichever relation it is
};

/// The graph of a trace. Events stand in program order: that of the instructions
/// where a thread has no backward jump, else that of its steps.
EventGraph event_graph(const Test& test, const Trace& trace);

/// The graph of a run without end: of its loop steps without events are there too, and edges named
/// "for ever" lead from the last of each thread to the first.
EventGraph event_graph(const Test& test, const Lasso& lasso);

/// A relation as it is drawn.
struct DrawnRelation {
  std::string name;
  std::string colour;  ///< as Graphviz and style sheets name it; herd's where herd has one
  std::vector<Edge> edges;
  /// What to look at first: where a read that is to blame should have been later, races, and what
  /// the graph emphasises.
  std::vector<Edge> emphasised;
};

/// All relations of the graph that are not empty, program order first.
std::vector<DrawnRelation> relations_of(const EventGraph& graph);

/// Marks the events that are to blame for the outcome of the trace.
void mark_blamed(const Why& why, EventGraph& graph);

/// Adds what a model says of the execution that the trace of the graph is: dependencies,
/// synchronisation, and what the model wants shown. Edges of events that the graph lacks are left
/// out.
void add_relations(const Execution& execution, EventGraph& graph);

/// Emphasises how the execution breaks these axioms: the cycle, or the pair and what leads the
/// other way.
void mark_broken(const std::vector<std::string>& axioms, EventGraph& graph);

/// Adds `race`, between the two accesses that race at the end of the trace.
void mark_race(const RacingPair& pair, EventGraph& graph);

/// Which of the relations that a model names a graph has.
enum class ModelRelations : std::uint8_t { shown, all };

/// The graph of an execution, with dependencies, rmw and synchronisation, and what the model names.
/// Initial writes that no relation of the graph mentions are left out.
EventGraph event_graph(const Test& test, const Execution& execution,
                       ModelRelations relations = ModelRelations::shown);

/// "a", "b", …: the letter of the event with that index among those of all threads.
std::string letter_name(std::size_t index);

/// "W[x]=1".
std::string access_text(char kind, const std::string& name, Value value);

/// What a node is called where it is not drawn: its letter, or "init[x]".
std::string reference(const EventNode& node);

/// The same for all events of an execution.
std::vector<std::string> event_names(const Test& test, const Execution& execution);

}  // namespace opexplore
