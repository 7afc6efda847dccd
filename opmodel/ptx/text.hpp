// What traces print of the PTX machines' states and steps.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opmodel/machine.hpp"
#include "opmodel/ptx/coherence.hpp"
#include "opmodel/ptx/context.hpp"
#include "opmodel/ptx/maybe_value.hpp"

namespace opexplore::ptx_model {

inline constexpr std::string_view too_many_writes =
    "a path of the test has more events in flight than the 64 that a state can hold";

/// \name Texts are made of the largest sets, whatever the form has: their speed does not matter.
/// @{
using TextItems = ItemSet<most_words>;
using TextMemory = Memory<most_words>;
template <unsigned Words>
TextItems widened(const ItemSet<Words>& items) {
  return items.template widened<most_words>();
}
template <unsigned Words>
TextMemory text_memory(const Memory<Words>& memory) {
  TextMemory result;
  for (const Write<Words>& write : memory.writes) {
    result.writes.push_back({write.thread, write.instruction, write.value, write.rmw_source,
                             write.after.template widened<most_words>(),
                             write.not_after.template widened<most_words>()});
  }
  return result;
}
/// @}

/// Names writes and describes memory.
class MemoryText {
 public:
  template <unsigned Words>
  MemoryText(const Context& context, const Memory<Words>& memory)
      : context_(context), memory_(text_memory(memory)) {}

  /// The second write of P0 in program order; of initial_write, that of the location.
  WriteRef ref(std::size_t write, LocationId location = 0) const;
  /// "P0.2".
  std::string id(std::size_t write) const;
  /// "x=1 (P0.2)", with the name that the instruction used.
  std::string label(std::size_t write) const;
  /// The same of a write to this location, or of initial_write: "x=0 (initial)".
  std::string label(std::size_t write, LocationId location) const;
  /// "x=1 (P0.2), y=2 (P1.1)"; "nothing" when empty.
  std::string list(const TextItems& writes) const;
  /// One line per location: its coherence order.
  void components(std::vector<Component>& result) const;
  /// "after x=0 (init x), before x=2 (P1.1)", or "".
  std::string neighbours(std::size_t write) const;
  /// What a step of `settle` does.
  StepText settles(Step step) const;
  Event write_event(std::size_t write) const;
  Event read_event(AddressId name, std::size_t source) const;

 private:
  const Context& context_;
  TextMemory memory_;
};

/// Coherence edges without those that follow from others.
Coherence coherence_pairs(const Context& context, const TextMemory& memory);

/// "r0=1 r1=0" of the live registers; a value that is not known yet prints as "?".
std::string registers_text(const Context& context, ThreadId thread, InstructionId pc,
                           std::span<const MaybeValue> registers);

/// "before line 9: ld.weak r0, x", or "finished"; `at` is the next instruction, or the barrier that
/// the thread waits at.
std::string position_text(const Context& context, ThreadId thread, InstructionId at, bool waits);

/// Why each unfinished thread of a stuck state cannot go on.
Phrase stuck_phrase(const Context& context, const Barriers& barriers,
                    const std::vector<InstructionId>& standing);

/// The stages of a view.
using StageSets = std::vector<TextItems>;
template <class Size>
StageSets stage_sets(const View<Size>& view) {
  StageSets result;
  for (const auto& stage : view.items.stage) result.push_back(stage.template widened<most_words>());
  return result;
}

/// The views of one thread, stage by stage.
void view_components(const Context& context, const MemoryText& text, const std::string& owner,
                     const StageSets& view, std::vector<Component>& result);

/// The cache of a proxy in a CTA: it holds what anybody has fenced into it.
void cache_components(const Context& context, const MemoryText& text,
                      std::span<const StageSets> views, std::vector<Component>& result);

/// Barriers that wait for threads, and the final values that are settled.
void end_components(const Context& context, const Barriers& barriers,
                    std::span<const Value> settled, std::vector<Component>& result);

/// What a read did, for its sentence.
struct ReadFacts {
  ThreadId thread = 0;
  InstructionId pc = 0;
  std::size_t source = 0;
  TextItems known;  ///< before the read, at any stage
  bool late = false;
};

/// The sentence that says why the read could return that value.
std::string reason_text(const Context& context, const TextMemory& memory, const ReadFacts& facts);

/// The event of a fence or barrier.
Event order_event(Event::Kind kind);

}  // namespace opexplore::ptx_model
