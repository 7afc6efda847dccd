#include "studies/ranking/json.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const Ranking& ranking, std::size_t index) {
  const Observation& row = ranking.observations.rows[index];
  Json observed = Json::object();
  for (std::size_t column = 0; column < row.counts.size(); ++column) {
    if (row.counts[column]) observed[ranking.observations.columns[column]] = *row.counts[column];
  }
  Json tests = Json::array();
  for (const Judged& judged : ranking.judged) {
    if (judged.row == index) tests.push_back(judged.test);
  }
  return {{"table", row.table},
          {"configuration", to_string(row.configuration)},
          {"test", row.test},
          {"observed", std::move(observed)},
          {"tests", std::move(tests)}};
}

Json answer_json(const ContenderAnswer& answer) {
  return {{"answer", to_string(answer.answer)},
          {"reason", answer.reason.empty() ? Json(nullptr) : Json(answer.reason)}};
}

Json contender_json(const Ranking& ranking, const Contender& contender, std::size_t place) {
  const Score one = score(ranking, contender);
  Json settings = Json::object();
  for (const auto& [name, value] : contender.settings) settings[name] = value;
  Json columns = Json::array();
  for (const std::size_t column : contender.columns) {
    columns.push_back(ranking.observations.columns[column]);
  }
  Json answers = Json::array();
  for (const ContenderAnswer& answer : contender.answers) answers.push_back(answer_json(answer));
  Json judgements = Json::array();
  for (const Judged& judged : ranking.judged) {
    judgements.push_back({{"row", judged.row},
                          {"test", judged.test},
                          {"judgement", to_string(judgement(ranking, contender, judged))}});
  }
  return {{"place", place},
          {"name", contender.name},
          {"machine",
           {{"name", contender.machine},
            {"version", contender.version},
            {"source", contender.source},
            {"settings", std::move(settings)}}},
          {"columns", std::move(columns)},
          {"score",
           {{"unsound", one.unsound},
            {"unseen", one.unseen},
            {"agrees", one.agrees},
            {"undecided", one.undecided},
            {"refused", one.refused},
            {"unmeasured", one.unmeasured}}},
          {"answers", std::move(answers)},
          {"judgements", std::move(judgements)}};
}

}  // namespace

Json json_ranking(const Ranking& ranking) {
  Json rows = Json::array();
  for (std::size_t row = 0; row < ranking.observations.rows.size(); ++row) {
    rows.push_back(row_json(ranking, row));
  }
  Json tests = Json::array();
  for (const RankedTest& test : ranking.tests) {
    tests.push_back({{"name", test.name}, {"path", test.path}, {"hash", test.hash}});
  }
  Json contenders = Json::array();
  std::size_t place = 0;
  for (const std::size_t index : best_first(ranking)) {
    contenders.push_back(contender_json(ranking, ranking.contenders[index], ++place));
  }
  return {{"source", ranking.observations.source},
          {"columns", ranking.observations.columns},
          {"complete", ranking.searches_done == ranking.searches},
          {"notes", ranking.notes},
          {"rows", std::move(rows)},
          {"tests", std::move(tests)},
          {"contenders", std::move(contenders)}};
}

}  // namespace opexplore
