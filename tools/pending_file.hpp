// A file that nobody sees before it is whole.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace opexplore {

/// A file that grows without being seen and appears whole: readers never see half of it, a failure
/// leaves an old file alone, and a run that is killed leaves nothing behind. It has no name until
/// finish(), or where the file system cannot do that (or only for the moment in which it replaces
/// an old file) the name FILE.opexplore-tmp0. One that was left is recognised by its free lock, for
/// process numbers mean nothing on shared file systems, and removed when FILE is written again.
class PendingFile {
 public:
  /// Throws OutputError. A link to a file is followed.
  explicit PendingFile(const std::filesystem::path& path);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  ~PendingFile();

  /// Throws OutputError.
  void append(std::string_view text);
  /// Gives the file its name. Throws OutputError.
  void finish();

 private:
  [[noreturn]] void fail(int reason) const;
  bool open_nameless();
  void open_named();
  int publish();
  int replace_nameless();

  std::filesystem::path path_;
  std::string temporary_;  ///< its name until then; empty while it has none
  std::FILE* file_ = nullptr;
};

}  // namespace opexplore
