#include "studies/repair/costs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "litmus/input/documents/document.hpp"
#include "litmus/input/files.hpp"
#include "opmodel/asynchronous_accesses.hpp"
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

// Of what PTX 8 and 9 have beside: what stays within the multiprocessor is cheap, a descriptor is
// renewed as a cache line is. Weights, as those above. Columns of three rows are no scopes, but
// what is fenced, or waited for.
constexpr std::string_view async_row = "fence.proxy.async";
constexpr std::string_view wait_row = "wait_group";
constexpr std::string_view commit_row = "commit_group";

struct Column {
  std::string_view row, name;
  Cost number;
};
constexpr std::array asynchronous_costs{
    Column{"mbarrier.arrive.relaxed", "cta", 1},
    Column{"mbarrier.arrive.relaxed", "cluster", 2},
    Column{"mbarrier.arrive.release", "cta", 2},
    Column{"mbarrier.arrive.release", "cluster", 10},
    Column{"mbarrier.wait.relaxed", "cta", 1},
    Column{"mbarrier.wait.relaxed", "cluster", 2},
    Column{"mbarrier.wait.acquire", "cta", 2},
    Column{"mbarrier.wait.acquire", "cluster", 8},
    Column{"barrier.cluster.arrive.relaxed", "cluster", 2},
    Column{"barrier.cluster.arrive.release", "cluster", 12},
    Column{async_row, "shared::cta", 10},
    Column{async_row, "shared::cluster", 15},
    Column{async_row, "global", 20},
    Column{async_row, "all", 25},
    Column{"fence.proxy.async::generic.release", "cluster", 8},
    Column{"fence.proxy.async::generic.acquire", "cluster", 8},
    Column{"fence.proxy.async::generic.release.read", "cta", 5},
    Column{"fence.proxy.async::generic.release.read", "cluster", 7},
    Column{"fence.proxy.tensormap::generic.release", "cta", 8},
    Column{"fence.proxy.tensormap::generic.release", "gpu", 25},
    Column{"fence.proxy.tensormap::generic.release", "sys", 45},
    Column{"fence.proxy.tensormap::generic.acquire", "cta", 15},
    Column{"fence.proxy.tensormap::generic.acquire", "gpu", 35},
    Column{"fence.proxy.tensormap::generic.acquire", "sys", 40},
    Column{"fence.proxy.alias.release", "sys", 35},
    Column{"fence.proxy.alias.acquire", "sys", 35},
    Column{"fence.mbarrier_init.release", "cluster", 5},
    Column{"fence.release.sync_restrict", "cluster", 6},
    Column{"fence.acquire.sync_restrict", "cluster", 6},
    Column{"wgmma.fence", "cta", 2},
    Column{"tcgen05.fence::before_thread_sync", "cta", 2},
    Column{"tcgen05.fence::after_thread_sync", "cta", 2},
    Column{wait_row, "pending", 5},
    Column{wait_row, "read", 10},
    Column{wait_row, "whole", 20},
    Column{wait_row, "all", 21},
    Column{commit_row, "group", 6}};

// Of these rows, what is within what.
constexpr std::array<std::array<std::string_view, 3>, 6> weaker_columns{{
    {async_row, "shared::cta", "shared::cluster"},
    {async_row, "shared::cluster", "all"},
    {async_row, "global", "all"},
    {wait_row, "pending", "read"},
    {wait_row, "read", "whole"},
    {wait_row, "whole", "all"},
}};

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
constexpr std::array<std::pair<std::string_view, std::string_view>, 13> weaker_rows{{
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
    {"mbarrier.arrive.relaxed", "mbarrier.arrive.release"},
    {"mbarrier.wait.relaxed", "mbarrier.wait.acquire"},
    {"barrier.cluster.arrive.relaxed", "barrier.cluster.arrive.release"},
}};

std::string_view row_of(const Action& access) {
  if (asynchronous_as<ClusterBarrier>(access) != nullptr) return "barrier.cluster.arrive";
  if (const auto* const other = std::get_if<Asynchronous>(&access)) {
    return arrives(other->what) ? "mbarrier.arrive" : "mbarrier.wait";
  }
  if (const Atomic* const atomic = read_modify_write(access)) {
    return atomic->destination ? "atom" : "red";
  }
  return reads_memory(access) ? "ld" : "st";
}

std::string_view row_of(AsynchronousFence::Kind kind) {
  using Kind = AsynchronousFence::Kind;
  switch (kind) {
    case Kind::async:
      return async_row;
    case Kind::async_release:
      return "fence.proxy.async::generic.release";
    case Kind::async_acquire:
      return "fence.proxy.async::generic.acquire";
    case Kind::async_read_release:
      return "fence.proxy.async::generic.release.read";
    case Kind::tensormap_release:
      return "fence.proxy.tensormap::generic.release";
    case Kind::tensormap_acquire:
      return "fence.proxy.tensormap::generic.acquire";
    case Kind::alias_release:
      return "fence.proxy.alias.release";
    case Kind::alias_acquire:
      return "fence.proxy.alias.acquire";
    case Kind::mbarrier_init:
      return "fence.mbarrier_init.release";
    case Kind::restricted_release:
      return "fence.release.sync_restrict";
    case Kind::restricted_acquire:
      return "fence.acquire.sync_restrict";
    case Kind::matrix:
      return "wgmma.fence";
    case Kind::tensor_before:
      return "tcgen05.fence::before_thread_sync";
    case Kind::tensor_after:
      return "tcgen05.fence::after_thread_sync";
  }
  return {};
}

std::string_view column_of(Space space) {
  switch (space) {
    case Space::all:
      return "all";
    case Space::global:
      return "global";
    case Space::shared_cta:
      return "shared::cta";
    case Space::shared_cluster:
      return "shared::cluster";
  }
  return {};
}

// The columns that the row may have, for who writes a wrong one.
std::vector<std::string_view> columns_of(std::string_view row) {
  std::vector<std::string_view> names;
  if (row == proxy_row) {
    for (const ProxyCost& proxy : proxy_costs) names.push_back(to_string(proxy.kind));
  } else if (row == async_row || row == wait_row || row == commit_row) {
    for (const Column& one : asynchronous_costs) {
      if (one.row == row) names.push_back(one.name);
    }
  } else {
    for (const Scope scope : scopes) names.push_back(to_string(scope));
  }
  return names;
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
  for (const Column& one : asynchronous_costs) {
    rows_[std::string(one.row)][std::string(one.name)] = one.number;
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
    const std::vector<std::string_view> known = columns_of(name);
    for (const documents::Node number : row.members("the costs by scope")) {
      const std::string column(number.name());
      if (std::ranges::find(known, column) == known.end()) {
        std::string all;
        for (const std::string_view one : known)
          all += (all.empty() ? "" : ", ") + std::string(one);
        const bool by_scope = known.front() == to_string(Scope::cta);
        row.fail_at(number, "'" + column + "' is no " + (by_scope ? "scope" : "column of " + name),
                    "there are " + all);
      }
      rows_[name][column] = number_in(number);
    }
  }
  for (const auto& [low, high] : ordered()) {
    const Cost less = at(low.first, low.second), more = at(high.first, high.second);
    if (less <= more) continue;
    root.fail(text_of(high.first, high.second, more) + " costs less than " +
                  text_of(low.first, low.second, less) + ", which is weaker",
              "what is stronger must not be cheaper, or nothing could be called the cheapest");
  }
}

// Of scopes that have no numbers the next wider ones are compared.
std::vector<std::pair<Costs::Entry, Costs::Entry>> Costs::ordered() const {
  std::vector<std::pair<Entry, Entry>> all;
  const auto entry = [&](std::string_view row, Scope scope) -> std::optional<Entry> {
    for (const Scope wider : scopes) {
      std::string column(to_string(wider));
      if (wider >= scope && rows_.at(std::string(row)).contains(column)) {
        return Entry{row, std::move(column)};
      }
    }
    return std::nullopt;
  };
  const auto add = [&](const std::optional<Entry>& low, const std::optional<Entry>& high) {
    if (low && high && *low != *high) all.emplace_back(*low, *high);
  };
  for (const auto& [row, numbers] : rows_) {
    for (const auto& [narrower, wider] :
         {std::pair{Scope::cta, Scope::cluster}, std::pair{Scope::cluster, Scope::gpu},
          std::pair{Scope::gpu, Scope::sys}}) {
      add(entry(row, narrower), entry(row, wider));
    }
  }
  for (const auto& [row, weaker, stronger] : weaker_columns) {
    add(Entry{row, weaker}, Entry{row, stronger});
  }
  for (const auto& [weaker, stronger] : weaker_rows) {
    for (const Scope scope : scopes) add(entry(weaker, scope), entry(stronger, scope));
  }
  return all;
}

Costs Costs::with(const std::string& row, const std::string& column, Cost number) const {
  Costs other = *this;
  const bool dearer = number > rows_.at(row).at(column);
  other.rows_.at(row).at(column) = number;
  const auto all = ordered();
  for (bool more = true; more;) {
    more = false;
    for (const auto& [low, high] : all) {
      Cost& less = other.rows_.at(low.first).at(low.second);
      Cost& upper = other.rows_.at(high.first).at(high.second);
      if (less <= upper) continue;
      (dearer ? upper : less) = dearer ? less : upper;
      more = true;
    }
  }
  return other;
}

Cost Costs::of(const Action& action, PointKind kind, const Level& level) const {
  if (kind != PointKind::access) return of_fence(kind, level);
  if (level.order == Order::weak) return 0;
  return number(row_name(rows_, row_of(action), level.order), level.scope);
}

Cost Costs::of_fence(PointKind kind, const Level& level) const {
  if (level.instruction) return of(*level.instruction);
  if (level.proxy) return at(proxy_row, to_string(*level.proxy));
  if (kind != PointKind::fence || level.order == Order::weak) return 0;
  return number(row_name(rows_, "fence", level.order), level.scope);
}

Cost Costs::at(std::string_view row, std::string_view column) const {
  return rows_.at(std::string(row)).at(std::string(column));
}

Cost Costs::of(const AsynchronousAction& instruction) const {
  if (const auto* const fence = std::get_if<AsynchronousFence>(&instruction)) {
    if (fence->kind == AsynchronousFence::Kind::async) {
      return at(async_row, column_of(fence->space));
    }
    return number(std::string(row_of(fence->kind)), fence->scope);
  }
  if (const auto* const wait = std::get_if<WaitGroup>(&instruction)) {
    return at(wait_row, wait->pending != 0 ? "pending"
                        : wait->commits    ? "all"
                        : wait->reads_only ? "read"
                                           : "whole");
  }
  return std::holds_alternative<CommitGroup>(instruction) ? at(commit_row, "group") : 0;
}

Cost Costs::of(const Program& program) const {
  Cost sum = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Cost> of_places;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      const Action& action = instruction.action;
      const std::optional<PointKind> kind = kind_of_point(action);
      const MemoryAccess* const access = memory_access(action);
      const bool hidden = access != nullptr &&
                          program.locations[program.addresses[access->address].location].hidden;
      const bool commits = asynchronous_as<CommitGroup>(action) != nullptr;
      Cost cost = commits ? at(commit_row, "group") : 0;
      if (kind && !hidden) cost = of(action, *kind, level_of(action));
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
