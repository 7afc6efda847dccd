// States in memory, in the order in which they came, level behind level; known ones are sorted out.
//
// A state is a record in a chunk of at most 2 MiB, and no record lies across two:
//
//   the mark of a state before it (8 bit) | its length (16) | its bytes
//
// The table that finds them is open addressing with linear probing. Of the hash the upper bits are
// the home of a slot, the lower 24 its tag:
//
//   the place of the record + 1 (40 bit) | tag (24); 0 is empty
//
// Many of the states that come have not been touched for long, unlike those of a search in one
// memory. So all that is read for one lies in two places, both in large pages, and both can be
// asked for early. Insert-only, for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "explorer/store/large_pages.hpp"

namespace opexplore {

/// A byte of the hash of a state. Of the states before one, a way to it is looked for among those
/// with the least mark, so that not all of a level have to be expanded once more.
inline std::uint8_t mark_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash); }

/// A state that has been found.
struct FoundState {
  std::string_view bytes;
  std::uint64_t hash = 0;
  std::uint8_t before = 0;  ///< the mark of the state that it was found behind
};

class StateTable {
 public:
  enum class Insertion : std::uint8_t { known, added, no_memory, too_long };

  /// Where a record lies: chunk and byte in it. It grows from each to the next.
  using Place = std::uint64_t;

  /// Reads states in their order. Insertions do not disturb it.
  class Cursor {
   public:
    Cursor(const StateTable& table, Place place, std::uint64_t count)
        : table_(&table), place_(place), left_(count) {
      skip_end();
    }
    bool at_end() const { return left_ == 0; }
    Place place() const { return place_; }
    std::string_view state() const { return table_->bytes_at(place_); }
    void next() {
      place_ += head_bytes + state().size();
      --left_;
      skip_end();
    }

   private:
    void skip_end() {
      if (left_ != 0) place_ = table_->next_record(place_);
    }

    const StateTable* table_;
    Place place_;
    std::uint64_t left_;
  };

  /// Refuses to allocate beyond so many bytes.
  explicit StateTable(std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max());

  /// Adds a state unless it is known. If it is, and of the level that is being filled, the lesser
  /// mark stays. `no_memory` and `too_long` (65,536 bytes and more) leave the table as it was.
  Insertion insert(const FoundState& state);

  /// The least mark of a state before this one, if it is here.
  std::optional<std::uint8_t> mark_before(std::string_view bytes, std::uint64_t hash) const;

  /// \name Ask the processor to fetch what insert() will read: the slot, and when that has come,
  /// the state that is most likely the same.
  /// @{
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[home(hash)]); }
  void prefetch_state(std::uint64_t hash) const;
  /// @}

  /// What is added from now on is of the next level.
  void end_level();

  /// Levels that have ended.
  std::size_t levels() const { return begins_.size() - 1; }

  /// The states of a level; of the one that is being filled those that are there now.
  Cursor level(std::size_t number) const;
  std::uint64_t states_of(std::size_t level) const;

  std::string_view bytes_at(Place place) const {
    const char* const record = record_at(place);
    std::uint16_t length = 0;
    std::memcpy(&length, record + 1, sizeof length);
    return {record + head_bytes, length};
  }

  std::uint64_t size() const { return size_; }

  /// Length of all states together.
  std::uint64_t state_bytes() const { return state_bytes_; }

  /// The most that was ever allocated at one time.
  std::uint64_t peak_memory() const { return peak_memory_; }

 private:
  static constexpr std::size_t longest_state = 0xffff;
  static constexpr unsigned first_table_bits = 5;
  static constexpr unsigned most_table_bits = 40;
  static constexpr std::size_t head_bytes = 3;
  static constexpr unsigned chunk_bits = 21;
  static constexpr unsigned tag_bits = 24;
  static constexpr std::uint64_t tag_mask = (std::uint64_t{1} << tag_bits) - 1;

  using Bytes = std::vector<char, LargePages<char>>;

  struct Chunk {
    Bytes bytes;
    std::size_t used = 0;
  };

  struct Begin {
    Place place = 0;
    std::uint64_t states = 0;  // before it
  };

  std::size_t home(std::uint64_t hash) const { return hash >> (64 - table_bits_); }
  static std::size_t offset_in_chunk(Place place) {
    return place & ((std::uint64_t{1} << chunk_bits) - 1);
  }
  static Place held_in(std::uint64_t slot) { return (slot >> tag_bits) - 1; }
  const char* record_at(Place place) const {
    return chunks_[place >> chunk_bits].bytes.data() + offset_in_chunk(place);
  }
  Place next_record(Place place) const;
  Place end() const;
  std::size_t probe(std::string_view bytes, std::uint64_t hash) const;
  void lessen_mark(Place place, std::uint8_t before);
  bool reserve_slot();
  bool reserve_record(std::size_t bytes);
  void fill_slots();
  bool allocate(std::uint64_t bytes);

  std::vector<std::uint64_t, LargePages<std::uint64_t>> slots_;
  unsigned table_bits_ = 0;
  std::vector<Chunk> chunks_;
  std::vector<Begin> begins_ = {{}};  // of the levels, and of the one that is being filled
  std::uint64_t size_ = 0, state_bytes_ = 0;
  std::uint64_t memory_ = 0, peak_memory_ = 0, memory_limit_;
};

inline void StateTable::prefetch_state(std::uint64_t hash) const {
  constexpr std::size_t in_line = 4;
  for (std::size_t i = 0, place = home(hash); i != in_line && place != slots_.size();
       ++i, ++place) {
    const std::uint64_t slot = slots_[place];
    if (slot == 0) return;
    if ((slot & tag_mask) != (hash & tag_mask)) continue;
    return __builtin_prefetch(record_at(held_in(slot)), 1);
  }
}

}  // namespace opexplore
