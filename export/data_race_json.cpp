#include "export/data_race_json.hpp"

#include <string_view>

#include "answers/data_races.hpp"
#include "answers/places.hpp"
#include "answers/race_details.hpp"
#include "answers/racing_access.hpp"
#include "export/json.hpp"
#include "export/why_json.hpp"

namespace opexplore {

namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(NotStrong what) {
  switch (what) {
    case NotStrong::weak:
    case NotStrong::no_atomic:
      return "weak";
    case NotStrong::scope:
      return "scope";
    case NotStrong::proxy:
      return "proxy";
    case NotStrong::address:
      return "address";
    case NotStrong::apart:
      return "program-order";
  }
  return {};
}

std::string_view kind_of_access(const RacingAccess& access) {
  if (!access.writes) return "read";
  return access.reads ? "read-modify-write" : "write";
}

Json access_json(const Program& program, ThreadId thread, InstructionId at,
                 const RacingAccess& access) {
  Json scope = nullptr;
  if (access.order != Order::weak) scope = to_string(access.scope);
  return {{"thread", thread},
          {"instruction", at},
          {"source", json_source(instruction_of(program, thread, at))},
          {"kind", kind_of_access(access)},
          {"address", program.addresses[access.address].name},
          {"order", to_string(access.order)},
          {"scope", std::move(scope)},
          {"proxy", access.proxy}};
}

void add_details(const Test& test, const RaceDetails& details, Json& json) {
  Json effects = Json::array(), rows = Json::array();
  for (const RaceEffect& effect : details.effects) {
    effects.push_back({{"text", effect_text(test, effect)}, {"values", effect.values}});
  }
  for (const WhyRow& row : details.rows) rows.push_back(json_row(test, row));
  json["effects"] = std::move(effects);
  json["order"] = std::move(rows);
}

Json entry_json(const Test& test, const DataRaceEntry& entry) {
  const RacingPair& pair = entry.first().pair;
  const auto [first, second] = racing_accesses(test.program, pair);
  Json reasons = Json::array();
  for (const NotStrongReason& reason : entry.not_strong) {
    reasons.push_back(
        {{"condition", name_of(reason.what)}, {"text", reason_text(test.program, pair, reason)}});
  }
  Json pairs = Json::array();
  for (const AnsweredDataRace& race : entry.races) {
    pairs.push_back(json_pair(race.pair));
    pairs.back()["in_ending"] = race.in_ending;
  }
  Json json{{"location", entry.location},
            {"accesses",
             Json::array({access_json(test.program, pair.first_thread, pair.first, first),
                          access_json(test.program, pair.second_thread, pair.second, second)})},
            {"not_morally_strong", std::move(reasons)},
            {"in_ending", entry.in_ending},
            {"pairs", std::move(pairs)}};
  if (entry.first().details) add_details(test, *entry.first().details, json);
  if (entry.first().trace) json["trace"] = json_trace(test, *entry.first().trace);
  return json;
}

}  // namespace

nlohmann::ordered_json json_pair(const RacingPair& pair) {
  return {{"threads", {pair.first_thread, pair.second_thread}},
          {"instructions", {pair.first, pair.second}}};
}

nlohmann::ordered_json json_data_races(const Test& test, const Answer& answer) {
  Json list = Json::array();
  for (const DataRaceEntry& entry : data_race_entries(test, answer)) {
    list.push_back(entry_json(test, entry));
  }
  return list;
}

}  // namespace opexplore
