#include "tools/stall_table.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>
#include <string_view>
#include <utility>

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;
using Kind = StallAnswer::Kind;
using Cells = std::pair<std::string, std::string>;  // least, most

constexpr std::string_view least_head = "least";
constexpr std::string_view most_head = "most";

std::string_view word(Kind kind) {
  constexpr std::array<std::string_view, 4> words{"counted", "refused", "incomplete", "no end"};
  return words.at(static_cast<std::size_t>(kind));
}

Cells cells(const Stalls& stalls) {
  return {std::to_string(stalls.least), stalls.most ? std::to_string(*stalls.most) : "-"};
}

Cells cells(const StallAnswer& answer) {
  return answer.kind == Kind::counted ? cells(answer.stalls)
                                      : Cells{std::string(word(answer.kind)), ""};
}

std::string to_the_right(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + std::string(text);
}

// A line of words; what is no number begins where numbers do.
void write_table(std::ostream& out, const std::vector<ChosenMachine>& machines,
                 const std::vector<Cells>& rows) {
  std::size_t name_width = std::string_view("machine").size();
  std::size_t least_width = least_head.size();
  std::size_t most_width = most_head.size();
  for (const ChosenMachine& machine : machines) {
    name_width = std::max(name_width, machine.name.size());
  }
  for (const auto& [least, most] : rows) {
    if (most.empty()) continue;  // a word
    least_width = std::max(least_width, least.size());
    most_width = std::max(most_width, most.size());
  }
  const auto line = [&](std::string name, std::string_view least, std::string_view most) {
    name.resize(name_width, ' ');
    out << name << "  ";
    if (most.empty()) {
      out << least << '\n';
    } else {
      out << to_the_right(least, least_width) << "  " << to_the_right(most, most_width) << '\n';
    }
  };
  line("machine", least_head, most_head);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    line(machines[i].name, rows[i].first, rows[i].second);
  }
}

bool is_counted(const StallRow& row) {
  return std::ranges::all_of(
      row.answers, [](Kind kind) { return kind == Kind::counted; }, &StallAnswer::kind);
}

bool has_bound(const StallRow& row) {
  return std::ranges::all_of(row.answers, [](const StallAnswer& answer) {
    return answer.kind != Kind::counted || answer.stalls.most.has_value();
  });
}

Json machine_json(const ChosenMachine& chosen) {
  const MachineEntry& entry = *chosen.entry;
  Json settings = Json::object();
  for (const Setting& setting : entry.settings) {
    settings[std::string(setting.name)] = value_of(setting, chosen.options);
  }
  return {{"name", chosen.name},
          {"machine",
           {{"name", entry.name},
            {"version", entry.version},
            {"source", entry.source},
            {"settings", std::move(settings)}}}};
}

Json stalls_json(const std::optional<Stalls>& stalls) {
  if (!stalls) return {{"least", nullptr}, {"most", nullptr}};
  return {{"least", stalls->least}, {"most", stalls->most ? Json(*stalls->most) : Json(nullptr)}};
}

Json answer_json(const StallAnswer& answer) {
  const bool counted = answer.kind == Kind::counted;
  Json json{{"answer", word(answer.kind)}};
  json.update(stalls_json(counted ? std::optional(answer.stalls) : std::nullopt));
  json["reason"] = counted ? Json(nullptr) : Json(answer.reason);
  return json;
}

}  // namespace

StallSums StallTable::sums() const {
  StallSums sums;
  sums.machines.assign(machines.size(), Stalls{0, 0});
  for (const StallRow& row : rows) {
    if (!is_counted(row)) {
      ++sums.left_out;
      continue;
    }
    ++sums.tests;
    const bool bounded = has_bound(row);
    if (bounded) ++sums.with_most;
    for (std::size_t i = 0; i < machines.size(); ++i) {
      Stalls& sum = sums.machines[i];
      const Stalls& more = row.answers[i].stalls;
      sum.least += more.least;
      if (bounded) *sum.most += *more.most;
    }
  }
  return sums;
}

void write_stalls(std::ostream& out, const std::vector<ChosenMachine>& machines,
                  const StallRow& row) {
  out << "Test " << row.test << '\n';
  std::vector<Cells> rows;
  for (const StallAnswer& answer : row.answers) rows.push_back(cells(answer));
  write_table(out, machines, rows);
  out << '\n';
}

void write_stall_sums(std::ostream& out, const StallTable& table) {
  if (table.rows.size() > 1) {
    const StallSums sums = table.sums();
    out << "Sum of " << sums.tests << (sums.tests == 1 ? " test" : " tests");
    if (sums.left_out > 0) {
      out << " that every machine counted (" << sums.left_out << " left out)";
    }
    if (sums.with_most < sums.tests)
      out << ", the most of the " << sums.with_most << " that have one";
    out << '\n';
    std::vector<Cells> rows;
    for (const Stalls& sum : sums.machines) rows.push_back(cells(sum));
    if (sums.tests > 0) write_table(out, table.machines, rows);
    out << '\n';
  }
  if (!std::ranges::all_of(table.rows, has_bound)) {
    out << "-: there is no most, for a loop may be held back in every round\n";
  }
}

Json json_stalls(const StallTable& table) {
  Json machines = Json::array();
  for (const ChosenMachine& machine : table.machines) machines.push_back(machine_json(machine));
  Json tests = Json::array();
  for (const StallRow& row : table.rows) {
    Json answers = Json::array();
    for (const StallAnswer& answer : row.answers) answers.push_back(answer_json(answer));
    tests.push_back({{"name", row.test},
                     {"path", row.path},
                     {"hash", row.hash},
                     {"answers", std::move(answers)}});
  }
  const StallSums sums = table.sums();
  Json summed = Json::array();
  for (const Stalls& sum : sums.machines) summed.push_back(stalls_json(sum));
  return {{"machines", std::move(machines)},
          {"tests", std::move(tests)},
          {"sum",
           {{"tests", sums.tests},
            {"with_most", sums.with_most},
            {"left_out", sums.left_out},
            {"machines", std::move(summed)}}}};
}

}  // namespace opexplore
