#include "tools/opgen_output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "litmus/writer.hpp"
#include "tools/arguments.hpp"
#include "tools/interrupt.hpp"
#include "tools/output_files.hpp"

namespace opexplore {
namespace {

/// The index of a directory. It grows beside its place and gets its name when it is complete, so
/// that nothing needs to be held and nobody reads half of it.
class Index {
 public:
  explicit Index(const std::filesystem::path& directory)
      : path_(directory / "@all"),
        temporary_(path_.string() + ".tmp" + std::to_string(getpid())),
        file_(std::fopen(temporary_.c_str(), "wb")) {
    add("# Made by opgen.");
  }
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;
  ~Index() {
    if (file_ == nullptr) return;
    std::fclose(file_);
    std::remove(temporary_.c_str());
  }

  void add(const std::string& line) {
    if (file_ == nullptr || std::fputs((line + '\n').c_str(), file_) < 0) fail();
  }

  void finish() {
    const int closed = std::fclose(std::exchange(file_, nullptr));
    if (closed != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw OutputError(path_.string(), "cannot write " + path_.string() + ": " +
                                          std::generic_category().message(errno));
  }

  std::filesystem::path path_;
  std::string temporary_;
  std::FILE* file_;
};

/// A directory of tests.
class TestDirectory {
 public:
  TestDirectory(const std::filesystem::path& directory, Dialect dialect)
      : directory_(directory), dialect_(dialect), index_(directory) {}

  void add(const Test& test) {
    const std::string name = file_name(test.name) + ".litmus";
    // Numbers instead of names: there may be millions.
    if (!names_.insert(std::hash<std::string>()(name)).second) {
      throw UsageError("two tests are called " + test.name, "write them to different directories");
    }
    write_file(directory_ / name, write(test, dialect_));
    index_.add(name);
  }

  void finish() { index_.finish(); }

 private:
  std::filesystem::path directory_;
  Dialect dialect_;
  std::unordered_set<std::size_t> names_;
  Index index_;
};

std::string tests(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " test" : " tests");
}

void say(const std::string& text) { std::fputs((text + '\n').c_str(), stderr); }

ExitCode write_directory(const GenerateOptions& options) {
  make_directory(*options.directory);
  TestDirectory directory(*options.directory, options.dialect);
  std::uint64_t written = 0;
  generate::for_each_test(options.specification, [&](const Test& test) {
    if (interrupted()) return false;
    directory.add(test);
    ++written;
    if (options.verbosity > 0) say(test.name);
    return true;
  });
  directory.finish();
  const std::string done = tests(written) + " in " + options.directory->string();
  if (interrupted()) {
    say("opgen: cancelled after " + done);
    return ExitCode::cancelled;
  }
  if (!options.quiet) say("opgen: " + done);
  return ExitCode::complete;
}

ExitCode write_one(const GenerateOptions& options) {
  std::optional<std::string> text;
  bool several = false;
  generate::for_each_test(options.specification, [&](const Test& test) {
    several = text.has_value();
    if (!several) text = write(test, options.dialect);
    return !several;
  });
  if (several) {
    throw UsageError("there is more than one such test", "-o DIR writes files, --count counts");
  }
  if (!text) throw UsageError("there is no such test", "--count says 0");
  write_standard_output(*text);
  return ExitCode::complete;
}

}  // namespace

ExitCode run_generator(const GenerateOptions& options) {
  if (options.count) {
    const std::uint64_t count = generate::count_tests(options.specification);
    write_standard_output(std::to_string(count) + '\n');
    return ExitCode::complete;
  }
  if (options.directory) return write_directory(options);
  return write_one(options);
}

}  // namespace opexplore
