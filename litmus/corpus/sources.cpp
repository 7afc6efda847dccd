#include "litmus/corpus/sources.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "litmus/input/files.hpp"
#include "litmus/input/lines.hpp"
#include "litmus/language/lexer.hpp"

namespace opexplore {

namespace {

namespace fs = std::filesystem;

/// Who named a path: a line of an index file, or the command line (no place).
struct Mention {
  std::string path;
  SourcePlace place;
};

bool is_index(const fs::path& path) {
  const std::string name = path.filename().string();
  return !name.empty() && name[0] == '@';
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

/// The same file under one name, however it is written.
fs::path identity(const fs::path& path) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : canonical;
}

class Expansion {
 public:
  explicit Expansion(std::span<const fs::path> search) : search_(search) {}

  void add_argument(const std::string& argument) {
    if (argument == "-") {
      add_test("-");
    } else {
      add(located(argument), {argument, {}});
    }
  }

  std::vector<fs::path> take() { return std::move(tests_); }

 private:
  /// The argument itself, or its first occurrence in the search directories.
  fs::path located(const fs::path& argument) const {
    std::error_code error;
    if (argument.is_absolute() || fs::exists(argument, error)) return argument;
    for (const fs::path& directory : search_) {
      if (fs::exists(directory / argument, error)) return directory / argument;
    }
    return argument;
  }

  void add(const fs::path& path, const Mention& mention) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) {
      const bool on_command_line = mention.place.line == 0;
      throw InputError(mention.path, mention.place,
                       on_command_line ? "no such file or directory"
                                       : "no such file or directory: " + quoted(path),
                       on_command_line ? "check the path, or add -I DIRECTORY"
                                       : "paths are relative to the index file");
    }
    if (fs::is_directory(status)) {
      add_directory(path, mention);
    } else if (is_index(path)) {
      add_index(path, mention);
    } else {
      add_test(path);
    }
  }

  void add_test(const fs::path& path) {
    if (is_new(path)) tests_.push_back(path);
  }

  /// Whether the file has not been seen under any name. Few share an inode: only of these the
  /// names are looked at, each part of which costs a call of the system.
  bool is_new(const fs::path& path) {
    struct stat status {};
    if (path == "-" || ::stat(path.c_str(), &status) != 0) return named_.insert(path).second;
    auto& names = seen_[{status.st_dev, status.st_ino}];
    const auto same = [&](const fs::path& name) { return identity(name) == identity(path); };
    if (std::ranges::any_of(names, same)) return false;
    names.push_back(path);
    return true;
  }

  void add_directory(const fs::path& directory, const Mention& mention) {
    std::vector<fs::path> found;
    std::error_code error;
    fs::recursive_directory_iterator entry(directory, error);
    while (!error && entry != fs::recursive_directory_iterator()) {
      std::error_code ignored;  // a dangling link is no test
      const fs::path suffix = entry->path().extension();
      const bool named = suffix == ".litmus" || suffix == ".test";
      if (named && entry->is_regular_file(ignored)) {
        found.push_back(entry->path());
      }
      entry.increment(error);
    }
    if (error) {
      throw InputError(mention.path, mention.place,
                       "cannot read the directory " + quoted(directory) + ": " + error.message());
    }
    if (found.empty()) {
      throw InputError(mention.path, mention.place,
                       "the directory " + quoted(directory) + " holds no *.litmus or *.test file");
    }
    std::sort(found.begin(), found.end());
    for (const fs::path& path : found) add_test(path);
  }

  void add_index(const fs::path& path, const Mention& mention) {
    const fs::path self = identity(path);
    if (std::find(open_.begin(), open_.end(), self) != open_.end()) {
      throw InputError(mention.path, mention.place,
                       "the index file " + quoted(path) + " includes itself",
                       "leave this line out");
    }
    if (!is_new(path)) return;
    open_.push_back(self);
    const std::string text = detail::file_text(path);
    detail::require_text({text, path.string()});
    detail::for_each_line(text, [&](std::string_view line, SourcePlace place) {
      add(path.parent_path() / line, {path.string(), place});
    });
    open_.pop_back();
  }

  std::span<const fs::path> search_;
  std::vector<fs::path> tests_;
  std::map<std::pair<dev_t, ino_t>, std::vector<fs::path>> seen_;  ///< names by inode
  std::set<fs::path> named_;                                       ///< those without one
  std::vector<fs::path> open_;  ///< index files being read, outermost first
};

}  // namespace

std::vector<fs::path> expand_sources(std::span<const std::string> arguments,
                                     std::span<const fs::path> search) {
  Expansion expansion(search);
  for (const std::string& argument : arguments) expansion.add_argument(argument);
  return expansion.take();
}

}  // namespace opexplore
