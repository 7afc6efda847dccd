// Which steps of a state to take, for the machines with address queues: those of a set of agents
// that no other agent, now or later, can affect.
//
// An agent is a part of the machine that acts by itself: the accesses of a thread to a location, a
// location's way from a thread's view to the others, a fence. That ways to others are agents of
// their own is what these machines add to opmodel/parts/closure.hpp. docs/search.md says why it is
// sound to take the steps of a closed set alone; the README.md of each machine says who needs whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "opmodel/parts/function_ref.hpp"
#include "opmodel/parts/small_vector.hpp"
#include "opmodel/program.hpp"

namespace opexplore::queue_model {

enum class AgentKind : std::uint8_t {
  access,          ///< loads, stores and atomics of a thread to a location
  publish,         ///< the location's value leaves the thread's view
  send,            ///< the location's value leaves the block's memory
  refresh_thread,  ///< the thread's view takes values
  refresh_block,   ///< the block's memory takes values
  fence            ///< the fences of a thread
};

struct Agent {
  AgentKind kind = AgentKind::access;
  std::uint8_t owner = 0;   ///< thread or block
  LocationId location = 0;  ///< 0 where it has none
  bool operator==(const Agent&) const = default;
};

/// A set of agents that grows; its members in the order in which they were added.
class AgentSet {
 public:
  void add(const Agent& agent) {
    if (!contains(agent)) members_.push_back(agent);
  }
  bool contains(const Agent& agent) const;
  std::size_t size() const { return members_.size(); }
  const Agent& operator[](std::size_t index) const { return members_[index]; }

 private:
  SmallVector<Agent, 32> members_;
};

/// Adds to the set whom an agent needs: those that may affect what it does now, and, if it may do
/// more before it has done that, some of whom one must act before it can.
using Needs = FunctionRef<void(const Agent&, AgentSet&)>;

/// The agents whose steps to take, given the agent of each step of the state: the closed set with
/// the fewest steps, of several that of the first step. A function of its arguments alone.
/// Precondition: there are steps.
AgentSet ample_agents(std::span<const Agent> acting, Needs needs);

}  // namespace opexplore::queue_model
