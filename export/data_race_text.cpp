#include "export/data_race_text.hpp"

#include <ostream>

#include "answers/data_races.hpp"
#include "answers/race_details.hpp"
#include "export/why_text.hpp"

namespace opexplore {

namespace {

std::string reasons_text(const Test& test, const DataRaceEntry& entry) {
  std::string text;
  for (const NotStrongReason& reason : entry.not_strong) {
    text += (text.empty() ? "" : "; ") + reason_text(test.program, entry.first().pair, reason);
  }
  return text;
}

void write_details(std::ostream& out, const Test& test, const RaceDetails& details) {
  std::string effects;
  for (const RaceEffect& effect : details.effects) {
    effects += (effects.empty() ? "" : "; ") + effect_text(test, effect);
  }
  if (!effects.empty()) out << "  what it can do: " << effects << '\n';
  if (details.rows.empty()) return;
  out << "  not ordered:\n";
  write_rows(out, test, details.rows, 4);
  write_remedies(out, "  ordered by", details.rows);
}

void write_entry(std::ostream& out, const Test& test, const DataRaceEntry& entry) {
  const RacingPair& pair = entry.first().pair;
  out << "Data race on " << entry.location << '\n';
  out << "  " << access_text(test.program, pair.first_thread, pair.first) << '\n';
  out << "  " << access_text(test.program, pair.second_thread, pair.second) << '\n';
  if (entry.races.size() > 1) {
    out << "  and " << entry.races.size() - 1 << " more of the same places in other threads\n";
  }
  out << "  not morally strong: " << reasons_text(test, entry) << '\n';
  if (!entry.in_ending) out << "  only in executions that never end\n";
  if (entry.first().details) write_details(out, test, *entry.first().details);
}

}  // namespace

void write_data_races(std::ostream& out, const Test& test, const Answer& answer) {
  for (const DataRaceEntry& entry : data_race_entries(test, answer)) write_entry(out, test, entry);
  if (!answer.data_races.empty()) out << '\n';
}

std::string data_race_warning(const Test& test, const Answer& answer) {
  const std::vector<DataRaceEntry> entries = data_race_entries(test, answer);
  if (entries.empty()) return {};
  const std::string first =
      pair_text(test, entries.front()) + " race on " + entries.front().location;
  if (entries.size() == 1) return "data race: " + first;
  return std::to_string(entries.size()) + " data races, the first: " + first;
}

}  // namespace opexplore
