// That no output takes the place of what a run reads, or of what someone wrote.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "export/file_kind.hpp"
#include "litmus/input/usage_error.hpp"

namespace opexplore {

/// An output is refused, or there is no test: most likely an option took its name for a value. No
/// error document goes to a file then.
class OutputUsageError : public UsageError {
 public:
  using UsageError::UsageError;
};

/// An option whose value was forgotten takes the next word, most often the test, for its file:
/// `opexplore --json T.litmus`. What all programs write goes through here before it is written.
class OutputGuard {
 public:
  using Paths = std::vector<std::filesystem::path>;

  /// `inputs` gives what the run reads; what does not exist there, such as `-` and the names of
  /// machines, does no harm. It is asked at most once, and only if there is a file to lose.
  explicit OutputGuard(std::function<Paths()> inputs) : inputs_(std::move(inputs)) {}

  /// `option` will write `path`; "-" is standard output, and without a path nothing is written.
  /// Throws UsageError as require_replaceable() does, and if another option writes there too,
  /// OutputError if it certainly cannot be written.
  void add(const std::string& option, const std::optional<std::filesystem::path>& path,
           FileKind own = FileKind::other);

  /// Throws UsageError if the file is an input of the run, under whatever name, or if it looks like
  /// one of another run and is not of kind `own`.
  void require_replaceable(const std::string& option, const std::filesystem::path& path,
                           FileKind own = FileKind::other);

 private:
  using Identity = std::pair<dev_t, ino_t>;

  static std::optional<Identity> identity_of(const std::filesystem::path& path);
  bool is_read(Identity identity);

  std::function<Paths()> inputs_;
  std::optional<std::set<Identity>> read_;
  std::map<std::string, std::string> writers_;  ///< options by the files that they write
};

/// The words as files, and the tests of the directories and indexes among them: what a run reads
/// of a command line. What is none of these is no input.
OutputGuard::Paths files_of_words(std::span<const std::string> words,
                                  std::span<const std::filesystem::path> search = {});

}  // namespace opexplore
