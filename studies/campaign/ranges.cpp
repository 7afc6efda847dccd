#include "studies/campaign/ranges.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "explorer/journal.hpp"

namespace opexplore {
namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

// The least time between two records: to have one on disk takes milliseconds.
constexpr std::chrono::seconds between_records{1};

Json json_of(std::span<const RangeResult::Kept> kept) {
  Json list = Json::array();
  for (const RangeResult::Kept& test : kept) list.push_back({test.index, test.note});
  return list;
}

std::vector<RangeResult::Kept> kept_of(const Json& list) {
  std::vector<RangeResult::Kept> kept;
  for (const Json& test : list) kept.push_back({test.at(0), test.at(1)});
  return kept;
}

Json json_of(const RangeResult& result) {
  Json noted = Json::array();
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

RangeResult result_of(const Json& json) {
  RangeResult result;
  result.part = json.at("part");
  result.range = json.at("range");
  result.counts = json.at("counts");
  result.differences = kept_of(json.at("differences"));
  result.failures = kept_of(json.at("failures"));
  for (const Json& note : json.at("noted")) {
    result.noted.push_back(
        {static_cast<Checked::Kind>(note.at(0).get<int>()), note.at(1), note.at(2), note.at(3)});
  }
  return result;
}

// Results as they come out of a record, each range once.
class Collected {
 public:
  void add_record(const std::filesystem::path& file, std::string_view record) {
    try {
      const Json json = Json::parse(record);
      if (json.is_object()) {
        if (words.empty()) words = json.at("words");
        return;
      }
      for (const Json& result : json) add(result_of(result));
    } catch (const Json::exception&) {
      throw JournalError(file.string() + ": is no journal of a campaign; name another file");
    }
  }

  std::vector<std::string> words;
  std::vector<RangeResult> results;

 private:
  void add(RangeResult result) {
    if (seen_.emplace(result.part, result.range).second) results.push_back(std::move(result));
  }

  std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
};

}  // namespace

std::uint64_t RangeResult::checked() const {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::string text_of(const RangeResult& result) { return json_of(result).dump(); }

RangeResult range_result(std::string_view text) {
  try {
    return result_of(Json::parse(text));
  } catch (const Json::exception& error) {
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
  return text + "shard: " + std::to_string(options.shard.number) + '/' +
         std::to_string(options.shard.count) + '\n';
}

struct CampaignJournal::Open {
  explicit Open(Journal file) : journal(std::move(file)) {}

  void write() {
    if (waiting.empty()) return;
    journal.append(waiting.dump());
    waiting = Json::array();
    last = Clock::now();
  }

  Journal journal;
  std::mutex mutex;
  Json waiting = Json::array();
  Clock::time_point last = Clock::now();
};

CampaignJournal::CampaignJournal(const std::filesystem::path& file, const std::string& question,
                                 std::span<const std::string> words, bool resume) {
  const auto note_words = [&] { open_->journal.append(Json{{"words", words}}.dump()); };
  if (!resume || !std::filesystem::exists(file)) {
    open_ = std::make_unique<Open>(Journal::begin(file, question));
    note_words();
    return;
  }
  Collected collected;
  open_ = std::make_unique<Open>(Journal::resume(
      file, question, [&](std::string_view record) { collected.add_record(file, record); }));
  known_ = std::move(collected.results);
  if (collected.words.empty()) note_words();
}

CampaignJournal::~CampaignJournal() = default;

void CampaignJournal::add(const RangeResult& result) {
  const std::lock_guard lock(open_->mutex);
  open_->waiting.push_back(json_of(result));
  if (Clock::now() - open_->last >= between_records) open_->write();
}

void CampaignJournal::flush() {
  const std::lock_guard lock(open_->mutex);
  open_->write();
}

namespace {

// All but the last line.
std::string without_shard(std::string_view question) {
  const std::size_t end = question.rfind("shard: ");
  return std::string(question.substr(0, end));
}

}  // namespace

MergedJournals merged_journals(std::span<const std::filesystem::path> files) {
  std::string campaign;
  Collected collected;
  for (const std::filesystem::path& file : files) {
    bool begun = false;
    read_journal(file, [&](std::string_view record) {
      if (begun) return collected.add_record(file, record);
      begun = true;
      const std::string question = without_shard(record);
      if (campaign.empty()) campaign = question;
      if (question == campaign) return;
      throw JournalError(file.string() + ": is of another campaign than " + files.front().string() +
                         "; merge those of one");
    });
    if (!begun) throw JournalError(file.string() + ": is empty; leave it out");
  }
  if (collected.words.empty()) {
    throw JournalError(files.front().string() + ": is no journal of a campaign; name another file");
  }
  return {std::move(collected.words), std::move(collected.results)};
}

}  // namespace opexplore
