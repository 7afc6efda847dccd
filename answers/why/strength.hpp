// What the PTX model asks of accesses and fences before they order anything (PTX ISA 8.7, 8.8).
#pragma once

#include <optional>

#include "answers/why/execution.hpp"
#include "explorer/explore.hpp"
#include "opmodel/phrase.hpp"

namespace opexplore::why_parts {

/// Those of the model that the machine implements; nothing for one that does not say them.
std::optional<Rules> rules_of(const MachineEntry& machine, const MachineOptions& options);

/// \name Of an event.
/// @{
bool is_strong(const Happening& happening, EventNumber event);
Scope scope_at(const Happening& happening, EventNumber event);  ///< of a strong one
Order order_at(const Happening& happening, EventNumber event);
bool is_sc_fence(const Happening& happening, EventNumber event);
bool is_release_fence(const Happening& happening, EventNumber event, const Rules& rules);
bool is_acquire_fence(const Happening& happening, EventNumber event, const Rules& rules);
/// An access.
bool releases(const Happening& happening, EventNumber event, const Rules& rules);
bool acquires(const Happening& happening, EventNumber event, const Rules& rules);
bool is_sc_access(const Happening& happening, EventNumber event, const Rules& rules);
/// @}

/// Smallest scope that includes the threads of both.
Scope needed_scope(const Happening& happening, EventNumber a, EventNumber b);

/// Whether two accesses name one address through one proxy: what the model calls a complete
/// overlap.
bool overlap(const Happening& happening, EventNumber a, EventNumber b, const Rules& rules);

/// Whether the threads of both are of one CTA.
bool same_cta(const Happening& happening, EventNumber a, EventNumber b);

/// What a scope covers that two threads need: "both threads of the CTA", "both CTAs", "both GPUs".
Phrase covered(Scope needed);

/// "cta does not reach P1, in another CTA".
Phrase falls_short(Scope scope, ThreadId other, Scope needed);

}  // namespace opexplore::why_parts
