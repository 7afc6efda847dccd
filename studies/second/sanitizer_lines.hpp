// The sentences of compute-sanitizer, one line each, in its text and in its XML.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "opmodel/program.hpp"
#include "studies/second/finding.hpp"

namespace opexplore::second {

/// What follows a first line.
enum class Shape : std::uint8_t {
  line,    ///< nothing that is needed
  pairs,   ///< one line or more: "and Read access at … [4 hazards]"
  hazard,  ///< two accesses, and perhaps values
  barrier  ///< where, and perhaps who
};

/// Reads one line. Its functions throw InputError, at the column, for what they do not find.
class Sentence {
 public:
  /// `path` outlives it.
  Sentence(std::string_view text, const std::string& path, SourcePlace place)
      : text_(text), path_(path), place_(place) {}

  /// What begins with this line; nothing if that is no finding of racecheck or synccheck.
  std::optional<Finding> finding();
  /// What follows it.
  Shape shape() const { return shape_; }

  /// "and Write access at PLACE [4 hazards]": the second access.
  void read_and(Finding& finding);
  /// "Write Thread (0,0,0) at PLACE".
  void read_thread(Access& access);
  /// "Current Value : 1, Incoming Value : 2".
  void read_values(Finding& finding);
  /// "at PLACE": of the first access.
  void read_at(Finding& finding);
  /// "by thread (37,0,0) in block (0,0,0)".
  void read_by(Finding& finding);

 private:
  [[noreturn]] void fail_expected(std::string_view what) const;
  bool take(std::string_view word);
  void expect(std::string_view word);
  void blanks();
  std::uint64_t number();
  std::string hexadecimal();
  kernel::Triple triple();
  AccessKind kind();
  Place place_until(std::string_view end);
  std::string severity();
  Finding race(std::string severity);
  Finding hazard(std::string severity);
  Finding barrier(std::string severity);

  std::string_view text_;
  const std::string& path_;
  SourcePlace place_;
  std::size_t at_ = 0;
  Shape shape_ = Shape::line;
};

/// In small letters.
std::string lower(std::string_view text);

/// Where it is, as it stands in a line: "reduce(int*)+0x140 in reduce.cu:12", of older versions
/// "0x140 in reduce.cu:12:reduce(int*)".
Place place_in(std::string_view text);

}  // namespace opexplore::second
