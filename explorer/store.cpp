#include "explorer/store.hpp"

#include <algorithm>

namespace opexplore {

namespace {

__extension__ using Wide = unsigned __int128;

// Multiplies to 128 bits and folds: every input bit reaches every output bit.
std::uint64_t fold(std::uint64_t left, std::uint64_t right) {
  const Wide product = Wide{left} * right;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

template <class Word>
std::uint64_t load(const char* from) {
  Word word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// Odd constants with about as many ones as zeros: digits of the golden ratio,
// of e and of pi.
constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
constexpr std::uint64_t euler = 0xadf85458a2bb4a9b;
constexpr std::uint64_t circle = 0x243f6a8885a308d3;

constexpr Position first_capacity = 64;   // words: 512 bytes
constexpr unsigned first_table_bits = 5;  // slots: 256 bytes
constexpr std::size_t longest_state = 0xffff;

Position words_for(std::size_t length) {
  return static_cast<Position>(1 + (sizeof(std::uint16_t) + length + 7) / 8);
}

}  // namespace

std::uint64_t hash_bytes(std::string_view bytes) {
  const char* from = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t hash = golden ^ left;
  for (; left > 16; left -= 16, from += 16) {
    hash = fold(load<std::uint64_t>(from) ^ euler, load<std::uint64_t>(from + 8) ^ hash);
  }
  // The rest as two words that may overlap; the length is in the hash already.
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  if (left >= 8) {
    first = load<std::uint64_t>(from);
    second = load<std::uint64_t>(from + left - 8);
  } else if (left >= 4) {
    first = load<std::uint32_t>(from);
    second = load<std::uint32_t>(from + left - 4);
  } else if (left > 0) {
    first = load<std::uint8_t>(from) | load<std::uint8_t>(from + left / 2) << 8 |
            load<std::uint8_t>(from + left - 1) << 16;
  }
  return fold(fold(first ^ euler, second ^ hash), circle);
}

VisitedSet::VisitedSet(std::uint64_t memory_limit) : memory_limit_(memory_limit) {
  table_bits_ = first_table_bits;
  slots_.resize(std::size_t{1} << table_bits_);
  allocate(slots_.size() * sizeof(std::uint64_t));
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
  const std::uint32_t tag = tag_of(hash);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = home(tag);; slot = (slot + 1) & mask) {
    const std::uint64_t content = slots_[slot];
    if (content == 0) return slot;
    if (content >> 32 != tag) continue;
    if (equals(static_cast<Position>(content) - 1U, bytes)) return slot;
  }
}

std::optional<Position> VisitedSet::find(std::string_view bytes, std::uint64_t hash) const {
  const std::uint64_t content = slots_[probe(bytes, hash)];
  if (content == 0) return std::nullopt;
  return static_cast<Position>(content) - 1U;
}

// Keeps the table at most 5/8 full. The new table is filled from the old one.
bool VisitedSet::reserve_slot() {
  if (size_ < slots_.size() / 8 * 5) return true;
  const std::uint64_t old_bytes = slots_.size() * sizeof(std::uint64_t);
  if (table_bits_ == 32 || !allocate(2 * old_bytes)) return false;
  std::vector<std::uint64_t> old(slots_.size() * 2);
  old.swap(slots_);
  ++table_bits_;
  const std::size_t mask = slots_.size() - 1;
  for (const std::uint64_t content : old) {
    if (content == 0) continue;
    std::size_t slot = home(static_cast<std::uint32_t>(content >> 32));
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = content;
  }
  memory_ -= old_bytes;
  return true;
}

// Makes room for a record of `count` words at end_: in this chunk, in this chunk
// made larger (the first one only), or in the next.
bool VisitedSet::reserve_words(Position count) {
  const Position used = end_ & (chunk_words - 1);
  const bool fresh = chunks_.empty() || (used == 0 && end_ != 0);
  if (!fresh && used + count <= capacity_) return true;
  if (!fresh && capacity_ < chunk_words && used + count <= chunk_words) {
    Position larger = capacity_;
    while (larger < used + count) larger *= 2;
    if (!allocate((std::uint64_t{larger}) * 8)) return false;
    auto chunk = std::make_unique_for_overwrite<std::uint64_t[]>(larger);
    std::copy_n(chunks_.back().get(), used, chunk.get());
    chunks_.back() = std::move(chunk);
    memory_ -= std::uint64_t{capacity_} * 8;
    capacity_ = larger;
    return true;
  }
  Position size = chunks_.empty() ? first_capacity : chunk_words;
  while (size < count) size *= 2;
  const std::uint64_t start = std::uint64_t{chunks_.size()} * chunk_words;
  if (start + chunk_words >= no_position || !allocate(std::uint64_t{size} * 8)) return false;
  if (!fresh) chunks_.back()[used] = no_position;
  chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(size));
  capacity_ = size;
  end_ = static_cast<Position>(start);
  return true;
}

VisitedSet::Insertion VisitedSet::insert(std::string_view bytes, std::uint64_t hash,
                                         Position predecessor, Step step) {
  std::size_t slot = probe(bytes, hash);
  if (slots_[slot] != 0) return Insertion::known;
  if (bytes.size() > longest_state) return Insertion::too_long;
  const Position count = words_for(bytes.size());
  const unsigned bits = table_bits_;
  if (!reserve_slot() || !reserve_words(count)) return Insertion::no_memory;
  if (bits != table_bits_) slot = probe(bytes, hash);

  std::uint64_t* const word = chunks_.back().get() + (end_ & (chunk_words - 1));
  word[0] = std::uint64_t{predecessor} | std::uint64_t{step.rule} << 32 |
            std::uint64_t{step.thread} << 40 | std::uint64_t{step.argument} << 48;
  word[count - 1] = 0;
  const auto length = static_cast<std::uint16_t>(bytes.size());
  std::memcpy(word + 1, &length, sizeof length);
  std::memcpy(reinterpret_cast<char*>(word + 1) + sizeof length, bytes.data(), bytes.size());
  slots_[slot] = slot_of(tag_of(hash), end_);
  last_ = end_;
  end_ += count;
  ++size_;
  state_bytes_ += bytes.size();
  return Insertion::added;
}

Position VisitedSet::next(Position position) const {
  const Position after = position + words_for(at(position).bytes.size());
  if (after == end_) return after;
  const bool gap =
      (after & (chunk_words - 1)) != 0 && static_cast<Position>(*words(after)) == no_position;
  return gap ? ((after >> chunk_bits) + 1) << chunk_bits : after;
}

}  // namespace opexplore
