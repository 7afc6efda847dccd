#include "opmodel/parts/symmetry.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "opmodel/instruction.hpp"
#include "opmodel/parts/flow.hpp"
#include "opmodel/parts/location_exchange.hpp"
#include "opmodel/vulkan.hpp"

namespace opexplore {

namespace {

using Unit = Symmetry::Unit;
using Group = Symmetry::Group;

bool is_asked_for(const Test& test, ThreadId thread) {
  return std::any_of(test.observables.begin(), test.observables.end(), [&](const Observable& seen) {
    const auto* const term = std::get_if<RegisterTerm>(&seen);
    return term != nullptr && term->thread == thread;
  });
}

bool uses_proxies(const Thread& thread) {
  return std::any_of(thread.instructions.begin(), thread.instructions.end(),
                     [](const Instruction& instruction) {
                       const MemoryAccess* const access = memory_access(instruction.action);
                       return access != nullptr && access->proxy != Proxy::generic;
                     });
}

// The instruction without the threads that it counts.
Action without_members(Action action) {
  if (Barrier* const barrier = barrier_of(action)) barrier->members.reset();
  return action;
}

// Names of registers and places in the file do not matter, nor, so far, which locations and threads
// they name.
bool run_alike(const Thread& left, const Thread& right) {
  const auto same_action = [](const Instruction& a, const Instruction& b) {
    return same_elsewhere(without_members(a.action), without_members(b.action));
  };
  const auto same_register = [](const Register& a, const Register& b) {
    return a.initial == b.initial && a.type == b.type;
  };
  return std::equal(left.instructions.begin(), left.instructions.end(), right.instructions.begin(),
                    right.instructions.end(), same_action) &&
         std::equal(left.registers.begin(), left.registers.end(), right.registers.begin(),
                    right.registers.end(), same_register);
}

// Calls f(address, address) for the accesses of two threads that run alike. Returns whether all
// said true.
template <class F>
bool all_accesses(const Thread& left, const Thread& right, F&& f) {
  for (std::size_t i = 0; i < left.instructions.size(); ++i) {
    const MemoryAccess* const one = memory_access(left.instructions[i].action);
    const MemoryAccess* const other = memory_access(right.instructions[i].action);
    if (one != nullptr && !f(one->address, other->address)) return false;
  }
  return true;
}

using Numbers = std::vector<std::uint16_t>;

std::string shape_of(const Term& term, const Numbers& moved) {
  const auto* const index = std::get_if<ObservableIndex>(&term);
  if (index == nullptr) return std::to_string(std::get<Value>(term));
  return '#' + std::to_string(moved.empty() ? index->index : moved[index->index]);
}

// Equal texts are equal formulas, but for the order of what may come in any; observables have the
// numbers to which they are moved, if they are.
std::string shape_of(const Proposition& proposition, const Numbers& moved) {
  std::vector<std::string> parts;
  std::string text = std::to_string(static_cast<int>(proposition.kind));
  if (proposition.kind == Proposition::Kind::comparison) {
    parts = {shape_of(proposition.left, moved), shape_of(proposition.right, moved)};
    const Comparison comparison = proposition.comparison;
    text += ',' + std::to_string(static_cast<int>(comparison));
    const bool either = comparison == Comparison::equal || comparison == Comparison::not_equal;
    if (either) std::ranges::sort(parts);
  } else {
    for (const Proposition& part : proposition.parts) parts.push_back(shape_of(part, moved));
    std::ranges::sort(parts);
  }
  for (const std::string& part : parts) text += '(' + part + ')';
  return text;
}

// Whether the formula says the same of observables that change places.
bool is_same(const Proposition& proposition, const Numbers& moved) {
  return shape_of(proposition, {}) == shape_of(proposition, moved);
}

// Whether the exchange of the two units takes the program to itself.
class Exchange {
 public:
  Exchange(const Test& test, Moves moves, const Unit& left, const Unit& right)
      : test_(test), moves_(moves), left_(left), right_(right), locations_(test.program) {}

  bool is_automorphism() {
    if (!test_.program.system_synchronisations.empty()) return false;
    if (left_.size() != right_.size()) return false;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (!alike(left_[i], right_[i])) return false;
    }
    return keeps_distances() && keeps_members() && exchanges_locations() && keeps_question();
  }

  // Whose value each observable gets. Precondition: it is an automorphism.
  std::vector<std::uint16_t> moved_observables() const {
    return *locations_.moved_observables(test_);
  }

 private:
  const Thread& thread(ThreadId id) const { return test_.program.threads[id]; }

  bool alike(ThreadId left, ThreadId right) const {
    if (is_asked_for(test_, left) || is_asked_for(test_, right)) return false;
    if (!run_alike(thread(left), thread(right))) return false;
    return common_scope(thread(left), thread(right)) == Scope::cta || !uses_proxies(thread(left));
  }

  ThreadId image(ThreadId id) const {
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (left_[i] == id) return right_[i];
      if (right_[i] == id) return left_[i];
    }
    return id;
  }

  // Subgroups matter to Vulkan alone.
  std::pair<Scope, bool> distance(ThreadId a, ThreadId b) const {
    const bool vulkan = test_.program.language == Language::vulkan;
    return {common_scope(thread(a), thread(b)),
            vulkan && share(VulkanScope::subgroup, thread(a), thread(b))};
  }

  bool keeps_distances() const {
    const auto count = static_cast<ThreadId>(test_.program.threads.size());
    for (const ThreadId moved : left_) {
      for (ThreadId other = 0; other < count; ++other) {
        if (distance(moved, other) != distance(image(moved), image(other))) return false;
      }
    }
    return true;
  }

  // Whether barriers count the same threads when all have moved. What a register holds is not
  // looked at.
  bool keeps_members() const {
    for (std::size_t t = 0; t < test_.program.threads.size(); ++t) {
      const auto id = static_cast<ThreadId>(t);
      for (std::size_t i = 0; i < thread(id).instructions.size(); ++i) {
        const Barrier* const barrier = barrier_of(thread(id).instructions[i].action);
        if (barrier == nullptr) continue;
        const Barrier& other = *barrier_of(thread(image(id)).instructions[i].action);
        if (barrier->members.has_value() != other.members.has_value()) return false;
        if (!barrier->members) continue;
        const Value* const members = std::get_if<Value>(&*barrier->members);
        const Value* const moved = std::get_if<Value>(&*other.members);
        if (members == nullptr || moved == nullptr || image(*members) != *moved) return false;
      }
    }
    return true;
  }

  Value image(Value members) const {
    ThreadMask result = 0;
    for (auto left = static_cast<ThreadMask>(members); left != 0; left &= left - 1) {
      result |= thread_bit(image(static_cast<ThreadId>(std::countr_zero(left))));
    }
    return static_cast<Value>(result);
  }

  bool is_moved(ThreadId id) const { return image(id) != id; }

  // With the units their locations, and those of all others stay.
  bool exchanges_locations() {
    const auto pair = [&](AddressId a, AddressId b) { return locations_.pair(a, b); };
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (!all_accesses(thread(left_[i]), thread(right_[i]), pair)) return false;
    }
    const auto count = static_cast<ThreadId>(test_.program.threads.size());
    for (ThreadId other = 0; other < count; ++other) {
      if (!is_moved(other) && !all_accesses(thread(other), thread(other), pair)) return false;
    }
    return true;
  }

  bool keeps_question() const {
    if (moves_ == Moves::nothing) return locations_.is_identity();
    const auto moved = locations_.moved_observables(test_);
    if (!moved) return false;
    if (moves_ == Moves::locations || std::ranges::is_sorted(*moved)) return true;
    return is_same(test_.condition, *moved) && (!test_.filter || is_same(*test_.filter, *moved));
  }

  const Test& test_;
  const Moves moves_;
  const Unit& left_;
  const Unit& right_;
  LocationExchange locations_;
};

// The threads that are this near to each other, as units.
std::vector<Unit> units_of(const Program& program, Scope scope) {
  std::map<std::tuple<std::uint32_t, std::uint32_t>, Unit> units;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const Thread& thread = program.threads[t];
    units[{thread.gpu, scope == Scope::cta ? thread.cta : 0}].push_back(static_cast<ThreadId>(t));
  }
  std::vector<Unit> result;
  for (auto& [place, unit] : units) result.push_back(std::move(unit));
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<Group> groups_among(const Test& test, Moves moves, const std::vector<Unit>& units) {
  std::vector<Group> groups;
  for (const Unit& unit : units) {
    const auto place = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return Exchange(test, moves, group.front(), unit).is_automorphism();
    });
    if (place == groups.end()) {
      groups.push_back({unit});
    } else {
      place->push_back(unit);
    }
  }
  std::erase_if(groups, [](const Group& group) { return group.size() == 1; });
  return groups;
}

}  // namespace

Symmetry::Symmetry(const Test& test, Moves moves) {
  const Program& program = test.program;
  std::vector<Unit> single;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    const auto thread = static_cast<ThreadId>(t);
    single.push_back({thread});
    first_places_.push_back(thread);
  }
  for (const auto& units : {single, units_of(program, Scope::cta), units_of(program, Scope::gpu)}) {
    for (Group& group : groups_among(test, moves, units)) add(test, moves, std::move(group));
  }
}

void Symmetry::add(const Test& test, Moves moves, Group group) {
  // A unit may be all of its CTA, and that all of its GPU.
  if (std::find(groups_.begin(), groups_.end(), group) != groups_.end()) return;
  for (std::size_t i = 0; i < group.front().size(); ++i) {
    ThreadId lowest = first_places_[group.front()[i]];
    for (const Unit& unit : group) lowest = std::min(lowest, first_places_[unit[i]]);
    for (const Unit& unit : group) first_places_[unit[i]] = lowest;
  }
  for (std::size_t u = 1; u < group.size(); ++u) {
    Exchange exchange(test, moves, group.front(), group[u]);
    if (!exchange.is_automorphism()) continue;  // it is, and now knows the locations
    auto moved = exchange.moved_observables();
    if (!std::ranges::is_sorted(moved)) moved_observables_.push_back(std::move(moved));
  }
  groups_.push_back(std::move(group));
}

namespace {

using Colours = std::span<const std::uint64_t>;

// The threads that stand in the places of a unit.
using UnitThreads = SmallVector<ThreadId, 2>;

UnitThreads standing_at(const Arrangement& arrangement, const Unit& places) {
  UnitThreads threads;
  for (const ThreadId place : places) threads.push_back(arrangement[place]);
  return threads;
}

bool before(const UnitThreads& left, const UnitThreads& right, Colours colours) {
  return std::lexicographical_compare(
      left.begin(), left.end(), right.begin(), right.end(),
      [&](ThreadId a, ThreadId b) { return colours[a] < colours[b]; });
}

// Sorts what stands at the units of one group after the other.
Arrangement sorted(const Symmetry& symmetry, Colours colours) {
  Arrangement arrangement;
  for (std::size_t t = 0; t < symmetry.threads(); ++t)
    arrangement.push_back(static_cast<ThreadId>(t));
  std::vector<UnitThreads> moved;
  for (const Group& group : symmetry.groups()) {
    moved.clear();
    for (const Unit& unit : group) moved.push_back(standing_at(arrangement, unit));
    std::stable_sort(moved.begin(), moved.end(), [&](const UnitThreads& a, const UnitThreads& b) {
      return before(a, b, colours);
    });
    for (std::size_t u = 0; u < group.size(); ++u) {
      for (std::size_t i = 0; i < group[u].size(); ++i) arrangement[group[u][i]] = moved[u][i];
    }
  }
  return arrangement;
}

// Calls f(first, second) for neighbours in a group that no colour tells apart.
template <class F>
void for_each_tie(const Symmetry& symmetry, const Arrangement& arrangement, Colours colours,
                  F&& f) {
  for (const Group& group : symmetry.groups()) {
    UnitThreads first = standing_at(arrangement, group.front());
    for (std::size_t u = 1; u < group.size(); ++u) {
      const UnitThreads second = standing_at(arrangement, group[u]);
      if (!before(first, second, colours)) f(first, second);
      first = second;
    }
  }
}

// The first of several threads of which it is open who comes first. Which colour is taken does not
// depend on where threads stand; nor does it matter which of these threads is taken if they can be
// exchanged.
std::optional<ThreadId> one_of_several(const Symmetry& symmetry, const Arrangement& arrangement,
                                       Colours colours, Colours neighbourhoods) {
  std::optional<ThreadId> chosen;
  for_each_tie(
      symmetry, arrangement, colours, [&](const UnitThreads& first, const UnitThreads& second) {
        const bool twins = std::equal(
            first.begin(), first.end(), second.begin(), second.end(),
            [&](ThreadId a, ThreadId b) { return neighbourhoods[a] == neighbourhoods[b]; });
        if (twins) return;
        if (!chosen || colours[first.front()] < colours[*chosen]) chosen = first.front();
      });
  return chosen;
}

// Where the thread is when the two units have changed places.
ThreadId exchanged(ThreadId thread, const Unit& one, const Unit& other) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (thread == one[i]) return other[i];
    if (thread == other[i]) return one[i];
  }
  return thread;
}

}  // namespace

std::vector<std::pair<ThreadId, ThreadId>> alike(const Symmetry& symmetry, ThreadId first,
                                                 ThreadId second) {
  using Pair = std::pair<ThreadId, ThreadId>;
  std::set<Pair> found{{first, second}};
  std::vector<Pair> open{{first, second}};
  while (!open.empty()) {
    const Pair pair = open.back();
    open.pop_back();
    for (const Group& group : symmetry.groups()) {
      for (std::size_t u = 1; u < group.size(); ++u) {
        const Pair moved{exchanged(pair.first, group[u - 1], group[u]),
                         exchanged(pair.second, group[u - 1], group[u])};
        if (found.insert(moved).second) open.push_back(moved);
      }
    }
  }
  return {found.begin(), found.end()};
}

std::vector<Outcome> alike(const Symmetry& symmetry, Outcome outcome, std::size_t most) {
  std::vector<Outcome> result;
  result.push_back(std::move(outcome));
  if (symmetry.moved_observables().empty()) return result;
  std::set<Outcome> found{result.front()};
  for (std::size_t i = 0; i < result.size() && result.size() <= most; ++i) {
    for (const auto& values : symmetry.moved_observables()) {
      Outcome moved;
      moved.reserve(values.size());
      for (const std::uint16_t from : values) moved.push_back(result[i][from]);
      if (found.insert(moved).second) result.push_back(std::move(moved));
    }
  }
  if (result.size() > most + 1) result.resize(most + 1);
  return result;
}

std::optional<Arrangement> arrange(const Symmetry& symmetry, Colours threads) {
  Arrangement arrangement = sorted(symmetry, threads);
  bool open = false;
  for_each_tie(symmetry, arrangement, threads,
               [&](const UnitThreads&, const UnitThreads&) { open = true; });
  if (open) return std::nullopt;
  return arrangement;
}

Arrangement arrange(const Symmetry& symmetry, ColouredGraph graph) {
  const std::vector<std::uint64_t> neighbourhoods = graph.neighbourhoods();
  while (true) {
    graph.refine();
    Arrangement arrangement = sorted(symmetry, graph.colours());
    const auto chosen = one_of_several(symmetry, arrangement, graph.colours(), neighbourhoods);
    if (!chosen) return arrangement;
    graph.single_out(*chosen);
  }
}

}  // namespace opexplore
