// Sorted runs: different encoded states in increasing order of their bytes, written once and then
// read from the begin. A run lies in a file or in memory, in blocks, of each
//
//   its states (32 bit) | its bytes (32) | compressed (32) | CRC-32 of these three | a zstd frame
//
// In a block stand, of each state, the number of bytes that it begins with as the one before, the
// number of others, and those. The frame has a checksum of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace opexplore {

/// Why states on disk cannot be written, or not be read again: the file, what is wrong.
class StorageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The first eight bytes of a state, most significant first, or as many as it has: where these
/// differ they say which of two states is less.
inline std::uint64_t key_of(std::string_view state) {
  std::uint64_t key = 0;
  if (state.size() >= sizeof key) {
    std::memcpy(&key, state.data(), sizeof key);
    return __builtin_bswap64(key);
  }
  for (std::size_t i = 0; i < sizeof key; ++i) {
    key = key << 8U | (i < state.size() ? static_cast<unsigned char>(state[i]) : 0U);
  }
  return key;
}

/// A state that is compared with others.
struct KeyedState {
  std::uint64_t key;
  std::string_view bytes;

  bool operator<(const KeyedState& other) const {
    return key != other.key ? key < other.key : bytes < other.bytes;
  }
  bool operator==(const KeyedState& other) const {
    return key == other.key && bytes == other.bytes;
  }
};

/// Packs blocks. What it needs for that serves all runs of a search.
class BlockPacker {
 public:
  BlockPacker();
  ~BlockPacker();
  BlockPacker(const BlockPacker&) = delete;
  BlockPacker& operator=(const BlockPacker&) = delete;

  /// Replaces `packed` by the bytes, packed.
  void pack(std::string_view bytes, std::string& packed);

  /// Fills `bytes`, whose size is known; gives whether `packed` are these many bytes, undamaged.
  bool unpack(std::string_view packed, std::string& bytes);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

/// A run that has been written.
struct Run {
  std::filesystem::path file;  ///< where it lies; empty: in `bytes`
  std::shared_ptr<const std::string> bytes;
  std::uint64_t states = 0;
  std::uint64_t state_bytes = 0;  ///< of all states together
  std::uint64_t size = 0;         ///< as it lies there
};

/// An open file, which it closes.
class OpenFile {
 public:
  /// Throws StorageError.
  OpenFile(std::filesystem::path file, int flags);
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&& other) = delete;
  ~OpenFile();

  /// Throws StorageError unless all bytes are written.
  void write(std::string_view bytes) const;
  /// Fills the bytes as far as the file goes; gives how many there were. Throws StorageError.
  std::size_t read(char* bytes, std::size_t size) const;
  /// Returns when all is on disk. Throws StorageError.
  void sync() const;

 private:
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path file_;
  int descriptor_;
};

/// Writes a run.
class RunWriter {
 public:
  /// Into that file, or into memory if the name is empty; in blocks of about so many bytes. Throws
  /// StorageError.
  RunWriter(BlockPacker& packer, const std::filesystem::path& file, std::size_t block_bytes);
  ~RunWriter();

  /// Adds a state, greater than the last one. Throws StorageError.
  void add(std::string_view state);

  /// Ends it; it is on disk if `synced`. Throws StorageError.
  Run finish(bool synced);

  /// The bytes in memory so far.
  std::uint64_t memory() const { return kept_ ? kept_->size() : 0; }

 private:
  void end_block();

  BlockPacker& packer_;
  std::size_t block_bytes_;
  std::unique_ptr<OpenFile> file_;
  std::shared_ptr<std::string> kept_;
  Run run_;
  std::string last_, block_, packed_;
  std::uint32_t in_block_ = 0;
};

/// Reads a run.
class RunReader {
 public:
  /// Stands at the first state. Throws StorageError.
  RunReader(BlockPacker& packer, const Run& run);

  /// Whether it is behind the last state.
  bool at_end() const { return at_end_; }

  /// The state at which it stands, valid until next(). Precondition: not at_end().
  std::string_view state() const { return state_; }
  KeyedState keyed() const { return {key_, state_}; }

  /// Goes on to the next. Throws StorageError.
  void next();

 private:
  void read_block();
  void replace_end(std::size_t same, std::size_t rest);
  void read(char* bytes, std::size_t size);
  std::uint64_t length();
  [[noreturn]] void fail() const;

  BlockPacker& packer_;
  Run run_;
  std::unique_ptr<OpenFile> file_;
  std::uint64_t offset_ = 0, states_left_ = 0, key_ = 0;
  std::uint32_t in_block_ = 0;
  std::string block_, packed_, state_;
  std::size_t place_ = 0;
  bool at_end_ = false;
};

}  // namespace opexplore
