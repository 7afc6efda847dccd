#include "tools/run_journal.hpp"

#include <charconv>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "tools/single_text.hpp"

namespace opexplore {
namespace {

std::string question_of(const Options& options, const ToolInfo& tool, const std::string& tests) {
  std::string text = "program: " + tool.name + ' ' + tool.version + ' ' + tool.revision + '\n';
  for (const std::string& line : options.asked_lines) text += "asked: " + line + '\n';
  text += tests;
  const CampaignShard shard = options.shard.value_or(CampaignShard());
  return question_of_part(text, shard.number, shard.count);
}

// An item is the number of a test and its result.
void collect(std::string_view item, NumberedResults& results) {
  std::size_t number = 0;
  const char* const end = item.data() + item.size();
  const auto [behind, error] = std::from_chars(item.data(), end, number);
  try {
    if (error != std::errc{} || behind == end) throw std::invalid_argument("it has no number");
    results.emplace(number, single_result({behind + 1, end}));
  } catch (const std::invalid_argument&) {
    throw JournalError("these are no results of tests; name other journals");
  }
}

}  // namespace

NumberedResults numbered_results(std::span<const std::string> items) {
  NumberedResults results;
  for (const std::string& item : items) collect(item, results);
  return results;
}

RunJournal::RunJournal(const Options& options, const ToolInfo& tool, const std::string& tests)
    : journal_(*options.journal, question_of(options, tool, tests), options.words,
               options.explore.large.resume,
               [this](std::string_view item) { collect(item, known_); }) {}

void RunJournal::add(std::size_t number, const SingleResult& result) {
  const bool is_whole = result.ending != Ending::not_run && result.code != ExitCode::cancelled &&
                        result.code != ExitCode::internal_error;
  if (!is_whole) return;
  try {
    journal_.add(std::to_string(number) + ' ' + text_of(result));
  } catch (const JournalError&) {
    const std::lock_guard lock(mutex_);
    error_ = std::current_exception();
  }
}

void RunJournal::require_written() {
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
}

void RunJournal::flush() {
  require_written();
  journal_.flush();
}

}  // namespace opexplore
