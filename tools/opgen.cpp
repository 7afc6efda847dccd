// The generator of tests: arguments in, tests and exit code out.
#include "tools/opgen.hpp"

#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <unordered_set>
#include <variant>
#include <vector>

#include "export/output_file.hpp"
#include "export/output_guard.hpp"
#include "litmus/corpus/sources.hpp"
#include "litmus/input/input_error.hpp"
#include "litmus/language/writer.hpp"
#include "tools/programs.hpp"
#include "tools/terminal.hpp"

namespace opexplore {
namespace {

// In the dialect that was asked for, which has to be one of the test's language.
std::string test_text(const Test& test, const GenerateOptions& options) {
  if (!options.dialect) return write(test);
  const Language language = test.program.language;
  if (options.dialect->language == language) return write(test, *options.dialect);
  throw UsageError(test.name + " is a test in " + std::string(to_string(language)) + ", and " +
                       std::string(options.dialect->name) + " is a dialect of " +
                       std::string(to_string(options.dialect->language)),
                   "leave --dialect out");
}

/// A directory of tests.
class TestDirectory {
 public:
  TestDirectory(const GenerateOptions& options, OutputGuard& guard)
      : directory_(*options.directory),
        options_(options),
        guard_(guard),
        index_(directory_ / "@all") {
    index_.append(std::string(generated_index_head) + '\n');
  }

  void add(const Test& test) {
    const std::string name = file_name(test.name) + ".litmus";
    // Numbers instead of names: there may be millions.
    if (!names_.insert(std::hash<std::string>()(name)).second) {
      throw UsageError("two tests are called " + test.name, "write them to different directories");
    }
    guard_.require_replaceable("-o", directory_ / name, FileKind::test);
    write_file(directory_ / name, test_text(test, options_));
    index_.append(name + '\n');
  }

  void finish() { index_.finish(); }

 private:
  std::filesystem::path directory_;
  const GenerateOptions& options_;
  OutputGuard& guard_;
  std::unordered_set<std::size_t> names_;
  PendingFile index_;  ///< nothing needs to be held, and nobody reads half of it
};

std::string tests(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " test" : " tests");
}

void say(const std::string& text) { std::fputs((text + '\n').c_str(), stderr); }

ExitCode write_directory(const GenerateOptions& options) {
  make_directory(*options.directory);
  OutputGuard guard([&] { return files_of_words(options.read); });
  guard.require_replaceable("-o", *options.directory / "@all");
  TestDirectory directory(options, guard);
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
    if (!several) text = test_text(test, options);
    return !several;
  });
  if (several) {
    throw UsageError("there is more than one such test", "-o DIR writes files, --count counts");
  }
  if (!text) throw UsageError("there is no such test", "--count says 0");
  write_standard_output(*text);
  return ExitCode::complete;
}

// One test to standard output, or all to files with an index, or their number alone.
ExitCode run_generator(const GenerateOptions& options) {
  if (options.count) {
    const std::uint64_t count = generate::count_tests(options.specification);
    write_standard_output(std::to_string(count) + '\n');
    return ExitCode::complete;
  }
  if (options.directory) return write_directory(options);
  return write_one(options);
}

ExitCode run(const std::vector<std::string>& arguments) {
  const std::string revision = OPEXPLORE_REVISION;
  const auto parsed =
      parse_generate_options(arguments, std::string("opgen ") + OPEXPLORE_VERSION +
                                            ", Rev: " + (revision.empty() ? "unknown" : revision));
  if (const auto* const information = std::get_if<Information>(&parsed)) {
    write_standard_output(information->text);
    return ExitCode::complete;
  }
  const auto& options = std::get<GenerateOptions>(parsed);
  if (options.directory && !options.count) catch_interrupts();
  return run_generator(options);
}

}  // namespace
}  // namespace opexplore

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return static_cast<int>(
      opexplore::run_guarded("opgen", [&] { return opexplore::run(arguments); }));
}
