#include "studies/campaign/json.hpp"

#include <nlohmann/json.hpp>

#include "litmus/language/hash.hpp"
#include "litmus/language/writer.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::ordered_json;

Json kept_tests(const std::vector<KeptTest>& kept) {
  Json list = Json::array();
  for (const KeptTest& test : kept) {
    Json entry{{"index", test.index}, {"name", test.test.name}, {"note", test.note}};
    // A test that could not be made has a name alone.
    if (!test.test.program.threads.empty()) {
      entry["hash"] = hash(test.test);
      entry["litmus"] = write(test.test);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

Json reasons(const PartResult& part) {
  Json list = Json::array();
  for (const CampaignReason& reason : part.reasons) {
    list.push_back({{"kind", to_string(reason.kind)},
                    {"note", reason.note},
                    {"tests", reason.tests},
                    {"first_index", reason.first_index},
                    {"first", reason.first}});
  }
  return list;
}

Json known(const std::optional<std::uint64_t>& count) {
  return count ? Json(*count) : Json(nullptr);
}

Json part_json(const PartResult& part) {
  return {{"tests", part.tests},
          {"arguments", part.arguments},
          {"pairing", part.pairing},
          {"specified", known(part.specified)},
          {"selected", known(part.selected)},
          {"checked", part.checked},
          {"equal", part.equal},
          {"different", part.different},
          {"undecided", part.undecided},
          {"undefined", part.undefined},
          {"refused", part.refused},
          {"failed", part.failed},
          {"seconds", part.seconds},
          {"differences", kept_tests(part.differences)},
          {"failures", kept_tests(part.failures)},
          {"reasons", reasons(part)}};
}

Json incomplete(const CampaignResult& result) {
  if (result.lacks_ranges) return "missing";
  if (result.incomplete == Incomplete::none) return nullptr;
  return result.incomplete == Incomplete::time ? "time" : "interrupted";
}

}  // namespace

Json json_campaign(const CampaignResult& result) {
  Json parts = Json::array();
  for (const PartResult& part : result.parts) parts.push_back(part_json(part));
  return {{"complete", result.incomplete == Incomplete::none && !result.lacks_ranges},
          {"incomplete", incomplete(result)},
          {"stopped_at_difference", result.stopped_at_difference},
          {"seconds", result.seconds},
          {"parts", std::move(parts)}};
}

}  // namespace opexplore
