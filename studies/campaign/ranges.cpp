#include "studies/campaign/ranges.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stdexcept>
#include <utility>

namespace opexplore {
namespace {

nlohmann::json json_of(std::span<const RangeResult::Kept> kept) {
  nlohmann::json list = nlohmann::json::array();
  for (const RangeResult::Kept& test : kept) list.push_back({test.index, test.note});
  return list;
}

std::vector<RangeResult::Kept> kept_of(const nlohmann::json& list) {
  std::vector<RangeResult::Kept> kept;
  for (const nlohmann::json& test : list) kept.push_back({test.at(0), test.at(1)});
  return kept;
}

nlohmann::json json_of(const RangeResult& result) {
  nlohmann::json noted = nlohmann::json::array();
  for (const RangeResult::Noted& note : result.noted) {
    noted.push_back({static_cast<int>(note.kind), note.note, note.tests, note.first_index});
  }
  return {{"part", result.part},
          {"range", result.range},
          {"counts", result.counts},
          {"differences", json_of(result.differences)},
          {"failures", json_of(result.failures)},
          {"noted", std::move(noted)}};
}

RangeResult result_of(const nlohmann::json& json) {
  RangeResult result;
  result.part = json.at("part");
  result.range = json.at("range");
  result.counts = json.at("counts");
  result.differences = kept_of(json.at("differences"));
  result.failures = kept_of(json.at("failures"));
  for (const nlohmann::json& note : json.at("noted")) {
    result.noted.push_back(
        {static_cast<Checked::Kind>(note.at(0).get<int>()), note.at(1), note.at(2), note.at(3)});
  }
  return result;
}

// Results as they come out of a journal, each range once.
class Collected {
 public:
  explicit Collected(std::vector<RangeResult>& results) : results_(results) {}

  void operator()(std::string_view item) {
    RangeResult result;
    try {
      result = result_of(nlohmann::json::parse(item));
    } catch (const nlohmann::json::exception&) {
      throw JournalError("these are no results of a campaign; name other journals");
    }
    if (seen_.emplace(result.part, result.range).second) results_.push_back(std::move(result));
  }

 private:
  std::vector<RangeResult>& results_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
};

}  // namespace

std::uint64_t RangeResult::checked() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::string text_of(const RangeResult& result) { return json_of(result).dump(); }

RangeResult range_result(std::string_view text) {
  try {
    return result_of(nlohmann::json::parse(text));
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument(error.what());
  }
}

std::string question_of(std::span<const CampaignPart> parts, const CampaignOptions& options,
                        const std::string& asked) {
  std::string text = asked + "every: " + std::to_string(options.every) +
                     "\ntests in a range: " + std::to_string(tests_per_range) + '\n';
  for (const CampaignPart& part : parts) {
    text += part.pairing + ": " + part.tests + ", one of " + std::to_string(part.every) + ": " +
            part.arguments + '\n';
  }
  return question_of_part(text, options.shard.number, options.shard.count);
}

CampaignJournal::CampaignJournal(const std::filesystem::path& file, const std::string& question,
                                 std::span<const std::string> words, bool resume)
    : journal_(file, question, words, resume, Collected(known_)) {}

std::vector<RangeResult> range_results(std::span<const std::string> items) {
  std::vector<RangeResult> results;
  Collected collect(results);
  for (const std::string& item : items) collect(item);
  return results;
}

}  // namespace opexplore
