#include "studies/repair/costs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "litmus/input/documents/document.hpp"
#include "litmus/input/files.hpp"
#include "opmodel/instruction.hpp"
#include "opmodel/words.hpp"

namespace opexplore::repair {
namespace {

constexpr std::array scopes{Scope::cta, Scope::cluster, Scope::gpu, Scope::sys};

// A row of numbers by scope, cta, gpu and sys.
struct ScopedRow {
  std::string_view name;
  std::array<Cost, 3> numbers;
};

// Weights of what ptxas makes of each for sm_75 and later: a release and a fence are a MEMBAR, an
// acquire and a fence of more than a CTA drop what the L1 holds, a strong access misses it.
constexpr std::array scoped_rows{
    ScopedRow{"ld.relaxed", {1, 3, 4}},      ScopedRow{"ld.acquire", {3, 12, 18}},
    ScopedRow{"st.relaxed", {1, 2, 3}},      ScopedRow{"st.release", {4, 20, 40}},
    ScopedRow{"atom.relaxed", {1, 2, 3}},    ScopedRow{"atom.acquire", {3, 11, 17}},
    ScopedRow{"atom.release", {4, 20, 40}},  ScopedRow{"atom.acq_rel", {6, 29, 54}},
    ScopedRow{"red.relaxed", {1, 2, 3}},     ScopedRow{"red.release", {4, 20, 40}},
    ScopedRow{"fence.acquire", {3, 10, 15}}, ScopedRow{"fence.release", {4, 19, 38}},
    ScopedRow{"fence.acq_rel", {5, 25, 45}}, ScopedRow{"fence.sc", {8, 40, 70}}};

struct ProxyCost {
  ProxyFenceKind kind;
  Cost number;
};
constexpr std::array proxy_costs{
    ProxyCost{ProxyFenceKind::alias, 60}, ProxyCost{ProxyFenceKind::generic, 30},
    ProxyCost{ProxyFenceKind::texture, 30}, ProxyCost{ProxyFenceKind::surface, 30},
    ProxyCost{ProxyFenceKind::constant, 30}};

constexpr std::string_view proxy_row = "fence.proxy";

// What is within what, of rows.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> weaker_rows{{
    {"ld.relaxed", "ld.acquire"},
    {"st.relaxed", "st.release"},
    {"atom.relaxed", "atom.acquire"},
    {"atom.relaxed", "atom.release"},
    {"atom.acquire", "atom.acq_rel"},
    {"atom.release", "atom.acq_rel"},
    {"red.relaxed", "red.release"},
    {"fence.acquire", "fence.acq_rel"},
    {"fence.release", "fence.acq_rel"},
    {"fence.acq_rel", "fence.sc"},
}};

std::string_view row_of(const Action& access) {
  if (const Atomic* const atomic = read_modify_write(access)) {
    return atomic->destination ? "atom" : "red";
  }
  return reads_memory(access) ? "ld" : "st";
}

// The row of an order that PTX does not have for the instruction is that of `atom`.
std::string row_name(const std::map<std::string, std::map<std::string, Cost>>& rows,
                     std::string_view begin, Order order) {
  std::string name = std::string(begin) + '.' + std::string(to_string(order));
  return rows.contains(name) ? name : "atom.acq_rel";
}

Cost number_in(const documents::Node& value) {
  const auto number = value.whole<Cost>();
  if (!number || *number < 0 || *number > largest_cost) {
    value.fail_expected("a whole number from 0 to 1000000000");
  }
  return *number;
}

std::string text_of(std::string_view row, std::string_view scope, Cost cost) {
  return std::string(row) + '.' + std::string(scope) + " (" + std::to_string(cost) + ')';
}

}  // namespace

Costs::Costs() {
  for (const ScopedRow& row : scoped_rows) {
    rows_[std::string(row.name)] = {
        {"cta", row.numbers[0]}, {"gpu", row.numbers[1]}, {"sys", row.numbers[2]}};
  }
  for (const ProxyCost& proxy : proxy_costs) {
    rows_[std::string(proxy_row)][std::string(to_string(proxy.kind))] = proxy.number;
  }
}

Cost Costs::number(const std::string& row, Scope scope) const {
  const auto& numbers = rows_.at(row);
  for (const Scope wider : scopes) {
    const auto found = numbers.find(std::string(to_string(wider)));
    if (wider >= scope && found != numbers.end()) return found->second;
  }
  return 0;
}

void Costs::read(std::string_view text, const std::string& path) {
  const documents::Document document(text, path, {.advice = "a table of costs is an object"});
  const documents::Node root = document.root();
  if (root.members("a table of costs").empty()) {
    root.fail("the table of costs is empty", "name what costs something else, \"ld.acquire\"");
  }
  for (const documents::Node row : root.members()) {
    const std::string name(row.name());
    if (!rows_.contains(name)) {
      std::string known;
      for (const auto& [other, numbers] : rows_) known += (known.empty() ? "" : ", ") + other;
      root.fail_at(row, "there is no row '" + name + "' of costs", "rows are " + known);
    }
    for (const documents::Node number : row.members("the costs by scope")) {
      const std::string column(number.name());
      const bool known = name == proxy_row ? find_word<ProxyFenceKind>(column).has_value()
                                           : find_word<Scope>(column).has_value();
      if (!known) {
        row.fail_at(number, "'" + column + "' is no " + (name == proxy_row ? "proxy" : "scope"),
                    name == proxy_row ? "alias, generic, texture, surface or constant"
                                      : "cta, cluster, gpu or sys");
      }
      rows_[name][column] = number_in(number);
    }
  }
  require_monotone(root);
}

// Of scopes that have no numbers the next wider ones are compared.
void Costs::require_monotone(const documents::Node& table) const {
  const auto has_number = [&](std::string_view row, Scope scope) {
    return rows_.at(std::string(row)).contains(std::string(to_string(scope)));
  };
  const auto require = [&](std::string_view low_row, Scope low, std::string_view row, Scope scope) {
    if (!has_number(low_row, low) && !has_number(row, scope)) return;
    const Cost less = number(std::string(low_row), low), more = number(std::string(row), scope);
    if (less <= more) return;
    table.fail(text_of(row, to_string(scope), more) + " costs less than " +
                   text_of(low_row, to_string(low), less) + ", which is weaker",
               "what is stronger must not be cheaper, or nothing could be called the cheapest");
  };
  for (const ScopedRow& row : scoped_rows) {
    for (const auto& [narrower, wider] :
         {std::pair{Scope::cta, Scope::cluster}, std::pair{Scope::cta, Scope::gpu},
          std::pair{Scope::cluster, Scope::gpu}, std::pair{Scope::gpu, Scope::sys}}) {
      if (has_number(row.name, narrower) && has_number(row.name, wider)) {
        require(row.name, narrower, row.name, wider);
      }
    }
  }
  for (const auto& [weaker, stronger] : weaker_rows) {
    for (const Scope scope : scopes) require(weaker, scope, stronger, scope);
  }
}

Cost Costs::of(const Action& action, PointKind kind, const Level& level) const {
  if (kind != PointKind::access) return of_fence(kind, level);
  if (level.order == Order::weak) return 0;
  return number(row_name(rows_, row_of(action), level.order), level.scope);
}

Cost Costs::of_fence(PointKind kind, const Level& level) const {
  if (kind == PointKind::proxy_fence) {
    if (!level.proxy) return 0;
    return rows_.at(std::string(proxy_row)).at(std::string(to_string(*level.proxy)));
  }
  if (level.order == Order::weak) return 0;
  return number(row_name(rows_, "fence", level.order), level.scope);
}

Cost Costs::of(const Program& program) const {
  Cost sum = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Cost> of_places;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Action& action = instruction.action;
      const auto fence = fence_of(action);
      Cost cost = 0;
      if (const MemoryAccess* const access = memory_access(action)) {
        const bool hidden = program.locations[program.addresses[access->address].location].hidden;
        if (!hidden) cost = of(action, PointKind::access, level_of(action));
      } else if (fence && !fence->device) {
        const auto kind = fence->proxy ? PointKind::proxy_fence : PointKind::fence;
        cost = of_fence(kind, level_of(action));
      }
      if (instruction.place.line == 0) {
        sum += cost;
        continue;
      }
      Cost& known = of_places[{instruction.place.line, instruction.place.column}];
      known = std::max(known, cost);
    }
  }
  for (const auto& [place, cost] : of_places) sum += cost;
  return sum;
}

Costs costs_of(const std::optional<std::filesystem::path>& file) {
  Costs costs;
  if (file) costs.read(opexplore::detail::file_text(*file), file->string());
  return costs;
}

std::vector<std::vector<Cost>> prices(const Test& test, const std::vector<Point>& points,
                                      const Costs& costs) {
  std::vector<std::vector<Cost>> all;
  for (const Point& point : points) {
    std::vector<Cost>& row = all.emplace_back();
    const Action& action =
        test.program.threads[point.thread].instructions[point.instruction].action;
    for (const Level& level : point.levels) {
      row.push_back(point.gap ? costs.of_fence(point.kind, level)
                              : costs.of(action, point.kind, level));
    }
  }
  return all;
}

}  // namespace opexplore::repair
