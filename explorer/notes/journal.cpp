#include "explorer/notes/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/crc.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

namespace opexplore {
namespace {

constexpr std::string_view magic = "opexplore journal 1\n";

std::uint32_t checksum_of(const void* bytes, std::size_t size) {
  boost::crc_32_type sum;
  sum.process_bytes(bytes, size);
  return sum.checksum();
}

// What stands before each record. Its length has a checksum of its own: so one that is cut off is
// told from one that is damaged.
struct Frame {
  std::uint64_t length = 0;
  std::uint32_t length_checksum = 0;
  std::uint32_t record_checksum = 0;
};
static_assert(sizeof(Frame) == 16, "it is written as it is");

Frame frame_of(std::string_view record) {
  const std::uint64_t length = record.size();
  return {length, checksum_of(&length, sizeof length), checksum_of(record.data(), record.size())};
}

[[noreturn]] void fail_on(const std::filesystem::path& file, const std::string& what) {
  throw JournalError(file.string() + ": " + what);
}

[[noreturn]] void fail_with_errno(const std::filesystem::path& file, const std::string& what) {
  fail_on(file, what + ": " + std::strerror(errno));
}

// Reads as many bytes as there are, up to `size`.
std::size_t read_some(const std::filesystem::path& file, int descriptor, char* bytes,
                      std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor, bytes + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_with_errno(file, "cannot be read");
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

int opened_file(const std::filesystem::path& file, int flags) {
  const int descriptor = ::open(file.c_str(), flags | O_CLOEXEC, 0666);
  if (descriptor < 0) fail_with_errno(file, "cannot be opened");
  return descriptor;
}

std::uint64_t size_of(const std::filesystem::path& file, int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) fail_with_errno(file, "cannot be read");
  return static_cast<std::uint64_t>(status.st_size);
}

// A process that was killed has its files until it is gone, which takes it a moment.
void lock(const std::filesystem::path& file, int descriptor) {
  constexpr std::chrono::milliseconds between_tries{20};
  for (int left = 50; left != 0; --left) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return;
    std::this_thread::sleep_for(between_tries);
  }
  fail_on(file, "is in use by another process; wait for its end, or name another file");
}

// Goes through the records of an open file.
class Reader {
 public:
  Reader(const std::filesystem::path& file, int descriptor)
      : file_(file), descriptor_(descriptor), size_(size_of(file, descriptor)) {
    std::string begin(magic.size(), '\0');
    const std::size_t got = read_some(file, descriptor, begin.data(), begin.size());
    if (begin.substr(0, got) != magic.substr(0, got)) {
      fail_on(file, "is no journal of this version; name another file");
    }
    end_ = got;
  }

  // The next whole record; none at the end, or at a torn last one.
  std::optional<std::string> next() {
    Frame frame;
    std::array<char, sizeof frame> bytes{};
    if (read_some(file_, descriptor_, bytes.data(), bytes.size()) != bytes.size()) return {};
    std::memcpy(&frame, bytes.data(), sizeof frame);
    if (checksum_of(&frame.length, sizeof frame.length) != frame.length_checksum) {
      if (is_zero({bytes.data(), bytes.size()}) && only_zeros_follow()) return {};
      fail_damaged();
    }
    const std::uint64_t left = size_ - end_ - sizeof frame;
    if (frame.length > left) return {};
    std::string record(frame.length, '\0');
    const bool whole = read_some(file_, descriptor_, record.data(), record.size()) == frame.length;
    if (whole && checksum_of(record.data(), record.size()) == frame.record_checksum) {
      end_ += sizeof frame + frame.length;
      return record;
    }
    if (frame.length == left) return {};
    fail_damaged();
  }

  // Of the last whole record.
  std::uint64_t end() const { return end_; }

 private:
  static bool is_zero(std::string_view bytes) {
    return std::ranges::all_of(bytes, [](char byte) { return byte == 0; });
  }

  // A file may have got its length, but not all its bytes, when the power went.
  bool only_zeros_follow() const {
    std::string bytes(std::size_t{1} << 16U, '\0');
    while (const std::size_t got = read_some(file_, descriptor_, bytes.data(), bytes.size())) {
      if (!is_zero({bytes.data(), got})) return false;
    }
    return true;
  }

  [[noreturn]] void fail_damaged() const {
    fail_on(file_, "is damaged at byte " + std::to_string(end_) +
                       "; begin anew with another file, or cut it off there");
  }

  const std::filesystem::path& file_;
  int descriptor_;
  std::uint64_t size_;
  std::uint64_t end_ = 0;
};

// The line of one text.
std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, text.find('\n', begin) - begin);
}

// What is asked in the one and in the other, at the first line in which they differ.
std::string difference(std::string_view written, std::string_view asked) {
  const auto here = std::ranges::mismatch(written, asked).in1 - written.begin();
  const std::size_t newline = written.substr(0, static_cast<std::size_t>(here)).rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  const auto quoted = [&](std::string_view text) {
    return begin < text.size() ? '\'' + std::string(line_at(text, begin)) + '\''
                               : std::string("nothing");
  };
  return "it has " + quoted(written) + " where this has " + quoted(asked);
}

void require_question(const std::filesystem::path& file, const std::optional<std::string>& written,
                      std::string_view asked) {
  if (!written || *written == asked) return;
  fail_on(file, "is of another question: " + difference(*written, asked) +
                    "; ask the same, or name another file");
}

// Closed unless a journal takes it.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  int taken() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace

Journal::Journal(std::filesystem::path file, int descriptor) noexcept
    : file_(std::move(file)), descriptor_(descriptor) {}

Journal::Journal(Journal&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      end_(other.end_) {}

Journal& Journal::operator=(Journal&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(end_, other.end_);
  return *this;
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Journal Journal::begin(const std::filesystem::path& file, std::string_view question) {
  Descriptor descriptor(opened_file(file, O_RDWR | O_CREAT));
  lock(file, descriptor.number());
  if (size_of(file, descriptor.number()) != 0) {
    fail_on(file, "exists already; go on with it by --resume, or name another file");
  }
  Journal journal(file, descriptor.taken());
  journal.put_question(question);
  return journal;
}

Journal Journal::resume(const std::filesystem::path& file, std::string_view question,
                        RecordSink record) {
  Descriptor descriptor(opened_file(file, O_RDWR));
  lock(file, descriptor.number());
  Reader reader(file, descriptor.number());
  const std::optional<std::string> written = reader.next();
  require_question(file, written, question);
  if (!written) {  // it was killed while it wrote the first one
    Journal journal(file, descriptor.taken());
    journal.cut(0);
    journal.put_question(question);
    return journal;
  }
  while (const std::optional<std::string> next = reader.next()) record(*next);
  Journal journal(file, descriptor.taken());
  journal.cut(reader.end());
  return journal;
}

void Journal::put_question(std::string_view question) {
  if (!write_all(descriptor_, magic)) fail("cannot be written");
  end_ = magic.size();
  append(question);
}

void Journal::append(std::string_view record) {
  const Frame frame = frame_of(record);
  std::array<char, sizeof frame> bytes{};
  std::memcpy(bytes.data(), &frame, sizeof frame);
  const bool written = write_all(descriptor_, {bytes.data(), bytes.size()}) &&
                       write_all(descriptor_, record) && ::fdatasync(descriptor_) == 0;
  if (!written) {
    const int why = errno;
    cut(end_);
    errno = why;
    fail("cannot be written");
  }
  end_ += sizeof frame + record.size();
}

void Journal::cut(std::uint64_t bytes) {
  const auto offset = static_cast<off_t>(bytes);
  if (::ftruncate(descriptor_, offset) != 0 || ::lseek(descriptor_, offset, SEEK_SET) != offset) {
    fail("cannot be cut");
  }
  end_ = bytes;
}

void Journal::fail(const std::string& what) const { fail_with_errno(file_, what); }

void read_journal(const std::filesystem::path& file, RecordSink record) {
  const Descriptor descriptor(opened_file(file, O_RDONLY));
  Reader reader(file, descriptor.number());
  while (const std::optional<std::string> next = reader.next()) record(*next);
}

}  // namespace opexplore
