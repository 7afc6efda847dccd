#include "studies/distinguish/json.hpp"

#include <nlohmann/json.hpp>

#include "studies/campaign/json.hpp"

namespace opexplore {

nlohmann::ordered_json distinguish_json(const FirstDifference& answer, const std::string& pairing) {
  nlohmann::ordered_json json{
      {"pairing", pairing}, {"found", nullptr},     {"tests", answer.tests},
      {"file", nullptr},    {"all_up_to", nullptr}, {"campaign", json_campaign(answer.campaign)}};
  if (answer.found) json["found"] = answer.found->test.name;
  if (!answer.file.empty()) json["file"] = answer.file;
  if (answer.all_up_to) json["all_up_to"] = *answer.all_up_to;
  return json;
}

}  // namespace opexplore
