#include "mappings/table.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "opmodel/words.hpp"

namespace opexplore::mappings {
namespace {

// From the most special operation to the most general.
std::span<const Operation> candidates(const Operation& operation) {
  static constexpr std::array exchange{Operation::exchange, Operation::rmw};
  static constexpr std::array fetch{Operation::fetch, Operation::rmw};
  static constexpr std::array reduce{Operation::reduce, Operation::fetch, Operation::rmw};
  static constexpr std::array overwrite{Operation::overwrite, Operation::exchange, Operation::rmw};
  switch (operation) {
    case Operation::exchange:
      return exchange;
    case Operation::fetch:
      return fetch;
    case Operation::reduce:
      return reduce;
    case Operation::overwrite:
      return overwrite;
    case Operation::load:
    case Operation::store:
    case Operation::rmw:
    case Operation::cas:
    case Operation::fence:
      break;
  }
  return {&operation, 1};
}

bool is_for(const Entry& entry, const Request& request) {
  return entry.order == request.order && entry.width == request.width &&
         (entry.operation != Operation::cas || entry.failure == request.failure);
}

std::optional<EntryId> find(const Table& table, const Request& request, Operation operation,
                            std::optional<Scope> scope) {
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    const Entry& entry = table.entries[i];
    if (entry.operation == operation && entry.scope == scope && is_for(entry, request)) {
      return EntryId{static_cast<std::uint16_t>(i)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<EntryId> find(const Table& table, const Request& request) {
  for (const Operation operation : candidates(request.operation)) {
    for (const std::optional<Scope> scope :
         {std::optional(request.scope), std::optional<Scope>()}) {
      if (scope && request.order == Order::weak) continue;
      const std::optional<EntryId> id = find(table, request, operation, scope);
      if (id) return id;
    }
  }
  return std::nullopt;
}

std::optional<EntryId> find_spelled(const Table& table, std::string_view spelled) {
  const auto found = std::ranges::find(table.entries, spelled, &Entry::spelled);
  if (found == table.entries.end()) return std::nullopt;
  return EntryId{static_cast<std::uint16_t>(found - table.entries.begin())};
}

std::string titled(const Table& table) {
  const std::string of = table.version.empty() ? "extends " + table.extends : table.version;
  return table.name + " (" + of + ")";
}

std::string to_string(const Entry& entry) {
  if (!entry.spelled.empty()) return entry.spelled;
  std::string text(to_string(entry.operation));
  if (entry.operation == Operation::cas) {
    text += " (" + std::string(cxx_name(entry.order)) + ", " +
            std::string(cxx_name(entry.failure)) + ")";
  } else {
    text += " " + std::string(cxx_name(entry.order));
  }
  if (entry.scope) text += " in " + std::string(cxx_name(*entry.scope)) + " scope";
  if (entry.width != Width::bits32) {
    text += ", " + std::to_string(static_cast<int>(entry.width)) + " bits";
  }
  return text;
}

std::string to_string(EntryId id, const Table& table) { return to_string(table.at(id)); }

bool is_for_width(const Entry& entry, Width width) {
  const bool any = entry.order == Order::weak || entry.operation == Operation::fence;
  return any || entry.width == width;
}

std::string told(const Entry& entry) {
  return entry.refused.empty() ? to_string(entry.code) : "refused: " + entry.refused;
}

std::string told(const MappedScope& scope) {
  if (scope.scope) return "." + std::string(to_string(*scope.scope));
  return scope.refused.empty() ? "not said" : "refused: " + scope.refused;
}

std::string_view to_string(Operation operation) {
  constexpr std::array<std::string_view, 9> names{
      "load", "store", "exchange", "fetch", "reduce", "overwrite", "rmw", "cas", "fence"};
  return names.at(static_cast<std::size_t>(operation));
}

Table with_entry(Table table, EntryId id, Template code) {
  table.entries.at(id.index).code = std::move(code);
  return table;
}

}  // namespace opexplore::mappings
