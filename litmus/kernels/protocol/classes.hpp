// Positions from which threads do the same, whatever the others do: one piece of program is enough
// for all of a class. The coarsest such classes, by refinement (Moore 1956; Paige and Tarjan 1987),
// together with what a thread has to tell those that it meets: the class of its position there as
// far as it makes a difference to them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "litmus/kernels/protocol/extract.hpp"

namespace opexplore::kernel {

/// The threads that access locations, that stop, or by whose barriers others come into an order.
std::vector<Speaker> speakers_of(const Extract& extract);

/// A class of a speaker's positions.
using ClassId = std::uint32_t;

/// What those that a thread meets tell it: by speaker, the number that it tells; a speaker that
/// does not come is not there.
using Told = std::map<std::uint32_t, std::uint32_t>;

struct Class {
  std::uint32_t speaker = 0;
  std::vector<PositionId> positions;
  std::map<Value, ClassId> next;  ///< of an act and a choice
  std::map<Told, ClassId> met;    ///< of a meeting
  std::uint32_t tells = 0;        ///< of a meeting, from 1; at another meeting something else
  std::uint32_t meetings = 0;     ///< likewise: that the thread has been to
};

struct Classes {
  std::vector<Speaker> speakers;
  std::vector<Class> classes;
  std::vector<ClassId> first;  ///< by speaker
};

/// Those of the speakers, and of the threads that have to be among them since what others do
/// depends on theirs. Throws LeftOpen where positions do not say what threads do.
Classes classes_of(const Extract& extract, std::vector<Speaker> speakers);

/// The first position of the class, and another one of its thread.
/// @{
const Position& position_of(const Extract& extract, const Classes& classes, const Class& of);
const Position& position_of(const Extract& extract, const Classes& classes, const Class& of,
                            PositionId number);
/// @}

}  // namespace opexplore::kernel
