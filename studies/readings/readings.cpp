#include "studies/readings/readings.hpp"

#include <algorithm>
#include <stdexcept>

#include "opmodel/results/answer.hpp"

namespace opexplore::readings {

namespace {

constexpr std::string_view bundle_setting = "async-reading";
constexpr std::string_view switch_setting = "async-switch";

const MachineEntry& machine() {
  const MachineEntry* const found = find_machine("ptx-async");
  if (found == nullptr) throw std::logic_error("this build has no ptx-async");
  return *found;
}

std::span<const std::string_view> values_of(std::string_view setting) {
  const auto& settings = machine().settings;
  return std::ranges::find(settings, setting, &Setting::name)->values;
}

Found bug_in(const Answer& answer) {
  if (answer.races) return Found::undefined;
  if (!answer.data_races.empty()) return Found::racy;
  if (answer.deadlock || answer.endless) return Found::endless;
  return answer.coverage.complete() ? Found::right : Found::unknown;
}

Found decided_by(const Test& test, const Answer& answer) {
  const bool decided = std::ranges::any_of(answer.outcomes, [&](const AnsweredOutcome& outcome) {
    return decides(test, outcome.values);
  });
  if (decided) return Found::allowed;
  if (answer.races) return Found::undefined;
  return answer.coverage.complete() ? Found::forbidden : Found::unknown;
}

Row row_of(const Test& test, Asked asked, ExploreOptions explore, std::string_view bundle,
           std::string_view changed) {
  Row row{std::string(bundle), std::string(changed)};
  explore.machine.settings.insert_or_assign(std::string(bundle_setting), std::string(bundle));
  if (!changed.empty()) {
    explore.machine.settings.insert_or_assign(std::string(switch_setting), std::string(changed));
  }
  explore.machine.races = asked == Asked::bugs;
  const Answer answer = machine().explore(test, explore);
  row.found = asked == Asked::bugs ? bug_in(answer) : decided_by(test, answer);
  if (row.found == Found::undefined) row.why = answer.race_reason;
  if (row.found == Found::unknown) row.why = answer.coverage.reason;
  return row;
}

std::string name_of(const Row& row) { return row.changed.empty() ? row.bundle : row.changed; }

std::string conclusion(const Table& table) {
  const auto agreed = table.agreed();
  if (agreed == Found::forbidden) return "Forbidden under every reading.";
  if (agreed == Found::allowed) return "Allowed under every reading.";
  if (agreed == Found::right) return "Right under every reading.";
  if (agreed == Found::undefined)
    return "Undefined under every reading: " + table.rows[0].why + '.';
  for (const Row& row : table.rows) {
    if (row.found == Found::unknown) return "Not known: " + row.why + '.';
  }
  const bool right =
      std::ranges::any_of(table.rows, [](const Row& row) { return row.found == Found::right; });
  if (table.asked == Asked::bugs && !right) {
    return "A bug under every reading" +
           (agreed ? ": " + std::string(to_string(*agreed)) + '.' : ".");
  }
  std::string on;
  for (const std::string& name : table.depends_on()) on += (on.empty() ? "" : ", ") + name;
  return "Depends on: " + (on.empty() ? "several readings together" : on) + '.';
}

}  // namespace

std::string_view to_string(Found found) {
  switch (found) {
    case Found::allowed:
      return "allowed";
    case Found::forbidden:
      return "forbidden";
    case Found::right:
      return "right";
    case Found::racy:
      return "data race";
    case Found::endless:
      return "never ends";
    case Found::undefined:
      return "undefined";
    case Found::unknown:
      break;
  }
  return "unknown";
}

std::optional<Found> Table::agreed() const {
  const Found first = rows.front().found;
  const bool same = std::ranges::all_of(rows, [&](const Row& row) { return row.found == first; });
  return same && first != Found::unknown ? std::optional(first) : std::nullopt;
}

std::vector<std::string> Table::depends_on() const {
  std::vector<std::string> result;
  for (const Row& row : rows) {
    if (row.changed.empty() || row.found == rows.front().found) continue;
    std::string name = row.changed.substr(0, row.changed.find('='));
    if (std::ranges::find(result, name) == result.end()) result.push_back(std::move(name));
  }
  return result;
}

Table under_all(const Test& test, Asked asked, const ExploreOptions& explore) {
  Table table{test.name, asked, {}};
  const auto bundles = values_of(bundle_setting);
  for (const std::string_view bundle : bundles) {
    table.rows.push_back(row_of(test, asked, explore, bundle, ""));
  }
  for (const std::string_view changed : values_of(switch_setting).subspan(1)) {
    table.rows.push_back(row_of(test, asked, explore, bundles.front(), changed));
  }
  return table;
}

std::string text_of(const Table& table) {
  std::string text = "Test " + table.test + '\n';
  for (const Row& row : table.rows) {
    if (!row.changed.empty() && row.found == table.rows.front().found) continue;
    const std::string name = name_of(row);
    text += "  " + name + std::string(name.size() < 20 ? 20 - name.size() : 1, ' ') +
            std::string(to_string(row.found)) + '\n';
  }
  return text + conclusion(table) + '\n';
}

}  // namespace opexplore::readings
