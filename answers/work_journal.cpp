#include "answers/work_journal.hpp"

#include <utility>

#include "litmus/input/usage_error.hpp"

namespace opexplore {
namespace {

// An item is the name of a part, and behind the line what was found.
void collect(std::string_view item, FoundParts& parts) {
  const std::size_t end = item.find('\n');
  if (end == std::string_view::npos) throw JournalError("it has other items; name other journals");
  parts.emplace(item.substr(0, end), item.substr(end + 1));
}

ItemJournal opened(const std::filesystem::path& file, const std::string& question,
                   std::span<const std::string> words, bool resume, FoundParts& known) {
  try {
    return ItemJournal(file, question, words, resume,
                       [&](std::string_view item) { collect(item, known); });
  } catch (const JournalError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

FoundParts found_parts(std::span<const std::string> items) {
  FoundParts parts;
  for (const std::string& item : items) collect(item, parts);
  return parts;
}

WorkJournal::WorkJournal(const std::filesystem::path& file, const std::string& question,
                         std::span<const std::string> words, bool resume)
    : journal_(opened(file, question, words, resume, known_)) {}

void WorkJournal::add(const std::string& part, std::string_view found) {
  try {
    journal_.add((part + '\n').append(found));
  } catch (const JournalError&) {
    const std::lock_guard lock(mutex_);
    error_ = std::current_exception();
  }
}

void WorkJournal::require_written() {
  const std::lock_guard lock(mutex_);
  if (error_) std::rethrow_exception(error_);
}

void WorkJournal::flush() {
  require_written();
  journal_.flush();
}

}  // namespace opexplore
