#include "explorer/notes/item_journal.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace opexplore {
namespace {

using Clock = std::chrono::steady_clock;

// The least time between two records.
constexpr std::chrono::seconds between_records{1};

// Texts one behind the other, each with its length before it.
void append_text(std::string& bytes, std::string_view text) {
  const std::uint64_t size = text.size();
  bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += text;
}

// Throws JournalError for other records: any journal can be named to be merged.
void for_each_text(const std::filesystem::path& file, std::string_view record, RecordSink text) {
  while (!record.empty()) {
    std::uint64_t size = 0;
    const bool has_size = record.size() >= sizeof size;
    if (has_size) std::memcpy(&size, record.data(), sizeof size);
    if (!has_size || size > record.size() - sizeof size) {
      throw JournalError(file.string() + ": is no journal of results; name another file");
    }
    text(record.substr(sizeof size, size));
    record.remove_prefix(sizeof size + size);
  }
}

std::string record_of(std::span<const std::string> words) {
  std::string record;
  for (const std::string& word : words) append_text(record, word);
  return record;
}

Journal opened(const std::filesystem::path& file, const std::string& question,
               std::span<const std::string> words, bool resume, RecordSink item) {
  if (!resume || !std::filesystem::exists(file)) {
    Journal journal = Journal::begin(file, question);
    journal.append(record_of(words));
    return journal;
  }
  bool has_words = false;
  Journal journal = Journal::resume(file, question, [&](std::string_view record) {
    if (std::exchange(has_words, true)) for_each_text(file, record, item);
  });
  if (!has_words) journal.append(record_of(words));  // it was killed before that
  return journal;
}

constexpr std::string_view part_title = "shard: ";

// All but the last line.
std::string without_part(std::string_view question) {
  return std::string(question.substr(0, question.rfind(part_title)));
}

}  // namespace

std::string question_of_part(std::string_view question, std::uint64_t number, std::uint64_t count) {
  return std::string(question) + std::string(part_title) + std::to_string(number) + '/' +
         std::to_string(count) + '\n';
}

ItemJournal::ItemJournal(const std::filesystem::path& file, const std::string& question,
                         std::span<const std::string> words, bool resume, RecordSink item)
    : journal_(opened(file, question, words, resume, item)) {}

void ItemJournal::add(std::string_view item) {
  const std::lock_guard lock(mutex_);
  append_text(waiting_, item);
  if (Clock::now() - last_ >= between_records) write();
}

void ItemJournal::flush() {
  const std::lock_guard lock(mutex_);
  if (!waiting_.empty()) write();
}

void ItemJournal::write() {
  journal_.append(waiting_);
  waiting_.clear();
  last_ = Clock::now();
}

MergedItems merged_items(std::span<const std::filesystem::path> files) {
  MergedItems merged;
  for (const std::filesystem::path& file : files) {
    std::size_t records = 0;
    std::vector<std::string> words;
    read_journal(file, [&](std::string_view record) {
      std::vector<std::string>& texts = ++records == 2 ? words : merged.items;
      if (records != 1) {
        return for_each_text(file, record,
                             [&](std::string_view text) { texts.emplace_back(text); });
      }
      const std::string question = without_part(record);
      if (merged.question.empty()) merged.question = question;
      if (question == merged.question) return;
      throw JournalError(file.string() + ": is of another question than " + files.front().string() +
                         "; merge those of one");
    });
    if (records == 0) throw JournalError(file.string() + ": is empty; leave it out");
    if (merged.words.empty()) merged.words = std::move(words);
  }
  if (merged.words.empty()) {
    throw JournalError(files.front().string() + ": is no journal of results; name another file");
  }
  return merged;
}

}  // namespace opexplore
