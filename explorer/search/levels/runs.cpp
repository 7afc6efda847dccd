#include "explorer/search/levels/runs.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "opmodel/parts/encoding.hpp"

namespace opexplore {
namespace {

// Fast: states that stand in order have little left to pack.
constexpr int packing_level = 1;

struct BlockHead {
  std::uint32_t states = 0, bytes = 0, packed = 0, checksum = 0;

  std::uint32_t own_checksum() const {
    boost::crc_32_type sum;
    for (const std::uint32_t part : {states, bytes, packed}) sum.process_bytes(&part, sizeof part);
    return sum.checksum();
  }
};
static_assert(sizeof(BlockHead) == 16, "it is written as it is");

std::size_t common(std::string_view left, std::string_view right) {
  const std::size_t most = std::min(left.size(), right.size());
  return static_cast<std::size_t>(
      std::mismatch(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(most), right.begin())
          .first -
      left.begin());
}

}  // namespace

struct BlockPacker::Contexts {
  ZSTD_CCtx* in = ZSTD_createCCtx();
  ZSTD_DCtx* out = ZSTD_createDCtx();
};

BlockPacker::BlockPacker() : contexts_(std::make_unique<Contexts>()) {
  if (contexts_->in == nullptr || contexts_->out == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(contexts_->in, ZSTD_c_compressionLevel, packing_level);
  ZSTD_CCtx_setParameter(contexts_->in, ZSTD_c_checksumFlag, 1);
}

BlockPacker::~BlockPacker() {
  ZSTD_freeCCtx(contexts_->in);
  ZSTD_freeDCtx(contexts_->out);
}

void BlockPacker::pack(std::string_view bytes, std::string& packed) {
  packed.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compress2(contexts_->in, packed.data(), packed.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();  // nothing else can be missing
  packed.resize(size);
}

bool BlockPacker::unpack(std::string_view packed, std::string& bytes) {
  return ZSTD_decompressDCtx(contexts_->out, bytes.data(), bytes.size(), packed.data(),
                             packed.size()) == bytes.size();
}

OpenFile::OpenFile(std::filesystem::path file, int flags)
    : file_(std::move(file)), descriptor_(::open(file_.c_str(), flags | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) fail("cannot be opened");
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

OpenFile::~OpenFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OpenFile::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::size_t OpenFile::read(char* bytes, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor_, bytes + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

void OpenFile::sync() const {
  if (::fsync(descriptor_) != 0) fail("cannot be written");
}

void OpenFile::fail(const char* what) const {
  throw StorageError(file_.string() + ": " + what + ": " + std::strerror(errno));
}

RunWriter::RunWriter(BlockPacker& packer, const std::filesystem::path& file,
                     std::size_t block_bytes)
    : packer_(packer), block_bytes_(block_bytes) {
  run_.file = file;
  if (file.empty()) {
    kept_ = std::make_shared<std::string>();
  } else {
    file_ = std::make_unique<OpenFile>(file, O_WRONLY | O_CREAT | O_TRUNC);
  }
}

RunWriter::~RunWriter() = default;

void RunWriter::add(std::string_view state) {
  const std::size_t same = in_block_ == 0 ? 0 : common(last_, state);
  put_unsigned(block_, same);
  put_unsigned(block_, state.size() - same);
  block_ += state.substr(same);
  last_.resize(same);
  last_ += state.substr(same);
  ++in_block_;
  ++run_.states;
  run_.state_bytes += state.size();
  if (block_.size() >= block_bytes_) end_block();
}

void RunWriter::end_block() {
  packer_.pack(block_, packed_);
  BlockHead head{in_block_, static_cast<std::uint32_t>(block_.size()),
                 static_cast<std::uint32_t>(packed_.size()), 0};
  head.checksum = head.own_checksum();
  std::array<char, sizeof head> bytes{};
  std::memcpy(bytes.data(), &head, sizeof head);
  const std::string_view start(bytes.data(), bytes.size());
  if (kept_) {
    kept_->append(start).append(packed_);
  } else {
    file_->write(start);
    file_->write(packed_);
  }
  run_.size += start.size() + packed_.size();
  block_.clear();
  last_.clear();
  in_block_ = 0;
}

Run RunWriter::finish(bool synced) {
  if (in_block_ != 0) end_block();
  if (kept_) kept_->shrink_to_fit();
  if (file_ && synced) file_->sync();
  file_.reset();
  run_.bytes = std::move(kept_);
  return run_;
}

RunReader::RunReader(BlockPacker& packer, const Run& run)
    : packer_(packer), run_(run), states_left_(run.states) {
  if (!run.file.empty()) file_ = std::make_unique<OpenFile>(run.file, O_RDONLY);
  next();
}

void RunReader::next() {
  if (states_left_ == 0) {
    at_end_ = true;
    return;
  }
  if (in_block_ == 0) read_block();
  const std::uint64_t same = length(), rest = length();
  if (same > state_.size() || rest > block_.size() - place_) fail();
  replace_end(same, rest);
  place_ += rest;
  --in_block_;
  --states_left_;
  key_ = key_of(state_);
}

// Most states are as long as the one before, and differ in few bytes.
void RunReader::replace_end(std::size_t same, std::size_t rest) {
  if (state_.size() == same + rest) {
    for (std::size_t i = 0; i < rest; ++i) state_[same + i] = block_[place_ + i];
  } else {
    state_.resize(same);
    state_.append(block_, place_, rest);
  }
}

void RunReader::read_block() {
  constexpr std::uint32_t longest = std::uint32_t{1} << 26U;
  BlockHead head;
  std::array<char, sizeof head> bytes{};
  read(bytes.data(), bytes.size());
  std::memcpy(&head, bytes.data(), sizeof head);
  const bool right = head.checksum == head.own_checksum() && head.states != 0 &&
                     head.states <= states_left_ && head.bytes <= longest && head.packed <= longest;
  if (!right) fail();
  packed_.resize(head.packed);
  block_.resize(head.bytes);
  read(packed_.data(), packed_.size());
  if (!packer_.unpack(packed_, block_)) fail();
  in_block_ = head.states;
  place_ = 0;
  state_.clear();
}

void RunReader::read(char* bytes, std::size_t size) {
  if (file_) {
    if (file_->read(bytes, size) != size) fail();
  } else {
    if (size > run_.bytes->size() - offset_) fail();
    std::memcpy(bytes, run_.bytes->data() + offset_, size);
  }
  offset_ += size;
}

// A number as put_unsigned wrote it, within the block.
std::uint64_t RunReader::length() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 32; shift += 7) {
    if (place_ == block_.size()) fail();
    const auto byte = static_cast<unsigned char>(block_[place_++]);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return value;
  }
  fail();
}

void RunReader::fail() const {
  throw StorageError(run_.file.string() + ": is damaged near byte " + std::to_string(offset_) +
                     "; begin the search again in another folder");
}

}  // namespace opexplore
