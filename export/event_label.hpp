// What a drawing says of an event beside what it reads or writes: order, scope, proxy, alias,
// place.
#pragma once

#include <string>

#include "export/event_graph.hpp"
#include "opmodel/condition.hpp"

namespace opexplore {

/// Gives the node its `attributes`, `note` and `place`, from the instruction that it is an event
/// of.
void add_details(const Test& test, EventNode& node);

/// The event in one line: "W.release.gpu[x]=1", "R.weak.texture[t]=0, t is x". Texts of
/// instructions that are too long for a drawing are cut.
std::string drawn_text(const EventNode& node);

}  // namespace opexplore
