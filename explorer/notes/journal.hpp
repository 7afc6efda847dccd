// Records on disk that outlive the process that wrote them: what long work has found so far.
//
//   "opexplore journal 1\n", then records one behind the other, of each
//   its length (64 bit) | CRC-32 of the length | CRC-32 of the record | the record
//
// The first record says of what question the others are, in lines "what: value". A record counts
// once it is whole: the last one may be torn, by a kill or a power cut, and is then dropped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "opmodel/parts/function_ref.hpp"

namespace opexplore {

/// Why a journal cannot be read or written: the file, what is wrong, what to do.
class JournalError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Takes a record; valid during the call.
using RecordSink = FunctionRef<void(std::string_view)>;

/// A journal that is open for more. One process has it at a time; another one waits a second for
/// it.
class Journal {
 public:
  /// Begins a new one with that question. Throws JournalError if the file exists already, unless it
  /// is an empty one, or cannot be written.
  static Journal begin(const std::filesystem::path& file, std::string_view question);

  /// Goes on with one: gives each whole record behind the question, in order, and cuts off a torn
  /// last one. Throws JournalError if it is no journal, one of another question or version,
  /// damaged before its end, or open in another process.
  static Journal resume(const std::filesystem::path& file, std::string_view question,
                        RecordSink record);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) noexcept;
  ~Journal();

  /// Adds a record, which is on disk when this returns. Throws JournalError if it cannot be
  /// written, and then leaves the journal as it was.
  void append(std::string_view record);

  /// Its length in bytes.
  std::uint64_t bytes() const { return end_; }

  /// Cuts off what was appended after it had so many bytes.
  void cut(std::uint64_t bytes);

 private:
  Journal(std::filesystem::path file, int descriptor) noexcept;
  void put_question(std::string_view question);
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::uint64_t end_ = 0;  // of the last whole record
};

/// The records of a journal that nobody goes on with: gives the question first. Throws JournalError
/// as resume().
void read_journal(const std::filesystem::path& file, RecordSink record);

}  // namespace opexplore
