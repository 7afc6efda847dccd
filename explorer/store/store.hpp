// The visited set: every state whole, compared whole; no fingerprint decides.
//
// States are numbered in the order of insertion, which is the order of the breadth-first search:
// the numbers are the queue. They lie in chunks of 16,384, of each state
//
//   an origin   predecessor (32 bit number) | rule 8 | thread 8 | argument 16
//   its bytes   one state behind the other; and where each begins (32 bit), unless all states of
//               the chunk are of one length
//
// The table is open addressing with linear probing, 4 bytes per slot. Of the upper half of the
// hash the upper k bits are the slot's home in a table of 2^k slots, the others its tag:
//
//   tag (32 - k bit) | number + 1 (k bit); 0 is empty
//
// A miss costs one cache line, a hit one more. A table that grows is filled again from the states,
// once the old one is gone: so both are never there at once, and slots need no room for the hash.
//
// Insert-only. find() may run in any number of threads while nothing inserts; how several threads
// insert at once, shared_insertion.hpp says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "explorer/store/hash.hpp"
#include "explorer/store/large_pages.hpp"
#include "opmodel/rule.hpp"

namespace opexplore {

/// The number of a stored state: how many were stored before it.
using Position = std::uint32_t;

inline constexpr Position no_position = std::numeric_limits<Position>::max();

/// A step from one stored state to another.
struct Edge {
  Position from = 0;
  Position to = 0;
};

/// A stored state.
struct Record {
  Position predecessor = 0;  ///< of the initial state: itself
  Step step;                 ///< from the predecessor; meaningless for the initial state
  std::string_view bytes;    ///< valid until the next insertion
};

// WART: states-in-memory. The store for disks and ranks, in levels/, is another one.
class VisitedSet {
 public:
  enum class Insertion : std::uint8_t { known, added, no_memory, too_long };
  using Hash = std::uint64_t(std::string_view);

  /// Refuses to allocate beyond `memory_limit` bytes. The hash is that of all states.
  explicit VisitedSet(std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max(),
                      Hash* hash_of = hash_bytes);

  /// From now on refuses to allocate beyond so many bytes: whoever has a share in a limit takes it.
  void limit_memory(std::uint64_t bytes) { memory_limit_ = bytes; }

  /// Adds a state unless it is known. `no_memory` and `too_long` (65,536 bytes and
  /// more) leave the store as it was.
  Insertion insert(std::string_view bytes, std::uint64_t hash, Position predecessor, Step step);

  /// The position of a state, if it is known.
  std::optional<Position> find(std::string_view bytes, std::uint64_t hash) const;

  /// \name Ask the processor to fetch what find() and insert() will read: the slot, and when that
  /// has come, the state that it most likely holds.
  /// @{
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[home(hash)]); }
  void prefetch_state(std::uint64_t hash) const {
    const std::uint32_t slot = slots_[home(hash)];
    // While several threads insert, a slot may hold a number that is no state's yet.
    const bool holds = slot != 0 && is_tagged(slot, hash) && held_in(slot) < size();
    if (holds) __builtin_prefetch(bytes_at(held_in(slot)).data());
  }
  /// @}

  /// The record at a position.
  Record at(Position position) const;

  /// The state alone.
  std::string_view bytes_at(Position position) const;

  /// The state inserted last. Precondition: there is one.
  Position last() const { return end() - 1; }

  /// One past the last state.
  Position end() const { return static_cast<Position>(size_); }

  /// Number of states.
  std::uint64_t size() const { return size_; }

  /// Length of all encoded states together.
  std::uint64_t state_bytes() const { return state_bytes_; }

  /// The most that was ever allocated at one time.
  std::uint64_t peak_memory() const { return peak_memory_; }

 private:
  friend class SharedInsertion;

  static constexpr std::size_t longest_state = 0xffff;
  static constexpr unsigned first_table_bits = 5;  // slots: 128 bytes
  static constexpr unsigned most_table_bits = 31;
  static constexpr unsigned chunk_bits = 14;
  static constexpr std::uint32_t chunk_states = std::uint32_t{1} << chunk_bits;

  struct Chunk {
    std::unique_ptr<std::uint64_t[]> origins;
    std::unique_ptr<char[]> bytes;
    std::unique_ptr<std::uint32_t[]> begins;  // and where the last ends; none if `length` says it
    std::uint32_t length = 0;                 // of each state
  };

  // The table: homes, tags, slots.
  static std::uint32_t upper(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
  std::size_t home(std::uint64_t hash) const { return upper(hash) >> (32 - table_bits_); }
  std::uint32_t number_mask() const { return (std::uint32_t{1} << table_bits_) - 1; }
  std::uint32_t slot_of(std::uint64_t hash, Position position) const {
    return upper(hash) << table_bits_ | (position + 1);
  }
  bool is_tagged(std::uint32_t slot, std::uint64_t hash) const {
    return ((slot ^ upper(hash) << table_bits_) & ~number_mask()) == 0;
  }
  Position held_in(std::uint32_t slot) const { return (slot & number_mask()) - 1; }
  std::size_t probe(std::string_view bytes, std::uint64_t hash) const;
  std::uint64_t most_states() const { return slots_.size() / 16 * 13; }
  bool reserve_slot();
  bool allocate_larger_table();
  void enlarge_table();
  void fill_table(Position first, Position last);  // parts of it in several threads

  // The states.
  bool reserve_state(std::uint32_t length);
  bool begin_chunk(std::uint32_t length);
  bool widen_origins();
  bool widen_bytes(std::uint64_t needed);
  bool note_begins();
  std::uint32_t extend(std::uint64_t most, std::uint32_t length);
  void write(Position position, const char* bytes, Position predecessor, Step step);
  bool allocate(std::uint64_t bytes);

  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t, LargePages<std::uint32_t>> slots_;
  unsigned table_bits_ = 0;
  std::uint32_t room_ = 0;    // states for which the last chunk has room
  std::uint64_t length_ = 0;  // bytes in the last chunk
  std::uint64_t capacity_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t state_bytes_ = 0;
  std::uint64_t memory_ = 0;
  std::uint64_t peak_memory_ = 0;
  std::uint64_t memory_limit_;
  Hash* hash_of_;
};

inline std::string_view VisitedSet::bytes_at(Position position) const {
  const Chunk& chunk = chunks_[position >> chunk_bits];
  const std::uint32_t index = position & (chunk_states - 1);
  if (!chunk.begins) return {chunk.bytes.get() + std::size_t{index} * chunk.length, chunk.length};
  const std::uint32_t begin = chunk.begins[index];
  return {chunk.bytes.get() + begin, chunk.begins[index + 1] - begin};
}

inline Record VisitedSet::at(Position position) const {
  const std::uint64_t origin =
      chunks_[position >> chunk_bits].origins[position & (chunk_states - 1)];
  Record record;
  record.predecessor = static_cast<Position>(origin);
  record.step.rule = static_cast<std::uint8_t>(origin >> 32);
  record.step.thread = static_cast<ThreadId>(origin >> 40);
  record.step.argument = static_cast<std::uint16_t>(origin >> 48);
  record.bytes = bytes_at(position);
  return record;
}

}  // namespace opexplore
