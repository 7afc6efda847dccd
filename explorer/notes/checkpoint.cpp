#include "explorer/notes/checkpoint.hpp"

#include <algorithm>
#include <vector>

#include "explorer/notes/tally_bytes.hpp"
#include "explorer/store/hash.hpp"
#include "opmodel/parts/encoding.hpp"

namespace opexplore {
namespace {

constexpr std::size_t noted_block_bytes = std::size_t{1} << 24U;

constexpr char begin_record = 'B';
constexpr char states_record = 'S';
constexpr char level_record = 'L';

std::string record_of(char kind, std::uint64_t search) {
  std::string record(1, kind);
  put_unsigned(record, search);
  return record;
}

void put_state(std::string& bytes, const Record& record) {
  put_unsigned(bytes, record.predecessor);
  put_unsigned(bytes, record.step.rule);
  put_unsigned(bytes, record.step.thread);
  put_unsigned(bytes, record.step.argument);
  put_unsigned(bytes, record.bytes.size());
  bytes += record.bytes;
}

// Reads the states of a block into the set; gives whether there was memory for all.
bool add_states(ByteReader& block, std::uint64_t count, VisitedSet& visited) {
  while (count-- != 0) {
    const auto predecessor = static_cast<Position>(block.get_unsigned());
    Step step;
    step.rule = static_cast<std::uint8_t>(block.get_unsigned());
    step.thread = static_cast<ThreadId>(block.get_unsigned());
    step.argument = static_cast<std::uint16_t>(block.get_unsigned());
    const std::uint64_t length = block.get_unsigned();
    const std::string_view bytes(block.take(length), length);
    const auto inserted = visited.insert(bytes, hash_bytes(bytes), predecessor, step);
    if (inserted == VisitedSet::Insertion::no_memory) return false;
  }
  return true;
}

// Of one search, what is read from the journal.
class Restored {
 public:
  Restored(std::uint64_t search, Found& found) : search_(search), found_(found) {}

  void take(std::string_view record) {
    ByteReader bytes(record.substr(1));
    if (record.front() == begin_record || bytes.get_unsigned() != search_) return;
    if (record.front() == level_record) return take_level(bytes);
    const std::uint64_t position = bytes.get_unsigned();
    if (position == found_.visited.size()) blocks_.clear();  // of a note that was not finished
    blocks_.emplace_back(record);
  }

 private:
  void take_level(ByteReader& bytes) {
    for (const std::string& record : blocks_) {
      ByteReader block(std::string_view(record).substr(1));
      block.get_unsigned();
      block.get_unsigned();
      const std::uint64_t count = block.get_unsigned();
      if (!add_states(block, count, found_.visited)) found_.incomplete = Incomplete::memory;
    }
    blocks_.clear();
    found_.next = static_cast<Position>(bytes.get_unsigned());
    found_.depth = static_cast<std::uint32_t>(bytes.get_unsigned());
    found_.tally = get_tally(bytes);
  }

  std::uint64_t search_;
  Found& found_;
  std::vector<std::string> blocks_;  // since the last level
};

}  // namespace

Checkpoints::Checkpoints(const LargeSearch& asked, const std::string& question)
    : file_(*asked.checkpoint), journal_([&] {
        if (!asked.resume || !std::filesystem::exists(file_)) {
          return Journal::begin(file_, question);
        }
        return Journal::resume(file_, question, [&](std::string_view record) {
          if (record.front() != begin_record) return;
          ByteReader bytes(record.substr(1));
          const std::uint64_t number = bytes.get_unsigned();
          numbers_.emplace(record.substr(record_of(begin_record, number).size()), number);
        });
      }()) {}

std::uint64_t Checkpoints::number_of(const std::string& search) {
  const auto [entry, is_new] = numbers_.emplace(search, numbers_.size());
  if (is_new) journal_.append(record_of(begin_record, entry->second) + search);
  return entry->second;
}

std::uint64_t Checkpoints::restore(std::uint64_t search, Found& found) const {
  Restored restored(search, found);
  bool question = true;
  read_journal(file_, [&](std::string_view record) {
    if (!question && found.incomplete == Incomplete::none) restored.take(record);
    question = false;
  });
  return found.visited.size();
}

bool Checkpoint::restore(Found& found) {
  noted_states_ = journal_.restore(search_, found);
  if (noted_states_ == 0) return false;
  noted_level_ = found.next;
  return true;
}

void Checkpoint::begin_level(const Found& found, const States& level) {
  reached_ = Reached{level, found.depth, found.tally};
  if (Clock::now() - last_note_ >= every_) note(found);
}

void Checkpoint::note(const Found& found) {
  if (!reached_ || reached_->level.first == noted_level_) return;
  const Reached& reached = *reached_;
  append_states(found, reached.level.first + reached.level.count);
  std::string record = record_of(level_record, search_);
  put_unsigned(record, reached.level.first);
  put_unsigned(record, reached.depth);
  put_tally(record, reached.tally);
  journal_.append(record);
  noted_level_ = reached.level.first;
  last_note_ = Clock::now();
}

void Checkpoint::append_states(const Found& found, std::uint64_t end) {
  std::string bytes;
  std::uint64_t first = noted_states_, count = 0;
  const auto finish_block = [&] {
    std::string record = record_of(states_record, search_);
    put_unsigned(record, first);
    put_unsigned(record, count);
    journal_.append(record + bytes);
    first += count;
    count = 0;
    bytes.clear();
  };
  for (std::uint64_t position = noted_states_; position != end; ++position) {
    put_state(bytes, found.visited.at(static_cast<Position>(position)));
    ++count;
    if (bytes.size() >= noted_block_bytes) finish_block();
  }
  if (count != 0) finish_block();
  noted_states_ = end;
}

}  // namespace opexplore
