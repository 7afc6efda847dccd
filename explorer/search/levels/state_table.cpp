#include "explorer/search/levels/state_table.hpp"

#include <algorithm>
#include <array>

#include "explorer/store/hash.hpp"

namespace opexplore {
namespace {

// Chunks begin small, for most searches are.
constexpr std::size_t first_chunk = std::size_t{1} << 12U;
constexpr std::size_t most_doubled = 9;

}  // namespace

StateTable::StateTable(std::uint64_t memory_limit) : memory_limit_(memory_limit) {
  table_bits_ = first_table_bits;
  slots_.resize(std::size_t{1} << table_bits_);
  allocate(slots_.size() * sizeof slots_[0]);
}

// Counts an allocation, unless it would break the limit.
bool StateTable::allocate(std::uint64_t bytes) {
  if (size_ != 0 && memory_ + bytes > memory_limit_) return false;
  memory_ += bytes;
  peak_memory_ = std::max(peak_memory_, memory_);
  return true;
}

// Where the next state would lie, unless its chunk is too small for it.
StateTable::Place StateTable::end() const {
  if (chunks_.empty()) return 0;
  return (std::uint64_t{chunks_.size() - 1} << chunk_bits) + chunks_.back().used;
}

// Behind the last record of a chunk the first one of the next follows.
StateTable::Place StateTable::next_record(Place place) const {
  const std::size_t chunk = place >> chunk_bits;
  const bool is_behind = chunk < chunks_.size() && offset_in_chunk(place) == chunks_[chunk].used;
  return is_behind ? std::uint64_t{chunk + 1} << chunk_bits : place;
}

// The slot that holds the state, or the empty slot where it belongs.
std::size_t StateTable::probe(std::string_view bytes, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t place = home(hash);; place = (place + 1) & mask) {
    const std::uint64_t slot = slots_[place];
    if (slot == 0) return place;
    if (((slot ^ hash) & tag_mask) != 0) continue;
    if (same_bytes(bytes_at(held_in(slot)), bytes)) return place;
  }
}

// Ways to a state lead through the level before: it came with its level, and what comes later goes
// back to it.
void StateTable::lessen_mark(Place place, std::uint8_t before) {
  if (place < begins_.back().place) return;
  char& mark = chunks_[place >> chunk_bits].bytes[offset_in_chunk(place)];
  if (before < static_cast<std::uint8_t>(mark)) mark = static_cast<char>(before);
}

// Keeps the table at most 3/4 full. The old one is gone before the next is there.
bool StateTable::reserve_slot() {
  if (size_ < slots_.size() / 4 * 3) return true;
  const std::uint64_t more = slots_.size() * sizeof slots_[0];
  if (table_bits_ == most_table_bits || !allocate(more)) return false;
  ++table_bits_;
  slots_ = {};
  slots_.resize(std::size_t{1} << table_bits_);
  fill_slots();
  return true;
}

// All states are different, so that none has to be compared. The slots that come next are on their
// way from memory.
void StateTable::fill_slots() {
  struct Next {
    std::uint64_t hash = 0;
    Place place = 0;
  };
  constexpr std::uint64_t ahead = 16;
  const std::size_t mask = slots_.size() - 1;
  std::array<Next, ahead> ring{};
  Cursor cursor(*this, 0, size_);
  for (std::uint64_t number = 0; number != size_ + ahead; ++number) {
    Next& next = ring[number % ahead];
    if (number >= ahead) {
      std::size_t place = home(next.hash);
      while (slots_[place] != 0) place = (place + 1) & mask;
      slots_[place] = (next.place + 1) << tag_bits | (next.hash & tag_mask);
    }
    if (cursor.at_end()) continue;
    next = {hash_bytes(cursor.state()), cursor.place()};
    prefetch(next.hash);
    cursor.next();
  }
}

bool StateTable::reserve_record(std::size_t bytes) {
  if (!chunks_.empty() && chunks_.back().bytes.size() - chunks_.back().used >= bytes) return true;
  const std::size_t usual = first_chunk << std::min(chunks_.size(), most_doubled);
  const std::size_t size = std::max(usual, bytes);
  if (!allocate(size)) return false;
  chunks_.emplace_back().bytes.resize(size);
  return true;
}

StateTable::Insertion StateTable::insert(const FoundState& state) {
  std::size_t slot = probe(state.bytes, state.hash);
  if (slots_[slot] != 0) {
    lessen_mark(held_in(slots_[slot]), state.before);
    return Insertion::known;
  }
  if (state.bytes.size() > longest_state) return Insertion::too_long;
  const unsigned bits = table_bits_;
  const std::size_t record_bytes = head_bytes + state.bytes.size();
  if (!reserve_slot() || !reserve_record(record_bytes)) return Insertion::no_memory;
  if (bits != table_bits_) slot = probe(state.bytes, state.hash);
  slots_[slot] = (end() + 1) << tag_bits | (state.hash & tag_mask);
  Chunk& chunk = chunks_.back();
  char* const record = chunk.bytes.data() + chunk.used;
  const auto length = static_cast<std::uint16_t>(state.bytes.size());
  *record = static_cast<char>(state.before);
  std::memcpy(record + 1, &length, sizeof length);
  std::memcpy(record + head_bytes, state.bytes.data(), length);
  chunk.used += record_bytes;
  ++size_;
  state_bytes_ += length;
  return Insertion::added;
}

std::optional<std::uint8_t> StateTable::mark_before(std::string_view bytes,
                                                    std::uint64_t hash) const {
  const std::uint64_t slot = slots_[probe(bytes, hash)];
  if (slot == 0) return {};
  return static_cast<std::uint8_t>(*record_at(held_in(slot)));
}

void StateTable::end_level() { begins_.push_back({end(), size_}); }

std::uint64_t StateTable::states_of(std::size_t level) const {
  const std::uint64_t end = level == levels() ? size_ : begins_[level + 1].states;
  return end - begins_[level].states;
}

StateTable::Cursor StateTable::level(std::size_t number) const {
  return {*this, begins_[number].place, states_of(number)};
}

}  // namespace opexplore
