#include "opmodel/machines/vulkan/chains.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>

namespace opexplore::vulkan {

namespace {

constexpr std::size_t places_in_chain = 8;

// Per scope of a hop and place: where it leads.
using Hops = std::array<std::array<ChainPlaces, places_in_chain>, 3>;

constexpr ChainPlaces at(std::initializer_list<unsigned> places) {
  ChainPlaces result = 0;
  for (const unsigned place : places) result |= static_cast<ChainPlaces>(1U << place);
  return result;
}

// The places are those behind the hops of s1? (s2? w3)? (s4? (s5? w6)? q7)?, 0 before all. Where
// two hops are possible and after one of them all is that is after the other, that one is meant.
constexpr Hops outwards{{
    {at({1}), at({2, 4}), 0, at({4}), at({5}), 0, 0, 0},
    {at({3}), at({3}), at({3}), at({6}), at({6}), at({6}), 0, 0},
    {at({7}), at({7}), 0, at({7}), at({7}), 0, at({7}), 0},
}};

// By scope: the places at which a chain to it can end.
constexpr std::array<ChainPlaces, 4> complete{at({0}), at({0, 1}), at({0, 1, 3}), at({0, 1, 3, 7})};

// The places are those behind the hops of (q1 (w2 s3?)? s4?)? (w5 s6?)? s7?, 0 before all; 6 is
// also where a chain from workgroups begins, 4 where one from queue families does, 7 the end.
constexpr Hops inwards{{
    {at({7}), at({4}), at({3}), at({4}), at({7}), at({6}), at({7}), 0},
    {at({5}), at({2}), at({5}), at({5}), at({5}), 0, 0, 0},
    {at({1}), 0, 0, 0, 0, 0, 0, 0},
}};

constexpr std::array<ChainPlaces, 4> beginnings{at({7}), at({6}), at({4}), at({0})};

ChainPlaces hop(const Hops& hops, ChainPlaces places, VulkanScope in) {
  ChainPlaces result = 0;
  for (std::size_t place = 0; place < places_in_chain; ++place) {
    if ((places >> place & 1U) != 0) result |= hops[static_cast<std::size_t>(in)][place];
  }
  return result;
}

}  // namespace

ChainPlaces hop_outwards(ChainPlaces places, VulkanScope in) { return hop(outwards, places, in); }

Levels available_to(ChainPlaces places, VulkanScope scope) {
  Levels levels = 0;
  for (std::size_t level = 0; level <= static_cast<std::size_t>(scope); ++level) {
    if ((places & complete[level]) != 0) levels |= static_cast<Levels>(1U << level);
  }
  return levels;
}

ChainPlaces useful_outwards(VulkanScope scope) {
  ChainPlaces result = 0;
  for (std::size_t place = 0; place < places_in_chain; ++place) {
    const auto one = static_cast<ChainPlaces>(1U << place);
    bool useful = available_to(one, scope) != 0;
    for (const VulkanScope in : hop_scopes) {
      useful = useful || (in <= scope && hop_outwards(one, in) != 0);
    }
    if (useful) result |= one;
  }
  return result;
}

ChainPlaces pulled_from(Levels levels) {
  ChainPlaces result = 0;
  for (std::size_t level = 0; level < beginnings.size(); ++level) {
    if ((levels >> level & 1U) != 0) result |= beginnings[level];
  }
  return result;
}

ChainPlaces hop_inwards(ChainPlaces places, VulkanScope in) { return hop(inwards, places, in); }

Levels hops_inwards(ChainPlaces places) {
  Levels levels = 0;
  for (const VulkanScope in : hop_scopes) {
    if (hop_inwards(places, in) != 0) {
      levels |= static_cast<Levels>(1U << static_cast<unsigned>(in));
    }
  }
  return levels;
}

}  // namespace opexplore::vulkan
