// The visited set: every state whole, compared whole; no fingerprint decides.
//
// Records lie one after another in chunks of 1 MiB, in the order of insertion,
// which is the order of the breadth-first search: the records are the queue.
//
//   word 0   predecessor (32 bit position) | rule 8 | thread 8 | argument 16
//   word 1…  length (16 bit), then the encoded state, then zeros up to 8 bytes
//
// A Position counts words, so 32 bits reach 32 GiB of records. A record never
// crosses a chunk; a word 0 with predecessor `no_position` says "go to the next chunk".
//
// The table is open addressing with linear probing, 8 bytes per slot:
//
//   tag = upper half of the hash (32 bit) | position + 1 (32 bit); 0 is empty
//
// The upper bits of the tag are the slot's home, so that growing needs no record:
// a miss costs one cache line, a hit one more. Records carry everything else, so
// that no index-to-offset array is read in between.
//
// Insert-only. find() may run in any number of threads while nothing inserts.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "opmodel/rule.hpp"

namespace opexplore {

/// Where a record begins, in words of 8 bytes. The initial state is at 0.
using Position = std::uint32_t;

inline constexpr Position no_position = std::numeric_limits<Position>::max();

/// Hash of an encoded state: 64 bits, good in its upper half.
std::uint64_t hash_bytes(std::string_view bytes);

/// A stored state.
struct Record {
  Position predecessor = 0;  ///< of the initial state: itself
  Step step;                 ///< from the predecessor; meaningless for the initial state
  std::string_view bytes;    ///< valid until the next insertion
};

// WART: states-in-memory. There is no disk store and no checkpoint.
class VisitedSet {
 public:
  enum class Insertion : std::uint8_t { known, added, no_memory, too_long };

  /// Refuses to allocate beyond `memory_limit` bytes.
  explicit VisitedSet(std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max());

  /// From now on refuses to allocate beyond so many bytes: whoever has a share in a limit takes it.
  void limit_memory(std::uint64_t bytes) { memory_limit_ = bytes; }

  /// Adds a state unless it is known. `no_memory` and `too_long` (65,536 bytes and
  /// more) leave the store as it was.
  Insertion insert(std::string_view bytes, std::uint64_t hash, Position predecessor, Step step);

  /// The position of a state, if it is known.
  std::optional<Position> find(std::string_view bytes, std::uint64_t hash) const;

  /// Asks the processor to fetch the slot that find() or insert() will read first.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[home(tag_of(hash))]); }

  /// The record at a position.
  Record at(Position position) const;

  /// The record after one; end() after the last.
  Position next(Position position) const;

  /// The record inserted last. Precondition: there is one.
  Position last() const { return last_; }

  /// One past the last record.
  Position end() const { return end_; }

  /// Number of states.
  std::uint64_t size() const { return size_; }

  /// Length of all encoded states together.
  std::uint64_t state_bytes() const { return state_bytes_; }

  /// The most that was ever allocated at one time.
  std::uint64_t peak_memory() const { return peak_memory_; }

 private:
  using Chunk = std::unique_ptr<std::uint64_t[]>;
  static constexpr unsigned chunk_bits = 17;  // words per chunk: 1 MiB
  static constexpr Position chunk_words = Position{1} << chunk_bits;

  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
  static std::uint64_t slot_of(std::uint32_t tag, Position position) {
    return (std::uint64_t{tag} << 32) | (position + 1U);
  }
  std::size_t home(std::uint32_t tag) const { return tag >> (32 - table_bits_); }

  const std::uint64_t* words(Position position) const {
    return chunks_[position >> chunk_bits].get() + (position & (chunk_words - 1));
  }
  bool equals(Position position, std::string_view bytes) const;
  std::size_t probe(std::string_view bytes, std::uint64_t hash) const;
  bool reserve_slot();
  bool reserve_words(Position count);
  bool allocate(std::uint64_t bytes);

  std::vector<Chunk> chunks_;
  std::vector<std::uint64_t> slots_;
  unsigned table_bits_ = 0;
  Position capacity_ = 0;  // words in the last chunk
  Position end_ = 0;
  Position last_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t state_bytes_ = 0;
  std::uint64_t memory_ = 0;
  std::uint64_t peak_memory_ = 0;
  std::uint64_t memory_limit_;
};

inline Record VisitedSet::at(Position position) const {
  const std::uint64_t* const word = words(position);
  Record record;
  record.predecessor = static_cast<Position>(word[0]);
  record.step.rule = static_cast<std::uint8_t>(word[0] >> 32);
  record.step.thread = static_cast<ThreadId>(word[0] >> 40);
  record.step.argument = static_cast<std::uint16_t>(word[0] >> 48);
  std::uint16_t length = 0;
  std::memcpy(&length, word + 1, sizeof length);
  const char* const start = reinterpret_cast<const char*>(word + 1) + sizeof length;
  record.bytes = std::string_view(start, length);
  return record;
}

inline bool VisitedSet::equals(Position position, std::string_view bytes) const {
  return at(position).bytes == bytes;
}

}  // namespace opexplore
