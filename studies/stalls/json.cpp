#include "studies/stalls/json.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

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
  const bool counted = answer.kind == StallAnswer::Kind::counted;
  Json json{{"answer", to_string(answer.kind)}};
  json.update(stalls_json(counted ? std::optional(answer.stalls) : std::nullopt));
  json["reason"] = counted ? Json(nullptr) : Json(answer.reason);
  return json;
}

}  // namespace

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
