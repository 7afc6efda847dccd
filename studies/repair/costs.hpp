// What orders, scopes and fences cost. docs/repair.md says where the numbers come from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "studies/repair/points.hpp"

namespace opexplore::documents {
class Node;
}

namespace opexplore::repair {

/// Whole numbers, so that equal costs are equal.
using Cost = std::int64_t;

/// The largest number that a table may have.
inline constexpr Cost largest_cost = 1'000'000'000;

/// A table of costs: by what is written before the scope, "ld.acquire" or "fence.proxy", and then
/// by scope, or by proxy, state space, or what is waited for.
class Costs {
 public:
  /// The numbers that come with the program.
  Costs();

  /// Takes the numbers of a JSON document in the place of those that it names. Throws InputError
  /// for what is no such table, and where something would cost less than what is within it.
  void read(std::string_view text, const std::string& path);

  /// What the instruction costs at that level: a weak access and no fence nothing, a scope without
  /// a number what the next wider one with a number does.
  Cost of(const Action& action, PointKind kind, const Level& level) const;
  Cost of_fence(PointKind kind, const Level& level) const;

  /// All of the program's text as it stands: what several threads of a kernel execute counts once.
  Cost of(const Program& program) const;

  const std::map<std::string, std::map<std::string, Cost>>& rows() const { return rows_; }

  /// The table with another number there. Whatever would be cheaper than what is within it then
  /// costs as much. Precondition: it has one.
  Costs with(const std::string& row, const std::string& column, Cost number) const;

 private:
  Cost of(const AsynchronousAction& instruction) const;
  Cost at(std::string_view row, std::string_view column) const;
  Cost number(const std::string& row, Scope scope) const;
  /// A number of the table, and one that must not be less.
  using Entry = std::pair<std::string, std::string>;
  std::vector<std::pair<Entry, Entry>> ordered() const;

  std::map<std::string, std::map<std::string, Cost>> rows_;
};

/// The table with the numbers of the file, if one is given. Throws InputError.
Costs costs_of(const std::optional<std::filesystem::path>& file);

/// By point and level, what it costs there.
std::vector<std::vector<Cost>> prices(const Test& test, const std::vector<Point>& points,
                                      const Costs& costs);

}  // namespace opexplore::repair
