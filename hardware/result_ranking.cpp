#include "hardware/result_ranking.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <ostream>
#include <set>
#include <tuple>
#include <utility>

#include "export/columns.hpp"
#include "hardware/executions.hpp"
#include "hardware/numbers.hpp"

namespace opexplore::hardware {
namespace {

using Json = nlohmann::ordered_json;

// Where something stands in a list, put at its end if it is new.
template <class List, class Same, class Make>
std::size_t place_in(List& list, Same same, Make make) {
  const auto found = std::ranges::find_if(list, same);
  const auto index = static_cast<std::size_t>(found - list.begin());
  if (found == list.end()) list.push_back(make());
  return index;
}

// The checks of one machine and one test.
using Group = std::vector<const CheckedResult*>;

bool went_wrong(const CheckedResult& one) { return one.check.suspect == Suspect::harness; }

std::string question_of(const Test& test) {
  const std::string filter = test.filter ? "filter (" + to_string(*test.filter, test) + ") " : "";
  return filter + condition_line(test);
}

// Outcomes that are allowed and that no result of the group showed: those unseen in each of them.
std::size_t unseen_everywhere(const Group& group, bool weak_alone) {
  std::map<Outcome, std::size_t> missing;
  std::size_t judged = 0;
  for (const CheckedResult* const one : group) {
    if (went_wrong(*one)) continue;
    ++judged;
    for (const Unseen& unseen : one->check.unseen) {
      if (unseen.allowed && (!weak_alone || unseen.weak.value_or(false))) ++missing[unseen.values];
    }
  }
  return static_cast<std::size_t>(
      std::ranges::count_if(missing, [&](const auto& one) { return one.second == judged; }));
}

// The worst answer of a group is that of the test: unsound, undecided, refused, partial, sound.
std::size_t severity(Soundness verdict) {
  switch (verdict) {
    case Soundness::unsound:
      return 4;
    case Soundness::undecided:
      return 3;
    case Soundness::refused:
      return 2;
    case Soundness::partial:
      return 1;
    case Soundness::sound:
    case Soundness::no_verdict:
      break;
  }
  return 0;
}

RowJudgement judgement(const Group& group) {
  RowJudgement row;
  if (group.empty()) return row;
  row.verdict = Soundness::sound;
  row.by_compiler = row.by_harness = true;
  for (const CheckedResult* const one : group) {
    const SoundnessCheck& check = one->check;
    if (severity(check.verdict) > severity(row.verdict)) {
      row.verdict = check.verdict;
      row.reason = check.verdict == Soundness::partial ? "" : check.reason;
    }
    if (check.verdict == Soundness::unsound) {
      row.by_compiler = row.by_compiler && check.suspect == Suspect::toolchain;
      row.by_harness = row.by_harness && check.suspect == Suspect::harness;
    }
    row.allowed = check.asked.allowed;
  }
  if (row.verdict != Soundness::unsound) row.by_compiler = row.by_harness = false;
  if (row.verdict == Soundness::refused) return row;
  row.weak_unseen = unseen_everywhere(group, true);
  const bool looked =
      !std::ranges::all_of(group, [](const CheckedResult* one) { return went_wrong(*one); });
  row.covered =
      looked && row.verdict != Soundness::undecided && unseen_everywhere(group, false) == 0;
  return row;
}

std::string cell_text(const std::optional<RankedCell>& cell) {
  return cell ? with_commas(cell->seen) + '/' + with_commas(cell->executed) : "-";
}

Json cells_json(const ResultRanking& ranking, const ResultRow& row) {
  Json cells = Json::object();
  for (std::size_t device = 0; device < row.cells.size(); ++device) {
    const auto& cell = row.cells[device];
    if (!cell) continue;
    cells[ranking.devices[device]] = {{"seen", cell->seen}, {"executed", cell->executed}};
  }
  return cells;
}

Json judgement_json(const RowJudgement& row) {
  return {{"verdict", to_string(row.verdict)},
          {"by_compiler", row.by_compiler},
          {"by_harness", row.by_harness},
          {"allowed", row.allowed ? Json(*row.allowed) : Json(nullptr)},
          {"weak_unseen", row.weak_unseen},
          {"covered", row.covered},
          {"reason", row.reason.empty() ? Json(nullptr) : Json(row.reason)}};
}

void add_cell(ResultRanking& ranking, std::size_t row, const CheckedResult& one) {
  const std::string name = device_name(one.result);
  const std::size_t device = place_in(
      ranking.devices, [&](const std::string& other) { return other == name; },
      [&] { return name; });
  for (ResultRow& other : ranking.rows) other.cells.resize(ranking.devices.size());
  auto& cell = ranking.rows[row].cells[device];
  if (!cell) cell.emplace();
  cell->seen += positive(one.result);
  cell->executed += completed(one.result);
}

}  // namespace

ResultRanking ranking_of(const std::vector<CheckedResult>& checks) {
  ResultRanking ranking;
  std::map<std::pair<std::size_t, std::size_t>, Group> groups;  // by machine and row
  std::set<const Result*> counted;
  for (const CheckedResult& one : checks) {
    if (one.check.verdict == Soundness::no_verdict) continue;
    const Result& result = one.result;
    const std::string question = question_of(result.test);
    const std::size_t machine = place_in(
        ranking.machines, [&](const RankedMachine& other) { return other.name == one.machine; },
        [&] {
          return RankedMachine{one.machine, {}};
        });
    const std::size_t row = place_in(
        ranking.rows,
        [&](const ResultRow& other) {
          return other.hash == result.hash && other.test == result.test.name &&
                 other.question == question;
        },
        [&] {
          return ResultRow{result.test.name, result.hash, question, {}};
        });
    if (!went_wrong(one) && counted.insert(&result).second) add_cell(ranking, row, one);
    groups[{machine, row}].push_back(&one);
  }
  for (ResultRow& row : ranking.rows) row.cells.resize(ranking.devices.size());
  for (std::size_t machine = 0; machine < ranking.machines.size(); ++machine) {
    for (std::size_t row = 0; row < ranking.rows.size(); ++row) {
      ranking.machines[machine].rows.push_back(judgement(groups[{machine, row}]));
    }
  }
  return ranking;
}

std::string row_title(const ResultRanking& ranking, const ResultRow& row) {
  const bool alone = std::ranges::count(ranking.rows, row.test, &ResultRow::test) == 1;
  return alone ? row.test : row.test + ": " + row.question;
}

std::string answer_text(const RowJudgement& row) {
  if (row.verdict == Soundness::unsound) {
    return std::string("UNSOUND") + (row.by_compiler  ? " (compiler)"
                                     : row.by_harness ? " (harness)"
                                                      : "");
  }
  const bool answered = row.verdict == Soundness::sound || row.verdict == Soundness::partial;
  if (!answered) return std::string(to_string(row.verdict));
  return row.allowed ? (*row.allowed ? "allowed" : "forbidden") : "undecided";
}

MachineScore score(const RankedMachine& machine) {
  MachineScore result;
  for (const RowJudgement& row : machine.rows) {
    if (row.verdict == Soundness::unsound) ++result.unsound;
    if (row.verdict == Soundness::sound || row.verdict == Soundness::partial) ++result.agrees;
    if (row.verdict == Soundness::undecided) ++result.undecided;
    if (row.verdict == Soundness::refused) ++result.refused;
    if (row.covered) ++result.covered;
    result.weak_unseen += row.weak_unseen;
  }
  return result;
}

std::vector<std::size_t> best_first(const ResultRanking& ranking) {
  std::vector<std::size_t> order(ranking.machines.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t index) {
    const MachineScore one = score(ranking.machines[index]);
    return std::tuple(one.agrees + one.unsound == 0, one.unsound, one.weak_unseen,
                      ranking.rows.size() - one.covered, one.undecided + one.refused);
  };
  std::ranges::stable_sort(order, {}, key);
  return order;
}

void write_ranking(std::ostream& out, const ResultRanking& ranking) {
  std::vector<Cells> scores{
      {"machine", "unsound", "weak unseen", "covered", "agrees", "undecided", "refused"}};
  std::vector<Cells> reasons;
  for (const std::size_t index : best_first(ranking)) {
    const RankedMachine& machine = ranking.machines[index];
    const MachineScore one = score(machine);
    Cells line{machine.name};
    for (const std::size_t number :
         {one.unsound, one.weak_unseen, one.covered, one.agrees, one.undecided, one.refused}) {
      line.push_back(std::to_string(number));
    }
    scores.push_back(std::move(line));
    for (std::size_t row = 0; row < ranking.rows.size(); ++row) {
      if (machine.rows[row].reason.empty()) continue;
      reasons.push_back(
          {machine.name, row_title(ranking, ranking.rows[row]), machine.rows[row].reason});
    }
  }
  out << "tests=" << ranking.rows.size() << " devices=" << ranking.devices.size() << "\n\n";
  write_numbers(out, scores);
  Cells head{"test"};
  head.insert(head.end(), ranking.devices.begin(), ranking.devices.end());
  for (const RankedMachine& machine : ranking.machines) head.push_back(machine.name);
  std::vector<Cells> table{std::move(head)};
  for (std::size_t row = 0; row < ranking.rows.size(); ++row) {
    Cells line{row_title(ranking, ranking.rows[row])};
    for (const auto& cell : ranking.rows[row].cells) line.push_back(cell_text(cell));
    for (const RankedMachine& machine : ranking.machines) {
      line.push_back(answer_text(machine.rows[row]));
    }
    table.push_back(std::move(line));
  }
  out << '\n';
  write_columns(out, table);
  write_list(out, "no answer", reasons);
}

nlohmann::ordered_json json_ranking(const ResultRanking& ranking) {
  Json rows = Json::array();
  for (const ResultRow& row : ranking.rows) {
    rows.push_back({{"test", row.test},
                    {"hash", row.hash},
                    {"question", row.question},
                    {"devices", cells_json(ranking, row)}});
  }
  Json machines = Json::array();
  std::size_t place = 0;
  for (const std::size_t index : best_first(ranking)) {
    const RankedMachine& machine = ranking.machines[index];
    const MachineScore one = score(machine);
    Json judgements = Json::array();
    for (const RowJudgement& row : machine.rows) judgements.push_back(judgement_json(row));
    machines.push_back({{"place", ++place},
                        {"name", machine.name},
                        {"score",
                         {{"unsound", one.unsound},
                          {"weak_unseen", one.weak_unseen},
                          {"covered", one.covered},
                          {"agrees", one.agrees},
                          {"undecided", one.undecided},
                          {"refused", one.refused}}},
                        {"rows", std::move(judgements)}});
  }
  return {
      {"devices", ranking.devices}, {"tests", std::move(rows)}, {"machines", std::move(machines)}};
}

}  // namespace opexplore::hardware
