#include "explorer/store/store.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

namespace opexplore {

namespace {

constexpr std::uint32_t first_room = 16;  // states: 128 bytes of origins
constexpr std::uint64_t first_capacity = 128;

// A copy of the first `used` elements in an array of `size`.
template <class Element>
std::unique_ptr<Element[]> widened(const Element* from, std::size_t used, std::size_t size) {
  auto larger = std::make_unique_for_overwrite<Element[]>(size);
  std::copy_n(from, used, larger.get());
  return larger;
}

}  // namespace

VisitedSet::VisitedSet(std::uint64_t memory_limit, Hash* hash_of)
    : memory_limit_(memory_limit), hash_of_(hash_of) {
  table_bits_ = first_table_bits;
  slots_.resize(std::size_t{1} << table_bits_);
  allocate(slots_.size() * sizeof(std::uint32_t));
}

// Counts an allocation, unless it would break the limit.
bool VisitedSet::allocate(std::uint64_t bytes) {
  if (size_ != 0 && memory_ + bytes > memory_limit_) return false;
  memory_ += bytes;
  peak_memory_ = std::max(peak_memory_, memory_);
  return true;
}

// The slot that holds the state, or the empty slot where it belongs.
std::size_t VisitedSet::probe(std::string_view bytes, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t place = home(hash);; place = (place + 1) & mask) {
    const std::uint32_t slot = slots_[place];
    if (slot == 0) return place;
    if (is_tagged(slot, hash) && same_bytes(bytes_at(held_in(slot)), bytes)) return place;
  }
}

std::optional<Position> VisitedSet::find(std::string_view bytes, std::uint64_t hash) const {
  const std::uint32_t slot = slots_[probe(bytes, hash)];
  if (slot == 0) return std::nullopt;
  return held_in(slot);
}

// Keeps the table at most 13/16 full.
bool VisitedSet::reserve_slot() {
  if (size_ < most_states()) return true;
  if (!allocate_larger_table()) return false;
  enlarge_table();
  fill_table(0, end());
  return true;
}

bool VisitedSet::allocate_larger_table() {
  return table_bits_ < most_table_bits && allocate(slots_.size() * sizeof(std::uint32_t));
}

// The old one is gone before the next is there.
void VisitedSet::enlarge_table() {
  ++table_bits_;
  slots_ = {};
  slots_.resize(std::size_t{1} << table_bits_);
}

// All states are different, so that none has to be compared. The slots that come next are on their
// way from memory.
void VisitedSet::fill_table(Position first, Position last) {
  constexpr std::uint64_t ahead = 16;
  const std::size_t mask = slots_.size() - 1;
  std::array<std::uint64_t, ahead> hashes{};
  for (std::uint64_t next = first; next < last + ahead; ++next) {
    std::uint64_t& hash = hashes[next % ahead];
    if (next >= first + ahead) {
      const std::uint32_t slot = slot_of(hash, static_cast<Position>(next - ahead));
      std::uint32_t empty = 0;
      for (std::size_t place = home(hash);; place = (place + 1) & mask, empty = 0) {
        const std::atomic_ref<std::uint32_t> there(slots_[place]);
        if (there.compare_exchange_strong(empty, slot, std::memory_order_relaxed)) break;
      }
    }
    if (next >= last) continue;
    hash = hash_of_(bytes_at(static_cast<Position>(next)));
    prefetch(hash);
  }
}

// Makes room for a state of that length in the last chunk, or in a new one.
bool VisitedSet::reserve_state(std::uint32_t length) {
  const std::uint32_t index = end() & (chunk_states - 1);
  if (size_ == std::uint64_t{chunks_.size()} << chunk_bits && !begin_chunk(length)) return false;
  if (index == room_ && !widen_origins()) return false;
  const Chunk& chunk = chunks_.back();
  if (index != 0 && !chunk.begins && chunk.length != length && !note_begins()) return false;
  return length_ + length <= capacity_ || widen_bytes(length_ + length);
}

// The first chunk begins small; others are about as long as the one before.
bool VisitedSet::begin_chunk(std::uint32_t length) {
  const bool first = chunks_.empty();
  const std::uint32_t room = first ? first_room : chunk_states;
  const std::uint64_t usual = first ? first_capacity : length_;
  const std::uint64_t capacity = std::max<std::uint64_t>(usual, length);
  if (!allocate(room * sizeof(std::uint64_t) + capacity)) return false;
  Chunk& chunk = chunks_.emplace_back();
  chunk.origins = std::make_unique_for_overwrite<std::uint64_t[]>(room);
  chunk.bytes = std::make_unique_for_overwrite<char[]>(capacity);
  room_ = room;
  capacity_ = capacity;
  length_ = 0;
  return true;
}

bool VisitedSet::widen_origins() {
  Chunk& chunk = chunks_.back();
  const std::uint64_t each =
      sizeof(std::uint64_t) + (chunk.begins ? sizeof(std::uint32_t) : std::size_t{0});
  if (!allocate(2 * room_ * each)) return false;
  chunk.origins = widened(chunk.origins.get(), room_, 2 * room_);
  if (chunk.begins) chunk.begins = widened(chunk.begins.get(), room_ + 1, 2 * room_ + 1);
  memory_ -= room_ * each;
  room_ *= 2;
  return true;
}

// In the first chunk twice the room, in others, of whose length the one before says much, a little.
bool VisitedSet::widen_bytes(std::uint64_t needed) {
  const std::uint64_t more = room_ < chunk_states ? capacity_ : capacity_ / 16;
  const std::uint64_t capacity = std::max(needed, capacity_ + more);
  if (!allocate(capacity)) return false;
  Chunk& chunk = chunks_.back();
  chunk.bytes = widened(chunk.bytes.get(), length_, capacity);
  memory_ -= capacity_;
  capacity_ = capacity;
  return true;
}

// A state of another length comes.
bool VisitedSet::note_begins() {
  if (!allocate(room_ * sizeof(std::uint32_t))) return false;
  Chunk& chunk = chunks_.back();
  chunk.begins = std::make_unique_for_overwrite<std::uint32_t[]>(room_ + 1);
  const std::uint32_t states = end() & (chunk_states - 1);
  for (std::uint32_t index = 0; index <= states; ++index) {
    chunk.begins[index] = index * chunk.length;
  }
  return true;
}

// Counts up to `most` states of that length, as many as there is room for, which are to be written.
// Precondition: reserve_state().
std::uint32_t VisitedSet::extend(std::uint64_t most, std::uint32_t length) {
  Chunk& chunk = chunks_.back();
  const std::uint32_t index = end() & (chunk_states - 1);
  std::uint64_t count = std::min<std::uint64_t>(most, room_ - index);
  if (length != 0) count = std::min(count, (capacity_ - length_) / length);
  if (index == 0) chunk.length = length;
  for (std::uint64_t added = 0; chunk.begins && added < count; ++added) {
    chunk.begins[index + 1 + added] = static_cast<std::uint32_t>(length_ + (added + 1) * length);
  }
  length_ += count * length;
  size_ += count;
  state_bytes_ += count * length;
  return static_cast<std::uint32_t>(count);
}

void VisitedSet::write(Position position, const char* bytes, Position predecessor, Step step) {
  const Chunk& chunk = chunks_[position >> chunk_bits];
  chunk.origins[position & (chunk_states - 1)] =
      std::uint64_t{predecessor} | std::uint64_t{step.rule} << 32 |
      std::uint64_t{step.thread} << 40 | std::uint64_t{step.argument} << 48;
  const std::string_view place = bytes_at(position);
  std::memcpy(chunk.bytes.get() + (place.data() - chunk.bytes.get()), bytes, place.size());
}

VisitedSet::Insertion VisitedSet::insert(std::string_view bytes, std::uint64_t hash,
                                         Position predecessor, Step step) {
  std::size_t place = probe(bytes, hash);
  if (slots_[place] != 0) return Insertion::known;
  if (bytes.size() > longest_state) return Insertion::too_long;
  const unsigned bits = table_bits_;
  if (!reserve_slot() || !reserve_state(static_cast<std::uint32_t>(bytes.size()))) {
    return Insertion::no_memory;
  }
  if (bits != table_bits_) place = probe(bytes, hash);
  slots_[place] = slot_of(hash, end());
  extend(1, static_cast<std::uint32_t>(bytes.size()));
  write(last(), bytes.data(), predecessor, step);
  return Insertion::added;
}

}  // namespace opexplore
